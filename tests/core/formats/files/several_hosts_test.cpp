// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of several hosts: one is read, and the others are named.
#include "core/formats/HostReader.h"
#include "core/formats/files/HostBlocks.h"
#include "tests/core/formats/files/Imported.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>

namespace fabricscope::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kFirst = "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens3np0\n";
const std::string kSecond = "link mlx5_0/1 state DOWN physical_state DISABLED netdev ens3np0\n";

std::string dshbak(const std::string &host, const std::string &text) {
    return "----------------\n" + host + "\n----------------\n" + text;
}

void expectFirst(const capture::Capture &capture, std::string_view others) {
    const host::Host host = readHost(capture);
    ASSERT_EQ(host.rdmaDevices.size(), 1U);
    ASSERT_EQ(host.rdmaDevices[0].ports.size(), 1U);
    EXPECT_EQ(host.rdmaDevices[0].ports[0].state.valueOr("?"), "ACTIVE");
    EXPECT_EQ(capture.target, "rack2-gpu4");
    EXPECT_THAT(capture.notes,
                ElementsAre(AllOf(HasSubstr("only the text of rack2-gpu4 is read"), HasSubstr(others))));
}

TEST(SeveralHosts, OfDshbakAreNotMerged) {
    expectFirst(imported({{"links.txt", dshbak("rack2-gpu4", kFirst) + dshbak("rack2-gpu[5-6]", kSecond) +
                                            dshbak("rack2-gpu9", kSecond)}}),
                "that of rack2-gpu[5-6], rack2-gpu9 is left out");
    const std::string clubak = "---------------\nrack2-gpu4\n---------------\n" + kFirst +
                               "---------------\nrack2-gpu[5-6] (2)\n---------------\n" + kSecond;
    expectFirst(imported({{"links.txt", clubak}}), "that of rack2-gpu[5-6] is left out");
}

TEST(SeveralHosts, OfAnsibleAreNotMerged) {
    expectFirst(imported({{"links.txt", "rack2-gpu4 | CHANGED | rc=0 >>\n" + kFirst +
                                            "rack2-gpu5 | FAILED | rc=1 >>\n" + kSecond}}),
                "that of rack2-gpu5 is left out");
}

TEST(SeveralHosts, OfPsshAreNotMerged) {
    expectFirst(imported({{"links.txt", "[1] 17:01:59 [SUCCESS] rack2-gpu4\n" + kFirst +
                                            "[2] 17:02:00 [SUCCESS] rack2-gpu5\n" + kSecond}}),
                "that of rack2-gpu5 is left out");
}

TEST(SeveralHosts, OfHeadAndTailAreNotMerged) {
    expectFirst(imported({{"links.txt",
                           "==> rack2-gpu4.txt <==\n" + kFirst + "\n==> rack2-gpu5.txt <==\n" + kSecond}}),
                "that of rack2-gpu5 is left out");
}

TEST(SeveralHosts, OfALoopAreNotMerged) {
    for (const auto &[open, close] : {std::pair<std::string, std::string>{"=== ", " ==="},
                                      {"--- ", " ---"},
                                      {"##### ", " #####"},
                                      {">>> ", " <<<"},
                                      {"== ", ""}})
        expectFirst(imported({{"links.txt", open + "rack2-gpu4" + close + "\n" + kFirst + "\n" + open +
                                                "rack2-gpu5" + close + "\n" + kSecond}}),
                    "that of rack2-gpu5 is left out");
}

TEST(SeveralHosts, ALoopOverDevicesIsOfOneHost) {
    const std::string ports = "=== mlx5_0 ===\n" + kFirst + "=== mlx5_1 ===\n" + kSecond;
    EXPECT_THAT(hostBlocks(ports), IsEmpty());
    const std::string named = "== lan3 ==\nSettings for lan3:\n\tSpeed: 100Mb/s\n\tLink detected: yes\n"
                              "== lan4 ==\nSettings for lan4:\n\tSpeed: 200Mb/s\n\tLink detected: yes\n";
    EXPECT_THAT(hostBlocks(named), IsEmpty());
    const std::string tools = "=== links ===\n" + kFirst +
                              "=== system ===\nLinux version 6.8.0-60-generic "
                              "(a@b) (gcc 13) #1 SMP\n";
    EXPECT_THAT(hostBlocks(tools), IsEmpty());
}

TEST(SeveralHosts, OfASessionAreNotMerged) {
    const std::string text = "ops@rack2-gpu4:~$ rdma link\n" + kFirst + "ops@rack2-gpu4:~$ ssh rack2-gpu5\n" +
                             "ops@rack2-gpu5:~$ rdma link\n" + kSecond + "ops@rack2-gpu5:~$ exit\n";
    expectFirst(imported({{"session.txt", text}}), "that of rack2-gpu5 is left out");
    const std::string remote = "[root@rack2-gpu4 ~]# rdma link\n" + kFirst +
                               "[root@rack2-gpu4 ~]# ssh root@rack2-gpu5 rdma link\n" + kSecond;
    expectFirst(imported({{"session.txt", remote}}), "that of rack2-gpu5 is left out");
    EXPECT_THAT(hostBlocks("ops@rack2-gpu4:~$ rdma link\n" + kFirst + "ops@rack2-gpu4:~$ exit\n"), IsEmpty());
}

TEST(SeveralHosts, OfGrepAreNotMerged) {
    const auto prefixed = [](const std::string &file, const std::string &text) {
        std::string out;
        for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
            out += file + ":" + std::string(rest.substr(0, rest.find('\n') + 1));
        return out;
    };
    const auto capture = imported(
        {{"all.txt", prefixed("links/gpu4.txt", kFirst + kFirst) + prefixed("links/gpu5.txt", kSecond)}});
    const host::Host host = readHost(capture);
    ASSERT_EQ(host.rdmaDevices.size(), 1U);
    EXPECT_EQ(host.rdmaDevices[0].ports.at(0).state.valueOr("?"), "ACTIVE");
    EXPECT_THAT(capture.notes, ElementsAre(HasSubstr("only the lines of links/gpu4.txt are read; those of "
                                                     "links/gpu5.txt are left out")));
}

TEST(SeveralHosts, TwoFilesOfOneKindAreNotedAsReadTogether) {
    const auto ports = [](const std::string &state) {
        return "CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: " + state +
               "\n\t\tPhysical state: LinkUp\n\t\tRate: 200\n\t\tLink layer: InfiniBand\n";
    };
    EXPECT_THAT(
        imported({{"a.txt", ports("Active")}, {"b.txt", ports("Down")}}).notes,
        ElementsAre("a.txt and b.txt hold texts of the same kind: they are read as those of one host"));
    EXPECT_THAT(imported({{"a.txt", ports("Active")}, {"b.txt", ports("Active")}}).notes, IsEmpty());
    EXPECT_THAT(imported({{"a.txt", ports("Active")}, {"b.txt", kFirst}}).notes, IsEmpty());
}

TEST(SeveralHosts, OneHostWithSeveralTextsIsReadWhole) {
    const auto capture = imported(
        {{"links.txt", dshbak("rack2-gpu4", kFirst) +
                           dshbak("rack2-gpu4", "Linux version 6.8.0-60-generic (a@b) (gcc 13) #1 SMP\n")}});
    EXPECT_THAT(capture.notes, IsEmpty());
    EXPECT_EQ(capture.target, "rack2-gpu4");
    const host::Host host = readHost(capture);
    EXPECT_EQ(host.rdmaDevices.size(), 1U);
    EXPECT_EQ(host.kernel.valueOr("?"), "6.8.0-60-generic");
}

TEST(SeveralHosts, TitlesOfAReportAreNoHosts) {
    EXPECT_THAT(hostBlocks(dshbak("lspci", "41:00.0 3D controller\n") + dshbak("numactl", "node 0\n")),
                IsEmpty());
    EXPECT_THAT(hostBlocks("----------------\nGPU 0\n----------------\ntext\n"), IsEmpty());
    EXPECT_THAT(hostBlocks(std::string(20, '\n') + std::string(20, 'x') + "\n"), IsEmpty());
}

TEST(SeveralHosts, WordsBetweenRulesAreHostsIfTheirTextsAreAlike) {
    const std::string gpus = "GPU 0: NVIDIA X900 (UUID: GPU-51aa22bb-33cc-44dd-55ee-66ff77008899)\n";
    EXPECT_THAT(hostBlocks(dshbak("Network", kFirst) + dshbak("GPU", gpus)), IsEmpty());
    EXPECT_THAT(hostBlocks(dshbak("Network", kFirst) + dshbak("Network", kSecond)), IsEmpty());
    const auto report = imported({{"report.txt", dshbak("Network", kFirst) + dshbak("GPU", gpus)}});
    EXPECT_THAT(report.notes, testing::Not(testing::Contains(HasSubstr("is left out"))));
    EXPECT_NE(report.target, "Network");

    const auto alike = hostBlocks(dshbak("athena", kFirst) + dshbak("hermes", kSecond));
    ASSERT_EQ(alike.size(), 2U);
    EXPECT_EQ(alike[1].host, "hermes");
    const auto parts = hostBlocks(dshbak("rack2-gpu4", dshbak("Network", kFirst) + dshbak("GPU", gpus)));
    ASSERT_EQ(parts.size(), 1U) << "titles inside of a host's text";
    EXPECT_EQ(parts[0].host, "rack2-gpu4");
}

TEST(SeveralHosts, OfAnsibleThoseThatFailedAreNotPartOfOthers) {
    const std::string failed = "    \"changed\": false,\n    \"msg\": \"no route\"\n}\n";
    const std::string text = "rack2-gpu1 | UNREACHABLE! => {\n" + failed + "rack2-gpu2 | FAILED! => {\n" +
                             failed + "rack2-gpu4 | CHANGED | rc=0 >>\n" + kFirst +
                             "rack2-gpu5 | FAILED! => {\n" + failed + "rack2-gpu6 | CHANGED | rc=0 >>\n" +
                             kSecond;
    const auto blocks = hostBlocks(text);
    ASSERT_EQ(blocks.size(), 5U);
    EXPECT_EQ(blocks[2].text, kFirst);
    expectFirst(imported({{"links.txt", text}}), "that of rack2-gpu1, rack2-gpu2, rack2-gpu5, rack2-gpu6");
    std::string unreachable; // more lines than may precede the first host
    for (int i = 10; i < 40; ++i)
        unreachable += "rack2-gpu" + std::to_string(i) + " | UNREACHABLE! => {\n" + failed;
    EXPECT_EQ(hostBlocks(unreachable + text).size(), 35U);
    EXPECT_THAT(hostBlocks("a | b => {\nrack2-gpu4 | MAYBE! => {\n"), IsEmpty());
}

TEST(SeveralHosts, OfOneJournalOneIsRead) {
    const std::string fell = " kernel: NVRM: Xid (PCI:0000:4b:00): 79, GPU has fallen off the bus.\n";
    const std::string ecc = " kernel: NVRM: Xid (PCI:0000:5c:00): 48, pid=11, DBE\n";
    const std::string log = "Nov 21 08:10:01 rack2-gpu4" + fell + "Nov 21 08:10:02 rack2-gpu5" + ecc +
                            "Nov 21 08:10:03 rack2-gpu5" + ecc + "Nov 21 08:10:04 rack2-gpu4.lab.example" +
                            fell + "Nov 21 08:10:05 rack2-gpu4" + fell;
    const auto capture = imported({{"messages", log}});
    EXPECT_EQ(capture.target, "rack2-gpu4");
    const host::Host host = readHost(capture);
    ASSERT_EQ(host.kernelMessages.size(), 1U);
    EXPECT_THAT(host.kernelMessages[0].text, HasSubstr("0000:4b:00"));
    ASSERT_FALSE(host.missing.empty());
    EXPECT_EQ(host.missing.front().what, "kernel messages of rack2-gpu5");
    EXPECT_EQ(host.missing.front().why, "the log is of several hosts; rack2-gpu4 is shown");
}

TEST(SeveralHosts, OfALoopThatNamesNoHostsAllIsRead) {
    for (const auto &[first, second] : {std::pair<std::string, std::string>{"before", "after"},
                                        {"run1", "run2"},
                                        {"ibs108", "ibs109"},
                                        {"enP2s2", "enP2s3"},
                                        {"hsn0", "hsn1"},
                                        {"p1p1", "p2p1"},
                                        {"sda1", "sda2"},
                                        {"gpu0", "gpu1"},
                                        {"GPU-0", "GPU-1"},
                                        {"rocep65s0", "rocep66s0"},
                                        {"try 1", "try 2"},
                                        {"athena", "hermes"},
                                        {"ens1f0np0", "ens1f1np1"},
                                        {"messages.1", "messages.2"},
                                        {"10.9.0.1", "10.9.0.2"},
                                        {"node7", "rack8"}})
        for (const char *open : {"=== ", "==> "}) {
            const std::string close = std::string(open) == "==> " ? " <==" : " ===";
            EXPECT_THAT(
                hostBlocks(open + first + close + "\n" + kFirst + open + second + close + "\n" + kSecond),
                IsEmpty())
                << first;
        }
}

TEST(SeveralHosts, OfALoopAHostWithoutATextIsOneToo) {
    const auto blocks = hostBlocks("=== rack2-gpu4 ===\n" + kFirst + "=== rack2-gpu5 ===\n" + kSecond +
                                   "=== rack2-gpu6 ===\nno route\n=== notes ===\nof rack2-gpu6\n");
    ASSERT_EQ(blocks.size(), 3U);
    EXPECT_EQ(blocks[2].host, "rack2-gpu6");
    EXPECT_THAT(std::string(blocks[2].text), HasSubstr("of rack2-gpu6"));
}

TEST(SeveralHosts, ASessionInAContainerIsOfItsHost) {
    const std::string gpus = "GPU 0: NVIDIA X900 (UUID: GPU-51aa22bb-33cc-44dd-55ee-66ff77008899)\n";
    EXPECT_THAT(
        hostBlocks("ops@rack2-gpu4:~$ rdma link\n" + kFirst +
                   "ops@rack2-gpu4:~$ docker run -it train\nroot@a1b2c3d4e5f6:/work# nvidia-smi -L\n" + gpus +
                   "root@a1b2c3d4e5f6:/work# exit\nops@rack2-gpu4:~$\n"),
        IsEmpty());
    EXPECT_THAT(hostBlocks("root@rack2-gpu4:~# rdma link\n" + kFirst +
                           "[ops@rack2-gpu4.lab.example ~]$ nvidia-smi -L\n" + gpus),
                IsEmpty())
        << "one host";
}

TEST(SeveralHosts, AComputerWithoutATextIsNone) {
    EXPECT_THAT(
        hostBlocks("me@home:~$ ssh root@rack2-gpu4\nLast login: Sun Nov 22 13:11:54 2026 from 10.9.0.4\n"
                   "root@rack2-gpu4:~# rdma link\n" +
                   kFirst +
                   "root@rack2-gpu4:~# exit\nlogout\nConnection to rack2-gpu4 closed.\nme@home:~$\n"),
        IsEmpty());
    const auto blocks = hostBlocks(
        "me@home:~$ ssh rack2-gpu4\nops@rack2-gpu4:~$ rdma link\n" + kFirst +
        "ops@rack2-gpu4:~$ exit\nme@home:~$ ssh rack2-gpu5\nops@rack2-gpu5:~$ rdma link\n" + kSecond);
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].host, "rack2-gpu4");
    EXPECT_EQ(blocks[1].host, "rack2-gpu5");
}

} // namespace
} // namespace fabricscope::formats
