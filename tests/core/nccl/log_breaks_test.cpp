// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Logs of the library as people have them: broken by a terminal, joined by a copy, cut, of several hosts.
#include "core/nccl/log/DebugLogReader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace fabricscope::nccl::log {
namespace {

const std::string kLog =
    "rack4-n1:811:811 [2] NCCL INFO Bootstrap: Using eno8303:10.9.1.21<0>\n"
    "rack4-n1:811:811 [2] NCCL INFO NCCL version 2.27.3+cuda12.9\n"
    "rack4-n1:811:830 [2] NCCL INFO NET/IB : Using [0]mlx5_2:1/RoCE [1]mlx5_5:1/RoCE [2]mlx5_6:1/RoCE [RO]; "
    "OOB eno8303:10.9.1.21<0>\n"
    "rack4-n1:811:830 [2] NCCL INFO Channel 00/0 : 10[2] -> 2[2] [receive] via NET/IB/2/GDRDMA\n"
    "rack4-n1:811:830 [2] NCCL INFO Channel 01/0 : 2[2] -> 10[2] [send] via NET/IB/1/GDRDMA/Shared\n"
    "rack4-n1:811:830 [2] NCCL INFO Channel 01/0 : 2[2] -> 3[3] via P2P/CUMEM/read\n"
    "[2026-11-24 08:15:02] rack4-n1:811:833 [2] transport/net_ib.cc:2041 NCCL WARN NET/IB: Got completion "
    "from peer 10.9.1.22<40988> with status=12 opcode=0 len=0 vendor err 129 (Send)\n"
    "rack4-n1:811:830 [2] NCCL INFO transport/net.cc:1298 -> 6\n";

DebugLog read(std::string_view text) {
    DebugLogReader reader;
    reader.feed(text);
    reader.end();
    return reader.log();
}

std::string broken(std::string_view text, std::size_t width) {
    std::string out;
    std::size_t column = 0;
    for (const char c : text) {
        if (c != '\n' && column == width) {
            out += '\n';
            column = 0;
        }
        out += c;
        column = c == '\n' ? 0 : column + 1;
    }
    return out;
}

std::string glued(std::string text, std::string_view between) {
    std::string out;
    text.pop_back();
    for (const char c : text)
        if (c == '\n')
            out += between;
        else
            out += c;
    return out + ' ';
}

/// What it says, without its places.
void expectSame(const DebugLog &log, const DebugLog &whole, const std::string &how) {
    EXPECT_EQ(log.transports, whole.transports) << how;
    EXPECT_EQ(log.connections, whole.connections) << how;
    EXPECT_EQ(log.nics, whole.nics) << how;
    EXPECT_EQ(log.version, whole.version) << how;
    EXPECT_EQ(log.bootstrapAddress, whole.bootstrapAddress) << how;
    EXPECT_EQ(log.infoLines, whole.infoLines) << how;
    EXPECT_EQ(log.hosts, whole.hosts) << how;
    ASSERT_EQ(log.warnings.size(), whole.warnings.size()) << how;
    for (std::size_t i = 0; i < whole.warnings.size(); ++i) {
        EXPECT_EQ(log.warnings[i].text, whole.warnings[i].text) << how;
        EXPECT_EQ(log.warnings[i].where, whole.warnings[i].where) << how;
        EXPECT_EQ(log.warnings[i].meaning, whole.warnings[i].meaning) << how;
    }
}

TEST(LogBreaks, ABrokenLogIsReadAsTheUnbrokenOne) {
    const DebugLog whole = read(kLog);
    ASSERT_EQ(whole.warnings.size(), 1U);
    ASSERT_FALSE(whole.warnings[0].meaning.empty());
    EXPECT_EQ(whole.joinedLines, 0U);
    for (const std::size_t width : {60, 72, 80, 100, 120}) {
        const DebugLog log = read(broken(kLog, width));
        expectSame(log, whole, "width " + std::to_string(width));
        EXPECT_GT(log.joinedLines, 0U) << width;
    }
}

TEST(LogBreaks, AWarningKeepsTheNumberOfItsLineInTheLog) {
    const std::string text = broken(kLog, 80);
    const std::string_view before = std::string_view(text).substr(0, text.find("[2026"));
    const auto number = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    EXPECT_EQ(read(text).warnings.at(0).line, number);
}

TEST(LogBreaks, AJoinedLogIsReadAsTheUnbrokenOne) {
    const DebugLog whole = read(kLog);
    for (const char *between : {" ", "  ", "\t"}) {
        const DebugLog log = read(glued(kLog, between));
        expectSame(log, whole, between);
        EXPECT_EQ(log.separatedLines, 7U);
    }
}

TEST(LogBreaks, APrefixOfALauncherIsNoObstacle) {
    std::string prefixed;
    for (std::string_view rest = kLog; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
        prefixed += "[rank2]: " + std::string(rest.substr(0, rest.find('\n') + 1));
    expectSame(read(prefixed), read(kLog), "prefixed");
    expectSame(read(broken(prefixed, 80)), read(kLog), "prefixed and broken");
    expectSame(read(glued(prefixed, " ")), read(kLog), "prefixed and joined");
}

TEST(LogBreaks, ColoursAreNoObstacle) {
    const DebugLog whole = read(kLog);
    std::string coloured, prefixed, plain, within;
    for (std::string_view rest = kLog; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
        const std::string line(rest.substr(0, rest.find('\n')));
        coloured += "\x1b[32m" + line + "\x1b[0m\n";
        plain += "(Worker pid=811) [rank2]: " + line + "\n";
        prefixed += "\x1b[36m(Worker pid=811)\x1b[0m [rank2]: \x1b[1;31m" + line + "\x1b[m\x1b[K\n";
        const std::size_t half = line.size() / 2;
        within +=
            "[rank2]:\x1b[32m " + line.substr(0, half) + "\x1b[0m\x1b[33m" + line.substr(half) + "\n\x1b[0m";
    }
    expectSame(read(coloured), whole, "coloured");
    EXPECT_EQ(read(coloured).settings, whole.settings);
    expectSame(read(prefixed), read(plain), "behind a prefix");
    EXPECT_EQ(read(prefixed).warnings, whole.warnings);
    expectSame(read(within), whole, "inside of lines");
    std::string cut = coloured; // each first colour lost its end
    for (std::size_t at = cut.find("\x1b[0m\n"); at != std::string::npos; at = cut.find("\x1b[0m\n", at))
        cut.replace(at, 5, "\x1b[0\n");
    expectSame(read(cut), whole, "cut");
    for (const std::size_t width : {72, 80, 120}) { // a terminal breaks what it shows
        std::string colouredAndBroken = broken(kLog, width);
        for (std::size_t at = colouredAndBroken.find("NCCL"); at != std::string::npos;
             at = colouredAndBroken.find("NCCL", at + 10))
            colouredAndBroken.insert(at, "\x1b[33m").insert(at + 9, "\x1b[0m");
        expectSame(read(colouredAndBroken), whole, "broken at " + std::to_string(width));
    }
}

TEST(LogBreaks, ALineThatTheLogEndsInIsNotUsed) {
    const std::string text = "n7:4:9 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]\n"
                             "n7:4:9 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0";
    const DebugLog cut = read(text);
    EXPECT_TRUE(cut.connections.empty());
    EXPECT_EQ(cut.infoLines, 2U) << "it is a line of the library";
    EXPECT_EQ(cut.hosts.at(0).infoLines, 2U);
    EXPECT_EQ(cut.hosts.at(0).networkConnections, 0U);
    EXPECT_EQ(cut.unfinishedLine, 2U);
    const DebugLog warned =
        read("n7:4:9 [0] misc/socket.cc:50 NCCL WARN socketProgress: Connection closed by remote peer n");
    EXPECT_EQ(warned.warnings.size(), 1U) << "what it means is known";
    const DebugLog unknown = read("n7:4:9 [0] misc/socket.cc:50 NCCL WARN so");
    EXPECT_EQ(unknown.warnings.size(), 1U) << "the beginning of a warning is one";
    EXPECT_EQ(unknown.unfinishedLine, 1U);
    const DebugLog whole = read(text + "/GDRDMA\n");
    EXPECT_EQ(whole.connections.size(), 1U);
    EXPECT_EQ(whole.unfinishedLine, 0U);
}

TEST(LogBreaks, EachHostHasItsLines) {
    const DebugLog log = read("n7:4:9 [0] NCCL INFO NCCL version 2.27.3+cuda12.9\n"
                              "n8:5:9 [0] NCCL INFO NCCL version 2.21.5+cuda12.4\n"
                              "n7:4:9 [0] NCCL INFO Using network IB\n"
                              "n8:5:9 [0] NCCL INFO Using network Socket\n"
                              "n8:5:9 [0] NCCL INFO Bootstrap : Using [0]docker0:172.17.0.1<0>\n"
                              "n7:4:9 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA\n"
                              "n8:5:9 [0] NCCL INFO Channel 00/0 : 8[0] -> 0[0] [send] via NET/Socket/0\n"
                              "n8:5:9 [0] misc/socket.cc:50 NCCL WARN socketProgress: Connection closed\n");
    ASSERT_EQ(log.hosts.size(), 2U);
    EXPECT_EQ(log.hosts[0], (LogHost{"n7", 3, 0, "2.27.3+cuda12.9", "IB", "", 1, 1}));
    EXPECT_EQ(log.hosts[1], (LogHost{"n8", 4, 1, "2.21.5+cuda12.4", "Socket", "docker0", 1, 0}));
}

TEST(LogBreaks, ALastLineWithoutALineEndIsUsedIfNoLongerOneMeansSomethingElse) {
    const std::string begin = "n7:4:9 [0] NCCL INFO ";
    const DebugLog none = read(begin + "NET/IB : No device found.");
    EXPECT_EQ(none.infoLines, 1U);
    EXPECT_EQ(none.unfinishedLine, 0U);
    EXPECT_EQ(read(begin + "comm 0x5 rank 0 nranks 16 cudaDev 0 busId 18000 - Init COMPLETE").ranks, 16);
    EXPECT_TRUE(read(begin + "Connected all rings").ringsConnected);
    EXPECT_EQ(read(begin + "Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA").connections.size(), 1U);
    EXPECT_EQ(read(begin + "Bootstrap : Using eno8303:10.9.1.21<0>").bootstrapAddress, "10.9.1.21");
    for (const char *open :
         {"comm 0x5 rank 0 nranks 1", "Using network So", "NCCL_IB_HCA set by environment to mlx5",
          "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5", "Trees [0] 1/-1/-1->0->"}) {
        DebugLog log = read(begin + open);
        EXPECT_EQ(log.unfinishedLine, 1U) << open;
        EXPECT_EQ(log.infoLines, 1U) << open;
        EXPECT_FALSE(log.ranks) << open;
        EXPECT_TRUE(log.network.empty() && log.settings.empty() && log.nics.empty() && log.trees.empty())
            << open;
    }
}

TEST(LogBreaks, LinesOfOtherProgramsBetweenEquallyLongOnesStay) {
    const auto both = [](const std::string &before, const std::string &first, const std::string &second) {
        return before + "n7:77:80 [0] NCCL INFO Bootstrap : Using eno1:10.9.0.1<0>\n" + before +
               "n7:77:80 [0] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer "
               "10.9.0.2<43211> with status=12 opcode=0 len=0 vendor err 129 (Recv)\n" +
               first + "\n" + before +
               "n7:78:81 [1] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer "
               "10.9.0.2<43212> with status=12 opcode=0 len=0 vendor err 129 (Recv)\n" +
               second + "\n";
    };
    for (const std::string before : {"", "[1,0]<stdout>:"})
        for (const char *other :
             {"what a trainer prints", "n7: Test NCCL failure all_gather.cu:41 'unhandled'",
              "CUDA error: out of memory", "Traceback (most recent call last):"}) {
            const DebugLog log = read(both(before, before + other, before + other + " again"));
            EXPECT_EQ(log.joinedLines, 0U) << before << other;
            EXPECT_EQ(log.lines, 5U);
            ASSERT_EQ(log.warnings.size(), 2U);
            EXPECT_TRUE(log.warnings[0].text.ends_with("(Recv)")) << log.warnings[0].text;
        }
}

TEST(LogBreaks, AHostIsOneWhoseNameBeginsALine) {
    const DebugLog log = read("n7:4:9 [0] NCCL INFO Using network IB\n"
                              "n7:4:9 [0] Nn8:5:9 [1] NCCL INFO Using network IB\n"
                              "[1,3]<stdout>:n9:5:9 [1] NCCL INFO Using network IB\n"
                              "2026-11-22T13:11:54Z n10:5:9 [1] NCCL INFO Using network IB\n"
                              "[2026-11-22 13:11:54] n11:5:9 [1] misc/a.cc:5 NCCL WARN a text\n"
                              "some text n7:4:9 [0] NCCL INFO Connected all trees\n");
    std::vector<std::string> names;
    for (const LogHost &host : log.hosts)
        names.push_back(host.name);
    EXPECT_EQ(names, (std::vector<std::string>{"n7", "n9", "n10", "n11"}));
    EXPECT_EQ(log.hosts[0].infoLines, 2U);
}

TEST(LogBreaks, EachOfManyHostsHasItsLines) {
    std::string text;
    for (int round = 0; round < 60; ++round)
        for (int host = 0; host < 1024; ++host)
            text += "rack-node" + std::to_string(host) + ":4:9 [0] NCCL INFO a line without a meaning\n";
    const DebugLog log = read(text);
    EXPECT_EQ(log.hosts.size(), 1024U);
    EXPECT_EQ(log.hosts[1023].infoLines, 60U);
}

} // namespace
} // namespace fabricscope::nccl::log
