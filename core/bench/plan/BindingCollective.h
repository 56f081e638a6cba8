// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Proposal.h"

namespace fabricscope::bench {

/// nccl-tests, rccl-tests: which GPUs, the variables of the network, mpirun.
[[nodiscard]] Result<> bindCollective(Proposal &run);

} // namespace fabricscope::bench
