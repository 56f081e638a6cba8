// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <string>
#include <vector>

namespace fabricscope::layout {

/// Functions of the chipset and root ports without a notable device: lines of addresses, one per kind
/// (and one per root port with what it leads to), so that a server with hundreds of them stays readable.
class CompactList {
public:
    /// `nodes`: on root buses, none of them notable.
    CompactList(Scene &scene, const std::vector<NodeId> &nodes, double width);

    [[nodiscard]] bool empty() const { return m_lines.empty(); }
    [[nodiscard]] double height() const { return m_height; }
    void paint(Scene &scene, double x, double y) const;

private:
    struct Cell {
        NodeId node = 0;
        bool named = false; ///< with its kind before the address
        double x = 0, y = 0, width = 0;
    };
    struct Line {
        std::string label;
        NodeId labelNode = draw::Item::kNoNode; ///< of a root port's line
        double x = 0, y = 0;
        std::vector<Cell> cells;
    };

    void addKinds(const Scene &scene, const std::vector<NodeId> &nodes);
    void addPorts(const Scene &scene, const std::vector<NodeId> &nodes);
    void measure(Scene &scene);
    void placeKinds(double width);
    void placePorts(double width);
    /// Cells from `line.x + label` on, wrapped at `right`; returns where the line ends.
    static double placeLine(Line &line, double y, double label, double right);
    [[nodiscard]] static double cellWidth(Scene &scene, const Cell &cell);

    std::vector<Line> m_lines;
    std::size_t m_kinds = 0; ///< lines before those of ports
    double m_kindLabel = 0, m_portLabel = 0, m_height = 0;
};

} // namespace fabricscope::layout
