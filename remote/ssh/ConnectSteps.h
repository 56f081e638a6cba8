// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostConfig.h"

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fabricscope::remote {

/// What a ConnectMachine is given, and what it asks for.
struct ConnectSteps {
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
        bool hadBanner = true;          ///< the server sent one
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
};

} // namespace fabricscope::remote
