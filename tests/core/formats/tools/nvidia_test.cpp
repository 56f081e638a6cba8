// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Builder.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

const std::string kTopo = "\t\x1b[4mGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
                          "GPU0\t X \tNV18\tPIX\tSYS\t0-55,112-167\t0\t\tN/A\n"
                          "GPU1\tNV18\t X \tSYS\tPXB\t56-111\t1\t\tN/A\n"
                          "NIC0\tPIX\tSYS\t X \tSYS\t\t\t\t\n"
                          "NIC1\tSYS\tPXB\tSYS\t X \t\t\t\t\n\nLegend:\n\n  X    = Self\n"
                          "  NV#  = Connection traversing a bonded set of # NVLinks\n\nNIC Legend:\n\n"
                          "  NIC0: mlx5_2\n  NIC1: mlx5_5\n";

void expectTopo(const host::Host &host) {
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    const host::DeviceMatrix &matrix = host.deviceMatrices[0];
    EXPECT_THAT(matrix.columns, ElementsAre("GPU0", "GPU1", "NIC0", "NIC1"));
    ASSERT_EQ(matrix.rows.size(), 4U);
    EXPECT_THAT(matrix.rows[0].cells, ElementsAre("X", "NV18", "PIX", "SYS"));
    EXPECT_THAT(matrix.rows[3].cells, ElementsAre("SYS", "PXB", "SYS", "X"));
    EXPECT_EQ(*matrix.rows[0].cpus, "0-55,112-167");
    EXPECT_EQ(*matrix.rows[1].numaNodes, "1");
    EXPECT_FALSE(matrix.rows[2].cpus.known());
    EXPECT_EQ(matrix.rows[2].device, "mlx5_2");
    EXPECT_EQ(matrix.rows[3].device, "mlx5_5");
}

TEST(NvidiaTopo, IsKeptAsATableWithoutKnownAddresses) {
    const host::Host host = hostOfText(kTopo);
    expectTopo(host);
    EXPECT_FALSE(host.deviceMatrices[0].rows[0].address.has_value());
    EXPECT_TRUE(host.functions.empty()) << "no address may be invented";
    EXPECT_TRUE(host.gpus.empty());
    EXPECT_TRUE(host.gpuLinks.empty());
}

TEST(NvidiaTopo, ReadsPastedText) {
    expectTopo(hostOfText(pasted(kTopo)));
    expectTopo(hostOfText(pasted(kTopo, true)));
}

/// A host with `gpus` GPUs and as many NICs, as printed by nvidia-smi; GPU i and j have "NV18", other pairs
/// depend on their numbers.
std::string bigTopo(unsigned gpus) {
    const auto nameOf = [&](unsigned i) {
        return i < gpus ? "GPU" + std::to_string(i) : "NIC" + std::to_string(i - gpus);
    };
    std::string text = "\t";
    for (unsigned i = 0; i < 2 * gpus; ++i)
        text += nameOf(i) + '\t';
    text += "CPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
    for (unsigned i = 0; i < 2 * gpus; ++i) {
        text += nameOf(i);
        for (unsigned j = 0; j < 2 * gpus; ++j)
            text += i == j                   ? "\t X "
                    : i < gpus && j < gpus   ? "\tNV18"
                    : i % gpus == j % gpus   ? "\tPIX"
                    : (i < j) == (i / 2 < 3) ? "\tNODE"
                                             : "\tSYS";
        text += i < gpus ? "\t0-47,96-143\t0\t\tN/A\n" : "\t\t\t\t\n";
    }
    return text;
}

/// Wraps at this number of columns, even within words.
std::string wrappedAt(const std::string &text, std::size_t columns) {
    std::string wrapped;
    for (std::istringstream lines(text); lines.good();) {
        std::string line;
        std::getline(lines, line);
        std::erase(line, '\r');
        for (; line.size() > columns; line.erase(0, columns))
            wrapped += line.substr(0, columns) + '\n';
        wrapped += line + '\n';
    }
    return wrapped;
}

TEST(NvidiaTopo, ReadsWrappedText) {
    const std::string text = bigTopo(8);
    const host::Host whole = hostOfText(text);
    ASSERT_EQ(whole.deviceMatrices.at(0).rows.size(), 16U);
    for (const std::size_t columns : {80U, 100U, 120U}) {
        const host::Host host = hostOfText(wrappedAt(pasted(text), columns));
        ASSERT_EQ(host.deviceMatrices.size(), 1U) << columns;
        EXPECT_EQ(host.deviceMatrices[0].columns, whole.deviceMatrices[0].columns) << columns;
        ASSERT_EQ(host.deviceMatrices[0].rows.size(), 16U) << columns;
        for (std::size_t i = 0; i < 16; ++i)
            EXPECT_EQ(host.deviceMatrices[0].rows[i].cells, whole.deviceMatrices[0].rows[i].cells) << columns;
        EXPECT_EQ(*host.deviceMatrices[0].rows[0].cpus, "0-47,96-143");
    }
}

TEST(NvidiaTopo, DistinguishesAnEmptyCpuAffinityFromAPresentOne) {
    const std::string text = "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
                             "GPU0\t X \tNV18\t\t1\t\tN/A\nGPU1\tNV18\t X \t0-71\t0\t\t4\n";
    for (const std::string &form : {text, pasted(text)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.deviceMatrices.size(), 1U);
        EXPECT_FALSE(host.deviceMatrices[0].rows[0].cpus.known()) << form;
        EXPECT_EQ(*host.deviceMatrices[0].rows[0].numaNodes, "1") << form;
        EXPECT_EQ(*host.deviceMatrices[0].rows[1].cpus, "0-71") << form;
    }
}

TEST(NvidiaTopo, ReadsWhatOldDriversPrint) {
    const host::Host host = hostOfText("\tGPU0\tmlx5_0\tmlx5_1\tCPU Affinity\nGPU0\t X \tPIX\tSYS\t0-31\n"
                                       "mlx5_0\tPIX\t X \tSYS\t\nmlx5_1\tSYS\tSYS\t X \t\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 3U);
    EXPECT_EQ(host.deviceMatrices[0].rows[1].device, "mlx5_0");
    EXPECT_EQ(*host.deviceMatrices[0].rows[0].cpus, "0-31");
}

const std::string kTable =
    "Sat Nov  1 10:00:00 2025\n+-----+\n"
    "| NVIDIA-SMI 580.65.06              Driver Version: 580.65.06      CUDA Version: 13.0     |\n"
    "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
    "|=========================================+========================+======================|\n"
    "|   0  NVIDIA H200                    On  |   00000000:1B:00.0 Off |                    0 |\n"
    "| N/A   31C    P0             75W /  700W |       1MiB / 143771MiB |      0%      Default |\n"
    "+-----------------------------------------+------------------------+----------------------+\n"
    "|   1  NVIDIA H200                    On  |   00000000:43:00.0 Off |                    0 |\n"
    "| N/A   30C    P0             74W /  700W |       1MiB / 143771MiB |      0%      Default |\n"
    "+-----+\n| Processes:  |\n|    0   N/A  N/A   4711   C   python   1/2MiB |\n";

TEST(NvidiaTable, ReadsGpusTheirNamesMemoryAndTheDriver) {
    const host::Host host = hostOfText(kTable);
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(host.gpus[0].address, bdf("0000:1b:00.0"));
    EXPECT_EQ(*host.gpus[0].model, "NVIDIA H200");
    EXPECT_EQ(host.gpus[1].vram->value, std::uint64_t{143771} << 20);
    EXPECT_EQ(*host.modules.at("nvidia").at("version"), "580.65.06");
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(*host.functions[0].vendor, 0x10de);
    EXPECT_EQ(*host.functions[0].driver, "nvidia");
    EXPECT_FALSE(host.functions[0].classCode.known()) << "VGA or 3D controller, nvidia-smi does not say";
}

std::vector<std::string> gpuNames(const host::Host &host) {
    std::vector<std::string> names;
    for (const topology::Node &node : topology::build(std::make_shared<const host::Host>(host))->nodes())
        if (node.kind == topology::NodeKind::Gpu)
            names.push_back(node.bdf->toShortString() + " " + node.name);
    return names;
}

std::string with(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(NvidiaTable, ReadsGpuIndicesAlsoWhereSomeAreOmitted) {
    const host::Host host = hostOfText(kTable);
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(*host.gpus[0].smiIndex, 0);
    EXPECT_EQ(*host.gpus[1].smiIndex, 1);
    EXPECT_FALSE(host.gpus[1].hipIndex.known());
    // as printed by `nvidia-smi -i 3,5`
    const std::string part = with(with(kTable, "|   0  NVIDIA", "|   3  NVIDIA"), "|   1  N", "|   5  N");
    const host::Host some = hostOfText(part);
    ASSERT_EQ(some.gpus.size(), 2U);
    EXPECT_EQ(some.gpus[0].smiIndex.valueOr(-1), 3);
    EXPECT_EQ(some.gpus[1].smiIndex.valueOr(-1), 5);
    EXPECT_THAT(gpuNames(some), ElementsAre("1b:00.0 GPU3", "43:00.0 GPU5"));
}

TEST(NvidiaTable, NamesGpusOfSeveralTextsOnce) {
    const std::string one = with(kTable, "|   1  N", "|   5  N");
    const std::string list =
        "GPU 5: NVIDIA H200 (UUID: GPU-aaaaaaaa-0000-0000-0000-000000000005)\n"
        "  MIG 1g.18gb     Device  0: (UUID: MIG-bbbbbbbb-0000-0000-0000-000000000000)\n";
    const host::Host host = hostOfTexts({one, list});
    EXPECT_THAT(gpuNames(host), ElementsAre("1b:00.0 GPU0", "43:00.0 GPU5"));
    EXPECT_EQ(host.gpus[1].uniqueId.valueOr({}), "GPU-aaaaaaaa-0000-0000-0000-000000000005");
    EXPECT_TRUE(host.deviceMatrices.empty()) << "the GPU of -L is the tree's";
    const std::string functions = "17:00.0 3D controller: NVIDIA Corporation Device 2335\n"
                                  "1b:00.0 3D controller: NVIDIA Corporation Device 2335\n"
                                  "43:00.0 3D controller: NVIDIA Corporation Device 2335\n"
                                  "61:00.0 3D controller: NVIDIA Corporation Device 2335\n";
    EXPECT_THAT(gpuNames(hostOfTexts({functions, one})),
                ElementsAre("17:00.0 GPU1", "1b:00.0 GPU0", "43:00.0 GPU5", "61:00.0 GPU2"))
        << "those without a number get what is left, in the order of addresses";
    const std::string amd = "GPU: 5\n    BDF: 0000:c1:00.0\n    UUID: 1\n";
    EXPECT_THAT(gpuNames(hostOfTexts({one, amd})),
                ElementsAre("1b:00.0 GPU0", "43:00.0 GPU1", "c1:00.0 GPU2"))
        << "two tools give one number to two GPUs";
}

TEST(NvidiaQuery, NamesGpusByThePrintedIndex) {
    const std::string header = "index, name, pci.bus_id\n", rest = ", NVIDIA H200, 00000000:43:00.0\n";
    EXPECT_THAT(gpuNames(hostOfText(header + "5" + rest)), ElementsAre("43:00.0 GPU5"));
    const host::Host unnumbered = hostOfText("name, pci.bus_id\nNVIDIA H200, 00000000:43:00.0\n");
    EXPECT_FALSE(unnumbered.gpus.at(0).smiIndex.known()) << "one of how many, it does not say";
    EXPECT_THAT(gpuNames(unnumbered), ElementsAre("43:00.0 GPU0"));
}

TEST(RocmSmi, NamesGpusByThePrintedNumber) {
    const std::string text = "============================ ROCm System Management Interface ============\n"
                             "GPU[6]\t\t: PCI Bus: 0000:C1:00.0\n"
                             "================================== End of ROCm SMI Log ===================\n";
    EXPECT_THAT(gpuNames(hostOfText(text)), ElementsAre("c1:00.0 GPU6"));
    EXPECT_THAT(gpuNames(hostOfText("GPU: 6\n    BDF: 0000:c1:00.0\n    UUID: 1\n")),
                ElementsAre("c1:00.0 GPU6"));
}

TEST(NvidiaTable, MakesGpusOfTheTree) {
    const auto host = std::make_shared<const host::Host>(hostOfText(kTable));
    const auto topology = topology::build(host);
    EXPECT_EQ(std::count_if(topology->nodes().begin(), topology->nodes().end(),
                            [](const auto &node) { return node.kind == topology::NodeKind::Gpu; }),
              2);
}

TEST(NvidiaTopo, IsPlacedByTheTableAndIbdev2netdevOfTheSameHost) {
    const host::Host host =
        hostOfTexts({kTopo, kTable,
                     "0000:1c:00.0 mlx5_2 (MT4129 - MCX75310AAS) ConnectX-7 fw 28.41.1000 port 1 "
                     "(ACTIVE) ==> ens1np0 (Up)\n"});
    ASSERT_EQ(host.gpuLinks.size(), 1U);
    EXPECT_EQ(host.gpuLinks[0].from, bdf("0000:1b:00.0"));
    EXPECT_EQ(host.gpuLinks[0].to, bdf("0000:43:00.0"));
    EXPECT_EQ(host.gpuLinks[0].count, 18);
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows[1].address, bdf("0000:43:00.0"));
    EXPECT_EQ(host.deviceMatrices[0].rows[2].address, bdf("0000:1c:00.0"));
    EXPECT_FALSE(host.deviceMatrices[0].rows[3].address.has_value());
    EXPECT_EQ(*host.function(bdf("0000:43:00.0"))->numaNode, 1);
    EXPECT_EQ(*host.function(bdf("0000:1b:00.0"))->localCpus, "0-55,112-167");
}

constexpr const char *kQuery =
    "\n==============NVSMI LOG==============\n\nDriver Version                            : 570.86.15\n\n"
    "Attached GPUs                             : 2\nGPU 00000000:1B:00.0\n"
    "    Product Name                          : NVIDIA H100 80GB HBM3\n"
    "    GPU UUID                              : GPU-11111111-2222-3333-4444-555555555555\n"
    "    VBIOS Version                         : 96.00.A5.00.01\n    PCI\n"
    "        Device Id                         : 0x233010DE\n"
    "        Sub System Id                     : 0x16C110DE\n        GPU Link Info\n"
    "            PCIe Generation\n                Max                       : 4\n"
    "                Current                   : 1\n                Device Max                : 5\n"
    "            Link Width\n                Max                       : 16x\n"
    "                Current                   : 8x\n    FB Memory Usage\n"
    "        Total                             : 81559 MiB\n    BAR1 Memory Usage\n"
    "        Total                             : 131072 MiB\n    Clocks\n"
    "        Max                               : 3 MHz\nGPU 00000000:43:00.0\n"
    "    Product Name                          : N/A\n            PCIe Generation\n"
    "                Max                       : N/A\n";

TEST(NvidiaQuery, ReadsIdsAndLinks) {
    const std::string flat = [] { // without indentation
        std::string text;
        for (std::istringstream lines(kQuery); lines.good();) {
            std::string line;
            std::getline(lines, line);
            text += line.substr(std::min(line.find_first_not_of(' '), line.size())) + '\n';
        }
        return text;
    }();
    for (const std::string &form : {std::string(kQuery), pasted(kQuery, true), flat}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.gpus.size(), 2U);
        EXPECT_EQ(*host.gpus[0].model, "NVIDIA H100 80GB HBM3");
        EXPECT_EQ(host.gpus[0].vram->value, std::uint64_t{81559} << 20);
        const host::PciFunction &gpu = host.functions.at(0);
        EXPECT_EQ(*gpu.vendor, 0x10de);
        EXPECT_EQ(*gpu.device, 0x2330);
        EXPECT_EQ(*gpu.subsystemDevice, 0x16c1);
        EXPECT_EQ(gpu.maxSpeed->generation(), 5U) << "what the GPU can do, not what its slot lets it";
        EXPECT_EQ(gpu.currentSpeed->generation(), 1U);
        EXPECT_EQ(*gpu.maxWidth, 16);
        EXPECT_EQ(*gpu.currentWidth, 8);
        EXPECT_FALSE(host.gpus[1].model.known());
        EXPECT_FALSE(host.functions.at(1).maxSpeed.known());
    }
}

TEST(NvidiaQuery, NumbersGpusByItsOrderWhereItListsAll) {
    const host::Host host = hostOfText(kQuery);
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(*host.gpus[0].smiIndex, 0);
    EXPECT_EQ(*host.gpus[1].smiIndex, 1);
    std::string part = kQuery; // as printed by `nvidia-smi -q -i 6`: two of eight
    part.replace(part.find(": 2\nGPU"), 3, ": 8");
    for (const host::GpuFacts &gpu : hostOfText(part).gpus)
        EXPECT_FALSE(gpu.smiIndex.known());
}

TEST(NvidiaXml, ReadsIdsAndLinksOfXml) {
    const host::Host host = hostOfText(
        "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n<driver_version>570.86.15</driver_version>\n"
        "<attached_gpus>2</attached_gpus>\n<gpu id=\"00000000:1B:00.0\">\n<pci>\n"
        "<pci_device_id>233010DE</pci_device_id>\n<pci_gpu_link_info>\n<pcie_gen>\n"
        "<max_link_gen>4</max_link_gen>\n<current_link_gen>4</current_link_gen>\n"
        "<max_device_link_gen>5</max_device_link_gen>\n</pcie_gen>\n<link_widths>\n"
        "<max_link_width>16x</max_link_width>\n<current_link_width>16x</current_link_width>\n</link_widths>\n"
        "</pci_gpu_link_info>\n</pci>\n<fb_memory_usage>\n<total>81559 MiB</total>\n</fb_memory_usage>\n"
        "<bar1_memory_usage>\n<total>9 MiB</total>\n</bar1_memory_usage>\n</gpu>\n</nvidia_smi_log>\n");
    ASSERT_EQ(host.functions.size(), 1U);
    EXPECT_EQ(*host.functions[0].device, 0x2330);
    EXPECT_EQ(host.functions[0].maxSpeed->generation(), 5U);
    EXPECT_EQ(*host.functions[0].currentWidth, 16);
    EXPECT_EQ(host.gpus[0].vram->value, std::uint64_t{81559} << 20);
    EXPECT_EQ(*host.modules.at("nvidia").at("version"), "570.86.15");
}

TEST(NvidiaInformation, HasItsAddressBehindItsFacts) {
    const host::Host host =
        hostOfText("Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 120\nGPU UUID: \t GPU-1\n"
                   "Video BIOS: \t ??.??.??.??.??\nBus Type: \t PCIe\nBus Location: \t 0000:41:00.0\n");
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(host.gpus[0].address, bdf("0000:41:00.0"));
    EXPECT_EQ(*host.gpus[0].uniqueId, "GPU-1");
    EXPECT_FALSE(host.gpus[0].vbios.known());
}

TEST(NvidiaTools, DoNotOverrideBetterSources) {
    const host::Host host =
        hostOfTexts({kQuery, "0000:1b:00.0 3D controller [0302]: NVIDIA Corporation GH100 "
                             "[10de:2330] (rev a1)\n\tNUMA node: 3\n\tCapabilities: [60] Express "
                             "(v2) Endpoint, MSI 00\n\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, "
                             "ASPM L1\n\t\tLnkSta:\tSpeed 32GT/s, Width x16\n"});
    const host::PciFunction *gpu = host.function(bdf("0000:1b:00.0"));
    ASSERT_NE(gpu, nullptr);
    EXPECT_EQ(*gpu->classCode >> 8, 0x0302U);
    EXPECT_EQ(*gpu->numaNode, 3);
    EXPECT_NE(gpu->currentWidth.valueOr(16), 8)
        << "lspci reads the device, nvidia-smi what the driver thinks";
}

} // namespace
} // namespace fabricscope::formats
