// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace fabricscope::test {

/// A text drawn by a widget: its position in px of the outermost widget, and the visible part of it.
struct DrawnText {
    QString text;
    QRectF ink;                  ///< from capital height to base line: must not be covered
    QRectF inSight;              ///< the part of `ink` within all clips
    std::vector<QRectF> covered; ///< the parts of `inSight` below an opaque item
    bool scrolls = false;        ///< the hidden part can be scrolled into view
};

/// All texts drawn by the widget and its children and not covered by anything opaque later, in drawing order.
/// A paint engine records them without rendering, so the installed fonts do not matter.
[[nodiscard]] std::vector<DrawnText> textsOf(QWidget &widget);

/// Faults that no picture may have, one sentence each: overlapping texts, texts cut by a clip, and an
/// ellipsis in an address or a number.
[[nodiscard]] QStringList textFaults(const std::vector<DrawnText> &texts);

} // namespace fabricscope::test
