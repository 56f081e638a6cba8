// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of networks and of people, in the forms of tools and in whatever section they are.
#include "core/capture/redact/Redact.h"
#include "core/capture/redact/SectionRules.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace fabricscope::capture {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string redactedText(const char *section, const std::string &text) {
    Section::Meta meta;
    meta.name = section;
    Capture capture;
    capture.sections.emplace_back(meta, text);
    return redacted(capture, "key").sections.at(0).bytes();
}

/// A text whose '#' stands for the number, and the number.
struct NumberText {
    const char *text;
    const char *number;
};

constexpr NumberText kVlans[] = {
    {"<vlan><tag id='#'/></vlan>", "2907"},
    {"<vlan trunk='yes'>\n  <tag id='#'/>\n  <tag id=\"42\" nativeMode='tagged'/>\n</vlan>", "2907"},
    {"port              vlan-id\nens9f0            1 PVID Egress Untagged\n                  #\n", "2907"},
    {"port\tvlan ids\nens9f0\t # PVID Egress Untagged\n\n", "2907"},
    {"port              vlan-id\nbr7               None\nens9f1            2700-# PVID\n", "2907"},
    {"[{\"ifname\":\"ens9\",\"vlans\":[{\"vlan\":1,\"flags\":[\"PVID\"]},{\"vlan\":#,\"vlanEnd\":2910}]}]",
     "2907"},
    {"{\"vlan\":2900,\"vlanEnd\":#}", "2907"},
    {"\"info_kind\": \"vlan\",\n    \"info_data\": {\n        \"protocol\": \"802.1Q\",\n        \"id\": #,",
     "2907"},
    {"ens9.# | # | ens9\n", "2907"},
    {"ens9.#  VID: #\t REORDER_HDR: 1", "2907"},
    {"VLAN: 12,#,14-15", "2907"},
    {"br#: <BROADCAST> mtu 9000", "2907"},
    {"VLAN Tag: #", "2907"},
};
constexpr NumberText kVnis[] = {
    {"vxlan#: <BROADCAST,MULTICAST> mtu 1450", "81234"},
    {"    vxlan id # local 10.0.0.1 dev eth0 srcport 0 0", "81234"},
    {"vni #", "81234"},
    {"evpn vni: # state up", "81234"},
    {"    geneve id # remote 10.0.0.1", "81234"},
    {"\"info_kind\":\"vxlan\",\"info_data\":{\"id\":#,\"ttl\":0}", "81234"},
    {"port              vlan-id    tunnel-id\nvx0               12         #\n", "81234"},
    {"00:11:22:33:44:55 dev vx0 dst 10.0.0.1 vni # src_vni # self", "81234"},
};
constexpr NumberText kLids[] = {
    {"LID #/0x2e19", "11801"},
    {"[ 7.1] mlx5_0: Port 1: LID changed from 0 to 9, lid #", "11801"},
    {"SM lid=#", "11801"},
    {"SM lid:\t#", "11801"},
    {"\t\tBase lid: #", "11801"},
    {"port_lid:\t\t#", "11801"},
    {"sm_lid: #", "11801"},
    {"DLID: # SLID: 3", "11801"},
    {"DLID # SLID: 3", "0x2e19"},
    {"base lid:\t #", "0x2e19"},
    {"Port counters: Lid # port 1", "11801"},
};
constexpr NumberText kPKeys[] = {
    {"[ 7.1] mlx5_0: pkey #", "0x9c41"},
    {"[ 7.1] ib0: P_Key # is not found", "0x9c41"},
    {"[ 7.1] mlx5_core 0000:a3:00.0: partition key: #", "0x9c41"},
    {"[ 7.1] infiniband mlx5_0: QP 812 pkey=# qkey=0xb1b", "40001"},
    {"[ 7.1] ib0.9c41: link up, pkey #", "9741"},
    {"[ 7.1] ib0.#: multicast join failed for ff12:401b:1::1, status -22", "9c41"},
    {"[ 7.1] ibp24s0.#: mtu > 2044 will cause multicast packet drops", "a00d"},
    {"[ 7.1] ib0: multicast join failed for ff12:401b:#:0000:0000:0000:ffff:ffff, status -22", "9c41"},
};
constexpr NumberText kSegments[] = {
    {"[ 7.1] mlx5_core 0000:a3:00.0: segid #", "0x81d34"},
    {"[ 7.1] mlx5_core 0000:a3:00.0: segid: #", "81234"},
    {"[ 7.1] mlx5_core 0000:a3:00.0: segment id #", "81234"},
};
constexpr NumberText kGuids[] = {
    {"[ 7.1] mlx5_core 0000:a3:00.0: node guid #", "0xb8599f0300e2f6ac"},
    {"[ 7.1] mlx5_0: port GUID #", "b859:9f03:00e2:f6ac"},
    {"[ 7.1] infiniband mlx5_0: sys_image_guid=#", "0xb8599f0300e2f6ac"},
    {"[ 7.1] ib_core: node_guid # registered", "b8599f0300e2f6ac"},
};
constexpr NumberText kUsers[] = {
    {"Killed process 17 (x), UID:# pgtables:64kB", "51377"},
    {"cpuset=/,task_memcg=/user.slice/user-#.slice/session-3.scope,task=x,pid=4,uid=#", "51377"},
    {"task_memcg=/slurm/uid_#/job_4/step_0", "51377"},
    {"uid=1001(ann) gid=100(users) groups=100(users),#(teamq)", "51377"},
    {"uid=1001(ann) gid=100(users) groups=#(domain users),27(sudo)", "51377"},
    {"groups=1001,#,27", "51377"},
    {"[ 9.1] [  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name\n"
     "[ 9.1] [    812]     0   812     5180      640    86016        0          -250 systemd\n"
     "[ 9.1] [   4711] # 4711 91000 517 98304 0 0 python3\n",
     "51377"},
    {"Access: (0640/-rw-r-----)  Uid: ( #/     ann)   Gid: (    0/    root)", "51377"},
    {"loginuid=# ses=3", "51377"},
};

class RedactedNumbers : public testing::TestWithParam<const char *> {};

TEST_P(RedactedNumbers, AreGoneInEachForm) {
    const auto expectGone = [](const NumberText &each) {
        std::string text = each.text;
        for (auto at = text.find('#'); at != std::string::npos; at = text.find('#'))
            text.replace(at, 1, each.number);
        EXPECT_THAT(redactedText(GetParam(), text + "\n"), Not(HasSubstr(each.number))) << text;
    };
    for (const auto &each : kVlans)
        expectGone(each);
    for (const auto &each : kVnis)
        expectGone(each);
    for (const auto &each : kLids)
        expectGone(each);
    for (const auto &each : kPKeys)
        expectGone(each);
    for (const auto &each : kSegments)
        expectGone(each);
    for (const auto &each : kGuids)
        expectGone(each);
    for (const auto &each : kUsers)
        expectGone(each);
}

INSTANTIATE_TEST_SUITE_P(Sections, RedactedNumbers,
                         testing::Values("tool-virsh", "tool-ip-link", "tool-ibstat", "dmesg", "user",
                                         "tool-nvidia-smi", "tool-lspci", "lspci-text", "net"),
                         [](const auto &each) {
                             std::string name = each.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(RedactNumbers, OfAPartitionStayOneInEachForm) {
    const std::string text =
        redactedText("dmesg", "[ 7.1] mlx5_0: pkey 0x9c41\n[ 7.2] ib0.9c41: pkey 40001\n");
    const auto at = text.find("0x");
    ASSERT_NE(at, std::string::npos);
    const std::string key = text.substr(at + 2, 4);
    EXPECT_NE(key, "9c41");
    EXPECT_THAT(text, HasSubstr("ib0." + key + ": pkey " + std::to_string(std::stoul(key, nullptr, 16))));
    for (const char *kept : {"pkey 0xffff", "pkey 0x7fff", "pkey_index 0", "bad_pkey 5", "max_pkeys: 128"})
        EXPECT_THAT(redactedText("dmesg", std::string("[ 7.1] mlx5_0: ") + kept + "\n"), HasSubstr(kept));
}

TEST(RedactProducts, OfAVendorsFormStayWhereTheVendorIsNamed) {
    for (const auto &[section, text] :
         {std::pair("dmesg", "[ 0.0] DMI: Supermicro SYS-741GE-TNRT/X13DGU, BIOS 2.1 01/02/2025\n"),
          std::pair("dmesg", "[ 0.0] DMI: Dell Inc. PowerEdge XE8640/0ABCDE, BIOS 1.2.3 01/02/2025\n"),
          std::pair(
              "dmesg",
              "[ 0.0] DMI: GIGABYTE G593-ZD1-AAX1/MZB3, BIOS 1.2\n[ 0.1] DMI: Giga Computing G294-S42\n"),
          std::pair("dmi", "sys_vendor:Supermicro\nproduct_name:AS-5126GS-TNRT2\nboard_name:H14DSG-OD\n"),
          std::pair("nvme", "nvme0/model:SAMSUNG MZTL21T9HCJR-00A07\nnvme1/model:KIOXIA KCD71RUG7T68\n")}) {
        const std::string out = redactedText(section, text);
        for (const char *name : {"SYS-741GE-TNRT", "X13DGU", "XE8640", "G294-S42", "AS-5126GS-TNRT2",
                                 "H14DSG-OD", "MZTL21T9HCJR-00A07", "KCD71RUG7T68"})
            EXPECT_TRUE(out.find(name) != std::string::npos ||
                        std::string(text).find(name) == std::string::npos)
                << name << " in " << out;
    }
    // Elsewhere, without the vendor, or in no form of its: it may be the owner's.
    EXPECT_THAT(redactedText("dmesg", "[ 0.0] DMI: QX-77 XE8640/0, BIOS 1\n"), Not(HasSubstr("XE8640")));
    EXPECT_THAT(redactedText("dmesg", "[ 0.0] DMI: Supermicro ZETA-NODE-7/x, BIOS 1\n"),
                Not(HasSubstr("ZETA")));
    EXPECT_THAT(redactedText("nvme", "nvme0/model:SAMSUNG S5XANE0R80\nnvme0/serial:MZTL21T9HCJR-00A07\n"),
                testing::AllOf(Not(HasSubstr("S5XANE0R80")), Not(HasSubstr("MZTL21T9HCJR"))));
}

TEST(RedactProducts, AreBoardIdsOfTheirFormAlone) {
    for (const char *id : {"MT_0000000834", "DEL0000000033", "SM_2121000001000"}) {
        const std::string line = std::string("mlx5_0/board_id:") + id + "\n";
        EXPECT_EQ(redactedText("rdma", line), line);
        const std::string tool = std::string("\tboard_id:\t\t\t") + id + "\n";
        EXPECT_EQ(redactedText("tool-ibv-devinfo", tool), tool);
    }
    for (const char *id : {"ZQPSID77", "ZETA-17", "MT_00000008X4", "row7rack12"}) {
        EXPECT_THAT(redactedText("rdma", std::string("mlx5_0/board_id:") + id + "\n"), Not(HasSubstr(id)));
        EXPECT_THAT(redactedText("tool-ibv-devinfo", std::string("\tboard_id:\t\t\t") + id + "\n"),
                    Not(HasSubstr(id)));
    }
}

TEST(RedactProducts, AreNumbersOfModelsAndFamiliesToo) {
    for (const auto &[section, text] :
         {std::pair("tool-nvidia-smi-q", "GPU 00000000:19:00.0\n    PCI\n"
                                         "        Device Id             : 0x233010DE\n"
                                         "        Sub System Id         : 0x16C110DE\n"),
          std::pair("tool-nvidia-smi-q-x", "<pci>\n<pci_device_id>233010DE</pci_device_id>\n"
                                           "<pci_sub_system_id>16C110DE</pci_sub_system_id>\n</pci>\n"),
          std::pair("tool-lspci", "19:00.0 PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch (rev b0)\n"
                                  "1a:00.0 PCI bridge: PLX Technology, Inc. PEX 8747 (rev ca)\n")})
        EXPECT_EQ(redactedText(section, text), text);
}

TEST(RedactNumbers, OfOneNetworkAreTheSameWhereverTheyAre) {
    const std::string out =
        redactedText("tool-ip-link", "8: vxlan81234: <UP> mtu 1450\n    vxlan id 81234 dev eth0\nvni 81234\n"
                                     "LID 11801/0x2e19\nvlan 2907 eth0.2907@eth0\n");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(out, found, std::regex("vxlan([0-9]+): ")));
    EXPECT_THAT(out, HasSubstr(fmt::format("vxlan id {0} dev eth0\n", found[1].str())));
    EXPECT_THAT(out, HasSubstr(fmt::format(" {0}\nLID", found[1].str()))) << "vni";
    ASSERT_TRUE(std::regex_search(out, found, std::regex("LID ([0-9]+)/(0x[0-9a-f]+)\n")));
    EXPECT_EQ(std::stoul(found[1]), std::stoul(found[2], nullptr, 16));
    ASSERT_TRUE(std::regex_search(out, found, std::regex("vlan ([0-9]+) eth0\\.([0-9]+)@")));
    EXPECT_EQ(found[1], found[2]);
}

TEST(RedactNumbers, ThatAreCountsOrOfSystemsStay) {
    const auto numbersOf = [](const std::string &text) {
        std::string numbers;
        for (const char c : text)
            numbers += c >= '0' && c <= '9' ? c : ' ';
        return std::regex_replace(numbers, std::regex(" +"), " ");
    };
    for (const char *text : {"vlan 1\n", "uid=0(root) gid=0(root) groups=0(root),27(sudo),100(users)\n",
                             "LID 0\n", "8: eth0: mtu 1500 qlen 1000\n", "GID[  3]:\n", "[ 4.0] Valid 2907\n",
                             "lines 2907\nvlan\n2907 packets\n", "[ 3.0] ACPI: _UID 7\n",
                             "vid:pid 15b3:1021\n", "vxlan0: mtu 1450\n", "br0: mtu 1500\n"})
        EXPECT_EQ(numbersOf(redactedText("tool-ip-link", text)), numbersOf(text)) << text;
}

} // namespace
} // namespace fabricscope::capture
