// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace fabricscope::widgets {

/// A part of a toolbar that can be done without: menus and keys do the same.
struct SpareWidget {
    QWidget *widget = nullptr;
    bool isNeeded = true;       ///< else it is hidden in any case
    QWidget *instead = nullptr; ///< narrower, and there while the other is not; may be nullptr
};

/// Hides as many of these, the first ones first, as it takes for the rest of `bar`'s row to fit into its
/// width; and shows what fits again. `title` gives way before, down to `minimumTitle` of the design's px.
void fitRow(QWidget *bar, QWidget *title, int minimumTitle, const std::vector<SpareWidget> &spare);

/// Hides `words`, which give way first, where less than `least` of the design's px would be left of them: the
/// beginning of a word is of no use.
void fitTexts(QWidget *bar, QWidget *words, int least);

} // namespace fabricscope::widgets
