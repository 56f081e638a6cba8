// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/ToolTexts.h"

namespace fabricscope::app::demo {

/// What `ch-remote --api-socket SOCKET info` says of each cloud-hypervisor process: its devices and where the
/// guest sees them. The VMM gives the places of a segment in the order of its command line, from 01.0 on.
[[nodiscard]] std::vector<ToolText> vmmTexts(const DemoHost &host);

} // namespace fabricscope::app::demo
