// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "widgets/connect/UnreachablePage.h"

namespace fabricscope::app::window {

/// The page of a host that could not be read: the ladder of what worked (remote::Stage), what to do by the
/// kind of failure, and the last lines of the log.
[[nodiscard]] widgets::UnreachableInfo unreachableInfo(const QString &host, const remote::Failure &failure,
                                                       const std::vector<LogLine> &transcript,
                                                       const QString &snapshotTime);

} // namespace fabricscope::app::window
