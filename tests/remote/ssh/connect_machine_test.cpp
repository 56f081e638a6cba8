// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ConnectMachine.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <memory>

/// Every state of a connection and what can happen in it, without a server, a socket or a clock.
namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using Machine = remote::ConnectMachine;
using remote::Failure;
using remote::FailureKind;
using remote::HostConfig;
using remote::Stage;
using remote::TransportKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

HostConfig direct() {
    HostConfig config;
    config.alias = config.host = "gpu-07";
    config.user = "ops";
    return config;
}
HostConfig byProxy() {
    HostConfig config = direct();
    config.proxyCommand = "nc gpu-07 22";
    return config;
}
HostConfig byJump() {
    HostConfig config = direct();
    config.jumps = {"outer", "bastion"};
    return config;
}
HostConfig byOpenSsh() {
    HostConfig config = direct();
    config.transport = TransportKind::OpenSsh;
    return config;
}
HostConfig byUserMaster() {
    HostConfig config = byOpenSsh();
    config.userMaster = "/run/user/1000/cm";
    config.jumps = {"bastion"};
    return config;
}

const Machine::Started kStarted{10s, 30s, 300s, 0};

/// A machine with a clock that a test moves.
struct Driven {
    explicit Driven(HostConfig host, Machine::Started started = kStarted)
        : config(std::make_shared<const HostConfig>(std::move(host))) {
        give(started);
    }

    const Machine::Action &give(const Machine::Event &event) { return last = machine.step(event, now); }
    /// The time passes until the next limit, or for so long.
    const Machine::Action &pass() {
        now = machine.wakeAt().value();
        return give(Machine::TimePassed{});
    }
    const Machine::Action &pass(std::chrono::milliseconds span) {
        now += span;
        return give(Machine::TimePassed{});
    }
    template<typename Task> [[nodiscard]] bool is() const { return std::holds_alternative<Task>(last.task); }
    template<typename Task> [[nodiscard]] const Task &as() const { return std::get<Task>(last.task); }
    [[nodiscard]] const Failure &failure() const { return as<Machine::Fail>().failure; }
    /// How long until the next limit.
    [[nodiscard]] std::optional<std::chrono::milliseconds> left() const {
        if (!machine.wakeAt())
            return std::nullopt;
        return std::chrono::duration_cast<std::chrono::milliseconds>(*machine.wakeAt() - now);
    }

    std::shared_ptr<const HostConfig> config; // one for all copies
    Machine machine{*config, 1};
    Machine::TimePoint now{1h};
    Machine::Action last{Machine::Wait{}};
};

using Events = std::vector<Machine::Event>;
const Events kToDial{Machine::Resolved{{"192.0.2.1:22", "[2001:db8::1]:22"}}, Machine::SlotGranted{}};

Events operator+(Events events, const Events &more) {
    events.insert(events.end(), more.begin(), more.end());
    return events;
}
const Events kToBanner = kToDial + Events{Machine::Linked{}};
const Events kToHandshake = kToBanner + Events{Machine::BannerReceived{}, Machine::PermitGranted{}};
const Events kToMaster{Machine::SlotGranted{}, Machine::PermitGranted{}};

Driven driven(const HostConfig &config, const Events &events) {
    Driven one(config);
    for (const Machine::Event &event : events)
        one.give(event);
    return one;
}

// ---- each state

struct StateCase {
    const char *name;
    HostConfig config;
    Events events;
    /// What limits it: how long, and the sentence where that is over; none: nothing does, it is another's
    /// turn.
    std::optional<std::chrono::milliseconds> limit{};
    std::string sentence{};
};

std::vector<StateCase> states() {
    using M = Machine;
    const std::string resolving = "no answer from ops@gpu-07 within 10000 ms (resolve)";
    const std::string connecting = "no answer from ops@gpu-07 within 10000 ms (connect)";
    const std::string handshake = "ops@gpu-07 did not complete the handshake within 30000 ms";
    return {
        {"Resolving", direct(), {}, 10s, resolving},
        {"AwaitingSlot", direct(), {M::Resolved{{"192.0.2.1:22"}}}},
        {"DiallingTheOnlyAddress",
         direct(),
         {M::Resolved{{"192.0.2.1:22"}}, M::SlotGranted{}},
         10s,
         "192.0.2.1:22 did not answer"},
        {"AwaitingBanner", direct(), kToBanner, 10s,
         "ops@gpu-07 accepted the connection, but sent no SSH banner within 10000 ms"},
        {"AwaitingTheBannerOfAProxy",
         byProxy(),
         {M::SlotGranted{}, M::Linked{}},
         10s,
         "no SSH banner from ops@gpu-07 within 10000 ms"},
        {"AwaitingPermit", direct(), kToBanner + Events{M::BannerReceived{}}},
        {"Handshaking", direct(), kToHandshake, 30s, handshake},
        {"CheckingTheHostKey", direct(), kToHandshake + Events{M::StageReached{Stage::HostKey}}, 30s,
         "ops@gpu-07 did not complete the host key within 30000 ms"},
        {"LoggingIn", direct(), kToHandshake + Events{M::StageReached{Stage::Login}}, 30s,
         "ops@gpu-07 did not complete the login within 30000 ms"},
        {"AskingTheUser", direct(), kToHandshake + Events{M::PromptShown{}}, 300s,
         "no answer to the question for ops@gpu-07 within 300 s"},
        {"AnsweredByTheUser", direct(), kToHandshake + Events{M::PromptShown{}, M::PromptAnswered{}}, 30s,
         handshake},
        {"ProxyAwaitingSlot", byProxy(), {}},
        {"ProxyStarting", byProxy(), {M::SlotGranted{}}, 10s, connecting},
        {"ConnectingToJump", byJump(), {}},
        {"JumpAwaitingSlot", byJump(), {M::JumpConnected{}}},
        {"JumpForwarding", byJump(), {M::JumpConnected{}, M::SlotGranted{}}, 10s, connecting},
        {"FindingTheUsersMaster", byUserMaster(), {}, 10s, resolving},
        {"JoiningTheUsersMaster", byUserMaster(), {M::MasterConnected{}}, 10s, resolving},
        {"SshAwaitingSlot", byOpenSsh(), {}},
        {"SshAwaitingPermit", byOpenSsh(), {M::SlotGranted{}}},
        {"SshConnecting", byOpenSsh(), kToMaster, 10s, resolving},
        {"SshHandshaking", byOpenSsh(), kToMaster + Events{M::StageReached{Stage::Handshake}}, 30s,
         handshake},
    };
}

class ConnectState : public testing::TestWithParam<StateCase> {};
INSTANTIATE_TEST_SUITE_P(Each, ConnectState, testing::ValuesIn(states()),
                         [](const auto &one) { return std::string(one.param.name); });

TEST_P(ConnectState, EndsAtItsLimitAndOnlyThen) {
    Driven one = driven(GetParam().config, GetParam().events);
    EXPECT_EQ(one.left(), GetParam().limit);
    if (!GetParam().limit) {
        one.pass(24h);
        EXPECT_TRUE(one.is<Machine::Wait>()) << "it waits for its turn, and that is no fault of the host";
        return;
    }
    one.pass(*GetParam().limit - 1ms);
    EXPECT_TRUE(one.is<Machine::Wait>());
    const bool isReached = GetParam().sentence.find("accepted the connection") != std::string::npos;
    const Stage stage = isReached ? Stage::Handshake : one.machine.stage();
    one.pass(1ms);
    if (one.is<Machine::SendBanner>())
        one.pass();
    ASSERT_TRUE(one.is<Machine::Fail>());
    EXPECT_EQ(one.failure().kind, FailureKind::Timeout);
    EXPECT_EQ(one.failure().what, GetParam().sentence);
    EXPECT_EQ(one.failure().stage, stage);
}

TEST_P(ConnectState, StopsWhenItIsCancelledAndThenIgnoresWhatComes) {
    Driven one = driven(GetParam().config, GetParam().events);
    one.give(Machine::Cancelled{});
    EXPECT_TRUE(one.is<Machine::Stop>());
    EXPECT_EQ(one.left(), std::nullopt);
    for (const Machine::Event &late : Events{Machine::Linked{}, Machine::LoggedIn{}, Machine::TimePassed{},
                                             Machine::SlotGranted{}, Machine::Cancelled{}})
        EXPECT_TRUE(std::holds_alternative<Machine::Wait>(one.give(late).task));
}

TEST_P(ConnectState, EndsWithTheFailureOfItsStep) {
    Driven one = driven(GetParam().config, GetParam().events);
    one.give(Machine::Failed{{FailureKind::Unresolvable, Stage::Resolve, "no such name", "look it up"}});
    ASSERT_TRUE(one.is<Machine::Fail>());
    EXPECT_EQ(one.failure().what, "no such name");
    EXPECT_EQ(one.failure().hint, "look it up");
    EXPECT_EQ(one.left(), std::nullopt);
}

TEST_P(ConnectState, StartsOverForTheNextAttempt) {
    Driven fresh(GetParam().config);
    Driven one = driven(GetParam().config, GetParam().events);
    one.pass(1ms);
    one.give(kStarted);
    EXPECT_EQ(one.last.task.index(), fresh.last.task.index());
    EXPECT_EQ(one.last.entered, fresh.last.entered);
    EXPECT_EQ(one.left(), fresh.left()) << "with the whole time again";
    if (!one.left())
        return;
    one.pass();
    fresh.pass();
    EXPECT_EQ(one.failure().what, fresh.failure().what);
}

/// Events that no step of this state reports.
TEST_P(ConnectState, IgnoresTheEventsOfOtherStates) {
    const Events all{Machine::Resolved{{"192.0.2.9:22"}},
                     Machine::SlotGranted{},
                     Machine::PermitGranted{},
                     Machine::Refused{ECONNREFUSED},
                     Machine::Linked{},
                     Machine::JumpConnected{},
                     Machine::BannerReceived{},
                     Machine::ClosedBeforeBanner{},
                     Machine::ForeignLine{"HTTP/1.1 400 Bad Request"},
                     Machine::MasterConnected{},
                     Machine::MasterMissing{},
                     Machine::StageReached{Stage::Login},
                     Machine::PromptShown{},
                     Machine::PromptAnswered{},
                     Machine::HandshakeFailed{},
                     Machine::LoggedIn{}};
    int taken = 0;
    for (const Machine::Event &event : all) {
        Driven one = driven(GetParam().config, GetParam().events);
        const Stage stage = one.machine.stage();
        const auto left = one.left();
        one.give(event);
        if (!one.is<Machine::Wait>() || !one.last.entered.empty() || one.left() != left)
            ++taken;
        else
            EXPECT_EQ(one.machine.stage(), stage);
    }
    EXPECT_GE(taken, 1) << "each state leads on";
    EXPECT_LE(taken, 5) << "and only by its own events";
}

// ---- the ways to a link

TEST(ConnectMachine, DialsTheAddressOfTheName) {
    Driven one(direct());
    EXPECT_TRUE(one.is<Machine::Resolve>());
    EXPECT_THAT(one.last.entered, ElementsAre(Stage::Resolve));
    one.give(Machine::Resolved{{"192.0.2.1:22"}});
    EXPECT_EQ(one.as<Machine::WaitForSlot>().server, "192.0.2.1:22");
    EXPECT_THAT(one.last.entered, IsEmpty());
    one.give(Machine::SlotGranted{});
    EXPECT_EQ(one.as<Machine::Dial>().address, 0U);
    EXPECT_THAT(one.last.entered, ElementsAre(Stage::Connect));
    EXPECT_TRUE(std::holds_alternative<Machine::AwaitBanner>(one.give(Machine::Linked{}).task));
    EXPECT_TRUE(std::holds_alternative<Machine::WaitForPermit>(one.give(Machine::BannerReceived{}).task));
    EXPECT_TRUE(std::holds_alternative<Machine::PerformHandshake>(one.give(Machine::PermitGranted{}).task));
    EXPECT_EQ(one.machine.stage(), Stage::Handshake);
    EXPECT_THAT(one.give(Machine::StageReached{Stage::HostKey}).entered, ElementsAre(Stage::HostKey));
    EXPECT_THAT(one.give(Machine::StageReached{Stage::Login}).entered, ElementsAre(Stage::Login));
    EXPECT_TRUE(std::holds_alternative<Machine::Finish>(one.give(Machine::LoggedIn{}).task));
    EXPECT_EQ(one.left(), std::nullopt);
}

TEST(ConnectMachine, WaitsOnWhereANameHasNoAddress) {
    Driven one(direct());
    EXPECT_TRUE(std::holds_alternative<Machine::Wait>(one.give(Machine::Resolved{}).task));
}

TEST(ConnectMachine, TriesEachAddressAndReportsTheLast) {
    Driven one = driven(direct(), kToDial);
    EXPECT_EQ(one.give(Machine::Refused{ENETUNREACH}).task.index(), Machine::Task(Machine::Dial{}).index());
    EXPECT_EQ(one.as<Machine::Dial>().address, 1U);
    one.give(Machine::Refused{ECONNREFUSED});
    EXPECT_EQ(one.failure().kind, FailureKind::Refused);
    EXPECT_EQ(one.failure().what, "[2001:db8::1]:22 refused the connection");
    EXPECT_EQ(one.failure().hint, "is sshd running on this port?");
    EXPECT_EQ(one.failure().stage, Stage::Connect);
}

TEST(ConnectMachine, NamesTheReasonOfAnAddressThatCannotBeReached) {
    Driven one = driven(direct(), {Machine::Resolved{{"192.0.2.1:22"}}, Machine::SlotGranted{},
                                   Machine::Refused{EHOSTUNREACH}});
    EXPECT_EQ(one.failure().kind, FailureKind::Unreachable);
    EXPECT_EQ(one.failure().what, "192.0.2.1:22 cannot be reached: No route to host");
}

TEST(ConnectMachine, AnUnreachableFirstAddressTakesOnlyItsShareOfTheTime) {
    Driven one = driven(direct(), kToDial);
    EXPECT_EQ(one.left(), 5s) << "a half each";
    one.pass();
    EXPECT_EQ(one.as<Machine::Dial>().address, 1U);
    EXPECT_EQ(one.left(), 5s) << "what is left is the second one's";
    one.pass();
    EXPECT_EQ(one.failure().what, "[2001:db8::1]:22 did not answer");
    EXPECT_EQ(one.failure().kind, FailureKind::Timeout);
}

TEST(ConnectMachine, TheTimeOfAnAddressThatRefusesAtOnceIsTheNextOnes) {
    Driven one = driven(direct(), kToDial);
    one.pass(1s);
    one.give(Machine::Refused{ECONNREFUSED});
    EXPECT_EQ(one.left(), 9s);
}

TEST(ConnectMachine, StartsTheProxyOnceItsTurnComes) {
    Driven one(byProxy());
    EXPECT_EQ(one.as<Machine::WaitForSlot>().server, "proxy nc gpu-07 22");
    EXPECT_THAT(one.last.entered, IsEmpty());
    one.give(Machine::SlotGranted{});
    EXPECT_TRUE(one.is<Machine::StartProxy>());
    EXPECT_THAT(one.last.entered, ElementsAre(Stage::Connect));
    EXPECT_TRUE(std::holds_alternative<Machine::AwaitBanner>(one.give(Machine::Linked{}).task));
}

TEST(ConnectMachine, GoesThroughTheLastJumpHost) {
    Driven one(byJump());
    EXPECT_TRUE(one.is<Machine::ConnectToJump>());
    EXPECT_THAT(one.last.entered, ElementsAre(Stage::Connect));
    one.give(Machine::JumpConnected{});
    EXPECT_EQ(one.as<Machine::WaitForSlot>().server, "bastion gpu-07:22");
    EXPECT_TRUE(std::holds_alternative<Machine::ForwardThroughJump>(one.give(Machine::SlotGranted{}).task));
    EXPECT_TRUE(std::holds_alternative<Machine::AwaitBanner>(one.give(Machine::Linked{}).task));
}

TEST(ConnectMachine, AJumpHostAheadOfAProxyCommandIsUsed) {
    HostConfig config = byJump();
    config.proxyCommand = "nc gpu-07 22";
    EXPECT_TRUE(Driven(config).is<Machine::ConnectToJump>());
}

TEST(ConnectMachine, EightJumpsInARowAreTheMost) {
    EXPECT_TRUE(Driven(byJump(), {10s, 30s, 300s, 7}).is<Machine::ConnectToJump>());
    const Driven ninth(byJump(), {10s, 30s, 300s, 8});
    EXPECT_EQ(ninth.failure().what, "more than 8 jump hosts in a row");
    EXPECT_EQ(ninth.failure().kind, FailureKind::Config);
    EXPECT_EQ(ninth.failure().stage, Stage::Config);
}

// ---- time

TEST(ConnectMachine, TheTimeInAQueueDoesNotCount) {
    Driven one(direct());
    one.pass(4s);
    one.give(Machine::Resolved{{"192.0.2.1:22"}});
    one.pass(1h);
    one.give(Machine::SlotGranted{});
    EXPECT_EQ(one.left(), 6s);
}

TEST(ConnectMachine, TheConfigurationsConnectTimeoutWins) {
    HostConfig config = direct();
    config.connectTimeout = 2s;
    Driven one(config);
    EXPECT_EQ(one.left(), 2s);
    EXPECT_EQ((one.pass(), one.failure().what), "no answer from ops@gpu-07 within 2000 ms (resolve)");
    EXPECT_EQ(one.failure().hint, "check that the host is up and that no firewall blocks this port");
}

TEST(ConnectMachine, TheUsersTimeIsNotTheServers) {
    Driven one = driven(direct(), kToHandshake);
    one.pass(20s);
    EXPECT_TRUE(std::holds_alternative<Machine::ReleasePermit>(one.give(Machine::PromptShown{}).task));
    one.pass(200s);
    EXPECT_TRUE(one.is<Machine::Wait>());
    one.give(Machine::PromptAnswered{});
    EXPECT_EQ(one.left(), 10s);
    one.give(Machine::PromptShown{});
    EXPECT_EQ(one.left(), 300s) << "each question has the whole time";
}

TEST(ConnectMachine, AnAnswerEndsTheLimitOfItsQuestion) {
    Driven one(direct(), {10s, 30s, 5s, 0});
    for (const Machine::Event &event : kToHandshake)
        one.give(event);
    one.give(Machine::PromptShown{});
    EXPECT_EQ(one.left(), 5s);
    one.pass(4s);
    one.give(Machine::PromptAnswered{});
    EXPECT_EQ(one.left(), 30s);
}

// ---- other programs at the port

TEST(ConnectMachine, NamesWhatAnswersToABannerWhereNoneCame) {
    Driven one = driven(direct(), kToBanner);
    one.pass(10s);
    ASSERT_TRUE(one.is<Machine::SendBanner>());
    EXPECT_EQ(one.left(), 500ms);
    one.give(Machine::ForeignLine{"HTTP/1.1 400 Bad Request"});
    EXPECT_EQ(one.failure().what, "ops@gpu-07 answered, but not as an SSH server: HTTP/1.1 400 Bad Request");
    EXPECT_EQ(one.failure().kind, FailureKind::Protocol);
    EXPECT_EQ(one.failure().stage, Stage::Connect);
    EXPECT_THAT(one.failure().hint, HasSubstr("another program listens on this port"));
}

TEST(ConnectMachine, ABannerThatComesTooLateIsNoneAndNothingIsTriedAgain) {
    for (const Machine::Event &late : Events{Machine::BannerReceived{}, Machine::ClosedBeforeBanner{}}) {
        Driven one = driven(direct(), kToBanner);
        one.pass(10s);
        one.give(late);
        ASSERT_TRUE(one.is<Machine::Fail>());
        EXPECT_THAT(one.failure().what, HasSubstr("sent no SSH banner"));
    }
}

TEST(ConnectMachine, NamesWhatSshReceivesInsteadOfABanner) {
    const Events toLine = kToMaster + Events{Machine::StageReached{Stage::Connect}, Machine::Linked{},
                                             Machine::ForeignLine{"HTTP/1.1 400 Bad Request"}};
    const std::string sentence = "ops@gpu-07 answered, but not as an SSH server: HTTP/1.1 400 Bad Request";
    Driven one = driven(byOpenSsh(), toLine);
    EXPECT_TRUE(one.is<Machine::Wait>()) << "a banner may follow";
    one.give(Machine::HandshakeFailed{{FailureKind::Protocol, Stage::Connect, "closed", ""}, true, false});
    EXPECT_EQ(one.failure().what, sentence);
    Driven silent = driven(byOpenSsh(), toLine);
    EXPECT_EQ((silent.pass(), silent.failure().what), sentence);
    Driven greeting = driven(byOpenSsh(), toLine);
    greeting.give(Machine::StageReached{Stage::Handshake});
    greeting.give(
        Machine::HandshakeFailed{{FailureKind::Protocol, Stage::Handshake, "no key", ""}, false, false});
    EXPECT_EQ(greeting.failure().what, "no key");
}

TEST(ConnectMachine, NamesAServerOfSshThatAcceptsAndIsSilent) {
    Driven one =
        driven(byOpenSsh(), kToMaster + Events{Machine::StageReached{Stage::Connect}, Machine::Linked{}});
    EXPECT_EQ((one.pass(), one.failure().what),
              "ops@gpu-07 accepted the connection, but sent no SSH banner within 10000 ms");
}

// ---- retries

TEST(ConnectMachine, StartsOverAfterAPauseWhereTheServerHasTooManyCallers) {
    Driven one = driven(direct(), kToBanner);
    one.give(Machine::ClosedBeforeBanner{});
    ASSERT_TRUE(one.is<Machine::Pause>());
    EXPECT_GE(one.left(), 100ms);
    EXPECT_LT(one.left(), 300ms);
    one.pass();
    EXPECT_TRUE(one.is<Machine::Resolve>());
    EXPECT_THAT(one.last.entered, ElementsAre(Stage::Resolve));
    EXPECT_EQ(one.left(), 10s) << "a pause takes none of the time";
}

TEST(ConnectMachine, PausesLongerEachTimeAndGivesUpAfterSixRetries) {
    Driven one(direct(), {24h, 30s, 300s, 0});
    std::chrono::milliseconds base = 100ms;
    for (int retry = 0; retry < 6; ++retry, base *= 2) {
        for (const Machine::Event &event : kToBanner)
            one.give(event);
        one.give(Machine::ClosedBeforeBanner{});
        ASSERT_TRUE(one.is<Machine::Pause>()) << retry;
        EXPECT_GE(one.left(), base);
        EXPECT_LT(one.left(), 3 * base);
        one.pass();
    }
    for (const Machine::Event &event : kToBanner)
        one.give(event);
    one.give(Machine::ClosedBeforeBanner{});
    EXPECT_EQ(one.failure().what, "ops@gpu-07 closed the connection without an SSH banner");
    EXPECT_THAT(one.failure().hint, HasSubstr("MaxStartups"));
    EXPECT_EQ(one.failure().kind, FailureKind::Protocol);
}

TEST(ConnectMachine, ANewAttemptHasAllItsRetries) {
    Driven one(direct(), {24h, 30s, 300s, 0});
    const auto refuseTimes = [&](int times) {
        for (int i = 0; i < times; ++i) {
            for (const Machine::Event &event : kToBanner)
                one.give(event);
            one.give(Machine::ClosedBeforeBanner{});
            if (one.is<Machine::Pause>())
                one.pass();
        }
    };
    refuseTimes(6);
    one.give(Machine::Started{24h, 30s, 300s, 0});
    refuseTimes(6);
    EXPECT_TRUE(one.is<Machine::Resolve>());
}

TEST(ConnectMachine, DoesNotStartOverWithTooLittleTimeLeft) {
    Driven one = driven(direct(), kToBanner);
    one.pass(10s - 50ms);
    one.give(Machine::ClosedBeforeBanner{});
    EXPECT_TRUE(one.is<Machine::Fail>());
}

TEST(ConnectMachine, AReasonThatTheProxyKnowsIsFinal) {
    Driven one = driven(byProxy(), {Machine::SlotGranted{}, Machine::Linked{}});
    one.give(Machine::ClosedBeforeBanner{
        Failure{FailureKind::ProxyFailed, Stage::Connect, "the ProxyCommand ended: no route", {}}});
    EXPECT_EQ(one.failure().what, "the ProxyCommand ended: no route");
}

TEST(ConnectMachine, ALinkThatMayNotBeMadeAgainIsNot) {
    Driven one = driven(byProxy(), {Machine::SlotGranted{}, Machine::Linked{false}});
    EXPECT_TRUE(std::holds_alternative<Machine::Fail>(one.give(Machine::ClosedBeforeBanner{}).task));
    Driven other = driven(byProxy(), {Machine::SlotGranted{}, Machine::Linked{false},
                                      Machine::BannerReceived{}, Machine::PermitGranted{}});
    EXPECT_TRUE(std::holds_alternative<Machine::Fail>(other.give(Machine::HandshakeFailed{{}, true}).task));
}

TEST(ConnectMachine, StartsOverWhereTheKeyExchangeWasCutOff) {
    Driven one = driven(direct(), kToHandshake);
    one.give(Machine::HandshakeFailed{{FailureKind::Protocol, Stage::Handshake, "closed", {}}, true});
    EXPECT_TRUE(one.is<Machine::Pause>());
    EXPECT_TRUE(std::holds_alternative<Machine::Stop>(one.give(Machine::Cancelled{}).task))
        << "also in the pause";
    EXPECT_EQ(one.left(), std::nullopt);
}

TEST(ConnectMachine, AnyOtherFailureOfTheHandshakeIsFinal) {
    Driven one = driven(direct(), kToHandshake);
    one.give(Machine::HandshakeFailed{{FailureKind::HostKeyChanged, Stage::HostKey, "changed", "do not"}});
    EXPECT_EQ(one.failure().kind, FailureKind::HostKeyChanged);
    EXPECT_EQ(one.failure().hint, "do not");
}

TEST(ConnectMachine, WithoutACommonAlgorithmOpenSshMayBeUsed) {
    Driven one = driven(direct(), kToHandshake);
    one.give(
        Machine::HandshakeFailed{{FailureKind::Protocol, Stage::Handshake, "no match", {}}, false, true});
    EXPECT_EQ(one.as<Machine::FailOrUseOpenSsh>().failure.what, "no match");
    EXPECT_EQ(one.left(), std::nullopt);
}

// ---- OpenSSH

TEST(ConnectMachine, SshIsStartedInItsTurn) {
    Driven one(byOpenSsh());
    EXPECT_EQ(one.as<Machine::WaitForSlot>().server, "ssh ops@gpu-07");
    EXPECT_THAT(one.last.entered, ElementsAre(Stage::Resolve));
    EXPECT_TRUE(std::holds_alternative<Machine::WaitForPermit>(one.give(Machine::SlotGranted{}).task));
    EXPECT_TRUE(std::holds_alternative<Machine::StartMaster>(one.give(Machine::PermitGranted{}).task));
    EXPECT_THAT(one.give(Machine::StageReached{Stage::Connect}).entered, ElementsAre(Stage::Connect));
    EXPECT_EQ(one.left(), 10s) << "until the server's version";
    one.pass(9s);
    one.give(Machine::StageReached{Stage::Handshake});
    EXPECT_EQ(one.left(), 30s);
    one.pass(9s);
    one.give(Machine::StageReached{Stage::Login});
    EXPECT_EQ(one.left(), 21s) << "one limit for key exchange and login";
    EXPECT_TRUE(std::holds_alternative<Machine::Finish>(one.give(Machine::LoggedIn{}).task));
}

TEST(ConnectMachine, SshGoesThroughASessionOfOursToTheJumpHost) {
    HostConfig config = byOpenSsh();
    config.jumps = {"bastion"};
    Driven one(config);
    EXPECT_TRUE(one.is<Machine::ConnectToJump>());
    EXPECT_THAT(one.last.entered, ElementsAre(Stage::Resolve, Stage::Connect));
    EXPECT_EQ(one.give(Machine::JumpConnected{}).task.index(), Machine::Task(Machine::WaitForSlot{}).index());
    EXPECT_EQ(one.as<Machine::WaitForSlot>().server, "ssh ops@gpu-07");
}

TEST(ConnectMachine, TheUsersRunningMasterIsJoined) {
    Driven one(byUserMaster());
    EXPECT_TRUE(one.is<Machine::FindMaster>());
    EXPECT_TRUE(std::holds_alternative<Machine::Wait>(one.give(Machine::MasterConnected{}).task));
    EXPECT_TRUE(std::holds_alternative<Machine::Finish>(one.give(Machine::LoggedIn{}).task));
}

TEST(ConnectMachine, TheUsersMasterIsStartedWithoutOurJumpSession) {
    Driven one(byUserMaster());
    one.give(Machine::MasterMissing{});
    EXPECT_TRUE(one.is<Machine::WaitForSlot>());
}

TEST(ConnectMachine, SshIsRunAgainOnlyOverADirectConnection) {
    const Machine::HandshakeFailed closed{{FailureKind::Protocol, Stage::Connect, "closed", {}}, true};
    Driven one = driven(byOpenSsh(), kToMaster);
    one.give(closed);
    ASSERT_TRUE(one.is<Machine::Pause>());
    EXPECT_EQ((one.pass(), one.as<Machine::WaitForSlot>().server), "ssh ops@gpu-07");
    HostConfig config = byOpenSsh();
    config.proxyCommand = "nc gpu-07 22";
    Driven other = driven(config, kToMaster);
    EXPECT_TRUE(std::holds_alternative<Machine::Fail>(other.give(closed).task));
}

} // namespace
} // namespace fabricscope::test
