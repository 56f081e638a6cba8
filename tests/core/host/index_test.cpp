// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/GpuIndex.h"
#include "core/host/NicIndex.h"
#include "tests/support/samples/SampleHostBuilder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::host {
namespace {

using samples::fact;
using samples::SampleHostBuilder;
using samples::text;
using testing::HasSubstr;
namespace shapes = samples::shapes;

/// Four GPUs whose KFD nodes, and thus HIP indices, are in the reverse order of their addresses.
Host amdHost() {
    SampleHostBuilder builder("amd");
    for (int i = 0; i < 4; ++i) {
        const std::string bdf = fmt::format("0000:{:02x}:00.0", 0x10 + i);
        builder.add(bdf, shapes::kGpu);
        GpuFacts gpu;
        gpu.address = samples::address(bdf);
        gpu.uniqueId = text(fmt::format("{:016x}", 0xa5c0de00 + i));
        gpu.smiIndex = fact(i);
        gpu.oam = fact(7 - i);
        KfdNodeFacts node;
        node.node = 5 - i;
        node.gpuId = fact(std::uint64_t{40000} + static_cast<std::uint64_t>(i));
        node.renderMinor = fact(128 + i);
        node.evidence = {17, 3, 2};
        gpu.kfd = {node};
        builder.host.gpus.push_back(std::move(gpu));
    }
    return builder.finish();
}

Host nvidiaHost(std::uint16_t lastModel) {
    SampleHostBuilder builder("nvidia");
    for (int i = 0; i < 3; ++i) {
        samples::Shape shape{0x030200, 0x10de, i == 2 ? lastModel : std::uint16_t{0x2330}, "nvidia"};
        builder.add(fmt::format("0000:{:02x}:00.0", 0x20 + i), shape);
    }
    return builder.finish();
}

std::vector<int> visible(const GpuTable &table) {
    std::vector<int> list;
    for (const GpuEntry &gpu : table.gpus)
        list.push_back(gpu.visible ? gpu.visible->value : (gpu.hidden ? -1 : -2));
    return list;
}
using testing::ElementsAre;

TEST(GpuIndex, CountsAsHipDoes) {
    const GpuTable table = gpuTable(amdHost());
    ASSERT_EQ(table.gpus.size(), 4u);
    EXPECT_THAT(visible(table), ElementsAre(3, 2, 1, 0)) << "in the order of KFD's nodes";
    const GpuEntry &gpu = table.gpus[1];
    EXPECT_EQ(gpu.address.toString(), "0000:11:00.0");
    EXPECT_EQ(gpu.runtime->value, 2);
    EXPECT_TRUE(gpu.runtime->evidence.exists());
    EXPECT_THAT(std::string(gpu.runtime->rule), HasSubstr("KFD"));
    EXPECT_EQ(gpu.smi->value, 1);
    EXPECT_EQ(gpu.kfdNode->value, 4);
    EXPECT_EQ(gpu.renderMinor->value, 129);
    EXPECT_EQ(gpu.oam->value, 6);
    EXPECT_EQ(gpu.rvs->value, 40001);
    EXPECT_EQ(table.visibleAt(0)->address.toString(), "0000:13:00.0");
    EXPECT_EQ(table.find(samples::address("0000:12:00.0"))->smi->value, 2);
}

TEST(GpuIndex, AppliesTheEnvironmentInItsOrder) {
    const Host host = amdHost();
    const auto of = [&](std::vector<EnvironmentEntry> environment) {
        return visible(gpuTable(host, environment));
    };
    EXPECT_THAT(of({{"HIP_VISIBLE_DEVICES", "1,0"}}), ElementsAre(-1, -1, 0, 1));
    EXPECT_THAT(of({{"ROCR_VISIBLE_DEVICES", "3,2"}}), ElementsAre(0, 1, -1, -1));
    EXPECT_THAT(of({{"ROCR_VISIBLE_DEVICES", "3,2"}, {"HIP_VISIBLE_DEVICES", "1"}}),
                ElementsAre(-1, 0, -1, -1))
        << "HIP counts what ROCr left";
    EXPECT_THAT(of({{"CUDA_VISIBLE_DEVICES", "2"}}), ElementsAre(-1, 0, -1, -1)) << "HIP takes CUDA's too";
    EXPECT_THAT(of({{"CUDA_VISIBLE_DEVICES", "2"}, {"HIP_VISIBLE_DEVICES", "0"}}),
                ElementsAre(-1, -1, -1, 0));
    EXPECT_THAT(of({{"GPU_DEVICE_ORDINAL", "3"}}), ElementsAre(0, -1, -1, -1));
    EXPECT_THAT(of({{"HIP_VISIBLE_DEVICES", ""}}), ElementsAre(3, 2, 1, 0));
    EXPECT_THAT(of({{"HIP_VISIBLE_DEVICES", "-1"}}), ElementsAre(-1, -1, -1, -1));
    EXPECT_THAT(of({{"ROCR_VISIBLE_DEVICES", "GPU-00000000a5c0de02"}}), ElementsAre(-1, -1, 0, -1));
}

TEST(GpuIndex, EndsAListAtItsFirstWrongEntry) {
    const Host host = amdHost();
    const std::vector<EnvironmentEntry> wrong = {{"HIP_VISIBLE_DEVICES", "0,9,1"}};
    const GpuTable table = gpuTable(host, wrong);
    EXPECT_THAT(visible(table), ElementsAre(-1, -1, -1, 0));
    EXPECT_THAT(table.notes, ElementsAre(HasSubstr("'9' names no GPU")));
    const std::vector<EnvironmentEntry> twice = {{"HIP_VISIBLE_DEVICES", "1,1,0"}};
    EXPECT_THAT(gpuTable(host, twice).notes, ElementsAre(HasSubstr("twice")));
    const std::vector<EnvironmentEntry> prefix = {{"ROCR_VISIBLE_DEVICES", "GPU-00000000"}};
    EXPECT_THAT(visible(gpuTable(host, prefix)), ElementsAre(-1, -1, -1, -1)) << "the beginning of several";
    const std::vector<EnvironmentEntry> hostile = {{"HIP_VISIBLE_DEVICES", std::string(100000, ',')}};
    EXPECT_THAT(visible(gpuTable(host, hostile)), ElementsAre(-1, -1, -1, -1));
}

TEST(GpuIndex, KnowsCudaOrderOnlyIfItIsDetermined) {
    const GpuTable same = gpuTable(nvidiaHost(0x2330));
    EXPECT_THAT(visible(same), ElementsAre(0, 1, 2));
    EXPECT_THAT(std::string(same.gpus[0].runtime->rule), HasSubstr("FASTEST_FIRST"));
    const GpuTable mixed = gpuTable(nvidiaHost(0x2684));
    EXPECT_THAT(visible(mixed), ElementsAre(-2, -2, -2)) << "unknown, and not hidden";
    EXPECT_FALSE(mixed.gpus[0].runtime);
    EXPECT_THAT(mixed.notes, ElementsAre(HasSubstr("PCI_BUS_ID")));
    SampleHostBuilder one("one");
    one.add("0000:20:00.0", samples::Shape{0x030200, 0x10de, 0x2330, "nvidia"});
    Host lone = one.finish();
    lone.functions[0].device = {};
    EXPECT_THAT(visible(gpuTable(lone)), ElementsAre(0)) << "whatever its model";
    EXPECT_THAT(gpuTable(lone).notes, testing::IsEmpty());
    const std::vector<EnvironmentEntry> byBus = {{"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},
                                                 {"CUDA_VISIBLE_DEVICES", "2,0"}};
    EXPECT_THAT(visible(gpuTable(nvidiaHost(0x2684), byBus)), ElementsAre(1, -1, 0));
    const std::vector<EnvironmentEntry> hip = {{"HIP_VISIBLE_DEVICES", "0"}};
    EXPECT_THAT(visible(gpuTable(nvidiaHost(0x2330), hip)), ElementsAre(0, 1, 2));
}

TEST(GpuIndex, CountsPartitionsByThemselves) {
    Host host = amdHost();
    KfdNodeFacts second = host.gpus[0].kfd[0];
    second.node = 9;
    second.gpuId = fact(std::uint64_t{50000});
    host.gpus[0].kfd.push_back(second);
    const GpuTable table = gpuTable(host);
    ASSERT_EQ(table.gpus.size(), 5u);
    EXPECT_EQ(table.gpus[1].partition, 1u);
    EXPECT_EQ(table.gpus[1].runtime->value, 4);
    EXPECT_FALSE(table.gpus[1].smi) << "the tool's number is the whole GPU's";
}

TEST(GpuIndex, LeavesUnreportedValuesAbsent) {
    SampleHostBuilder builder("bare");
    builder.add("0000:05:00.0", shapes::kGpu.withDriver("vfio-pci")).rare.edit().slotLabel = text("OAM 6");
    const GpuTable table = gpuTable(builder.finish());
    ASSERT_EQ(table.gpus.size(), 1u);
    EXPECT_FALSE(table.gpus[0].runtime || table.gpus[0].visible || table.gpus[0].smi ||
                 table.gpus[0].kfdNode || table.gpus[0].rvs || table.gpus[0].hidden);
    EXPECT_EQ(table.gpus[0].oam->value, 6);
    EXPECT_THAT(std::string(table.gpus[0].oam->rule), HasSubstr("label"));
}

Host twoPortCard() {
    SampleHostBuilder builder("nic");
    builder.add("0000:06:00.0", shapes::kConnectX).rare.edit().slotLabel = text("11");
    builder.add("0000:06:00.1", shapes::kConnectX);
    builder.addVirtual("0000:06:00.2", "0000:06:00.0", shapes::kConnectX);
    builder.addNet("0000:06:00.0", "ens11np0", "02:00:00:00:00:00", "mlx5_0");
    builder.addNet("0000:06:00.1", "ens11np1", "02:00:00:00:00:01", "mlx5_1");
    return builder.finish();
}

void switchOff(Host &host, std::string_view netdev, std::string_view rdma) {
    for (NetInterface &net : host.netInterfaces)
        if (net.name == netdev) {
            net.operstate = text("down");
            net.carrier = {};
        }
    for (RdmaDevice &device : host.rdmaDevices)
        if (device.name == rdma)
            for (RdmaPort &port : device.ports) {
                port.state = text("DOWN");
                port.physicalState = text("Disabled");
            }
}

TEST(NicIndex, JoinsAllNamesOfAPort) {
    const auto table = nicTable(twoPortCard());
    ASSERT_EQ(table.size(), 3u);
    EXPECT_EQ(table[0].name(), "mlx5_0");
    EXPECT_EQ(*table[0].netdev, "ens11np0");
    EXPECT_EQ(*table[0].slot, "11");
    EXPECT_EQ(table[0].state, NicEntry::State::Active);
    EXPECT_FALSE(table[0].physical);
    EXPECT_EQ(table[2].physical->toString(), "0000:06:00.0");
    EXPECT_EQ(table[2].virtualNumber, 0u);
    EXPECT_EQ(table[2].name(), "0000:06:00.2") << "neither driver nor name";
}

TEST(NicIndex, MarksAPortUnusedOnlyIfAnotherIsActive) {
    Host one = twoPortCard();
    switchOff(one, "ens11np1", "mlx5_1");
    const auto table = nicTable(one);
    EXPECT_EQ(table[1].state, NicEntry::State::Disabled);
    EXPECT_TRUE(table[1].unused);
    EXPECT_FALSE(table[0].unused);
    Host both = twoPortCard();
    switchOff(both, "ens11np0", "mlx5_0");
    switchOff(both, "ens11np1", "mlx5_1");
    for (const NicEntry &entry : nicTable(both))
        EXPECT_FALSE(entry.unused) << "a whole card that is down is a fault for others to find";
}

} // namespace
} // namespace fabricscope::host
