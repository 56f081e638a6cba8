// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/sysfs/TreeWriter.h"

namespace fabricscope::app::demo {

/// Ending of the folder that holds a host's tree as root sees it, next to the login user's.
inline constexpr const char *kRootViewSuffix = ".root";

/// bin/: small sh scripts that print the host's texts, a sudo, and links to the machine's own text tools
/// (cat, grep, sed, ...), so that PATH needs no folder of the machine that plays the host.
void writeTools(TreeWriter &out, const DemoHost &host, bool root);

} // namespace fabricscope::app::demo
