// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/VmmTexts.h"

#include "app/demo/JsonFields.h"
#include "core/base/Text.h"

namespace fabricscope::app::demo {

namespace {

/// "path=/sys/..,id=gpu0,pci_segment=2" by key.
Parameters optionsOf(std::string_view argument) {
    Parameters options;
    while (!argument.empty()) {
        std::string_view option = takeUntil(argument, ',');
        const std::string key(takeUntil(option, '='));
        options[key] = std::string(option);
    }
    return options;
}

std::string socketOf(const std::vector<std::string> &arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i)
        if (arguments[i - 1] == "--api-socket")
            return optionsOf(arguments[i])["path"];
    return {};
}

Json describe(const std::vector<PassedThroughDevice> &lent) {
    Json devices = Json::array(), tree = Json::object();
    for (const PassedThroughDevice &device : lent) {
        devices.push_back({{"path", device.path},
                           {"iommu", device.iommu},
                           {"id", device.id},
                           {"pci_segment", device.inGuest.domain}});
        tree[device.id] = {{"id", device.id},
                           {"resources", Json::array()},
                           {"parent", nullptr},
                           {"children", Json::array()},
                           {"pci_bdf", device.inGuest.toString()}};
    }
    return {{"config", {{"devices", devices}}}, {"state", "Running"}, {"device_tree", tree}};
}

} // namespace

std::vector<PassedThroughDevice> passedThroughDevices(const std::vector<std::string> &arguments) {
    constexpr std::string_view kFolder = "/sys/bus/pci/devices/";
    std::vector<PassedThroughDevice> lent;
    for (const std::string &argument : arguments) {
        Parameters options = optionsOf(argument);
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

std::vector<ToolText> vmmTexts(const DemoHost &host) {
    std::vector<ToolText> texts;
    for (const auto &[pid, arguments] : host.processes) {
        if (arguments.empty() || !arguments[0].ends_with("/cloud-hypervisor"))
            continue;
        texts.push_back({"ch-remote", "--api-socket " + socketOf(arguments) + " info",
                         describe(passedThroughDevices(arguments)).dump() + '\n'});
    }
    return texts;
}

} // namespace fabricscope::app::demo
