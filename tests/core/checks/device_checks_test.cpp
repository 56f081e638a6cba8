// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPUs and NICs.
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::checks {
namespace {

using findings::Severity;
using testing::HasSubstr;

const findings::Finding &firstOf(const Answer &answer) {
    static const findings::Finding kNone;
    EXPECT_FALSE(answer.findings.empty());
    return answer.findings.empty() ? kNone : answer.findings.front();
}

TEST(DeviceChecks, PassOnASoundServer) {
    const CheckedSample sample(soundServer());
    for (const std::string_view id :
         {"gpu.no_driver", "gpu.partition", "gpu.vbios", "gpu.large_bar", "gpu.peer_memory", "rdma.ports",
          "rdma.no_device", "rdma.firmware", "rdma.gid", "rdma.mtu"}) {
        EXPECT_EQ(sample.answer(id).status, Status::Passed) << id << ": " << sample.answer(id).text;
        EXPECT_TRUE(sample.answer(id).findings.empty()) << id;
    }
    EXPECT_EQ(sample.answer("rdma.subnet_manager").status, Status::NotApplicable);
    EXPECT_EQ(sample.answer("gpu.memory").status, Status::Unknown);
}

TEST(DeviceChecks, OfAGpuWithoutADriver) {
    host::Host host = soundServer();
    host.function(samples::address(kOtherGpu))->driver = {};
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("gpu.no_driver").status, Status::Failed);
    EXPECT_EQ(firstOf(sample.answer("gpu.no_driver")).severity, Severity::Error);
    EXPECT_EQ(firstOf(sample.answer("gpu.no_driver")).place.address, kOtherGpu);
    host.function(samples::address(kGpu))->driver = {}; // none has one: perhaps on purpose
    EXPECT_EQ(CheckedSample(std::move(host)).answer("gpu.no_driver").status, Status::Unknown);
}

TEST(DeviceChecks, OfGpusThatAreHeldForVms) {
    host::Host host = soundServer();
    for (const std::string_view gpu : {kGpu, kOtherGpu})
        host.function(samples::address(gpu))->driver = samples::text("vfio-pci");
    const CheckedSample sample(std::move(host));
    for (const std::string_view id : {"gpu.large_bar", "gpu.peer_memory", "library.pairs"})
        EXPECT_EQ(sample.answer(id).status, Status::NotApplicable) << id;
    EXPECT_EQ(sample.answer("gpu.no_driver").status, Status::Passed);
}

TEST(DeviceChecks, OfABarThatIsSmallerThanTheMemory) {
    host::Host host = soundServer();
    host::PciFunction &gpu = *host.function(samples::address(kGpu));
    gpu.bars.edit().front().size = ByteCount{std::uint64_t{256} << 20};
    // The tree finds it by the model, too: it is reported once.
    const CheckedSample known(host);
    ASSERT_EQ(known.answer("gpu.large_bar").status, Status::Failed);
    ASSERT_EQ(known.answer("gpu.large_bar").findings.size(), 1U);
    EXPECT_EQ(firstOf(known.answer("gpu.large_bar")).variant, "bar_small");
    gpu.device = samples::fact(std::uint16_t{0x1234}); // of a model that is not known
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("gpu.large_bar").findings.size(), 1U);
    EXPECT_EQ(firstOf(sample.answer("gpu.large_bar")).severity, Severity::Error);
    EXPECT_EQ(*firstOf(sample.answer("gpu.large_bar")).argument("actual"), "256M");
    gpu.bars.edit().clear();
    EXPECT_EQ(CheckedSample(std::move(host)).answer("gpu.large_bar").status, Status::Unknown);
}

TEST(DeviceChecks, OfVbiosVersionsThatDiffer) {
    host::Host host = soundServer();
    host.gpus.back().vbios = samples::text("113-M3000100-102");
    EXPECT_EQ(CheckedSample(host).answer("gpu.vbios").status, Status::Failed);
    for (host::GpuFacts &gpu : host.gpus)
        gpu.vbios = {};
    EXPECT_EQ(CheckedSample(std::move(host)).answer("gpu.vbios").status, Status::Unknown);
}

TEST(DeviceChecks, OfPartitions) {
    host::Host host = soundServer();
    host.gpus.back().computePartition = samples::text("CPX");
    EXPECT_EQ(CheckedSample(host).answer("gpu.partition").status, Status::Failed);
    for (host::GpuFacts &gpu : host.gpus) {
        gpu.computePartition = samples::text("CPX");
        gpu.renderMinors = {128, 129, 130, 131, 132, 133, 134, 135};
        gpu.kfdNodes = {2, 3, 4, 5, 6, 7, 8, 9};
    }
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("gpu.partition").status, Status::Passed);
    EXPECT_EQ(*firstOf(sample.answer("gpu.partition")).argument("count"), "16");
    EXPECT_EQ(CheckedSample(samples::laptop()).answer("gpu.partition").status, Status::NotApplicable);
}

/// From kernel 6.8 on, the absence of peer memory is normal, and DMA-BUF is needed.
TEST(DeviceChecks, OfPeerMemory) {
    host::Host host = soundServer();
    host.kernel = samples::text("6.8.0-60-generic");
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("gpu.peer_memory").status, Status::Failed);
    EXPECT_EQ(firstOf(sample.answer("gpu.peer_memory")).severity, Severity::Warning);
    EXPECT_THAT(firstOf(sample.answer("gpu.peer_memory")).commands,
                testing::ElementsAre("export NCCL_DMABUF_ENABLE=1"));
    host.ncclSettings.push_back({"/etc/nccl.conf", "NCCL_DMABUF_ENABLE", samples::text("1")});
    EXPECT_EQ(CheckedSample(host).answer("gpu.peer_memory").status, Status::Passed);
    host.kernel = {};
    EXPECT_EQ(CheckedSample(std::move(host)).answer("gpu.peer_memory").status, Status::Unknown);
}

TEST(DeviceChecks, OfPortsThatAreDown) {
    host::Host host = soundServer();
    host.rdmaDevices.front().ports.front().state = samples::text("DOWN");
    host.rdmaDevices.front().ports.front().physicalState = samples::text("Polling");
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("rdma.ports").status, Status::Failed);
    EXPECT_EQ(firstOf(sample.answer("rdma.ports")).rule, "port.down");
    EXPECT_FALSE(firstOf(sample.answer("rdma.ports")).evidence.empty());
    // Somebody switched it off.
    host.rdmaDevices.front().ports.front().physicalState = samples::text("Disabled");
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.ports").status, Status::Passed);
}

TEST(DeviceChecks, OfANicWithoutAnRdmaDevice) {
    host::Host host = soundServer();
    host.rdmaDevices.pop_back();
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("rdma.no_device").status, Status::Failed);
    EXPECT_EQ(firstOf(sample.answer("rdma.no_device")).place.address, kOtherNic);
    for (host::NetInterface &net : host.netInterfaces) // RoCE LAG
        net.master = samples::text("bond0");
    EXPECT_EQ(CheckedSample(host).answer("rdma.no_device").status, Status::Passed);
    host.rdmaDevices.clear();
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.no_device").status, Status::Unknown);
}

TEST(DeviceChecks, OfNicFirmwareThatDiffers) {
    host::Host host = soundServer();
    host.rdmaDevices.back().firmware = samples::text("1.110.0-a-1");
    EXPECT_EQ(CheckedSample(host).answer("rdma.firmware").status, Status::Failed);
    host.rdmaDevices.front().boardId = samples::text("A_1");
    host.rdmaDevices.back().boardId = samples::text("B_1");
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.firmware").status, Status::Passed)
        << "two boards have two firmwares";
}

TEST(DeviceChecks, OfGids) {
    host::Host host = soundServer();
    auto &gids = host.rdmaDevices.back().ports.front().gids;
    gids.pop_back();
    EXPECT_EQ(CheckedSample(host).answer("rdma.gid").status, Status::Failed);
    gids.push_back({3, "0000:0000:0000:0000:0000:ffff:0a01:0204", "RoCE v2", "ens128"});
    const CheckedSample sample(host);
    EXPECT_EQ(sample.answer("rdma.gid").status, Status::Passed);
    EXPECT_EQ(firstOf(sample.answer("rdma.gid")).variant, "index");
    gids.back() = {1, "fe80:0000:0000:0000:0690:81ff:fe00:0000", "RoCE v2", "ens128"};
    EXPECT_EQ(firstOf(CheckedSample(host).answer("rdma.gid")).variant, "no_ipv4");
    gids.clear();
    EXPECT_EQ(CheckedSample(host).answer("rdma.gid").status, Status::Unknown);
    for (host::RdmaDevice &device : host.rdmaDevices)
        device.ports.front().linkLayer = samples::text("InfiniBand");
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.gid").status, Status::NotApplicable);
}

TEST(DeviceChecks, OfTheMtuOfRoce) {
    host::Host host = soundServer();
    host.netInterfaces.front().mtu = samples::fact(std::int64_t{1500});
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("rdma.mtu").status, Status::Failed);
    EXPECT_EQ(*firstOf(sample.answer("rdma.mtu")).argument("payload"), "1024");
    host.netInterfaces.front().mtu = samples::fact(std::int64_t{4200}); // 4096 bytes fit
    EXPECT_EQ(firstOf(CheckedSample(host).answer("rdma.mtu")).variant, "differs");
    for (host::NetInterface &net : host.netInterfaces)
        net.mtu = samples::fact(std::int64_t{4200});
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.mtu").status, Status::Passed);
}

TEST(DeviceChecks, OfASubnetWithoutAManager) {
    host::Host host = soundServer();
    for (host::RdmaDevice &device : host.rdmaDevices)
        device.ports.front().linkLayer = samples::text("InfiniBand");
    EXPECT_EQ(CheckedSample(host).answer("rdma.subnet_manager").status, Status::Passed);
    host.rdmaDevices.front().ports.front().state = samples::text("INIT");
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.subnet_manager").status, Status::Failed);
}

TEST(DeviceChecks, OfXidsAndToolsUseTheFindingsOfTheTree) {
    host::Host host = soundServer();
    host.kernelMessages.push_back(messageOf(host::KernelMessage::Kind::DeviceLost, samples::address(kGpu),
                                            "amdgpu 0000:03:00.0: amdgpu: device lost from bus!"));
    host.toolFaults.push_back({"xgmi_down", "GPU0", samples::address(kGpu), 1, "link 3", {}});
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("pcie.present").status, Status::Failed);
    EXPECT_EQ(sample.answer("gpu.links").status, Status::Failed);
    EXPECT_FALSE(firstOf(sample.answer("pcie.present")).evidence.empty());
    EXPECT_EQ(sample.answer("gpu.faults").status, Status::Unknown) << "the log has a fault of a GPU";
}

TEST(DeviceChecks, QuoteTheFaultOfTheirOwnDevice) {
    host::Host host = soundServer();
    for (const char *name : {"ens1", "ens2", "ens3"})
        host.toolFaults.push_back({"counters_lost", name, {}, 0, std::string("out_of_sequence ") + name, {}});
    const CheckedSample sample(host);
    const auto &findings = sample.answer("rdma.counters").findings;
    ASSERT_EQ(findings.size(), 3U);
    for (const findings::Finding &finding : findings) {
        ASSERT_EQ(finding.evidence.size(), 1U);
        ASSERT_NE(finding.argument("at"), nullptr);
        EXPECT_EQ(finding.evidence[0].source, *finding.argument("at"));
    }
}

} // namespace
} // namespace fabricscope::checks
