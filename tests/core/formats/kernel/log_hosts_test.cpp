// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/formats/kernel/LogHosts.h"
#include "tests/core/formats/files/Imported.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LogHosts learned(const std::vector<std::pair<std::string, std::string>> &lines) {
    LogHosts hosts("");
    for (const auto &[host, time] : lines)
        hosts.learn(host, time);
    hosts.decide();
    return hosts;
}

TEST(LogHosts, TheNameOfAnImageIsTheHostBeforeItWasNamed) {
    LogHosts hosts = learned({{"ubuntu", "Nov 21 08:10:01"}, {"rack2-gpu4", "Nov 21 08:10:02"}});
    EXPECT_TRUE(hosts.reads("ubuntu"));
    EXPECT_TRUE(hosts.reads("rack2-gpu4"));
    EXPECT_TRUE(hosts.reads(""));
    EXPECT_FALSE(hosts.reads("rack2-gpu5"));
    EXPECT_FALSE(hosts.reads("rack2-gpu5"));
    EXPECT_TRUE(hosts.reads("RACK2-GPU4.lab.example"));
    EXPECT_THAT(hosts.others(), ElementsAre("rack2-gpu5"));
}

TEST(LogHosts, NamesThatFollowEachOtherAreOneHost) {
    LogHosts hosts = learned({{"ip-10-9-0-3", "Mar  4 11:00:01"},
                              {"ip-10-9-0-3", "Mar  4 11:00:02"},
                              {"node12", "Mar  4 11:00:02"}});
    EXPECT_EQ(hosts.host(), "node12");
    EXPECT_TRUE(hosts.reads("ip-10-9-0-3"));
    EXPECT_TRUE(hosts.reads("node12.lab.example"));
    EXPECT_FALSE(hosts.isLastName("ip-10-9-0-3"));
    EXPECT_THAT(hosts.others(), IsEmpty());
    EXPECT_TRUE(learned({{"a", "Dec 31 23:59:59"}, {"b", "Jan  1 00:00:01"}}).reads("a"));
}

TEST(LogHosts, NamesThatComeBackAreSeveralHosts) {
    LogHosts hosts = learned({{"node12", ""}, {"node13", ""}, {"node12", ""}});
    EXPECT_TRUE(hosts.reads("node12"));
    EXPECT_FALSE(hosts.reads("node13"));
}

TEST(LogHosts, LogsBehindEachOtherAreOfSeveralHosts) {
    LogHosts syslog = learned({{"node12", "Mar  4 11:00:02"}, {"node13", "Mar  4 10:00:02"}});
    EXPECT_NE(syslog.reads("node12"), syslog.reads("node13"));
    LogHosts iso =
        learned({{"node12", "2026-03-04T11:00:02+00:00"}, {"node13", "2026-03-04T11:00:01+00:00"}});
    EXPECT_NE(iso.reads("node12"), iso.reads("node13"));
}

constexpr std::string_view kFell = " kernel: NVRM: Xid (PCI:0000:4b:00): 79, GPU has fallen off the bus.\n";

TEST(LogHosts, ARenamedHostIsReadWhole) {
    const host::Host host = readHost(
        imported({{"kern.log",
                   "Mar  4 11:00:01 ip-10-9-0-3 kernel: Linux version 6.8.0-60-generic (a@b) (gcc) #1 SMP\n"
                   "Mar  4 11:00:02 ip-10-9-0-3 kernel: usb 1-1: new device\n"
                   "Mar  4 11:05:00 node12" +
                       std::string(kFell)}}));
    ASSERT_EQ(host.kernelMessages.size(), 1U);
    EXPECT_EQ(host.kernel.valueOr("?"), "6.8.0-60-generic");
    EXPECT_EQ(host.hostname.valueOr("?"), "node12");
    EXPECT_THAT(host.missing, IsEmpty());
}

TEST(LogHosts, AnAddressIsNotShortened) {
    LogHosts hosts = learned({{"10.9.0.3", ""}, {"10.9.0.4", ""}, {"10.9.0.3", ""}});
    EXPECT_TRUE(hosts.reads("10.9.0.3"));
    EXPECT_FALSE(hosts.reads("10.9.0.4"));
    EXPECT_THAT(hosts.others(), ElementsAre("10.9.0.4"));
    EXPECT_FALSE(LogHosts("fd00::3.1").reads("fd00::3.2"));
}

TEST(LogHosts, HostsOfDifferentDomainsAreDifferent) {
    LogHosts hosts = learned({{"n1.rack1.lab", ""}, {"n1.rack2.lab", ""}, {"n1.rack1.lab", ""}});
    EXPECT_TRUE(hosts.reads("N1.rack1.lab"));
    EXPECT_TRUE(hosts.reads("n1")) << "its domain may be left out";
    EXPECT_FALSE(hosts.reads("n1.rack2.lab"));
}

TEST(LogHosts, OfAKnownHostOnlyItsLinesAreRead) {
    LogHosts hosts("node12.lab");
    EXPECT_TRUE(hosts.isDecided());
    EXPECT_FALSE(hosts.reads("node13"));
    EXPECT_FALSE(hosts.hasOwnLines());
    EXPECT_TRUE(hosts.reads("node12"));
    EXPECT_TRUE(hosts.hasOwnLines());
    EXPECT_TRUE(hosts.reads("localhost"));
    EXPECT_FALSE(LogHosts("localhost").isDecided()) << "any image's name";
}

const std::string kUname = "Linux node12 6.8.0-60-generic #63-Ubuntu SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n";
constexpr std::string_view kFellText = "NVRM: Xid (PCI:0000:4b:00): 79, GPU has fallen off the bus.";
constexpr std::string_view kEccText = "NVRM: Xid (PCI:0000:5c:00): 48, pid=11, DBE";

std::string json(std::string_view host, std::string_view message) {
    return R"({"_TRANSPORT": "kernel", "SYSLOG_IDENTIFIER": "kernel", "_HOSTNAME": ")" + std::string(host) +
           R"(", "MESSAGE": ")" + std::string(message) + "\"}\n";
}

std::string fields(std::string_view host, std::string_view message) {
    return "__CURSOR=s=1;i=1\n__REALTIME_TIMESTAMP=1753217411000000\n_TRANSPORT=kernel\n"
           "SYSLOG_IDENTIFIER=kernel\n_HOSTNAME=" +
           std::string(host) + "\nMESSAGE=" + std::string(message) + "\n\n";
}

void expectOnlyEcc(std::vector<Piece> pieces, std::string_view why) {
    const host::Host host = readHost(imported(std::move(pieces)));
    ASSERT_EQ(host.kernelMessages.size(), 1U);
    EXPECT_THAT(host.kernelMessages[0].text, HasSubstr("0000:5c:00"));
    ASSERT_FALSE(host.missing.empty());
    EXPECT_EQ(host.missing.front().what, "kernel messages of node11");
    EXPECT_EQ(host.missing.front().why, why);
}

constexpr std::string_view kSeveral = "the log is of several hosts; node12 is shown";

TEST(LogHosts, OfAKnownHostOnlyItsLinesAreReadInJsonAndFields) {
    expectOnlyEcc(
        {{"uname.txt", kUname},
         {"journal.json", json("node11", kFellText) + json("node11", kFellText) + json("node12", kEccText)}},
        kSeveral);
    expectOnlyEcc({{"uname.txt", kUname},
                   {"journal.export",
                    fields("node11", kFellText) + fields("node11", kFellText) + fields("node12", kEccText)}},
                  kSeveral);
}

TEST(LogHosts, OfAnUnknownHostMostLinesDecideInAllForms) {
    expectOnlyEcc(
        {{"journal.json", json("node11", kFellText) + json("node12", kEccText) + json("node11", kFellText) +
                              json("node12", kEccText) + json("node12", kEccText)}},
        kSeveral);
    expectOnlyEcc({{"journal.export", fields("node11", kFellText) + fields("node12", kEccText) +
                                          fields("node11", kFellText) + fields("node12", kEccText) +
                                          fields("node12", kEccText)}},
                  kSeveral);
}

} // namespace
} // namespace fabricscope::formats
