// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that end without a line feed: half a value is no value, and a whole one is not lost.
#include "core/findings/Finding.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/formats/files/UnfinishedEnd.h"
#include "core/json/host/TreeJson.h"
#include "core/topology/Topology.h"

#include <gmock/gmock.h>

#include <set>
#include <string>

namespace fabricscope::json {
namespace {

using testing::HasSubstr;

struct Shown {
    std::set<std::string> faults; ///< warnings and errors: their rules
    std::string document;
    bool isCutStated = false;
};

Shown shown(const std::string &text) {
    Shown shown;
    const auto capture = formats::importPieces({{"pasted.txt", text}});
    if (!capture)
        return shown;
    for (const std::string &note : capture->notes)
        shown.isCutStated = shown.isCutStated || note.ends_with(formats::kUnfinishedText);
    const auto topology = topology::build(std::make_shared<const host::Host>(formats::readHost(*capture)));
    for (const topology::Node &node : topology->nodes())
        for (const findings::Finding &finding : node.findings)
            if (finding.severity != findings::Severity::Note)
                shown.faults.insert(finding.rule + '.' + finding.variant);
    shown.document = treeDocument(*topology);
    return shown;
}

struct Text {
    const char *name;
    std::string text; ///< without its last line feed
};

void PrintTo(const Text &text, std::ostream *out) {
    *out << text.name;
}

const std::string kLspci =
    "4b:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n\tNUMA node: 1\n"
    "\tRegion 0: Memory at 38042000000 (64-bit, prefetchable) [size=16M]\n"
    "\tCapabilities: [60] Express (v2) Endpoint, IntMsgNum 0\n"
    "\t\tDevSta:\tCorrErr- NonFatalErr- FatalErr- UnsupReq- AuxPwr- TransPend-\n"
    "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
    "\t\tLnkSta:\tSpeed 32GT/s, Width x16\n\tKernel driver in use: nvidia\n";

const std::string kIbstat =
    "CA 'mlx5_9'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tFirmware version: 28.43.2026\n\tPort 1:\n"
    "\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tBase lid: 17\n\t\tSM lid: 1\n"
    "\t\tLink layer: InfiniBand\n";

const std::string kQuery =
    "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
    "GPU 00000000:4B:00.0\n    Product Name                          : NVIDIA H200\n"
    "    MIG Mode\n        Current                           : Disabled\n"
    "        Pending                           : Disabled\n    Fabric\n"
    "        State                             : Completed\n"
    "        Status                            : Success\n    ECC Mode\n"
    "        Current                           : Enabled\n"
    "        Pending                           : Enabled\n    Temperature\n"
    "        GPU Current Temp                  : 31 C\n    Processes                             : None\n";

const std::string kMonitor = "GPU  XCP  POWER   GPU_T   MEM_T  SINGLE_ECC  DOUBLE_ECC  PCIE_REPLAY\n"
                             "  0    0  130 W    41 C    38 C           0           0            0\n"
                             "  1    0  131 W    42 C    39 C           0           0            0\n";

const std::string kPartition =
    "CURRENT_PARTITION:\nGPU_ID  MEMORY  ACCELERATOR_TYPE  ACCELERATOR_PROFILE_INDEX  PARTITION_ID\n"
    "0       NPS1    SPX               0                          0\n"
    "1       NPS1    SPX               0                          0\n";

const std::string kStatic =
    "GPU: 0\n    BDF: 0000:65:00.0\n    PARTITION:\n        ACCELERATOR_PARTITION: SPX\n"
    "        MEMORY_PARTITION: NPS1\n    BUS:\n        MAX_PCIE_WIDTH: 16\n        MAX_PCIE_SPEED: 32 GT/s\n"
    "        PCIE_INTERFACE_VERSION: Gen 5\n        SLOT_TYPE: OAM\n";

const std::string kRows = "index, pci.bus_id, name, pcie.link.width.current, pcie.link.width.max, "
                          "ecc.errors.uncorrected.volatile.total\n"
                          "0, 00000000:4B:00.0, NVIDIA H200, 16, 16, 0\n"
                          "1, 00000000:5C:00.0, NVIDIA H200, 16, 16, 0\n";

const std::string kMetric = R"([{"gpu": 0, "pcie": {"width": 16, "speed": {"value": 32.0, "unit": "GT/s"}},
  "temperature": {"hotspot": {"value": 41, "unit": "C"}}, "ecc": {"total_uncorrectable_count": 0}}])";

const std::string kLog =
    "[  100.250000] nvme 0000:c1:00.0: 63.012 Gb/s available PCIe bandwidth, limited by 32.0 GT/s PCIe x2 "
    "link "
    "at 0000:c0:01.1 (capable of 126.028 Gb/s with 32.0 GT/s PCIe x4 link)\n"
    "[  101.250000] mlx5_core 0000:5e:00.0: Port module event: module 0, Cable plugged\n"
    "[  102.250000] NVRM: Xid (PCI:0000:4b:00): 119, pid=4711, name=trainer, Timeout after 6s of waiting\n";

const std::string kRdma = "link mlx5_3/1 state ACTIVE physical_state LINK_UP netdev ens7f0np0\n"
                          "link mlx5_4/1 state ACTIVE physical_state LINK_UP netdev ens7f1np1\n";

class CutAnywhere : public testing::TestWithParam<Text> {};

/// Each beginning of a text: what it states as a fault, the whole text states, too.
TEST_P(CutAnywhere, StatesNoFaultThatTheWholeTextDoesNot) {
    const std::string &text = GetParam().text;
    const Shown whole = shown(text + '\n');
    for (std::size_t size = 1; size < text.size(); ++size) {
        if (text[size - 1] == '\n')
            continue;
        for (const std::string &fault : shown(text.substr(0, size)).faults)
            EXPECT_TRUE(whole.faults.contains(fault))
                << fault << " of: ..."
                << text.substr(size < 90 ? 0 : size - 90, std::min<std::size_t>(size, 90));
    }
}

std::string withoutFeed(std::string text) {
    text.pop_back();
    return text;
}

INSTANTIATE_TEST_SUITE_P(CutTexts, CutAnywhere,
                         testing::Values(Text{"Lspci", kLspci}, Text{"Ibstat", kIbstat},
                                         Text{"Query", kQuery}, Text{"Monitor", kMonitor},
                                         Text{"Partition", kPartition}, Text{"Static", kStatic},
                                         Text{"Rows", kRows}, Text{"Metric", kMetric}, Text{"Log", kLog},
                                         Text{"Rdma", kRdma}),
                         [](const auto &each) { return each.param.name; });

/// The last value is half of one, and no other line says so.
struct CutValue {
    const char *name;
    std::string text;
    const char *absent; ///< what the document must not hold
};

void PrintTo(const CutValue &text, std::ostream *out) {
    *out << text.name;
}

std::string upTo(const std::string &text, std::string_view words) {
    return text.substr(0, text.rfind(words) + words.size());
}

class Cut : public testing::TestWithParam<CutValue> {};

TEST_P(Cut, IsStatedAndItsValueIsUnknown) {
    const Shown cut = shown(GetParam().text);
    EXPECT_TRUE(cut.isCutStated);
    EXPECT_THAT(cut.faults, testing::IsEmpty());
    EXPECT_THAT(cut.document, testing::Not(HasSubstr(GetParam().absent)));
}

INSTANTIATE_TEST_SUITE_P(
    CutTexts, Cut,
    testing::Values(
        CutValue{"LinkWidth", upTo(kLspci, "LnkSta:\tSpeed 32GT/s, Width x1"), "\"width\": 1,"},
        CutValue{"Driver", upTo(kLspci, "in use: nvi"), "\"nvi\""},
        CutValue{"VirtualDriver",
                 "4c:00.0 Ethernet controller [0200]: Intel Corporation X540 [8086:1528]\n"
                 "\tKernel driver in use: ixgbe",
                 "\"ixgbe\""},
        CutValue{"NumaOfTheLast",
                 "4b:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
                 "\tNUMA node: 1\n5c:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021]\n"
                 "\tNUMA node: 1",
                 "numa_node = -1"},
        CutValue{"PortRate", upTo(kIbstat, "Rate: 40"), "40.0"},
        CutValue{"FabricStatus", upTo(kQuery, "Status                            : Succ"), "Succ"},
        CutValue{"MigPending", upTo(kQuery.substr(0, kQuery.find("    Fabric")), ": Dis"), "Dis\""},
        CutValue{"Replays", withoutFeed(kMonitor).substr(0, kMonitor.size() - 1) + "0", "\"00\""},
        CutValue{"MemoryPartition", upTo(kStatic, "MEMORY_PARTITION: NPS"), "NPS\""},
        CutValue{"PhysicalState", upTo(kIbstat, "Physical state: Link"), "Link\""}),
    [](const auto &each) { return each.param.name; });

class WholeWithoutFeed : public testing::TestWithParam<Text> {};

TEST_P(WholeWithoutFeed, LosesNothing) {
    const Shown pasted = shown(GetParam().text), whole = shown(GetParam().text + '\n');
    EXPECT_FALSE(pasted.isCutStated);
    EXPECT_EQ(pasted.document, whole.document);
}

INSTANTIATE_TEST_SUITE_P(
    CutTexts, WholeWithoutFeed,
    testing::Values(
        Text{"Ibstat", withoutFeed(kIbstat)}, Text{"Query", withoutFeed(kQuery)},
        Text{"Monitor", withoutFeed(kMonitor)}, Text{"Partition", withoutFeed(kPartition)},
        Text{"Rdma", withoutFeed(kRdma)}, Text{"Metric", kMetric}, Text{"Driver", withoutFeed(kLspci)},
        Text{"DriverOfMachine", "Slot:\t4b:00.0\nClass:\t3D controller [0302]\nVendor:\tNVIDIA Corporation "
                                "[10de]\nDevice:\tGH100 [2330]\nDriver:\tnvidia"},
        Text{"Flags", withoutFeed(upTo(kLspci, "TransPend-\n"))},
        Text{"Log", "[  12.000001] NVRM: Xid (PCI:0000:4b:00): 79, GPU has fallen off the bus."},
        Text{"LogPhrase", "[  12.000001] NVRM: Xid (PCI:0000:4b:00): 79, GPU has fallen off the bus"},
        Text{"Unplugged",
             "[  12.000001] mlx5_core 0000:5e:00.0: Port module event: module 0, Cable unplugged"},
        Text{"Lists", "mlx5_0\nmlx5_1\nmlx5_2"},
        Text{"Devices", "GPU 0: NVIDIA H200 (UUID: GPU-9a8b7c6d-1234-5678-9abc-def012345678)"},
        Text{"Netdevs", "mlx5_3 port 1 ==> ens7f0np0 (Up)\nmlx5_4 port 1 ==> ens7f1np1 (Up)"},
        Text{"Distances", "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 0 size: 64000 MB\n"
                          "node 1 cpus: 2 3\nnode 1 size: 64000 MB\nnode distances:\nnode   0   1\n"
                          "  0:  10  32\n  1:  32  10"},
        Text{"Matrix",
             "        GPU0    GPU1    NIC0    CPU Affinity    NUMA Affinity\n"
             "GPU0     X      NV18    PIX     0-55    0\nGPU1    NV18     X      SYS     56-111  1\n"
             "NIC0    PIX     SYS      X"},
        Text{"Legend", "        GPU0    NIC0    NIC1    CPU Affinity    NUMA Affinity\n"
                       "GPU0     X      PIX     SYS     0-55    0\nNIC0    PIX      X      SYS\n"
                       "NIC1    SYS     SYS      X\n\nNIC Legend:\n\n  NIC0: mlx5_0\n  NIC1: mlx5_1"},
        Text{"Prompt", kIbstat + "[kim@gpu-3 ~]$ "},
        Text{"Nvlink", "GPU 0: NVIDIA H200 (UUID: GPU-9a8b7c6d-1234-5678-9abc-def012345678)\n"
                       "\t Link 0: 26.562 GB/s\n\t Link 1: 26.562 GB/s"}),
    [](const auto &each) { return each.param.name; });

} // namespace
} // namespace fabricscope::json
