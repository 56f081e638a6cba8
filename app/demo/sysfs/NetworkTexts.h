// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"

#include <string>

namespace fabricscope::app::demo {

/// /proc/net/route: the network of each address, and a default route over each gateway.
[[nodiscard]] std::string routeTable(const DemoHost &host);

/// `lldpctl -f keyvalue`; empty where no interface has a switch.
[[nodiscard]] std::string lldpNeighbours(const DemoHost &host);

} // namespace fabricscope::app::demo
