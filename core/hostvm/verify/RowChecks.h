// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/hostvm/mapping/GuestMapping.h"
#include "core/hostvm/verify/FileFinding.h"
#include "core/nccl/Decision.h"

#include <cstddef>
#include <set>
#include <vector>

namespace fabricscope::hostvm {

/// Whether the distances of a pair rest on a match of guest and host that is only guessed.
[[nodiscard]] bool isGuessed(const GuestMapping &mapping, const affinity::Fabric &fabric, std::size_t gpu,
                             std::size_t nic);

/// Rows of the table of pairs in which the file and the hardware differ: GPUs without a NIC, with another NIC
/// than the nearest, or at another distance. `explained`: GPUs whose difference another finding explains.
[[nodiscard]] std::vector<FileFinding> rowFindings(const affinity::Judgement &judgement,
                                                   const nccl::Decisions &decisions,
                                                   const GuestMapping &mapping,
                                                   const std::set<std::size_t> &explained);

} // namespace fabricscope::hostvm
