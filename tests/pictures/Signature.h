// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/theme/Theme.h"

#include <QImage>
#include <QMap>
#include <QRect>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace fabricscope::test {

/// The properties of a picture that do not depend on fonts: the positions of its parts, the area of each
/// meaningful colour, and the lightness, detail and hue of each grid cell. Small enough to be stored as text.
struct Signature {
    static constexpr int kColumns = 32, kRows = 20;

    struct Part {
        QString name; ///< "FleetSidebar", "StatusLine#statusBar"
        QRect place;  ///< in px at 100 %, relative to the outermost widget
        friend bool operator==(const Part &, const Part &) = default;
    };
    struct Cell {
        int light = 0; ///< mean, 0 to 35
        int busy = 0;  ///< share of pixels that differ from their neighbours, 0 to 35
        int hue = -1;  ///< of its coloured pixels, 0 to 11; -1: too few
        friend bool operator==(const Cell &, const Cell &) = default;
    };

    QSize size; ///< px at 100 %
    std::vector<Part> parts;
    QMap<QString, int> colours; ///< px at 100 % with exactly this token's colour, by token name
    std::vector<Cell> cells;    ///< row by row
};

/// The signature of the widget as it is now and its picture at any scale, in this theme.
[[nodiscard]] Signature signatureOf(const QWidget &widget, const QImage &picture, widgets::ThemeKind theme);

/// Text that signatureFrom() can read; invalid text yields an empty signature.
[[nodiscard]] QString textOf(const Signature &signature);
[[nodiscard]] Signature signatureFrom(const QString &text);

/// The differences between a picture and its expected signature, one sentence each; empty if other fonts and
/// scales explain them.
[[nodiscard]] QStringList differences(const Signature &expected, const Signature &found);

} // namespace fabricscope::test
