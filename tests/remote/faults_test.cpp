// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"
#include "tests/remote/SilentServer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace fabricscope::remote {

void PrintTo(Stage stage, std::ostream *stream) {
    *stream << toString(stage);
}

} // namespace fabricscope::remote

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::FailureKind;
using remote::Stage;

remote::Endpoint endpointAt(std::uint16_t port, remote::TransportKind transport) {
    remote::Endpoint endpoint;
    endpoint.transport = transport;
    endpoint.target = "127.0.0.1:" + std::to_string(port);
    endpoint.configFile = "/dev/null";
    return endpoint;
}

/// Options that detect a silent server quickly.
remote::ConnectOptions watchful() {
    remote::ConnectOptions options;
    options.keepAliveInterval = 200ms; // one second with ssh, which counts in seconds
    options.keepAliveCountMax = 3;
    return options;
}

remote::ConnectOptions shortTimeouts() {
    remote::ConnectOptions options = watchful();
    options.connectTimeout = 700ms;
    options.handshakeTimeout = 700ms;
    return options;
}

class Unreachable : public OverTransport {};
TEST_P(Unreachable, SilentServerTimesOut) {
    SilentServer server;
    remote::Client client;
    const auto result = connectTo(client, endpointAt(server.port(), GetParam()), {}, shortTimeouts());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Timeout);
    EXPECT_EQ(result.error().stage, Stage::Handshake) << "it was reached";
    EXPECT_THAT(result.error().what, testing::HasSubstr("no SSH banner"));
    EXPECT_THAT(result.error().hint, testing::HasSubstr("another program"));
}

/// A regression: an HTTP server, which waits for its client to begin, was called unreachable.
TEST_P(Unreachable, AnotherProgramAtThePortIsNamedByItsAnswer) {
    for (const bool waits : {true, false}) {
        SilentServer server("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", false, waits, waits);
        remote::Client client;
        const auto result = connectTo(client, endpointAt(server.port(), GetParam()), {}, shortTimeouts());
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, FailureKind::Protocol);
        EXPECT_EQ(result.error().stage, Stage::Connect);
        EXPECT_THAT(result.error().what,
                    testing::EndsWith("answered, but not as an SSH server: HTTP/1.1 400 Bad Request"));
        EXPECT_EQ(server.callers(), 1) << "to try again would not help";
    }
}

/// A regression: text without a line end, and blank lines before it, led to "cannot be reached".
TEST_P(Unreachable, AServerThatSendsTextAndHangsWasReached) {
    for (const char *text : {"Welcome\r\n", "\r\n\r\nWelcome\r\n", "gpu-07 login: "}) {
        SilentServer server(text);
        remote::Client client;
        const auto result = connectTo(client, endpointAt(server.port(), GetParam()), {}, shortTimeouts());
        ASSERT_FALSE(result);
        const bool isNamed = result.error().kind == FailureKind::Protocol;
        EXPECT_TRUE(isNamed || result.error().stage == Stage::Handshake) << text << result.error().what;
        if (std::string_view(text).ends_with('\n')) { // ssh does not report a line before it ends
            EXPECT_THAT(result.error().what,
                        testing::EndsWith("answered, but not as an SSH server: Welcome"));
        }
    }
}

TEST_P(Unreachable, ServerThatFallsSilentAfterItsBannerTimesOut) {
    SilentServer server("SSH-2.0-Mute_1.0\r\n");
    remote::Client client;
    const auto result = connectTo(client, endpointAt(server.port(), GetParam()), {}, shortTimeouts());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Timeout);
    EXPECT_EQ(result.error().stage, Stage::Handshake);
}

TEST_P(Unreachable, ClosedPortIsRefused) {
    std::uint16_t port = 0;
    {
        SilentServer server;
        port = server.port();
    }
    remote::Client client;
    const auto result = connectTo(client, endpointAt(port, GetParam()));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Refused);
    EXPECT_NE(result.error().what.find(std::to_string(port)), std::string::npos);
}

TEST_P(Unreachable, ReportsAnUnresolvableName) {
    remote::Client client;
    remote::Endpoint endpoint;
    endpoint.target = "no-such-host.invalid";
    endpoint.transport = GetParam();
    endpoint.configFile = "/dev/null";
    const auto result = connectTo(client, endpoint);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Unresolvable);
    EXPECT_EQ(result.error().stage, Stage::Resolve);
}

TEST_P(Unreachable, HostileTargetNeverReachesAShell) {
    remote::Client client;
    for (const char *target : {"-oProxyCommand=touch /tmp/fabricscope-was-here",
                               "$(touch /tmp/fabricscope-was-here)", "a;touch /tmp/fabricscope-was-here"}) {
        remote::Endpoint endpoint;
        endpoint.target = target;
        endpoint.transport = GetParam();
        const auto result = connectTo(client, endpoint);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, FailureKind::Config);
    }
    EXPECT_FALSE(std::filesystem::exists("/tmp/fabricscope-was-here"));
}

struct Words {
    const char *name;
    std::string text;
    bool endless;
};
void PrintTo(const Words &words, std::ostream *stream) {
    *stream << words.name;
}
class Garbage : public testing::TestWithParam<std::tuple<Words, remote::TransportKind>> {};
TEST_P(Garbage, FromAServerIsAnErrorAndNoCrash) {
    const auto &[words, transport] = GetParam();
    SilentServer server(words.text, words.endless);
    remote::Client client;
    auto options = shortTimeouts();
    options.handshakeTimeout = 2000ms;
    const auto result = connectTo(client, endpointAt(server.port(), transport), {}, options);
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().kind == FailureKind::Protocol || result.error().kind == FailureKind::Timeout)
        << describe(result.error());
}
INSTANTIATE_TEST_SUITE_P(
    Kinds, Garbage,
    testing::Combine(
        testing::Values(
            Words{"http", "HTTP/1.1 400 Bad Request\r\n\r\n", false},
            Words{"zeros", std::string(4096, '\0'), false},
            Words{"endlessLine", std::string(4096, 'x'), true},
            Words{"endlessLines", "hello\r\nhello\r\n", true}, Words{"oldProtocol", "SSH-1.0-old\r\n", false},
            Words{"hugePacket", "SSH-2.0-x\r\n\xff\xff\xff\xff\x04" + std::string(64, 'x'), false},
            Words{"badKex", std::string("SSH-2.0-x\r\n\0\0\0\x0c\x04\x14xxxxxxxxxx", 27), false},
            Words{"endlessKex", "SSH-2.0-x\r\n" + std::string(4096, 'A'), true}),
        kTransports),
    [](const auto &test) {
        return std::string(std::get<0>(test.param).name) + "_" + transportName(std::get<1>(test.param));
    });

class Retry : public OverTransport {};
TEST_P(Retry, FollowsAServerThatHangsUpBeforeItsBanner) {
    SilentServer server({}, false, true);
    remote::Client client;
    auto options = shortTimeouts();
    options.connectTimeout = 1500ms;
    const auto result = connectTo(client, endpointAt(server.port(), GetParam()), {}, options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Protocol) << describe(result.error());
    EXPECT_GE(server.callers(), 2);
    EXPECT_LE(server.callers(), 7);
}

class LostLink : public OverTransport {};
TEST_P(LostLink, KilledServerEndsTheCommandAndIsReportedOnce) {
    Sshd sshd;
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd));
    const auto lost = std::make_shared<Eventually<remote::Failure>>();
    transport->onLost([lost](const remote::Failure &failure) { lost->set(failure); });
    Running running(*transport, script("while :; do echo tick; sleep 0.01; done\n"));
    ASSERT_TRUE(running.waitForBytes(20));
    sshd.killSessions();
    const ProcessResult ran = running.end();
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::LinkLost);
    const auto failure = lost->get();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, FailureKind::LinkLost);
    EXPECT_FALSE(transport->isConnected());
    EXPECT_EQ(ran.finishes, 1);

    const ProcessResult after = runOn(*transport, script("true\n"));
    ASSERT_TRUE(after.exit.failure) << "a command on a lost link fails and does not hang";
    EXPECT_EQ(after.exit.failure->kind, FailureKind::LinkLost);
    const auto late = std::make_shared<Eventually<remote::Failure>>();
    transport->onLost([late](const remote::Failure &lostLink) { late->set(lostLink); });
    EXPECT_TRUE(late->get()) << "who asks later is told, too";
}

TEST_P(LostLink, StoppedServerIsNoticedByItsSilence) {
    Sshd sshd;
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd), {}, watchful());
    Running running(*transport, script("echo here; sleep 1000\n"));
    ASSERT_TRUE(running.waitForBytes(5));
    sshd.stop();
    const ProcessResult ran = running.end();
    sshd.resume();
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::LinkLost);
    EXPECT_NE(ran.exit.failure->what.find("no response"), std::string::npos) << ran.exit.failure->what;
}

TEST_P(LostLink, QuietButLivingServerIsKept) {
    Sshd sshd;
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd), {}, watchful());
    Running running(*transport, script("sleep 2; echo still here\n")); // ten intervals without output
    const ProcessResult ran = running.end();
    EXPECT_EQ(ran.out, "still here\n");
    EXPECT_FALSE(ran.exit.failure);
}

TEST_P(LostLink, DoesNotHappenToAServerThatAsksForSignsOfLifeItself) {
    SshdOptions options;
    options.lines = {"ClientAliveInterval 1", "ClientAliveCountMax 1"};
    Sshd sshd(options);
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd));
    Running running(*transport, script("sleep 4; echo still here\n"));
    EXPECT_EQ(running.end().out, "still here\n");
}

TEST_P(LostLink, ServerStoppedDuringTheHandshakeTimesOut) {
    Sshd sshd;
    sshd.stop();
    remote::Client client;
    const auto result = connectTo(client, endpointOf(sshd), {}, shortTimeouts());
    sshd.resume();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Timeout);
}

TEST_P(LostLink, NewConnectionReplacesTheLostOne) {
    Sshd sshd;
    remote::Client client;
    const auto first = connected(client, endpointOf(sshd));
    const auto lost = std::make_shared<Eventually<remote::Failure>>();
    first->onLost([lost](const remote::Failure &failure) { lost->set(failure); });
    sshd.killSessions();
    ASSERT_TRUE(lost->get());
    const auto second = connected(client, endpointOf(sshd));
    EXPECT_NE(first, second);
    EXPECT_EQ(runOn(*second, script("echo ok\n")).out, "ok\n");
}

class CancelAt : public testing::TestWithParam<std::tuple<Stage, remote::TransportKind>> {};
TEST_P(CancelAt, EndsTheAttemptOnce) {
    Sshd sshd;
    std::filesystem::remove(sshd.knownHosts());
    remote::Prompts prompts;
    prompts.hostKey = [](const auto &) {
        return remote::HostKeyAnswer::AcceptOnce;
    };
    const auto done = std::make_shared<Eventually<remote::ConnectResult>>();
    std::mutex mutex;
    std::condition_variable there;
    std::shared_ptr<remote::Attempt> attempt;
    remote::ConnectOptions options;
    options.stage = [&](Stage stage) {
        if (stage != std::get<Stage>(GetParam()))
            return;
        std::unique_lock lock(mutex);
        there.wait(lock, [&] { return attempt != nullptr; });
        attempt->cancel();
    };
    {
        remote::Client client;
        remote::Endpoint endpoint = endpointOf(sshd);
        endpoint.transport = std::get<remote::TransportKind>(GetParam());
        auto made = client.connect(endpoint, prompts, options, [done](auto got) { done->set(got); });
        {
            std::lock_guard lock(mutex);
            attempt = std::move(made);
        }
        there.notify_all();
        const auto got = done->get();
        ASSERT_TRUE(got);
        ASSERT_FALSE(*got);
        EXPECT_EQ(got->error().kind, FailureKind::Cancelled);
    }
    EXPECT_EQ(done->count(), 1u);
}
INSTANTIATE_TEST_SUITE_P(Stages, CancelAt,
                         testing::Combine(testing::Values(Stage::Config, Stage::Resolve, Stage::Connect,
                                                          Stage::Handshake, Stage::HostKey, Stage::Login),
                                          kTransports),
                         [](const auto &test) {
                             std::string name(toString(std::get<Stage>(test.param)));
                             std::erase(name, ' ');
                             return name + "_" + transportName(std::get<1>(test.param));
                         });

class Cancel : public OverTransport {};
TEST_P(Cancel, DuringAPromptCancelsTheQuestion) {
    Sshd sshd;
    std::filesystem::remove(sshd.knownHosts());
    const auto asked = std::make_shared<Eventually<bool>>();
    const auto done = std::make_shared<Eventually<remote::ConnectResult>>();
    remote::Prompts prompts;
    prompts.hostKey = [asked](const remote::HostKeyQuestion &question) {
        asked->set(true);
        while (!question.cancelled())
            std::this_thread::sleep_for(5ms);
        return remote::HostKeyAnswer::AcceptAndStore;
    };
    {
        remote::Client client;
        const auto attempt =
            client.connect(endpointOf(sshd), prompts, {}, [done](auto got) { done->set(got); });
        ASSERT_TRUE(asked->get());
        attempt->cancel();
        const auto got = done->get();
        ASSERT_TRUE(got);
        ASSERT_FALSE(*got);
        EXPECT_EQ(got->error().kind, FailureKind::Cancelled);
    }
    EXPECT_FALSE(std::filesystem::exists(sshd.knownHosts()))
        << "an answer that came too late counts for nothing";
}

class Shutdown : public OverTransport {};
TEST_P(Shutdown, EndsAttemptsAndCommandsInMidTransfer) {
    Sshd sshd;
    SilentServer mute;
    auto client = std::make_unique<remote::Client>();
    const auto transport = connected(*client, endpointOf(sshd));
    Running flood(*transport, script("exec cat /dev/zero\n"));
    Running quiet(*transport, script("sleep 1000\n"));
    const auto done = std::make_shared<Eventually<remote::ConnectResult>>();
    const auto attempt =
        client->connect(endpointAt(mute.port(), GetParam()), {}, {}, [done](auto got) { done->set(got); });
    ASSERT_TRUE(flood.waitForBytes(10'000'000));
    client.reset();
    EXPECT_EQ(done->count(), 1u) << "all callbacks have come when the client is gone";
    for (Running *running : {&flood, &quiet}) {
        const ProcessResult ran = running->end();
        ASSERT_TRUE(ran.exit.failure);
        EXPECT_EQ(ran.exit.failure->kind, FailureKind::Cancelled);
        EXPECT_EQ(ran.finishes, 1);
    }
    quiet.process().write("nobody reads this"); // handles outlive the client
    quiet.process().close();
    attempt->cancel();
    EXPECT_FALSE(transport->isConnected());
    EXPECT_TRUE(runOn(*transport, script("true\n")).exit.failure);
    transport->disconnect();
}

TEST_P(Shutdown, WithoutAnythingStartedIsQuick) {
    for (int i = 0; i < 50; ++i)
        remote::Client client;
}

TEST(Client, RunsWorkOnItsOneThreadInOrderAndLater) {
    remote::Client client;
    const auto order = std::make_shared<Eventually<std::string>>();
    std::thread::id first, second;
    client.post([&] { first = std::this_thread::get_id(); });
    const auto never = client.after(50ms, [order] { order->set("never"); });
    client.after(100ms, [&, order] {
        second = std::this_thread::get_id();
        order->set("later");
    });
    never();
    const auto got = order->get();
    ASSERT_TRUE(got);
    EXPECT_EQ(*got, "later");
    EXPECT_EQ(order->count(), 1u);
    EXPECT_EQ(first, second);
    EXPECT_NE(first, std::this_thread::get_id());
    never(); // a second call, and one after it has been dropped
}

TEST(Client, DropsDelayedWorkWhenItEnds) {
    std::function<void()> cancel;
    {
        remote::Client client;
        cancel = client.after(1h, [] { ADD_FAILURE(); });
    }
    cancel();
}

INSTANTIATE_TEST_SUITE_P(Over, Unreachable, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Retry, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, LostLink, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Cancel, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Shutdown, kTransports, TransportName());

} // namespace
} // namespace fabricscope::test
