// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"

#include <string>

namespace fabricscope::app::demo {

/// "sys/devices/pci0000:00/0000:00:01.1/0000:01:00.0": where the kernel keeps a function.
[[nodiscard]] std::string functionPath(const DemoHost &host, const DemoFunction &function);
/// The folder of a network interface, virtual ones too.
[[nodiscard]] std::string netPath(const DemoHost &host, const DemoFunction &function, const DemoNet &net);

/// The CPUs of a list such as "0-3,8"; anything malformed is left out.
[[nodiscard]] std::vector<unsigned> cpusOf(const std::string &list);
/// "ffffffff,00000000": the list as sysfs writes a mask of `count` CPUs.
[[nodiscard]] std::string cpuMask(const std::string &list, unsigned count);
[[nodiscard]] unsigned cpuCount(const DemoHost &host);
/// "0-255".
[[nodiscard]] std::string allCpus(const DemoHost &host);
/// The CPUs of a node; all of them if the node is -1 or unknown, as in the kernel.
[[nodiscard]] std::string cpusOfNode(const DemoHost &host, int node);

} // namespace fabricscope::app::demo
