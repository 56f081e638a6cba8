// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/HostShell.h"
#include "core/bench/Command.h"
#include "core/bench/RunState.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// A line of the supervisor after its mark. Untrusted: numbers are checked, texts bounded.
struct SupervisorMessage {
    enum class Kind {
        Began,     ///< PID START HOLD, and what a simulated host says of itself
        Attending, ///< a run that is kept was found
        Ended,     ///< STATUS WHY; "-" for a status that nobody knows: the tool may still run
        Left,      ///< PID:START[:REASON:OWNER:NAME] or container:ID, each behind a blank; or nothing
        Other,     ///< `text` is the word
    } kind = Kind::Other;
    std::optional<int> pid;
    std::optional<int> status;
    std::string text;      ///< why it ended; what holds the run; the word itself
    std::string simulated; ///< empty: the host is real
    std::vector<bench::RemainingProcess> remaining;
};
[[nodiscard]] SupervisorMessage readSupervisorMessage(std::string_view line);

/// How a run ended, for people. `stopReason` is empty where nobody here asked for it.
struct RunEnd {
    bench::Phase phase = bench::Phase::Ended;
    std::string why;
};
[[nodiscard]] RunEnd runEnd(const SupervisorMessage &end, const std::string &stopReason);

/// Why the tool did not begin, or is not there any more, from a word of Kind::Other.
struct RunFailure {
    std::string why; ///< empty: it did not fail
    bench::Phase phase = bench::Phase::Failed;
    bool isEnd = false; ///< of the run; else it may go on
};
/// `run` is its id. `isFetched`: a detached run was looked for, not started.
[[nodiscard]] RunFailure failureOf(const SupervisorMessage &word, const bench::RunSpec &spec,
                                   const std::string &run, bool isFetched = false);
/// No shell ran the script; `said` is what came instead.
[[nodiscard]] std::string noShellText(const HostShell &shell, std::optional<int> status,
                                      std::string_view output);
/// The login's start-up files left nothing of standard input for the script.
[[nodiscard]] std::string inputConsumedText();
/// "may still run on the host: process 812 (sleep) of root, ...", and what to do.
[[nodiscard]] std::string remainingText(const std::vector<bench::RemainingProcess> &remaining);
[[nodiscard]] std::string whyOf(const remote::Failure &failure);

} // namespace fabricscope::app
