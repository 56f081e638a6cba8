// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tools/GpuPairs.h"

namespace fabricscope::formats {

/// Of the link types that amd-smi and rocm-smi print. The driver lists all GPUs of a hive as linked to each
/// other, over other GPUs too (Linux, drivers/gpu/drm/amd/amdkfd/kfd_topology.c).
constexpr PairWords kXgmiWords = {[](std::string_view cell) { return cell == "XGMI"; },
                                  [](std::string_view cell) { return cell == "PCIE"; }, "xgmi_none",
                                  "xgmi_none_other", "xgmi_missing"};

} // namespace fabricscope::formats
