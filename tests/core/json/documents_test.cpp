// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/json/Json.h"
#include "core/json/host/HostJson.h"
#include "core/json/host/TreeJson.h"
#include "tests/support/FindingTexts.h"
#include "tests/support/Golden.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>

namespace fabricscope::json {

namespace {

Value treeOf(host::Host host) {
    return parse(treeDocument(*samples::topologyOf(std::move(host)))).value();
}

/// The number of occurrences of each BDF in the document, as a node or as a port.
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

TEST(TreeDocument, NamesTheDevicesOfAMatrixThatNothingPlaces) {
    host::Host host;
    host::DeviceMatrix &matrix = host.deviceMatrices.emplace_back();
    matrix.tool = "nvidia-smi topo -m";
    matrix.what = "Path";
    matrix.columns = {"GPU0", "NIC0"};
    matrix.rows.push_back({"GPU0", {}, {}, {std::string("0-31"), {}}, {}, {"X", "PIX"}, {}});
    matrix.rows.push_back({"NIC0", {}, "mlx5_7", {}, {}, {"PIX", "X"}, {}});
    const Value devices = treeOf(host)["matrix_devices"];
    EXPECT_EQ(devices["tool"], "nvidia-smi topo -m");
    ASSERT_EQ(devices["gpus"].size(), 1U);
    EXPECT_EQ(devices["gpus"][0]["cpu_affinity"], "0-31");
    EXPECT_TRUE(devices["gpus"][0]["bdf"].is_null());
    EXPECT_TRUE(devices["gpus"][0]["numa_affinity"].is_null());
    ASSERT_EQ(devices["nics"].size(), 1U);
    EXPECT_EQ(devices["nics"][0]["name"], "mlx5_7");
    EXPECT_FALSE(treeOf(samples::oneGpu()).contains("matrix_devices"));
}

TEST(TreeDocument, NamesTheDevicesOfTheKernelAtTheirFunctionsAndCountsPackagesAndCores) {
    host::Host host = samples::oneGpu();
    const auto gpu = pci::Address::parse("0000:41:00.0");
    host.osDevices.push_back({"rsmi0", host::OsDevice::Kind::Gpu, gpu, {}});
    host.osDevices.push_back({"cuda0", host::OsDevice::Kind::Coprocessor, gpu, {}});
    host.osDevices.push_back({"sda", host::OsDevice::Kind::Block, std::nullopt, {}});
    host.cpuPackages = {2, {}};
    host.cpuCores = {96, {}};
    const Value tree = treeOf(host);
    EXPECT_EQ(tree["cpus"], Value::parse(R"({"packages": 2, "cores": 96, "threads": null})"));
    std::size_t named = 0;
    for (const Value &node : tree["nodes"])
        if (node.contains("os_devices") && ++named > 0 && node.value("bdf", "") == "0000:41:00.0") {
            EXPECT_EQ(node["os_devices"], Value::parse(R"(["cuda0", "rsmi0"])"));
        }
    EXPECT_GE(named, 1U);
    EXPECT_FALSE(treeOf(host::Host{}).contains("cpus"));
}

TEST(TreeDocument, HoldsEveryFunctionExactlyOnceAsANodeOrAsAPort) {
    const host::Host host = samples::mi355xServer();
    const auto count = places(treeOf(host));
    EXPECT_EQ(count.size(), host.functions.size());
    for (const auto &[bdf, times] : count)
        EXPECT_EQ(times, 1) << bdf;
}

TEST(TreeDocument, CountsWhatItHolds) {
    const Value tree = treeOf(samples::mi355xServer());
    std::map<std::string, std::size_t> kinds;
    for (const Value &node : tree["nodes"])
        ++kinds[node["kind"].get<std::string>()];
    for (const auto &[kind, count] : tree["counts"].items())
        EXPECT_EQ(count.get<std::size_t>(), kinds[kind]) << kind;
    EXPECT_EQ(tree["counts"].size(), 12U);
}

TEST(TreeDocument, LeavesUnknownOutAndWritesUnknownPartsOfALinkAsNull) {
    host::Host host = samples::oneGpu();
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

TEST(TreeDocument, MarksASimulatedHost) {
    host::Host host = samples::oneGpu();
    host.simulated = "fabricscope demo";
    EXPECT_EQ(treeOf(host)["simulated"], "fabricscope demo");
    EXPECT_FALSE(treeOf(samples::oneGpu()).contains("simulated"));
}

TEST(Documents, AreValidUtf8ForAnyHost) {
    host::Host host = samples::oneGpu();
    host.hostname = {"h\xff\x1b", {}};
    host.functions[0].driver = {"\xc3", {}};
    host.functions[0].resetMethod = {"\xe2\x80", {}};
    host.iommuUnits.emplace_back("\xff");
    const auto topology = samples::topologyOf(host);
    const capture::Capture capture = samples::toCapture(host);
    for (const std::string &text : {treeDocument(*topology), devicesDocument(*topology, &capture),
                                    numaDocument(*topology), iommuDocument(*topology)})
        EXPECT_TRUE(parse(text));
}

TEST(DevicesDocument, IsAsReviewed) {
    const capture::Capture capture = samples::toCapture(samples::narrowGpu());
    const auto topology = samples::topologyOf(formats::readHost(capture));
    test::expectGolden(test::withRules(devicesDocument(*topology, &capture), test::findingsOf(*topology)),
                       "tests/core/json/golden/narrow-gpu.devices.json");
}

TEST(DevicesDocument, LeadsFromEachFactToTheLineItWasReadFrom) {
    const capture::Capture capture = samples::toCapture(samples::mi355xServer());
    const auto topology = samples::topologyOf(formats::readHost(capture));
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

capture::Section imported(std::string_view name, std::string text) {
    capture::Section::Meta meta;
    meta.name = name;
    meta.origin = "ticket.txt";
    meta.part = capture::Part::Import;
    return {std::move(meta), std::move(text)};
}

/// A pasted ticket: the output of three tools about one GPU and one NIC.
capture::Capture ticket() {
    capture::Capture capture;
    capture.target = "ticket.txt";
    capture.sections = {
        imported("lspci-text", "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
                               "42:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021]\n"),
        imported("tool-nvidia-smi-q", "==============NVSMI LOG==============\nGPU 00000000:41:00.0\n"
                                      "    Minor Number                          : 0\n"),
        imported("tool-nvidia-smi-topo",
                 "\tGPU0\tNIC0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tPIX\t0-47\t0\nNIC0\tPIX\t X \t\t\n"
                 "\nNIC Legend:\n\n  NIC0: mlx5_0\n"),
        imported("dmesg",
                 "[    1.000000] DMAR: IOMMU enabled\n"
                 "[   77.000000] NVRM: Xid (PCI:0000:41:00): 79, pid=1, GPU has fallen off the bus.\n"
                 "[   78.000000] pcieport 0000:40:01.0: AER: Corrected error received: 0000:42:00.0\n"),
    };
    return capture;
}

TEST(DevicesDocument, HoldsToolsTablesAndKernelsRemarksAsReviewed) {
    const capture::Capture capture = ticket();
    const auto topology = samples::topologyOf(formats::readHost(capture));
    test::expectGolden(devicesDocument(*topology, &capture), "tests/core/json/golden/ticket.devices.json");
}

TEST(DevicesDocument, LeadsFromATableAndARemarkToTheirLines) {
    const capture::Capture capture = ticket();
    const auto topology = samples::topologyOf(formats::readHost(capture));
    const Value document = parse(devicesDocument(*topology, &capture)).value();
    ASSERT_EQ(document["device_matrices"].size(), 1U);
    const Value &matrix = document["device_matrices"][0];
    EXPECT_EQ(matrix["rows"][0]["cells"], Value::array({"X", "PIX"}));
    EXPECT_EQ(matrix["rows"][0]["evidence"]["source"], "tool-nvidia-smi-topo ticket.txt");
    EXPECT_TRUE(matrix["rows"][1]["cpu_affinity"].is_null()) << "unknown, not empty";
    const Value &entries = document["kernel_remarks"];
    ASSERT_EQ(entries.size(), topology->host().kernelMessages.size());
    ASSERT_EQ(entries.size(), 3U);
    EXPECT_EQ(entries[0]["kind"], "iommu");
    EXPECT_TRUE(entries[0]["bdf"].is_null());
    EXPECT_EQ(entries[1]["bdf"], "0000:41:00.0");
    EXPECT_EQ(entries[1]["evidence"]["text"],
              "[   77.000000] NVRM: Xid (PCI:0000:41:00): 79, pid=1, GPU has fallen off the bus.");
    const Value none = parse(devicesDocument(*samples::topologyOf(samples::oneGpu()))).value();
    EXPECT_FALSE(none.contains("device_matrices") || none.contains("kernel_remarks"));
}

TEST(DevicesDocument, NamesRdmaInSoftwareAndItsEvidence) {
    capture::Capture capture;
    capture.sections = {
        imported("rdma",
                 "rxe0/node_type:1: CA\nrxe0/ports/1/gids/0:fe80::1\nrxe0/ports/1/gid_attrs/ndevs/0:eth0\n"),
        imported("rdma-links", "rxe0 -> /sys/devices/virtual/infiniband/rxe0\n")};
    const Value document =
        parse(devicesDocument(*samples::topologyOf(formats::readHost(capture)), &capture)).value();
    ASSERT_EQ(document["software_rdma"].size(), 1U);
    const Value &device = document["software_rdma"][0];
    EXPECT_EQ(device["name"], "rxe0");
    EXPECT_EQ(device["kind"], "soft-RoCE");
    EXPECT_EQ(device["interface"], "eth0");
    EXPECT_TRUE(device["bdf"].is_null() && device["state"].is_null()) << "unknown";
    EXPECT_EQ(device["evidence"]["text"], "rxe0 -> /sys/devices/virtual/infiniband/rxe0");
    const Value none = parse(devicesDocument(*samples::topologyOf(samples::oneGpu()))).value();
    EXPECT_FALSE(none.contains("software_rdma"));
}

// hwloc reports only the bandwidth of a link: it is shown, and speed and width are unknown.
TEST(DevicesDocument, HasTheBandwidthOfALinkOfUnknownSpeed) {
    capture::Capture capture;
    capture.sections = {imported(
        "hwloc-xml",
        "<?xml version=\"1.0\"?><topology version=\"2.0\"><object type=\"Machine\" os_index=\"0\">"
        "<object type=\"Bridge\" bridge_type=\"0-1\" depth=\"0\" bridge_pci=\"0000:[40-42]\">"
        "<object type=\"PCIDev\" pci_busid=\"0000:41:00.0\" pci_type=\"0302 [10de:2330] [10de:16c1] a1\" "
        "pci_link_speed=\"31.507692\"/>"
        "<object type=\"PCIDev\" pci_busid=\"0000:42:00.0\" pci_type=\"0302 [10de:2330] [10de:16c1] a1\" "
        "pci_link_speed=\"0.000000\"/></object></object></topology>\n")};
    const auto topology = samples::topologyOf(formats::readHost(capture));
    const Value document = parse(devicesDocument(*topology, &capture)).value();
    ASSERT_EQ(document["devices"].size(), 2U);
    const Value &gpu = document["devices"][0];
    EXPECT_NEAR(gpu["link"]["bandwidth_gbytes_per_s"].get<double>(), 31.507692, 1e-6);
    EXPECT_TRUE(gpu["current_speed_gt_per_s"].is_null());
    EXPECT_TRUE(gpu["current_width"].is_null());
    EXPECT_FALSE(document["devices"][1].contains("link") &&
                 !document["devices"][1]["link"]["bandwidth_gbytes_per_s"].is_null())
        << "0 is hwloc's word for unknown";
}

TEST(DevicesDocument, WithoutACaptureHasNoEvidence) {
    const Value document = parse(devicesDocument(*samples::topologyOf(samples::oneGpu()))).value();
    for (const Value &device : document["devices"])
        EXPECT_TRUE(device["evidence"].empty());
}

TEST(NumaDocument, IsAsReviewed) {
    const auto topology = samples::topologyOf(samples::cpuLessNodes());
    test::expectGolden(test::withRules(numaDocument(*topology), test::findingsOf(*topology)),
                       "tests/core/json/golden/cpu-less.numa.json");
}

TEST(IommuDocument, IsAsReviewed) {
    test::expectGolden(iommuDocument(*samples::topologyOf(samples::vmdHost())),
                       "tests/core/json/golden/vmd.iommu.json");
}

TEST(IommuDocument, ListsFunctionsWithoutAGroup) {
    const Value document = parse(iommuDocument(*samples::topologyOf(samples::laptop()))).value();
    EXPECT_TRUE(document["without_group"].empty());
    const Value none = parse(iommuDocument(*samples::topologyOf(samples::flatVm()))).value();
    EXPECT_EQ(none["without_group"].size(), samples::flatVm().functions.size());
    EXPECT_TRUE(none["groups"].empty());
}

} // namespace

} // namespace fabricscope::json
