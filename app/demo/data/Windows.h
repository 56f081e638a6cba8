// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"

namespace fabricscope::app::demo {

/// Gives every BAR an address, aligned to its size, and every bridge the windows that hold those below it.
void assignWindows(DemoHost &host);

} // namespace fabricscope::app::demo
