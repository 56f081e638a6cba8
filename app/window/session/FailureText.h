// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "widgets/connect/UnreachablePage.h"

#include <utility>
#include <vector>

namespace fabricscope::app::window {

/// When a connection reached each of its stages (Unix time in milliseconds), and when it failed.
struct StageTimes {
    std::vector<std::pair<remote::Stage, qint64>> entered; ///< in order
    qint64 endedMs = 0;                                    ///< 0: it has not ended
};

/// The page of a host that could not be read: the stages that succeeded (remote::Stage), advice by the kind
/// of failure, and the last lines of the log.
[[nodiscard]] widgets::UnreachableInfo unreachableInfo(const QString &host, const remote::Failure &failure,
                                                       const std::vector<LogLine> &transcript,
                                                       const QString &snapshotTime,
                                                       const StageTimes &times = {});
/// "wrong password", "host key changed": a short text for the failure, from remote::summary().
[[nodiscard]] QString summaryText(const remote::Failure &failure);
/// Whether the host does not answer. Any other failure means that the host is up, and has its own text.
[[nodiscard]] bool isOffline(const remote::Failure &failure);
/// "Look up the name", "Log in": the text for a stage.
[[nodiscard]] QString stageText(remote::Stage stage);

} // namespace fabricscope::app::window
