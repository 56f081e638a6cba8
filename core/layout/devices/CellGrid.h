// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <span>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// Many small similar items in a box: partitions of a GPU by their number, VFs by their address. Each is a
/// separate hit area.
class CellGrid {
public:
    CellGrid(Scene &scene, std::span<const NodeId> nodes);

    /// The width of a well-proportioned grid; 0 if it is empty.
    [[nodiscard]] double naturalWidth() const;
    [[nodiscard]] double height(double width) const;
    void paint(Scene &scene, double x, double y, double width) const;

private:
    [[nodiscard]] std::size_t inRow(double width) const;

    struct Cell {
        NodeId node = 0;
        std::string text;
    };
    std::vector<Cell> m_cells;
    double m_width = 0; ///< of each
};

} // namespace fabricscope::layout
