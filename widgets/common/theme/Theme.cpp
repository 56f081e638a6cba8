// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme/Theme.h"

#include "widgets/common/theme/CheckMark.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/StyleSheet.h"
#include "widgets/common/theme/UiSize.h"

#include <QApplication>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>
#include <QToolTip>

#include <vector>

namespace fabricscope::widgets {

namespace {

ThemeKind g_theme = ThemeKind::Dark;
bool g_reducedMotion = false;

/// Longest animation that the design permits.
constexpr int kAnimationMs = 120;
constexpr int kMenuMark = 14; ///< px of the design around the mark of a menu's entry

/// One line per role.
constexpr struct {
    QPalette::ColorRole role;
    Token token;
} kPalette[] = {
    {QPalette::Window, Token::Chrome},
    {QPalette::WindowText, Token::Text},
    {QPalette::Base, Token::Canvas},
    {QPalette::AlternateBase, Token::Panel},
    {QPalette::Text, Token::Text},
    {QPalette::PlaceholderText, Token::Text3},
    {QPalette::Button, Token::Raised},
    {QPalette::ButtonText, Token::Text},
    {QPalette::BrightText, Token::OnAccent},
    {QPalette::ToolTipBase, Token::Surface},
    {QPalette::ToolTipText, Token::Text},
    {QPalette::Highlight, Token::AccentBg},
    {QPalette::HighlightedText, Token::Text},
    {QPalette::Link, Token::Accent},
    {QPalette::LinkVisited, Token::Accent},
    {QPalette::Light, Token::Raised},
    {QPalette::Midlight, Token::Line},
    {QPalette::Mid, Token::Line2},
    {QPalette::Dark, Token::Line2},
    {QPalette::Shadow, Token::Window},
};

/// The Fusion style, adjusted to the design.
class Style : public QProxyStyle {
public:
    Style() : QProxyStyle(QStringLiteral("Fusion")) {}
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *result) const override {
        if (hint == SH_Widget_Animation_Duration)
            return g_reducedMotion ? 0 : kAnimationMs;
        return QProxyStyle::styleHint(hint, option, widget, result);
    }
    /// Boxes to tick are as large as the text next to them.
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override {
        const int px = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_IndicatorWidth || metric == PM_IndicatorHeight ||
                       metric == PM_ExclusiveIndicatorWidth || metric == PM_ExclusiveIndicatorHeight
                   ? scaledToUi(px)
                   : px;
    }
    /// Qt's own mark of a menu's entry has a fixed size, and steps of whole pixels.
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override {
        if (element != PE_IndicatorMenuCheckMark)
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (!option->state.testFlag(State_On))
            return;
        const int side = scaledToUi(kMenuMark);
        QRectF box(0, 0, side, side);
        box.moveCenter(QRectF(option->rect).center());
        paintCheckMark(*painter, box,
                       tokenColour(option->state.testFlag(State_Enabled) ? Token::Text : Token::Text3));
    }
};

QPalette palette(ThemeKind theme) {
    QPalette palette;
    for (const auto &[role, token] : kPalette)
        palette.setColor(role, tokenColour(token, theme));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, tokenColour(Token::Text3, theme));
    return palette;
}

} // namespace

ThemeKind currentTheme() {
    return g_theme;
}

void applyTheme(QApplication &application, ThemeKind theme) {
    g_theme = theme;
    QApplication::setStyle(new Style);
    QApplication::setFont(uiFont(kUiFontSize));
    const QPalette colours = palette(theme);
    QApplication::setPalette(colours);
    QToolTip::setPalette(colours);
    QToolTip::setFont(uiFont(12));
    application.setStyleSheet(styleSheet(theme));
    for (QWidget *widget : QApplication::allWidgets())
        reapplyFont(*widget);
}

ThemeKind withContrast(ThemeKind theme, bool high) {
    if (draw::isDark(theme))
        return high ? ThemeKind::HighContrastDark : ThemeKind::Dark;
    return high ? ThemeKind::HighContrastLight : ThemeKind::Light;
}

void setReducedMotion(bool reduced) {
    static const int kBlink = QApplication::cursorFlashTime();
    static const std::vector<Qt::UIEffect> kDesktopEffects = [] { // the desktop's preference
        std::vector<Qt::UIEffect> effects{Qt::UI_AnimateMenu,    Qt::UI_FadeMenu,    Qt::UI_AnimateCombo,
                                          Qt::UI_AnimateTooltip, Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox};
        std::erase_if(effects, [](Qt::UIEffect effect) { return !QApplication::isEffectEnabled(effect); });
        return effects;
    }();
    g_reducedMotion = reduced;
    for (const Qt::UIEffect effect : kDesktopEffects)
        QApplication::setEffectEnabled(effect, !reduced);
    QApplication::setCursorFlashTime(reduced ? 0 : kBlink);
}

bool reducedMotion() {
    return g_reducedMotion;
}

ThemeKind systemTheme() {
    const QPalette system = QApplication::palette();
    return system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness()
               ? ThemeKind::Dark
               : ThemeKind::Light;
}

QColor tokenColour(Token token, ThemeKind theme) {
    const draw::Rgb rgb = draw::colour(token, theme);
    return {rgb.r, rgb.g, rgb.b};
}

QColor tint(Token token, int percent, Token over, ThemeKind theme) {
    return resolved({token, static_cast<std::uint8_t>(percent), over}, theme);
}

QColor resolved(const draw::Paint &paint, ThemeKind theme) {
    const draw::Rgb rgb = draw::resolve(paint, theme);
    return {rgb.r, rgb.g, rgb.b};
}

} // namespace fabricscope::widgets
