// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/tools/ToolTexts.h"

namespace fabricscope::app::demo {

/// A device of the host that a cloud-hypervisor process passes to its guest, and its address in the guest.
[[nodiscard]] std::vector<ToolText> vmmTexts(const DemoHost &host);

} // namespace fabricscope::app::demo
