// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/data/JsonFields.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app::demo {

/// An option of cloud-hypervisor by key: "path=/sys/..,id=gpu0,pci_segment=2".
[[nodiscard]] Parameters vmmOptions(std::string_view argument);

struct PassedThroughDevice {
    std::string id, path; ///< "gpu0", "/sys/bus/pci/devices/0000:05:00.0/"
    bool iommu = false;
    Address onHost, inGuest;
};
/// From the process's command line, in its order.
[[nodiscard]] std::vector<PassedThroughDevice>
passedThroughDevices(const std::vector<std::string> &arguments);

/// What `ch-remote --api-socket SOCKET info` reports about each cloud-hypervisor process: its devices and
/// their addresses in the guest. The VMM assigns the slots of a segment in the order of its command line,
/// from 01.0 on.

} // namespace fabricscope::app::demo
