// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/sysfs/TreeWriter.h"

#include <vector>

namespace fabricscope::app::demo {

/// The GPUs that amdgpu drives, in the order of their cards.
[[nodiscard]] std::vector<const DemoFunction *> drivenGpus(const DemoHost &host);

/// /sys/class/kfd: a node for each NUMA node and each GPU, XGMI between all GPUs
/// (drivers/gpu/drm/amd/amdkfd).
void writeKfdTree(TreeWriter &out, const DemoHost &host);

} // namespace fabricscope::app::demo
