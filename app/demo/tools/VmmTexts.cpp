// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/tools/VmmTexts.h"

#include "app/demo/data/JsonFields.h"
#include "app/demo/data/PassedThroughDevices.h"

namespace fabricscope::app::demo {

namespace {

std::string socketOf(const std::vector<std::string> &arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i)
        if (arguments[i - 1] == "--api-socket")
            return vmmOptions(arguments[i])["path"];
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
