// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/DemoHost.h"
#include "core/base/Result.h"

#include <filesystem>
#include <vector>

namespace fabricscope::app::demo {

/// Makes the host's files below `folder` (made if it is not there; else it has to be empty): /sys, /proc,
/// /etc and bin/ as its login user sees them. Where that is not root, what root sees lies in a second folder
/// of the same name with
/// ".root" behind it, which bin/sudo leads to.
[[nodiscard]] Result<> writeDemoTree(const DemoHost &host, const std::filesystem::path &folder);

/// All demo hosts, each in a folder of its name.
[[nodiscard]] Result<std::vector<DemoHost>> writeDemoTrees(const std::filesystem::path &folder);

} // namespace fabricscope::app::demo
