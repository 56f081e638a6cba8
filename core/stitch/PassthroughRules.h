// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stitch/Passthrough.h"

namespace fabricscope::stitch {

/// What is to be said of these devices of the host, by two tables of rules.
[[nodiscard]] std::vector<PassedRemark> passedRemarks(const topology::Topology &host,
                                                      const std::vector<PassedDevice> &devices);

} // namespace fabricscope::stitch
