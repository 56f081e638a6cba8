// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lists of hosts in every form, ranges, and targets with containers: the whole input is tried as each of
// them.
#include "core/base/HostText.h"
#include "core/workspace/ContainerTarget.h"
#include "core/workspace/HostList.h"
#include "core/workspace/HostRange.h"
#include "core/workspace/HostSpec.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;
using namespace fabricscope::workspace;

namespace {

/// No part of an entry may be taken for an option, or have a meaning in a shell.
void check(const HostEntry &host) {
    fuzz::require(host.address == "local:" || isHostName(host.address));
    fuzz::require(host.user.empty() || isUserName(host.user));
    fuzz::require(host.identityFile.empty() || isPath(host.identityFile));
    fuzz::require(host.jump.empty() || isJump(host.jump));
    fuzz::require(HostText(host.name).plain() == host.name && !host.name.empty());
    fuzz::require(host.groups.size() <= HostListLimits::kGroups);
    for (const std::string &group : host.groups)
        fuzz::require(HostText(group).plain() == group);
    if (!host.container.empty()) {
        const auto target = parseCollectTarget(host.target());
        fuzz::require(target && target->container && toString(*target->container) == host.container);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    if (const auto list = readHostList(text, "fuzzed")) {
        fuzz::require(!list->hosts.empty() && list->hosts.size() <= kMaxHosts);
        fuzz::require(list->warnings.size() <= HostListLimits::kWarnings + 1);
        for (const HostEntry &host : list->hosts)
            check(host);
    }
    for (const RangeGrammar grammar : {RangeGrammar::Hostlist, RangeGrammar::Ansible})
        if (const auto names = expandRange(text, grammar))
            fuzz::require(!names->empty() && names->size() <= kMaxHosts);
    if (const auto target = parseCollectTarget(text); target && target->container) {
        fuzz::require(namesContainer(text));
        for (const std::string &word : execArguments(*target->container))
            fuzz::require(!word.empty() && word.find_first_of(" '\"$`\\;&|<>()\n") == std::string::npos);
    }
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {
        "gpu-01\nroot@gpu-02:2222 # c\nmi300x-[001-004]\n[fe80::1]:22\ngpu/docker:train\nlocal:\n",
        "node1 slots=8 max_slots=16\nnode2:8\n",
        "10.0.0.1 gpu-01 gpu-01.lab\nfd00::2 gpu-02\n",
        "NodeName=gpu[01-02] NodeAddr=10.0.0.[1-2] \\\n Port=1\nPartitionName=b Nodes=gpu[01-02]\n",
        "NODELIST NODES PARTITION STATE\ngpu01 1 batch* idle\n",
        "PARTITION AVAIL TIMELIMIT NODES STATE NODELIST\nb up inf 3 idle gpu[01-03]\n",
        "[gpu]\nn[1:3:2]:22 ansible_host=10.0.0.1 ansible_user=\"o\"\n[a:children]\ngpu\n[a:vars]\n"
        "ansible_ssh_common_args=-o ProxyJump=b\n",
        "all:\n  children:\n    g:\n      hosts:\n        n1: &x {ansible_port: 22}\n        n2:\n          "
        "<<: *x\n"
        "      vars:\n        ansible_user: \"r\" # c\n",
        "type: fleet\nname: f\nssh_config:\n  user: u\n  hosts:\n    - 10.0.0.1\n    - hostname: h\n      "
        "port: 2\n"
        "  proxy_jump:\n    hostname: b\n    user: v\n",
        "hosts:\n  - |\n    a\n  - >\n    b\n  - 'it''s'\n  - \"x\\ty\n    z\"\nhosts2: {a: [1, {b: c}], "
        "d}\n",
        "gpu[1-4,7,09-12]-[a,b],login[a-c]",
        "kubectl:jobs/train-0/worker",
    };
}
