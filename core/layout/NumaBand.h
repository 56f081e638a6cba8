// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Block.h"
#include "core/layout/CompactList.h"
#include "core/layout/Facts.h"
#include "core/layout/FrontEndChip.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// Columns that all bands of a host share, so that they stand below each other.
struct Grid {
    double inner = 0; ///< width of a band's inside
    std::size_t columns = 1;
    double unit = 0; ///< width of one column
    [[nodiscard]] std::size_t span(double width) const;
    [[nodiscard]] double width(std::size_t span) const;
};

/// One NUMA node with everything below it; or what hangs below none.
class NumaBand {
public:
    /// `numa`: kNoNode for what the topology places below no NUMA node.
    NumaBand(Scene &scene, NodeId numa, const std::vector<NodeId> &content, double inner);

    [[nodiscard]] double leastWidth() const;
    void appendColumnWidths(std::vector<double> &widths) const;
    /// Columns that would put all its root ports in one row.
    [[nodiscard]] std::size_t columnsWanted(const Grid &grid) const;
    void place(Scene &scene, const Grid &grid);

    [[nodiscard]] double height() const { return m_height; }
    void paint(Scene &scene, double x, double y) const;

private:
    void sort(Scene &scene, const std::vector<NodeId> &content, double inner);
    void chooseFrontEnds(Scene &scene, std::vector<FrontEndChip> candidates, double inner);
    void paintHeader(Scene &scene, double x, double y) const;
    [[nodiscard]] std::vector<Fact> facts(const Scene &scene) const;

    NodeId m_node;
    std::vector<NodeId> m_nodes; ///< everything in it
    std::vector<FrontEndChip> m_frontEnds;
    std::optional<Block> m_group;
    std::vector<Block> m_columns;
    std::optional<CompactList> m_list;
    std::vector<NodeId> m_quiet;
    bool m_flat = false; ///< devices on root buses only: what a VM shows
    double m_inner = 0, m_height = 0, m_groupY = 0, m_listY = 0;
};

inline constexpr double kBandInset = 11; ///< from the band's frame to its columns
inline constexpr double kBandHeader = 26;

} // namespace fabricscope::layout
