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

Json describe(const std::vector<std::string> &arguments, std::string &socket) {
    Json devices = Json::array(), tree = Json::object();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Parameters options = optionsOf(arguments[i]);
        if (i > 0 && arguments[i - 1] == "--api-socket")
            socket = options["path"];
        if (!options["path"].starts_with("/sys/bus/pci/devices/"))
            continue;
        const std::string segment = options["pci_segment"].empty() ? "0" : options["pci_segment"];
        Address guest;
        guest.domain = parseInteger<std::uint32_t>(segment).value_or(0);
        guest.device = parseInteger<std::uint8_t>(options["pci_device_id"]).value_or(0);
        devices.push_back({{"path", options["path"]},
                           {"iommu", options["iommu"] == "on"},
                           {"id", options["id"]},
                           {"pci_segment", guest.domain}});
        tree[options["id"]] = {{"id", options["id"]},
                               {"resources", Json::array()},
                               {"parent", nullptr},
                               {"children", Json::array()},
                               {"pci_bdf", guest.toString()}};
    }
    return {{"config", {{"devices", devices}}}, {"state", "Running"}, {"device_tree", tree}};
}

} // namespace

std::vector<ToolText> vmmTexts(const DemoHost &host) {
    std::vector<ToolText> texts;
    for (const auto &[pid, arguments] : host.processes) {
        if (arguments.empty() || !arguments[0].ends_with("/cloud-hypervisor"))
            continue;
        std::string socket;
        const Json information = describe(arguments, socket);
        texts.push_back({"ch-remote", "--api-socket " + socket + " info", information.dump() + '\n'});
    }
    return texts;
}

} // namespace fabricscope::app::demo
