// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"
#include "core/draw/DisplayList.h"

#include <string>

namespace fabricscope::present {

/// State of a run, in words and as a glyph.
struct BenchStatus {
    draw::Glyph glyph = draw::Glyph::None;
    std::string words; ///< "running", "stopped after 0:42"; empty: none
};

/// `nowMs`: Unix time of this machine, for a run in progress.
[[nodiscard]] BenchStatus benchStatus(const bench::BenchView &view, std::int64_t nowMs);

/// The run's line in the list at the left. Number of sizes or pairs, and how far they go.
[[nodiscard]] bench::BenchStep stepOf(const bench::BenchView &view, std::int64_t nowMs);

/// From its start until its end, or now; unknown if it has not started, or the log does not state it.
[[nodiscard]] std::optional<double> elapsedSeconds(const bench::BenchView &view, std::int64_t nowMs);

/// "all_reduce_perf", else the tool's name.
[[nodiscard]] std::string runName(const bench::BenchView &view);
/// "float sum, 2 × 8 MI355X": what the log reports about the run next to its name.
[[nodiscard]] std::string runDetail(const bench::BenchView &view);

/// Below the table: the errors that the tool reported, and its own summary.
[[nodiscard]] std::string footerOf(const bench::BenchView &view);

/// All findings, including the errors that the tool reported; the worst first.
[[nodiscard]] std::vector<findings::Finding> allFindings(const bench::BenchView &view);

} // namespace fabricscope::present
