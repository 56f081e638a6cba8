// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "widgets/connect/UnreachablePage.h"

#include <utility>
#include <vector>

namespace fabricscope::app::window {

/// When a connection came to each of its stages (Unix time in milliseconds), and when it failed.
struct StageTimes {
    std::vector<std::pair<remote::Stage, qint64>> entered; ///< in order
    qint64 endedMs = 0;                                    ///< 0: it has not
};

/// The page of a host that could not be read: the ladder of what worked (remote::Stage), what to do by the
/// kind of failure, and the last lines of the log.
[[nodiscard]] widgets::UnreachableInfo unreachableInfo(const QString &host, const remote::Failure &failure,
                                                       const std::vector<LogLine> &transcript,
                                                       const QString &snapshotTime,
                                                       const StageTimes &times = {});
/// "wrong password", "host key changed": the failure in a few words, as remote::summary() has it.
[[nodiscard]] QString summaryText(const remote::Failure &failure);
/// Nobody answers there: else the host is up, and what failed has a name of its own.
[[nodiscard]] bool isOffline(const remote::Failure &failure);
/// "Look up the name", "Log in": what goes on in a stage.
[[nodiscard]] QString stageText(remote::Stage stage);

} // namespace fabricscope::app::window
