// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchJudged.h"

namespace fabricscope::bench {
class Telemetry;
struct GdrProof;
} // namespace fabricscope::bench

namespace fabricscope::bench {

/// Adds what was read of the host during the run: its lines, with the worst value at each time among the
/// devices that the run uses; notable findings; and for perftest with GPU memory the proof
/// of the data path, as a fact of the transport. Rates are in the unit of the run: Gb/s with
/// perftest, GB/s with all others. Pure; after judgeBench().
void putTelemetry(BenchView &view, const Telemetry &telemetry, const BenchHost &host);

/// "GPUDirect RDMA, measured", "384 of 384 Gb/s": state of the proof, with its figures where there are any.
[[nodiscard]] TransportFact factOf(const GdrProof &proof);

} // namespace fabricscope::bench
