// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ConnectMachine.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

/// Servers that accept the connection and send no banner.
namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using Machine = remote::ConnectMachine;
using remote::Failure;
using remote::FailureKind;
using remote::HostConfig;
using remote::Stage;

/// What a connection ends with that goes through these events and then waits for its limits.
Failure failureAfter(const HostConfig &config, const std::vector<Machine::Event> &events) {
    Machine machine(config, 1);
    Machine::TimePoint now{1h};
    Machine::Action last = machine.step(Machine::Started{10s, 30s, 300s, 0}, now);
    for (const Machine::Event &event : events)
        last = machine.step(event, now);
    while (!std::holds_alternative<Machine::Fail>(last.task) && machine.wakeAt()) {
        now = *machine.wakeAt();
        last = machine.step(Machine::TimePassed{}, now);
    }
    const auto *fail = std::get_if<Machine::Fail>(&last.task);
    EXPECT_NE(fail, nullptr);
    return fail != nullptr ? fail->failure : Failure{};
}

HostConfig hostConfig() {
    HostConfig config;
    config.alias = config.host = "gpu-07";
    config.user = "ops";
    return config;
}

/// A regression: a host that had accepted the connection was called unreachable.
TEST(BeforeABanner, ASilentServerWasReached) {
    const Failure failure = failureAfter(
        hostConfig(), {Machine::Resolved{{"192.0.2.1:22"}}, Machine::SlotGranted{}, Machine::Linked{}});
    EXPECT_EQ(failure.kind, FailureKind::Timeout);
    EXPECT_EQ(failure.stage, Stage::Handshake);
    HostConfig proxy = hostConfig();
    proxy.proxyCommand = "nc gpu-07 22";
    EXPECT_EQ(failureAfter(proxy, {Machine::SlotGranted{}, Machine::Linked{}}).stage, Stage::Connect)
        << "the proxy may not have reached it";
}

TEST(BeforeABanner, TextShowsThatItIsAnotherServer) {
    for (const std::string text : {"login:", ""}) { // or only blank lines
        const std::vector<Machine::Event> toText = {Machine::Resolved{{"192.0.2.1:22"}},
                                                    Machine::SlotGranted{},
                                                    Machine::Linked{},
                                                    Machine::ForeignLine{text},
                                                    Machine::BannerReceived{},
                                                    Machine::PermitGranted{},
                                                    Machine::StageReached{Stage::Handshake}};
        const auto with = [&](std::vector<Machine::Event> events, bool hadBanner) {
            events.push_back(Machine::HandshakeFailed{
                {FailureKind::Protocol, Stage::Handshake, "no key", ""}, !hadBanner, false, hadBanner});
            return events;
        };
        const std::string sentence =
            "ops@gpu-07 answered, but not as an SSH server" + (text.empty() ? std::string() : ": " + text);
        EXPECT_EQ(failureAfter(hostConfig(), toText).what, sentence);
        EXPECT_EQ(failureAfter(hostConfig(), toText).stage, Stage::Connect);
        EXPECT_EQ(failureAfter(hostConfig(), with(toText, false)).what, sentence) << "closed by the server";
        EXPECT_EQ(failureAfter(hostConfig(), with(toText, true)).what, "no key")
            << "a greeting before its banner";
    }
}

} // namespace
} // namespace fabricscope::test
