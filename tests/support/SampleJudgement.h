// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::samples {

/// A judgement as it could be, for what shows one: the host's GPUs with NICs below the same switch at their
/// sides, of which each of `swapped` (BDFs of a GPU and a NIC) is what the GPU uses instead. Mispaired is
/// what is not below one switch.
[[nodiscard]] affinity::Judgement
judgementOf(const topology::Topology &topology,
            const std::vector<std::pair<std::string, std::string>> &swapped = {});

} // namespace fabricscope::samples
