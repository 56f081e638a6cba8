// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/Passthrough.h"

namespace fabricscope::hostvm {

/// Findings about these devices of the host, from two tables of rules.
[[nodiscard]] std::vector<PassthroughFinding>
passthroughFindings(const topology::Topology &host, const std::vector<PassthroughDevice> &devices);

} // namespace fabricscope::hostvm
