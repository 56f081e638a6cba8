// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Scene.h"

#include <span>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// Many small alike things in a box: partitions of a GPU by their number, VFs by their address. Each is hit
/// by itself.
class CellGrid {
public:
    CellGrid(Scene &scene, std::span<const NodeId> nodes);

    /// Of a grid of a pleasant shape; 0 where there is nothing.
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
