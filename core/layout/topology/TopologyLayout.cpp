// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/TopologyLayout.h"

#include "core/layout/devices/FarGlyphs.h"
#include "core/layout/topology/BandFlow.h"
#include "core/layout/topology/HostHeader.h"
#include "core/layout/topology/Legend.h"
#include "core/layout/topology/PeerLinks.h"
#include "core/layout/topology/Ribbons.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::DisplayList;
using draw::Item;
using draw::Wiring;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr double kMargin = 8, kSide = 8, kMinWidth = 440, kLegendGap = 4, kHeaderGap = 6;

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
    BandFlow flow(scene, std::max(kMinWidth, std::floor(options.width) - 2 * kSide));
    const double width = flow.width();

    double y = kMargin;
    if (options.header) {
        paintHostHeader(scene, kSide, y, width);
        y += kHostHeaderHeight + kHeaderGap;
    }
    y = flow.isEmpty() ? paintEmpty(scene, kSide, y, width) : flow.paint(scene, kSide, y);
    paintRibbons(scene);
    y = paintPeerLinks(scene, kSide, y, width);
    y += kLegendGap;
    y += paintLegend(scene, kSide, y, width);
    list.width = width + 2 * kSide;
    list.height = std::ceil(y + kMargin / 2);
    paintFarGlyphs(scene, list.width, list.height);
    list.wiring = std::make_shared<const Wiring>(std::move(scene.wiring));
    return list;
}

} // namespace fabricscope::layout
