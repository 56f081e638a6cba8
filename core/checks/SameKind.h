// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"

#include <span>

namespace fabricscope::checks {

/// Answers the check "system.versions", which compares hosts of one kind: as many GPUs of the same model, and
/// alike on bare metal or in a VM. `reports` are those of `subjects`, in the same order. A host whose version
/// is not that of most of its kind fails; without a majority, each of them does. A host that is alone of its
/// kind keeps its answer, as does a second capture of one machine.
void compareHosts(std::span<const Subject> subjects, std::span<HostReport> reports);

} // namespace fabricscope::checks
