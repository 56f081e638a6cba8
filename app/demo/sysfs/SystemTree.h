// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/sysfs/TreeWriter.h"

namespace fabricscope::app::demo {

/// /proc, DMI and modules. `root`: as the root user sees them.
void writeSystemTree(TreeWriter &out, const DemoHost &host, bool root);

/// /sys/devices/system (NUMA nodes, CPUs) and what /proc reports about them: the same for every user.
void writeProcessors(TreeWriter &out, const DemoHost &host);

/// Files of a host that commands write to: root sees there what another user has written, and vice versa.
inline constexpr const char *kWritableFolders[] = {"etc", "tmp", "var"};
/// These folders, /etc with the host's files in it.
void writeWritableFolders(TreeWriter &out, const DemoHost &host);

/// The topology file for RCCL in a VM: one bridge per pair, an inner bridge with the GPU, the NIC next to it
/// (reference: field story S0). One element per line, no declaration, no tabs: the format that the library's
/// own parser accepts.
[[nodiscard]] std::string ncclFile(const DemoHost &host);

} // namespace fabricscope::app::demo
