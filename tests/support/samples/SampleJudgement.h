// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::samples {

/// A plausible judgement, for code that shows one: the host's GPUs, each with a NIC below the same switch,
/// except that a GPU in `swapped` (BDFs of a GPU and a NIC) uses that NIC instead. A pair is mispaired if it
/// is not below one switch.
[[nodiscard]] affinity::Judgement
judgementOf(const topology::Topology &topology,
            const std::vector<std::pair<std::string, std::string>> &swapped = {});

} // namespace fabricscope::samples
