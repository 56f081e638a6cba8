// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/TopologyLayout.h"

#include "core/layout/HostHeader.h"
#include "core/layout/Legend.h"
#include "core/layout/NumaBand.h"
#include "core/layout/Ribbons.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {
namespace {

constexpr double kMargin = 12, kMinInner = 420, kLegendGap = 10;
constexpr double kLeastUnit = 192, kGreatestUnit = 264; ///< of a column

std::vector<NumaBand> makeBands(Scene &scene, double inner) {
    std::vector<NumaBand> bands;
    std::vector<NodeId> loose; // what stands below no NUMA node
    for (const NodeId id : scene.node(0).children) {
        const Node &node = scene.node(id);
        if (node.kind == NodeKind::Numa) {
            bands.emplace_back(scene, id, scene.content(id), inner);
        } else if (node.kind == NodeKind::RootComplex) {
            const std::vector<NodeId> content = scene.content(id);
            loose.insert(loose.end(), content.begin(), content.end());
        } else if (!scene.isFolded(id)) {
            loose.push_back(id);
        }
    }
    if (!loose.empty())
        bands.emplace_back(scene, Item::kNoNode, loose, inner);
    return bands;
}

/// The usual width of a root port with what is below it, where that is a column's; wide ones span several
/// columns.
double leastUnit(const std::vector<NumaBand> &bands) {
    std::vector<double> widths;
    for (const NumaBand &band : bands)
        band.appendColumnWidths(widths);
    if (widths.empty())
        return kLeastUnit;
    const auto median = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
    std::nth_element(widths.begin(), median, widths.end());
    return *median > kGreatestUnit ? kLeastUnit : std::max(kLeastUnit, *median);
}

/// As many columns as fit and are of use, and as wide as makes them fill the band.
Grid makeGrid(const std::vector<NumaBand> &bands, double inner) {
    for (const NumaBand &band : bands)
        inner = std::max(inner, band.leastWidth());
    const double least = leastUnit(bands);
    Grid grid{inner, 1, least};
    grid.columns = static_cast<std::size_t>(std::max(1.0, std::floor((inner + kGap) / (least + kGap))));
    std::size_t wanted = 1;
    for (const NumaBand &band : bands)
        wanted = std::max(wanted, band.columnsWanted(grid));
    grid.columns = std::min(grid.columns, wanted);
    const auto count = static_cast<double>(grid.columns);
    grid.unit = std::min(kGreatestUnit, std::floor((inner - kGap * (count - 1)) / count));
    return grid;
}

double paintEmpty(Scene &scene, double x, double y, double width) {
    scene.sketch.setNode(Item::kNoNode);
    scene.sketch.text(level::kWords, {x, y, width, 24}, "No PCI function was read from this host.",
                      style::kHostFacts);
    return y + 24;
}

} // namespace

DisplayList layoutTopology(const topology::Topology &topology, const TopologyOptions &options) {
    DisplayList list;
    if (topology.nodes().empty())
        return list;
    Scene scene(topology, options, list);
    const double inner = std::max(kMinInner, std::floor(options.width) - 2 * (kMargin + kBandInset));
    std::vector<NumaBand> bands = makeBands(scene, inner);
    const Grid grid = makeGrid(bands, inner);
    const double width = grid.inner + 2 * kBandInset;

    double y = kMargin;
    paintHostHeader(scene, kMargin, y, width);
    y += kHostHeaderHeight + 8;
    for (NumaBand &band : bands) {
        band.place(scene, grid);
        band.paint(scene, kMargin, y);
        y += band.height() + kGap;
    }
    paintRibbons(scene);
    if (bands.empty())
        y = paintEmpty(scene, kMargin, y, width) + kGap;
    y += kLegendGap - kGap;
    y += paintLegend(scene, kMargin, y, width);
    list.width = width + 2 * kMargin;
    list.height = std::ceil(y + kMargin);
    return list;
}

} // namespace fabricscope::layout
