// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/BenchView.h"

#include <cstddef>

namespace fabricscope::samples {

inline constexpr std::size_t kAllReduceSizes = 15; ///< 1M to 16G

/// A collective over two servers that has printed so many sizes: 8 × 400 Gb/s a server, against a baseline.
[[nodiscard]] bench::Results allReduce(std::size_t rows = kAllReduceSizes);
/// The same with all that stands beside it: ceiling, baseline, transport, telemetry.
[[nodiscard]] layout::BenchView allReduceView(std::size_t rows = kAllReduceSizes);
/// While its 15th size is measured, 302 s after its start at `startMs`.
[[nodiscard]] layout::BenchView runningView(std::int64_t startMs);
/// ib_write_bw -a: peak, average and message rate by size.
[[nodiscard]] layout::BenchView perftestView();
/// 8 x 8 NICs between two servers; one pair is weak, and the last row has not come.
[[nodiscard]] layout::BenchView meshView();
/// Power and temperature of eight GPUs, a sample a second.
[[nodiscard]] layout::BenchView telemetryView(std::size_t seconds = 300);
/// runningView() 12 % below its baseline: a finding with evidence and commands, and what it may be held
/// against.
[[nodiscard]] layout::BenchView slowView(std::int64_t startMs);
/// Medians of three repeats.
[[nodiscard]] layout::BenchView repeatsView();
/// What NCCL says with NCCL_DEBUG=INFO, on a host that nobody knows.
[[nodiscard]] layout::BenchView libraryView();
/// Copy, Scale, Add, Triad.
[[nodiscard]] layout::BenchView streamView();

} // namespace fabricscope::samples
