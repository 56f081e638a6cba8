// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/Merge.h"
#include "core/nccl/machine/NicFusion.h"
#include "tests/core/nccl/FlatVm.h"

#include <gmock/gmock.h>

using namespace fabricscope;
using namespace fabricscope::nccl;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Two dual-port cards and, behind an inner switch, a third card below one switch; another card next to it;
/// and on the other node a card with two functions.
constexpr const char *kMachine = R"(<system version="1">
<cpu numaid="0">
<pci busid="0000:10:00.0">
<pci busid="0000:11:00.0"><nic><net name="a0"/><net name="a1"/></nic></pci>
<pci busid="0000:12:00.0"><nic><net name="b0"/><net name="b1"/></nic></pci>
<pci busid="0000:13:00.0"><pci busid="0000:14:00.0"><nic><net name="c"/></nic></pci></pci>
</pci>
<pci busid="0000:20:00.0"><nic><net name="d"/></nic></pci>
</cpu>
<cpu numaid="1">
<pci busid="0000:30:00.0"><nic><net name="e0"/></nic></pci>
<pci busid="0000:30:00.1"><nic><net name="e1"/></nic></pci>
</cpu>
</system>
)";

/// The NICs of kMachine as listed by the library's plugin: 200 Gb/s each.
struct Nics {
    XmlTree tree;
    Machine machine;
    std::vector<PluginNet> nets;
    Environment environment;

    Nics() {
        const Version &version = *findVersion("nccl-2.30");
        tree = readXml(kMachine, version).value();
        for (const char *name : {"a0", "a1", "b0", "b1", "c", "d", "e0", "e1"}) {
            PluginNet net;
            net.name = name;
            net.isPci = true;
            net.speedMbits = 200000;
            net.machineNet = nets.size();
            nets.push_back(net);
            MachineNet of;
            of.name = name;
            of.linkLayer = "InfiniBand";
            machine.nets.push_back(of);
        }
    }

    Nics &with(const char *variable, const char *value) {
        environment.set(variable, value);
        return *this;
    }
    [[nodiscard]] NicFusion fuse(const char *version = "nccl-2.30") const {
        return fuseNics(tree, machine, nets, environment, *findVersion(version));
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> list;
        for (const FusedNic &nic : fuse().fused)
            list.push_back(nic.name);
        return list;
    }
};

TEST(NicFusion, MakesOneOfACardsPortsWhereNothingIsSet) {
    const NicFusion fusion = Nics().fuse();
    ASSERT_EQ(fusion.fused.size(), 3U);
    EXPECT_EQ(fusion.fused[0].name, "a0+a1");
    EXPECT_THAT(fusion.fused[0].nets, ElementsAre(0, 1));
    EXPECT_EQ(fusion.fused[0].speedMbits, 400000);
    EXPECT_EQ(fusion.fused[0].why, "one device, 0000:11:00.0");
    EXPECT_EQ(fusion.fused[1].name, "b0+b1");
    EXPECT_EQ(fusion.fused[2].name, "e0+e1")
        << "functions of one device, though each stands in its own element";
    EXPECT_THAT(Nics().fuse("rccl-2.21").fused, IsEmpty());
}

TEST(NicFusion, GoesAsFarAsTheLevelAndTakesFourAtMost) {
    EXPECT_THAT(Nics().with("NCCL_NET_MERGE_LEVEL", "LOC").names(), IsEmpty());
    EXPECT_THAT(Nics().with("NCCL_NET_MERGE_LEVEL", "near").names(), IsEmpty()) << "no level's name is LOC";
    EXPECT_THAT(Nics().with("NCCL_NET_MERGE_LEVEL", "PIX").names(), ElementsAre("a0+a1+b0+b1", "e0+e1"));
    EXPECT_THAT(Nics().with("NCCL_NET_MERGE_LEVEL", "PXB").names(), ElementsAre("a0+a1+b0+b1", "e0+e1"));
    EXPECT_THAT(Nics().with("NCCL_NET_MERGE_LEVEL", "PHB").names(),
                ElementsAre("a0+a1+b0+b1", "c+d", "e0+e1"));
    const NicFusion pix = Nics().with("NCCL_NET_MERGE_LEVEL", "PIX").fuse();
    EXPECT_EQ(pix.fused[0].why, "within PIX of each other, NCCL_NET_MERGE_LEVEL");
}

TEST(NicFusion, AcrossNumaNodesEndsTheRun) {
    for (const auto &[variable, value] :
         {std::pair{"NCCL_NET_MERGE_LEVEL", "SYS"}, {"NCCL_NET_FORCE_MERGE", "a0,e0"}}) {
        const NicFusion fusion = Nics().with(variable, value).fuse();
        EXPECT_THAT(fusion.fused, IsEmpty()) << value;
        ASSERT_TRUE(fusion.error.has_value()) << value;
        EXPECT_EQ(fusion.error->code, ResultCode::InvalidArgument);
    }
    Nics none;
    none.with("NCCL_NET_FORCE_MERGE", "a0,a1").nets.clear();
    EXPECT_FALSE(none.fuse().error.has_value()) << "without a NIC nobody asks";
}

TEST(NicFusion, IsNotOfTwoKindsOfLinks) {
    Nics nics;
    nics.machine.nets[1].linkLayer = "Ethernet";
    EXPECT_THAT(nics.names(), ElementsAre("b0+b1", "e0+e1"));
    nics.machine.nets[3].linkLayer = ""; // an unknown link layer is not different
    EXPECT_THAT(nics.names(), ElementsAre("b0+b1", "e0+e1"));
}

/// The plugin rejects all four at once; the library then skips the first one and starts again with the
/// second.
TEST(NicFusion, BeginsAnewBehindTheFirstWhereTheLinksDiffer) {
    Nics nics;
    nics.with("NCCL_NET_MERGE_LEVEL", "PIX");
    nics.machine.nets[0].linkLayer = "Ethernet";
    EXPECT_THAT(nics.names(), ElementsAre("a1+b0+b1", "e0+e1"));
}

TEST(NicFusion, IsSwitchedOffAndNotForSockets) {
    EXPECT_THAT(Nics().with("NCCL_IB_MERGE_NICS", "0").names(), IsEmpty());
    Nics sockets;
    for (MachineNet &net : sockets.machine.nets)
        net.kind = MachineNet::Kind::Socket;
    EXPECT_THAT(sockets.names(), IsEmpty());
    Nics virtualOnes;
    for (PluginNet &net : virtualOnes.nets)
        net.isPci = false;
    EXPECT_THAT(virtualOnes.names(), IsEmpty());
}

TEST(NicFusion, IsForcedByNamesInFull) {
    EXPECT_THAT(Nics().with("NCCL_NET_FORCE_MERGE", "c,d;;a1,b1").names(),
                ElementsAre("c+d", "a1+b1", "e0+e1"));
    const auto what = [](Nics &nics) {
        const NicFusion fusion = nics.fuse();
        return fusion.error ? fusion.error->what : "no error";
    };
    EXPECT_THAT(what(Nics().with("NCCL_NET_FORCE_MERGE", "c,x")),
                HasSubstr("cannot fuse \"c,x\": 1 of the 8 NICs here match it"));
    EXPECT_THAT(what(Nics().with("NCCL_NET_FORCE_MERGE", "a")), HasSubstr("0 of the 8"));
    EXPECT_THAT(what(Nics().with("NCCL_NET_FORCE_MERGE", ",")), HasSubstr("0 of the 8"));
    EXPECT_THAT(what(Nics().with("NCCL_NET_FORCE_MERGE", "c,d").with("NCCL_IB_MERGE_NICS", "0")),
                HasSubstr("NCCL_IB_MERGE_NICS=0 forbids it"));
    Nics mixed;
    mixed.machine.nets[4].linkLayer = "Ethernet";
    EXPECT_THAT(what(mixed.with("NCCL_NET_FORCE_MERGE", "c,d")), HasSubstr("InfiniBand"));
}

/// On flat buses, NCCL_IB_MERGE_VFS treats all NICs of a bus as one device, so they are merged into one NIC.
TEST(NicFusion, IsReportedForTheBusesOfAFlatMachine) {
    const Machine machine = test::FlatVm{2, 2, false, true}.machine();
    Options options;
    options.version = findVersion("nccl-2.30");
    const auto messages = [&] {
        std::vector<std::string> list;
        for (const MergeNote &note : merge({}, machine, options).notes)
            if (note.kind == MergeNoteKind::NicsFused)
                list.push_back(note.what);
        return list;
    };
    EXPECT_THAT(messages(), ElementsAre(HasSubstr("(one device, 0002:00:00.0)"), HasSubstr("0003:00:00.0")));
    options.environment.set("NCCL_NET_MERGE_LEVEL", "LOC");
    EXPECT_THAT(messages(), IsEmpty());
    options.environment.set("NCCL_NET_FORCE_MERGE", "nobody");
    const Merged failed = merge({}, machine, options);
    ASSERT_TRUE(failed.error);
    EXPECT_EQ(failed.error->call, "ncclTopoForceMerge");
    EXPECT_EQ(failed.error->code, ResultCode::InvalidUsage);
}

} // namespace
