// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole hosts: a VM with its hypervisor and its NCCL file, a server, a file alone.
#include "core/affinity/Examine.h"
#include "core/affinity/Rails.h"
#include "tests/core/affinity/FabricBuilder.h"
#include "tests/core/affinity/SampleGuest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace fabricscope::affinity {
namespace {

using samples::fileOf;
using samples::guest;
using samples::SampleHostBuilder;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
namespace shapes = samples::shapes;

Question withFile(const std::array<unsigned, 3> &nics) {
    return samples::withFile(fileOf(nics));
}

std::vector<std::size_t> mispaired(const Examination &examination, Basis basis) {
    std::vector<std::size_t> gpus;
    for (const Pair *pair : pairsOf(examination.judgement, basis))
        if (pair->mispaired)
            gpus.push_back(pair->gpu);
    return gpus;
}

TEST(Examine, FindsAVmsSwappedFileByItsHypervisor) {
    const auto vm = samples::topologyOf(guest());
    const auto hypervisor = samples::topologyOf(samples::mi355xServer());
    Question question = withFile({0, 2, 1});
    samples::attachHypervisor(question, *hypervisor, *vm);
    const Examination examination = examine(*vm, question);
    EXPECT_THAT(mispaired(examination, Basis::File), ElementsAre(1, 2));
    EXPECT_EQ(examination.judgement.verdict.severity, Severity::Error);
    EXPECT_THAT(examination.judgement.verdict.why, HasSubstr("topo.xml on vm-03a"));
    EXPECT_EQ(examination.judgement.fabric.gpus[1].onHypervisor, "0000:26:00.0");
    EXPECT_EQ(examination.judgement.fabric.nics[1].onHypervisor, "0000:27:00.1");
    const auto &pair = *pairsOf(examination.judgement, Basis::File)[1];
    EXPECT_EQ(pair.reach.word, PathWord::Node);
    EXPECT_EQ(pair.idealReach.word, PathWord::Pix);
    question.fileText = fileOf({0, 1, 2});
    const Examination right = examine(*vm, question);
    EXPECT_TRUE(mispaired(right, Basis::File).empty());
    for (const Pair *each : pairsOf(right.judgement, Basis::File))
        EXPECT_EQ(each->kind, Kind::Fine) << each->reason;
}

TEST(Examine, DoesNotCallAVmMispairedByItself) {
    const auto vm = samples::topologyOf(guest());
    const Examination examination = examine(*vm, withFile({0, 2, 1}));
    EXPECT_TRUE(mispaired(examination, Basis::File).empty());
    EXPECT_TRUE(mispaired(examination, Basis::Library).empty());
    EXPECT_FALSE(examination.judgement.verdict.conclusive);
}

TEST(Examine, FindsTheRailThatAPeersFileContradicts) {
    const auto vm = samples::topologyOf(guest());
    const PeerRails right = railsUsed(examine(*vm, withFile({0, 1, 2})));
    ASSERT_EQ(right.byGpu.size(), 3u);
    EXPECT_THAT(right.byGpu[1], ElementsAre("10.201.0.0/24"));
    Question question = withFile({0, 2, 1});
    question.peerRails = {right};
    const Examination examination = examine(*vm, question);
    EXPECT_EQ(examination.judgement.verdict.severity, Severity::Warning);
    EXPECT_FALSE(examination.judgement.verdict.conclusive);
    EXPECT_THAT(examination.judgement.verdict.sentence,
                testing::AllOf(HasSubstr("GPU1 uses ionic_2"), HasSubstr("GPU2 uses ionic_1")));
}

TEST(Examine, DoesNotTakeAnotherVmsHypervisor) {
    host::Host other = guest();
    other.hostname = samples::text("vm-99");
    other.id.target = "vm-99";
    const auto vm = samples::topologyOf(std::move(other));
    const auto hypervisor = samples::topologyOf(samples::mi355xServer());
    Question question = withFile({0, 2, 1});
    samples::attachHypervisor(question, *hypervisor, *vm);
    const Examination examination = examine(*vm, question);
    EXPECT_TRUE(mispaired(examination, Basis::File).empty());
    EXPECT_THAT(examination.judgement.notes, testing::Contains(HasSubstr("does not run this VM")));
}

TEST(Examine, DoesNotTakeAHypervisorWhoseDevicesAreOthers) {
    host::Host server = samples::mi355xServer();
    server.function(samples::address("0000:26:00.0"))->device = samples::fact(std::uint16_t{0x74a1});
    const auto hypervisor = samples::topologyOf(std::move(server));
    const auto vm = samples::topologyOf(guest());
    Question question = withFile({0, 2, 1});
    samples::attachHypervisor(question, *hypervisor, *vm);
    EXPECT_TRUE(mispaired(examine(*vm, question), Basis::File).empty());
}

TEST(Examine, ReportsItsAssumptions) {
    const Examination examination = examine(*samples::topologyOf(guest()), Question{});
    EXPECT_THAT(examination.assumptions, testing::Contains(HasSubstr("2 hosts in the job")));
    EXPECT_THAT(examination.assumptions, testing::Contains(HasSubstr("library rccl-")));
}

TEST(Examine, ModelsTheInstalledLibrary) {
    host::Host host = guest();
    host::InstalledLibrary library;
    library.flavor = host::InstalledLibrary::Flavor::Rccl;
    library.path = library.file = "/opt/rocm/lib/librccl.so.1";
    library.version = {"2.26.6", {}};
    host.libraries = {library};
    const Examination equal = examine(*samples::topologyOf(host), {});
    EXPECT_EQ(equal.decisions.library, nccl::findVersion("rccl-2.26.6"));
    EXPECT_EQ(equal.decisions.installed, "2.26.6");
    EXPECT_THAT(equal.assumptions,
                Contains("library modelled as RCCL 2.26.6, installed 2.26.6 (change: --library)"));
    EXPECT_THAT(equal.judgement.notes, Not(Contains(HasSubstr("modelled as RCCL"))));

    host.libraries[0].version = {"2.24.3", {}};
    const Examination between = examine(*samples::topologyOf(host), {});
    EXPECT_EQ(between.decisions.library, nccl::findVersion("rccl-2.26.6"));
    EXPECT_THAT(between.judgement.notes,
                Contains(HasSubstr("library modelled as RCCL 2.26.6, installed 2.24.3, differs in: ")));

    Question question;
    question.library = nccl::findVersion("rccl-2.22.3");
    const Examination requested = examine(*samples::topologyOf(host), question);
    EXPECT_EQ(requested.decisions.library, question.library) << "the user's choice has precedence";
    EXPECT_THAT(
        requested.assumptions,
        Contains("library modelled as RCCL 2.22.3 (requested), installed 2.24.3, differs in: functions of "
                 "one NIC, NUMA node -1, links between a GPU and its CPU, bandwidth between CPUs, devices "
                 "without a path, PXN by number of ranks and 2 more"));
}

TEST(Examine, JudgesAFileByItselfAlone) {
    Question question;
    question.fileName = "topo.xml";
    const Examination examination = examineFile(fileOf({0, 1, 2}), question);
    EXPECT_TRUE(examination.judgement.fabric.claimOnly);
    ASSERT_EQ(examination.judgement.fabric.gpus.size(), 3u);
    EXPECT_FALSE(examination.decisions.error);
    EXPECT_THAT(mispaired(examination, Basis::Library), testing::IsEmpty());
    EXPECT_THAT(mispaired(examination, Basis::File), testing::IsEmpty());
    EXPECT_EQ(pairsOf(examination.judgement, Basis::File).size(), 3u);
}

TEST(Examine, ReportsWhereABadFileFails) {
    Question question;
    question.fileName = "topo.xml";
    for (const std::string text : {"<?xml version=\"1.0\"?>\n<system version=\"2\"></system>\n",
                                   "<system version=\"2\">\n\t<cpu/>\n</system>\n", "", "<system",
                                   "<system version=\"2\"><cpu numaid=\"0\">"}) {
        const Examination examination = examineFile(text, question);
        if (examination.decisions.error) {
            EXPECT_EQ(examination.judgement.verdict.severity, Severity::Error) << text;
            EXPECT_THAT(examination.judgement.verdict.sentence, HasSubstr("will fail")) << text;
        }
        EXPECT_FALSE(examination.judgement.verdict.sentence.empty()) << text;
    }
    EXPECT_TRUE(examineFile("<system version=\"2\">\n\t<cpu/>\n</system>\n", question).decisions.error);
}

TEST(Examine, OfTenThousandFunctionsEnds) {
    const auto topology = samples::topologyOf(samples::manyFunctions(10000));
    const Examination examination = examine(*topology, Question{});
    EXPECT_GT(examination.judgement.fabric.gpus.size(), 8u);
    EXPECT_LE(examination.judgement.fabric.gpus.size(), Fabric::kMaxGpus);
    EXPECT_LE(examination.judgement.fabric.nics.size(), Fabric::kMaxNics);
    EXPECT_FALSE(examination.judgement.verdict.sentence.empty());
}

TEST(Examine, NotesDevicesBeyondTheLimit) {
    SampleHostBuilder builder("thousands");
    for (unsigned i = 0; i < 4000; ++i)
        builder.add(fmt::format("{:04x}:{:02x}:{:02x}.{}", i / 4096, i / 256, i / 8 % 32, i % 8),
                    i < 1500 ? shapes::kGpu : shapes::kFabricNic);
    const auto topology = samples::topologyOf(builder.finish());
    const Examination examination = examine(*topology, Question{});
    EXPECT_EQ(examination.judgement.fabric.gpus.size(), Fabric::kMaxGpus);
    EXPECT_EQ(examination.judgement.fabric.nics.size(), Fabric::kMaxNics);
    EXPECT_THAT(examination.judgement.notes, testing::Contains(HasSubstr("GPUs beyond the first")));
    EXPECT_THAT(examination.judgement.notes, testing::Contains(HasSubstr("NICs beyond the first")));
}

TEST(Examine, FindsAHypervisorHealthyThoughNoLibraryRunsThere) {
    host::Host server = healthyServer();
    for (host::PciFunction &function : server.functions)
        if (function.classCode.valueOr(0) == 0x120000)
            function.driver = samples::text("vfio-pci");
    server.gpus.clear();
    server.gpuLinks.clear();
    const Examination examination = examine(*samples::topologyOf(std::move(server)), Question{});
    EXPECT_FALSE(examination.judgement.verdict.severity) << examination.judgement.verdict.sentence;
    EXPECT_FALSE(examination.decisions.error);
}

TEST(Examine, GivesAVerdictForAnyDamagedHost) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const auto topology = samples::topologyOf(samples::randomHost(seed, 150));
        const Examination examination = examine(*topology, Question{});
        EXPECT_FALSE(examination.judgement.verdict.sentence.empty());
        for (const Pair &pair : examination.judgement.pairs) {
            EXPECT_FALSE(pair.reason.empty());
            EXPECT_FALSE(pair.mispaired && pair.reach.word == PathWord::Unknown);
        }
    }
}

TEST(Examine, JudgesAServerByItsLibrarysChoice) {
    host::Host server = samples::mi355xServer();
    for (host::PciFunction &function : server.functions)
        if (function.driver && *function.driver == "vfio-pci" && function.classCode.valueOr(0) == 0x120000)
            function.driver = samples::text("amdgpu");
    server.vms.clear();
    server.modules["amdgpu"];
    const auto topology = samples::topologyOf(std::move(server));
    const Examination examination = examine(*topology, Question{});
    EXPECT_TRUE(mispaired(examination, Basis::Library).empty()) << examination.judgement.verdict.why;
    EXPECT_NE(examination.judgement.verdict.severity, Severity::Error);
}

TEST(Rails, AreTheSubnetsOfAddresses) {
    EXPECT_EQ(subnetOf("10.202.0.12/24"), "10.202.0.0/24");
    EXPECT_EQ(subnetOf("10.202.7.12/22"), "10.202.4.0/22");
    EXPECT_EQ(subnetOf("192.0.2.9/31"), "192.0.2.8/31");
    EXPECT_EQ(subnetOf("2001:db8:1:2:3:4:5:6/64"), "2001:db8:1:2::/64");
    EXPECT_EQ(subnetOf("2001:db8::1/32"), "2001:db8::/32");
    for (const char *none :
         {"127.0.0.1/8", "169.254.1.2/16", "fe80::1/64", "10.0.0.1/32", "10.0.0.1", "10.0.0/24",
          "10.0.0.1/33", "10.0.0.1.5/24", "::ffff:10.0.0.1/96", "1:2:3/64", "a::b::c/64", "/24", "",
          "0000:0000:0000:0000:0000:ffff:0acb:000c/64", "1:2:3:4:5:6:7:8:9/64", "x/1"})
        EXPECT_FALSE(subnetOf(none)) << none;
}

TEST(Rails, ComeFromGidsToo) {
    host::Host host = guest();
    host.rdmaDevices[0].ports[0].gids = {{0, "fe80:0000:0000:0000:0690:81ff:fe00:0000", "", ""},
                                         {1, "fd00:0001:0002:0003:0690:81ff:fe00:0000", "RoCE v2", ""}};
    const auto rails = railsOf(host);
    EXPECT_THAT(rails.at(samples::address("0002:00:09.0")), ElementsAre("10.200.0.0/24", "fd00:1:2:3::/64"));
}

} // namespace
} // namespace fabricscope::affinity
