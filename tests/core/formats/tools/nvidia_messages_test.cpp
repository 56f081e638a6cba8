// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Builder.h"
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(NvidiaMessages, NameTheReasonForNoGpu) {
    const struct {
        const char *text, *fault;
    } kCases[] = {
        {"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the "
         "latest NVIDIA driver is installed and running.\n",
         " no_driver"},
        {"NVIDIA-SMI has failed because it couldn\xE2\x80\x99t communicate with the NVIDIA driver.\n",
         " no_driver"},
        {"Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 599.10\n",
         " driver_mismatch"},
        {"$ nvidia-smi\nNo devices were found\n", " no_gpus"},
        {"Insufficient Permissions\n", " no_permission"},
        {"Failed to initialize NVML: Insufficient Permissions\n", " no_permission"},
        {"Failed to initialize NVML: Unknown Error\n", " nvml Unknown Error"},
        {"WARNING: infoROM is corrupted at gpu 0000:A3:00.0\n", "0000:a3:00.0 inforom"},
    };
    for (const auto &each : kCases)
        EXPECT_THAT(faultsOf(hostOfText(each.text)), ElementsAre(each.fault)) << each.text;
    EXPECT_THAT(factsOf(hostOfText(kCases[2].text)), ElementsAre("NVML library version=599.10"));
}

TEST(NvidiaMessages, HaveARemedy) {
    const auto topology = topology::build(std::make_shared<const host::Host>(
        hostOfText("Failed to initialize NVML: Driver/library version mismatch\n")));
    ASSERT_EQ(topology->node(0).findings.size(), 1U);
    EXPECT_EQ(topology->node(0).findings[0].severity, findings::Severity::Error);
    EXPECT_THAT(findings::remedy(topology->node(0).findings[0]), testing::HasSubstr("Restart the host"));
}

TEST(NvidiaMessages, OfOtherProgramsAreLeft) {
    EXPECT_EQ(kindOf("Looking for scanners\nNo devices were found\n"), "");
    EXPECT_EQ(kindOf("Insufficient Permissions to open x\ny\n"), "");
}

TEST(NvidiaMessages, OfAQueryBelongToTheirGpu) {
    const host::Host host =
        hostOfText("==============NVSMI LOG==============\n\nAttached GPUs                             : 2\n"
                   "GPU 00000000:A3:00.0\n    Product Name                          : NVIDIA X900\n"
                   "Unable to determine the device handle for GPU1: 0000:A4:00.0: Unknown Error\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a4:00.0 lost"));
    EXPECT_EQ(host.gpus.size(), 2U);
}

const char *const kP2p = " \tGPU0\tGPU1\tGPU2\t\n GPU0\tX\tOK\tCNS\t\n GPU1\tOK\tX\tCNS\t\n"
                         " GPU2\tCNS\tCNS\tX\t\n\nLegend:\n\n  X    = Self\n  OK   = Status Ok\n"
                         "  CNS  = Chipset not supported\n";

TEST(NvidiaP2p, IsNoTopologyMatrix) {
    for (const std::string &form : {std::string(kP2p), pasted(kP2p, true)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.deviceMatrices.size(), 1U) << form;
        EXPECT_EQ(host.deviceMatrices[0].tool, "nvidia-smi topo -p2p");
        EXPECT_EQ(host.deviceMatrices[0].what, "P2P");
        EXPECT_THAT(host.deviceMatrices[0].rows.at(2).cells, ElementsAre("CNS", "CNS", "X"));
        EXPECT_THAT(faultsOf(host),
                    ElementsAre(" p2p 2 GPU0 with GPU2, GPU1 with GPU2: chipset not supported"));
    }
}

TEST(NvidiaP2p, NamesThePairsOfEachState) {
    EXPECT_THAT(faultsOf(hostOfText("$ nvidia-smi topo -p2p r\n\tGPU0\tGPU1\tGPU2\tGPU3\n"
                                    "GPU0\tX\tOK\tCNS\tU\nGPU1\tOK\tX\tTNS\tOK\n"
                                    "GPU2\tCNS\tOK\tX\tOK\nGPU3\tOK\tDR\tOK\tX\n")),
                ElementsAre(" p2p 3 GPU0 with GPU2: chipset not supported; GPU1 with GPU3: disabled by the "
                            "driver's key; GPU1 with GPU2: topology not supported"));
}

TEST(NvidiaP2p, NamesTheFirstOfManyPairs) {
    constexpr int kGpus = 16;
    std::string text;
    for (int gpu = 0; gpu < kGpus; ++gpu)
        text += "\tGPU" + std::to_string(gpu);
    text += '\n';
    for (int row = 0; row < kGpus; ++row) {
        text += "GPU" + std::to_string(row);
        for (int column = 0; column < kGpus; ++column)
            text += row == column ? "\tX" : "\tCNS";
        text += '\n';
    }
    const auto faults = faultsOf(hostOfText(text));
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_THAT(faults[0], testing::StartsWith(" p2p 120 GPU0 with GPU1, GPU0 with GPU2, "));
    EXPECT_THAT(faults[0], testing::EndsWith(", ...: chipset not supported"));
}

TEST(NvidiaP2p, IsNamedByItsCommandLine) {
    const host::Host host =
        hostOfText(std::string("$ nvidia-smi topo -p2p n\n") + "\tGPU0\tGPU1\nGPU0\tX\tNS\nGPU1\tNS\tX\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].tool, "nvidia-smi topo -p2p n");
    EXPECT_THAT(faultsOf(host), IsEmpty()) << "GPUs without NVLink";
}

TEST(NvidiaMessages, OfAMissingLibraryAreAFault) {
    for (const char *apostrophe : {"'", "\xE2\x80\x99"})
        EXPECT_THAT(
            faultsOf(hostOfText("NVIDIA-SMI couldn" + std::string(apostrophe) +
                                "t find libnvidia-ml.so library in your system. Please make sure that the "
                                "NVIDIA Display Driver is properly installed and present in your system.\n"
                                "Please also try adding directory that contains libnvidia-ml.so to your "
                                "system PATH.\n")),
            testing::ElementsAre(" no_library"));
}

/// "GPU1: 1 finding" for each GPU of the host's tree.
std::vector<std::string> namesOf(const std::string &text) {
    const auto topology = topology::build(std::make_shared<const host::Host>(hostOfText(text)));
    std::vector<std::string> names;
    for (const topology::Node &node : topology->nodes())
        if (node.kind == topology::NodeKind::Gpu)
            names.push_back(node.name + ": " + std::to_string(node.findings.size()));
    return names;
}

TEST(NvidiaMessages, NameTheGpuByItsNumberOrItsAddress) {
    EXPECT_THAT(namesOf("Unable to determine the device handle for GPU1: 0000:2A:00.0: Unknown Error\n"),
                ElementsAre("GPU1: 1"));
    EXPECT_THAT(namesOf("Unable to determine the device handle for GPU3: 0000:2A:00.0: GPU is lost.  Reboot "
                        "the system to recover this GPU\n"),
                ElementsAre("GPU3: 1"));
    for (const char *gpu : {"GPU 0000:2A:00.0", "GPU0000:2A:00.0", "gpu 0000:2A:00.0"})
        EXPECT_THAT(namesOf(std::string("Unable to determine the device handle for ") + gpu +
                            ": GPU is lost.  Reboot the system to recover this GPU\n"),
                    ElementsAre("GPU 2a:00.0: 1"))
            << gpu;
}

TEST(NvidiaMessages, OfAGpuAmongOthersLeaveTheirNumbers) {
    const std::string table =
        "+---------------------------------------------------------------------------------------+\n"
        "| NVIDIA-SMI 599.10                 Driver Version: 599.10         CUDA Version: 13.9     |\n"
        "|   0  NVIDIA X900                    On  |   00000000:19:00.0 Off |                    0 |\n"
        "| N/A   40C    P0             70W /  700W |       1MiB /  81559MiB |      0%      Default |\n"
        "|   2  NVIDIA X900                    On  |   00000000:3B:00.0 Off |                    0 |\n"
        "| N/A   40C    P0             70W /  700W |       1MiB /  81559MiB |      0%      Default |\n";
    for (const char *gpu : {"GPU1: 0000:2A:00.0", "GPU 0000:2A:00.0"})
        EXPECT_THAT(namesOf(std::string("Unable to determine the device handle for ") + gpu +
                            ": Unknown Error\n" + table),
                    ElementsAre("GPU0: 0", "GPU1: 1", "GPU2: 0"))
            << gpu;
}

TEST(NvidiaQuery, OfOneGpuOfSeveralNamesItByItsAddress) {
    const auto query = [](const std::string &attached, const std::string &gpus) {
        return "==============NVSMI LOG==============\n\nAttached GPUs                             : " +
               attached + "\n" + gpus;
    };
    const auto gpu = [](const std::string &bus) {
        return "GPU 00000000:" + bus +
               ":00.0\n    Product Name                          : NVIDIA X900\n    Clocks Event Reasons\n"
               "        HW Power Brake Slowdown           : Active\n";
    };
    EXPECT_THAT(namesOf(query("8", gpu("AB"))), ElementsAre("GPU ab:00.0: 1"));
    EXPECT_THAT(namesOf(query("8", gpu("AB") + gpu("C1"))), ElementsAre("GPU ab:00.0: 1", "GPU c1:00.0: 1"));
    EXPECT_THAT(namesOf(query("1", gpu("AB"))), ElementsAre("GPU0: 1"));
    EXPECT_THAT(namesOf(query("2", gpu("AB") + gpu("C1"))), ElementsAre("GPU0: 1", "GPU1: 1"));
    EXPECT_THAT(namesOf("<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n\t<attached_gpus>8</attached_gpus>\n"
                        "\t<gpu id=\"00000000:AB:00.0\">\n\t\t<product_name>X</product_name>\n"
                        "\t</gpu>\n</nvidia_smi_log>\n"),
                ElementsAre("GPU ab:00.0: 0"));
}

} // namespace
} // namespace fabricscope::formats
