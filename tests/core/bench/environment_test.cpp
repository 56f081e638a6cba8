// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/DmaBuf.h"
#include "core/bench/plan/Environment.h"
#include "tests/core/bench/ExaminedHost.h"
#include "tests/support/FindingValue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricscope::bench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Finding> check(std::vector<EnvironmentValue> environment,
                           const topology::Topology *topology = nullptr) {
    return checkEnvironment(environment, topology);
}

/// mlx5_0, mlx5_1 and mlx5_10, each with an interface.
host::Host threeNics() {
    samples::SampleHostBuilder builder("server");
    builder.add("0000:00:00.0", samples::shapes::kHostBridge);
    for (const char *number : {"0", "1", "10"}) {
        const std::string bdf = std::string("0000:0") + (number[1] == '\0' ? number[0] : '2') + ":08.0";
        builder.add(bdf, samples::shapes::kConnectX);
        builder.addNet(bdf, std::string("ens") + number, "b8:3f:d2:10:00:02", std::string("mlx5_") + number);
    }
    builder.host.kernel = samples::text("6.8.0-79-generic");
    for (host::RdmaDevice &device : builder.host.rdmaDevices)
        addGids(device, "0a01:0015");
    return builder.finish();
}

TEST(Environment, TableExplainsEachVariableOnce) {
    std::set<std::string_view> names;
    for (const VariableRow &row : variables()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_TRUE(row.meaning.ends_with('.')) << row.name;
        EXPECT_EQ(row.choices.empty(), row.kind != ValueKind::Choice && row.kind != ValueKind::AnyCase)
            << row.name;
    }
    EXPECT_EQ(variableRow("OMPI_MCA_btl")->name, "OMPI_MCA_*");
    EXPECT_EQ(variableRow("NO_SUCH"), nullptr);
}

TEST(Environment, RefusesValuesThatTheLibraryDoesNotUnderstand) {
    EXPECT_THAT(rulesOf(check({{"NCCL_NET_GDR_LEVEL", "FAR"}})), ElementsAre("environment.value"));
    EXPECT_THAT(rulesOf(check({{"NCCL_IB_DISABLE", "yes"}})), ElementsAre("environment.value"));
    EXPECT_THAT(rulesOf(check({{"1BAD", "x"}})), ElementsAre("environment.name"));
    EXPECT_THAT(check({{"NCCL_DEBUG", "info"}, {"NCCL_IB_DISABLE", "0"}, {"MY_OWN", "x y"}}), IsEmpty());
}

TEST(Environment, CountsTheLastOfAName) {
    EXPECT_THAT(check({{"NCCL_IB_DISABLE", "yes"}, {"NCCL_IB_DISABLE", "1"}}), IsEmpty());
}

TEST(Environment, FindsAPrefixThatTakesMoreThanItNames) {
    const auto topology = samples::topologyOf(threeNics());
    const auto findings = check({{"NCCL_IB_HCA", "mlx5_1"}}, topology.get());
    ASSERT_THAT(rulesOf(findings), ElementsAre("environment.prefix"));
    EXPECT_EQ(test::valueOf(findings[0], "selected"), "mlx5_1, mlx5_10");
    EXPECT_EQ(test::valueOf(findings[0], "exact"), "NCCL_IB_HCA==mlx5_1");
    EXPECT_THAT(check({{"NCCL_IB_HCA", "=mlx5_1"}}, topology.get()), IsEmpty());
    EXPECT_THAT(check({{"NCCL_IB_HCA", "mlx5"}}, topology.get()), IsEmpty()); // used as a prefix
}

TEST(Environment, FindsNamesThatTheHostDoesNotHave) {
    const auto topology = samples::topologyOf(threeNics());
    EXPECT_THAT(rulesOf(check({{"NCCL_IB_HCA", "=ionic_0"}}, topology.get())),
                ElementsAre("environment.no_such_name", "environment.nothing_left"));
    EXPECT_THAT(rulesOf(check({{"NCCL_SOCKET_IFNAME", "bond0,ens1"}}, topology.get())),
                ElementsAre("environment.no_such_name", "environment.prefix"));
    EXPECT_THAT(check({{"NCCL_SOCKET_IFNAME", "=ens0"}}, topology.get()), IsEmpty());
}

TEST(Environment, ChecksTheGidIndexOfEachPort) {
    const auto topology = samples::topologyOf(threeNics());
    EXPECT_THAT(check({{"NCCL_IB_GID_INDEX", "3"}}, topology.get()), IsEmpty());
    EXPECT_THAT(rulesOf(check({{"NCCL_IB_GID_INDEX", "2"}}, topology.get())),
                ElementsAre("environment.gid_not_v2"));
    EXPECT_THAT(rulesOf(check({{"NCCL_IB_GID_INDEX", "1"}}, topology.get())),
                ElementsAre("environment.gid_no_ipv4"));
    const auto absent = check({{"NCCL_IB_GID_INDEX", "7"}}, topology.get());
    ASSERT_THAT(rulesOf(absent), ElementsAre("environment.gid_absent"));
    EXPECT_EQ(test::valueOf(absent[0], "nics"), "mlx5_0, mlx5_1, mlx5_10");
}

TEST(Environment, FindsDmaBufSwitchedOffWhereItIsNeeded) {
    const ExaminedHost server = examinedHost(standaloneServer());
    EXPECT_THAT(rulesOf(check({{"NCCL_DMABUF_ENABLE", "0"}}, server.topology.get())),
                ElementsAre("environment.dmabuf_off"));
    EXPECT_THAT(check({{"NCCL_DMABUF_ENABLE", "1"}}, server.topology.get()), IsEmpty());
}

TEST(Environment, ReportsTunedForcedAndObsoleteVariables) {
    const ExaminedHost server = examinedHost(standaloneServer());
    EXPECT_THAT(rulesOf(check({{"NCCL_ALGO", "Ring"},
                               {"NCCL_IB_DISABLE", "1"},
                               {"NCCL_NET_GDR_LEVEL", "SYS"},
                               {"RCCL_ENABLE_INTRANET", "1"},
                               {"NCCL_IB_CUDA_SUPPORT", "1"}},
                              server.topology.get())),
                ElementsAre("environment.tuned", "environment.ib_disabled", "environment.gdr_anywhere",
                            "environment.intranet", "environment.obsolete"));
}

TEST(Environment, SecretsAreTakenOutByName) {
    for (const char *name : {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "db_password",
                             "API_KEY", "MYSQL_PWD", "SSH_AUTH_SOCK", "WANDB_APIKEY", "GITHUB_PAT"})
        EXPECT_TRUE(isSecret(name)) << name;
    for (const char *name : {"PATH", "PWD", "OLDPWD", "NCCL_IB_HCA", "MONKEY", "KEYBOARD_LAYOUT", "PATTERN"})
        EXPECT_FALSE(isSecret(name)) << name;
    EXPECT_THAT(withoutSecrets(std::vector<EnvironmentValue>{{"HF_TOKEN", "hf_abc"}, {"NCCL_DEBUG", "INFO"}}),
                ElementsAre(EnvironmentValue{"HF_TOKEN", std::string(kSecretPlaceholder)},
                            EnvironmentValue{"NCCL_DEBUG", "INFO"}));
    // Nor does a finding contain a secret.
    EXPECT_THAT(check({{"X-TOKEN", "hf_abc"}})[0].evidence[0].text, testing::Not(HasSubstr("hf_abc")));
}

TEST(Gid, PrefersRoceV2WithAnIpv4Address) {
    host::RdmaPort port;
    EXPECT_FALSE(gidOf(port).index.has_value());
    host::RdmaDevice device;
    device.ports.emplace_back();
    addGids(device, "0a01:0015");
    EXPECT_EQ(gidOf(device.ports.front()).index, 3);
    device.ports.front().gids.resize(2);
    EXPECT_EQ(gidOf(device.ports.front()).index, 1);
    device.ports.front().gids.resize(1);
    EXPECT_FALSE(gidOf(device.ports.front()).index.has_value()); // RoCE v1 only
    device.ports.front().linkLayer = samples::text("InfiniBand");
    EXPECT_THAT(gidOf(device.ports.front()).why, HasSubstr("InfiniBand"));
}

TEST(DmaBuf, IsNeededFromKernel68OnForAmd) {
    host::Host host = standaloneServer();
    EXPECT_EQ(dmaBufNeed(*samples::topologyOf(host)).needed, true);
    host.kernel = samples::text("5.15.0-139-generic");
    EXPECT_EQ(dmaBufNeed(*samples::topologyOf(host)).needed, false);
    host.kernel = {};
    EXPECT_FALSE(dmaBufNeed(*samples::topologyOf(host)).needed.has_value());
    host.kernelMessages.push_back({host::KernelMessage::Kind::Driver,
                                   {},
                                   "failing symbol_get of non-GPLONLY symbol ib_register_peer_memory_client",
                                   1,
                                   {}});
    EXPECT_EQ(dmaBufNeed(*samples::topologyOf(host)).needed, true);
}

} // namespace
} // namespace fabricscope::bench
