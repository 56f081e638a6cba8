// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace fabricscope::test {

/// A text as a widget drew it: where, in px of the outermost widget, and how much of it can be seen.
struct DrawnText {
    QString text;
    QRectF ink;     ///< from the height of its capitals to its base line: what must not be covered
    QRectF inSight; ///< of `ink`: what is within all clips
    std::vector<QRectF> covered; ///< of `inSight`: what something opaque lies upon
    bool scrolls = false;        ///< what is out of sight comes into it by scrolling
};

/// Every text that the widget and its children draw and nothing opaque covers afterwards, in the order of
/// drawing. No pixels are made: a paint engine listens, so it does not matter which fonts there are.
[[nodiscard]] std::vector<DrawnText> textsOf(QWidget &widget);

/// What no picture may have, a sentence each: texts upon each other, texts that a clip cuts, and an ellipsis
/// in an address or a number.
[[nodiscard]] QStringList textFaults(const std::vector<DrawnText> &texts);

} // namespace fabricscope::test
