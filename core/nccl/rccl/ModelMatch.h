// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"
#include "core/nccl/graph/Paths.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::nccl::rccl {

/// Where RCCL's rings come from.
struct RingSource {
    std::optional<RingModel> model; ///< a machine model that matches
    /// The model makes GPUs nearer to NICs: those with PXB are so for the other GPU of `dev / 2`, too.
    bool widensDistances = false;
    bool isOpen = false; ///< not worked out: they may be of a model, or the user's own
    /// A sentence without a full stop: which model, why none, or what is not worked out. Empty: no model is
    /// for such a machine.
    std::string text;
};

/// ncclTopoCompute of search.cc up to the search, for a ring. `nets`: places of the NICs that the job keeps.
/// Nothing for a version without models.
[[nodiscard]] RingSource ringSourceOf(const System &system, const Paths &paths, const Options &options,
                                      const std::vector<std::size_t> &nets);

} // namespace fabricscope::nccl::rccl
