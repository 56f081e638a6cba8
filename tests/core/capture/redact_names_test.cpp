// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names in a capture are replaced everywhere, with the same pseudonyms as in other captures of the fleet.
#include "core/capture/redact/Redact.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::capture {
namespace {

using testing::HasSubstr;
using testing::Not;

Capture with(std::initializer_list<std::pair<const char *, std::string>> sections,
             const char *target = "local:") {
    Capture capture;
    capture.target = target;
    for (const auto &[name, bytes] : sections) {
        Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(meta, bytes);
    }
    return capture;
}

std::string textOf(const Capture &capture, std::string_view name) {
    const Section *section = capture.find(name);
    return section ? section->bytes() : "(none)";
}

std::string dmesgOf(const std::string &line) {
    return textOf(redacted(with({{"dmesg", line}}), "key"), "dmesg");
}

/// Host names that are also in the allow-list, as names of systems and vendors.
constexpr const char *kKnownNames[] = {"noble", "lynx",  "beaver", "jammy",
                                       "cloud", "green", "photon", "onyx"};

TEST(RedactNames, OfHostsThatTheAllowListKnowsGoFromEverySentence) {
    for (const std::string name : kKnownNames) {
        Capture capture =
            with({{"identity", "etc/hostname:" + name + "\nproc/cmdline:root=/dev/sda1 site=" + name + "\n"},
                  {"dmesg", "[    1.0] link to " + name + " is up\n[    2.0] from " + name + ".lab: stop\n"},
                  {"kernel-command-line", "quiet root=" + name + ":/srv ro\n"}},
                 name.c_str());
        capture.notes = {name + " is slow", "cannot read /srv/" + name + "/x"};
        capture.sections[0].meta().origin = "/srv/" + name;
        const Capture out = redacted(capture, "key");
        std::string all = out.target + out.notes.at(0) + out.notes.at(1) + out.sections[0].meta().origin;
        for (const Section &section : out.sections)
            all += section.bytes();
        EXPECT_THAT(all, Not(HasSubstr(name)));
        EXPECT_THAT(textOf(out, "dmesg"), HasSubstr("link to " + out.target + " is up\n"));
        EXPECT_THAT(out.notes.at(0), testing::EndsWith(" is slow"));
    }
}

TEST(RedactNames, OfUsersAndGroupsThatTheAllowListKnowsGo) {
    for (const std::string name : {"cloud", "core", "green", "noble"}) {
        const Capture out = redacted(
            with({{"user", fmt::format("uid=1000({0}) gid=1000({0}) groups=1000({0}),27(sudo)\n", name)},
                  {"dmesg", fmt::format("[    1.0] exec of /home/{}/x denied\n", name)},
                  {"nccl-conf", fmt::format("home/{}/.nccl.conf:NCCL_DEBUG=INFO\n", name)}},
                 (name + "@10.1.1.1").c_str()),
            "key");
        EXPECT_THAT(textOf(out, "user"),
                    testing::MatchesRegex("uid=[0-9]{6}\\((user-[0-9a-f]{8})\\) "
                                          "gid=[0-9]{6}\\(user-[0-9a-f]{8}\\) "
                                          "groups=[0-9]{6}\\(user-[0-9a-f]{8}\\),27\\(sudo\\)\n"));
        for (const char *section : {"dmesg", "nccl-conf"})
            EXPECT_THAT(textOf(out, section), Not(HasSubstr(name))) << section;
        EXPECT_THAT(out.target, Not(HasSubstr(name)));
    }
}

// Words of table formats stay, even if they are also a name, and so do names of systems.
TEST(RedactNames, LeaveTheWordsOfTablesAndTheNamesOfSystems) {
    const std::pair<const char *, std::string> kept[] = {
        {"tool-lscpu", "Core(s) per socket:  8\nNUMA node0 CPU(s):   0-7\n"},
        {"pci-links", "0000:41:00.0/driver -> ../../../../bus/pci/drivers/nvidia\n"},
        {"os-release", "NAME=\"Ubuntu\"\nID=ubuntu\n"},
        {"tool-numactl-h", "node 0 cpus: 0 1\nnode distances:\n"},
        {"dmesg", "[    1.0] nvidia 0000:41:00.0: core device error\n"},
    };
    for (const char *name : {"core", "node", "nvidia", "ubuntu", "node0", "error"})
        for (const auto &[section, text] : kept) {
            Capture capture = with({{"identity", fmt::format("etc/hostname:{}\n", name)},
                                    {"user", fmt::format("uid=1000({})\n", name)},
                                    {section, text}});
            EXPECT_EQ(textOf(redacted(capture, "key"), section), text) << name;
        }
}

// "00000000" is not a serial number, and a serial number with few digits is replaced elsewhere too.
TEST(RedactNames, SerialNumbersOfDigitsAreFoundAgainAndZerosAreNone) {
    const Capture out =
        redacted(with({{"nvme", "nvme0/serial:471123\n"},
                       {"dmi-root", "board_serial:00000000\n"},
                       {"dmesg", "[    1.0] nvme nvme0: unit 471123 ready\n[    2.0] mask 00000000\n"}}),
                 "key");
    const std::string serial = textOf(out, "nvme").substr(std::string("nvme0/serial:").size(), 6);
    EXPECT_NE(serial, "471123");
    EXPECT_THAT(textOf(out, "dmesg"), HasSubstr("unit " + serial + " ready\n"));
    EXPECT_THAT(textOf(out, "dmesg"), HasSubstr("mask 00000000\n"));
}

// A capture cannot show that a word in its log is the name of another host.
TEST(RedactNames, SerialAndAssetNumbersOfFewDigitsGoWhereTheirLabelsAre) {
    const Capture out = redacted(
        with({{"identity", "proc/cmdline:root=/dev/sda1 serial=119933 asset=5512 quiet\n"},
              {"kernel-command-line", "quiet serial=119934\n"},
              {"dmi", "product_serial:778812\nboard_asset_tag:5513\nbios_version:2.4.1\n"},
              {"dmesg", "[    1.0] disk: sn=778899 ready\n[    1.1] disk S/N 123321\n[    1.2] asset: 5514\n"
                        "[    1.3] usb: descend 1234\n"}}),
        "key");
    std::string all;
    for (const Section &section : out.sections)
        all += section.bytes();
    for (const char *number : {"119933", "5512", "119934", "778812", "5513", "778899", "123321", "5514"})
        EXPECT_THAT(all, Not(HasSubstr(number)));
    for (const char *kept : {"quiet\n", "bios_version:2.4.1", "1234"})
        EXPECT_THAT(all, HasSubstr(kept));
}

TEST(RedactNames, AreTheSameInTheirOwnCaptureAndInThatOfAnotherHost) {
    for (const std::string name : {"zetanode07", "zeta", "zeta-gpu-07", "ZETANODE07",
                                   "zetanode07.dcwest.acmecorp.com", "zeta-gpu-07.dcwest.acmecorp.com"}) {
        std::string lower(name);
        std::transform(lower.begin(), lower.end(), lower.begin(), ::tolower);
        const Capture own = redacted(with({{"identity", "etc/hostname:" + lower + "\n"},
                                           {"dmesg", "[    1.0] Hostname set to <" + lower + ">.\n"}},
                                          lower.c_str()),
                                     "key");
        const Capture other = redacted(with({{"identity", "etc/hostname:orbit12\n"},
                                             {"dmesg", "[    1.0] link to " + lower + " is up\n"},
                                             {"kernel-command-line", "ro root=" + lower + ":/srv\n"},
                                             {"tool-lldp", "lldp.eth0.chassis.name=" + lower + "\n"},
                                             {"vmm", "=-name\n=guest=" + lower + "\n"}},
                                            "orbit12"),
                                       "key");
        EXPECT_THAT(own.target, Not(HasSubstr("zeta")));
        EXPECT_EQ(textOf(own, "identity"), "etc/hostname:" + own.target + "\n");
        EXPECT_EQ(textOf(own, "dmesg"), "[    1.0] Hostname set to <" + own.target + ">.\n");
        EXPECT_EQ(textOf(other, "dmesg"), "[    1.0] link to " + own.target + " is up\n");
        EXPECT_EQ(textOf(other, "kernel-command-line"), "ro root=" + own.target + ":/srv\n");
        EXPECT_EQ(textOf(other, "tool-lldp"), "lldp.eth0.chassis.name=" + own.target + "\n");
        EXPECT_EQ(textOf(other, "vmm"), "=-name\n=guest=" + own.target + "\n");
    }
    // Also if its own capture contains only the first label of the name.
    const std::string line = "[    1.0] link to zetanode07.dcwest.acmecorp.com is up\n";
    EXPECT_EQ(
        textOf(redacted(with({{"identity", "etc/hostname:zetanode07\n"}, {"dmesg", line}}), "key"), "dmesg"),
        dmesgOf(line));
    EXPECT_THAT(dmesgOf(line), testing::MatchesRegex("\\[    1\\.0\\] link to "
                                                     "x[a-z]{8}07\\.site-[0-9a-f]{8}\\.invalid is up\n"));
    // An upper-case name is the same name.
    const std::string small = dmesgOf("[    1.0] link to zeta7 is up\n");
    std::string capitals = dmesgOf("[    1.0] link to ZETA7 is up\n");
    EXPECT_NE(small, capitals);
    std::transform(capitals.begin(), capitals.end(), capitals.begin(), ::tolower);
    EXPECT_EQ(small, capitals);
}

/// A line in the kernel's format, and the parts that name a program, an account or a path.
struct LogLine {
    const char *text;
    std::vector<const char *> names;
    std::vector<const char *> kept;
};

TEST(RedactNames, OfProgramsAndAccountsGoFromRealLinesOfTheKernel) {
    const LogLine lines[] = {
        {"[ 8312.1] NVRM: Xid (PCI:0000:41:00): 31, pid=471199, name=zeus_trainer, Ch 00000010, intr "
         "00000000. "
         "MMU Fault: ENGINE GRAPHICS GPCCLIENT_T1_0 faulted @ 0x7f2c_41000000. Fault is of type FAULT_PDE "
         "ACCESS_TYPE_VIRT_READ",
         {"zeus"},
         {"NVRM: Xid (PCI:0000:41:00): 31, pid=471199, name=", "FAULT_PDE"}},
        {"[ 8312.2] NVRM: Xid (PCI:0000:41:00): 13, pid=4242, name=train, Graphics SM Warp Exception",
         {"train"},
         {"NVRM: Xid (PCI:0000:41:00): 13, pid=4242, name=process-"}},
        {"[ 8312.3] NVRM: Xid (PCI:0000:c1:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the "
         "bus.",
         {},
         {"NVRM: Xid (PCI:0000:c1:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus."}},
        {"[ 9.1] audit: type=1400 audit(1690000000.123:456): apparmor=\"DENIED\" operation=\"open\" "
         "profile=\"snap.zeusd.daemon\" name=\"/home/alicew/ckpt\" pid=1234 comm=\"gpu server\" "
         "requested_mask=\"r\" denied_mask=\"r\" fsuid=1000 ouid=0",
         {"zeusd", "alicew", "ckpt", "gpu server", "server"},
         {"audit: type=1400 audit(", "apparmor=\"DENIED\"", "comm=\"process-"}},
        {"[ 9.2] audit: type=1326 audit(1690000001.1:457): auid=1001 uid=1001 gid=1001 ses=4 subj=unconfined "
         "pid=77 comm=\"model\" exe=\"/opt/zeus/bin/trainer\" sig=31 arch=c000003e",
         {"\"model\"", "zeus", "trainer"},
         {"auid=", "comm=\"process-"}},
        {"[ 9.3] audit: type=1100 audit(1690000002.1:458): pid=9 uid=0 msg='op=PAM:authentication "
         "acct=\"core\" exe=\"/usr/sbin/sshd\" hostname=zeta addr=10.41.7.93 terminal=ssh res=failed'",
         {"\"core\"", "zeta", "10.41.7.93"},
         {"acct=\"process-", "pid=9 uid=0"}},
        {"[ 9.4] audit: type=1327 audit(1690000003.1:459): proctitle=7365727665", {"7365727665"}, {}},
        {"[10.1] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=zeus-job,mems_allowed=0-1,"
         "oom_memcg=/slurm/uid_4711/job_815,task_memcg=/slurm/uid_4711/job_815/zeusstep,task=memory,pid=5,"
         "uid=4711",
         {"zeus", "task=memory"},
         {"] oom-kill:", ",task=process-"}},
        {"[10.2] Memory cgroup out of memory: Killed process 1234 (model) total-vm:80kB, anon-rss:8kB, "
         "file-rss:4kB, shmem-rss:0kB, UID:4711 pgtables:8kB oom_score_adj:0",
         {"(model)"},
         {"Killed process 1234 (process-", ") total-vm:80kB"}},
        {"[10.3] Out of memory: Killed process 1234 (my model), UID 4711, total-vm:80kB",
         {"model"},
         {"Killed process 1234 (process-"}},
        {"[10.4] cluster invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0",
         {"cluster"},
         {"[10.4] process-"}},
        {"[10.5] oom_reaper: reaped process 1234 (model), now anon-rss:0kB",
         {"(model)"},
         {" process 1234 (process-"}},
        {"[10.6] INFO: task model:1234 blocked for more than 120 seconds.",
         {"model"},
         {"INFO: task process-", ":1234 blocked for more than 120 seconds."}},
        {"[10.7] CPU: 3 PID: 471199 Comm: model Tainted: P OE 6.8.0-60-generic #63-Ubuntu",
         {"Comm: model"},
         {"CPU: 3 PID: 471199 Comm: process-", "6.8.0-60-generic"}},
        {"[10.8] zeusd[1234]: segfault at 0 ip 00007f2c41a2b3c4 sp 00007ffc1a2b3c4d error 4 in "
         "libzeus.so[7f2c41000000+1000]",
         {"zeus"},
         {"segfault at 0 ip "}},
    };
    for (const LogLine &line : lines)
        for (const char *section : {"dmesg", "tool-dmesg"}) {
            const std::string out =
                textOf(redacted(with({{section, std::string(line.text) + "\n"}}), "key"), section);
            for (const char *name : line.names)
                EXPECT_THAT(out, Not(HasSubstr(name)));
            for (const char *kept : line.kept)
                EXPECT_THAT(out, HasSubstr(kept));
        }
}

/// Host names that look like numbers, link widths, device ids and products.
constexpr const char *kNumberlike[] = {"4711", "x16", "a100", "beef", "n1", "16", "h100", "H200", "mi300x"};

/// Places of a host name, marked '%'.
constexpr std::pair<const char *, const char *> kNamePlaces[] = {
    {"identity",
     "etc/hostname:%\nproc/sys/kernel/hostname:%\nproc/cmdline:ro systemd.hostname=% nfsroot=%:/srv q\n"},
    {"kernel-version", "Linux % 6.8.0-60-generic #63-Ubuntu SMP x86_64 GNU/Linux\n"},
    {"kernel-command-line", "ro ip=10.0.0.1::10.0.0.2:255.0.0.0:%:eth0:off root=http://%/x\n"},
    {"dmesg",
     "Jul 22 20:50:11 % kernel: pci 0000:41:00.0: enabled\n[    2.0] systemd[1]: Hostname set to <%>.\n"},
    {"tool-lldp", "lldp.eth0.chassis.name=%\n"},
    {"vmm", "@pid 1\n=qemu\n=-name\n=guest=%,debug-threads=on\n"},
    {"tool-virsh", "<domain type='kvm'>\n  <name>%</name>\n"},
    {"rdma", "mlx5_0/node_desc:% mlx5_0\n"},
    {"hwloc-xml", "<info name=\"HostName\" value=\"%\"/>\n"},
};

/// Hardware facts in which such a name is not a name.
constexpr std::pair<const char *, const char *> kFacts[] = {
    {"lspci-text",
     "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:beef] (rev a1)\n"
     "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16\n\t\tLnkSta:\tSpeed 16GT/s, Width x16\n"},
    {"tool-nvidia-smi-q", "    Product Name                          : NVIDIA H100 80GB HBM3\n"},
    {"tool-nvidia-smi", "|   0  NVIDIA H200                    On  |   00000000:1B:00.0 Off |\n"},
    {"tool-amd-smi-static", "        MARKET_NAME: AMD Instinct MI300X\n"},
    {"kfd", "1/properties:simd_count 16\n"},
    {"nvidia-information", "Model: \t\t NVIDIA A100-SXM4-80GB\n"},
    {"tool-numactl-h", "node 0 cpus: 0 1 16\nnode 0 size: 4711 MB\n"},
    {"pci-links", "0000:41:00.0/driver -> ../../../../bus/pci/drivers/nvidia\n"},
    {"nccl-topo",
     "<pci busid=\"0000:41:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>\n"},
};

std::string filled(std::string text, const std::string &name) {
    for (std::size_t at = 0; (at = text.find('%', at)) != std::string::npos; at += name.size())
        text.replace(at, 1, name);
    return text;
}

TEST(RedactNames, ThatNumbersAndProductsLookLikeGoWhereTheyAreNamesAndFactsStay) {
    for (const std::string name : kNumberlike)
        for (const std::string &target : {name, "root@" + name + ":22", "alice@" + name}) {
            Capture capture = with({}, target.c_str());
            for (const auto *rows : {&kNamePlaces[0], &kFacts[0]})
                for (std::size_t i = 0; i < std::size(kFacts); ++i) {
                    Section::Meta meta;
                    meta.name = rows[i].first;
                    capture.sections.emplace_back(meta, filled(rows[i].second, name));
                }
            const Capture out = redacted(capture, "key");
            const std::string own = textOf(out, "identity").substr(std::string("etc/hostname:").size());
            const std::string pseudonym = own.substr(0, own.find('\n'));
            EXPECT_NE(pseudonym, name);
            EXPECT_THAT(out.target, testing::AnyOf(pseudonym, "root@" + pseudonym + ":22",
                                                   testing::MatchesRegex("user-[0-9a-f]{8}@" + pseudonym)));
            for (std::size_t i = 0; i < std::size(kNamePlaces); ++i)
                EXPECT_THAT(out.sections[i].bytes(), HasSubstr(pseudonym)) << name << kNamePlaces[i].first;
            EXPECT_EQ(textOf(out, "dmesg"), filled(kNamePlaces[3].second, pseudonym)) << name;
            EXPECT_EQ(textOf(out, "tool-virsh"), filled(kNamePlaces[6].second, pseudonym)) << name;
            EXPECT_EQ(textOf(out, "rdma"), filled(kNamePlaces[7].second, pseudonym)) << name;
            for (std::size_t i = 0; i < std::size(kFacts); ++i)
                EXPECT_EQ(out.sections[std::size(kNamePlaces) + i].bytes(), kFacts[i].second) << name;
        }
}

TEST(RedactNames, OfUsersThatNumbersLookLikeGoFromTheirPlaces) {
    const Capture out =
        redacted(with({{"user", "uid=1000(4711) gid=1000(4711) groups=1000(4711),27(sudo),16(x)\n"},
                       {"nccl-conf", "home/4711/.nccl.conf:NCCL_BUFFSIZE=4711\n"}},
                      "4711@gpu-07"),
                 "key");
    const std::string user = out.target.substr(0, out.target.find('@'));
    EXPECT_THAT(user, testing::MatchesRegex("user-[0-9a-f]{8}"));
    EXPECT_THAT(textOf(out, "user"),
                testing::MatchesRegex("uid=[0-9]+\\(" + user + "\\) gid=[0-9]+\\(" + user +
                                      "\\) groups=[0-9]+\\(" + user + "\\),27\\(sudo\\),16\\(x\\)\n"));
    EXPECT_EQ(textOf(out, "nccl-conf"), "home/" + user + "/.nccl.conf:NCCL_BUFFSIZE=4711\n");
}

TEST(RedactNames, OfANumberWithItsSiteIsTheSameAsWithoutIt) {
    const Capture out =
        redacted(with({{"identity", "etc/hostname:4711\n"},
                       {"dmesg", "[    1.0] link to 4711.dc1.acmecorp.com is up, 1.2.3 ms\n"}},
                      "4711.dc1.acmecorp.com"),
                 "key");
    EXPECT_THAT(out.target, testing::MatchesRegex("x[a-z]{8}\\.site-[0-9a-f]{8}\\.invalid"));
    EXPECT_EQ(textOf(out, "identity"), "etc/hostname:" + out.target.substr(0, 9) + "\n");
    EXPECT_EQ(textOf(out, "dmesg"), "[    1.0] link to " + out.target + " is up, 1.2.3 ms\n");
}

} // namespace
} // namespace fabricscope::capture
