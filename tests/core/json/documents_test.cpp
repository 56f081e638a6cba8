// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/json/HostJson.h"
#include "core/json/Json.h"
#include "core/json/TreeJson.h"
#include "tests/support/Golden.h"
#include "tests/support/Made.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>

namespace fabricscope::json {

namespace {

Value treeOf(host::Host host) {
    return parse(treeDocument(*made::topologyOf(std::move(host)))).value();
}

/// How often each BDF stands in the document, as a node or as a port.
std::map<std::string, int> places(const Value &tree) {
    std::map<std::string, int> count;
    for (const Value &node : tree["nodes"]) {
        if (node.contains("bdf"))
            ++count[node["bdf"].get<std::string>()];
        if (node.contains("ports"))
            for (const Value &port : node["ports"])
                ++count[port["bdf"].get<std::string>()];
    }
    return count;
}

TEST(TreeDocument, HoldsEveryFunctionExactlyOnceAsANodeOrAsAPort) {
    const host::Host host = made::mi355xServer();
    const auto count = places(treeOf(host));
    EXPECT_EQ(count.size(), host.functions.size());
    for (const auto &[bdf, times] : count)
        EXPECT_EQ(times, 1) << bdf;
}

TEST(TreeDocument, CountsWhatItHolds) {
    const Value tree = treeOf(made::mi355xServer());
    std::map<std::string, std::size_t> kinds;
    for (const Value &node : tree["nodes"])
        ++kinds[node["kind"].get<std::string>()];
    for (const auto &[kind, count] : tree["counts"].items())
        EXPECT_EQ(count.get<std::size_t>(), kinds[kind]) << kind;
    EXPECT_EQ(tree["counts"].size(), 12U);
}

TEST(TreeDocument, LeavesUnknownOutAndWritesUnknownPartsOfALinkAsNull) {
    host::Host host = made::oneGpu();
    host::PciFunction &gpu = *host.function(*pci::Address::parse("0000:41:00.0"));
    host::PciFunction &port = *host.function(*pci::Address::parse("0000:40:01.1"));
    gpu.currentSpeed = port.currentSpeed = {};
    gpu.driver = {};
    const Value tree = treeOf(host);
    for (const Value &node : tree["nodes"])
        if (node.value("name", "") == "GPU0") {
            EXPECT_FALSE(node.contains("driver"));
            EXPECT_TRUE(node["link"]["speed_gt_per_s"].is_null());
            EXPECT_TRUE(node["link"]["bandwidth_gbytes_per_s"].is_null());
            EXPECT_EQ(node["link"]["width"], 16);
        }
}

TEST(TreeDocument, SaysThatAHostIsSimulated) {
    host::Host host = made::oneGpu();
    host.simulated = "fabricscope demo";
    EXPECT_EQ(treeOf(host)["simulated"], "fabricscope demo");
    EXPECT_FALSE(treeOf(made::oneGpu()).contains("simulated"));
}

TEST(Documents, AreValidUtf8WhateverTheHostSays) {
    host::Host host = made::oneGpu();
    host.hostname = {"h\xff\x1b", {}};
    host.functions[0].driver = {"\xc3", {}};
    host.functions[0].resetMethod = {"\xe2\x80", {}};
    host.iommuUnits.emplace_back("\xff");
    const auto topology = made::topologyOf(host);
    const capture::Capture capture = made::toCapture(host);
    for (const std::string &text : {treeDocument(*topology), devicesDocument(*topology, &capture),
                                    numaDocument(*topology), iommuDocument(*topology)})
        EXPECT_TRUE(parse(text));
}

TEST(DevicesDocument, IsAsReviewed) {
    const capture::Capture capture = made::toCapture(made::narrowGpu());
    const auto topology = made::topologyOf(formats::readHost(capture));
    test::expectGolden(devicesDocument(*topology, &capture),
                       "tests/core/json/golden/narrow-gpu.devices.json");
}

TEST(DevicesDocument, LeadsFromEachFactToTheLineItWasReadFrom) {
    const capture::Capture capture = made::toCapture(made::mi355xServer());
    const auto topology = made::topologyOf(formats::readHost(capture));
    const Value document = parse(devicesDocument(*topology, &capture)).value();
    ASSERT_EQ(document["devices"].size(), topology->host().functions.size());
    for (const Value &device : document["devices"])
        if (device["bdf"] == "0000:46:00.0") {
            EXPECT_EQ(device["evidence"]["vendor"]["source"], "pci /sys/bus/pci/devices");
            EXPECT_EQ(device["evidence"]["vendor"]["text"], "0000:46:00.0/vendor:0x1002");
            EXPECT_EQ(device["evidence"]["current_width"]["text"], "0000:46:00.0/current_link_width:16");
            EXPECT_EQ(device["evidence"]["config"]["source"], "pci-config /sys/bus/pci/devices/*/config");
        }
}

TEST(DevicesDocument, WithoutACaptureHasNoEvidence) {
    const Value document = parse(devicesDocument(*made::topologyOf(made::oneGpu()))).value();
    for (const Value &device : document["devices"])
        EXPECT_TRUE(device["evidence"].empty());
}

TEST(NumaDocument, IsAsReviewed) {
    test::expectGolden(numaDocument(*made::topologyOf(made::cpuLessNodes())),
                       "tests/core/json/golden/cpu-less.numa.json");
}

TEST(IommuDocument, IsAsReviewed) {
    test::expectGolden(iommuDocument(*made::topologyOf(made::vmdHost())),
                       "tests/core/json/golden/vmd.iommu.json");
}

TEST(IommuDocument, ListsFunctionsWithoutAGroup) {
    const Value document = parse(iommuDocument(*made::topologyOf(made::laptop()))).value();
    EXPECT_TRUE(document["without_group"].empty());
    const Value none = parse(iommuDocument(*made::topologyOf(made::flatVm()))).value();
    EXPECT_EQ(none["without_group"].size(), made::flatVm().functions.size());
    EXPECT_TRUE(none["groups"].empty());
}

} // namespace

} // namespace fabricscope::json
