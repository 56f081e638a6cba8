// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/HostList.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::workspace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

HostList listOf(std::string_view text) {
    auto list = readHostList(text, "inventory");
    EXPECT_TRUE(list) << list.error().toString();
    return list ? std::move(*list) : HostList();
}

HostEntry named(const HostList &list, std::string_view name) {
    for (const HostEntry &host : list.hosts)
        if (host.name == name)
            return host;
    ADD_FAILURE() << "no host " << name;
    return {};
}

constexpr std::string_view kIni = R"(
login ansible_connection=local

[gpu]
gpu-01 ansible_host=10.0.0.1 ansible_port=2201
gpu-[02:03].lab:2222 ansible_user="ops"   # two of them
; a comment

[storage]
nas ansible_ssh_private_key_file=/keys/nas

[lab:children]
gpu
storage

[lab:vars]
ansible_user = root
ansible_ssh_private_key_file='/keys/lab'
ansible_ssh_common_args="-o StrictHostKeyChecking=no -o ProxyJump=hop@bastion:2200"
some_other=thing

[all:vars]
ansible_user=nobody
ansible_port=22
)";

constexpr std::string_view kYaml = R"(---
all:
  vars: {ansible_user: nobody, ansible_port: 22}
  hosts:
    login:
      ansible_connection: local
  children:
    lab:
      vars:
        ansible_user: root
        ansible_ssh_private_key_file: '/keys/lab'
        ansible_ssh_common_args: "-o StrictHostKeyChecking=no -o ProxyJump=hop@bastion:2200"
      children:
        gpu:
          hosts:
            gpu-01: {ansible_host: 10.0.0.1, ansible_port: 2201}
            gpu-[02:03].lab:
              ansible_user: ops     # two of them
              ansible_port: 2222
        storage:
          hosts:
            nas:
              ansible_ssh_private_key_file: /keys/nas
)";

class AnsibleInventory : public testing::TestWithParam<std::string_view> {};

TEST_P(AnsibleInventory, HostsInheritTheVariablesOfTheirGroups) {
    const HostList list = listOf(GetParam());
    EXPECT_EQ(list.form, GetParam() == kIni ? ListForm::AnsibleIni : ListForm::AnsibleYaml);
    ASSERT_EQ(list.hosts.size(), 5U);
    EXPECT_EQ(named(list, "login").address, "local:");
    const HostEntry first = named(list, "gpu-01");
    EXPECT_EQ(first.address, "10.0.0.1");
    EXPECT_EQ(first.port, 2201);
    EXPECT_EQ(first.user, "root");
    EXPECT_EQ(first.identityFile, "/keys/lab");
    EXPECT_EQ(first.jump, "hop@bastion:2200");
    EXPECT_THAT(first.groups, ElementsAre("gpu"));
    const HostEntry third = named(list, "gpu-03.lab");
    EXPECT_EQ(third.user, "ops");
    EXPECT_EQ(third.port, 2222);
    EXPECT_EQ(third.identityFile, "/keys/lab");
    const HostEntry nas = named(list, "nas");
    EXPECT_EQ(nas.identityFile, "/keys/nas");
    EXPECT_EQ(nas.port, 22);
    EXPECT_THAT(nas.groups, ElementsAre("storage"));
    EXPECT_EQ(named(list, "login").user, "nobody");
    EXPECT_THAT(list.warnings, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(BothForms, AnsibleInventory, testing::Values(kIni, kYaml),
                         [](const auto &form) { return form.param == kIni ? "Ini" : "Yaml"; });

TEST(AnsibleInventory, OfGroupsAtOneDepthTheLaterNameWinsAndDeeperOnesBeforeThat) {
    const HostList list = listOf("[beta]\nn1\n[alpha]\nn1\n[top:children]\ndeep\n[deep]\nn2\n[zeta]\nn2\n"
                                 "[alpha:vars]\nansible_user=a\n[beta:vars]\nansible_user=b\n"
                                 "[deep:vars]\nansible_user=d\n[zeta:vars]\nansible_user=z\n");
    EXPECT_EQ(named(list, "n1").user, "b");
    EXPECT_EQ(named(list, "n2").user, "d");
    EXPECT_THAT(named(list, "n1").groups, ElementsAre("beta", "alpha"));
}

TEST(AnsibleInventory, ACircleOfGroupsIsAWarningAndItsHostsAreRead) {
    const HostList list = listOf("[a]\nn1\n[a:children]\nb\n[b:children]\na\n");
    ASSERT_EQ(list.hosts.size(), 1U);
    ASSERT_FALSE(list.warnings.empty());
    EXPECT_THAT(list.warnings.front().text, HasSubstr("contains itself"));
}

TEST(AnsibleInventory, AProxyCommandIsNeverRunAndATemplateNeverEvaluated) {
    const HostList list = listOf("[gpu]\nn1 ansible_user=\"{{ who }}\" ansible_port=ssh\n[gpu:vars]\n"
                                 "ansible_ssh_common_args=-o ProxyCommand=\"ssh -W %h:%p bastion\"\n");
    EXPECT_EQ(list.hosts[0].user, "");
    EXPECT_EQ(list.hosts[0].jump, "");
    ASSERT_EQ(list.warnings.size(), 3U);
    EXPECT_THAT(list.warnings[0].text, HasSubstr("template"));
}

TEST(AnsibleInventory, AddressesOfIpv6AreNoSections) {
    const HostList list = listOf("[gpu]\n[fe80::2]:2222\nfe80::3\n");
    EXPECT_EQ(named(list, "fe80::2").port, 2222);
    EXPECT_EQ(named(list, "fe80::3").address, "fe80::3");
}

TEST(AnsibleInventory, YamlWithAnchorsAndMergeKeysIsRead) {
    const HostList list =
        listOf("gpu:\n  hosts:\n    n1: &login\n      ansible_user: root\n      ansible_port: 2222\n"
               "    n2:\n      <<: *login\n      ansible_port: 2223\n    n3: *login\n    n4:\n");
    EXPECT_EQ(named(list, "n2").user, "root");
    EXPECT_EQ(named(list, "n2").port, 2223);
    EXPECT_EQ(named(list, "n3").port, 2222);
    EXPECT_EQ(named(list, "n4").port, 0);
}

TEST(AnsibleInventory, HostsAsAListIsAMistakeThatIsNamed) {
    const auto list = readHostList("gpu:\n  hosts:\n    - n1\n    - n2\n", "inventory");
    ASSERT_FALSE(list);
    EXPECT_THAT(list.error().toString(), HasSubstr("write a colon after each host"));
}

TEST(AnsibleInventory, AliasesOfAliasesCannotMakeAShortTextLong) {
    std::string text = "g0: &g0\n  hosts:\n    n[1:1000]:\n";
    for (int level = 1; level < 25; ++level) {
        const std::string below = "*g" + std::to_string(level - 1);
        text += "g" + std::to_string(level) + ": &g" + std::to_string(level) + "\n  children:\n";
        for (int child = 0; child < 10; ++child)
            text += "    c" + std::to_string(child) + ": " + below + "\n";
    }
    const auto list = readHostList(text, "bomb"); // must terminate, with any result
    if (list) {
        EXPECT_LE(list->hosts.size(), 65536U);
    }
}

} // namespace
} // namespace fabricscope::workspace
