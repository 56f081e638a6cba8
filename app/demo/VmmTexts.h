// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/ToolTexts.h"

namespace fabricscope::app::demo {

/// A device of the host that a cloud-hypervisor process passes to its guest, and its address in the guest.
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
[[nodiscard]] std::vector<ToolText> vmmTexts(const DemoHost &host);

} // namespace fabricscope::app::demo
