// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostConfig.h"
#include "remote/ssh/ConnectSteps.h"
#include "remote/ssh/Countdown.h"

#include <random>
#include <variant>

namespace fabricscope::remote {

/// The steps of a connection, from the name to the session, as a state machine: no sockets, no threads, no
/// clock. Each event with the time when it came gives the next action; the owner performs it and reports its
/// outcome as an event. Events of an earlier start must not be given. ARCHITECTURE.md has the table.
class ConnectMachine : public ConnectSteps {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// `config` must outlive it; `seed` is for the pauses between retries.
    ConnectMachine(const HostConfig &config, std::uint32_t seed) : m_config(config), m_random(seed) {}

    [[nodiscard]] Action step(const Event &event, TimePoint now);
    /// When TimePassed is due, however often that moves.
    [[nodiscard]] std::optional<TimePoint> wakeAt() const;
    /// How far the connection has come; the last stage after its end.
    [[nodiscard]] Stage stage() const { return m_stage; }

private:
    enum class State {
        Idle,
        Resolving,
        ConnectingToJump,
        AwaitingSlot,
        Dialling,
        OpeningLink,
        AwaitingBanner,
        AskingForBanner,
        AwaitingPermit,
        FindingMaster,
        Handshaking, // also while `ssh` does it
        Pausing,
        Ended,
    };
    Action on(const Started &event);
    Action on(const Resolved &event);
    Action on(const SlotGranted &event);
    Action on(const PermitGranted &event);
    Action on(const Refused &event);
    Action on(const Linked &event);
    Action on(const JumpConnected &event);
    Action on(const BannerReceived &event);
    Action on(const ClosedBeforeBanner &event);
    Action on(const ForeignLine &event);
    Action on(const MasterConnected &event);
    Action on(const MasterMissing &event);
    Action on(const StageReached &event);
    Action on(const PromptShown &event);
    Action on(const PromptAnswered &event);
    Action on(const HandshakeFailed &event);
    Action on(const LoggedIn &event);
    Action on(const Failed &event);
    Action on(const Cancelled &event);
    Action on(const TimePassed &event);

    Action start();
    Action toJump();
    Action toSlot(std::string server);
    Action toPermit();
    Action dial(std::size_t address);
    Action enter(Stage stage, Task task);
    Action retryOrFail(Failure failure, bool mayRetry);
    Action fail(Failure failure);
    void end(State state);
    void startHandshakeCountdown();
    Action countdownOver();
    [[nodiscard]] Failure timeout() const;
    [[nodiscard]] std::chrono::milliseconds connectLimit() const {
        return m_config.connectTimeout.value_or(m_limits.connectLimit);
    }
    [[nodiscard]] bool byOpenSsh() const { return m_config.transport == TransportKind::OpenSsh; }
    [[nodiscard]] bool isActive() const { return m_state != State::Idle && m_state != State::Ended; }

    const HostConfig &m_config;
    std::minstd_rand m_random;
    TimePoint m_now;
    State m_state = State::Idle;
    Stage m_stage = Stage::Resolve;
    Started m_limits{};
    Countdown m_countdown;
    bool m_isHandshakeLimit = false; // what the countdown counts
    std::optional<TimePoint> m_dialEnd, m_promptEnd, m_pauseEnd;
    std::vector<std::string> m_addresses;
    std::size_t m_address = 0;
    bool m_mayRetry = true;
    bool m_isLinked = false;                  // as far as is known: not behind a proxy of `ssh`
    std::optional<std::string> m_foreignLine; // before the banner; may be blank
    int m_retries = 0;
};

} // namespace fabricscope::remote
