// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/host/TreeJson.h"
#include "tests/core/topology/Tree.h"
#include "tests/support/samples/SampleHosts.h"

namespace fabricscope::topology {

namespace {

TEST(RandomHosts, AlwaysGiveATreeThatHoldsEveryFunctionOnce) {
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto topology = samples::topologyOf(samples::randomHost(seed, seed % 97));
        ASSERT_NO_FATAL_FAILURE(expectSound(*topology));
    }
}

TEST(RandomHosts, GiveTheSameDocumentTwice) {
    for (std::uint32_t seed = 1000; seed < 1040; ++seed) {
        const auto first = samples::topologyOf(samples::randomHost(seed, 60));
        const auto second = samples::topologyOf(samples::randomHost(seed, 60));
        ASSERT_EQ(json::treeDocument(*first), json::treeDocument(*second)) << seed;
    }
}

TEST(RandomHosts, MayBeAChainOfThousandsOfBridges) {
    host::Host host;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        host::PciFunction function;
        function.address = {i / 65536, static_cast<std::uint8_t>(i >> 8),
                            static_cast<std::uint8_t>((i >> 3) & 31), static_cast<std::uint8_t>(i & 7)};
        function.classCode = {0x060400, {}};
        if (!host.functions.empty())
            function.parent = host.functions.back().address;
        host.functions.push_back(std::move(function));
    }
    const auto topology = samples::topologyOf(std::move(host));
    ASSERT_NO_FATAL_FAILURE(expectSound(*topology));
}

TEST(RandomHosts, MayBeEmpty) {
    const auto topology = samples::topologyOf({});
    ASSERT_EQ(topology->nodes().size(), 1U);
    EXPECT_EQ(topology->node(0).kind, NodeKind::Host);
}

} // namespace

} // namespace fabricscope::topology
