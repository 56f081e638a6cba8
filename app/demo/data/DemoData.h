// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "core/base/Result.h"

#include <string>
#include <vector>

namespace fabricscope::app::demo {

/// The names of all demo hosts, in the order of resources/demo/fleet.json.
[[nodiscard]] Result<std::vector<std::string>> demoHostNames();

/// Reads resources/demo/NAME.json and its base, and inserts the blocks. The data format is described in
/// resources/demo/README.md. Errors name the file and the key.
[[nodiscard]] Result<DemoHost> loadDemoHost(const std::string &name);

/// All of them, in that order.
[[nodiscard]] Result<std::vector<DemoHost>> loadDemoHosts();

/// A host from text as in resources/demo, with the same templates available.
[[nodiscard]] Result<DemoHost> parseDemoHost(const std::string &name, std::string_view json);

} // namespace fabricscope::app::demo
