// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts whose lines a copy joined, or a terminal broke, give the facts of the text as it was printed.
#include "core/base/RestoredLines.h"
#include "core/capture/Wrapping.h"
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/LineBreaks.h"
#include "core/formats/files/LineStarts.h"
#include "tests/Places.h"
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/files/Imported.h"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct SampleText {
    const char *name, *text;
    bool isWithoutBlank; ///< also where nothing is left between two lines
};

constexpr SampleText kTexts[] = {
    {"RdmaLink",
     "link rocep4s0/1 state ACTIVE physical_state LINK_UP netdev enp4s0np0\n"
     "link rocep5s0/1 state DOWN physical_state DISABLED netdev enp5s0np0\n"
     "link ibp7/1 subnet_prefix fe80:0000:0000:0000 lid 13 sm_lid 1 lmc 0 state ACTIVE physical_state "
     "LINK_UP\n",
     true},
    {"RdmaDev",
     "0: bnxt_re0: node_type ca fw 231.0 node_guid 9e63:c0ff:fe03:20f0 sys_image_guid 9e63:c0ff:fe03:20f0\n"
     "1: bnxt_re1: node_type ca fw 231.0 node_guid 9e63:c0ff:fe03:20f1 sys_image_guid 9e63:c0ff:fe03:20f1\n",
     false},
    {"Ibdev2netdev", "mlx5_2 port 1 ==> ens2f0np0 (Up)\nmlx5_3 port 1 ==> ens3f1np1 (Down)\n", true},
    {"IbvDevices",
     "    device          \t   node GUID\n    ------          \t----------------\n"
     "    mlx5_7          \t9c63c00300d420f0\n    bnxt_re1        \t9c63c00300d420f1\n"
     "    mlx5_bond_0     \t9c63c00300d420f2\n",
     false},
    {"NvidiaList",
     "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
     "  MIG 1g.10gb     Device  0: (UUID: MIG-21aa22bb-33cc-44dd-55ee-66ff77008899)\n"
     "GPU 1: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n",
     true},
    {"Lspci",
     "18:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
     "2a:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 [15b3:1021]\n"
     "0001:05:00.1 Processing accelerators [1200]: AMD [1002:74a1]\n",
     false},
    {"LspciVerbose",
     "18:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
     "\tControl: I/O- Mem+ BusMaster+\n\tNUMA node: 1\n\tCapabilities: [60] Express (v2) Endpoint\n"
     "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8\n\tKernel driver in use: nvidia\n",
     false},
    {"NvidiaListWithALostGpu",
     "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
     "Unable to determine the device handle for gpu 0000:41:00.0: GPU is lost.  Reboot the system to recover "
     "this GPU\n"
     "GPU 2: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n",
     false},
    {"LspciErrorRegisters",
     "18:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
     "\tCapabilities: [100 v2] Advanced Error Reporting\n\t\tUESta:\tDLP- SDES- TLP- FCP- CmpltTO+\n"
     "\t\tCESta:\tRxErr+ BadTLP- BadDLLP- Rollover- Timeout-\n\tKernel driver in use: nvidia\n"
     "2a:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 [15b3:1021] (rev ff) (prog-if ff)\n"
     "\t!!! Unknown header type 7f\n\tKernel driver in use: mlx5_core\n",
     false},
    {"KernelLogWithLevels",
     "kern  :err   : [    9.000000] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"
     "kern  :warn  : [   10.000000] NVRM: Xid (PCI:0000:42:00): 79, GPU has fallen off the bus\n",
     false},
    {"KernelLogOfASyslog",
     "2026-01-20T20:50:11.100000+00:00 gpu-3 kernel: NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the "
     "bus\n2026-01-20T20:50:12.100000+00:00 gpu-3 kernel: NVRM: Xid (PCI:0000:42:00): 79, GPU has fallen off "
     "the bus\n",
     false},
    {"Numactl",
     "available: 2 nodes (0-1)\nnode 0 cpus: 0 1 4 5\nnode 0 size: 64000 MB\nnode 0 free: 100 MB\n"
     "node 1 cpus: 2 3\nnode 1 size: 64000 MB\nnode distances:\nnode   0   1 \n  0:  10  21 \n  1:  21  10 "
     "\n",
     false},
    {"KernelLog",
     "[    9.000000] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"
     "[   10.000000] pcieport 0000:40:01.1: AER: Corrected error received: 0000:40:01.1\n"
     "[12345.678901] mlx5_core 0000:42:00.0: Device unhealthy\n",
     true},
    {"KernelLogOfAJournal",
     "Jan  3 20:50:11 gpu-3 kernel: NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"
     "Jan 13 20:50:12 gpu-3 kernel: pcieport 0000:40:01.1: AER: Corrected error received: 0000:40:01.1\n",
     true},
    {"KernelLogWithDates",
     "[Tue Jan 20 20:50:11 2026] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"
     "[Tue Jan 20 20:50:12 2026] NVRM: Xid (PCI:0000:42:00): 79, GPU has fallen off the bus\n",
     true},
    {"Ibstat",
     "CA 'mlx5_9'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tFirmware version: 28.42.1000\n\tPort 1:\n"
     "\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tBase lid: 7\n"
     "\t\tLink layer: InfiniBand\nCA 'mlx5_10'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Down\n"
     "\t\tPhysical state: Polling\n",
     false},
    {"IbvDevinfo",
     "hca_id:\tmlx5_0\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t28.39.1002\n\t\tport:\t1\n"
     "\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n\t\t\tlink_layer:\t\tEthernet\n",
     false},
    {"Ibstatus",
     "Infiniband device 'mlx5_0' port 1 status:\n\tdefault gid:\t fe80:0000:0000:0000:9c63:c003:00d4:20f0\n"
     "\tstate:\t\t 4: ACTIVE\n\tphys state:\t 5: LinkUp\n\trate:\t\t 400 Gb/sec (4X NDR)\n"
     "\tlink_layer:\t InfiniBand\nInfiniband device 'mlx5_1' port 1 status:\n\tstate:\t\t 1: DOWN\n",
     false},
    {"ClassLinks",
     "lrwxrwxrwx 1 root root 0 Nov  3 10:00 mlx5_0 -> "
     "../../devices/pci0000:40/0000:40:01.1/0000:41:00.0/infiniband/mlx5_0\n"
     "lrwxrwxrwx 1 root root 0 Nov  3 10:00 mlx5_1 -> "
     "../../devices/pci0000:60/0000:60:01.1/0000:61:00.0/infiniband/mlx5_1\n",
     true},
    {"AmdStatic",
     "GPU: 0\n    BDF: 0000:05:00.0\n    ASIC:\n        MARKET_NAME: AMD Instinct MI300X\n"
     "        OAM_ID: 6\nGPU: 1\n    BDF: 0000:26:00.0\n",
     false},
    {"EthtoolStatistics",
     "NIC statistics:\n     rx_packets: 12\n     rx_discards_phy: 7\n     [0]: rx_ucast_packets: 3\n"
     "     tx_errors_phy: 9\n",
     false},
    {"ShowGids",
     "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n---\t----\t-----\t---\t\t\t\t\t------------  "
     "\t---\t---\nmlx5_4\t1\t0\tfe80:0000:0000:0000:0a0b:0cff:fe0d:0e0f\t\t\tv1\tens4\n"
     "mlx5_4\t1\t3\t0000:0000:0000:0000:0000:ffff:0a09:0807\t10.9.8.7  \tv2\tens4\nn_gids_found=2\n",
     false},
    {"IpAddr",
     "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n"
     "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
     "2: ens5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000\n"
     "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff\n    inet 10.0.0.5/24 scope global ens5\n",
     false},
    {"NvidiaError",
     "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 599.10\n", true},
};

std::vector<std::string> factsOfText(const std::string &text) {
    auto capture = importPieces({{"pasted.txt", text}});
    EXPECT_TRUE(capture) << (capture ? "" : capture.error().toString()) << "\n" << text;
    return hostFacts(capture ? readHost(*capture) : host::Host{});
}

class EachHostText : public testing::TestWithParam<SampleText> {};

TEST_P(EachHostText, GivesItsFactsWhereOneLineBreakIsLost) {
    const std::string text = GetParam().text;
    const auto facts = factsOfText(text);
    EXPECT_NE(facts, hostFacts(host::Host{}));
    for (auto at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1)) {
        std::string glued = text;
        glued[at] = ' ';
        EXPECT_EQ(factsOfText(glued), facts) << glued;
        if (GetParam().isWithoutBlank) {
            EXPECT_EQ(factsOfText(glued.erase(at, 1)), facts) << glued;
        }
    }
}

TEST_P(EachHostText, GivesItsFactsWhereAllLineBreaksAreLost) {
    std::string text = GetParam().text;
    const auto facts = factsOfText(text);
    std::replace(text.begin(), text.end() - 1, '\n', ' '); // without the last one, a value may be cut
    EXPECT_EQ(factsOfText(text), facts) << text;
}

std::string brokenAt(std::size_t width, const std::string &text) {
    std::istringstream lines(text);
    std::string out;
    for (std::string line; std::getline(lines, line);) {
        for (; line.size() > width; line.erase(0, width))
            out += line.substr(0, width) + '\n';
        out += line + '\n';
    }
    return out;
}

std::ptrdiff_t brokenLines(std::size_t width, const std::string &text) {
    const auto feeds = [](const std::string &lines) {
        return std::count(lines.begin(), lines.end(), '\n');
    };
    return feeds(brokenAt(width, text)) - feeds(text);
}

/// What follows a line of these may be a line of somebody else, where no text in another line, and no
/// bracket, shows that it is the line's rest. Of kernel logs only at other widths than the usual one.
constexpr std::string_view kUncertain[] = {"RdmaLink", "ClassLinks", "RdmaDev", "NvidiaListWithALostGpu",
                                           "IpAddr"};

TEST_P(EachHostText, GivesItsFactsWhereATerminalBrokeTheLines) {
    const std::string text = GetParam().text;
    const FileKind *kind = recogniseFile({"a.txt", text});
    ASSERT_NE(kind, nullptr);
    const auto starts = lineStarts();
    const auto known = std::find_if(starts.begin(), starts.end(),
                                    [&](const LineStart &start) { return start.section == kind->section; });
    ASSERT_NE(known, starts.end());
    for (const std::size_t width : {80U, 72U, 60U})
        if (known->isEachLine && text.find('\t') == std::string::npos &&
            (width == 80 || known->end != '\0' || brokenLines(width, text) > 1)) {
            const std::string broken = brokenAt(width, text);
            const std::string_view name = GetParam().name;
            const bool isCertain =
                std::find(std::begin(kUncertain), std::end(kUncertain), name) == std::end(kUncertain) &&
                (width == 80 || !name.starts_with("KernelLog"));
            EXPECT_TRUE(restoredLines(kind->section, broken) || !isCertain || broken == text) << broken;
            if (isCertain || restoredLines(kind->section, broken)) {
                EXPECT_EQ(factsOfText(broken), factsOfText(text)) << broken;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(LineBreaks, EachHostText, testing::ValuesIn(kTexts),
                         [](const auto &each) { return std::string(each.param.name); });

TEST(LineBreaks, AreRestoredWithANote) {
    const auto capture =
        imported({{"pasted.txt", "mlx5_2 port 1 ==> ens2f0 (Up) mlx5_3 port 1 ==> ens3 (Up)"}});
    EXPECT_THAT(capture.notes, ElementsAre(HasSubstr("1 line break was missing and was restored")));
    EXPECT_THAT(capture::redacted(capture, "key").notes,
                ElementsAre(HasSubstr("1 line break was missing and was restored")));
}

TEST(LineBreaks, OfATerminalAreNotedInWordsThatRedactionKeeps) {
    for (const auto by : {LinesBrokenBy::Terminal, LinesBrokenBy::Mail})
        for (const std::uint64_t count : {1U, 3U}) {
            capture::Capture capture;
            capture.notes = {changedBreaksText(count, count, by)};
            EXPECT_EQ(capture::redacted(capture, "key").notes, capture.notes);
        }
}

TEST(LineBreaks, OfAKernelLogStayWhereALineHoldsTheKernelsOwnTime) {
    const std::string text =
        "Jan 20 20:50:11 gpu-3 kernel: [   12.345678] NVRM: Xid (PCI:0000:41:00): 79, x\n"
        "Jan 20 20:50:12 gpu-3 kernel: [   13.345678] NVRM: Xid (PCI:0000:42:00): 79, x\n";
    EXPECT_FALSE(restoredLines("dmesg", text));
}

TEST(LineBreaks, OfTheFileStayInTheCapture) {
    const std::string text = "mlx5_2 port 1 ==> ens2f0 (Up) mlx5_3 port 1 ==> ens3 (Up)\n";
    const auto capture = imported({{"pasted.txt", text}});
    ASSERT_EQ(capture.sections.size(), 1U);
    EXPECT_EQ(capture.sections[0].bytes(), text);
    EXPECT_EQ(capture::unwrappedBytes(capture.sections[0]),
              "mlx5_2 port 1 ==> ens2f0 (Up)\n mlx5_3 port 1 ==> ens3 (Up)\n");
    const auto host = readHost(capture);
    ASSERT_EQ(host.rdmaDevices.size(), 2U);
    ASSERT_EQ(host.rdmaDevices[1].ports.size(), 1U);
    const auto evidence = host.rdmaDevices[1].ports[0].netdev.evidence();
    EXPECT_EQ(text.substr(evidence.offset, evidence.length), " mlx5_3 port 1 ==> ens3 (Up)");
}

TEST(LineBreaks, OfTheFileStayInTheCaptureBehindPrefixes) {
    const std::string text = "gpu-1: mlx5_2 port 1 ==> ens2f0 (Up)\n"
                             "gpu-1: mlx5_3 port 1 ==> ens3 (Up) mlx5_4 port 1 ==> ens4 (Up)\n";
    const auto capture = imported({{"pasted.txt", text}});
    ASSERT_EQ(capture.sections.size(), 1U);
    EXPECT_EQ(capture.sections[0].bytes(), text);
    EXPECT_EQ(capture::unwrappedBytes(capture.sections[0]),
              "mlx5_2 port 1 ==> ens2f0 (Up)\nmlx5_3 port 1 ==> ens3 (Up)\n mlx5_4 port 1 ==> ens4 (Up)\n");
    EXPECT_EQ(readHost(capture).rdmaDevices.size(), 3U);
}

TEST(LineBreaks, AreThoseOfTheToolInARedactedCapture) {
    const auto capture = imported({{"pasted.txt", "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-"
                                                  "66ff77008899) GPU 1: NVIDIA X900 (UUID: "
                                                  "GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n"}});
    const capture::Capture redacted = capture::redacted(capture, "key");
    ASSERT_EQ(redacted.sections.size(), 1U);
    EXPECT_EQ(redacted.sections[0].meta().wrapping, "");
    EXPECT_THAT(redacted.sections[0].bytes(), HasSubstr(")\n GPU 1: "));
    EXPECT_THAT(redacted.sections[0].bytes(), testing::Not(HasSubstr("66ff77008899")));
}

TEST(LineBreaks, ThatAreTooManyStay) {
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "[    9.000000] NVRM: x ";
    EXPECT_FALSE(restoredLines("dmesg", text));
}

struct Healthy {
    const char *name, *section, *text;
};

// Texts as their tools print them; a prompt or a word of the shell may follow.
constexpr Healthy kHealthy[] = {
    {"GpuListAndPrompt", "tool-nvidia-smi-l",
     "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
     "GPU 1: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\nroot@node1:~#\n"},
    {"GpuListAndOtherWords", "tool-nvidia-smi-l",
     "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\nlogout\n"},
    {"CommandLineAndPrompt", "kernel-command-line",
     "BOOT_IMAGE=/boot/vmlinuz-6.8.0 root=/dev/sda1 ro quiet iommu=pt\nroot@node1:~#\n"},
    {"CommandLineAndWords", "kernel-command-line",
     "BOOT_IMAGE=/boot/vmlinuz-6.8.0 root=/dev/sda1 ro quiet iommu=pt\nlogout\n"},
    {"Ibdev2netdevAndPrompt", "tool-ibdev2netdev",
     "mlx5_0 port 1 ==> enp65s0f0np0interf (Up)\nmlx5_1 port 1 ==> enp65s0f1np1interf (Up)\n[me@n1 ~]$\n"},
    {"Ibdev2netdevAndWords", "tool-ibdev2netdev",
     "mlx5_0 port 1 ==> enp65s0f0np0interf (Up)\nmlx5_1 port 1 ==> enp65s0f1np1interf (Up)\nlogout\n"},
    {"RdmaLinkAndPrompt", "tool-rdma-link",
     "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1np0\n"
     "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2np0\n$ me@node1:~$\n"},
    {"RdmaLinksAndWords", "tool-rdma-link",
     "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1np0\n"
     "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2np0\nlogout\n"},
    {"RdmaLinkAndWords", "tool-rdma-link",
     "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1np0\nlogout\n"},
    {"SyslogBoot", "dmesg",
     "Apr 22 09:11:02 node1 kernel: Linux version 6.8.0-31-generic (buildd@lcy02) (gcc 13.2.0) #31-Ubuntu "
     "SMP "
     "PREEMPT_DYNAMIC Sat Apr 20 00:40:06 UTC 2024 (Ubuntu 6.8.0-31.31-generic 6.8.1)\n"
     "Apr 22 09:11:02 node1 kernel: Command line: BOOT_IMAGE=/boot/vmlinuz-6.8.0-31-generic\n"},
    {"SyslogBootOfAColon", "dmesg",
     "May  2 09:11:02 n2 kernel: Linux version 5.14.0 #1 SMP Wed May 1 10:04:02 EDT 2024: built\n"},
    {"SyslogThreeCharacters", "dmesg",
     "Apr 22 09:11:02 node1 kernel: mlx5_core: xyz 12 1:2:3 Fatal error detected\n"
     "Apr 22 09:11:03 node1 kernel: x: any 12 01:02:03 node1 kernel: words\n"},
    {"SyslogOfOneLine", "dmesg", "Apr 22 09:11:02 node1 systemd[1]: Mar 12 10:11:12 is a time\n"},
    {"Vmxnet3", "tool-ethtool-s",
     "NIC statistics:\n     Tx Queue#: 0\n       TSO pkts tx: 1234\n       TSO bytes tx: 99\n"
     "       drv dropped tx total: 5\n          too many frags: 0\n     Rx Queue#: 0\n"
     "       LRO pkts rx: 3\n       rx 0 pkts: 7\n"},
    {"Be2net", "tool-ethtool-s",
     "NIC statistics:\n     rx_crc_errors: 0\n     rxq0: rx_bytes: 55\n     rxq0: rx_pkts: 4\n"
     "     txq0: tx_reqs: 9\n"},
    {"IpLinkOfOneLine", "tool-ip-addr",
     "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen "
     "1000\\    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
     "2: ens5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default "
     "qlen 1000\\    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff\\    altname enp5s0\n"},
    {"IpAddressOfOneLine", "tool-ip-addr",
     "1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever\n"},
};

class EachHealthyText : public testing::TestWithParam<Healthy> {};

TEST_P(EachHealthyText, Stays) {
    const auto restored = restoredLines(GetParam().section, GetParam().text);
    EXPECT_FALSE(restored) << restored->text;
}

INSTANTIATE_TEST_SUITE_P(LineBreaks, EachHealthyText, testing::ValuesIn(kHealthy),
                         [](const auto &each) { return std::string(each.param.name); });

TEST(LineBreaks, OfALogThatATerminalBrokeAreThoseOfItsOtherLines) {
    std::string log, broken;
    for (const char *address : {"0000:41:00", "0000:42:00", "0000:43:00.0 port 1"}) {
        const std::string line = std::string("[    9.000000] mlx5_core ") + address +
                                 ": Port module event: module 0, Cable unplugged, and the link is down";
        log += line + "\n";
        broken += line.substr(0, 80) + "\n" + line.substr(80) + "\n";
    }
    const auto restored = restoredLines("dmesg", broken);
    ASSERT_TRUE(restored);
    EXPECT_EQ(restored->text, log);
}

TEST(LineBreaks, OfAShortLineThatBeginsWithAnythingStay) {
    const std::string stamped =
        "[   12.345678] pcieport 0000:40:01.1: AER: Corrected error received: 0000:40:01.1\n";
    EXPECT_FALSE(
        restoredLines("dmesg", stamped + "a line of another program\n[   13.000000] usb 1-1: new\nmore\n"));
    EXPECT_FALSE(
        restoredLines("dmesg", "a line of another program that is as wide as a terminal is\nmore\n"));
}

TEST(LineBreaks, BehindLinesThatSomebodyLeftOutStay) {
    const std::string line =
        "[   10.735323] pci 0000:04:00.0: 252.048 Gb/s available PCIe bandwidth, limited by 16.0 GT/s x16\n";
    EXPECT_FALSE(restoredLines("dmesg", line + "[...]\n" + line + "...\n"));
}

TEST(LineBreaks, OfHostileTextsAreBounded) {
    for (const LineStart &start : lineStarts())
        for (const char *piece :
             {" ", "1:", "link ", "node ", "[", "mlx5_0 ", "GPU 0: ", "A:", "\n", "0", "a", "\t "}) {
            std::string text;
            while (text.size() < 200'000)
                text += piece;
            const auto restored = restoredLines(start.section, text);
            EXPECT_LE(restored ? restored->text.size() : 0, text.size() * 2 + 1);
        }
}

TEST(LineBreaks, BehindManyBlanksTakeLinearTime) {
    constexpr std::size_t kMany = 100'000; // quadratic time would be minutes
    const auto begin = std::chrono::steady_clock::now();
    for (const LineStart &start : lineStarts())
        for (const char *piece :
             {"x", "x ", "Jan 20 20:50:11 n kernel: ", "rx: 1 ", "link/ ", "mlx5_0\t1\t3\t0:0:0:"}) {
            std::string text(kMany, ' ');
            while (text.size() < 2 * kMany)
                text += piece;
            (void)restoredLines(start.section, text);
            text.insert(0, "1: x ");
            (void)restoredLines(start.section, text);
        }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

std::string bytesOf(const std::filesystem::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

TEST(LineBreaks, OfPublishedTextsStay) {
    const std::filesystem::path corpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";
    if (!std::filesystem::is_directory(corpus))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << corpus;
    std::size_t texts = 0;
    for (const char *folder : {"captures/lspci", "captures/host-asus-esc8000a-e12", "captures/smi", "texts"})
        for (const auto &file : std::filesystem::directory_iterator(corpus / folder)) {
            const std::string text = bytesOf(file.path());
            const FileKind *kind = recogniseFile({"a.txt", text.substr(0, FileSample::kHead)});
            if (kind == nullptr)
                continue;
            ++texts;
            const auto restored = restoredLines(kind->section, text);
            EXPECT_FALSE(restored) << file.path() << ": " << (restored ? restored->text : "");
        }
    EXPECT_GT(texts, 80U);
}

} // namespace
} // namespace fabricscope::formats
