// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleFiles.h"

#include <fmt/format.h>

namespace fabricscope::samples {

std::string devicePath(const host::Host &host, const host::PciFunction &function) {
    constexpr int kDeepest = 32; // ends a cycle
    std::string path = function.address.toString();
    const host::PciFunction *at = &function;
    for (int level = 0; at->parent && level < kDeepest; ++level) {
        path = at->parent->toString() + "/" + path;
        const host::PciFunction *above = host.function(*at->parent);
        if (above == nullptr)
            break;
        at = above;
    }
    const auto [domain, bus] = at->rootBus.value_or(std::pair{at->address.domain, at->address.bus});
    const std::string root = fmt::format("pci{:04x}:{:02x}/{}", domain, bus, path);
    for (const host::NestedRoot &nested : host.nestedRoots)
        if (nested.domain == domain && nested.bus == bus)
            if (const host::PciFunction *below = host.function(nested.below))
                return devicePath(host, *below) + "/" + root;
    return root;
}

std::vector<Link> functionLinks(const host::PciFunction &function) {
    std::vector<Link> links;
    if (function.driver)
        links.emplace_back("driver", "../../../bus/pci/drivers/" + *function.driver);
    if (function.iommuGroup)
        links.emplace_back("iommu_group",
                           fmt::format("../../../kernel/iommu_groups/{}", function.iommuGroup->value));
    if (function.physfn)
        links.emplace_back("physfn", "../" + function.physfn->toString());
    for (std::size_t index = 0; index < function.virtfns.size(); ++index)
        links.emplace_back(fmt::format("virtfn{}", index), "../" + function.virtfns[index].toString());
    return links;
}

namespace {

std::string classTarget(const host::Host &host, const pci::Address &address, const std::string &rest) {
    const host::PciFunction *function = host.function(address);
    return "../../devices/" + (function != nullptr ? devicePath(host, *function) : address.toString()) + rest;
}

} // namespace

std::vector<Link> netLinks(const host::Host &host) {
    std::vector<Link> links;
    for (const host::NetInterface &net : host.netInterfaces)
        links.emplace_back(net.name, net.device ? classTarget(host, *net.device, "/net/" + net.name)
                                                : "../../devices/virtual/net/" + net.name);
    return links;
}

std::vector<Link> rdmaLinks(const host::Host &host) {
    std::vector<Link> links;
    for (const host::RdmaDevice &device : host.rdmaDevices)
        if (device.device)
            links.emplace_back(device.name + "/device", "../../../" + device.device->toString());
    return links;
}

std::vector<Link> drmLinks(const host::Host &host) {
    std::vector<Link> links;
    for (std::size_t index = 0; index < host.gpus.size(); ++index)
        links.emplace_back(fmt::format("card{}", index),
                           classTarget(host, host.gpus[index].address, fmt::format("/drm/card{}", index)));
    return links;
}

} // namespace fabricscope::samples
