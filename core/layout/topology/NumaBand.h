// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Facts.h"
#include "core/layout/devices/CompactList.h"
#include "core/layout/devices/DeviceChip.h"
#include "core/layout/devices/MinorSummary.h"
#include "core/layout/topology/Block.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// Columns shared by bands of equal width, so that they align.
struct Grid {
    double inner = 0; ///< width of a band's inside
    std::size_t columns = 1;
    double unit = 0; ///< width of one column
    [[nodiscard]] std::size_t span(double width) const;
    [[nodiscard]] double width(std::size_t span) const;
};

/// One NUMA node with everything below it, or everything below none: a header; devices of a flat bus; root
/// ports as columns; single devices as chips; and rarely needed functions, folded into a line.
class NumaBand {
public:
    /// `numa`: kNoNode for what the topology places below no NUMA node. `inner`: the greatest width there is.
    NumaBand(Scene &scene, NodeId numa, const std::vector<NodeId> &content, double inner);

    [[nodiscard]] double minimumWidth() const;
    /// The width in which its devices are in one row of each kind, and its root ports in one row.
    [[nodiscard]] double oneRowWidth() const;
    /// The width beyond which it would only get emptier.
    [[nodiscard]] double usefulWidth() const;
    /// Nothing but a header.
    [[nodiscard]] bool isLine() const;
    void appendColumnWidths(std::vector<double> &widths) const;
    /// Columns that would put all its root ports in one row.
    [[nodiscard]] std::size_t columnsNeeded(const Grid &grid) const;
    [[nodiscard]] std::size_t columnCount() const { return m_columns.size(); }
    void place(Scene &scene, const Grid &grid);

    [[nodiscard]] double height() const { return m_height; }
    /// As high as those next to it.
    void stretch(double height) { m_height = height; }
    void paint(Scene &scene, double x, double y) const;

private:
    struct PlacedChip {
        DeviceChip chip;
        double x = 0, y = 0; ///< y: of its middle
    };
    void sort(Scene &scene, const std::vector<NodeId> &content, double inner);
    void chooseFrontEnds(double inner);
    [[nodiscard]] double placeColumns(const Grid &grid, double y);
    [[nodiscard]] double placeTail(Scene &scene, double y);
    void paintHeader(Scene &scene, double x, double y) const;
    void paintColumns(Scene &scene, double left, double y) const;
    [[nodiscard]] std::vector<draw::Fact> facts(const Scene &scene) const;
    [[nodiscard]] std::string name(const Scene &scene) const;

    NodeId m_node;
    std::vector<NodeId> m_nodes;          ///< everything in it
    std::vector<DeviceChip> m_chips;      ///< all of them
    std::vector<std::size_t> m_frontEnds; ///< of m_chips, those in the header
    std::vector<PlacedChip> m_tail;       ///< the others
    std::optional<Block> m_group;
    std::vector<Block> m_columns;
    std::optional<MinorSummary> m_summary;
    std::optional<CompactList> m_list;
    std::vector<NodeId> m_minor;
    bool m_flat = false; ///< devices on root buses only: what a VM shows
    double m_inner = 0, m_height = 0, m_groupY = 0, m_summaryX = 0, m_summaryY = 0, m_listY = 0;
};

inline constexpr double kBandInset = 10; ///< from the band's frame to its columns
inline constexpr double kBandHeader = 24;

} // namespace fabricscope::layout
