// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <string>

namespace fabricscope::present {

/// The tooltip of an abbreviated chip: what is wrong, what it costs, and what to do.
/// Empty if there is no finding.
[[nodiscard]] std::string linkFault(const topology::Node &node);
[[nodiscard]] std::string pairFault(const affinity::Pair &pair);
/// For a correct pair: which one it is, and its distance. "nearest": it is not known yet which
/// NIC is used.
[[nodiscard]] std::string pairHint(const std::string &gpu, const std::string &nic,
                                   const topology::Reach &reach, bool nearest);
/// For a switch whose ports redirect traffic between its devices to the CPU. `judgement` supplies the command
/// that fixes it; nullptr: none is shown.
[[nodiscard]] std::string redirectFault(const topology::Node &box, const affinity::Judgement *judgement);

} // namespace fabricscope::present
