// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/sysfs/TreeWriter.h"

#include <string>

namespace fabricscope::app::demo {

/// Settings of the kernel, what it was built with, provider libraries, and errors since boot: a host that is
/// set up as vendors recommend. In each view of the host.
void writeSettings(TreeWriter &out, const DemoHost &host);
/// Clock settings of the processors, below /sys/devices/system; a VM has none.
void writeCpuSettings(TreeWriter &out, const DemoHost &host);
/// Which device files there are, and their rights, as the collector prints them.
[[nodiscard]] std::string deviceFiles(const DemoHost &host);
/// Output of `systemctl show -p Id -p LoadState -p ActiveState` of the services that the collector asks for.
[[nodiscard]] std::string services();

} // namespace fabricscope::app::demo
