// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QColor>

class QApplication;

namespace fabricscope::widgets {

using draw::ThemeKind;
using draw::Token;

/// The current theme. Painted widgets query it in each paint event and store no colours.
[[nodiscard]] ThemeKind currentTheme();

/// Applies Fusion, the palette and the stylesheet, all made from the tokens. Repaints every window.
void applyTheme(QApplication &application, ThemeKind theme);

/// The same theme with high contrast, or without.
[[nodiscard]] ThemeKind withContrast(ThemeKind theme, bool high);

/// Disables animations, and the blinking of the text cursor.
void setReducedMotion(bool reduced);
[[nodiscard]] bool reducedMotion();

/// Dark if the desktop's own palette is dark (Qt 6.4 has no QStyleHints::colorScheme). Call before the first
/// applyTheme(), which replaces that palette.
[[nodiscard]] ThemeKind systemTheme();

[[nodiscard]] QColor tokenColour(Token token, ThemeKind theme);
[[nodiscard]] inline QColor tokenColour(Token token) {
    return tokenColour(token, currentTheme());
}
/// Outlines what is selected or found in a drawing. In high contrast the outlines of kinds are at full
/// strength, and that of a NIC is as blue as the accent.
[[nodiscard]] inline QColor selectionColour() {
    return tokenColour(draw::isHighContrast(currentTheme()) ? Token::Text : Token::Accent);
}
/// `percent` of a token over another: the tints of VISUAL-LANGUAGE.md.
[[nodiscard]] QColor tint(Token token, int percent, Token over, ThemeKind theme = currentTheme());
[[nodiscard]] QColor resolved(const draw::Paint &paint, ThemeKind theme);

} // namespace fabricscope::widgets
