// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"

#include <string>
#include <vector>

namespace fabricscope::bench {

/// Where a finding has it from.
struct FindingEvidence {
    std::string source; ///< "/proc/cmdline", "row of 2G", "NCCL_IB_HCA"
    std::string text;   ///< as it stands there, made safe to show
    friend bool operator==(const FindingEvidence &, const FindingEvidence &) = default;
};

/// Something that a person should know of a run, before or after it.
struct Finding {
    std::string rule; ///< stable: "result.above_ceiling"
    Weight weight = Weight::Note;
    std::string title; ///< one sentence
    std::string text;  ///< what follows from it, with numbers; may be empty
    std::vector<FindingEvidence> evidence;
    std::string remedy;                ///< what to do; may be empty
    std::vector<std::string> commands; ///< lines to paste, in order
    friend bool operator==(const Finding &, const Finding &) = default;
};

} // namespace fabricscope::bench
