// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/affinity/Sentences.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::affinity {
namespace {

using samples::SampleHostBuilder;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;
namespace shapes = samples::shapes;

/// Two switches with a GPU and a NIC each, and their drivers.
struct Drivers {
    const char *gpu0, *nic0, *gpu1, *nic1;
};
Examination examined(const Drivers &drivers) {
    SampleHostBuilder builder("host");
    builder.addNumaNode(0, "0-31", 64);
    const auto addSwitch = [&](const std::string &bus, const char *gpu, const char *nic) {
        const std::string root = "0000:" + bus + "0:01.1", up = "0000:" + bus + "1:00.0",
                          first = "0000:" + bus + "2:00.0", second = "0000:" + bus + "2:01.0";
        builder.add(root, shapes::kRootPort);
        builder.add(up, root, shapes::kUpstream);
        builder.add(first, up, shapes::kDownstream);
        builder.add(second, up, shapes::kDownstream);
        builder.add("0000:" + bus + "3:00.0", first, shapes::kGpu.withDriver(gpu));
        builder.add("0000:" + bus + "4:00.0", second, shapes::kFabricNic.withDriver(nic));
    };
    addSwitch("2", drivers.gpu0, drivers.nic0);
    addSwitch("4", drivers.gpu1, drivers.nic1);
    const auto topology = samples::topologyOf(builder.finish());
    return examine(*topology, {});
}

/// "GPU0 0000:24:00.0" for each pair by hardware.
std::vector<std::string> pairs(const Examination &examination) {
    std::vector<std::string> found;
    const Judgement &judgement = examination.judgement;
    for (const Pair &pair : judgement.pairs)
        if (pair.basis == Basis::Ideal && pair.nic)
            found.push_back(judgement.fabric.gpus[pair.gpu].name + " " +
                            judgement.fabric.nics[*pair.nic].busIdText);
    return found;
}

TEST(PassedThroughNics, AreNoPairOfAGpuThatTheHostUses) {
    const Examination examination = examined({"amdgpu", "vfio-pci", "amdgpu", "ionic"});
    EXPECT_THAT(pairs(examination), testing::ElementsAre("GPU0 0000:44:00.0", "GPU1 0000:44:00.0"));
    EXPECT_THAT(examination.judgement.notes, Contains(std::string(kNicsOfVms) + "0000:24:00.0"));
}

TEST(PassedThroughNics, ThatAreAllLeaveNone) {
    const Examination examination = examined({"amdgpu", "vfio-pci", "amdgpu", "mlx5_vfio_pci"});
    EXPECT_THAT(pairs(examination), testing::IsEmpty());
    EXPECT_EQ(examination.judgement.verdict.sentence,
              "2 GPUs, and no NIC to pair with: 0000:24:00.0 and 0000:44:00.0 are passed through to VMs.");
    EXPECT_EQ(examination.judgement.verdict.severity, Severity::Note);
}

TEST(PassedThroughNics, ArePairsOfPassedThroughGpus) {
    const Examination examination = examined({"vfio-pci", "vfio-pci", "vfio-pci", "vfio-pci"});
    EXPECT_THAT(pairs(examination), testing::ElementsAre("GPU0 0000:24:00.0", "GPU1 0000:44:00.0"));
}

TEST(PassedThroughNics, OfAHostThatSharesItsGpusWithVms) {
    const Examination examination = examined({"amdgpu", "ionic", "vfio-pci", "vfio-pci"});
    EXPECT_THAT(pairs(examination), testing::ElementsAre("GPU0 0000:24:00.0", "GPU1 0000:44:00.0"));
    const Examination crossed = examined({"amdgpu", "vfio-pci", "vfio-pci", "ionic"});
    EXPECT_THAT(pairs(crossed), testing::Contains("GPU0 0000:44:00.0")) << "the near one is a VM's";
    EXPECT_THAT(pairs(crossed), testing::Not(testing::Contains("GPU0 0000:24:00.0")));
    const Examination none = examined({"amdgpu", "vfio-pci", "vfio-pci", "vfio-pci"});
    EXPECT_THAT(pairs(none), testing::Not(testing::Contains(StartsWith("GPU0 "))));
    EXPECT_THAT(none.judgement.verdict.sentence, testing::Not(HasSubstr("unknown")));
    EXPECT_THAT(none.judgement.verdict.sentence, HasSubstr("1 of 2 GPUs has"));
}

TEST(PassedThroughNics, StayPairsWhereTheGpusDriverIsNotKnown) {
    const Examination examination = examined({nullptr, "vfio-pci", nullptr, "vfio-pci"});
    EXPECT_THAT(pairs(examination), testing::ElementsAre("GPU0 0000:24:00.0", "GPU1 0000:44:00.0"));
}

} // namespace
} // namespace fabricscope::affinity
