// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Pseudonyms.h"
#include "core/capture/redact/Redact.h"
#include "core/capture/redact/SipHash.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <set>

namespace fabricscope::capture {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

Capture with(std::initializer_list<std::pair<const char *, std::string>> sections,
             const char *target = "alice@gpu-07.dc1.example.com:2222") {
    Capture capture;
    capture.target = target;
    for (const auto &[name, bytes] : sections) {
        Section::Meta meta;
        meta.name = name;
        meta.origin = "/x";
        capture.sections.emplace_back(meta, bytes);
    }
    return capture;
}

std::string textOf(const Capture &capture, std::string_view name) {
    const Section *section = capture.find(name);
    return section ? section->bytes() : "(none)";
}

// A plain-text section, redacted.
std::string text(const std::string &in, const char *section = "tool-ip-addr") {
    return textOf(redacted(with({{section, in}}), "key"), section);
}

TEST(Redact, ReplacesHostAndUserNamesEverywhere) {
    Capture capture =
        with({{"identity", "etc/hostname:gpu-07\nproc/sys/kernel/hostname:GPU-07\n"
                           "etc/os-release:ID=ubuntu\nproc/version:Linux version 6.1 (a@b)\n"},
              {"user", "uid=1000(alice) gid=1000(alice) groups=1000(alice),27(sudo),2000(projectx)\n"},
              {"nccl-conf", "home/alice/.nccl.conf:NCCL_SOCKET_IFNAME=eth0\n"},
              {"tool-dmesg", "systemd[1]: Set hostname to <gpu-07>.\nlogin by projectx\n"}});
    capture.notes = {"gpu-07 refused the password of alice"};
    capture.sections[0].meta().damageText = "gpu-07.dc1.example.com went away";
    const Capture out = redacted(capture, "key");
    EXPECT_TRUE(out.redacted);
    std::string all = out.target + out.notes[0] + out.sections[0].meta().damageText;
    for (const Section &section : out.sections)
        all += section.bytes();
    for (const char *name : {"gpu-07", "GPU-07", "alice", "projectx", "dc1", "example"})
        EXPECT_THAT(all, Not(HasSubstr(name)));
    EXPECT_THAT(out.target,
                MatchesRegex("user-[0-9a-f]{8}@host-[0-9a-f]{8}\\.site-[0-9a-f]{8}\\.invalid:2222"));
    const std::string host = out.target.substr(14, 13);
    EXPECT_THAT(textOf(out, "identity"),
                HasSubstr("etc/hostname:" + host + "\nproc/sys/kernel/hostname:host-"));
    EXPECT_THAT(textOf(out, "identity"), HasSubstr("ID=ubuntu"));
    EXPECT_THAT(textOf(out, "tool-dmesg"), HasSubstr("<" + host + ">"));
    EXPECT_THAT(textOf(out, "user"), testing::ContainsRegex(",27\\(sudo\\),[0-9]{6}\\(group-"));
    EXPECT_THAT(textOf(out, "nccl-conf"), HasSubstr("/.nccl.conf:NCCL_SOCKET_IFNAME=eth0"));
}

TEST(Redact, ReplacesTheHostOfTheCommandLineAndWhoBuiltTheKernel) {
    const std::string out =
        text("proc/cmdline:BOOT_IMAGE=/vmlinuz ip=10.0.0.1::10.0.0.2:255.0.0.0:gpu-07:eth0:off\n"
             "proc/version:Linux version 6.1 (alice@build7) (gcc 12)\n",
             "identity");
    for (const char *name : {"gpu-07", "alice", "build7"})
        EXPECT_THAT(out, Not(HasSubstr(name)));
    EXPECT_THAT(out, testing::ContainsRegex("255\\.0\\.0\\.0:host-[0-9a-f]{8}:eth0:off"));
    EXPECT_THAT(out, HasSubstr("Linux version 6.1 (user-"));
}

// Takes linear time for any text.
TEST(Redact, GoesThroughALogOfManyHostsAndSerialsOnce) {
    std::string log;
    for (int line = 0; line < 30000; ++line)
        log += fmt::format(
            "Jul 22 20:50:11 host-{} kernel: usb 1-1: SerialNumber: A{:06}B <info <info (PCI\n", line, line);
    const std::string out = text(log, "dmesg");
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 30000);
    EXPECT_THAT(out, Not(HasSubstr(" host-29999 ")));
    EXPECT_THAT(out, Not(HasSubstr("A029999B")));
}

TEST(Redact, LeavesWordsThatAreAlsoTheTextsOfTools) {
    Capture capture = with({{"identity", "etc/hostname:node\n"}, {"tool-numactl-h", "node 0 cpus: 0 1\n"}});
    capture.target = "root@node";
    const Capture out = redacted(capture, "key");
    EXPECT_THAT(out.target, MatchesRegex("root@x[a-z]{8}"));
    EXPECT_THAT(textOf(out, "identity"), MatchesRegex("etc/hostname:x[a-z]{8}\n"));
    EXPECT_EQ(textOf(out, "tool-numactl-h"), "node 0 cpus: 0 1\n");
}

TEST(Redact, KeepsPciAddressesNumbersAndVersions) {
    const std::pair<const char *, std::string> kept[] = {
        {"pci", "0000:41:00.0/class:0x030200\n0000:41:00.0/vendor:0x10de\n10000:e1:00.0/device:0x2330\n"
                "0000:41:00.0/resource:0x0000004000080000 0x00000040000fffff 0x0000000000140204\n"
                "0000:00:00.0/local_cpulist:0-31,64-95\n"},
        {"pci-devices", "0000:01:00.0 -> ../../../devices/pci0000:00/0000:00:01.1/0000:01:00.0\n"},
        {"pci-slots", "3/address:0000:41:00\n"},
        {"rdma", "mlx5_0/fw_ver:22.39.1048\nbnxt_re0/fw_ver:229.1.123.0\n"},
        {"tool-nvidia-smi-q", "    VBIOS Version : 96.00.61.00.01\n    VBIOS Version : 96.00.A5.00.01\n"},
        {"kernel-version", "Linux version 5.15.0-91-generic #101-Ubuntu SMP\n"},
        {"tool-lspci",
         "41:00.0 VGA [10de:beef] (rev ff)\n\tMemory at 3ffc0000000 (64-bit, prefetchable) [size=64G]\n"},
        {"tool-ip-addr", "::1 :: 127.0.0.1 0.0.0.0 255.255.255.0 224.0.0.251 12:30:45\n"
                         "00:00:00:00:00:00 ff:ff:ff:ff:ff:ff 0000:0000:0000:0000\n"},
    };
    for (const auto &[section, lines] : kept)
        EXPECT_EQ(text(lines, section), lines) << section;
}

// "rev" and "version" before an address do not make it a version.
TEST(Redact, ReplacesAddressesBehindTheWordsOfVersions) {
    for (const char *section : {"dmesg", "rdma", "tool-ibv-devinfo", "tool-ip-addr", "lspci-text"})
        EXPECT_THAT(text("rev 10.1.2.4\nfw_ver: 10.1.2.4\nversion 10.1.2.4 fw_ver:10.1.2.4\n", section),
                    Not(HasSubstr("10.1.2.4")))
            << section;
}

TEST(Redact, MapsMacAddressesToLocalOnesAndKeepsThemEqual) {
    const std::string out =
        text("eth0/address:9c:63:c0:d4:20:f0\nlink/ether 9C:63:C0:D4:20:F0 brd ff:ff:ff:ff:ff:ff\n"
             "mac=9c:63:c0:d4:20:f1,id=net0\n");
    std::smatch match;
    ASSERT_TRUE(std::regex_match(out, match,
                                 std::regex("eth0/address:([0-9a-f]{2}(?::[0-9a-f]{2}){5})\n"
                                            "link/ether ([0-9A-F:]{17}) brd ff:ff:ff:ff:ff:ff\n"
                                            "mac=([0-9a-f:]{17}),id=net0\n")))
        << out;
    std::string upper = match[2];
    for (char &c : upper)
        c = static_cast<char>(std::tolower(c));
    EXPECT_EQ(match[1], upper);
    EXPECT_NE(match[1], match[3]);
    EXPECT_EQ(std::stoi(match[1].str().substr(0, 2), nullptr, 16) & 3, 2)
        << "locally administered, not multicast";
}

// Twelve digits whose first byte is odd would be a multicast address, and are the id of a container.
TEST(Redact, LeavesNothingOfTwelveBareDigits) {
    const std::string out = text("docker0: port 4f5e6d7c8b9a\n4F5E6D7C8B9A\nslice_0123abcdef98.scope\n"
                                 "abcdef987654 again abcdef987654\n",
                                 "dmesg");
    for (const char *part : {"4f5e6d", "7c8b9a", "4F5E6D", "abcdef", "987654", "0123ab"})
        EXPECT_THAT(out, Not(HasSubstr(part))) << out;
    std::smatch match;
    ASSERT_TRUE(std::regex_search(out, match, std::regex("([0-9a-f]{12}) again ([0-9a-f]{12})"))) << out;
    EXPECT_EQ(match[1], match[2]);
}

TEST(Redact, KeepsGidsGuidsAndAddressesTogether) {
    // The same 64 bits in node_guid, in an InfiniBand GID and at the end of an IPoIB address.
    const std::string guids =
        text("node_guid:9c63:c003:00d4:20f0\ngids/0:fe80:0000:0000:0000:9c63:c003:00d4:20f0\n"
             "address:00:00:10:87:fe:80:00:00:00:00:00:00:9c:63:c0:03:00:d4:20:f0\n",
             "rdma");
    std::smatch match;
    ASSERT_TRUE(
        std::regex_match(guids, match,
                         std::regex("node_guid:([0-9a-f:]{19})\ngids/0:fe80:0000:0000:0000:([0-9a-f:]{19})\n"
                                    "address:00:00:10:87:fe:80:00:00:00:00:00:00:([0-9a-f:]{23})\n")))
        << guids;
    EXPECT_EQ(match[1], match[2]);
    EXPECT_NE(match[1], "9c63:c003:00d4:20f0");
    std::string bytes = match[3];
    std::erase(bytes, ':');
    std::string groups = match[1];
    std::erase(groups, ':');
    EXPECT_EQ(bytes, groups);

    // A RoCE GID derived from the MAC address, and one from the IPv4 address.
    const std::string roce = text("mac 9c:63:c0:d4:20:f0\ngid fe80:0000:0000:0000:9e63:c0ff:fed4:20f0\n"
                                  "gid 0000:0000:0000:0000:0000:ffff:0a00:0102\ninet 10.0.1.2/24\ninet6 "
                                  "fe80::9e63:c0ff:fed4:20f0/64\n");
    std::smatch parts;
    ASSERT_TRUE(
        std::regex_match(roce, parts,
                         std::regex("mac ([0-9a-f:]{17})\ngid fe80:0000:0000:0000:([0-9a-f:]{19})\n"
                                    "gid 0000:0000:0000:0000:0000:ffff:([0-9a-f]{4}):([0-9a-f]{4})\n"
                                    "inet 10\\.(\\d+)\\.(\\d+)\\.(\\d+)/24\ninet6 fe80::([0-9a-f:]+)/64\n")))
        << roce;
    const std::string mac = parts[1];
    const int first = std::stoi(mac.substr(0, 2), nullptr, 16) ^ 2;
    EXPECT_EQ(parts[2], fmt::format("{:02x}{}:{}ff:fe{}:{}{}", first, mac.substr(3, 2), mac.substr(6, 2),
                                    mac.substr(9, 2), mac.substr(12, 2), mac.substr(15, 2)));
    EXPECT_EQ(parts[3], fmt::format("0a{:02x}", std::stoi(parts[5])));
    EXPECT_EQ(parts[4], fmt::format("{:02x}{:02x}", std::stoi(parts[6]), std::stoi(parts[7])));
}

TEST(Redact, KeepsSubnetsTogetherAndPrivateAddressesPrivate) {
    const Pseudonyms pseudonyms("key");
    std::mt19937 random(1);
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 2000; ++i) {
        const std::uint32_t a = 0x0A000000U | (random() & 0xFFFFFFU);
        const unsigned bit = random() % 24;
        const std::uint32_t b = a ^ (1U << bit);
        const std::uint32_t difference = pseudonyms.ipv4(a) ^ pseudonyms.ipv4(b);
        EXPECT_EQ(difference >> bit, 1U) << "the common prefix keeps its length";
        EXPECT_EQ(pseudonyms.ipv4(a) >> 24U, 10U);
    }
    for (std::uint32_t a = 0x08080000; a < 0x08081000; ++a)
        EXPECT_TRUE(seen.insert(pseudonyms.ipv4(a)).second);
    for (const std::uint32_t a : seen)
        EXPECT_TRUE(a >> 24U != 10 && a >> 24U != 127 && a >> 24U != 0 && a >> 24U < 224);
}

TEST(Redact, ReplacesIpv6AddressesInTheirForm) {
    const std::string out = text("inet6 2001:db8:12:34::1/64 scope global\ninet6 "
                                 "fd12:3456:789a:1::beef:1/64\n[2001:db8:12:34::2]:22\n");
    std::smatch match;
    ASSERT_TRUE(std::regex_match(
        out, match,
        std::regex("inet6 ([0-9a-f:]+)::1/64 scope global\ninet6 (fd[0-9a-f]{2}:[0-9a-f:]+)/64\n"
                   "\\[([0-9a-f:]+)::[0-9a-f]{1,4}\\]:22\n")))
        << out;
    EXPECT_EQ(match[1], match[3]) << "one subnet stays one subnet";
    EXPECT_NE(match[1], "2001:db8:12:34");
    EXPECT_THAT(out, Not(HasSubstr("beef")));
    EXPECT_THAT(out, Not(HasSubstr("::2]")));
}

TEST(Redact, ReplacesSmallHostNumbersOfIpv6ByDifferentOnes) {
    const Pseudonyms pseudonyms("key");
    std::set<std::uint64_t> seen;
    for (unsigned host = 2; host < 0x10000; ++host) {
        Pseudonyms::Ipv6 address{0xfe, 0x80};
        address[14] = static_cast<std::uint8_t>(host >> 8U);
        address[15] = static_cast<std::uint8_t>(host);
        const Pseudonyms::Ipv6 mapped = pseudonyms.ipv6(address);
        EXPECT_TRUE(mapped[14] != 0 || mapped[15] > 1);
        EXPECT_TRUE(seen.insert(mapped[14] * 256U + mapped[15]).second);
    }
}

TEST(Redact, ReplacesNumbersOfVlansLidsAndUsers) {
    const Capture out = redacted(
        with(
            {{"tool-ip-addr",
              "7: eth0.2113@eth0: <UP> mtu 1500\n    vlan protocol 802.1Q id 2113 <REORDER_HDR>\n"
              "    vf 0 link/ether 00:00:00:00:00:00, vlan 2113, spoof checking on\n"},
             {"tool-ibstat",
              "\t\tBase lid: 4711\n\t\tSM lid: 12\n\t\tLMC: 0\n\t\tCapability mask: 0xa651e84a\n"},
             {"tool-ibv-devinfo", "\tport_lid:\t\t4711\n\tsm_lid:\t\t12\n\tdevice_cap_flags:\t0x25321c36\n"
                                  "\tmax_qp_wr:\t\t32768\n"},
             {"rdma", "mlx5_0/ports/1/lid:0x1267\nmlx5_0/ports/1/sm_lid:0xc\n"},
             {"dmesg", "[ 1.0] Killed process 77 (x), UID 21733, oom_score_adj:0\n[ 2.0] audit: uid=0 "
                       "auid=21733\n[ 3.0] user-21733.slice at run/user/21733/bus\n[ 4.0] pci 8086:2113\n"}}),
        "key");
    std::string all;
    for (const Section &section : out.sections)
        all += section.bytes();
    for (const char *gone :
         {"id 2113", "vlan 2113", "eth0.2113", "4711", "lid: 12\n", ":0x1267", ":0xc\n", "21733"})
        EXPECT_THAT(all, Not(HasSubstr(gone)));
    for (const char *kept : {"Capability mask: 0xa651e84a\n", "device_cap_flags:\t0x25321c36\n", "LMC: 0\n",
                             "max_qp_wr:\t\t32768", "uid=0 ", "8086:2113", "mtu 1500", "802.1Q id "})
        EXPECT_THAT(all, HasSubstr(kept));
    // One number is one number in all sections, in each form.
    std::smatch lid, hex, vlan;
    const std::string ibstat = textOf(out, "tool-ibstat"), sysfs = textOf(out, "rdma"),
                      links = textOf(out, "tool-ip-addr");
    ASSERT_TRUE(std::regex_search(ibstat, lid, std::regex("Base lid: ([0-9]+)")));
    ASSERT_TRUE(std::regex_search(sysfs, hex, std::regex("/lid:0x([0-9a-f]+)")));
    EXPECT_EQ(std::stoul(lid[1]), std::stoul(hex[1], nullptr, 16));
    ASSERT_TRUE(std::regex_search(links, vlan, std::regex("eth0\\.([0-9]+)@eth0")));
    EXPECT_THAT(links, HasSubstr("802.1Q id " + vlan[1].str()));
    EXPECT_THAT(links, HasSubstr("vlan " + vlan[1].str() + ","));
}

TEST(Redact, KeepsTheNamesOfProducts) {
    const Capture out =
        redacted(with({{"identity", "etc/hostname:QX-77-NODE\n"},
                       {"dmesg", "[ 0.0] DMI: Supermicro QSC8100A-E13/x, BIOS 2.1\n[ 1.0] on QX-77-NODE\n"},
                       {"tool-dmidecode", "\tProduct Name: QSC8100A-E13\n\tSKU Number: tenant-blackrock\n"
                                          "\tAsset Tag: QX-77-NODE\n"}}),
                 "key");
    std::string all;
    for (const Section &section : out.sections)
        all += section.bytes();
    for (const char *kept : {"DMI: Supermicro QSC8100A-E13/", "Name: QSC8100A-E13\n"})
        EXPECT_THAT(all, HasSubstr(kept));
    for (const char *gone : {"QX-77", "blackrock"})
        EXPECT_THAT(all, Not(HasSubstr(gone)));
}

TEST(Redact, AFileNameIsNoNameOfAHost) {
    for (const char *target : {"memory.txt", "/tmp/memory.tar.gz", "dumps/memory.log", "memory.fscope"}) {
        const Capture out = redacted(
            with({{"dmesg", "[ 1.0] memory: 7 of host\n"}, {"meminfo", "memory: 12 kB\n"}}, target), "key");
        EXPECT_THAT(textOf(out, "dmesg"), HasSubstr("] memory: ")) << target;
        EXPECT_THAT(out.target, Not(HasSubstr("host-"))) << target;
    }
    EXPECT_THAT(redacted(with({{"meminfo", "x: 1\n"}}, "gpu-07.lab"), "key").target,
                testing::StartsWith("host-"));
}

TEST(Redact, ReplacesUuidsSerialsAndIds) {
    const Capture capture = with(
        {{"identity", "etc/machine-id:3d1219c7c4c5404aaa1f6d2a48adfda4\nproc/sys/kernel/random/boot_id:"
                      "bea9b5b4-3351-4c12-ab2f-1a84477f96e7\n"},
         {"dmi-root", "product_serial:CZJ1234XYZ\nproduct_uuid:4c4c4544-0042-3510-8052-b4c04f4e4d32\n"},
         {"nvme", "nvme0/serial:S64FNE0R802879      \nnvme0/model:SAMSUNG MZQL27T6HBLA-00A07\n"},
         {"nvidia", "gpus/0000:41:00.0/information:GPU UUID: \t GPU-5d1c2a3b-1111-2222-3333-444455556666\n"},
         {"tool-nvidia-smi-q-x",
          "<serial>1321021012345</serial>\n<uuid>GPU-5d1c2a3b-1111-2222-3333-444455556666</uuid>\n"
          "<pci_bus_id>00000000:41:00.0</pci_bus_id>\n<product_name>NVIDIA H100</product_name>\n"},
         {"tool-dmesg", "nvme nvme0: SN S64FNE0R802879\nSerial: 8250/16550 driver, 4 ports\nmachine "
                        "3d1219c7c4c5404aaa1f6d2a48adfda4\n"},
         {"drm", "card1/device/unique_id:5d5d1122334455aa\n"},
         {"kfd", "2/properties:unique_id 6727552256948065706\n2/properties:hive_id 0\n2/properties:vendor_id "
                 "4098\n"},
         {"tool-amd-smi-static", "        ASIC_SERIAL: 0x5D5D1122334455AA\n        VENDOR_ID: 0x1002\n"}});
    const Capture out = redacted(capture, "key");
    std::string all;
    for (const Section &section : out.sections)
        all += section.bytes();
    for (const char *gone : {"3d1219c7", "bea9b5b4", "CZJ1234XYZ", "4c4c4544", "S64FNE0R802879", "5d1c2a3b",
                             "1321021012345", "5d5d11223", "6727552256948065706", "5D5D1122"})
        EXPECT_THAT(all, Not(HasSubstr(gone)));
    for (const char *kept :
         {"00000000:41:00.0", "NVIDIA H100", "Serial: 8250/16550 driver", "hive_id 0\n", "vendor_id 4098",
          "VENDOR_ID: 0x1002", "0000:41:00.0/information:GPU UUID: \t GPU-"})
        EXPECT_THAT(all, HasSubstr(kept));
    // One number in three formats gets one pseudonym.
    std::smatch drm;
    const std::string drmText = textOf(out, "drm");
    ASSERT_TRUE(std::regex_match(drmText, drm, std::regex("card1/device/unique_id:([0-9a-f]{16})\n")))
        << drmText;
    EXPECT_THAT(textOf(out, "kfd"),
                HasSubstr(fmt::format("unique_id {}\n", std::stoull(drm[1], nullptr, 16))));
    EXPECT_THAT(textOf(out, "tool-amd-smi-static"),
                HasSubstr(fmt::format("0x{:016X}", std::stoull(drm[1], nullptr, 16))));
    // A serial number is replaced where it occurs without its key, too.
    std::smatch serial;
    const std::string nvme = textOf(out, "nvme");
    ASSERT_TRUE(std::regex_search(nvme, serial, std::regex("nvme0/serial:([A-Z0-9]{14})")));
    EXPECT_THAT(textOf(out, "tool-dmesg"), HasSubstr("SN " + serial[1].str()));
}

/// The UUID of the demo's guest, with the same pseudonym in each place.
TEST(Redact, GivesAUuidOnePseudonymWhateverIsBeforeIt) {
    const std::string uuid = "4c4c4544-0042-3510-8052-b4c04f4e4d32";
    Capture capture = with({
        {"vmm", "@pid 1\n=qemu\n=-smbios\n=type=1,serial=***,uuid=" + uuid + "\n=-uuid\n=" + uuid + "\n"},
        {"dmi-root", "product_uuid:" + uuid + "\nproduct_serial:" + uuid + "\n"},
        {"dmesg", "[    1.0] vm: serial=*** uuid=" + uuid + "\n[    2.0] serial: " + uuid + " of it\n"},
        {"tool-virsh", "<entry name='serial'>***</entry><entry name='uuid'>" + uuid + "</entry>\n<uuid>" +
                           uuid + "</uuid>\n"},
        {"tool-dmidecode",
         "\tUUID: " + uuid + "\n\tString 1: of " + uuid + "\n\tSerial Number: " + uuid + "\n"},
    });
    capture.target = "h1/docker:" + uuid;
    const Capture out = redacted(capture, "key");
    std::string all = out.target;
    for (const Section &section : out.sections)
        all += section.bytes();
    EXPECT_THAT(all, Not(HasSubstr(uuid)));
    const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    std::set<std::string> found;
    std::size_t count = 0;
    for (auto at = std::sregex_iterator(all.begin(), all.end(), form); at != std::sregex_iterator();
         ++at, ++count)
        found.insert(at->str());
    EXPECT_EQ(found.size(), 1U) << all;
    EXPECT_EQ(count, 12U) << all;
}

TEST(Redact, ReplacesNamesOfMachinesAndTheirFilesButNotTheirDevices) {
    const std::string out =
        text("@pid 4242\n=/usr/bin/qemu-system-x86_64\n=-name\n=guest=customer-a,debug-threads=on\n"
             "=-device\n=vfio-pci,host=0000:41:00.0,id=hostdev0\n"
             "=-drive\n=file=/var/lib/images/customer-a/disk.qcow2,if=none\n"
             "=path=/sys/bus/pci/devices/0000:42:00.0/,id=x\n=-uuid\n=bea9b5b4-3351-4c12-ab2f-1a84477f96e7\n",
             "vmm");
    EXPECT_THAT(out, Not(HasSubstr("customer")));
    EXPECT_THAT(out, Not(HasSubstr("bea9b5b4")));
    EXPECT_THAT(out, testing::ContainsRegex("guest=host-[0-9a-f]{8},debug-threads=on"));
    EXPECT_THAT(out, testing::ContainsRegex("file=/var/lib/images/host-[0-9a-f]{8}/disk\\.qcow2,if=none"));
    for (const char *kept :
         {"@pid 4242\n=/usr/bin/qemu-system-x86_64\n", "=vfio-pci,host=0000:41:00.0,id=hostdev0\n",
          "=path=/sys/bus/pci/devices/0000:42:00.0/,id=x\n"})
        EXPECT_THAT(out, HasSubstr(kept));
}

TEST(Redact, ReplacesTheSerialNumberInConfigSpaceAndNothingElseThere) {
    std::string bytes(4096, '\0');
    auto store = [&](std::size_t offset, std::uint32_t value) {
        for (std::size_t i = 0; i < 4; ++i)
            bytes[offset + i] = static_cast<char>(value >> (8 * i));
    };
    store(0, 0x101915B3);
    store(0x100, 0x14010001); // AER, next 0x140
    store(0x140, 0x00010003); // serial number, last
    store(0x144, 0xFED420F0);
    store(0x148, 0x9E63C0FF); // the EUI-64 of 9c:63:c0:d4:20:f0
    std::string hex = "=0000:41:00.0\n";
    for (std::size_t i = 0; i < bytes.size(); ++i)
        hex += fmt::format(" {:02x}{}", static_cast<unsigned char>(bytes[i]), i % 16 == 15 ? "\n" : "");
    const std::string small = "=0000:00:00.0\n 86 80 57 0d 00 00 00 00 00 00 00 06 00 00 00 00\n";
    const Capture out = redacted(
        with({{"pci-config", small + hex + small}, {"net", "eth0/address:9c:63:c0:d4:20:f0\n"}}), "key");
    const std::string mapped = textOf(out, "pci-config");
    ASSERT_EQ(mapped.size(), small.size() * 2 + hex.size());
    const std::string original = small + hex + small;
    std::size_t first = std::string::npos;
    std::size_t last = 0;
    for (std::size_t i = 0; i < original.size(); ++i)
        if (original[i] != mapped[i]) {
            first = std::min(first, i);
            last = i;
        }
    const std::size_t row = small.size() + std::string("=0000:41:00.0\n").size() + 0x140 / 16 * 49;
    EXPECT_GE(first, row + 4 * 3);
    EXPECT_LT(last, row + 12 * 3);
    std::string mac = textOf(out, "net").substr(std::string("eth0/address:").size(), 17);
    EXPECT_EQ(mapped.substr(row + 4 * 3 + 1, 8),
              mac.substr(15, 2) + " " + mac.substr(12, 2) + " " + mac.substr(9, 2))
        << "still the EUI-64 of the NIC's MAC address";
}

TEST(Redact, GivesTheSameForTheSameKeyAndAnotherForAnother) {
    const Capture capture = with({{"net", "eth0/address:9c:63:c0:d4:20:f0\n"}});
    EXPECT_EQ(textOf(redacted(capture, "a"), "net"), textOf(redacted(capture, "a"), "net"));
    EXPECT_NE(textOf(redacted(capture, "a"), "net"), textOf(redacted(capture, "b"), "net"));
    EXPECT_EQ(redacted(capture, "a").target, redacted(with({}), "a").target);
}

TEST(Redact, LeavesThisProgramsOwnNotes) {
    Capture capture = with({{"identity", "etc/hostname:gpu-07\n"}});
    capture.notes = {
        "100 files in it are of unknown kind and were skipped",
        "the archive is damaged or cut off: unexpected end; the rest is missing",
        "unpacks to more than 64 MiB: stopped in 'proc/cmdline', the rest is missing",
        "nothing could be unpacked: empty, or damaged from the start",
        "left out: too many captures",
        "not a file of a known kind",
        "not read as root: sudo: 3 incorrect password attempts",
        "not read as root, no password given: sudo: a password is required",
        "timed out after 5 s waiting for a sudo password (--timeout): sudo: a password is required",
        "sudo is not used in a container: everything was read as the user of the container",
        "0000:c1:00.0 does not answer: reading its config space did not finish",
        "more than 100 sections: 'tool-lspci' and later ones were dropped",
        "the output is incomplete; the received part is used",
        "1 line break was missing and was restored",
        "3 line breaks were missing and were restored; 2 line breaks of a terminal were removed",
        "2 line breaks within lines were removed",
        "all of it is one line of 900 characters: its line breaks are lost, and values may be missing",
        "a line of 300 columns is left: if more line breaks are lost in it, values may be missing",
        "5 lines end in words at column 80, and none is wider: if a terminal broke them, values may be "
        "missing",
        "the text does not end with a line feed; its last value may be cut, and is not used",
        "3 members pointing outside the tree ('..', or a dangling hard link) were left out",
        "3 members with control characters in their names, or names too long were left out",
        "3 members more than 64 folders deep were left out",
        "3 members whose path conflicts with another were left out",
        "12 sections were left out: the limits are 4096 sections and 1 GiB in total",
        "the file is damaged: its index was changed after it was written, so that names, times and notes of "
        "sections may be wrong, and sections may be missing",
        "3 sections were skipped: a capture has at most 4096",
        "a part of it is a web page: Save the text itself, for example with the page's link to the raw file",
        "a part of it is the output of a benchmark, not of a tool that lists devices: `fabricscope bench "
        "parse FILE` reads it",
        "a part of it is the output of a benchmark with NCCL's log: `fabricscope bench parse FILE` reads the "
        "results, `fabricscope nccl-log FILE` the log",
        "od is missing: no configuration is read",
    };
    EXPECT_EQ(redacted(capture, "key").notes, capture.notes);
    capture.notes = {"gpu-07: 3 files in it are of unknown kind and were skipped"};
    EXPECT_THAT(redacted(capture, "key").notes.front(),
                testing::AllOf(Not(HasSubstr("gpu-07")),
                               HasSubstr(": 3 files in it are of unknown kind and were skipped")));
    for (const char *damage : {"the file ends in the middle of it", "the stream ended inside it",
                               "its content in the file was changed after it was written, and is not used",
                               "300 bytes long, 200 could be read"}) {
        capture.sections[0].meta().damageText = damage;
        EXPECT_EQ(redacted(capture, "key").sections[0].meta().damageText, damage);
    }
    capture.notes = {
        "zeta/one.txt and two.txt hold texts of the same kind: they are read as those of one host",
        "x: only the lines of gpu-07 are read; those of zeta7, zeta8 and others are left out",
        "zeta is kept without what surrounds its lines, which divided a secret"};
    const auto notes = redacted(capture, "key").notes;
    EXPECT_THAT(notes[0], HasSubstr(".txt hold texts of the same kind: they are read as those of one host"));
    EXPECT_THAT(notes[1], MatchesRegex("x: only the lines of host-[0-9a-f]+ are read; those of x[a-z]+7, "
                                       "x[a-z]+8 and others are left out"));
    EXPECT_THAT(notes[2], HasSubstr(" is kept without what surrounds its lines, which divided a secret"));
    EXPECT_THAT(notes, testing::Each(Not(HasSubstr("zeta"))));
}

TEST(Redact, TakesAnyBytes) {
    std::mt19937 random(9);
    const std::string alphabet = "0123456789abcdef:::...-/ \n=x@guest<serial>\xff\x1b";
    for (int round = 0; round < 300; ++round) {
        std::string bytes(random() % 400, ' ');
        for (char &c : bytes)
            c = alphabet[random() % alphabet.size()];
        for (const char *section :
             {"vmm", "tool-virsh", "tool-nvidia-smi-q-x", "identity", "pci-config", "user"})
            (void)text(bytes, section);
    }
}

TEST(SipHash, GivesTheValuesOfItsPaper) {
    // Appendix A: key 00..0f, input 00..0e.
    std::string input;
    for (int i = 0; i < 15; ++i)
        input += static_cast<char>(i);
    EXPECT_EQ(SipHash(0x0706050403020100, 0x0f0e0d0c0b0a0908)(input), 0xa129ca6149be45e5);
}

} // namespace
} // namespace fabricscope::capture
