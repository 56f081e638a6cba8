// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "core/base/Result.h"

#include <filesystem>
#include <vector>

namespace fabricscope::app::demo {

/// Creates the host's files below `folder` (created if missing; otherwise it must be empty): /sys, /proc,
/// /etc and bin/ as its login user sees them. If that is not root, what root sees is in a second folder of
/// the same name with ".root" appended, which bin/sudo leads to.
[[nodiscard]] Result<> writeDemoTree(const DemoHost &host, const std::filesystem::path &folder);

/// All demo hosts, each in a folder of its name.
[[nodiscard]] Result<std::vector<DemoHost>> writeDemoTrees(const std::filesystem::path &folder);

} // namespace fabricscope::app::demo
