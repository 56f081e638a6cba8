// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <string>

namespace fabricscope::layout {

/// What a chip of few letters means: what is wrong, what it costs, and what to do; for whoever points at it.
/// Empty where there is nothing to say.
[[nodiscard]] std::string linkFault(const topology::Node &node);
[[nodiscard]] std::string pairFault(const affinity::Pair &pair);
/// Of one that is as it should be: which it is, and how far apart they are. "nearest": nobody said yet which
/// NIC is used.
[[nodiscard]] std::string pairHint(const std::string &gpu, const std::string &nic,
                                   const topology::Reach &reach, bool nearest);
/// Of a switch whose ports send what its devices exchange up to the CPU. `judgement` shows the command that
/// mends it; nullptr: none is reported.
[[nodiscard]] std::string redirectFault(const topology::Node &box, const affinity::Judgement *judgement);

} // namespace fabricscope::layout
