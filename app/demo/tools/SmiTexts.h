// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/tools/ToolTexts.h"

namespace fabricscope::app::demo {

/// amd-smi list, static and topology, and rocm-smi --showtopo, of the GPUs that amdgpu drives; empty without
/// such GPUs.
[[nodiscard]] std::vector<ToolText> smiTexts(const DemoHost &host);

} // namespace fabricscope::app::demo
