// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme/Fonts.h"

#include "widgets/common/theme/UiSize.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPointer>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

namespace fabricscope::widgets {

namespace {

int g_uiFontSize = kUiFontSize;

/// The fonts of the design, the best first.
constexpr const char *kUiFamilies[] = {"Inter", "Noto Sans", "DejaVu Sans"};
constexpr const char *kMonoFamilies[] = {"JetBrains Mono"};

template<std::size_t Count>
QFont chosenFont(QFontDatabase::SystemFont kind, const char *const (&better)[Count]) {
    QFont font = QFontDatabase::systemFont(kind);
    if (isNamedFamily(font.family()))
        return font;
    const QStringList there = QFontDatabase::families();
    for (const char *family : better)
        if (there.contains(QLatin1String(family))) {
            font.setFamilies({QLatin1String(family)});
            return font;
        }
    return font;
}

/// Querying the system's font and the installed families takes longer than painting.
const QFont &baseFont(bool mono) {
    static const QFont kUi = chosenFont(QFontDatabase::GeneralFont, kUiFamilies);
    static const QFont kMono = [] {
        QFont font = chosenFont(QFontDatabase::FixedFont, kMonoFamilies);
        font.setStyleHint(QFont::Monospace);
        return font;
    }();
    return mono ? kMono : kUi;
}

QFont sized(bool mono, double px, QFont::Weight weight) {
    QFont font = baseFont(mono);
    // Whole pixels: device independent, the same in pictures and on screens of any density.
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(px))));
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

bool isNamedFamily(const QString &family) {
    static const QStringList kAliases{QString(),
                                      QStringLiteral("sans"),
                                      QStringLiteral("sans serif"),
                                      QStringLiteral("sans-serif"),
                                      QStringLiteral("mono"),
                                      QStringLiteral("monospace"),
                                      QStringLiteral("system-ui")};
    return !kAliases.contains(family.toLower());
}

void setUiFontSize(int px) {
    const double from = uiScale();
    g_uiFontSize = std::clamp(px, kMinUiFontSize, kMaxUiFontSize);
    if (from == uiScale() || qApp == nullptr)
        return;
    QApplication::setFont(uiFont(kUiFontSize));
    const QWidgetList all = QApplication::allWidgets();
    // Some are recreated when another gets its size: deleted ones are skipped.
    const std::vector<QPointer<QWidget>> widgets(all.begin(), all.end());
    for (const QPointer<QWidget> &widget : widgets) { // all of them, before one queries the size of another
        if (widget == nullptr)
            continue;
        reapplySizes(*widget);
    }
    for (const QPointer<QWidget> &widget : widgets) {
        if (widget == nullptr)
            continue;
        QEvent changed(QEvent::ApplicationFontChange); // Qt notifies windows only
        QCoreApplication::sendEvent(widget, &changed);
        if (widget == nullptr)
            continue;
        widget->updateGeometry();
        widget->update();
    }
}

int uiFontSize() {
    return g_uiFontSize;
}

double uiScale() {
    return static_cast<double>(g_uiFontSize) / kUiFontSize;
}

int scaledToUi(int px) {
    return static_cast<int>(std::lround(px * uiScale()));
}

QFont uiFont(double px, QFont::Weight weight) {
    return sized(false, px * uiScale(), weight);
}

QFont monoFont(double px, QFont::Weight weight) {
    return sized(true, px * uiScale(), weight);
}

QFont displayFont(draw::Font font, double px) {
    return sized(font == draw::Font::Mono, px,
                 font == draw::Font::SansSemibold ? QFont::DemiBold : QFont::Normal);
}

draw::MeasureText windowMeasure() {
    // A layout measures thousands of texts with a handful of fonts.
    using Key = std::pair<draw::Font, double>;
    auto known = std::make_shared<std::map<Key, QFontMetricsF>>();
    return [known](std::string_view text, draw::Font font, double size) {
        auto at = known->find({font, size});
        if (at == known->end())
            at = known->emplace(Key{font, size}, QFontMetricsF(displayFont(font, size))).first;
        return at->second.horizontalAdvance(
            QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    };
}

Result<> usableFonts() {
    const char *hint = "install a font, for example the package fonts-dejavu-core";
    if (QFontDatabase::families().isEmpty())
        return failure("no font found; text would show as empty boxes", {}, hint);
    for (const QFont &font : {uiFont(13), monoFont(13)})
        if (!QFontMetricsF(font).inFontUcs4(U'A'))
            return failure("the font '" + font.family().toStdString() + "' has no letters", {}, hint);
    return {};
}

} // namespace fabricscope::widgets
