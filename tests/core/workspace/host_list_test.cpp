// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/HostList.h"
#include "core/workspace/HostRange.h"
#include "core/workspace/HostSpec.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::workspace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

HostList listOf(std::string_view text) {
    auto list = readHostList(text, "hosts");
    EXPECT_TRUE(list) << list.error().toString();
    return list ? std::move(*list) : HostList();
}

std::vector<std::string> namesOf(const HostList &list) {
    std::vector<std::string> names;
    for (const HostEntry &host : list.hosts)
        names.push_back(host.name);
    return names;
}

HostEntry named(const HostList &list, std::string_view name) {
    for (const HostEntry &host : list.hosts)
        if (host.name == name)
            return host;
    ADD_FAILURE() << "no host " << name;
    return {};
}

std::vector<int> warnedLines(const HostList &list) {
    std::vector<int> lines;
    for (const ListWarning &warning : list.warnings)
        lines.push_back(warning.line);
    return lines;
}

TEST(HostList, OneALineWithCommentsUsersPortsRangesAndContainers) {
    const HostList list = listOf("\xef\xbb\xbf# the lab\r\n"
                                 "gpu-01\r\n"
                                 "\n"
                                 "root@gpu-02:2222   # behind the NAT\n"
                                 "mi300x-[001-003]\n"
                                 "[fe80::1]:2200\n"
                                 "gpu-04/docker:train\n"
                                 "local:\n");
    EXPECT_EQ(list.form, ListForm::Lines);
    EXPECT_THAT(namesOf(list), ElementsAre("gpu-01", "gpu-02:2222", "mi300x-001", "mi300x-002", "mi300x-003",
                                           "[fe80::1]:2200", "gpu-04/docker:train", "local:"));
    const HostEntry second = named(list, "gpu-02:2222");
    EXPECT_EQ(second.address, "gpu-02");
    EXPECT_EQ(second.user, "root");
    EXPECT_EQ(second.port, 2222);
    EXPECT_EQ(second.line, 4);
    EXPECT_EQ(named(list, "[fe80::1]:2200").address, "fe80::1");
    EXPECT_EQ(named(list, "gpu-04/docker:train").target(), "gpu-04/docker:train");
    EXPECT_THAT(list.warnings, IsEmpty());
}

TEST(HostList, WhatCannotBeReadIsAWarningWithItsLineAndTheRestIsRead) {
    const HostList list =
        listOf("gpu-01\n-oProxyCommand=reboot\ngpu[3-1]\nroot@$(id)\ngpu-02:0\ngpu-01\ngpu-05 extra\n");
    EXPECT_THAT(namesOf(list), ElementsAre("gpu-01", "gpu-05"));
    ASSERT_THAT(warnedLines(list), ElementsAre(2, 3, 4, 5, 6, 7));
    EXPECT_THAT(list.warnings[4].text, HasSubstr("already in line 1"));
}

TEST(HostList, MpirunHostfilesWithSlots) {
    const HostList list =
        listOf("# nodes\nnode1 slots=8 max_slots=16\nnode2 slots=8\nroot@node3 slots=4\nnode1\n");
    EXPECT_EQ(list.form, ListForm::Mpirun);
    EXPECT_THAT(namesOf(list), ElementsAre("node1", "node2", "node3"));
    EXPECT_EQ(named(list, "node3").user, "root");
    EXPECT_THAT(list.warnings, IsEmpty()) << "a host may come once for each slot";
}

TEST(HostList, NumbersBehindColonsAreSlotsOrPortsByTheirSize) {
    const HostList slots = listOf("node1:8\nnode2:8\nnode[3-4]:128\n");
    EXPECT_EQ(slots.form, ListForm::Mpirun);
    EXPECT_THAT(namesOf(slots), ElementsAre("node1", "node2", "node3", "node4"));
    EXPECT_EQ(slots.hosts[0].port, 0);
    const HostList ports = listOf("node1:22\nnode2:2222\n");
    EXPECT_EQ(ports.form, ListForm::Lines);
    EXPECT_EQ(ports.hosts[1].port, 2222);
}

TEST(HostList, HostsFilesWithoutWhatEveryMachineHas) {
    const HostList list = listOf("127.0.0.1 localhost\n::1 ip6-localhost\n10.0.0.1\tgpu-01 gpu-01.lab # a\n"
                                 "fd00::2 gpu-02\n");
    EXPECT_EQ(list.form, ListForm::HostsFile);
    EXPECT_THAT(namesOf(list), ElementsAre("gpu-01", "gpu-02"));
    EXPECT_EQ(list.hosts[0].address, "10.0.0.1");
    EXPECT_EQ(list.hosts[1].address, "fd00::2");
}

TEST(HostList, TheZoneOfAnAddressMayNotHoldWhatNoHostNameHas) {
    EXPECT_TRUE(isAddress("fe80::1%eth0"));
    EXPECT_FALSE(isAddress("fe80::1%[e"));
    EXPECT_FALSE(readHostList("::%:[z gpu-01\n", "list").has_value());
}

TEST(HostList, SlurmNodeListsOfScontrolAreLines) {
    EXPECT_THAT(namesOf(listOf("gpu[01-03],login1\n")), ElementsAre("gpu01", "gpu02", "gpu03", "login1"));
    EXPECT_THAT(namesOf(listOf("gpu01\ngpu02\n")), ElementsAre("gpu01", "gpu02"));
}

TEST(HostList, TablesOfSinfoGivePartitionsAsGroups) {
    const HostList byNode = listOf("Thu Nov 19 10:00:00 2026\n"
                                   "NODELIST   NODES PARTITION STATE\n"
                                   "gpu01          1    batch* idle\n"
                                   "gpu01          1     debug idle\n"
                                   "gpu02          1    batch* alloc\n");
    EXPECT_EQ(byNode.form, ListForm::SlurmNodes);
    EXPECT_THAT(namesOf(byNode), ElementsAre("gpu01", "gpu02"));
    EXPECT_THAT(byNode.hosts[0].groups, ElementsAre("batch", "debug"));
    const HostList summary = listOf("PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\n"
                                    "batch*       up   infinite      3   idle gpu[01-03]\n"
                                    "debug        up   infinite      0    n/a\n");
    EXPECT_THAT(namesOf(summary), ElementsAre("gpu01", "gpu02", "gpu03"));
    EXPECT_THAT(summary.hosts[2].groups, ElementsAre("batch"));
}

TEST(HostList, SlurmConfPairsNamesWithAddressesAndPartitions) {
    const HostList list = listOf("ClusterName=lab\n"
                                 "NodeName=DEFAULT CPUs=192\n"
                                 "NodeName=gpu[01-02] NodeAddr=10.0.0.[1-2] \\\n"
                                 "   Gres=gpu:mi300x:8 Port=17001\n"
                                 "nodename=login NodeHostname=login.lab\n"
                                 "NodeName=odd[1-2] NodeAddr=10.0.1.1\n"
                                 "PartitionName=batch Nodes=gpu[01-02] Default=YES\n");
    EXPECT_EQ(list.form, ListForm::SlurmConf);
    EXPECT_THAT(namesOf(list), ElementsAre("gpu01", "gpu02", "login", "odd1", "odd2"));
    EXPECT_EQ(named(list, "gpu02").address, "10.0.0.2");
    EXPECT_EQ(named(list, "gpu02").port, 0) << "slurmd's port is not sshd's";
    EXPECT_THAT(named(list, "gpu02").groups, ElementsAre("batch"));
    EXPECT_EQ(named(list, "login").address, "login.lab");
    EXPECT_EQ(named(list, "odd1").address, "odd1");
    EXPECT_THAT(warnedLines(list), ElementsAre(6));
}

TEST(HostList, ScontrolShowNodesIsReadAsSlurmsConfiguration) {
    const HostList list = listOf("NodeName=gpu01 Arch=x86_64 CoresPerSocket=96\n   NodeAddr=10.0.0.1 "
                                 "NodeHostName=gpu01 Version=22.05\n   Partitions=batch\n\n"
                                 "NodeName=gpu02 Arch=x86_64\n   NodeAddr=10.0.0.2 NodeHostName=gpu02\n");
    EXPECT_THAT(namesOf(list), ElementsAre("gpu01", "gpu02"));
    EXPECT_EQ(list.hosts[1].address, "10.0.0.2");
}

TEST(HostList, DstackFleetsGiveLoginsPortsAndJumpHosts) {
    const HostList list = listOf("type: fleet\n"
                                 "name: lab-fleet\n"
                                 "ssh_config:\n"
                                 "  user: ubuntu\n"
                                 "  identity_file: ~/.ssh/lab key\n"
                                 "  hosts:\n"
                                 "    - 10.0.0.1\n"
                                 "    - hostname: 10.0.0.2\n"
                                 "      user: root # here only\n"
                                 "      port: 2222\n"
                                 "      identity_file: /keys/two\n"
                                 "    - { hostname: gpu-03, port: 22 }\n"
                                 "    - \"bad host\"\n"
                                 "  proxy_jump:\n"
                                 "    hostname: bastion.lab\n"
                                 "    user: hop\n"
                                 "    port: 2200\n");
    EXPECT_EQ(list.form, ListForm::Dstack);
    EXPECT_THAT(namesOf(list), ElementsAre("10.0.0.1", "10.0.0.2", "gpu-03"));
    EXPECT_EQ(list.hosts[0].user, "ubuntu");
    EXPECT_EQ(list.hosts[0].identityFile, "~/.ssh/lab key");
    EXPECT_EQ(list.hosts[0].jump, "hop@bastion.lab:2200");
    EXPECT_THAT(list.hosts[0].groups, ElementsAre("lab-fleet"));
    EXPECT_EQ(list.hosts[1].user, "root");
    EXPECT_EQ(list.hosts[1].port, 2222);
    EXPECT_EQ(list.hosts[1].identityFile, "/keys/two");
    EXPECT_THAT(warnedLines(list), ElementsAre(13));
}

TEST(HostList, RejectsAnInvalidListWithAReason) {
    for (const std::string &text : {std::string("gpu\0", 4), std::string(), std::string("# nothing\n"),
                                    std::string("-x\n"), std::string(HostListLimits::kBytes + 1, 'a')})
        EXPECT_FALSE(readHostList(text, "list")) << text.substr(0, 20);
    EXPECT_THAT(readHostList("ssh_config:\n\thosts: []\n", "fleet.yml").error().toString(),
                HasSubstr("line 2: tab in indentation"));
    EXPECT_THAT(readHostList("a[1-65536]\nb\n", "list").error().what, HasSubstr("more than 65536 hosts"));
}

TEST(HostList, AShortTextThatNamesManyHostsAgainAndAgainIsRefused) {
    std::string text = "NODELIST NODES\n";
    for (int line = 0; line < 20000; ++line)
        text += "n[1-65536] 1\n";
    EXPECT_FALSE(readHostList(text, "list"));
}

TEST(HostList, WarningsAreBounded) {
    std::string text = "gpu-01\n";
    for (int line = 0; line < 5000; ++line)
        text += "-x\n";
    const HostList list = listOf(text);
    EXPECT_EQ(list.warnings.size(), HostListLimits::kWarnings + 1);
    EXPECT_EQ(list.warnings.back().text, "and 4800 more like these");
}

TEST(HostList, TheConnectionIsWhatMakesTwoEntriesTheSame) {
    const HostList list = listOf("gpu-01\nroot@gpu-01:22\ngpu-02\n");
    EXPECT_NE(connectionKey(list.hosts[0]), connectionKey(list.hosts[1]));
    HostEntry renamed = list.hosts[0];
    renamed.name = "another";
    renamed.line = 99;
    EXPECT_EQ(connectionKey(renamed), connectionKey(list.hosts[0]));
}

} // namespace
} // namespace fabricscope::workspace
