// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/topology/NumaBand.h"

#include <vector>

namespace fabricscope::layout {

/// All bands of a host in the order of their nodes, read in rows: below each other, or in columns where they
/// lose nothing by it (flat VMs, many nodes with little on each).
class BandFlow {
public:
    BandFlow(Scene &scene, double width);

    [[nodiscard]] bool isEmpty() const { return m_bands.empty(); }
    /// Of the whole: what was given, more where something cannot be made narrower, less where it would be
    /// empty.
    [[nodiscard]] double width() const { return m_width; }
    /// Returns where it ends.
    double paint(Scene &scene, double x, double y);

private:
    /// Bands one after the other that are in the same columns.
    struct Run {
        std::size_t begin = 0, end = 0;
        std::size_t columns = 1;
        double tallest = 0; ///< of its bands
    };
    void collect(Scene &scene, double inner);
    void arrange(Scene &scene);
    [[nodiscard]] double heightOf(std::size_t begin, std::size_t end) const;
    void place(Scene &scene, const Run &run, const Grid &grid);
    /// The column of each band of a run, and how high they get.
    struct Columns {
        std::vector<std::size_t> of;
        double height = 0;
    };
    [[nodiscard]] Columns divide(const Run &run) const;
    double paint(Scene &scene, const Run &run, double x, double y);
    [[nodiscard]] std::size_t columnsFor(const NumaBand &band) const;
    [[nodiscard]] double bandWidth(std::size_t columns) const;
    [[nodiscard]] Grid gridOf(const Run &only) const;

    std::vector<NumaBand> m_bands;
    std::vector<Run> m_runs;
    double m_width = 0;
};

} // namespace fabricscope::layout
