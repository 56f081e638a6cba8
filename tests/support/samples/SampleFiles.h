// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::samples {

/// A path relative to some folder, and the content (without the last line feed).
using File = std::pair<std::string, std::string>;

// The files of a sample host by section of the collector: names relative to the section's folder.

/// What the safe part reads for one function: "class", "vendor", "resource", ...
[[nodiscard]] std::vector<File> functionFiles(const host::PciFunction &function);
/// What the touch part reads: current_link_speed and so on.
[[nodiscard]] std::vector<File> linkFiles(const host::PciFunction &function);
/// Of /sys/devices/system/node: "node0/cpulist", ..., "online".
[[nodiscard]] std::vector<File> numaFiles(const host::Host &host);
/// "etc/hostname", "proc/cmdline", ... relative to the root.
[[nodiscard]] std::vector<File> identityFiles(const host::Host &host);
[[nodiscard]] std::vector<File> dmiFiles(const host::Host &host);
[[nodiscard]] std::vector<File> netFiles(const host::Host &host);
[[nodiscard]] std::vector<File> netTouchFiles(const host::Host &host);
[[nodiscard]] std::vector<File> rdmaFiles(const host::Host &host);
[[nodiscard]] std::vector<File> rdmaTouchFiles(const host::Host &host);
[[nodiscard]] std::vector<File> nvmeFiles(const host::Host &host);
[[nodiscard]] std::vector<File> drmFiles(const host::Host &host);
[[nodiscard]] std::vector<File> kfdFiles(const host::Host &host);

/// A symbolic link and its target.
using Link = std::pair<std::string, std::string>;
/// The path of a function below /sys/devices: "pci0000:00/0000:00:01.1/0000:01:00.0".
[[nodiscard]] std::string devicePath(const host::Host &host, const host::PciFunction &function);
[[nodiscard]] std::vector<Link> functionLinks(const host::PciFunction &function);
[[nodiscard]] std::vector<Link> netLinks(const host::Host &host);
[[nodiscard]] std::vector<Link> rdmaLinks(const host::Host &host);
[[nodiscard]] std::vector<Link> drmLinks(const host::Host &host);

} // namespace fabricscope::samples
