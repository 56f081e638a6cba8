// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Places.h"
#include "tests/collector/InEveryShell.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

namespace fabricscope::collector {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> kParts{"safe", "touch", "tools", "root"};

// The section names of a part according to SECTIONS.md.
std::set<std::string> promised(const std::string &part) {
    std::ifstream file(FABRICSCOPE_SOURCE_DIR "/resources/collector/SECTIONS.md");
    std::set<std::string> names;
    const std::regex row("\\| " + part + " \\| `([a-z-]+)` \\|.*");
    for (std::string line; std::getline(file, line);)
        if (std::smatch match; std::regex_match(line, match, row))
            names.insert(match[1]);
    return names;
}

std::set<std::string> namesOf(const RunResult &result) {
    const auto names = result.names();
    return {names.begin(), names.end()};
}

// Name, status and content of each section, as one text for comparison.
std::string everything(const RunResult &result, const std::set<std::string> &without = {}) {
    std::string out;
    for (const capture::Section &section : result.sections)
        if (without.count(section.meta().name) == 0)
            out += fmt::format("## {} {} {}\n{}\n", section.meta().name, section.meta().origin,
                               section.meta().exitStatus.value_or(-1), section.bytes());
    for (const std::string &note : result.notes)
        out += "note " + note + "\n";
    // Other fields printed by ls and id are not facts.
    out = std::regex_replace(out, std::regex("(^|\n)l[^\n]* ([^ \n]+ -> )"), "$1l $2");
    return std::regex_replace(out, std::regex(" groups=[^\n]*"), "");
}

class Collector : public InEveryShell {};

INSTANTIATE_TEST_SUITE_P(InEveryShell, Collector, testing::Range(std::size_t{0}, shells().size()), nameOf);

TEST(CollectorScript, HasAllShellsToTry) {
    EXPECT_EQ(shells().size(), 4U);
}

TEST_P(Collector, BringsEverySectionOfTheContractFromThisMachine) {
    for (const bool asNobody : {false, true}) {
        if (asNobody && !isRoot())
            continue;
        RunOptions options;
        options.asNobody = asNobody;
        for (const std::string part : {"safe", "touch"}) {
            const RunResult result = runScript(shell(), {part}, options);
            std::set<std::string> expected = promised(part);
            expected.erase("nccl-topo"); // one for each existing file
            ASSERT_FALSE(expected.empty());
            std::set<std::string> names = namesOf(result);
            names.erase("nccl-topo");
            EXPECT_EQ(names, expected) << part;
            EXPECT_EQ(result.done, 1) << part;
            EXPECT_EQ(result.status, 0) << part;
            EXPECT_FALSE(result.childrenLeft);
            EXPECT_THAT(result.errors, IsEmpty());
            for (const capture::Section &section : result.sections)
                EXPECT_EQ(section.meta().damage, capture::Damage::None) << section.meta().name;
        }
    }
}

TEST_P(Collector, ReadsTheSameOfAMadeHostAsEveryOtherShell) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    for (const std::string part : {"safe", "touch", "tools"}) {
        const std::string first = everything(runScript(shells()[0], {part}, options));
        ASSERT_THAT(first, HasSubstr(part == "tools" ? "## tool-numactl-h" : "0000:01:00.0"));
        EXPECT_EQ(everything(runScript(shell(), {part}, options)), first) << part;
    }
}

TEST_P(Collector, ReadsAMadeHostRight) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    const RunResult result = runScript(shell(), {"safe"}, options);
    EXPECT_THAT(result.text("identity"), HasSubstr("etc/hostname:made-1\n"));
    EXPECT_THAT(result.text("identity"), HasSubstr("etc/os-release:PRETTY_NAME=\"Made: a host\"\n"));
    EXPECT_THAT(result.text("identity"), HasSubstr("proc/cmdline:root=/dev/vda iommu=pt no line feed\n"));
    EXPECT_THAT(result.text("pci-devices"),
                HasSubstr("l 0000:01:00.0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0\n"));
    EXPECT_THAT(result.text("pci-devices"),
                HasSubstr("l 10000:00:00.0 -> /sys/devices/pci10000:00/10000:00:00.0\n"));
    EXPECT_THAT(
        result.text("pci"),
        HasSubstr("0000:01:00.0/class:0x120000\n0000:01:00.0/vendor:0x1002\n0000:01:00.0/device:0x74a1\n"
                  "0000:01:00.0/numa_node:-1\n"));
    EXPECT_THAT(result.text("pci-links"),
                HasSubstr("l 0000:01:00.1/physfn -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0\n"
                          "l 0000:01:00.1/driver -> /sys/bus/pci/drivers/vfio-pci\n"));
    EXPECT_THAT(result.text("pci-links"),
                HasSubstr("l 0000:01:00.0/virtfn0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.1\n"));
    EXPECT_THAT(result.text("pci-links"),
                HasSubstr("0000:01:00.0/driver -> ../../../../bus/pci/drivers/not-there\n"))
        << "a link that leads nowhere is still told";
    EXPECT_EQ(result.text("pci-slots"), "3/address:0000:01:00\n");
    EXPECT_EQ(result.text("iommu"), "7/type:DMA-FQ\n");
    EXPECT_EQ(result.text("iommu-devices"), "7/devices/0000:01:00.1\n");
    EXPECT_EQ(result.text("iommu-units"), "ivhd0\n");
    EXPECT_EQ(result.text("numa"), "online:0\nnode0/distance:10\n");
    EXPECT_EQ(result.text("cpu"), "online:0-1\n");
    EXPECT_EQ(result.text("meminfo"), "MemTotal: 1024 kB\n");
    EXPECT_EQ(result.text("net"), "eth0/address:9c:63:c0:d4:20:f0\n");
    EXPECT_EQ(result.text("rdma"),
              "mlx5_0/node_guid:9c63:c003:00d4:20f0\nmlx5_0/ports/1/link_layer:Ethernet\n"
              "mlx5_0/ports/1/gids/0:fe80:0000:0000:0000:0000:0000:0000:0001\n"
              "mlx5_0/ports/1/gid_attrs/types/0:RoCE v2\n"
              "mlx5_0/ports/1/gids/5:fe80:0000:0000:0000:0000:0000:0000:0006\n"
              "mlx5_0/ports/1/gid_attrs/types/5:RoCE v2\n")
        << "empty entries are left out";
    EXPECT_EQ(result.text("drm"), "card0/device/unique_id:5d5d1122334455aa\n") << "a connector is no card";
    EXPECT_THAT(result.text("kfd"), HasSubstr("1/io_links/0/properties:type 11\n"));
    EXPECT_EQ(result.text("nvme"), "nvme0/serial:S64FNE0R802879      \n");
    EXPECT_EQ(result.text("nvidia"), "gpus/0000:01:00.0/information:Model: \t\t Made GPU\n");
    EXPECT_THAT(result.notes, IsEmpty());
}

TEST_P(Collector, TakesNamesAndValuesAsTheyAreAndRunsNoneOfThem) {
    FakeHost host;
    const std::vector<std::string> names{
        "$(touch pwned)", "`touch pwned`", "a;touch pwned", "-n",       "--help", "*",
        "quo'te\"s",      "back\\slash",   "%s%n",          "two words"};
    for (const std::string &name : names) {
        host.write("sys/class/net/" + name + "/address",
                   "$(touch pwned) `touch pwned` * \\n \x1b[2J\xff -e %d\n");
        host.write("sys/class/net/" + name + "/speed", "1000\n");
        host.link("sys/class/net/" + name + "/device",
                  "../../../devices/pci0000:00/0000:00:02.0/0000:02:00.0");
    }
    host.write("etc/hostname", "\n@@fabricscope n0nce done\n");
    RunOptions options;
    options.root = host.root();
    options.folder = host.path("");
    options.environment = {{"NCCL_TOPO_FILE", "/etc/$(touch pwned)"}, {"NCCL_X", "`touch pwned`"}};
    const auto before = host.inventory();
    for (const std::string part : {"safe", "touch"}) {
        const RunResult result = runScript(shell(), {part}, options);
        EXPECT_EQ(result.done, 1) << part;
        EXPECT_EQ(result.status, 0);
        for (const std::string &name : names) {
            if (part == "touch")
                EXPECT_THAT(result.text("net-touch"), HasSubstr(name + "/speed:1000\n"));
            else
                EXPECT_THAT(
                    result.text("net"),
                    HasSubstr(name + "/address:$(touch pwned) `touch pwned` * \\n \x1b[2J\xff -e %d\n"));
        }
    }
    EXPECT_EQ(host.inventory(), before);
}

TEST_P(Collector, WritesNothing) {
    const FakeHost host;
    const Folder empty;
    ::chmod(empty.path().c_str(), 0555);
    const auto before = host.inventory();
    RunOptions options;
    options.root = host.root();
    options.folder = empty.path();
    options.environment = {{"TMPDIR", empty.path()}, {"HOME", empty.path()}};
    for (const bool asNobody : {false, true}) {
        options.asNobody = asNobody && isRoot();
        const RunResult result = runScript(shell(), kParts, options);
        EXPECT_EQ(result.done, 4);
        EXPECT_THAT(result.errors, IsEmpty());
    }
    EXPECT_EQ(host.inventory(), before);
    EXPECT_TRUE(fs::is_empty(empty.path()));
}

TEST_P(Collector, PassesOverFilesThatCannotBeRead) {
    FakeHost host;
    const std::string gpu = "sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/";
    fs::remove(host.path(gpu + "vendor"));
    host.link(gpu + "vendor", "/proc/self/mem"); // reading its first byte fails: EIO
    fs::remove(host.path(gpu + "device"));
    host.write(gpu + "device/inside", "a folder where a file should be");
    ::chmod(host.path(gpu + "numa_node").c_str(), 0);
    RunOptions options;
    options.root = host.root();
    options.asNobody = isRoot();
    const RunResult result = runScript(shell(), {"safe"}, options);
    EXPECT_EQ(result.done, 1);
    EXPECT_EQ(result.find("pci")->meta().exitStatus, 0);
    EXPECT_THAT(result.text("pci"), HasSubstr("0000:01:00.0/class:0x120000\n0000:01:00.1/class:"));
    EXPECT_THAT(result.text("pci"), HasSubstr("10000:00:00.0/vendor:0x1002\n"));
    EXPECT_THAT(result.errors, IsEmpty());
}

TEST_P(Collector, ReadsFileByFileWhereGrepAndOdAreMissing) {
    if (shell().name == "busybox")
        return; // its shell has its own grep and od, independent of PATH
    const FakeHost host;
    const Folder tools;
    for (const char *tool : {"tr", "sed", "head", "ls", "env", "cat", "id", "wc"})
        fs::create_symlink(fs::path("/usr/bin") / tool, tools.path() / tool);
    RunOptions options;
    options.root = host.root();
    options.asNobody = isRoot(); // otherwise the note is about the same, but of fewer functions
    const std::string whole = everything(runScript(shell(), {"safe"}, options));
    options.path = tools.path().string();
    const RunResult poor = runScript(shell(), {"safe"}, options);
    ASSERT_THAT(poor.notes, ElementsAre(HasSubstr("grep is missing")));
    const std::string text = everything(poor);
    EXPECT_EQ(text.substr(0, text.find("note ")), whole);

    const RunResult touch = runScript(shell(), {"touch"}, options);
    EXPECT_EQ(touch.done, 1);
    EXPECT_THAT(touch.text("pci-touch"), HasSubstr("10000:00:00.0/max_link_width:16\n"));
    EXPECT_EQ(touch.text("pci-config"), "");
    EXPECT_THAT(touch.notes, Contains(HasSubstr("od is missing")));
}

TEST_P(Collector, ComesThroughWithNoToolAtAll) {
    const FakeHost host;
    const Folder none;
    RunOptions options;
    options.root = host.root();
    options.path = none.path().string();
    const RunResult result = runScript(shell(), kParts, options);
    EXPECT_EQ(result.done, 4);
    EXPECT_THAT(result.text("pci"), HasSubstr("10000:00:00.0/class:0x010802\n"));
    EXPECT_THAT(result.text("pci-devices"), HasSubstr("l 0000:01:00.0 -> "));
}

TEST_P(Collector, RunsOnlyTheToolsOfASimulatedHost) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    const RunResult result = runScript(shell(), {"tools"}, options);
    EXPECT_THAT(result.names(), ElementsAre("tool-numactl-h", "versions", "kernel-config", "kernel-symbols",
                                            "provider-libraries", "nccl-libraries"));
    EXPECT_EQ(result.text("tool-numactl-h"), "available: 1 nodes (0) -H\ntrouble\n");
    EXPECT_EQ(result.find("tool-numactl-h")->meta().origin, "numactl -H");
    EXPECT_EQ(result.find("tool-numactl-h")->meta().exitStatus, 3);
}

TEST_P(Collector, RunsThePartsOneAfterAnotherWhenPrinted) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    options.behind =
        "printf '@@fabricscope n0nce begin safe 1\\n@@fabricscope n0nce note the end is read too\\n'\n";
    const RunResult result = runScript(shell(), kParts, options);
    EXPECT_EQ(result.done, 4);
    std::set<capture::Part> parts;
    for (const capture::Section &section : result.sections)
        parts.insert(section.meta().part);
    using capture::Part;
    EXPECT_EQ(parts, isRoot() ? (std::set{Part::Safe, Part::Touch, Part::Tools, Part::Root})
                              : (std::set{Part::Safe, Part::Touch, Part::Tools}));
    EXPECT_THAT(result.notes, Contains("the end is read too"))
        << "no command of the script eats its standard input";
}

TEST_P(Collector, BringsWhatOnlyRootMayRead) {
    FakeHost host;
    host.link("proc/4242/fd/3", "/dev/vfio/7");
    host.link("proc/4242/fd/4", "/dev/null");
    host.link("proc/17/fd/0", "/dev/vfio-not");
    host.write("sys/devices/vfio/vfio0/x", "");
    host.link("sys/class/vfio-dev/vfio0/device", "../../../devices/pci0000:00/0000:00:01.0/0000:01:00.1");
    host.program(
        "usr/bin/virsh",
        "case \"$*\" in *list*) echo one; echo 'two words'; echo;; *) echo \"<domain>$3</domain>\";; esac\n");
    RunOptions options;
    options.root = host.root();
    const RunResult result = runScript(shell(), {"root"}, options);
    if (!isRoot()) {
        EXPECT_THAT(result.notes, Contains(HasSubstr("not root")));
        return;
    }
    EXPECT_THAT(result.text("pci-config"), HasSubstr(asHex("0000:01:00.0", hardConfig(4096, 2))));
    EXPECT_EQ(result.text("dmi-root"), "product_serial:SN-4711\n");
    EXPECT_THAT(
        result.text("vmm-fds"),
        testing::ContainsRegex(" 4242/fd/3 -> /dev/vfio/7\nl vfio0/device -> /sys/devices/.*01:00.1\n$"));
    EXPECT_THAT(result.text("vmm-fds"), Not(HasSubstr("null")));
    EXPECT_EQ(result.text("tool-virsh"), "<domain>one</domain>\n<domain>two words</domain>\n");
    EXPECT_THAT(result.text("vmm"), testing::StartsWith("@pid 4242\n=/usr/bin/cloud-hypervisor\n"))
        << "root sees what /proc hides from others";
    options.asNobody = true;
    const RunResult nobody = runScript(shell(), {"root"}, options);
    EXPECT_EQ(nobody.done, 1);
    EXPECT_THAT(nobody.sections, IsEmpty());
    EXPECT_THAT(nobody.notes, ElementsAre(HasSubstr("not root")));
}

TEST_P(Collector, AsksForVirtualFunctionsLinksOnlyWhereThereAreAny) {
    FakeHost host;
    host.program("usr/bin/ip", "echo \"ip $*\"\n");
    RunOptions options;
    options.root = host.root();
    EXPECT_EQ(runScript(shell(), {"tools"}, options).find("tool-ip-link"), nullptr);
    host.write("sys/class/net/enp6s0/device/virtfn0/x", "");
    EXPECT_EQ(runScript(shell(), {"tools"}, options).text("tool-ip-link"), "ip link show\n");
}

TEST_P(Collector, ReportsAnEmptyRootAsEmpty) {
    const Folder empty;
    RunOptions options;
    options.root = empty.path();
    const RunResult result = runScript(shell(), {"safe", "touch"}, options);
    EXPECT_EQ(result.done, 2);
    EXPECT_EQ(result.text("pci"), "");
    EXPECT_EQ(result.find("pci")->meta().exitStatus, 1);
    EXPECT_EQ(result.find("identity")->meta().exitStatus, 0);
}

TEST_P(Collector, IsFreeOfSyntaxErrors) {
    for (const std::string &part : kParts) {
        const Folder folder;
        const fs::path file = folder.path() / "script";
        std::ofstream(file) << scriptOf(part);
        std::string command;
        for (const std::string &word : shell().command)
            command += word == "-s" ? "-n " : word + " ";
        EXPECT_EQ(std::system((command + file.string()).c_str()), 0) << part;
    }
}

TEST(CollectorScript, PleasesShellcheck) {
    if (std::system("command -v shellcheck >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "shellcheck is not installed";
    for (const std::string &part : kParts) {
        const Folder folder;
        std::ofstream(folder.path() / "script.sh") << scriptOf(part);
        const std::string command =
            "shellcheck -s sh -S style -e SC2015,SC2013,SC2035 " + (folder.path() / "script.sh").string();
        EXPECT_EQ(std::system(command.c_str()), 0) << part;
    }
}

} // namespace
} // namespace fabricscope::collector
