// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A cell of one of a run's matrices.
struct MatrixCell {
    std::size_t matrix = 0, row = 0, column = 0;
    friend bool operator==(const MatrixCell &, const MatrixCell &) = default;
};

/// Where evidence can be seen: one of these, or nowhere.
struct EvidencePlace {
    std::optional<std::uint64_t> sizeBytes = {}; ///< the row of this size
    std::optional<MatrixCell> cell = {};
    std::string device = {}; ///< of the run's host, its BDF
    std::uint64_t line = 0;  ///< of the log, from 1; 0: none
    [[nodiscard]] bool isKnown() const { return sizeBytes || cell || !device.empty() || line > 0; }
    friend bool operator==(const EvidencePlace &, const EvidencePlace &) = default;
};

/// Where a finding has it from.
struct FindingEvidence {
    std::string source; ///< "/proc/cmdline", "row of 2G", "NCCL_IB_HCA"
    std::string text;   ///< the original text, made safe to show
    EvidencePlace place = {};
    friend bool operator==(const FindingEvidence &, const FindingEvidence &) = default;
};

/// Something that a person should know of a run, before or after it.
struct Finding {
    std::string rule; ///< stable: "result.above_ceiling"
    Severity severity = Severity::Note;
    std::string title; ///< one sentence
    std::string text;  ///< what follows from it, with numbers; may be empty
    std::vector<FindingEvidence> evidence;
    std::string remedy;                ///< what to do; may be empty
    std::vector<std::string> commands; ///< lines to paste, in order
    friend bool operator==(const Finding &, const Finding &) = default;
};

} // namespace fabricscope::bench
