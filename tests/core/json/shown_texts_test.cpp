// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `show --json` states about texts of one tool each, of which no device has a place in a tree.
#include "core/findings/Finding.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/json/host/HostJson.h"
#include "core/json/host/TreeJson.h"
#include "core/topology/Topology.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {
namespace {

using Document = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::shared_ptr<const topology::Topology> topologyOf(const std::string &text) {
    const auto capture = formats::importPieces({{"pasted.txt", text}});
    EXPECT_TRUE(capture) << (capture ? "" : capture.error().toString());
    return topology::build(
        std::make_shared<const host::Host>(capture ? formats::readHost(*capture) : host::Host{}));
}

Document treeOf(const std::string &text) {
    return Document::parse(treeDocument(*topologyOf(text)));
}

/// The rules and texts of the host's findings.
std::string hostFindings(const Document &tree) {
    return tree["nodes"][0].value("remarks", Document::array()).dump();
}

TEST(ShownTexts, OfIbstatAreItsPortsAndWhichIsDown) {
    const Document tree = treeOf("CA 'mlx5_4'\n\tCA type: MT4129\n\tNumber of ports: 1\n"
                                 "\tFirmware version: 28.42.1000\n\tPort 1:\n\t\tState: Active\n"
                                 "\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tLink layer: InfiniBand\n"
                                 "CA 'mlx5_5'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Down\n"
                                 "\t\tPhysical state: Polling\n\t\tRate: 10\n\t\tLink layer: InfiniBand\n");
    ASSERT_EQ(tree["rdma_devices"].size(), 2U);
    const Document &first = tree["rdma_devices"][0];
    EXPECT_EQ(first["name"], "mlx5_4");
    EXPECT_EQ(first["firmware"], "28.42.1000");
    EXPECT_TRUE(first["bdf"].is_null());
    EXPECT_EQ(first["ports"][0]["rate_gbit_per_s"], 400.0);
    EXPECT_EQ(first["ports"][0]["link_layer"], "InfiniBand");
    ASSERT_EQ(tree["nodes"][0]["remarks"].size(), 1U);
    EXPECT_EQ(tree["nodes"][0]["remarks"][0]["rule"], "port.down");
    EXPECT_THAT(hostFindings(tree), HasSubstr("port 1 of mlx5_5"));
}

TEST(ShownTexts, OfASecondPortThatNobodyCabledIsANoteOnly) {
    const Document tree = treeOf("link mlx5_7/1 state ACTIVE physical_state LINK_UP netdev ens7f0np0 \n"
                                 "link mlx5_7/2 state DOWN physical_state DISABLED netdev ens7f1np1 \n");
    ASSERT_EQ(tree["nodes"][0]["remarks"].size(), 1U);
    EXPECT_EQ(tree["nodes"][0]["remarks"][0]["severity"], "note");
    EXPECT_THAT(hostFindings(tree), HasSubstr("port 2 of mlx5_7 (ens7f1np1) is unused"));
}

TEST(ShownTexts, OfADisabledInfiniBandPortNameItsOwnCommands) {
    const auto topology = topologyOf("CA 'mlx5_4'\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Down\n"
                                     "\t\tPhysical state: Disabled\n\t\tLink layer: InfiniBand\n");
    ASSERT_EQ(topology->node(0).findings.size(), 1U);
    const std::string remedy = findings::remedy(topology->node(0).findings[0]);
    EXPECT_THAT(remedy, HasSubstr("ibportstate LID 1 enable"));
    EXPECT_THAT(remedy, testing::Not(HasSubstr("ip link"))) << "it has no such link";
}

TEST(ShownTexts, OfAPartitionedGpuAreItsPartitions) {
    const Document tree = treeOf("============================ ROCm System Management Interface "
                                 "============================\n"
                                 "GPU[0]\t\t: PCI Bus: 0000:0C:00.0\nGPU[1]\t\t: PCI Bus: 0000:0C:00.0\n"
                                 "GPU[2]\t\t: PCI Bus: 0000:0C:00.0\nGPU[3]\t\t: PCI Bus: 0000:22:00.0\n");
    EXPECT_EQ(tree["counts"]["gpu"], 2);
    EXPECT_EQ(tree["counts"]["partition"], 3);
}

TEST(ShownTexts, OfShortListsAreTheirFacts) {
    const Document tree =
        treeOf("AMDSMI Tool: 25.9.1+aa11 | AMDSMI Library version: 25.9.1 | ROCm version: 6.9.0\n");
    ASSERT_EQ(tree["tool_facts"].size(), 3U);
    EXPECT_EQ(tree["tool_facts"][2]["name"], "ROCm version");
    EXPECT_EQ(tree["tool_facts"][2]["value"], "6.9.0");
}

TEST(ShownTexts, OfAPortThatWaitsForItsSubnetManagerAreAWarning) {
    const Document tree = treeOf("CA 'mlx5_4'\n\tNumber of ports: 2\n\tPort 1:\n\t\tState: Active\n"
                                 "\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tLink layer: InfiniBand\n"
                                 "\tPort 2:\n\t\tState: Initializing\n\t\tPhysical state: LinkUp\n"
                                 "\t\tRate: 400\n\t\tLink layer: InfiniBand\n");
    ASSERT_EQ(tree["nodes"][0]["remarks"].size(), 1U);
    EXPECT_EQ(tree["nodes"][0]["remarks"][0]["severity"], "warning");
    EXPECT_THAT(hostFindings(tree), HasSubstr("no subnet manager activated it"));
    const Document roce = treeOf("link mlx5_0/1 state INIT physical_state LINK_UP netdev ens1np0 \n"
                                 "link mlx5_1/1 state INIT physical_state LINK_UP netdev ib0 \n");
    EXPECT_THAT(hostFindings(roce),
                AllOf(HasSubstr("port 1 of mlx5_1 is physically up, but no subnet manager"),
                      HasSubstr("mlx5_0 (ens1np0) is down"), Not(HasSubstr("of mlx5_0 has"))));
}

TEST(ShownTexts, OfIbdev2netdevAreItsInterfacesAndWhichIsDown) {
    const Document tree =
        treeOf("rocep9s0 port 1 ==> enp9s0np0 (Up)\nrocep33s0 port 1 ==> enp33s0np0 (Down)\n");
    EXPECT_EQ(tree["rdma_devices"].size(), 2U);
    EXPECT_EQ(tree["rdma_devices"][0]["ports"][0]["interface_state"], "down") << "rocep33s0: by name";
    EXPECT_EQ(tree["rdma_devices"][1]["ports"][0]["interface_state"], "up");
    EXPECT_TRUE(tree["rdma_devices"][1]["ports"][0]["state"].is_null())
        << "of the port itself nothing is stated";
    EXPECT_THAT(hostFindings(tree), HasSubstr("port 1 of rocep33s0 (enp33s0np0) is down"));
}

TEST(ShownTexts, OfRdmaLinkWithoutAFaultHaveNoFinding) {
    const Document tree = treeOf("link mlx5_7/1 state ACTIVE physical_state LINK_UP netdev ens7f0np0 \n"
                                 "link mlx5_7/2 state ACTIVE physical_state LINK_UP netdev ens7f1np1 \n");
    ASSERT_EQ(tree["rdma_devices"].size(), 1U);
    EXPECT_EQ(tree["rdma_devices"][0]["ports"][1]["interface"], "ens7f1np1");
    EXPECT_EQ(hostFindings(tree), "[]");
}

TEST(ShownTexts, OfAKernelLogAreItsFaults) {
    const Document tree =
        treeOf("[  900.100000] NVRM: Xid (PCI:0000:5d:00): 79, pid=7, GPU has fallen off the bus.\n"
               "[  900.200000] NVRM: Xid (PCI:0000:5d:00): 79, pid=8, GPU has fallen off the bus.\n"
               "[  901.100000] pcieport 0000:5c:01.0: AER: Corrected error received: 0000:5c:01.0\n"
               "[  902.100000] pcieport 0000:5c:01.0: AER: Uncorrected (Fatal) error received: 0000:5c:01.0\n"
               "[  903.100000] NVRM: Xid (PCI:0000:9d:00): 4711, pid=9, something new\n");
    ASSERT_EQ(tree["kernel_remarks"].size(), 4U);
    EXPECT_EQ(tree["kernel_remarks"][0]["bdf"], "0000:5d:00.0");
    EXPECT_EQ(tree["kernel_remarks"][0]["count"], 2);
    const std::string findings = hostFindings(tree);
    EXPECT_THAT(findings, HasSubstr("0000:5d:00.0: Xid 79: the GPU has fallen off the bus (2 times)"));
    EXPECT_THAT(findings, HasSubstr("0000:5c:01.0: the kernel logged fatal errors of the PCIe bus"));
    EXPECT_THAT(findings, HasSubstr("0000:5c:01.0: the kernel logged corrected errors"));
    EXPECT_THAT(findings, HasSubstr("Xid 4711, a number that is not explained here"));
}

TEST(ShownTexts, OfRocmSmiAreItsGpusWithoutAddress) {
    const Document tree =
        treeOf("===== ROCm System Management Interface =====\n===== Product Info =====\n"
               "GPU[0]\t\t: Card series: \t\tAMD Instinct MI999X\nGPU[0]\t\t: Card SKU: \t\tM9\n"
               "GPU[1]\t\t: Card series: \t\tAMD Instinct MI999X\n===== End of ROCm SMI Log =====\n");
    EXPECT_EQ(tree["matrix_devices"]["gpus"].size(), 2U);
    EXPECT_TRUE(tree["matrix_devices"]["nics"].empty());
    EXPECT_EQ(tree["matrix_devices"]["tool"], "rocm-smi");
    const Document devices = Document::parse(devicesDocument(
        *topologyOf("===== ROCm System Management Interface =====\n===== Concise Info =====\n"
                    "GPU  Temp (DieEdge)  AvgPwr  SCLK     VRAM%\n"
                    "0    51.0c           99.0W   1700Mhz   65%\n1    52.0c           98.0W   1650Mhz   66%\n"
                    "==================\n===== End of ROCm SMI Log =====\n"),
        nullptr));
    const Document &table = devices["device_matrices"][0];
    EXPECT_EQ(table["columns"], Document::parse(R"J(["Temp (DieEdge)", "AvgPwr", "SCLK", "VRAM%"])J"));
    EXPECT_EQ(table["rows"][1]["cells"][1], "98.0W");
}

TEST(ShownTexts, OfNvlinkStatusAreTheLinksOfEachGpu) {
    const Document devices = Document::parse(devicesDocument(
        *topologyOf("GPU 0: NVIDIA X900 (UUID: GPU-11)\n\t Link 0: 50 GB/s\n\t Link 1: 50 GB/s\n"
                    "\t Link 2: <inactive>\nGPU 1: NVIDIA X900 (UUID: GPU-22)\n\t Link 0: 50 GB/s\n"),
        nullptr));
    const Document &rows = devices["device_matrices"][0]["rows"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["cells"], Document::parse(R"(["NVIDIA X900", "2", "1", "50 GB/s", "GPU-11"])"));
}

TEST(ShownTexts, OfNumactlAreItsNodes) {
    const Document tree = treeOf("available: 2 nodes (0-1)\nnode 0 cpus: 0 1 2 3\nnode 0 size: 1024 MB\n"
                                 "node 1 cpus: 4 5 6 7\nnode 1 size: 2048 MB\nnode distances:\nnode   0   1\n"
                                 "  0:  10  21\n  1:  21  10\n");
    const Document &nodes = tree["host_facts"]["numa_nodes"];
    ASSERT_EQ(nodes.size(), 2U);
    EXPECT_EQ(nodes[1]["cpus"], "4-7");
    EXPECT_EQ(nodes[0]["distances"], Document::parse("[10, 21]"));
}

} // namespace
} // namespace fabricscope::json
