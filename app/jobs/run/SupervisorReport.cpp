// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/SupervisorReport.h"

#include <algorithm>

namespace fabricscope::app {

bool SupervisorReport::take(const SupervisorMessage &message) {
    using Kind = SupervisorMessage::Kind;
    constexpr std::size_t kMostHanded = 16;
    switch (message.kind) {
    case Kind::Left:
        left = message.remaining;
        return true;
    case Kind::Foreign:
        foreign = message.remaining;
        return true;
    case Kind::Background:
        background = message.text;
        return true;
    case Kind::Handed: // both the supervisor's shells report the same manager
        if (!message.text.empty() && handed.size() < kMostHanded &&
            std::find(handed.begin(), handed.end(), message.text) == handed.end())
            handed.push_back(message.text);
        return true;
    case Kind::Ended:
        end = message;
        return true;
    default:
        return false;
    }
}

RunEnd SupervisorReport::endOf(const bench::RunState &state, const std::string &host,
                               const std::string &stopReason) const {
    return runEnd(*end, stopReason, handed, background, unheld(state, host));
}

std::string SupervisorReport::unheld(const bench::RunState &state, const std::string &host) const {
    return unheldText(state, host, end ? &*end : nullptr);
}

void setBegun(bench::RunState &state, const SupervisorMessage &message, bool isFollowing) {
    state.pid = message.pid;
    state.containment = message.text.empty() ? state.containment : message.text;
    if (isFollowing)
        state.why.clear();
    if (state.phase == bench::Phase::Starting)
        state.phase = bench::Phase::Running;
}

} // namespace fabricscope::app
