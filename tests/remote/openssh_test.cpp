// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/SshHelper.h"
#include "tests/remote/OverTransport.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

extern char **environ;

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::FailureKind;
using remote::HostKeyAnswer;
using remote::TransportKind;
using testing::HasSubstr;

std::size_t logins(const Sshd &sshd) {
    const std::string log = sshd.log();
    std::size_t count = 0;
    for (std::size_t at = 0; (at = log.find("Accepted publickey", at)) != std::string::npos; ++at)
        ++count;
    return count;
}

bool endsSoon(const Sshd &sshd) {
    for (int i = 0; i < 1000 && !sshd.sessions().empty(); ++i)
        std::this_thread::sleep_for(10ms);
    return sshd.sessions().empty();
}

remote::Endpoint overSsh(const Sshd &sshd) {
    remote::Endpoint endpoint = endpointOf(sshd);
    endpoint.transport = TransportKind::OpenSsh;
    return endpoint;
}

TEST(OpenSsh, LogsInOnceForAllCommandsAndForAllWhoConnect) {
    Sshd sshd;
    remote::Client client;
    const auto first = connected(client, overSsh(sshd));
    const auto second = connected(client, overSsh(sshd));
    EXPECT_EQ(first, second);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(runOn(*first, script("echo ok\n")).out, "ok\n");
    EXPECT_EQ(logins(sshd), 1u);
    EXPECT_EQ(first->description(), "OpenSSH (requested)");
}

TEST(OpenSsh, NamesTheCommandToTryWhereALoginAsksAndNobodyCanAnswer) {
    SshdOptions options;
    options.lines = {"PubkeyAuthentication no", "PasswordAuthentication yes"};
    Sshd sshd(options);
    remote::Client client;
    const auto result = connectTo(client, overSsh(sshd)); // without prompts
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::LoginDenied) << describe(result.error());
    EXPECT_THAT(result.error().what, HasSubstr("no terminal to answer it"));
    EXPECT_TRUE(result.error().hint.starts_with("test in a terminal: `ssh ")) << result.error().hint;
}

TEST(OpenSsh, IsNotSharedWithASessionOfTheLibrary) {
    Sshd sshd;
    remote::Client client;
    const auto byLibrary = connected(client, endpointOf(sshd));
    const auto bySsh = connected(client, overSsh(sshd));
    EXPECT_NE(byLibrary, bySsh);
    EXPECT_THAT(byLibrary->description(), HasSubstr("libssh"));
    EXPECT_EQ(logins(sshd), 2u);
}

class OpenSshHostKey : public testing::Test {
protected:
    OpenSshHostKey() { std::filesystem::remove(sshd.knownHosts()); }
    remote::ConnectResult connectAnswering(HostKeyAnswer answer) {
        remote::Prompts prompts;
        prompts.hostKey = [this, answer](const remote::HostKeyQuestion &question) {
            asked.push_back(question);
            return answer;
        };
        remote::Client client;
        return connectTo(client, endpoint, prompts);
    }
    Sshd sshd;
    remote::Endpoint endpoint = overSsh(sshd);
    std::vector<remote::HostKeyQuestion> asked;
};

TEST_F(OpenSshHostKey, ThatIsUnknownIsAskedWithItsFingerprint) {
    const auto result = connectAnswering(HostKeyAnswer::Refuse);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::HostKeyUnknown) << describe(result.error());
    EXPECT_EQ(result.error().stage, remote::Stage::HostKey);
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_EQ(asked[0].fingerprint, fingerprintOf(sshd.hostKey()));
    EXPECT_EQ(asked[0].keyType, "ssh-ed25519");
    EXPECT_EQ(asked[0].host, "[127.0.0.1]:" + std::to_string(sshd.port()));
    EXPECT_THAT(result.error().what, HasSubstr(asked[0].fingerprint));
    EXPECT_FALSE(std::filesystem::exists(sshd.knownHosts()));
}

TEST_F(OpenSshHostKey, ThatNobodyMayAcceptIsNamedWithItsFingerprint) {
    std::ofstream(endpoint.configFile, std::ios::app) << "\nHost *\n StrictHostKeyChecking yes\n";
    ASSERT_NE(readFile(endpoint.configFile).find("StrictHostKeyChecking yes"), std::string::npos);
    const auto result = connectAnswering(HostKeyAnswer::AcceptAndStore);
    ASSERT_FALSE(result);
    EXPECT_TRUE(asked.empty()) << "else this test would show nothing";
    EXPECT_EQ(result.error().kind, FailureKind::HostKeyUnknown) << describe(result.error());
    EXPECT_THAT(result.error().what, HasSubstr("ssh-ed25519 " + fingerprintOf(sshd.hostKey())));
}

TEST_F(OpenSshHostKey, ThatIsAcceptedOnceIsNotStored) {
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::AcceptOnce));
    EXPECT_FALSE(std::filesystem::exists(sshd.knownHosts()));
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::AcceptOnce));
    EXPECT_EQ(asked.size(), 2u);
}

TEST_F(OpenSshHostKey, ThatIsAcceptedIsStoredWhereTheLibraryReadsItToo) {
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::AcceptAndStore));
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::Refuse));
    endpoint.transport = TransportKind::Libssh;
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::Refuse));
    EXPECT_EQ(asked.size(), 1u);
}

TEST_F(OpenSshHostKey, CanBeStoredApart) {
    endpoint.ownKnownHosts = sshd.folder() / "own" / "known_hosts";
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::AcceptAndStoreInOwnFile));
    EXPECT_FALSE(std::filesystem::exists(sshd.knownHosts()));
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::Refuse));
    EXPECT_EQ(asked.size(), 1u);
}

TEST_F(OpenSshHostKey, ThatHasChangedIsRefusedWithBothFingerprints) {
    EXPECT_TRUE(connectAnswering(HostKeyAnswer::AcceptAndStore));
    const std::string before = fingerprintOf(sshd.hostKey()), known = readFile(sshd.knownHosts());
    sshd.changeHostKey();
    const auto result = connectAnswering(HostKeyAnswer::AcceptAndStore); // even if the user accepts
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::HostKeyChanged) << describe(result.error());
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_TRUE(asked[1].changed);
    EXPECT_EQ(asked[1].fingerprint, fingerprintOf(sshd.hostKey()));
    EXPECT_EQ(asked[1].knownFingerprint, before);
    EXPECT_EQ(asked[1].knownIn, sshd.knownHosts().string() + ":1");
    EXPECT_EQ(readFile(sshd.knownHosts()), known) << "nothing is written";
}

TEST_F(OpenSshHostKey, ThatIsKnownByAnotherNameIsAskedWithThatName) {
    const std::string key = readFile(sshd.hostKey().string() + ".pub");
    std::ofstream(sshd.knownHosts()) << "gpu-99 " << key;
    EXPECT_FALSE(connectAnswering(HostKeyAnswer::Refuse));
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_THAT(asked[0].remark, HasSubstr("gpu-99"));
}

/// A server that shares no algorithm with libssh 0.10 in one category.
class ForeignAlgorithms : public testing::TestWithParam<std::pair<const char *, const char *>> {
protected:
    static SshdOptions only() {
        SshdOptions options;
        options.lines = {GetParam().second};
        return options;
    }
    Sshd sshd{only()};
    remote::Client client;
};
INSTANTIATE_TEST_SUITE_P(
    Of, ForeignAlgorithms,
    testing::Values(std::pair("theKeyExchange", "KexAlgorithms sntrup761x25519-sha512@openssh.com"),
                    std::pair("theMac", "Ciphers aes256-ctr\nMACs umac-128-etm@openssh.com")),
    [](const auto &one) { return std::string(one.param.first); });

TEST_P(ForeignAlgorithms, LeadToOpenSshByThemselves) {
    const auto first = connected(client, endpointOf(sshd));
    EXPECT_EQ(first->description(), "OpenSSH (libssh and the server have no algorithm in common)");
    EXPECT_EQ(runOn(*first, script("exit 7\n")).exit.status, 7);
    EXPECT_EQ(connected(client, endpointOf(sshd)), first);
    EXPECT_EQ(logins(sshd), 1u);
}

TEST_P(ForeignAlgorithms, AreNamedWhereTheLibraryIsForced) {
    remote::Endpoint endpoint = endpointOf(sshd);
    endpoint.transport = TransportKind::Libssh;
    const auto open = std::make_shared<Eventually<remote::ConnectResult>>();
    const auto forced = std::make_shared<Eventually<remote::ConnectResult>>();
    client.connect(endpointOf(sshd), {}, {}, [open](auto got) { open->set(got); });
    client.connect(endpoint, {}, {}, [forced](auto got) { forced->set(got); }); // waits for the same session
    ASSERT_TRUE(forced->get() && open->get());
    const auto result = *forced->get();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Protocol);
    EXPECT_EQ(result.error().stage, remote::Stage::Handshake);
    EXPECT_THAT(result.error().hint, HasSubstr("--transport ssh"));
    EXPECT_TRUE(*open->get()) << describe(open->get()->error());
}

/// A configuration with a ControlPath, and optionally a running master of the user.
class UserMaster : public testing::Test {
protected:
    UserMaster() {
        SshdOptions options;
        options.clientLines = {"ControlPath " + path().string()};
        sshd.emplace(options);
    }
    ~UserMaster() override {
        ::system(("ssh -O exit -F " + sshd->configFile().string() + " sshd0 2>/dev/null").c_str());
    }
    std::filesystem::path path() const { return folder.path() / "cm"; }
    bool runs() const {
        return ::system(("ssh -O check -F " + sshd->configFile().string() + " sshd0 2>/dev/null").c_str()) ==
               0;
    }
    TemporaryFolder folder;
    std::optional<Sshd> sshd;
};

TEST_F(UserMaster, ThatRunsIsUsedByItselfAndLeftRunning) {
    run({"ssh", "-M", "-N", "-f", "-F", sshd->configFile().string(), "sshd0"});
    ASSERT_TRUE(runs());
    {
        remote::Client client;
        const auto transport = connected(client, endpointOf(*sshd));
        EXPECT_EQ(transport->description(), "OpenSSH (your ControlMaster for this host is running)");
        EXPECT_EQ(runOn(*transport, script("echo ok; exit 3\n")).exit.status, 3);
        transport->disconnect();
    }
    EXPECT_EQ(logins(*sshd), 1u);
    EXPECT_TRUE(runs()) << "the user's own master was ended";
}

TEST_F(UserMaster, ThatDiesInMidStreamIsALoss) {
    run({"ssh", "-M", "-N", "-f", "-F", sshd->configFile().string(), "sshd0"});
    remote::Client client;
    const auto transport = connected(client, endpointOf(*sshd));
    Running running(*transport, script("echo here; sleep 1000\n"));
    ASSERT_TRUE(running.waitForBytes(5));
    sshd->killSessions();
    EXPECT_EQ(running.end().exit.failure->kind, FailureKind::LinkLost);
}

TEST_F(UserMaster, IsStartedAsConfiguredSoThatTheNextStartOfTheProgramLogsInNoMore) {
    run({"sed", "-i", "1i ControlMaster auto\\nControlPersist 60", sshd->configFile().string()});
    for (int start = 0; start < 2; ++start) {
        remote::Client client;
        const auto transport = connected(client, endpointOf(*sshd));
        EXPECT_EQ(runOn(*transport, script("echo ok\n")).out, "ok\n");
    }
    EXPECT_EQ(logins(*sshd), 1u);
    EXPECT_TRUE(runs());
}

TEST_F(UserMaster, IsStartedSoThatHisAgentStillGoesAlong) {
    const SshAgent agent;
    run({"sed", "-i",
         "1i ControlMaster auto\\nControlPersist 60\\nForwardAgent yes\\nIdentityAgent " +
             agent.socket().string(),
         sshd->configFile().string()});
    {
        remote::Client client;
        const auto transport = connected(client, endpointOf(*sshd));
        EXPECT_THAT(transport->description(), HasSubstr("OpenSSH (ControlMaster"));
        EXPECT_EQ(runOn(*transport, script("echo \"[$SSH_AUTH_SOCK]\"\n")).out, "[]\n")
            << "what is run for us needs none";
    }
    ASSERT_TRUE(runs());
    EXPECT_NE(run({"ssh", "-F", sshd->configFile().string(), "sshd0", "echo \"$SSH_AUTH_SOCK\""}), "\n");
    EXPECT_EQ(logins(*sshd), 1u) << "it went over the master that was left";
}

TEST_F(UserMaster, WithALoginThatAsksIsAskedOnceForAllStarts) {
    if (::getuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to make an account";
    const TemporaryUser user("correct horse 7!");
    SshdOptions options;
    options.pam = true;
    options.user = user.name();
    options.lines = {"AuthenticationMethods publickey,keyboard-interactive"};
    options.clientLines = {"ControlPath " + path().string(), "ControlMaster auto", "ControlPersist 60"};
    sshd.emplace(options);
    int asked = 0;
    remote::Prompts prompts;
    prompts.auth = [&](const remote::AuthQuestion &) {
        ++asked;
        return std::vector{user.password()};
    };
    for (int start = 0; start < 2; ++start) {
        remote::Client client;
        const auto transport = connected(client, endpointOf(*sshd), prompts);
        EXPECT_EQ(runOn(*transport, script("id -un\n")).out, user.name() + "\n");
    }
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(runs());
    ::system(("ssh -O exit -F " + sshd->configFile().string() + " sshd0 2>/dev/null").c_str());
}

TEST_F(UserMaster, ThatDoesNotRunIsNoReasonForOpenSsh) {
    remote::Client client;
    EXPECT_THAT(connected(client, endpointOf(*sshd))->description(), HasSubstr("libssh"));
}

/// Connects and waits to be killed. Runs in a separate process, started by the test below.
TEST(OpenSshChild, DISABLED_HoldsAConnection) {
    remote::Client client;
    remote::Endpoint endpoint;
    endpoint.target = "sshd0";
    endpoint.configFile = std::getenv("FABRICSCOPE_TEST_CONFIG");
    endpoint.transport = TransportKind::OpenSsh;
    const auto transport = connected(client, endpoint);
    const Running running(*transport, script("sleep 1000\n"));
    std::this_thread::sleep_for(1000s); // until it is killed
}

TEST(OpenSsh, EndsItsConnectionWhenTheProgramIsKilled) {
    Sshd sshd;
    const TemporaryFolder sockets;
    ::setenv("XDG_RUNTIME_DIR", sockets.path().c_str(), 1);
    ::setenv("FABRICSCOPE_TEST_CONFIG", sshd.configFile().c_str(), 1);
    ::unsetenv("GTEST_TOTAL_SHARDS"); // applies to the shards of this program, not to those of the child
    ::unsetenv("GTEST_SHARD_INDEX");
    std::string arguments[] = {remote::sshHelperProgram(), "--gtest_also_run_disabled_tests",
                               "--gtest_filter=OpenSshChild.*"};
    char *argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
    pid_t pid = -1;
    ASSERT_EQ(::posix_spawn(&pid, argv[0], nullptr, nullptr, argv, environ), 0);
    for (int i = 0; i < 2000 && sshd.log().find("Accepted publickey") == std::string::npos; ++i)
        std::this_thread::sleep_for(10ms);
    std::this_thread::sleep_for(200ms);
    ::unsetenv("XDG_RUNTIME_DIR");
    EXPECT_FALSE(sshd.sessions().empty());
    EXPECT_FALSE(std::filesystem::is_empty(sockets.path()));
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    EXPECT_TRUE(endsSoon(sshd)) << "the connection outlived the program";
    for (int i = 0; i < 1000 && !std::filesystem::is_empty(sockets.path()); ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(std::filesystem::is_empty(sockets.path())) << "its folder outlived the program";
}

TEST(OpenSsh, LeavesNothingBehindInItsFolder) {
    TemporaryFolder folder;
    ::setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1);
    {
        Sshd sshd;
        remote::Client client;
        const auto transport = connected(client, overSsh(sshd));
        ASSERT_FALSE(std::filesystem::is_empty(folder.path()));
        const auto own = std::filesystem::directory_iterator(folder.path())->path();
        EXPECT_EQ(std::filesystem::status(own).permissions(), std::filesystem::perms::owner_all);
    }
    ::unsetenv("XDG_RUNTIME_DIR");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(OpenSsh, OfAJumpHostCarriesTheLibraryToTheHostBehindIt) {
    Sshd jump, behind;
    const std::string config = "Host jump\n HostName 127.0.0.1\n Port " + std::to_string(jump.port()) +
                               "\n User " + jump.user() + "\n IdentityFile " + jump.identity().string() +
                               "\n UserKnownHostsFile " + jump.knownHosts().string() +
                               "\n HostbasedAuthentication yes\nHost behind\n HostName 127.0.0.1\n Port " +
                               std::to_string(behind.port()) + "\n User " + behind.user() +
                               "\n IdentityFile " + behind.identity().string() + "\n UserKnownHostsFile " +
                               behind.knownHosts().string() +
                               "\n ProxyJump jump\nHost *\n IdentityAgent none\n GlobalKnownHostsFile none\n";
    TemporaryFolder folder;
    remote::Endpoint endpoint;
    endpoint.target = "behind";
    endpoint.configFile = folder.write("config", config);
    remote::Client client;
    const auto byLibrary = connected(client, endpoint);
    EXPECT_THAT(byLibrary->description(), HasSubstr("libssh"));
    EXPECT_EQ(runOn(*byLibrary, script("head -c 3000000 /dev/zero\n")).out.size(), 3'000'000u);
    endpoint.transport = TransportKind::OpenSsh;
    const auto bySsh = connected(client, endpoint);
    EXPECT_EQ(runOn(*bySsh, script("head -c 3000000 /dev/zero\n")).out.size(), 3'000'000u);
}

} // namespace
} // namespace fabricscope::test
