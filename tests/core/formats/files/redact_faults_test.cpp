// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A redacted text has the faults of the text: the words by which they are found are kept.
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/topology/Topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

/// "device.fault.remap_pending" of each finding.
std::vector<std::string> findingsOf(const capture::Capture &capture) {
    const auto topology = topology::build(std::make_shared<const host::Host>(readHost(capture)));
    std::vector<std::string> found;
    for (const topology::Node &node : topology->nodes())
        for (const findings::Finding &finding : node.findings)
            found.push_back(finding.rule + "." + finding.variant);
    return found;
}

constexpr const char *kTexts[] = {
    "[    0.000000] Linux version 6.8.0\n"
    "[ 91.1] mlx5_core 0000:a3:00.0: mlx5_health_report:poll_health:8:(pid 0): device's health compromised - "
    "reached miss count\n"
    "[ 92.1] mlx5_core 0000:a4:00.0: print_health_info:4:(pid 0): synd 0x8: unrecoverable hardware error\n"
    "[ 93.1] mlx5_core 0000:a5:00.0: Port module event[error]: module 0, Cable error, Power budget exceeded\n"
    "[ 94.1] mlx5_core 0000:a6:00.0: wait_func:9:(pid 1): ACCESS_REG(0x805) timeout. Will cause a leak of a "
    "command resource\n"
    "[ 95.1] bnxt_en 0000:a7:00.0 ens1: Firmware fatal reset event detected\n"
    "[ 96.1] amdgpu 0000:b1:00.0: amdgpu: ring sdma0 timeout, signaled seq=7, emitted seq=9\n"
    "[ 97.1] amdgpu 0000:b2:00.0: amdgpu: 3 uncorrectable hardware errors detected in umc block\n"
    "[ 98.1] amdgpu 0000:b3:00.0: amdgpu: GPU Recovery Failed: -110\n"
    "[ 99.1] pcieport 0000:40:01.1: pciehp: Slot(7): Card not present\n"
    "[100.1] AMD-Vi: Event logged [IO_PAGE_FAULT device=0000:41:00.0 domain=0x000f address=0x12 "
    "flags=0x0020]\n"
    "[101.1] EDAC MC0: 1 UE memory read error on DIMM_B2 (channel:1 slot:0 page:0x1)\n"
    "[102.1] NVRM: GPU 0000:c1:00.0: RmInitAdapter failed! (0x62:0xffff:2401)\n"
    "[103.1] NVRM: API mismatch: the client has the version 570.86, but\n"
    "[104.1] BERT: Error records from previous boot:\n",
    "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
    "GPU 00000000:A3:00.0\n    Product Name                          : NVIDIA X900\n"
    "    GPU Recovery Action                   : Reset\n    Fabric\n"
    "        State                             : In Progress\n    ECC Errors\n        Volatile\n"
    "            SRAM Correctable              : 2\n            DRAM Uncorrectable            : 3\n"
    "        Aggregate\n            SRAM Threshold Exceeded       : Yes\n    Retired Pages\n"
    "        Pending Page Blacklist            : Yes\n    Remapped Rows\n"
    "        Pending                           : Yes\n        Remapping Failure Occurred        : Yes\n",
    "GPU 0: NVIDIA X900 (UUID: GPU-11)\n\t Link 0: Replay Errors: 2\n\t Link 0: CRC Errors: 3\n",
};

TEST(RedactFaults, AreThoseOfTheText) {
    for (const char *text : kTexts) {
        const auto capture = importPieces({{"pasted.txt", text}});
        ASSERT_TRUE(capture);
        const auto expected = findingsOf(*capture);
        EXPECT_GT(expected.size(), 0U) << text;
        EXPECT_EQ(findingsOf(capture::redacted(*capture, "key")), expected) << text;
    }
}

} // namespace
} // namespace fabricscope::formats
