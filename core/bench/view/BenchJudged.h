// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Statistics.h"
#include "core/bench/view/BenchView.h"

#include <memory>

// Forward declarations only: the windows' headers hold these, and moc reads them.
namespace fabricscope::affinity {
struct Examination;
}
namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::bench {

/// The host that a run was made on; both or none: a log from an unknown machine.
struct BenchHost {
    std::shared_ptr<const topology::Topology> topology;
    std::shared_ptr<const affinity::Examination> examination; ///< of the same
};

/// Adds what follows from the results, the environment that was set and the host: ceiling, findings, the
/// range of the colours, and the transport that NCCL's log reports. Unknown values are omitted; `baseline`
/// may be empty. Pure.
void judgeBench(BenchView &view, const BenchHost &host, const Baseline &baseline = {});

} // namespace fabricscope::bench
