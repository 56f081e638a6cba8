// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Sketch.h"
#include "core/layout/StitchTable.h"

#include <string>
#include <vector>

namespace fabricscope::layout {

// The two columns of the Host <-> VM picture. For .cpp files of this folder.

/// What every row of a column has in the same place; px.
struct StitchColumn {
    double x = 0, width = 0;
    double name = 0, address = 0, role = 0; ///< widths of what stands in a row
};

/// Where curves begin or end, by row.
using StitchPorts = std::vector<Point>;

/// As wide as the rows need.
[[nodiscard]] StitchColumn measureHostColumn(Sketch &sketch, const StitchTable &table);
[[nodiscard]] StitchColumn measureGuestColumn(Sketch &sketch, const StitchTable &table);

/// Paints a column from y on, and fills in where its curves are to be tied; the y below it. Where a side is
/// not known, what would show it.
double paintHostColumn(Sketch &sketch, const StitchTable &table, const StitchColumn &column, double y,
                       StitchPorts &ports);
double paintGuestColumn(Sketch &sketch, const StitchTable &table, const StitchColumn &column, double y,
                        StitchPorts &ports);

/// From a row of the host to one of the guest, tangents horizontal at both ends.
[[nodiscard]] std::vector<Point> stitchCurve(Point from, Point to);
/// The curves and, over them, marks of what is wrong.
void paintStitchCurves(Sketch &sketch, const StitchTable &table, const StitchPorts &host,
                       const StitchPorts &guest);

/// A device's own colour, as curves and strips have it.
[[nodiscard]] Token stitchToken(const StitchRow &row);

} // namespace fabricscope::layout
