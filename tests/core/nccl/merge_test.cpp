// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Merging a topology file with a machine: each rule of the merge on a sample flat VM.
#include "core/nccl/machine/Merge.h"
#include "core/nccl/machine/XmlTopologyBuilder.h"
#include "tests/core/nccl/FlatVm.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace fabricscope;
using namespace fabricscope::nccl;
using test::FlatVm;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

namespace {

Options optionsFor(const FlatVm &vm, bool mergeVfs = false) {
    Options options;
    options.version = assumedVersion(vm.amd ? Flavor::Rccl : Flavor::Nccl);
    if (!mergeVfs)
        options.environment.set("NCCL_IB_MERGE_VFS", "0");
    options.environment.set("NCCL_PXN_DISABLE", "1");
    return options;
}

XmlTree treeOf(const std::string &text, const Options &options) {
    auto tree = readXml(text, *options.version);
    if (!tree)
        throw std::runtime_error(tree.error().toString());
    return *tree;
}

struct Outcome {
    Merged merged;
    Decisions decisions;

    /// By rank and plugin number, independent of the library's order.
    [[nodiscard]] std::string type(int rank, int dev) const {
        for (const GpuNic &pair : decisions.gpuNic)
            if (decisions.gpus[static_cast<std::size_t>(pair.gpu)].rank == rank &&
                decisions.nics[static_cast<std::size_t>(pair.nic)].dev == dev)
                return std::string(decisions.library->pathName(pair.type));
        return "none";
    }
    /// The name of the NIC that a GPU uses.
    [[nodiscard]] std::string local(std::size_t gpu) const {
        const auto nic = decisions.localNic(gpu, 0);
        return nic ? decisions.nics[static_cast<std::size_t>(*nic)].name : "none";
    }
};

Outcome outcomeOf(const FlatVm &vm, const std::optional<std::string> &file, const Options &options,
                  const Machine &machine) {
    Outcome outcome;
    outcome.merged = merge(file ? std::optional(treeOf(*file, options)) : std::nullopt, machine, options);
    EXPECT_FALSE(outcome.merged.error) << outcome.merged.error->toString();
    outcome.decisions = decide(outcome.merged.tree, options);
    EXPECT_FALSE(outcome.decisions.error) << outcome.decisions.error->toString();
    EXPECT_EQ(outcome.decisions.gpus.size(), static_cast<std::size_t>(vm.nodes * vm.pairsPerNode));
    return outcome;
}

Outcome outcomeOf(const FlatVm &vm, const std::optional<std::string> &file, bool mergeVfs = false) {
    return outcomeOf(vm, file, optionsFor(vm, mergeVfs), vm.machine());
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

auto noteOf(MergeNoteKind kind, std::uint32_t line, const std::string &text) {
    return Contains(AllOf(Field(&MergeNote::kind, kind), Field(&MergeNote::line, line),
                          Field(&MergeNote::what, HasSubstr(text))));
}

class MergeBothFlavours : public testing::TestWithParam<bool> {
protected:
    FlatVm vm{2, 2, GetParam(), true};
};

std::string flavourName(const testing::TestParamInfo<bool> &info) {
    return info.param ? "Rccl" : "Nccl";
}

} // namespace

TEST_P(MergeBothFlavours, AFlatMachineWithoutAFileIsPhbAndSys) {
    const Outcome outcome = outcomeOf(vm, std::nullopt);
    EXPECT_EQ(outcome.type(0, 0), "PHB");
    EXPECT_EQ(outcome.type(0, 1), "PHB");
    EXPECT_EQ(outcome.type(0, 2), "SYS");
    EXPECT_FALSE(outcome.decisions.pair(0, 0).gdrRecv.on());
}

TEST_P(MergeBothFlavours, TheFilesSwitchesPairGpusWithNics) {
    const Outcome outcome = outcomeOf(vm, vm.file());
    for (int pair = 0; pair < 4; ++pair) {
        const auto gpu = static_cast<std::size_t>(pair);
        EXPECT_EQ(outcome.type(pair, pair), "PIX");
        EXPECT_TRUE(outcome.decisions.pair(gpu, gpu).gdrRecv.on());
        EXPECT_EQ(outcome.local(gpu), fmt::format("mlx5_{}", pair));
    }
    EXPECT_EQ(outcome.merged.notes, std::vector<MergeNote>{});
}

TEST_P(MergeBothFlavours, AFileThatSwapsTwoNicsSwapsThem) {
    const Outcome outcome = outcomeOf(vm, vm.file([](int pair) { return pair < 2 ? 1 - pair : pair; }));
    EXPECT_EQ(outcome.local(0), "mlx5_1");
    EXPECT_EQ(outcome.local(1), "mlx5_0");
    EXPECT_EQ(outcome.local(2), "mlx5_2");
}

TEST_P(MergeBothFlavours, WithMergedVfsTheNicsOfABusFallToItsDevice00) {
    const Outcome outcome = outcomeOf(vm, vm.file(), true);
    EXPECT_EQ(outcome.type(0, 0), "PHB");
    EXPECT_THAT(outcome.merged.nets, ElementsAre(Field(&PluginNet::lookup, "0002:00:00.0"),
                                                 Field(&PluginNet::lookup, "0002:00:00.0"),
                                                 Field(&PluginNet::lookup, "0003:00:00.0"),
                                                 Field(&PluginNet::lookup, "0003:00:00.0")));
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::NicCollapsed, 5, "0002:00:09.0"));
}

TEST_P(MergeBothFlavours, WithoutThatDeviceTheyHangOnTheFirstCpu) {
    vm.hostBridges = false;
    const Outcome outcome = outcomeOf(vm, vm.file(), true);
    EXPECT_EQ(outcome.type(0, 3), "PHB"); // the first CPU is that of GPU 0
    EXPECT_EQ(outcome.type(3, 3), "SYS");
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::NicCollapsed, 5, "virtual NIC of the first CPU"));
}

TEST_P(MergeBothFlavours, CapitalsAndLongDomainsMakeAnEntryAnother) {
    std::string file = replaced(vm.file(), "0002:00:01.0", "00000002:00:01.0");
    file = replaced(file, "0002:00:0a.0", "0002:00:0A.0");
    const Outcome outcome = outcomeOf(vm, file);
    EXPECT_EQ(outcome.type(0, 0), "PHB");
    EXPECT_EQ(outcome.type(2, 2), "PIX");
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::Spelling, 4, "0002:00:01.0"));
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::Spelling, 9, "0002:00:0a.0"));
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::NotInFile, 0, "GPU 0002:00:01.0"));
}

TEST_P(MergeBothFlavours, AnEntryForAnotherMachineIsTrimmed) {
    const Outcome outcome = outcomeOf(vm, replaced(vm.file(), "0002:00:09.0", "0005:00:09.0"));
    EXPECT_EQ(outcome.type(0, 0), "PHB");
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::NoSuchDevice, 5, "0005:00:09.0"));
    for (const XmlNode &node : outcome.merged.tree.nodes)
        EXPECT_NE(node.value("busid"), "0005:00:09.0");
}

TEST_P(MergeBothFlavours, ANetOfTheFileWinsByItsName) {
    const std::string closed = "class=\"0x020000\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>";
    const std::string file =
        replaced(vm.file(), closed,
                 closed.substr(0, closed.size() - 2) +
                     "><nic><net name=\"mlx5_3\" dev=\"7\" speed=\"100000\" gdr=\"0\"/></nic></pci>");
    const Outcome outcome = outcomeOf(vm, file);
    const auto nic = std::find_if(outcome.decisions.nics.begin(), outcome.decisions.nics.end(),
                                  [](const NicNode &node) { return node.name == "mlx5_3"; });
    ASSERT_NE(nic, outcome.decisions.nics.end());
    EXPECT_EQ(nic->busIdText, "0002:00:09.0");
    EXPECT_EQ(nic->dev, 3); // always the plugin's number
    EXPECT_EQ(nic->bandwidth, 12.5);
    EXPECT_FALSE(nic->gdr);
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::NetRelocated, 5, "mlx5_3 is 0003:00:0a.0"));
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::NetValueFromFile, 5, "gdr=\"0\""));
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::NetValueFromFile, 5, "400000 Mb/s"));
}

TEST_P(MergeBothFlavours, TheFilesGpuNumberWinsAndMinusOneTakesItOut) {
    const std::string closed = "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>";
    const auto withGpu = [&](const std::string &dev) {
        return replaced(vm.file(), closed,
                        closed.substr(0, closed.size() - 2) + "><gpu dev=\"" + dev + "\"/></pci>");
    };
    const Outcome outcome = outcomeOf(vm, withGpu("3"));
    EXPECT_EQ(outcome.decisions.gpus[0].dev, 3);
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::GpuDevFromFile, 4, "device 0 on this machine"));

    const Options options = optionsFor(vm);
    const Merged merged = merge(treeOf(withGpu("-1"), options), vm.machine(), options);
    EXPECT_EQ(decide(merged.tree, options).gpus.size(), 3U);
    EXPECT_THAT(merged.notes, noteOf(MergeNoteKind::GpuDropped, 4, "every run"));
}

TEST_P(MergeBothFlavours, AnInventedSwitchThatExistsGetsTheRealClass) {
    const Outcome outcome = outcomeOf(vm, replaced(vm.file(), "ffff:ff:01.0", "0002:00:00.0"));
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::SwitchIsReal, 3, "becomes 0x060000"));
    const auto node = std::find_if(outcome.merged.tree.nodes.begin(), outcome.merged.tree.nodes.end(),
                                   [](const XmlNode &n) { return n.value("busid") == "0002:00:00.0"; });
    ASSERT_NE(node, outcome.merged.tree.nodes.end());
    EXPECT_EQ(node->value("class"), "0x060000");
}

TEST_P(MergeBothFlavours, AcceptsASyntheticSwitchAtAnAddressUsedOnlyForNicLookup) {
    FlatVm bare = vm;
    bare.hostBridges = false; // NCCL_IB_MERGE_VFS looks NICs up at 0002:00:00.0, which does not exist
    const Options options = optionsFor(bare, true);
    const Merged merged = merge(treeOf(replaced(bare.file(), "ffff:ff:01.0", "0002:00:00.0"), options),
                                bare.machine(), options);
    EXPECT_THAT(merged.notes,
                testing::Each(testing::Field(&MergeNote::kind, testing::Ne(MergeNoteKind::SwitchIsReal))));
}

TEST_P(MergeBothFlavours, LinksThatTheFileDoesNotGiveComeFromTheLesserEnd) {
    Machine machine = vm.machine();
    machine.functions[1].maxLinkSpeed = "16.0 GT/s PCIe";
    const Outcome outcome = outcomeOf(vm, std::nullopt, optionsFor(vm), machine);
    const auto node = std::find_if(outcome.merged.tree.nodes.begin(), outcome.merged.tree.nodes.end(),
                                   [&](const XmlNode &n) { return n.value("busid") == vm.gpu(0); });
    ASSERT_NE(node, outcome.merged.tree.nodes.end());
    EXPECT_EQ(node->value("link_speed"), "16.0 GT/s PCIe");
    EXPECT_EQ(node->value("link_width"), "0"); // a root bus has width 0, and the minimum of both ends is used
    EXPECT_EQ(outcome.decisions.pair(0, 0).bandwidth, 24);
}

TEST_P(MergeBothFlavours, ASwitchIsFoundTwoFoldersUpAndRootPortsAreNot) {
    Machine machine = vm.machine();
    const auto bridge = [&](const char *busId, std::optional<std::uint32_t> parent) {
        MachineFunction function = machine.functions[0];
        function.busId = busId;
        function.parent = parent;
        function.classCode = "0x060400";
        machine.functions.push_back(function);
        return static_cast<std::uint32_t>(machine.functions.size() - 1);
    };
    const auto port = bridge("0002:10:00.0", std::nullopt);
    const auto up = bridge("0002:11:00.0", port);
    machine.functions[1].parent = bridge("0002:12:00.0", up); // the first GPU
    machine.functions[3].parent = bridge("0002:12:01.0", up); // and its NIC
    machine.index();
    const Outcome outcome = outcomeOf(vm, std::nullopt, optionsFor(vm), machine);
    EXPECT_EQ(outcome.type(0, 0), "PIX");
    std::vector<std::string> switches;
    for (const XmlNode &node : outcome.merged.tree.nodes)
        if (node.value("class") == "0x060400")
            switches.emplace_back(*node.value("busid"));
    EXPECT_THAT(switches, ElementsAre("0002:11:00.0"));
}

TEST_P(MergeBothFlavours, AMachineThatHangsInItselfIsTakenApart) {
    Machine machine = vm.machine();
    for (std::uint32_t i = 0; i < machine.functions.size(); ++i)
        machine.functions[i].parent = (i + 1) % static_cast<std::uint32_t>(machine.functions.size());
    machine.index();
    const Merged merged = merge(std::nullopt, machine, optionsFor(vm));
    ASSERT_FALSE(merged.error) << merged.error->toString();
    const auto count = [&](std::string_view name) {
        return std::count_if(merged.tree.nodes.begin(), merged.tree.nodes.end(),
                             [&](const XmlNode &node) { return node.name == name; });
    };
    EXPECT_EQ(count("gpu"), 4);
    EXPECT_EQ(count("net"), 4);
}

TEST_P(MergeBothFlavours, KeepInTheFileKeepsWhatIsNotThere) {
    const std::string file = replaced(vm.file(), "class=\"0x020000\"", "class=\"0x020000\" keep=\"1\"");
    Machine machine = vm.machine();
    std::erase_if(machine.nets, [](const MachineNet &net) { return net.name == "mlx5_0"; });
    const Outcome outcome = outcomeOf(vm, file, optionsFor(vm), machine);
    const auto &nodes = outcome.merged.tree.nodes;
    EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(),
                            [&](const XmlNode &n) { return n.value("busid") == vm.nic(0); }));
    EXPECT_THAT(outcome.merged.notes, noteOf(MergeNoteKind::KeepInFile, 5, "on every machine"));
    for (const XmlNode &node : nodes)
        EXPECT_FALSE(node.find("keep"));
}

INSTANTIATE_TEST_SUITE_P(Flavours, MergeBothFlavours, testing::Bool(), flavourName);

TEST(Merge, NumaMinusOneIsACpuOfItsOwnForNcclAndNode0ForRccl) {
    for (const bool amd : {false, true}) {
        const FlatVm vm{2, 2, amd, true};
        Machine machine = vm.machine();
        for (MachineFunction &function : machine.functions)
            if (function.classCode == "0x020000")
                function.numaNode = "-1";
        const Outcome outcome = outcomeOf(vm, std::nullopt, optionsFor(vm), machine);
        EXPECT_EQ(outcome.type(0, 0), amd ? "PHB" : "SYS");
        EXPECT_EQ(outcome.type(2, 2), "SYS");
        EXPECT_THAT(outcome.merged.notes,
                    noteOf(MergeNoteKind::NumaUnknown, 0, amd ? "assumed node 0" : "a separate CPU"));
    }
}

TEST(Merge, DoesNotStateANumaNodeThatNobodyRead) {
    const FlatVm vm{2, 2, false, true};
    Machine machine = vm.machine();
    const auto forget = [](MachineFunction &function) {
        function.numaNode = "-1";
        function.isNumaRead = false;
    };
    forget(machine.functions.back());
    const auto notesOf = [&] {
        std::string text;
        for (const MergeNote &note : outcomeOf(vm, std::nullopt, optionsFor(vm), machine).merged.notes)
            text += note.what + "\n";
        return text;
    };
    EXPECT_THAT(notesOf(),
                AllOf(HasSubstr("is unknown here: it gets a separate CPU"), Not(HasSubstr("numa_node -1"))));
    for (MachineFunction &function : machine.functions)
        forget(function);
    EXPECT_THAT(notesOf(), Not(HasSubstr("separate CPU"))) << "the machine's gaps state it once";
}

TEST(Merge, RanksAreFusedInTheirOrder) {
    // The switch of GPU 2 is added only by rank 2, after the elements that rank 0 added to that CPU.
    const FlatVm vm{2, 2, false, true};
    Options options = optionsFor(vm);
    const std::string file = vm.file([](int pair) { return pair == 2 ? 1 : pair; });
    const Merged merged = merge(treeOf(file, options), vm.machine(), options);
    std::vector<std::string> gpus;
    for (std::size_t i = 0; i < merged.tree.nodes.size(); ++i)
        if (merged.tree.nodes[i].name == "gpu")
            gpus.emplace_back(
                *merged.tree.nodes[static_cast<std::size_t>(merged.tree.nodes[i].parent)].value("busid"));
    const auto decisions = decide(merged.tree, options);
    std::vector<int> ranks;
    for (const GpuNode &gpu : decisions.gpus)
        ranks.push_back(gpu.rank);
    EXPECT_EQ(gpus.size(), 4U);
    EXPECT_THAT(ranks,
                ElementsAre(0, 1, 3, 2)); // mlx5_2 is not in the file, so switch 3 is added with rank 2
}

TEST(Merge, TheShorterWayGivesWhatAllRanksInFullGive) {
    const FlatVm vm{2, 4, false, true};
    const Options options = optionsFor(vm);
    const auto text = [&](const std::string &file, MergeEffort effort) {
        return *writeXml(merge(treeOf(file, options), vm.machine(), options, effort).tree, *options.version);
    };
    const std::string swapped = vm.file([](int pair) { return pair == 5 ? 1 : pair == 2 ? 7 : pair; });
    const std::string taken =
        replaced(vm.file(), "class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>",
                 "class=\"0x030200\"><gpu dev=\"-1\"/></pci>");
    for (const std::string &file :
         {vm.file(), swapped, taken, std::string("<system version=\"1\"></system>\n")})
        EXPECT_EQ(text(file, MergeEffort::Shortest), text(file, MergeEffort::EachRank));
}

/// A card with both functions and unknown class: by function number, the library looks for the NIC at the
/// GPU's address.
TEST(Merge, TheShorterWayIsNotTakenWhereANicIsAGpusOwnDevice) {
    const FlatVm vm{2, 2, false, true};
    const Options options = optionsFor(vm);
    Machine machine = vm.machine();
    std::string own = vm.gpu(2);
    own.back() = '1';
    machine.nets[1].busId = own;
    machine.functions[*machine.find(vm.gpu(2))].classCode.clear();
    const auto text = [&](MergeEffort effort) {
        return *writeXml(merge({}, machine, options, effort).tree, *options.version);
    };
    EXPECT_EQ(text(MergeEffort::Shortest), text(MergeEffort::EachRank));
}

TEST(Merge, LimitsOfTheLibraryAreErrors) {
    const FlatVm vm{2, 40, false, true}; // 243 elements in the file, and two more per NIC
    const Merged nccl = merge(treeOf(vm.file(), optionsFor(vm)), vm.machine(), optionsFor(vm));
    ASSERT_TRUE(nccl.error);
    EXPECT_EQ(nccl.error->call, "xmlAddNode");
    EXPECT_THAT(nccl.error->what, HasSubstr("more than 256 elements"));
    EXPECT_TRUE(nccl.tree.nodes.empty());

    const FlatVm large{2, 40, true, true};
    EXPECT_FALSE(merge(treeOf(large.file(), optionsFor(large)), large.machine(), optionsFor(large)).error);

    const FlatVm many{2, 400, true, true};
    const Merged tooMany = merge(std::nullopt, many.machine(), optionsFor(many));
    ASSERT_TRUE(tooMany.error);
    EXPECT_THAT(tooMany.error->what, HasSubstr("800 GPUs"));
}

TEST(Merge, AMachineWithoutGpusIsAnError) {
    Machine machine = FlatVm{}.machine();
    machine.gpus.clear();
    machine.gpusOfVms = 8;
    machine.index();
    const Merged merged = merge(std::nullopt, machine, {});
    ASSERT_TRUE(merged.error);
    EXPECT_THAT(merged.error->what, HasSubstr("the 8 GPUs of the machine are passed to virtual machines"));
    EXPECT_TRUE(merged.tree.nodes.empty());
}

TEST(Trim, RemovesWhatHasNothingToKeepAndTheMark) {
    const Options options = optionsFor(FlatVm{});
    XmlTree tree = treeOf(
        "<system version=\"1\">\n<cpu numaid=\"0\">\n<pci busid=\"a\">\n<gpu dev=\"0\" keep=\"1\"/>\n</pci>\n"
        "<pci busid=\"b\">\n<nic>\n<net name=\"n\"/>\n</nic>\n</pci>\n</cpu>\n<cpu "
        "numaid=\"1\"/>\n</system>\n",
        options);
    trim(tree);
    XmlTree left;
    ASSERT_FALSE(fuse(left, tree, *options.version));
    std::vector<std::string> names;
    for (const XmlNode &node : left.nodes)
        names.push_back(node.name);
    EXPECT_THAT(names, ElementsAre("system", "cpu", "pci", "gpu"));
    EXPECT_FALSE(left.nodes.back().find("keep"));
}
