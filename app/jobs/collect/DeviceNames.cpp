// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/DeviceNames.h"

#include "resources/Resources.h"

#include <array>
#include <fstream>
#include <iterator>
#include <string>

namespace fabricscope::app {

namespace {

/// The paths used by distributions (Debian, Ubuntu; Fedora, Arch; hwdata).
constexpr std::array<const char *, 4> kPlaces = {"/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids",
                                                 "/var/lib/pciutils/pci.ids", "/usr/share/pci.ids"};

std::string systemPciIds() {
    for (const char *place : kPlaces)
        if (std::ifstream file(place, std::ios::binary); file)
            return {std::istreambuf_iterator<char>(file), {}};
    return {};
}

} // namespace

const pci::Names &deviceNames() {
    static const pci::Names names(systemPciIds(), resources::find("pci/new-devices.txt"));
    return names;
}

} // namespace fabricscope::app
