// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Theme.h"

#include "widgets/common/Fonts.h"
#include "widgets/common/StyleSheet.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>
#include <QToolTip>

namespace fabricscope::widgets {

namespace {

ThemeKind g_theme = ThemeKind::Dark;

/// One line a role.
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
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(uiFont(13));
    const QPalette colours = palette(theme);
    QApplication::setPalette(colours);
    QToolTip::setPalette(colours);
    QToolTip::setFont(uiFont(12));
    application.setStyleSheet(styleSheet(theme));
}

ThemeKind systemTheme() {
    const QPalette system = QApplication::palette();
    return system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness()
               ? ThemeKind::Dark
               : ThemeKind::Light;
}

QColor tokenColour(Token token, ThemeKind theme) {
    const layout::Rgb rgb = layout::colour(token, theme);
    return {rgb.r, rgb.g, rgb.b};
}

QColor tint(Token token, int percent, Token over, ThemeKind theme) {
    return resolved({token, static_cast<std::uint8_t>(percent), over}, theme);
}

QColor resolved(const layout::Paint &paint, ThemeKind theme) {
    const layout::Rgb rgb = layout::resolve(paint, theme);
    return {rgb.r, rgb.g, rgb.b};
}

} // namespace fabricscope::widgets
