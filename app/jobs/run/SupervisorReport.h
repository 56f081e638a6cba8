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
};

} // namespace fabricscope::app
