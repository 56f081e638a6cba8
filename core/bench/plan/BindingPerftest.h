// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Proposal.h"

namespace fabricscope::bench {

/// RDMA perftest: a NIC, the memory of a GPU, pinning to the NUMA node.
[[nodiscard]] Result<> bindPerftest(Proposal &run);

} // namespace fabricscope::bench
