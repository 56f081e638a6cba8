// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/formats/files/UnrecognizedFiles.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/support/Packed.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace fabricscope::formats {
namespace {

namespace fs = std::filesystem;
using test::Member;
using test::packed;
using test::Packing;
using test::tarOf;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

/// The facts of a function in one line.
std::string described(const host::PciFunction &f) {
    std::string virtuals;
    for (const pci::Address &v : f.virtfns)
        virtuals += " " + v.toString();
    return fmt::format(
        "{} {:06x} {:04x}:{:04x} parent {} root {} node {} driver {} group {} link {} x{} of {} x{} pf {} "
        "vfs{} config {}",
        f.address.toString(), f.classCode.valueOr(0), f.vendor.valueOr(0), f.device.valueOr(0),
        f.parent ? f.parent->toString() : "none",
        f.rootBus ? fmt::format("{:04x}:{:02x}", f.rootBus->first, f.rootBus->second) : "unknown",
        f.numaNode.valueOr(-9), f.driver.valueOr("none"),
        f.iommuGroup ? std::to_string(f.iommuGroup->value) : "none",
        f.currentSpeed ? f.currentSpeed->generation() : 0, f.currentWidth.valueOr(0),
        f.maxSpeed ? f.maxSpeed->generation() : 0, f.maxWidth.valueOr(0),
        f.physfn ? f.physfn->toString() : "none", virtuals, f.config ? f.config->bytesRead : 0);
}
std::vector<std::string> functionsOf(const host::Host &host) {
    std::vector<std::string> lines;
    for (const host::PciFunction &f : host.functions)
        lines.push_back(described(f));
    return lines;
}
std::vector<std::string> nodesOf(const host::Host &host) {
    std::vector<std::string> lines;
    for (const host::NumaNodeFacts &n : host.numaNodes)
        lines.push_back(fmt::format("{} cpus '{}' memory {} distances {}", n.node.value,
                                    n.cpus.valueOr("unknown"), n.memory ? n.memory->value : 0,
                                    n.distances ? n.distances->size() : 0));
    return lines;
}

void expectSame(const std::vector<std::string> &found, const std::vector<std::string> &expected) {
    EXPECT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
        ASSERT_EQ(found[i], expected[i]);
}

/// The tree of a sample host: some thousand small files, so in memory if possible.
class Tree {
public:
    explicit Tree(const host::Host &host) {
        const char *asked = std::getenv("TMPDIR");
        const bool inMemory = asked == nullptr && ::access("/dev/shm", W_OK | X_OK) == 0;
        std::string name =
            ((inMemory ? fs::path("/dev/shm") : fs::temp_directory_path()) / "fabricscope-XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw std::runtime_error("no temporary folder can be made");
        m_folder = name;
        samples::writeTree(host, m_folder);
    }
    ~Tree() {
        std::error_code error;
        fs::remove_all(m_folder, error);
    }
    Tree(const Tree &) = delete;
    Tree &operator=(const Tree &) = delete;

    [[nodiscard]] fs::path path(const std::string &below = {}) const { return m_folder / below; }
    [[nodiscard]] std::string tar(const std::string &below = {}, const std::string &prefix = {}) const {
        return test::tarOfFolder(path(below), prefix);
    }

private:
    fs::path m_folder;
};

struct SampleTree {
    const char *name;
    host::Host (*make)();
};
class ImportOfSampleTrees : public testing::TestWithParam<SampleTree> {};

TEST_P(ImportOfSampleTrees, AnArchiveAndAFolderOfSysGiveTheFactsThatWereWritten) {
    const host::Host made = GetParam().make();
    const Tree tree(made);
    const host::Host collected = readHost(samples::toCapture(made));
    const host::Host archived =
        readHost(imported({{"x.tar.gz", packed(tree.tar({}, "some/where/"), Packing::Gzip)}}));
    expectSame(functionsOf(archived), functionsOf(collected));
    expectSame(nodesOf(archived), nodesOf(collected));
    EXPECT_THAT(archived.warnings, IsEmpty());
    const fs::path folder = tree.path();
    const auto read = importFiles(std::span(&folder, 1));
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_EQ(functionsOf(readHost(*read)), functionsOf(archived));
}

INSTANTIATE_TEST_SUITE_P(Hosts, ImportOfSampleTrees,
                         testing::Values(SampleTree{"server", samples::mi355xServer},
                                         SampleTree{"vm", samples::flatVm},
                                         SampleTree{"laptop", samples::laptop},
                                         SampleTree{"vmd", samples::vmdHost},
                                         SampleTree{"cpuless", samples::cpuLessNodes}),
                         [](const auto &tree) { return std::string(tree.param.name); });

/// The virtual functions of this physical one, which are the same for the tree in a folder and for the packed
/// one.
std::vector<pci::Address> virtualIn(const Tree &tree, const pci::Address &physical) {
    const fs::path folder = tree.path();
    const auto read = importFiles(std::span(&folder, 1));
    if (!read) {
        ADD_FAILURE() << read.error().toString();
        return {};
    }
    const host::Host unpacked = readHost(*read), archived = readHost(imported({{"x.tar", tree.tar()}}));
    EXPECT_EQ(functionsOf(unpacked), functionsOf(archived));
    return unpacked.function(physical)->virtfns.items();
}

TEST(Import, FolderAndArchiveGiveEqualVirtualFunctionsWithoutTheFirstLink) {
    const host::Host made = samples::mi355xServer();
    const auto physical = std::find_if(made.functions.begin(), made.functions.end(),
                                       [](const host::PciFunction &each) { return !each.virtfns.empty(); });
    ASSERT_NE(physical, made.functions.end());
    const pci::Address address = physical->address;
    const Tree tree(made);
    const fs::path folder = fs::canonical(tree.path("sys/bus/pci/devices") / address.toString());
    ASSERT_TRUE(fs::is_symlink(folder / "virtfn0"));
    EXPECT_EQ(virtualIn(tree, address), physical->virtfns.items());
    fs::rename(folder / "virtfn0", folder / "virtfn7");
    std::ofstream(folder / "sriov_numvfs") << "8\n";
    EXPECT_EQ(virtualIn(tree, address), physical->virtfns.items());
    fs::remove(folder / "sriov_numvfs");
    (void)virtualIn(tree, address); // checks only that both are equal
}

TEST(Import, PciFunctionsAreFoundByTheirFoldersWhereNoLinkNamesThem) {
    const Tree tree(samples::vmdHost());
    const auto whole = functionsOf(readHost(imported({{"x.tar", tree.tar()}})));
    // devices/pci0000:00 without sys above it, and without any parent folder.
    for (const std::string prefix : {"devices/", ""}) {
        std::vector<std::string> found;
        for (const auto &f : readHost(imported({{"x.tar", tree.tar("sys/devices", prefix)}})).functions)
            found.push_back(f.address.toString() + (f.parent ? f.parent->toString() : ""));
        std::vector<std::string> expected;
        for (const auto &f : readHost(samples::toCapture(samples::vmdHost())).functions)
            expected.push_back(f.address.toString() + (f.parent ? f.parent->toString() : ""));
        EXPECT_EQ(found, expected) << prefix;
    }
    EXPECT_FALSE(whole.empty());
}

TEST(Import, LinksOfBusPciAloneGiveTheTree) {
    const Tree tree(samples::vmdHost());
    const host::Host host = readHost(imported({{"x.tar", tree.tar("sys/bus/pci", "bus/pci/")}}));
    const host::Host whole = readHost(samples::toCapture(samples::vmdHost()));
    ASSERT_EQ(host.functions.size(), whole.functions.size());
    for (std::size_t i = 0; i < host.functions.size(); ++i) {
        EXPECT_EQ(host.functions[i].parent, whole.functions[i].parent);
        EXPECT_EQ(host.functions[i].rootBus, whole.functions[i].rootBus);
        EXPECT_FALSE(host.functions[i].vendor) << "nobody said it";
    }
}

TEST(Import, ATopologyOfKfdAloneIsFoundUnderAnyName) {
    for (const std::string prefix :
         {"kfd/topology/nodes/", "topology/nodes/", "nodes/", "testdata/mine/nodes/",
          "h/sys/class/kfd/kfd/topology/nodes/", "h/sys/devices/virtual/kfd/kfd/topology/nodes/"}) {
        std::vector<Member> members{{prefix + "0/properties", "simd_count 0\ncpu_cores_count 8\n", '0', {}}};
        for (const int node : {1, 2}) {
            const std::string folder = prefix + std::to_string(node);
            members.push_back({folder + "/gpu_id", std::to_string(1000 + node), '0', {}});
            members.push_back({folder + "/properties",
                               fmt::format("simd_count 304\ndomain 0\nlocation_id {}\n", node * 256),
                               '0',
                               {}});
            members.push_back({folder + "/io_links/0/properties",
                               fmt::format("type 11\nnode_from {}\nnode_to {}\nweight 15\n", node, 3 - node),
                               '0',
                               {}});
        }
        const host::Host host = readHost(imported({{"x.tar", tarOf(members)}}));
        EXPECT_EQ(host.gpus.size(), 2U) << prefix;
        ASSERT_EQ(host.gpuLinks.size(), 1U) << prefix;
        EXPECT_EQ(host.gpuLinks[0].to.toString(), "0000:02:00.0");
        ASSERT_EQ(host.functions.size(), 2U) << "a tree can be drawn of them";
        EXPECT_EQ(host.functions[1].address, host.gpuLinks[0].to);
    }
}

TEST(Import, MasksOfOlderKernelsAreReadAsLists) {
    const host::Host host = readHost(imported(
        {{"x.tar",
          tarOf({{"h/sys/devices/system/node/node0/cpumap", "00000000,000000ff\n", '0', {}},
                 {"h/sys/devices/system/node/node0/meminfo", "Node 0 MemTotal: 1024 kB\n", '0', {}},
                 {"h/sys/devices/system/node/node1/cpumap", "ffff0000,00000000\n", '0', {}},
                 {"h/sys/devices/system/node/node1/meminfo", "Node 1 MemTotal: 2048 kB\n", '0', {}},
                 {"h/sys/devices/system/cpu/cpu0/topology/thread_siblings", "3\n", '0', {}},
                 {"h/sys/devices/system/cpu/cpu1/topology/thread_siblings", "3\n", '0', {}},
                 {"h/sys/devices/system/cpu/cpu0/topology/physical_package_id", "0\n", '0', {}}})}}));
    EXPECT_THAT(nodesOf(host), testing::ElementsAre("0 cpus '0-7' memory 1048576 distances 0",
                                                    "1 cpus '48-63' memory 2097152 distances 0"));
    EXPECT_EQ(host.cpuCores.valueOr(-1), 1);
    EXPECT_EQ(host.cpuThreads.valueOr(-1), 2);
    EXPECT_EQ(host.cpuPackages.valueOr(-1), 1);
}

TEST(Import, WhatIsNotInTheArchiveMakesNoSection) {
    const auto capture = imported({{"x.tar", tarOf({{"proc/meminfo", "MemTotal: 1 kB\n", '0', {}}})}});
    ASSERT_EQ(capture.sections.size(), 1U);
    EXPECT_EQ(capture.sections[0].meta().name, "meminfo");
    EXPECT_EQ(capture.sections[0].meta().part, capture::Part::Import);
}

TEST(Import, TheTargetIsTheNameThatTheHostHasElseTheFiles) {
    const Member memory{"proc/meminfo", "MemTotal: 1 kB\n", '0', {}};
    EXPECT_EQ(imported({{"a.tar", tarOf({memory, {"etc/hostname", "gpu-07\n", '0', {}}})}}).target, "gpu-07");
    EXPECT_EQ(
        imported({{"a.tar", tarOf({memory, {"proc/hwloc-nofile-info", "HostName: gpu-08\n", '0', {}}})}})
            .target,
        "gpu-08");
    EXPECT_EQ(imported({{"a.tar", tarOf({memory})}}).target, "a.tar");
}

std::string treeNamed(const std::string &hostName, const std::string &machineId = {}) {
    std::vector<Member> members{{"h/proc/meminfo", "MemTotal: 1 kB\n", '0', {}},
                                {"h/etc/hostname", hostName + "\n", '0', {}}};
    if (!machineId.empty())
        members.push_back({"h/etc/machine-id", machineId + "\n", '0', {}});
    return tarOf(members);
}

TEST(Import, FilesOfTwoHostsAreRefusedAndBothAreNamed) {
    const auto refused = importPieces({{"one.tar", treeNamed("gpu-07")}, {"two.tar", treeNamed("gpu-08")}});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(),
                AllOf(HasSubstr("'gpu-07' in one.tar"), HasSubstr("'gpu-08' in two.tar")));
    EXPECT_TRUE(
        importPieces({{"one.tar", treeNamed("gpu-07.example.com")}, {"two.tar", treeNamed("GPU-07")}}));
    EXPECT_TRUE(importPieces({{"one.tar", treeNamed("old", "11")}, {"two.tar", treeNamed("new", "11")}}));
    EXPECT_FALSE(importPieces({{"one.tar", treeNamed("gpu", "11")}, {"two.tar", treeNamed("gpu", "22")}}));
}

TEST(Import, TwoHostsInOneArchiveAreRefusedToo) {
    const std::vector<Member> two = {
        {"gpu-01/sys/devices/system/node/node0/meminfo", "Node 0 MemTotal: 1 kB\n", '0', {}},
        {"gpu-02/sys/devices/system/node/node0/meminfo", "Node 0 MemTotal: 1 kB\n", '0', {}}};
    const auto refused = importPieces({{"both.tar", tarOf(two)}});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(), AllOf(HasSubstr("'gpu-01'"), HasSubstr("'gpu-02'")));
}

TEST(Import, PiecesOfOneHostInFoldersOfTheirOwnAreJoined) {
    const host::Host host = readHost(imported(
        {{"ticket.tar.xz",
          packed(tarOf({{"ticket/a/topology/nodes/1/properties",
                         "simd_count 4\nlocation_id 256\ndomain 0\n",
                         '0',
                         {}},
                        {"ticket/a/topology/nodes/1/gpu_id", "7\n", '0', {}},
                        {"ticket/b/devices/system/node/node0/meminfo", "Node 0 MemTotal: 1 kB\n", '0', {}}}),
                 Packing::Xz)}}));
    EXPECT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(host.numaNodes.size(), 1U);
}

TEST(Import, CapturesComeBackWholeAndJoin) {
    auto made = samples::toCapture(samples::oneGpu());
    made.target = "root@gpu-07";
    made.takenMs = 1700000000000;
    const auto bytes = capture::serialize(made);
    ASSERT_TRUE(bytes);
    const auto alone = imported({{"x.fscope", *bytes}});
    EXPECT_EQ(alone.target, "root@gpu-07");
    EXPECT_EQ(alone.takenMs, made.takenMs);
    EXPECT_EQ(alone.sections.size(), made.sections.size());
    EXPECT_EQ(alone.sections[0].meta().part, capture::Part::Safe);
    // The same in an archive.
    const auto joined = imported({{"a.tar", tarOf({{"x.fscope", *bytes, '0', {}}})},
                                  {"m.tar", tarOf({{"proc/modules", "nvidia 1 2 - Live 0x0\n", '0', {}}})}});
    EXPECT_EQ(joined.sections.size(), made.sections.size() + 1);
    EXPECT_EQ(joined.target, "root@gpu-07");
    const auto hurt = importPieces({{"x.fscope", bytes->substr(0, 700)}});
    ASSERT_FALSE(hurt);
    EXPECT_THAT(hurt.error().toString(), HasSubstr("x.fscope"));
}

const std::string kPrinted = "welcome to gpu-07\n"
                             "@@fabricscope printed begin safe 1\n"
                             "@@fabricscope printed section meminfo /proc/meminfo\n"
                             "MemTotal: 4 kB\n\n"
                             "@@fabricscope printed end 0\n"
                             "@@fabricscope printed note grep is missing here\n"
                             "@@fabricscope printed done\n"
                             "@@fabricscope printed begin touch 1\n"
                             "@@fabricscope printed section modules /proc/modules\n"
                             "nvidia 1 2 - Live 0x0\n\n"
                             "@@fabricscope printed end 0\n"
                             "@@fabricscope printed done\n";

TEST(Import, TheOutputOfThePrintedScriptIsReadHoweverItCame) {
    std::string crlf, utf16 = "\xFF\xFE";
    for (const char c : kPrinted) {
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
        utf16 += std::string{c, '\0'};
    }
    for (const std::string &text : {kPrinted, crlf, "\xEF\xBB\xBF" + kPrinted.substr(kPrinted.find('@')),
                                    utf16, packed(kPrinted, Packing::Gzip)}) {
        const auto capture = imported({{"out.txt", text}});
        ASSERT_EQ(capture.sections.size(), 2U);
        EXPECT_EQ(capture.sections[0].meta().part, capture::Part::Safe);
        EXPECT_EQ(capture.sections[1].meta().part, capture::Part::Touch);
        EXPECT_EQ(capture.sections[0].bytes(), "MemTotal: 4 kB\n");
        EXPECT_THAT(capture.notes, Contains(HasSubstr("grep is missing here")));
    }
}

TEST(Import, TruncatedOutputIsKeptWithANote) {
    const auto capture = imported({{"out.txt", kPrinted.substr(0, kPrinted.find("Live"))}});
    ASSERT_EQ(capture.sections.size(), 2U);
    EXPECT_EQ(capture.sections[1].meta().damage, capture::Damage::Truncated);
    EXPECT_THAT(capture.notes, Contains(HasSubstr("the output is incomplete")));
}

TEST(Import, UnknownFileIsANoteAndAloneAnError) {
    const auto refused = importPieces({{"poem.txt", "nothing of ours\n"}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().toString(),
              "poem.txt: is not a file of a known kind (`fabricscope import --help` "
              "lists the known kinds)");
    EXPECT_THAT(knownKinds(), AllOf(HasSubstr(".fscope"), HasSubstr("hwloc XML")));
    const auto both = imported({{"poem.txt", "nothing of ours\n"}, {"out.txt", kPrinted}});
    EXPECT_THAT(both.notes, Contains(HasSubstr("poem.txt: not a file of a known kind")));
    EXPECT_FALSE(importPieces({}));
    EXPECT_FALSE(importPieces({{"empty", ""}}));
    const fs::path absent = "/nowhere/at-all.tar.gz";
    const auto none = importFiles(std::span(&absent, 1));
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().toString(), HasSubstr("/nowhere/at-all.tar.gz"));
}

TEST(Import, ArchivesWithinArchivesEndAtTheLimit) {
    std::string nested = tarOf({{"proc/meminfo", "MemTotal: 1 kB\n", '0', {}}});
    for (int i = 0; i < 3; ++i)
        nested = packed(nested, Packing::Gzip);
    EXPECT_EQ(imported({{"x.gz", nested}}).sections.size(), 1U);
    for (int i = 0; i < 3; ++i)
        nested = packed(nested, Packing::Gzip);
    EXPECT_FALSE(importPieces({{"x.gz", nested}}));
}

TEST(Import, TruncatedArchiveGivesItsReadablePartWithANote) {
    const Tree tree(samples::mi355xServer());
    const std::string tar = tree.tar();
    const auto capture = imported({{"cut.tar", tar.substr(0, tar.size() / 2)}});
    EXPECT_FALSE(capture.sections.empty());
    EXPECT_THAT(capture.notes, Contains(HasSubstr("damaged or cut off")));
    EXPECT_THAT(readHost(capture).warnings, IsEmpty()) << "half a value is no value";
}

TEST(Import, TenThousandDevicesAreRead) {
    std::vector<Member> members;
    for (int i = 0; i < 10000; ++i) {
        const std::string name =
            fmt::format("{:04x}:{:02x}:{:02x}.{}", i / 4096, i / 256 % 16, i / 8 % 32, i % 8);
        const std::string folder = fmt::format("sys/devices/pci{}/{}", name.substr(0, 7), name);
        members.push_back({"sys/bus/pci/devices/" + name, {}, '2', "../../../" + folder.substr(4)});
        members.push_back({folder + "/class", "0x020000\n", '0', {}});
        members.push_back({folder + "/vendor", "0x15b3\n", '0', {}});
    }
    const host::Host host = readHost(imported({{"many.tar.gz", packed(tarOf(members), Packing::Gzip)}}));
    ASSERT_EQ(host.functions.size(), 10000U);
    for (const host::PciFunction &f : host.functions)
        ASSERT_TRUE(f.rootBus && f.vendor.valueOr(0) == 0x15b3) << f.address.toString();
}

TEST(Import, HostileTreesCostNoMoreThanTheirSize) {
    // Links through links through links, each with many components, and folders that contain themselves.
    std::vector<Member> members;
    std::string climb;
    for (int i = 0; i < 30; ++i)
        climb += "../devices/";
    for (int i = 0; i < 2000; ++i) {
        const std::string name = fmt::format("0000:{:02x}:{:02x}.{}", i / 256 % 256, i / 8 % 32, i % 8);
        members.push_back({"sys/bus/pci/devices/" + name,
                           {},
                           '2',
                           climb + fmt::format("0000:{:02x}:{:02x}.{}", (i + 1) / 256 % 256, (i + 1) / 8 % 32,
                                               (i + 1) % 8)});
    }
    members.push_back({"sys/class/net/eth0", {}, '2', "../net"});
    members.push_back({"sys/devices/pci0000:00/0000:00:00.0/0000:00:00.0/class", "0x020000\n", '0', {}});
    members.push_back({"sys/devices/pci0000:00/0000:00:00.0/physfn", {}, '2', "."});
    members.push_back({"sys/bus/pci/devices/0000:00:1f.0\nclass", {}, '2', "x"});
    const host::Host host = readHost(imported({{"bad.tar", tarOf(members)}}));
    EXPECT_EQ(host.functions.size(), 2000U);
    EXPECT_FALSE(host.function({0, 0, 0, 0})->physfn) << "a function is not its own physical function";
}

} // namespace
} // namespace fabricscope::formats
