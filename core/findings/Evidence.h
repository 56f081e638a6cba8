// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace fabricscope::findings {

/// One cell of a matrix of a run.
struct MatrixCell {
    std::size_t matrix = 0, row = 0, column = 0;
    friend bool operator==(const MatrixCell &, const MatrixCell &) = default;
};

/// Where something can be seen: one of these, or none.
struct Place {
    std::optional<std::uint64_t> sizeBytes = {}; ///< the row of this size
    std::optional<MatrixCell> cell = {};
    std::string address = {}; ///< the BDF of a device of the host, or a bus ID as a file has it
    std::uint64_t line = 0;   ///< of a file or log, from 1; 0: none
    [[nodiscard]] bool isKnown() const { return sizeBytes || cell || !address.empty() || line > 0; }
    friend bool operator==(const Place &, const Place &) = default;
};

/// What a finding is based on.
struct Evidence {
    std::string source; ///< "/proc/cmdline", "row of 2G", "NCCL_IB_HCA"
    std::string text;   ///< the original text, made safe to show
    Place place = {};
    friend bool operator==(const Evidence &, const Evidence &) = default;
};

} // namespace fabricscope::findings
