// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The bare exec server, with the OpenSSH client as the peer.
#include "remote/server/KeyPair.h"
#include "tests/remote/ServerHost.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace fabricscope::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A plain TCP connection to the server.
int connectTcp(std::uint16_t port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        throw std::runtime_error("the server does not take connections");
    return fd;
}

/// Reads until the peer closes; true if it did.
bool isClosedByPeer(int fd) {
    char bytes[1024];
    const timeval longest{60, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    while (true) {
        const ssize_t got = ::read(fd, bytes, sizeof bytes);
        if (got == 0 || (got < 0 && errno == ECONNRESET))
            return true;
        if (got < 0)
            return false;
    }
}

TEST(ExecServer, PassesOutputErrorAndExitStatusApart) {
    const ServerHost host;
    const ClientRun run = host.run({"bare", "echo out; echo err >&2; exit 7"});
    EXPECT_EQ(run.status, 7);
    EXPECT_EQ(run.out, "out\n");
    EXPECT_EQ(run.err, "err\n");
}

TEST(ExecServer, GivesTheCommandTheEnvironmentAndFolderOfTheSpawnAndNothingElse) {
    const ServerHost host;
    ::setenv("SECRET_OF_THE_SERVER", "1", 1);
    const ClientRun run = host.run({"bare", "pwd; env | grep -v -e ^PWD -e ^_ -e ^SHLVL -e ^OLDPWD | sort"});
    ::unsetenv("SECRET_OF_THE_SERVER");
    EXPECT_EQ(run.out, "/\nGIVEN=yes\nPATH=/usr/bin:/bin\n");
}

TEST(ExecServer, GivesTheCommandNoDescriptorOfItsOwn) {
    const ServerHost host;
    const ClientRun run = host.run({"bare", "ls /proc/self/fd | sort -n | tr '\\n' ' '"});
    EXPECT_EQ(run.out, "0 1 2 3 ") << "3 is ls's own, on the folder";
}

TEST(ExecServer, PassesStandardInputAndItsEnd) {
    const ServerHost host;
    const std::string text(3'000'000, 'x');
    EXPECT_EQ(host.run({"bare", "wc -c"}, text).out, "3000000\n");
    EXPECT_EQ(host.run({"bare", "exec /bin/sh -s"}, "echo by input\nexit 4\n").out, "by input\n");
}

TEST(ExecServer, LosesAndChangesNothingOfSixtyMegabytesEachWay) {
    const ServerHost host;
    std::string text(60'000'000, '\0');
    std::uint32_t state = 1;
    for (char &byte : text)
        byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    EXPECT_TRUE(host.run({"bare", "cat"}, text).out == text);
}

TEST(ExecServer, CarriesFiveCommandsOnOneConnection) {
    ServerHost host;
    const std::string socket = (host.folder().path() / "control").string();
    const pid_t master = host.start({"-M", "-N", "-S", socket, "bare"}, "master");
    ASSERT_TRUE(eventually([&] { return std::filesystem::exists(socket); }));
    std::vector<pid_t> clients;
    for (int i = 0; i < 5; ++i)
        clients.push_back(host.start({"-S", socket, "bare",
                                      "head -c 12000000 /dev/zero; echo " + std::to_string(i) +
                                          " >&2; printf end" + std::to_string(i)},
                                     "out" + std::to_string(i)));
    for (int i = 0; i < 5; ++i) {
        int status = 0;
        ::waitpid(clients[static_cast<std::size_t>(i)], &status, 0);
        EXPECT_EQ(status, 0);
        const std::string number = std::to_string(i);
        EXPECT_TRUE(readFile(host.folder().path() / ("out" + number)) ==
                    std::string(12'000'000, '\0') + "end" + number);
        EXPECT_THAT(readFile(host.folder().path() / ("out" + number + ".err")), HasSubstr(number + "\n"));
    }
    EXPECT_EQ(host.server().sessionCount(), 1u);
    ::kill(master, SIGTERM);
    ::waitpid(master, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return host.server().sessionCount() == 0; }));
}

TEST(ExecServer, LeavesNothingRunningWhenTheClientIsKilled) {
    const ServerHost host;
    const std::string mark = "86401";
    const pid_t client = host.start({"bare", "sleep " + mark + " & sleep " + mark + "; wait"}, "out");
    ASSERT_TRUE(eventually([&] { return descendants(::getpid()).size() >= 4; })) << "ssh, sh and two sleeps";
    ::kill(client, SIGKILL);
    ::waitpid(client, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return descendants(::getpid()).empty(); }));
    EXPECT_THAT(processesNaming("sleep\0" + mark), IsEmpty());
}

TEST(ExecServer, LeavesNothingRunningWhenItEnds) {
    ServerHost host;
    const pid_t client = host.start({"bare", "trap '' TERM HUP; sleep 86402 & wait"}, "out");
    ASSERT_TRUE(eventually([&] { return descendants(::getpid()).size() >= 3; }));
    host.stop();
    ::waitpid(client, nullptr, 0);
    EXPECT_THAT(descendants(::getpid()), IsEmpty());
}

TEST(ExecServer, KeepsTheChannelOpenWhileABackgroundProcessHoldsItsOutput) {
    const ServerHost host;
    const ClientRun run = host.run({"bare", "(sleep 0.2; echo late) & exit 3"});
    EXPECT_EQ(run.out, "late\n");
    EXPECT_EQ(run.status, 3);
}

TEST(ExecServer, ReportsTheStatusOfACommandThatClosedItsOutput) {
    const ServerHost host;
    EXPECT_EQ(host.run({"bare", "exec >&- 2>&-; sleep 0.2; exit 5"}).status, 5);
}

TEST(ExecServer, EndsACommandThatNeverReadsItsInput) {
    const ServerHost host;
    const ClientRun run = host.run({"bare", "exec <&-; echo done"}, std::string(5'000'000, 'x'));
    EXPECT_EQ(run.out, "done\n");
    EXPECT_EQ(run.status, 0);
}

TEST(ExecServer, RefusesKeysAndUsersThatItDoesNotKnow) {
    const ServerHost host;
    const auto other = makeKey(host.folder().path(), "other");
    std::string config = readFile(host.configFile());
    config.replace(config.find("/id\n"), 3, "/other");
    const auto file = host.folder().write("other_config", config);
    EXPECT_EQ(host.run({"-F", file.string(), "-i", other.string(), "bare", "echo in"}).status, 255);
    const ClientRun unauthorized = host.run({"-l", "root", "bare", "echo in"});
    EXPECT_EQ(unauthorized.status, 255);
    EXPECT_THAT(unauthorized.err, HasSubstr("Permission denied (publickey)"));
    EXPECT_EQ(unauthorized.out, "");
}

TEST(ExecServer, RefusesTerminalsShellsSubsystemsAndForwardings) {
    const ServerHost host;
    EXPECT_THAT(host.run({"-tt", "bare", "tty"}).err, HasSubstr("PTY allocation request failed"));
    EXPECT_EQ(host.run({"bare"}, "echo in\n").out, "");
    EXPECT_EQ(host.run({"-s", "bare", "sftp"}).status, 255);
    EXPECT_EQ(host.run({"-W", "127.0.0.1:1", "bare"}).status, 255);
}

TEST(ExecServer, RefusesACommandThatHasNothingToRun) {
    const ServerHost host([](remote::ExecServerOptions &options) {
        options.spawn = [](const std::string &, const std::string &command) -> std::optional<remote::Spawn> {
            if (command == "missing")
                return remote::Spawn{{"/no/such/program"}, {}, ""};
            return std::nullopt;
        };
    });
    EXPECT_THAT(host.run({"bare", "anything"}).err, HasSubstr("exec request failed"));
    EXPECT_THAT(host.run({"bare", "missing"}).err, HasSubstr("exec request failed"));
}

TEST(ExecServer, PassesUserAndCommandToTheSpawnFunction) {
    const ServerHost host([](remote::ExecServerOptions &options) {
        options.user.clear();
        options.spawn = [](const std::string &user,
                           const std::string &command) -> std::optional<remote::Spawn> {
            return remote::Spawn{{"/bin/echo", user, command}, {}, ""};
        };
    });
    EXPECT_EQ(host.run({"-l", "else", "bare", "a  'b'"}).out, "else a  'b'\n");
}

TEST(ExecServer, ClosesConnectionsBeyondItsMost) {
    ServerHost host([](remote::ExecServerOptions &options) { options.maxSessions = 2; });
    const int first = connectTcp(host.server().port()), second = connectTcp(host.server().port());
    ASSERT_TRUE(eventually([&] { return host.server().sessionCount() == 2; }));
    const int third = connectTcp(host.server().port());
    EXPECT_TRUE(isClosedByPeer(third));
    ::close(third);
    ::close(first);
    ::close(second);
    ASSERT_TRUE(eventually([&] { return host.server().sessionCount() == 0; }));
    EXPECT_EQ(host.run({"bare", "echo room again"}).out, "room again\n");
}

TEST(ExecServer, RefusesChannelsBeyondItsMost) {
    ServerHost host([](remote::ExecServerOptions &options) { options.maxChannels = 1; });
    const std::string socket = (host.folder().path() / "control").string();
    const pid_t master = host.start({"-M", "-S", socket, "bare", "echo here; sleep 86403"}, "master");
    ASSERT_TRUE(eventually([&] { return readFile(host.folder().path() / "master") == "here\n"; }));
    EXPECT_THAT(host.run({"-S", socket, "bare", "echo second"}).err,
                HasSubstr("Session open refused by peer"));
    ::kill(master, SIGKILL);
    ::waitpid(master, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return descendants(::getpid()).empty(); }));
}

TEST(ExecServer, EndsAConnectionThatDoesNotLogIn) {
    ServerHost host(
        [](remote::ExecServerOptions &options) { options.loginGrace = std::chrono::milliseconds(100); });
    const int silent = connectTcp(host.server().port());
    EXPECT_TRUE(isClosedByPeer(silent));
    ::close(silent);
}

TEST(ExecServer, SurvivesWhatIsNoSsh) {
    ServerHost host;
    for (const std::string &bytes :
         {std::string("GET / HTTP/1.0\r\n\r\n"), std::string(100'000, '\xff'),
          std::string("SSH-2.0-x\r\n") + std::string(5000, '\0'), std::string("SSH-1.0-old\r\n"),
          std::string("SSH-2.0-x\r\n\xff\xff\xff\xff")}) {
        const int fd = connectTcp(host.server().port());
        (void)!::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        ::shutdown(fd, SHUT_WR);
        EXPECT_TRUE(isClosedByPeer(fd));
        ::close(fd);
    }
    EXPECT_EQ(host.run({"bare", "echo still here"}).out, "still here\n");
}

TEST(ExecServer, RefusesToStartWithAKeyThatIsNone) {
    remote::ExecServerOptions options;
    options.authorizedKeys = {"ssh-ed25519 not-base64!"};
    const auto server = remote::ExecServer::start(std::move(options));
    ASSERT_FALSE(server);
    EXPECT_THAT(server.error(), HasSubstr("not a public key"));
}

TEST(ExecServer, ReportsAPortInUse) {
    ServerHost host;
    remote::ExecServerOptions options;
    options.port = host.server().port();
    const auto second = remote::ExecServer::start(std::move(options));
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error(), HasSubstr(std::to_string(host.server().port())));
}

TEST(KeyPair, IsOneThatOpenSshTakes) {
    const auto pair = remote::generateKeyPair();
    ASSERT_TRUE(pair);
    const TemporaryFolder folder;
    const auto file = folder.write("id", pair->privateKey);
    std::filesystem::permissions(file,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const std::string derived = run({"ssh-keygen", "-y", "-f", file.string()});
    EXPECT_EQ(derived.substr(0, pair->publicKey.size()), pair->publicKey);
}

} // namespace
} // namespace fabricscope::test
