// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true; // slower, with different memory use
#else
constexpr bool kSanitized = false;
#endif

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::FailureKind;

class SshSession : public OverTransport {
protected:
    explicit SshSession(SshdOptions options = {}) : sshd(std::move(options)) {}
    Sshd sshd;
    remote::Client client;
    std::shared_ptr<remote::Transport> transport = connected(client, endpointOf(sshd));
};

TEST_P(SshSession, RunsAScriptAndReportsItsStreamsAndStatus) {
    const ProcessResult ran = runOn(*transport, script("echo out; echo err >&2; exit 7\n"));
    EXPECT_EQ(ran.out, "out\n");
    EXPECT_EQ(ran.err, "err\n");
    EXPECT_EQ(ran.exit.status, 7);
    EXPECT_FALSE(ran.exit.failure);
    EXPECT_EQ(ran.finishes, 1);
}

TEST_P(SshSession, ReportsEveryKindOfCommandExit) {
    EXPECT_EQ(runOn(*transport, script("true\n")).exit.status, 0);
    EXPECT_EQ(runOn(*transport, script("/nonexistent/program\n")).exit.status, 127);
    EXPECT_EQ(runOn(*transport, script("exec >&- 2>&-; sleep 0.1; exit 9\n")).exit.status, 9);
    for (const char *signal : {"KILL", "TERM"}) {
        const ProcessResult ran = runOn(*transport, script(std::string("kill -") + signal + " $$\n"));
        EXPECT_EQ(ran.exit.signal, signal);
        EXPECT_FALSE(ran.exit.status);
        EXPECT_FALSE(ran.exit.failure);
    }
}

TEST_P(SshSession, CarriesBytesOfAllKindsBothWays) {
    std::string bytes;
    for (int i = 0; i < 1 << 20; ++i)
        bytes += static_cast<char>(i * 7 + i / 256);
    remote::Command command;
    command.line = "exec cat";
    command.input = bytes;
    EXPECT_TRUE(runOn(*transport, command).out == bytes);
}

TEST_P(SshSession, RunsMoreCommandsAtOnceThanAServerAllowsChannels) {
    std::vector<std::unique_ptr<Running>> all;
    for (int i = 0; i < 30; ++i)
        all.push_back(
            std::make_unique<Running>(*transport, script("sleep 0.05; echo " + std::to_string(i) + "\n")));
    for (int i = 0; i < 30; ++i) {
        const ProcessResult ran = all[static_cast<std::size_t>(i)]->end();
        EXPECT_EQ(ran.out, std::to_string(i) + "\n");
        EXPECT_FALSE(ran.exit.failure) << describe(*ran.exit.failure);
    }
}

struct FewSessions : SshSession {
    FewSessions()
        : SshSession([] {
            SshdOptions options;
            options.lines = {"MaxSessions 3"};
            return options;
        }()) {}
};
TEST_P(FewSessions, AreSharedOutToAllCommands) {
    std::vector<std::unique_ptr<Running>> all;
    for (int i = 0; i < 12; ++i)
        all.push_back(
            std::make_unique<Running>(*transport, script("sleep 0.05; echo " + std::to_string(i) + "\n")));
    for (int i = 0; i < 12; ++i) {
        const ProcessResult ran = all[static_cast<std::size_t>(i)]->end();
        EXPECT_EQ(ran.out, std::to_string(i) + "\n");
        EXPECT_FALSE(ran.exit.failure) << describe(*ran.exit.failure);
    }
}

struct NoSessions : SshSession {
    NoSessions()
        : SshSession([] {
            SshdOptions options;
            options.lines = {"MaxSessions 0"};
            return options;
        }()) {}
};
TEST_P(NoSessions, MakeACommandFailWithTheReason) {
    const ProcessResult ran = runOn(*transport, script("true\n"));
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::CommandFailed);
}

TEST_P(SshSession, KeepsInputOpenUntilItIsClosed) {
    remote::Command command;
    command.line = "exec cat";
    command.keepInputOpen = true;
    Running running(*transport, command);
    running.process().write("hello");
    ASSERT_TRUE(running.waitForBytes(5)) << "the answer comes while the input is open";
    running.process().write(" world");
    running.process().closeInput();
    running.process().write("too late");
    const ProcessResult ran = running.end();
    EXPECT_EQ(ran.out, "hello world");
    EXPECT_EQ(ran.exit.status, 0);
}

TEST_P(SshSession, SurvivesACommandThatDoesNotReadItsInput) {
    remote::Command command;
    command.line = "exit 3";
    command.input = std::string(20'000'000, 'x');
    EXPECT_EQ(runOn(*transport, command).exit.status, 3);
    EXPECT_EQ(runOn(*transport, script("echo alive\n")).out, "alive\n");
}

TEST_P(SshSession, DoesNotLetACommandThatNeverReadsHoldUpAnother) {
    remote::Command stuffed;
    stuffed.line = "exec sleep 1000";
    stuffed.input = std::string(20'000'000, 'x');
    Running running(*transport, stuffed);
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(runOn(*transport, script("echo ok\n")).out, "ok\n");
    running.process().close();
    EXPECT_EQ(running.end().exit.failure->kind, FailureKind::Cancelled);
}

/// OpenSSH delivers signals only to commands of ordinary users: a session of root has no separate monitor for
/// it.
class UserSession : public OverTransport {
protected:
    UserSession() {
        if (::getuid() == 0)
            account.emplace("unused-8Lr");
        SshdOptions options;
        options.user = account ? account->name() : "";
        sshd.emplace(options);
        transport = connected(client, endpointOf(*sshd));
    }
    std::optional<TemporaryUser> account;
    std::optional<Sshd> sshd;
    remote::Client client;
    std::shared_ptr<remote::Transport> transport;
};

TEST_P(UserSession, DeliversASignal) {
    Running running(*transport,
                    script("trap 'echo got it; exit 0' TERM; echo ready; while :; do sleep 0.05; done\n"));
    ASSERT_TRUE(running.waitForBytes(6));
    running.process().signal("TERM");
    const ProcessResult ran = running.end();
    EXPECT_EQ(ran.out, "ready\ngot it\n");
    EXPECT_EQ(ran.exit.status, 0);
}

TEST_P(UserSession, EndsACommandAndWhatItStartedWhenItIsClosed) {
    Running running(*transport, script("sleep 1000 & echo $!; wait\n"));
    ASSERT_TRUE(running.waitForBytes(2));
    running.process().close();
    running.process().close();
    const ProcessResult ran = running.end();
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::Cancelled);
    const std::string proc = "/proc/" + std::to_string(std::stoi(ran.out)) + "/cmdline";
    // Empty twice: it is so for a moment also where the process begins.
    int empty = 0;
    for (int i = 0; i < 500 && empty < 2; ++i) {
        empty = readFile(proc).empty() ? empty + 1 : 0;
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_EQ(empty, 2) << "the host still runs it";
    EXPECT_EQ(runOn(*transport, script("echo alive\n")).out, "alive\n");
}

TEST_P(UserSession, ClosesACommandAtWhateverMoment) {
    for (int i = 0; i < 60; ++i) {
        Running running(*transport, script("echo x; sleep 1000\n"));
        std::this_thread::sleep_for(std::chrono::microseconds(i * 300));
        running.process().close();
        const ProcessResult ran = running.end();
        EXPECT_TRUE(ran.exit.failure);
        EXPECT_EQ(ran.finishes, 1);
    }
    EXPECT_EQ(runOn(*transport, script("echo alive\n")).out, "alive\n");
}

TEST_P(SshSession, IsReplacedWhenClosedCommandsThatRunOnHaveUsedUpItsChannels) {
    // Ignores the SIGHUP on close; each keeps its channel on the server until it ends.
    const std::string deaf = "trap '' HUP TERM; echo x; exec sleep 20\n";
    for (int i = 0; i < 10; ++i) {
        Running running(*transport, script(deaf));
        ASSERT_TRUE(running.waitForBytes(2));
        running.process().close();
        EXPECT_TRUE(running.end().exit.failure);
    }
    const ProcessResult refused = runOn(*transport, script("echo alive\n"));
    ASSERT_TRUE(refused.exit.failure);
    EXPECT_EQ(refused.exit.failure->kind, FailureKind::CommandFailed);
    const auto fresh = connected(client, endpointOf(sshd));
    EXPECT_NE(fresh, transport);
    EXPECT_EQ(runOn(*fresh, script("echo alive\n")).out, "alive\n");
}

TEST_P(SshSession, HoldsDeadlineAndSilence) {
    auto command = script("sleep 1000\n");
    command.deadline = 200ms;
    EXPECT_EQ(runOn(*transport, command).exit.failure->kind, FailureKind::Timeout);
    command = script("echo once; sleep 1000\n");
    command.silence = 3s;
    const ProcessResult ran = runOn(*transport, command);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::Timeout);
    EXPECT_EQ(ran.out, "once\n");
    EXPECT_EQ(runOn(*transport, script("echo alive\n")).out, "alive\n") << "the session is not touched by it";
}

TEST_P(SshSession, KeepsStreamsOfSeveralChannelsApartAndWhole) {
    std::vector<std::unique_ptr<Running>> all;
    const std::size_t count = kSanitized ? 4'000'000 : 40'000'000;
    for (const char *byte : {"a", "b", "c", "d"})
        all.push_back(std::make_unique<Running>(*transport, script("head -c " + std::to_string(count) +
                                                                   " /dev/zero | tr '\\0' " + byte +
                                                                   "; echo end >&2\n")));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ProcessResult ran = all[i]->end();
        EXPECT_EQ(ran.out.size(), count);
        EXPECT_EQ(ran.out.find_first_not_of("abcd"[i]), std::string::npos);
        EXPECT_EQ(ran.err, "end\n");
    }
}

std::size_t residentBytes() {
    const std::string status = readFile("/proc/self/status");
    return std::stoul(status.substr(status.find("VmRSS:") + 6)) * 1024;
}

/// Pauses after each `every` bytes, and continues a little later.
class SlowConsumer {
public:
    SlowConsumer(remote::Client &client, remote::Transport &transport, remote::Command command,
                 std::size_t every)
        : m_client(client), m_every(every) {
        remote::Sink sink;
        sink.data = [this](remote::Stream, std::string_view bytes) {
            took(bytes.size());
        };
        sink.finished = [this](const remote::Exit &exit) {
            m_end.set(exit);
        };
        const auto process = transport.start(std::move(command), std::move(sink));
        client.post([this, process] { m_process = process; });
    }
    std::optional<remote::Exit> end() { return m_end.get(5 * kLongest); }
    [[nodiscard]] std::size_t total() const { return m_total; }
    [[nodiscard]] std::size_t peakMemory() const { return m_peakMemory; }
    [[nodiscard]] int pauses() const { return m_pauses; }

private:
    void took(std::size_t bytes) {
        EXPECT_FALSE(m_paused) << "nothing may come while paused";
        m_total += bytes;
        m_sincePause += bytes;
        if (m_sincePause < m_every || !m_process)
            return;
        m_sincePause = 0;
        m_paused = true;
        ++m_pauses;
        m_process->pause();
        m_client.after(20ms, [this] {
            m_peakMemory = std::max(m_peakMemory, residentBytes());
            m_paused = false;
            m_process->resume();
        });
    }

    remote::Client &m_client;
    std::size_t m_every;
    std::shared_ptr<remote::Process> m_process;
    std::size_t m_total = 0, m_sincePause = 0, m_peakMemory = 0;
    int m_pauses = 0;
    bool m_paused = false;
    Eventually<remote::Exit> m_end;
};

TEST_P(SshSession, BringsAGigabyteToASlowConsumerInBoundedMemory) {
    const std::size_t total = kSanitized ? 32u << 20 : 1u << 30;
    const std::size_t before = residentBytes();
    SlowConsumer consumer(client, *transport, script("head -c " + std::to_string(total) + " /dev/zero\n"),
                          total / 64);
    // In the meantime the session serves others.
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(runOn(*transport, script("echo ok\n")).out, "ok\n");
    const auto exit = consumer.end();
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 0);
    EXPECT_EQ(consumer.total(), total);
    EXPECT_GE(consumer.pauses(), 10);
    if (!kSanitized) {
        EXPECT_LT(consumer.peakMemory(), before + (48u << 20));
    }
}

TEST_P(SshSession, IsNotHeldUpByAPausedCommandNorGrowsByIt) {
    const std::size_t total = kSanitized ? 8u << 20 : 100u << 20;
    Running running(*transport, script("head -c " + std::to_string(total) + " /dev/zero\n"));
    running.process().pause();
    std::this_thread::sleep_for(300ms); // nothing may come: there is no event to wait for
    const std::size_t held = running.bytes();
    const std::size_t before = residentBytes();
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(runOn(*transport, script("echo ok\n")).out, "ok\n");
    EXPECT_EQ(running.bytes(), held);
    if (!kSanitized) {
        EXPECT_LT(residentBytes(), before + (16u << 20));
    }
    running.process().resume();
    EXPECT_EQ(running.end().out.size(), total);
}

TEST_P(SshSession, BuffersOutputOfAnEndedCommandUntilTheConsumerResumes) {
    Running running(*transport, script("sleep 0.2; head -c 500000 /dev/zero; exit 6\n"));
    running.process().pause();
    std::this_thread::sleep_for(600ms); // nothing may come: there is no event to wait for
    EXPECT_EQ(running.bytes(), 0u);
    running.process().resume();
    const ProcessResult ran = running.end();
    EXPECT_EQ(ran.out.size(), 500000u);
    EXPECT_EQ(ran.exit.status, 6);
}

struct Rekeying : SshSession {
    Rekeying()
        : SshSession([] {
            SshdOptions options;
            options.lines = {"RekeyLimit 4M"};
            return options;
        }()) {}
};
TEST_P(Rekeying, LosesNothing) {
    EXPECT_EQ(runOn(*transport, script("head -c 60000000 /dev/zero\n")).out.size(), 60'000'000u);
}

TEST_P(SshSession, DisconnectedEndsItsCommandsAndIsNotALoss) {
    Running running(*transport, script("echo here; sleep 1000\n"));
    ASSERT_TRUE(running.waitForBytes(5));
    const auto lost = std::make_shared<Eventually<bool>>();
    transport->onLost([lost](const auto &) { lost->set(true); });
    transport->disconnect();
    const ProcessResult ran = running.end();
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::Cancelled);
    EXPECT_FALSE(transport->isConnected());
    EXPECT_TRUE(runOn(*transport, script("true\n")).exit.failure);
    EXPECT_EQ(lost->count(), 0u);
}

TEST_P(SshSession, EndsOnceNobodyHoldsItAndNothingRuns) {
    Running running(*transport, script("echo here; sleep 0.3; echo there\n"));
    ASSERT_TRUE(running.waitForBytes(5));
    transport.reset();
    EXPECT_EQ(running.end().out, "here\nthere\n") << "what runs is not cut off";
    for (int i = 0; i < 1000 && !sshd.sessions().empty(); ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(sshd.sessions().empty()) << "the connection is still there";
}

INSTANTIATE_TEST_SUITE_P(Over, SshSession, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, FewSessions, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, NoSessions, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, UserSession, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Rekeying, kTransports, TransportName());

} // namespace
} // namespace fabricscope::test
