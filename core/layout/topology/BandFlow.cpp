// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/BandFlow.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace fabricscope::layout {

using draw::Item;

namespace {

constexpr double kBandGap = 8;
constexpr double kMinUnit = 124, kMaxUnit = 300; ///< of a column
constexpr std::size_t kMaxBandColumns = 4;

/// The usual width of a root port and everything below it, if it fits one column; wider ones span several
/// columns.
double minUnit(const std::vector<const NumaBand *> &bands) {
    std::vector<double> widths;
    for (const NumaBand *band : bands)
        band->appendColumnWidths(widths);
    if (widths.empty())
        return kMinUnit;
    const auto median = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
    std::nth_element(widths.begin(), median, widths.end());
    return *median > kMaxUnit ? kMinUnit : std::max(kMinUnit, *median);
}

/// Where there are several rows anyway: the fewest columns that make no more of them and that each block fits
/// singly. Two and two instead of three and one, or of a wide one among others.
void balance(Grid &grid, const std::vector<const NumaBand *> &bands) {
    std::size_t most = 0, needed = 0;
    for (const NumaBand *band : bands) {
        most = std::max(most, band->columnCount());
        needed = std::max(needed, band->columnsNeeded(grid));
    }
    if (needed <= grid.columns)
        return;
    const std::size_t rows = (needed + grid.columns - 1) / grid.columns;
    for (std::size_t columns = std::max<std::size_t>(2, (most + rows - 1) / rows); columns <= grid.columns;
         ++columns) {
        const auto count = static_cast<double>(columns);
        const double room = std::floor((grid.inner - kBlockGap * (count - 1)) / count);
        const Grid even{grid.inner, columns, std::min(kMaxUnit, room)};
        if (std::all_of(bands.begin(), bands.end(), [&even](const NumaBand *band) {
                return band->columnsNeeded(even) == band->columnCount();
            })) {
            grid = even;
            return;
        }
    }
}

} // namespace

BandFlow::BandFlow(Scene &scene, double width) {
    collect(scene, width - 2 * kBandInset);
    double least = 0, useful = 0;
    for (const NumaBand &band : m_bands) {
        least = std::max(least, band.minimumWidth() + 2 * kBandInset);
        useful = std::max(useful, band.usefulWidth() + 2 * kBandInset);
    }
    m_width = width;
    arrange(scene);
    const bool isMultiColumn =
        std::any_of(m_runs.begin(), m_runs.end(), [](const Run &run) { return run.columns > 1; });
    if (!m_bands.empty() && !isMultiColumn)
        m_width = std::min(m_width, useful);
    m_width = std::max(m_width, least);
}

void BandFlow::collect(Scene &scene, double inner) {
    std::vector<NodeId> loose; // nodes below no NUMA node
    for (const NodeId id : scene.node(0).children) {
        const Node &node = scene.node(id);
        if (node.kind == NodeKind::Numa) {
            m_bands.emplace_back(scene, id, scene.tree.content(id), inner);
        } else if (node.kind == NodeKind::RootComplex) {
            const std::vector<NodeId> content = scene.tree.content(id);
            loose.insert(loose.end(), content.begin(), content.end());
        } else if (!scene.tree.isFolded(id)) {
            loose.push_back(id);
        }
    }
    if (!loose.empty())
        m_bands.emplace_back(scene, Item::kNoNode, loose, inner);
}

double BandFlow::bandWidth(std::size_t columns) const {
    const auto count = static_cast<double>(columns);
    return std::floor((m_width - kBandGap * (count - 1)) / count);
}

std::size_t BandFlow::columnsFor(const NumaBand &band) const {
    for (std::size_t columns = kMaxBandColumns; columns > 1; --columns)
        if (band.oneRowWidth() <= bandWidth(columns) - 2 * kBandInset)
            return columns;
    return 1;
}

void BandFlow::arrange(Scene &scene) {
    constexpr double kGain = 0.8; ///< of the height in one column
    for (std::size_t begin = 0; begin < m_bands.size();) {
        Run run{begin, begin + 1, columnsFor(m_bands[begin])};
        for (; run.end < m_bands.size() && run.columns > 1; ++run.end) {
            const std::size_t next = columnsFor(m_bands[run.end]);
            if (next == 1)
                break;
            run.columns = std::min(run.columns, next);
        }
        run.columns = std::min(run.columns, run.end - run.begin);
        for (; run.columns > 1; --run.columns) {
            place(scene, run, gridOf(run));
            if (divide(run).height <= kGain * heightOf(run.begin, run.end))
                break;
        }
        begin = run.end;
        m_runs.push_back(run);
    }
}

double BandFlow::heightOf(std::size_t begin, std::size_t end) const {
    double height = -kBandGap;
    for (std::size_t band = begin; band < end; ++band)
        height += m_bands[band].height() + kBandGap;
    return height;
}

/// Places each band, in order, in the highest column: no band is above or left of one with a lower node
/// number next to it.
BandFlow::Columns BandFlow::divide(const Run &run) const {
    Columns columns;
    std::vector<double> ends(run.columns, 0);
    for (std::size_t band = run.begin; band < run.end; ++band) {
        const auto highest = std::min_element(ends.begin(), ends.end());
        columns.of.push_back(static_cast<std::size_t>(highest - ends.begin()));
        *highest += m_bands[band].height() + kBandGap;
    }
    columns.height = *std::max_element(ends.begin(), ends.end()) - kBandGap;
    return columns;
}

/// As many columns as fit and are useful, wide enough to fill the band. Shared by all bands of this width.
Grid BandFlow::gridOf(const Run &only) const {
    std::vector<const NumaBand *> bands;
    const std::size_t columns = only.columns;
    for (const Run &run : m_runs)
        for (std::size_t band = run.begin; band < run.end && run.columns == columns; ++band)
            bands.push_back(&m_bands[band]);
    if (bands.empty()) // while the runs are still being found
        for (std::size_t band = only.begin; band < only.end; ++band)
            bands.push_back(&m_bands[band]);
    const double least = minUnit(bands);
    Grid grid{bandWidth(columns) - 2 * kBandInset, 1, least};
    grid.columns =
        static_cast<std::size_t>(std::max(1.0, std::floor((grid.inner + kBlockGap) / (least + kBlockGap))));
    const auto needed = [&] {
        std::size_t most = 1;
        for (const NumaBand *band : bands)
            most = std::max(most, band->columnsNeeded(grid));
        return most;
    };
    // A block slightly wider than a unit would need two, so try fewer and wider units.
    do {
        grid.columns = std::min(grid.columns, needed());
        const auto count = static_cast<double>(grid.columns);
        grid.unit = std::min(kMaxUnit, std::floor((grid.inner - kBlockGap * (count - 1)) / count));
    } while (needed() < grid.columns);
    balance(grid, bands);
    return grid;
}

void BandFlow::place(Scene &scene, const Run &run, const Grid &grid) {
    for (std::size_t band = run.begin; band < run.end; ++band)
        m_bands[band].place(scene, grid);
}

double BandFlow::paint(Scene &scene, const Run &run, double x, double y) {
    const double width = bandWidth(run.columns) + kBandGap;
    const bool onePerColumn = run.columns == run.end - run.begin;
    const Columns columns = divide(run);
    std::vector<double> tops(run.columns, y);
    for (std::size_t band = run.begin; band < run.end; ++band) {
        const std::size_t column = columns.of[band - run.begin];
        if (onePerColumn)
            m_bands[band].stretch(run.tallest);
        m_bands[band].paint(scene, x + static_cast<double>(column) * width, tops[column]);
        tops[column] += m_bands[band].height() + kBandGap;
    }
    return *std::max_element(tops.begin(), tops.end());
}

double BandFlow::paint(Scene &scene, double x, double y) {
    std::array<std::optional<Grid>, kMaxBandColumns + 1> grids;
    for (Run &run : m_runs) {
        std::optional<Grid> &grid = grids[run.columns];
        if (!grid)
            grid = gridOf(run);
        place(scene, run, *grid);
        run.tallest = 0;
        for (std::size_t band = run.begin; band < run.end; ++band)
            run.tallest = std::max(run.tallest, m_bands[band].height());
        y = paint(scene, run, x, y);
    }
    return m_runs.empty() ? y : y - kBandGap;
}

} // namespace fabricscope::layout
