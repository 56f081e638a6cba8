// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"

#include <cstddef>
#include <set>
#include <vector>

namespace fabricscope::affinity {

// Groups of devices that belong below one switch of an NCCL file. For .cpp files of this folder.

/// GPUs and NICs that belong together by hardware: usually one pair, more if GPUs share a NIC or a GPU has
/// several.
struct HomeGroup {
    std::vector<std::size_t> gpus; ///< ascending, at least one
    std::vector<std::size_t> nics; ///< the nearest ones first, at least one
};

/// Only if there are only switches between a GPU and its best NICs; other GPUs are in no group. Each GPU and
/// each NIC is in at most one group.
[[nodiscard]] std::vector<HomeGroup> homeGroups(const Judgement &judgement);

/// GPUs of groups to which these claims assign too few of their NICs, or one that is farther away.
[[nodiscard]] std::set<std::size_t> wronglyClaimed(const Judgement &judgement,
                                                   const std::vector<HomeGroup> &groups,
                                                   const std::vector<StatedPair> &claims);

} // namespace fabricscope::affinity
