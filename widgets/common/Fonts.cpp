// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Fonts.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace fabricscope::widgets {

namespace {

QFont sized(QFontDatabase::SystemFont kind, double px, QFont::Weight weight) {
    QFont font = QFontDatabase::systemFont(kind);
    // Whole pixels: device independent, the same in pictures and on screens of any density.
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(px))));
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

QFont uiFont(double px, QFont::Weight weight) {
    return sized(QFontDatabase::GeneralFont, px, weight);
}

QFont monoFont(double px, QFont::Weight weight) {
    QFont font = sized(QFontDatabase::FixedFont, px, weight);
    font.setStyleHint(QFont::Monospace);
    return font;
}

QFont displayFont(layout::Font font, double px) {
    switch (font) {
    case layout::Font::Mono:
        return monoFont(px);
    case layout::Font::SansSemibold:
        return uiFont(px, QFont::DemiBold);
    case layout::Font::Sans:
        break;
    }
    return uiFont(px);
}

layout::MeasureText windowMeasure() {
    // A layout measures thousands of texts in a handful of fonts.
    using Key = std::pair<layout::Font, double>;
    auto known = std::make_shared<std::map<Key, QFontMetricsF>>();
    return [known](std::string_view text, layout::Font font, double size) {
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
        return failure("there is no font, all text would be empty boxes", {}, hint);
    for (const QFont &font : {uiFont(13), monoFont(13)})
        if (!QFontMetricsF(font).inFontUcs4(U'A'))
            return failure("the font '" + font.family().toStdString() + "' has no letters", {}, hint);
    return {};
}

} // namespace fabricscope::widgets
