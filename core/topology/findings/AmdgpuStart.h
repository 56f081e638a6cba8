// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::topology {

/// Why amdgpu did not start a GPU: the variant of kernel.gpu_fault. `causes`: what the lines before its last
/// one state, separated by commas (KernelNotes::errors).
[[nodiscard]] std::string_view amdgpuStartVariant(std::string_view causes);

} // namespace fabricscope::topology
