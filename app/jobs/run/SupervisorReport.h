// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/RunMessages.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::app {

/// What the supervisor on the host has reported about the processes of a run and its end.
struct SupervisorReport {
    std::vector<bench::RemainingProcess> left;    ///< by its last report
    std::vector<bench::RemainingProcess> foreign; ///< of other users in the running tree, likewise
    std::vector<std::string> handed;              ///< managers seen in the tree: ssh, at, tmux; at most 16
    std::string background;                       ///< what the tool left there, and was ended
    std::optional<SupervisorMessage> end;

    /// Whether the message is one of these.
    bool take(const SupervisorMessage &message);
    /// How the run ended, once `end` is known. `stopReason` as in runEnd().
    [[nodiscard]] RunEnd endOf(const bench::RunState &state, const std::string &host,
                               const std::string &stopReason) const;
    /// Why processes may be left that are not named: unheldText().
    [[nodiscard]] std::string unheld(const bench::RunState &state, const std::string &host) const;
};

/// A run has begun, or is followed from here, by the first message of its supervisor.
void setBegun(bench::RunState &state, const SupervisorMessage &message, bool isFollowing);

} // namespace fabricscope::app
