// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/sysfs/TreeWriter.h"

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::app::demo {

/// /sys/class/net, infiniband, nvme and drm, with the targets of their links.
void writeClassTree(TreeWriter &out, const DemoHost &host);

/// The GUID derived from an Ethernet address (EUI-64, as RoCE drivers do it): "0690:81ff:fe37:30c8".
[[nodiscard]] std::string guidOf(const std::string &mac);

struct GidEntry {
    std::string gid, type;
};
/// The GID table of a RoCE port: link-local and IPv4, each as v1 and v2. Empty where the interface is down.
[[nodiscard]] std::vector<GidEntry> gidsOf(const DemoNet &net);

} // namespace fabricscope::app::demo
