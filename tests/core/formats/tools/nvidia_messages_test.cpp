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
        EXPECT_THAT(faultsOf(host), ElementsAre(" p2p 2 chipset not supported"));
    }
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

} // namespace
} // namespace fabricscope::formats
