// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/DeviceNames.h"

#include "core/capture/ReadFile.h"
#include "resources/Resources.h"

#include <array>
#include <string>

namespace fabricscope::app {

namespace {

/// The paths used by distributions (Debian, Ubuntu; Fedora, Arch; hwdata).
constexpr std::array<const char *, 4> kPlaces = {"/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids",
                                                 "/var/lib/pciutils/pci.ids", "/usr/share/pci.ids"};

std::string systemPciIds() {
    constexpr std::size_t kMost = 64U << 20U; // 1.5 MB in 2026
    for (const char *place : kPlaces)
        if (auto text = capture::readFile(place, kMost))
            return std::move(*text);
    return {};
}

} // namespace

const pci::Names &deviceNames() {
    static const pci::Names names(systemPciIds(), resources::find("pci/new-devices.txt"));
    return names;
}

} // namespace fabricscope::app
