// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts made to be expensive or to mislead.
#include "core/base/HostText.h"
#include "core/formats/HostBuilder.h"
#include "core/formats/PastedLines.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/MatrixText.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

host::Host read(const char *section, std::string bytes, capture::Damage damage = capture::Damage::None) {
    capture::Capture capture;
    capture::Section::Meta meta;
    meta.name = section;
    meta.damage = damage;
    capture.sections.emplace_back(meta, std::move(bytes));
    return readHost(capture);
}

TEST(HostileTools, KeepAMatrixWithinItsLimits) {
    std::string text;
    for (unsigned i = 0; i < 3000; ++i)
        text += fmt::format("\tGPU{}", i);
    text += '\n';
    for (unsigned i = 0; i < 3000; ++i)
        text += fmt::format("GPU{}\tX\tSYS\n", i);
    const host::Host host = read("tool-nvidia-smi-topo", text);
    std::size_t cells = 0;
    for (const auto &matrix : host.deviceMatrices)
        for (const auto &row : matrix.rows)
            cells += row.cells.size();
    EXPECT_GT(cells, 0U);
    EXPECT_LE(cells, HostLimits::kMatrixCells);
}

TEST(HostileTools, PutNoEndlessRowTogether) {
    // A row with never enough columns, over a million lines.
    std::string text = "\tGPU0\tGPU1\tGPU2\n";
    text += "GPU0 X\n";
    for (int i = 0; i < 1000000; ++i)
        text += "GPU0GPU1GPU2NODENODE_\n";
    const host::Host host = read("tool-nvidia-smi-topo", text);
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows.size(), 1U);
    // A header that never ends.
    std::string header = "GPU0\n";
    for (int i = 0; i < 1000000; ++i)
        header += "and so on\n";
    EXPECT_TRUE(read("tool-nvidia-smi-topo", header).deviceMatrices.empty());
}

TEST(HostileTools, CountAFloodOfErrorsInOneRemark) {
    std::string text;
    for (int i = 0; i < 200000; ++i)
        text += fmt::format(
            "[{:5}.{:06}] nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer\n", i,
            i % 1000000);
    const host::Host host = read("dmesg", text);
    ASSERT_EQ(host.kernelMessages.size(), 1U);
    EXPECT_EQ(host.kernelMessages[0].count, 200000U);
}

TEST(HostileTools, KeepSoManyRemarksAndNoMore) {
    std::string text;
    for (unsigned i = 0; i < 50000; ++i)
        text += fmt::format("[1.0] nvme {:04x}:{:02x}:00.0: PCIe Bus Error: severity=Corrected\n", i >> 8,
                            i & 0xFF);
    EXPECT_EQ(read("dmesg", text).kernelMessages.size(), HostLimits::kKernelMessages);
    std::string same;
    for (unsigned i = 0; i < 50000; ++i)
        same += fmt::format("[1.0] DMAR: DRHD: handling fault status reg {}\n", i);
    EXPECT_EQ(read("dmesg", same).kernelMessages.size(), HostLimits::kKernelMessages);
}

TEST(HostileTools, KeepNodesCpusAndGpusWithinTheirLimits) {
    std::string nodes = "node 0 cpus:";
    for (unsigned i = 0; i < 300000; ++i)
        nodes += fmt::format(" {}", i * 2);
    nodes += "\nnode 99999 cpus: 1\nnode -1 size: 5 MB\nnode 0 size: 99999999999999999999 MB\n";
    const host::Host host = read("tool-numactl-h", nodes);
    ASSERT_EQ(host.numaNodes.size(), 1U);
    EXPECT_LE(host.numaNodes[0].cpus->size(), 65536U + 3);
    EXPECT_FALSE(host.numaNodes[0].memory.known());
    std::string gpus;
    for (unsigned i = 0; i < 70000; ++i)
        gpus += fmt::format("GPU {:08X}:{:02X}:00.0\n    Product Name : x\n", i >> 8, i & 0xFF);
    EXPECT_LE(read("tool-nvidia-smi-q", gpus).gpus.size(), HostLimits::kGpus);
}

TEST(HostileTools, KeepJsonWithinItsDepthAndTakeNoneForSome) {
    EXPECT_TRUE(read("tool-amd-smi-static", std::string(1000000, '[')).gpus.empty());
    EXPECT_TRUE(read("tool-amd-smi-topology", "[" + std::string(1000000, '"')).gpuLinks.empty());
    JsonWalk walk(R"({"a": {"b": [1, "x\u0041\n", {"c": null}]}, "d": tr)");
    std::vector<std::string> seen;
    for (auto event = walk.next(); event != JsonWalk::Event::End; event = walk.next())
        if (event == JsonWalk::Event::Value)
            seen.push_back(walk.key() + '=' + walk.value());
    EXPECT_THAT(seen, testing::ElementsAre("=1", "=xA ", "c=null", "d=tr"));
    JsonWalk broken("[1, }, 2]");
    EXPECT_EQ(broken.next(), JsonWalk::Event::OpenArray);
    EXPECT_EQ(broken.next(), JsonWalk::Event::Value);
    EXPECT_EQ(broken.next(), JsonWalk::Event::End);
    EXPECT_EQ(broken.next(), JsonWalk::Event::End);
}

TEST(HostileTools, TakeNoHalfValueOutOfADamagedText) {
    EXPECT_FALSE(read("tool-ibv-devinfo", "hca_id: mlx5_0\n\tfw_ver: 28.4", capture::Damage::Truncated)
                     .rdmaDevices.at(0)
                     .firmware.known());
    EXPECT_TRUE(
        read("tool-ibv-devinfo", "hca_id: mlx5_0\n\tfw_ver: 28.4").rdmaDevices.at(0).firmware.known());
}

TEST(HostileTools, BringNoEscapesToTheScreen) {
    const host::Host host =
        read("tool-nvidia-smi-topo",
             "\tGPU0\tGPU1\tCPU Affinity\nGPU0\tX\t\x01\x02\xff\t0-\x7f\nGPU1\t\xe2\x80\xae\tX\n");
    for (const auto &matrix : host.deviceMatrices)
        for (const auto &row : matrix.rows)
            for (const auto &cell : row.cells)
                EXPECT_EQ(HostText(cell).plain(), cell);
    const host::Host log = read("dmesg", "[1.0] DMAR: IOMMU enabled\x01\xe2\x80\xae\xff\n");
    ASSERT_EQ(log.kernelMessages.size(), 1U);
    EXPECT_EQ(HostText(log.kernelMessages[0].text).plain(), log.kernelMessages[0].text);
}

TEST(ToolKinds, AreDistinguished) {
    // Texts that another reader of the same words would misread.
    EXPECT_EQ(kindOf("       GPU0         GPU1\nGPU0   0            15\nGPU1   15           0\n"), "");
    EXPECT_EQ(kindOf("\tGPU0\tCPU Affinity\nGPU0\t X \t0-3\n"), "nvidia-smi topo -m");
    EXPECT_EQ(kindOf("ABCD\nhca_id_of_mine\n"), "");
    EXPECT_EQ(kindOf("The output of lscpu has Architecture: and CPU(s): in it\n"), "");
    EXPECT_EQ(kindOf("{\"gpu\": 1}"), "");
    EXPECT_EQ(kindOf("[Desktop Entry]\nName=x\n[Other]\nkernel: none\n"), "");
    EXPECT_EQ(kindOf("root=/dev/sda ro\n", "log.txt"), "");
    EXPECT_EQ(kindOf("root=/dev/sda ro\n", "sosreport/proc/cmdline"), "/proc/cmdline");
}

} // namespace
} // namespace fabricscope::formats
