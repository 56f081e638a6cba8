// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/PassedThroughDevices.h"

#include "core/base/Text.h"

#include <string_view>
#include <utility>

namespace fabricscope::app::demo {

Parameters vmmOptions(std::string_view argument) {
    Parameters options;
    while (!argument.empty()) {
        std::string_view option = takeUntil(argument, ',');
        const std::string key(takeUntil(option, '='));
        options[key] = std::string(option);
    }
    return options;
}

std::vector<PassedThroughDevice> passedThroughDevices(const std::vector<std::string> &arguments) {
    constexpr std::string_view kFolder = "/sys/bus/pci/devices/";
    std::vector<PassedThroughDevice> lent;
    for (const std::string &argument : arguments) {
        Parameters options = vmmOptions(argument);
        PassedThroughDevice device;
        device.path = options["path"];
        if (!device.path.starts_with(kFolder))
            continue;
        std::string_view name = std::string_view(device.path).substr(kFolder.size());
        device.onHost = Address::parse(takeUntil(name, '/')).value_or(Address());
        device.id = options["id"];
        device.iommu = options["iommu"] == "on";
        device.inGuest.domain = parseInteger<std::uint32_t>(options["pci_segment"]).value_or(0);
        device.inGuest.device = parseInteger<std::uint8_t>(options["pci_device_id"]).value_or(0);
        lent.push_back(std::move(device));
    }
    return lent;
}

} // namespace fabricscope::app::demo
