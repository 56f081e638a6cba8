// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostConfig.h"
#include "remote/ssh/Countdown.h"

#include <random>
#include <variant>

namespace fabricscope::remote {

/// The steps of a connection, from the name to the session, as a state machine: no sockets, no threads, no
/// clock. Each event with the time when it came gives the next action; the owner performs it and reports its
/// outcome as an event. Events of an earlier start must not be given. ARCHITECTURE.md has the table.
class ConnectMachine {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    // Events. An event that does not belong to the current state changes nothing.
    struct Started { ///< from the beginning, in any state; the limits of who asked for the connection
        std::chrono::milliseconds connectLimit, handshakeLimit, promptLimit;
        int depth = 0; ///< of jumps between this host and the user's own endpoint
    };
    struct Resolved {
        std::vector<std::string> addresses; ///< numeric with port, at least one; in the order to try them
    };
    struct SlotGranted {};
    struct PermitGranted {};
    struct Refused { ///< by this address
        int error;   ///< errno
    };
    struct Linked { ///< a byte stream to the server exists
        bool mayRetry = true;
    };
    struct JumpConnected {};
    struct BannerReceived {};
    struct ClosedBeforeBanner {
        std::optional<Failure> reason; ///< where a proxy or jump host knows it
    };
    struct ForeignLine { ///< came from the server instead of a banner, or before it
        std::string line;
    };
    struct MasterConnected {}; ///< the user's own master accepts connections
    struct MasterMissing {};
    struct StageReached { ///< of the handshake
        Stage stage;
    };
    struct PromptShown {};
    struct PromptAnswered {};
    struct HandshakeFailed {
        Failure failure;
        bool closedByServer = false;    ///< before the keys were exchanged
        bool noCommonAlgorithm = false; ///< of libssh and the server
    };
    struct LoggedIn {};
    struct Failed { ///< the current action, for good
        Failure failure;
    };
    struct Cancelled {};
    struct TimePassed {}; ///< wakeAt() has come, or some other time
    using Event = std::variant<Started, Resolved, SlotGranted, PermitGranted, Refused, Linked, JumpConnected,
                               BannerReceived, ClosedBeforeBanner, ForeignLine, MasterConnected,
                               MasterMissing, StageReached, PromptShown, PromptAnswered, HandshakeFailed,
                               LoggedIn, Failed, Cancelled, TimePassed>;

    // Actions.
    struct Wait {}; ///< for the next event
    struct Resolve {};
    struct WaitForSlot { ///< one of the few connections at a time to the same server
        std::string server;
    };
    struct WaitForPermit {}; ///< one of the few handshakes at a time
    struct ReleasePermit {}; ///< while the user is asked
    struct Dial {            ///< gives up the address before, if there is one
        std::size_t address; ///< index into Resolved::addresses
    };
    struct StartProxy {};
    struct ConnectToJump {};
    struct ForwardThroughJump {};
    struct AwaitBanner {};
    struct SendBanner {};       ///< the time is over: what listens there may answer to a client that begins
    struct PerformHandshake {}; ///< key exchange, host key and login
    struct FindMaster {};       ///< the user's own, of `ssh`
    struct StartMaster {};      ///< `ssh` does the rest
    struct Pause {};            ///< drop everything; the next start follows
    struct Finish {};           ///< the session is established
    struct Fail {
        Failure failure;
    };
    struct FailOrUseOpenSsh { ///< which may have the algorithm that libssh lacks
        Failure failure;
    };
    struct Stop {}; ///< drop everything: cancelled
    using Task = std::variant<Wait, Resolve, WaitForSlot, WaitForPermit, ReleasePermit, Dial, StartProxy,
                              ConnectToJump, ForwardThroughJump, AwaitBanner, SendBanner, PerformHandshake,
                              FindMaster, StartMaster, Pause, Finish, Fail, FailOrUseOpenSsh, Stop>;
    struct Action {
        Task task;
        std::vector<Stage> entered{}; ///< to be shown before the task is performed
    };

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
    bool m_isLinked = false;   // as far as is known: not behind a proxy of `ssh`
    std::string m_foreignLine; // before the banner
    int m_retries = 0;
};

} // namespace fabricscope::remote
