// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/capture/Capture.h"
#include "core/topology/Topology.h"

#include <cstddef>
#include <string>

namespace fabricscope::report {

struct AffinityPlainOptions {
    std::size_t width = 0;                        ///< columns; 0: as wide as it gets
    const topology::Topology *topology = nullptr; ///< nullptr for an NCCL file alone
    const capture::Capture *capture = nullptr;    ///< when and how it was collected; may be nullptr
};

/// For people: the verdict, the matrix GPU x NIC, the pairs with reason and fix, the GPUs' numbers, what was
/// assumed. Ends with a line feed.
[[nodiscard]] std::string affinityPlainText(const affinity::Examination &examination,
                                            const AffinityPlainOptions &options);

} // namespace fabricscope::report
