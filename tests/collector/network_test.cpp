// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Routing tables and neighbours at the other ends of cables: the output of the script, and the facts that the
// readers extract.
#include "core/formats/HostReader.h"
#include "tests/collector/InEveryShell.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace fabricscope::collector {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr const char *kHead = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n";
constexpr const char *kDefault = "eth0\t00000000\t0101010A\t0003\t0\t0\t100\t00000000\t0\t0\t0   \n";
constexpr const char *kLldp = "lldp.eth0.via=LLDP\\nlldp.eth0.chassis.name=leaf-1\\n";

class NetworkSections : public InEveryShell {
protected:
    [[nodiscard]] static RunResult run(const FakeHost &host, const std::string &part) {
        RunOptions options;
        options.root = host.root();
        return runScript(shell(), {part}, options);
    }
    [[nodiscard]] static host::Host read(const RunResult &result) {
        capture::Capture capture;
        capture.sections = result.sections;
        return formats::readHost(capture);
    }
};

INSTANTIATE_TEST_SUITE_P(InEveryShell, NetworkSections, testing::Range(std::size_t{0}, shells().size()),
                         nameOf);

TEST_P(NetworkSections, BringTheRoutingTablesAsTheyAre) {
    FakeHost host;
    host.write("proc/net/route", std::string(kHead) + kDefault);
    const RunResult result = run(host, "touch");
    EXPECT_EQ(result.done, 1);
    EXPECT_EQ(result.text("routes"), fmt::format("route:{}route:{}", kHead, kDefault));
    EXPECT_EQ(result.find("routes")->meta().origin, "/proc/net");
    const host::Host facts = read(result);
    EXPECT_TRUE(facts.ipv4RoutesKnown);
    EXPECT_FALSE(facts.ipv6RoutesKnown) << "a kernel without it has no such file";
    ASSERT_THAT(facts.routes, SizeIs(1));
    EXPECT_EQ(facts.routes[0].gateway, "10.1.1.1");
}

TEST_P(NetworkSections, CutATableOfTheWholeInternet) {
    FakeHost host;
    std::string table = kHead;
    for (int i = 0; i < 3000; ++i)
        table += fmt::format("eth0\t{:08X}\t0101010A\t0003\t0\t0\t0\tFFFFFFFF\t0\t0\t0\n", i << 8 | 10);
    host.write("proc/net/route", table);
    const RunResult result = run(host, "touch");
    const std::string text = result.text("routes");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1025);
    EXPECT_THAT(text, testing::EndsWith("route:...\n"));
    const host::Host facts = read(result);
    EXPECT_FALSE(facts.ipv4RoutesKnown);
    EXPECT_THAT(facts.routes, SizeIs(1023)) << "the head is a line too";
}

TEST_P(NetworkSections, AreEmptyWithoutARoutingTable) {
    const FakeHost host;
    const RunResult result = run(host, "touch");
    ASSERT_NE(result.find("routes"), nullptr);
    EXPECT_EQ(result.find("routes")->meta().exitStatus, 1);
    EXPECT_FALSE(read(result).ipv4RoutesKnown);
}

TEST_P(NetworkSections, AskTheDaemonForNeighboursByWhicheverOfItsProgramsIsThere) {
    for (const std::string name : {"lldpctl", "lldpcli"}) {
        FakeHost host;
        host.program("usr/sbin/" + name, fmt::format("echo \"# $*\"\nprintf '{}'\n", kLldp));
        for (const std::string part : {"tools", "root"}) {
            if (part == "root" && !isRoot())
                continue;
            const RunResult result = run(host, part);
            ASSERT_NE(result.find("tool-lldp"), nullptr) << name << ' ' << part;
            EXPECT_THAT(result.text("tool-lldp"),
                        testing::StartsWith(name == "lldpctl" ? "# -f keyvalue\n"
                                                              : "# -f keyvalue show neighbors\n"));
            EXPECT_EQ(result.find("tool-lldp")->meta().exitStatus, 0);
            const host::Host facts = read(result);
            ASSERT_THAT(facts.netInterfaces, SizeIs(1));
            EXPECT_EQ(facts.netInterfaces[0].neighbours.at(0).name, "leaf-1");
        }
    }
}

TEST_P(NetworkSections, ReportWhyNeighboursAreUnknown) {
    FakeHost host;
    host.program("usr/sbin/lldpctl", "echo 'unable to connect to socket /run/lldpd.socket' >&2\nexit 1\n");
    const RunResult result = run(host, "tools");
    EXPECT_EQ(result.find("tool-lldp")->meta().exitStatus, 1);
    const host::Host facts = read(result);
    EXPECT_TRUE(std::any_of(facts.missing.begin(), facts.missing.end(), [](const host::Missing &missing) {
        return missing.what == "which switch each cable leads to";
    }));
}

} // namespace
} // namespace fabricscope::collector
