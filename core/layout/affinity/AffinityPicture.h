// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/layout/affinity/AffinityMatrix.h"

#include <span>
#include <string>

namespace fabricscope::layout {

struct AffinityPictureOptions {
    double width = 1200; ///< px; wider where the matrix is
    AffinityValues values = AffinityValues::PathAndBandwidth;
    std::string host;                                   ///< shown above; empty: nothing
    std::string simulated;                              ///< what simulates it; empty on real hosts
    const topology::Topology *topology = nullptr;       ///< nullptr if there is only an NCCL file
    const topology::Topology *hypervisor = nullptr;     ///< of a VM, if known
    const affinity::Judgement *hypothesis = nullptr;    ///< drawn instead of the examination's own
    std::span<const bench::MeasuredPair> measured = {}; ///< measured results for its pairs
    std::optional<AffinityId> cell; ///< its route is at the right; unset: the worst pair's
    draw::MeasureText measure = draw::approximateTextWidth;
};

/// The Affinity screen of one host for export: verdict, matrices, and the route of one cell next to them.
/// Works for any host: without GPUs it says so. Pure.
[[nodiscard]] draw::DisplayList layoutAffinityPicture(const affinity::Examination &examination,
                                                      const AffinityPictureOptions &options);

} // namespace fabricscope::layout
