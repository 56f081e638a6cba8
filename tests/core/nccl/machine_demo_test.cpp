// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The demo hosts as read by the collector's script: what the libraries detect on them, and their decisions.
#include "core/nccl/DecideFor.h"
#include "tests/core/nccl/DemoFacts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace fabricscope;
using namespace fabricscope::nccl;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

HostDecisions decisionsFor(const std::string &name, Options options = {}) {
    const test::DemoFacts &demo = test::demoFacts(name);
    return decideFor(*demo.host, *demo.topology, options,
                     [&](const host::NcclFile &file) { return demo.textOf(file); });
}

/// The NIC of each GPU on channel 0.
std::vector<std::string> localNics(const Decisions &decisions) {
    std::vector<std::string> names;
    for (std::size_t gpu = 0; gpu < decisions.gpus.size(); ++gpu) {
        const auto nic = decisions.localNic(gpu, 0);
        names.push_back(nic ? decisions.nics[static_cast<std::size_t>(*nic)].name : "none");
    }
    return names;
}

std::string typeOf(const Decisions &decisions, std::size_t gpu, std::size_t nic) {
    return std::string(decisions.library->pathName(decisions.pair(gpu, nic).type));
}

} // namespace

TEST(DemoMachines, AVmIsSeenAsTheLibrarySeesIt) {
    const test::DemoFacts &demo = test::demoFacts("vm-01a");
    const Machine machine = machineOf(*demo.host, *demo.topology);
    EXPECT_EQ(machine.flavor, Flavor::Rccl);
    EXPECT_EQ(machine.cpuVendor, "AuthenticAMD");
    EXPECT_EQ(machine.cpuFamily, 191); // Turin, 1Ah
    ASSERT_EQ(machine.gpus.size(), 8U);
    EXPECT_EQ(machine.gpus[4].busId, "0003:00:01.0");
    EXPECT_EQ(machine.gpus[4].dev, 4);
    EXPECT_EQ(machine.gpus[4].gcn, "gfx950");
    EXPECT_EQ(machine.gpus[4].links.size(), 7U);
    const auto function = machine.find("0002:00:09.0");
    ASSERT_TRUE(function);
    EXPECT_FALSE(machine.functions[*function].parent);
    EXPECT_EQ(machine.functions[*function].numaNode, "0");
    EXPECT_EQ(machine.functions[*machine.find("0003:00:09.0")].numaNode, "1");
}

TEST(DemoMachines, TheFileOfTheFirstVmPairsAllAndThatOfTheSecondSwapsTwo) {
    const HostDecisions first = decisionsFor("vm-01a");
    ASSERT_FALSE(first.decisions.error) << first.decisions.error->toString();
    EXPECT_EQ(first.options.version->name, "rccl-2.21");
    EXPECT_EQ(first.file, "/etc/rccl/topo.xml");
    EXPECT_TRUE(first.fileRead);
    EXPECT_THAT(localNics(first.decisions), ElementsAre("ionic_0", "ionic_1", "ionic_2", "ionic_3", "ionic_4",
                                                        "ionic_5", "ionic_6", "ionic_7"));
    EXPECT_EQ(typeOf(first.decisions, 0, 0), "PXB"); // the GPU is below an inner bridge
    EXPECT_TRUE(first.decisions.pair(0, 0).gdrSend.on());
    EXPECT_THAT(first.merged.notes, IsEmpty());

    const HostDecisions second = decisionsFor("vm-02a");
    ASSERT_FALSE(second.decisions.error) << second.decisions.error->toString();
    EXPECT_THAT(localNics(second.decisions), ElementsAre("ionic_0", "ionic_1", "ionic_3", "ionic_2",
                                                         "ionic_4", "ionic_5", "ionic_6", "ionic_7"));
}

TEST(DemoMachines, TheFilesGdrHidesThatTheSecondVmHasNone) {
    const HostDecisions second = decisionsFor("vm-02a");
    EXPECT_THAT(second.merged.nets, Each(Field(&PluginNet::gdr, false)));
    EXPECT_THAT(second.merged.nets.front().gdrWhy,
                AllOf(HasSubstr("ib_register_peer_memory_client"), HasSubstr("NCCL_DMABUF_ENABLE=1")));
    EXPECT_THAT(second.merged.notes, Contains(AllOf(Field(&MergeNote::kind, MergeNoteKind::NetValueFromFile),
                                                    Field(&MergeNote::what, HasSubstr("gdr=\"1\"")))));
    Options options;
    options.environment.set("NCCL_DMABUF_ENABLE", "1");
    EXPECT_THAT(decisionsFor("vm-02a", options).merged.nets, Each(Field(&PluginNet::gdr, true)));
}

TEST(DemoMachines, WithoutItsFileAVmIsFlat) {
    Options options;
    options.environment.set("NCCL_TOPO_FILE", "/not/there.xml");
    const HostDecisions flat = decisionsFor("vm-01a", options);
    ASSERT_FALSE(flat.decisions.error);
    EXPECT_FALSE(flat.fileRead);
    EXPECT_THAT(flat.fileWhy, HasSubstr("it was not collected"));
    EXPECT_EQ(typeOf(flat.decisions, 0, 0), "PHB");
    EXPECT_FALSE(flat.decisions.pair(0, 0).gdrRecv.on());
}

TEST(DemoMachines, NicsThatTheFileNamesNeedNoOtherVariable) {
    Options options;
    options.environment.set("NCCL_IB_MERGE_VFS", "1");
    const HostDecisions named = decisionsFor("vm-01a", options);
    EXPECT_EQ(typeOf(named.decisions, 0, 0), "PXB");
    EXPECT_THAT(named.merged.notes, IsEmpty());

    options.environment.set("NCCL_TOPO_FILE", "/not/there.xml");
    const HostDecisions collapsed = decisionsFor("vm-01a", options);
    EXPECT_EQ(typeOf(collapsed.decisions, 0, 0), "PHB");
    EXPECT_THAT(collapsed.merged.notes, Contains(Field(&MergeNote::kind, MergeNoteKind::NicCollapsed)));
}

TEST(DemoMachines, ALibraryForOtherGpusDoesNotRun) {
    Options options;
    options.version = assumedVersion(Flavor::Nccl);
    const HostDecisions other = decisionsFor("ai1", options);
    ASSERT_TRUE(other.decisions.error);
    EXPECT_THAT(other.decisions.error->what, HasSubstr("the GPUs are AMD's, but nccl-2.30"));
    const HostDecisions failed = decisionsFor("vm-01a", options); // its file is for RCCL
    ASSERT_TRUE(failed.decisions.error);
    EXPECT_EQ(failed.decisions.error->code, ResultCode::InvalidUsage);
}

TEST(DemoMachines, OnBareMetalSwitchesPairGpusAndNicsAndDownPortsAreNoNics) {
    const HostDecisions ai1 = decisionsFor("ai1");
    ASSERT_FALSE(ai1.decisions.error) << ai1.decisions.error->toString();
    EXPECT_THAT(localNics(ai1.decisions),
                ElementsAre("mb_0", "mb_2", "mb_4", "mb_6", "mb_8", "mb_10", "mb_12", "mb_14"));
    EXPECT_EQ(typeOf(ai1.decisions, 0, 0), "PIX");
    EXPECT_TRUE(ai1.file.empty());
}

TEST(DemoMachines, GpusThatVmsHoldAreNobodysHere) {
    const HostDecisions hypervisor = decisionsFor("mi355x-01");
    ASSERT_TRUE(hypervisor.decisions.error);
    EXPECT_THAT(hypervisor.decisions.error->what,
                HasSubstr("the 8 GPUs of the machine are passed to virtual machines"));
    EXPECT_EQ(hypervisor.options.version->flavor, Flavor::Rccl);
}

// Field story S0, problem 1.
TEST(DemoMachines, TheTapToTheHypervisorIsFoundAsTheBootstrapInterface) {
    const HostDecisions second = decisionsFor("vm-02a");
    const BootstrapChoice &choice = second.bootstrap;
    EXPECT_EQ(choice.interface, "vmtap0");
    EXPECT_THAT(choice.why, HasSubstr("NCCL_SOCKET_IFNAME is not set"));
    EXPECT_EQ(choice.better, "enP1p0s1");
    EXPECT_THAT(choice.betterWhy, AllOf(HasSubstr("vmtap0 is a tap between this VM and its hypervisor"),
                                        HasSubstr("enP1p0s1 (10.1.0.22) is a network card")));
    EXPECT_THAT(choice.exportLines,
                ElementsAre("export NCCL_SOCKET_IFNAME=enP1p0s1", "export NCCL_SOCKET_FAMILY=AF_INET"));

    // The first VM is set up correctly; the second, as it is, is not reachable from it.
    const HostDecisions first = decisionsFor("vm-01a");
    EXPECT_EQ(first.bootstrap.interface, "enP1p0s1");
    EXPECT_THAT(first.bootstrap.exportLines, IsEmpty());
    EXPECT_TRUE(first.bootstrap.orderKnown);
    const BootstrapPeer secondAsPeer = choice.asPeer("vm-02a");
    BootstrapChoice judged = first.bootstrap;
    judgeAgainst(std::span(&secondAsPeer, 1), *test::demoFacts("vm-01a").host, judged);
    EXPECT_EQ(judged.reachableByPeers, Reach::Unknown);
    EXPECT_THAT(judged.reachWhy, HasSubstr("vm-02a uses vmtap0 (192.168.100.2), in another subnet"));

    // Both without the variable: both use the address of their tap.
    Options unset;
    unset.environment.set("NCCL_SOCKET_IFNAME", "");
    const BootstrapChoice tap = decisionsFor("vm-01a", unset).bootstrap;
    ASSERT_EQ(tap.interface, "vmtap0");
    const BootstrapPeer tapAsPeer = tap.asPeer("vm-01a");
    BootstrapChoice both = choice;
    judgeAgainst(std::span(&tapAsPeer, 1), *test::demoFacts("vm-02a").host, both);
    EXPECT_EQ(both.reachableByPeers, Reach::No);
    EXPECT_THAT(both.reachWhy, HasSubstr("vm-01a also has the address 192.168.100.2"));
    EXPECT_EQ(both.better, "enP1p0s1");
}
