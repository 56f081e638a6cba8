// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RetrySchedule.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::app {

namespace {

using namespace std::chrono_literals;

/// The last one is repeated.
constexpr std::chrono::seconds kDelays[] = {1s, 2s, 5s, 10s, 20s, 30s, 60s};

} // namespace

bool mayPass(remote::FailureKind kind) {
    using remote::FailureKind;
    return kind == FailureKind::LinkLost || kind == FailureKind::Timeout ||
           kind == FailureKind::Unreachable || kind == FailureKind::Refused ||
           kind == FailureKind::Unresolvable;
}

std::optional<std::chrono::seconds> RetrySchedule::next(TimePoint now, std::chrono::seconds limit) {
    m_lost = m_attempts == 0 ? now : m_lost;
    if (now - m_lost > limit)
        return std::nullopt;
    return kDelays[std::min(m_attempts++, std::size(kDelays) - 1)];
}

} // namespace fabricscope::app
