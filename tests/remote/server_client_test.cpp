// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The bare exec server with our own client: behavior that the OpenSSH client does not show.
#include "tests/remote/ServerHost.h"
#include "tests/remote/Waiting.h"

#include <gmock/gmock.h>

namespace fabricscope::test {
namespace {

remote::Endpoint endpointOf(const ServerHost &host) {
    remote::Endpoint endpoint;
    endpoint.target = "bare";
    endpoint.configFile = host.configFile();
    return endpoint;
}

TEST(ExecServerWithOurClient, ReportsTheSignalThatEndedACommand) {
    const ServerHost host;
    remote::Client client;
    const auto transport = connected(client, endpointOf(host));
    const ProcessResult ran = runOn(*transport, script("kill -KILL $$\n"));
    EXPECT_FALSE(ran.exit.status);
    EXPECT_EQ(ran.exit.signal, "KILL");
}

TEST(ExecServerWithOurClient, PassesASignalToTheWholeGroup) {
    const ServerHost host;
    remote::Client client;
    const auto transport = connected(client, endpointOf(host));
    Running running(*transport, script("sleep 86404 & echo started; wait\n"));
    ASSERT_TRUE(running.waitForBytes(8));
    running.process().signal("TERM");
    const ProcessResult ran = running.end();
    EXPECT_EQ(ran.exit.signal, "TERM");
    EXPECT_TRUE(eventually([] { return processesNaming("86404").empty(); }));
}

TEST(ExecServerWithOurClient, KillsACommandWhoseChannelIsClosedAndKeepsTheOthers) {
    const ServerHost host;
    remote::Client client;
    const auto transport = connected(client, endpointOf(host));
    remote::Command other = script("echo ready; read answer; echo got $answer\n");
    other.keepInputOpen = true;
    Running kept(*transport, other), closed(*transport, script("echo here; sleep 86405\n"));
    ASSERT_TRUE(kept.waitForBytes(6));
    ASSERT_TRUE(closed.waitForBytes(5));
    closed.process().close();
    EXPECT_TRUE(eventually([] { return processesNaming("86405").empty(); }));
    kept.process().write("it\n");
    kept.process().closeInput();
    EXPECT_EQ(kept.end().out, "ready\ngot it\n");
}

TEST(ExecServerWithOurClient, HoldsACommandBackWhoseOutputIsNotTaken) {
    const ServerHost host;
    remote::Client client;
    const auto transport = connected(client, endpointOf(host));
    const std::string done = (host.folder().path() / "done").string();
    Running stream(*transport, script("echo begin; head -c 50000000 /dev/zero; touch " + done + "\n"));
    ASSERT_TRUE(stream.waitForBytes(6));
    stream.process().pause();
    const ProcessResult other = runOn(*transport, script("echo meanwhile\n"));
    EXPECT_EQ(other.out, "meanwhile\n");
    EXPECT_FALSE(std::filesystem::exists(done)) << "fifty megabytes went somewhere";
    stream.process().resume();
    EXPECT_EQ(stream.end().out.size(), 50'000'006u);
    EXPECT_TRUE(std::filesystem::exists(done));
}

TEST(ExecServerWithOurClient, TakesAPasswordWhereOneIsSet) {
    const ServerHost host([](remote::ExecServerOptions &options) {
        options.authorizedKeys.clear();
        options.password = "right";
    });
    remote::Client client;
    remote::Prompts prompts;
    int asked = 0;
    prompts.auth = [&](const remote::AuthQuestion &question) -> std::optional<std::vector<std::string>> {
        ++asked;
        return std::vector<std::string>(question.prompts.size(), asked == 1 ? "wrong" : "right");
    };
    remote::Endpoint endpoint = endpointOf(host);
    const auto config =
        host.folder().write("password_config", "Host bare\n HostName 127.0.0.1\n User somebody\n"
                                               " IdentityAgent none\n IdentityFile none\n"
                                               " UserKnownHostsFile " +
                                                   (host.folder().path() / "known_hosts").string() + "\n");
    endpoint.configFile = config;
    endpoint.port = static_cast<std::uint16_t>(const_cast<ServerHost &>(host).server().port());
    const auto transport = connected(client, endpoint, prompts);
    EXPECT_EQ(runOn(*transport, script("echo in\n")).out, "in\n");
    EXPECT_EQ(asked, 2);
}

TEST(ExecServerWithOurClient, RunsManyCommandsOneAfterAnotherOnOneSession) {
    ServerHost host;
    remote::Client client;
    const auto transport = connected(client, endpointOf(host));
    for (int i = 0; i < 200; ++i) {
        const ProcessResult ran = runOn(*transport, script("echo " + std::to_string(i) + "\n"));
        ASSERT_EQ(ran.out, std::to_string(i) + "\n");
        ASSERT_EQ(ran.exit.status, 0);
    }
    EXPECT_EQ(host.server().sessionCount(), 1u);
}

} // namespace
} // namespace fabricscope::test
