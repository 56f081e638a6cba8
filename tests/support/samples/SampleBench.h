// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <cstddef>

namespace fabricscope::samples {

inline constexpr std::size_t kAllReduceSizes = 15; ///< 1M to 16G

/// A collective over two servers that has printed `rows` sizes: 8 × 400 Gb/s per server, with a baseline.
[[nodiscard]] bench::Results allReduce(std::size_t rows = kAllReduceSizes);
/// The same with everything shown next to it: ceiling, baseline, transport, telemetry.
[[nodiscard]] bench::BenchView allReduceView(std::size_t rows = kAllReduceSizes);
/// During the measurement of its 15th size, 302 s after its start at `startMs`.
[[nodiscard]] bench::BenchView runningView(std::int64_t startMs);
/// ib_write_bw -a: peak, average and message rate by size.
[[nodiscard]] bench::BenchView perftestView();
/// 8 x 8 NICs between two servers; one pair is slow, and the last row is still missing.
[[nodiscard]] bench::BenchView meshView();
/// Power and temperature of eight GPUs, one sample per second.
[[nodiscard]] bench::BenchView telemetryView(std::size_t seconds = 300);
/// runningView() 12 % below its baseline: with a finding, its evidence and commands, and the runs to compare
/// with.
[[nodiscard]] bench::BenchView slowView(std::int64_t startMs);
/// Medians of three repeats.
[[nodiscard]] bench::BenchView repeatsView();
/// The NCCL_DEBUG=INFO output of NCCL, on an unknown host.
[[nodiscard]] bench::BenchView libraryView();
/// Copy, Scale, Add, Triad.
[[nodiscard]] bench::BenchView streamView();

} // namespace fabricscope::samples
