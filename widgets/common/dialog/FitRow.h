// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace fabricscope::widgets {

/// A part of a toolbar that may be hidden: menus and keys have the same function.
struct SpareWidget {
    QWidget *widget = nullptr;
    bool isNeeded = true;       ///< else it is hidden in any case
    QWidget *instead = nullptr; ///< narrower, and there while the other is not; may be nullptr
};

/// Hides parts, in this order, until the rest of `bar`'s row fits its width; and shows those that fit again.
/// Before that, `title` shrinks to `minimumTitle` design px.
void fitRow(QWidget *bar, QWidget *title, int minimumTitle, const std::vector<SpareWidget> &spare);

/// Hides `words`, which shrink first, if less than `least` design px of them would be left, since the
/// beginning of a word is useless.
void fitTexts(QWidget *bar, QWidget *words, int least);

} // namespace fabricscope::widgets
