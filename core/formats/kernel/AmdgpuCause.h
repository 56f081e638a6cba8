// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::formats {

/// "[drm:psp_hw_start [amdgpu]] *ERROR* PSP load kdb failed!", "amdgpu 0000:03:00.0: Direct firmware load for
/// amdgpu/psp_13_0_6_sos.bin failed with error -2": why amdgpu will not start the GPU; empty for other lines.
[[nodiscard]] std::string_view amdgpuCause(std::string_view message);

} // namespace fabricscope::formats
