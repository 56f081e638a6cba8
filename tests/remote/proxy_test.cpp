// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"

#include <gtest/gtest.h>

#include <csignal>

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::FailureKind;

/// Servers, the first of which is the jump host, and a configuration with all of them.
class Jump : public OverTransport {
protected:
    Jump() {
        for (int i = 0; i < 3; ++i)
            servers.push_back(std::make_unique<Sshd>());
    }
    /// A configuration of the hosts jump, b and c with these additional lines.
    remote::Endpoint endpoint(const std::string &target, const std::string &forJump, const std::string &forB,
                              const std::string &forC) {
        const std::string more[] = {forJump, forB, forC};
        const char *names[] = {"jump", "b", "c"};
        std::string config;
        for (std::size_t i = 0; i < servers.size(); ++i)
            config += std::string("Host ") + names[i] + "\n HostName 127.0.0.1\n Port " +
                      std::to_string(servers[i]->port()) + "\n User " + servers[i]->user() +
                      "\n IdentityFile " + servers[i]->identity().string() + "\n UserKnownHostsFile " +
                      servers[i]->knownHosts().string() + "\n " + more[i] + "\n";
        config += "Host *\n IdentityAgent none\n GlobalKnownHostsFile none\n";
        remote::Endpoint made;
        made.target = target;
        made.configFile = folder.write("config", config);
        made.transport = GetParam();
        return made;
    }
    static std::size_t logins(const Sshd &sshd) {
        const std::string log = sshd.log();
        std::size_t count = 0;
        for (std::size_t at = 0; (at = log.find("Accepted publickey", at)) != std::string::npos; ++at)
            ++count;
        return count;
    }
    /// The port of the server that runs the command: identifies the server.
    static std::string whereAmI(remote::Transport &transport) {
        const std::string out = runOn(transport, script("echo $SSH_CONNECTION\n")).out;
        return out.substr(out.rfind(' ') + 1);
    }
    std::string portOf(int index) const {
        return std::to_string(servers[static_cast<std::size_t>(index)]->port()) + "\n";
    }

    TemporaryFolder folder;
    std::vector<std::unique_ptr<Sshd>> servers;
    remote::Client client;
};
INSTANTIATE_TEST_SUITE_P(Over, Jump, kTransports, TransportName());

/// Behavior that OpenSSH implements differently.
class JumpByLibrary : public Jump {};
INSTANTIATE_TEST_SUITE_P(Over, JumpByLibrary, testing::Values(remote::TransportKind::Libssh),
                         TransportName());

TEST_P(Jump, HostLeadsToTheTarget) {
    const auto b = connected(client, endpoint("b", "", "ProxyJump jump", ""));
    EXPECT_EQ(whereAmI(*b), portOf(1));
    EXPECT_EQ(logins(*servers[0]), 1u);
}

TEST_P(Jump, HostIsLoggedInToOnceForAllTargets) {
    const auto at = [&](const char *target) {
        return connected(client, endpoint(target, "", "ProxyJump jump", "ProxyJump jump"));
    };
    const auto b = at("b"), c = at("c"), jump = at("jump");
    EXPECT_EQ(whereAmI(*b), portOf(1));
    EXPECT_EQ(whereAmI(*c), portOf(2));
    EXPECT_EQ(whereAmI(*jump), portOf(0));
    EXPECT_EQ(logins(*servers[0]), 1u);
}

TEST_P(Jump, HostIsLoggedInToOnceByThoseWhoCallAtOnceToo) {
    std::vector<std::shared_ptr<Eventually<remote::ConnectResult>>> results;
    const auto config = endpoint("b", "", "ProxyJump jump", "ProxyJump jump");
    for (const char *target : {"b", "c"}) {
        auto one = config;
        one.target = target;
        results.push_back(std::make_shared<Eventually<remote::ConnectResult>>());
        client.connect(one, {}, {}, [result = results.back()](auto got) { result->set(got); });
    }
    for (const auto &result : results) {
        const auto got = result->get();
        ASSERT_TRUE(got && *got) << (got ? describe(got->error()) : "no answer");
    }
    EXPECT_EQ(logins(*servers[0]), 1u);
}

TEST_P(Jump, HostOfTheEndpointCountsInsteadOfTheConfigurations) {
    auto way = endpoint("c", "", "", "ProxyJump b");
    way.jump = "jump";
    const auto c = connected(client, way);
    EXPECT_EQ(whereAmI(*c), portOf(2));
    EXPECT_EQ(logins(*servers[0]), 1u);
    EXPECT_EQ(logins(*servers[1]), 0u);
}

TEST_P(Jump, HostsCanBeChained) {
    const auto c = connected(client, endpoint("c", "", "", "ProxyJump jump,b"));
    EXPECT_EQ(whereAmI(*c), portOf(2));
    EXPECT_EQ(logins(*servers[0]), 1u);
    EXPECT_EQ(logins(*servers[1]), 1u);
}

TEST_P(Jump, HostsOfJumpHostsAreFollowed) {
    const auto c = connected(client, endpoint("c", "", "ProxyJump jump", "ProxyJump b"));
    EXPECT_EQ(whereAmI(*c), portOf(2));
    EXPECT_EQ(logins(*servers[0]), 1u);
}

TEST_P(Jump, HostsInACircleAreAnError) {
    const auto result = connectTo(client, endpoint("b", "ProxyJump b", "ProxyJump jump", ""));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Config);
    EXPECT_NE(result.error().what.find("form a loop"), std::string::npos) << result.error().what;
}

TEST_P(Jump, HostsInACircleAreAnErrorFromBothEndsAtOnce) {
    const auto first = std::make_shared<Eventually<remote::ConnectResult>>();
    const auto second = std::make_shared<Eventually<remote::ConnectResult>>();
    const auto config = endpoint("b", "ProxyJump b", "ProxyJump jump", "");
    auto other = config;
    other.target = "jump";
    client.connect(config, {}, {}, [first](auto got) { first->set(got); });
    client.connect(other, {}, {}, [second](auto got) { second->set(got); });
    for (const auto &result : {first, second}) {
        const auto got = result->get();
        ASSERT_TRUE(got) << "they wait for each other";
        EXPECT_FALSE(*got);
    }
}

TEST_P(Jump, CarriesMuchDataBothWays) {
    const auto b = connected(client, endpoint("b", "", "ProxyJump jump", ""));
    remote::Command command;
    command.line = "exec cat";
    command.input = std::string(8'000'000, 'y');
    EXPECT_TRUE(runOn(*b, command).out == std::string(8'000'000, 'y'));
    Running running(*b, script("head -c 20000000 /dev/zero\n"));
    running.process().pause();
    std::this_thread::sleep_for(100ms); // the pipes fill meanwhile; if not, it only proves less
    running.process().resume();
    EXPECT_EQ(running.end().out.size(), 20'000'000u);
}

TEST_P(Jump, HostThatRefusesIsNamed) {
    std::filesystem::remove(servers[0]->identity());
    const auto result = connectTo(client, endpoint("b", "", "ProxyJump jump", ""));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::LoginDenied);
    EXPECT_TRUE(result.error().what.starts_with("jump host jump: ")) << result.error().what;
}

TEST_P(Jump, HostsKeyIsAskedAsAnyOther) {
    std::filesystem::remove(servers[0]->knownHosts());
    std::filesystem::remove(servers[1]->knownHosts());
    std::mutex mutex;
    std::vector<std::string> asked;
    remote::Prompts prompts;
    prompts.hostKey = [&](const remote::HostKeyQuestion &question) {
        std::lock_guard lock(mutex);
        asked.push_back(question.fingerprint);
        return remote::HostKeyAnswer::AcceptOnce;
    };
    connected(client, endpoint("b", "", "ProxyJump jump", ""), prompts);
    EXPECT_EQ(asked,
              (std::vector{fingerprintOf(servers[0]->hostKey()), fingerprintOf(servers[1]->hostKey())}));
}

TEST_P(Jump, ToAPortWhereNobodyListensFailsWithTheReason) {
    servers[1]->kill();
    const auto result = connectTo(client, endpoint("b", "", "ProxyJump jump", ""));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().stage, remote::Stage::Connect) << "no command was near";
    if (isOpenSsh()) { // ssh does not report the reason
        EXPECT_EQ(result.error().kind, FailureKind::ProxyFailed) << describe(result.error());
        EXPECT_NE(result.error().what.find("the jump host cannot reach the host"), std::string::npos);
        return;
    }
    EXPECT_EQ(result.error().kind, FailureKind::Refused) << describe(result.error());
    EXPECT_NE(result.error().what.find("through jump"), std::string::npos) << result.error().what;
}

TEST_P(Jump, HostThatDiesTakesTheSessionsBehindItAlong) {
    const auto b = connected(client, endpoint("b", "", "ProxyJump jump", ""));
    Running running(*b, script("echo here; sleep 1000\n"));
    ASSERT_TRUE(running.waitForBytes(5));
    servers[0]->killSessions();
    const ProcessResult ran = running.end();
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::LinkLost);
}

TEST_P(Jump, HostIsLeftWhenTheLastSessionBehindItEnds) {
    auto b = connected(client, endpoint("b", "", "ProxyJump jump", ""));
    EXPECT_FALSE(servers[0]->sessions().empty());
    b.reset();
    for (int i = 0; i < 1000 && !servers[0]->sessions().empty(); ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(servers[0]->sessions().empty());
}

TEST_P(Jump, EndsWithTheClientInMidTransfer) {
    auto own = std::make_unique<remote::Client>();
    const auto b = connected(*own, endpoint("b", "", "ProxyJump jump", ""));
    Running running(*b, script("exec cat /dev/zero\n"));
    ASSERT_TRUE(running.waitForBytes(3'000'000));
    own.reset();
    EXPECT_EQ(running.end().exit.failure->kind, FailureKind::Cancelled);
}

TEST_P(Jump, ByProxyCommandWorksAsInOpenSsh) {
    const auto b = connected(
        client,
        endpoint("b", "", "ProxyCommand ssh -F " + (folder.path() / "config").string() + " -W %h:%p jump",
                 ""));
    EXPECT_EQ(whereAmI(*b), portOf(1));
}

TEST_P(JumpByLibrary, FailedProxyCommandReportsItsErrorOutput) {
    const auto result =
        connectTo(client, endpoint("b", "", "ProxyCommand echo no way to %h >&2; exit 1", ""));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::ProxyFailed);
    EXPECT_NE(result.error().what.find("no way to 127.0.0.1"), std::string::npos) << result.error().what;
}

TEST_P(Jump, AcceptsProxyCommandOutputLargerThanAPipeAndRetainsItsEnd) {
    const std::string chatter = "head -c 1000000 /dev/zero | tr '\\0' x >&2; ";
    const auto b = connected(client, endpoint("b", "",
                                              "ProxyCommand sh -c \"" + chatter + "exec ssh -F " +
                                                  (folder.path() / "config").string() + " -W %h:%p jump\"",
                                              ""));
    EXPECT_EQ(whereAmI(*b), portOf(1));
    if (isOpenSsh())
        return; // of such a long line the beginning is kept
    const auto result =
        connectTo(client, endpoint("c", "", "", "ProxyCommand sh -c \"" + chatter + "echo no way >&2\""));
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().what.ends_with("xno way")) << result.error().what;
}

TEST_P(Jump, ByAProxyCommandThatHangsTimesOutAndIsKilled) {
    remote::ConnectOptions options;
    options.connectTimeout = 400ms;
    const auto file = folder.path() / "pid";
    const auto result = connectTo(
        client,
        endpoint("b", "", "ProxyCommand sh -c 'echo $$ > " + file.string() + "; exec sleep 1000'", ""), {},
        options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Timeout);
    const std::string proc = "/proc/" + std::to_string(std::stoi(readFile(file))) + "/cmdline";
    for (int i = 0; i < 500 && !readFile(proc).empty(); ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(readFile(proc).empty());
}

} // namespace
} // namespace fabricscope::test
