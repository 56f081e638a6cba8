// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/PartRun.h"
#include "core/workspace/ContainerTarget.h"

#include <optional>
#include <string>

/// The parts of a collection: what runs in which shell, and how long it may take.
namespace fabricscope::app {

/// All parts in one shell.
[[nodiscard]] PartRun::Plan planOfAll(const std::string &nonce);
/// One part in its own shell.
[[nodiscard]] PartRun::Plan planOf(capture::Part part, const std::string &nonce,
                                   const std::string &arguments = {});
/// "safe.sh, touch.sh": for the Log.
[[nodiscard]] std::string scriptNames(const PartRun::Plan &plan);

/// How long the part may be silent, as a multiple of CollectOptions::silence.
[[nodiscard]] int silenceFactor(capture::Part part);
/// Of all parts, once the part has arrived.
[[nodiscard]] double progressWith(capture::Part part);

/// Why even the first part did not begin, if the connection is not the cause.
[[nodiscard]] remote::Failure startFailure(const std::optional<workspace::Container> &container,
                                           const PartRun::Outcome &outcome);

} // namespace fabricscope::app
