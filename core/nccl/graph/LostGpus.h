// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/graph/Paths.h"

namespace fabricscope::nccl {

/// ncclTopoTrimSystem: removes the GPUs that rank 0 reaches neither itself nor over others, each with a
/// warning; the paths are to be found again then. False: there are none.
[[nodiscard]] bool removeLostGpus(System &system, const Paths &paths);

} // namespace fabricscope::nccl
