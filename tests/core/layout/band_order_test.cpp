// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// NUMA nodes are in numerical order, even if their bands are side by side.
#include "tests/core/layout/Picture.h"
#include "tests/support/CorpusHosts.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace fabricscope::layout {

using draw::Area;
using draw::Rect;

namespace {

struct Band {
    int numa;
    Rect rect;
};

/// In reading order, row by row.
std::vector<Band> bandsOf(const Picture &picture) {
    std::vector<Band> bands;
    for (const topology::Node &node : picture.topology->nodes())
        if (const Area *area = picture.area(node.id);
            node.kind == topology::NodeKind::Numa && node.numa && area != nullptr)
            bands.push_back({node.numa->value, area->rect});
    std::sort(bands.begin(), bands.end(), [](const Band &a, const Band &b) {
        return std::pair(a.rect.y, a.rect.x) < std::pair(b.rect.y, b.rect.x);
    });
    return bands;
}

std::vector<int> read(const std::vector<Band> &bands) {
    std::vector<int> order;
    for (const Band &band : bands)
        order.push_back(band.numa);
    return order;
}

/// Whether some nodes are side by side and some below each other.
bool isMixed(const std::vector<Band> &bands) {
    const auto differ = [&](double Rect::*side) {
        return std::any_of(bands.begin(), bands.end(),
                           [&](const Band &band) { return band.rect.*side != bands.front().rect.*side; });
    };
    return differ(&Rect::x) && differ(&Rect::y);
}

/// A VM with these numbers of GPUs per node.
host::Host flatVm(const std::vector<int> &gpus) {
    using namespace samples::shapes;
    samples::SampleHostBuilder builder("vm");
    for (int node = 0; node < static_cast<int>(gpus.size()); ++node) {
        builder.addNumaNode(node, fmt::format("{}-{}", node * 32, node * 32 + 31), 512);
        builder.numa = node;
        for (int gpu = 0; gpu < gpus[static_cast<std::size_t>(node)]; ++gpu)
            builder.add(fmt::format("000{}:00:0{}.0", node + 1, gpu + 1), kGpu);
    }
    return builder.finish();
}

TEST(BandOrder, IsThatOfTheNodesAtAnyWidth) {
    for (const std::vector<int> &gpus :
         {std::vector{4, 0, 0, 4}, {2, 2, 2, 2}, {4, 1, 0, 4}, {1, 0, 2, 0, 1, 4}, {0, 4, 4, 0}}) {
        int mixed = 0;
        for (int width = 440; width <= 2400; width += 20) {
            TopologyOptions options;
            options.width = width;
            const std::vector<Band> bands = bandsOf(pictureOf(flatVm(gpus), options));
            ASSERT_EQ(bands.size(), gpus.size());
            const std::vector<int> order = read(bands);
            EXPECT_TRUE(std::is_sorted(order.begin(), order.end()))
                << testing::PrintToString(order) << " at " << width;
            mixed += isMixed(bands) ? 1 : 0;
        }
        EXPECT_GT(mixed, 0) << testing::PrintToString(gpus) << ": no width shows the fault";
    }
}

TEST(BandOrder, IsThatOfTheNodesOnEveryMachineOfTheCorpus) {
    const std::vector<test::CorpusHost> hosts = test::corpusHosts(test::kCorpusFolder);
    if (hosts.empty())
        GTEST_SKIP() << "NO CORPUS at " << test::kCorpusFolder << ": nothing of this was tested";
    for (const test::CorpusHost &host : hosts)
        for (const double width : {600.0, 864.0, 1100.0, 1400.0, 1900.0, 2400.0}) {
            TopologyOptions options;
            options.width = width;
            const std::vector<int> order =
                read(bandsOf({host.topology, layoutTopology(*host.topology, options)}));
            EXPECT_TRUE(std::is_sorted(order.begin(), order.end()))
                << host.name << " at " << width << ": " << testing::PrintToString(order);
        }
}

} // namespace
} // namespace fabricscope::layout
