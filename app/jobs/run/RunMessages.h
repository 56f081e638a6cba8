// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/HostShell.h"
#include "core/bench/command/Command.h"
#include "core/bench/run/RunState.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// A line of the supervisor after its mark. Untrusted: numbers are checked, texts bounded.
struct SupervisorMessage {
    enum class Kind {
        Began,      ///< PID START HOLD, and the self-description of a simulated host
        Attending,  ///< an existing run was found
        Ended,      ///< STATUS WHY; "-" for an unknown status: the tool may still run
        Left,       ///< PID:START[:REASON:OWNER:NAME[:CONTAINER]] or container:ID[:REASON[:ENGINE:NAME]],
                    ///< each behind a blank; or nothing
        Unwatched,  ///< the same: a detached run whose supervisor was killed; it goes on
        Foreign,    ///< the same: the processes of other users in a running tree, as far as seen
        Background, ///< COUNT container:ID::ENGINE:NAME...: what the tool left behind, and was ended
        Handed,     ///< NAME: a manager that takes over work (ssh, at, tmux) was seen in the tree
        Other,      ///< `text` is the keyword; why a run did not begin, and the self-description
    } kind = Kind::Other;
    std::optional<int> pid;
    std::optional<int> status;
    /// Why it ended; what holds the run; the manager; "2 processes, podman container adv"; the keyword
    /// itself.
    std::string text;
    std::string simulated; ///< empty: the host is real
    std::vector<bench::RemainingProcess> remaining;
};
[[nodiscard]] SupervisorMessage readSupervisorMessage(std::string_view line);

/// How a run ended, human-readable. `stopReason` is empty if no stop was requested here.
struct RunEnd {
    bench::Phase phase = bench::Phase::Ended;
    std::string why;
};
/// `handed`: the managers that were seen in its tree; `background`: what it left behind, and was ended;
/// `unheld`: unheldText(), if the run was not held to its end.
[[nodiscard]] RunEnd runEnd(const SupervisorMessage &end, const std::string &stopReason,
                            const std::vector<std::string> &handed = {}, const std::string &background = {},
                            const std::string &unheld = {});
/// What is known of a run that was ended: all processes of its tree, and of the cgroup or scope that held it.
inline constexpr std::string_view kTreeHasEnded = "its process tree has ended";
/// What is known of a run that nothing held.
inline constexpr std::string_view kSeenHaveEnded = "the processes that could be seen have ended";
/// Whether no process leaves a run unseen (RunState::containment); false if it is unknown.
[[nodiscard]] bool isHeld(std::string_view containment);
/// Why processes of a run may be left that its host cannot name: "no cgroup and no subreaper held the run on
/// gpu-07: others may remain". Empty if it was held to its end, or never began. `end`: nullptr if not
/// reported; a subreaper whose end has no exit status was killed.
[[nodiscard]] std::string unheldText(const bench::RunState &state, const std::string &host,
                                     const SupervisorMessage *end);
inline constexpr std::string_view kBeforeItStarted = " before it started"; ///< behind "stopped"

/// Why the tool did not begin, or no longer exists, from a keyword of Kind::Other.
struct RunFailure {
    std::string why; ///< empty: it did not fail
    bench::Phase phase = bench::Phase::Failed;
    bool isEnd = false; ///< of the run; otherwise it may continue
};
/// `run` is its id. `isFetched`: a detached run was looked up, not started.
[[nodiscard]] RunFailure failureOf(const SupervisorMessage &word, const bench::RunSpec &spec,
                                   const std::string &run, bool isFetched = false);
/// No shell ran the script; `said` is the output received instead.
[[nodiscard]] std::string noShellText(const HostShell &shell, std::optional<int> status,
                                      std::string_view output);
/// The login's start-up files consumed the standard input meant for the script.
[[nodiscard]] std::string inputConsumedText();
/// "may still be running on the host: process 812 (sleep) of root, ...", and what to do. `inside`: the
/// container in which the supervisor ran, whose process ids these are; `unheld`: as in runEnd().
[[nodiscard]] std::string remainingText(const std::vector<bench::RemainingProcess> &remaining,
                                        const std::optional<workspace::Container> &inside = {},
                                        const std::string &unheld = {});
/// The connection of an attached run is lost, `how`: the reason, the processes that may still run, and the
/// command that shows them. `foreign`: those of other users, as last reported. `silence`: the time since the
/// last contact; beyond the lease the host ends the run.
[[nodiscard]] std::string lostText(const std::string &how, const bench::RunSpec &spec, std::optional<int> pid,
                                   std::chrono::seconds lease, std::chrono::seconds silence,
                                   const std::vector<bench::RemainingProcess> &foreign = {},
                                   const std::optional<workspace::Container> &inside = {});
/// Nobody ended the run, as far as is known, although the host was reached: its supervisor was killed, or did
/// not answer to the stop.
[[nodiscard]] std::string unconfirmedText(const bench::RunSpec &spec, std::optional<int> pid,
                                          bool isStopping);
/// The supervisor of a detached run was killed: what is left, and that nothing but a stop ends it.
[[nodiscard]] std::string unwatchedText(const bench::RunSpec &spec, const std::string &run,
                                        const std::vector<bench::RemainingProcess> &remaining,
                                        const std::optional<workspace::Container> &inside = {});
[[nodiscard]] std::string whyOf(const remote::Failure &failure);

} // namespace fabricscope::app
