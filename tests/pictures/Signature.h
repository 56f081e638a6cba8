// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/Theme.h"

#include <QImage>
#include <QMap>
#include <QRect>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace fabricscope::test {

/// What makes a picture that picture, and holds with other fonts: where its parts are, how much there is of
/// each colour that means something, and how light, how busy and of which hue each of its cells is. Small
/// enough to be kept as text.
struct Signature {
    static constexpr int kColumns = 32, kRows = 20;

    struct Part {
        QString name; ///< "FleetSidebar", "StatusLine#statusBar"
        QRect place;  ///< in px at 100 %, of the outermost widget
        friend bool operator==(const Part &, const Part &) = default;
    };
    struct Cell {
        int light = 0; ///< mean, 0 to 35
        int busy = 0;  ///< pixels that differ from their neighbours, 0 to 35
        int hue = -1;  ///< of its coloured pixels, 0 to 11; -1: there are too few
        friend bool operator==(const Cell &, const Cell &) = default;
    };

    QSize size; ///< px at 100 %
    std::vector<Part> parts;
    QMap<QString, int> colours; ///< px at 100 % that have exactly this token's colour, by its name
    std::vector<Cell> cells;    ///< row by row
};

/// Of the widget as it is shown now, and its picture at whatever scale, in this theme.
[[nodiscard]] Signature signatureOf(const QWidget &widget, const QImage &picture, widgets::ThemeKind theme);

/// Lines that signatureFrom() reads again; what it cannot read becomes an empty signature.
[[nodiscard]] QString textOf(const Signature &signature);
[[nodiscard]] Signature signatureFrom(const QString &text);

/// How the picture differs from the one that it should be, a sentence each; empty where other fonts and other
/// scales explain it.
[[nodiscard]] QStringList differences(const Signature &expected, const Signature &found);

} // namespace fabricscope::test
