// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/Passthrough.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/hostvm/PassthroughRules.h"
#include "core/hostvm/mapping/GuestHostDevices.h"
#include "core/topology/Classes.h"
#include "core/topology/IommuGroups.h"
#include "core/topology/Upstream.h"

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::hostvm {

namespace {

using Model = std::pair<std::uint16_t, std::uint16_t>;
using Groups = std::map<std::uint32_t, topology::GroupMembers>;

std::optional<Model> modelOf(const host::PciFunction &function) {
    return function.vendor && function.device ? std::optional(Model(*function.vendor, *function.device))
                                              : std::nullopt;
}

bool isBound(const host::PciFunction &function) {
    return function.driver && topology::isVfioDriver(*function.driver);
}

/// VFIO accepts a group if its other functions have no driver or one that does not use the device
/// (vfio_dev_driver_allowed() in drivers/vfio/group.c of Linux).
bool isHeldByHost(const host::PciFunction &function) {
    return function.driver && !isBound(function) && *function.driver != "pci-stub";
}

/// The devices passed through, others of the same models, and physical functions of passed-through virtual
/// ones.
std::vector<const Device *> concerned(const Side &side) {
    std::set<Model> models;
    std::set<Address> physical;
    for (const Device &device : side.devices) {
        if (!device.passed)
            continue;
        if (const auto model = modelOf(*device.function); model && isPassthroughKind(device.kind))
            models.insert(*model);
        if (device.function->physfn)
            physical.insert(*device.function->physfn);
    }
    std::set<Model> physicalModels;
    for (const Address &address : physical)
        if (const Device *device = side.find(address))
            if (const auto model = modelOf(*device->function))
                physicalModels.insert(*model);
    std::vector<const Device *> found;
    for (const Device &device : side.devices) {
        const auto model = modelOf(*device.function);
        const bool couldBe = model && isPassthroughKind(device.kind) &&
                             (models.contains(*model) || physicalModels.contains(*model));
        if (device.passed || couldBe)
            found.push_back(&device);
    }
    return found;
}

std::vector<Address> othersOfGroup(const Side &side, const Groups &groups, const PassthroughDevice &device) {
    std::vector<Address> others;
    const auto group = groups.find(*device.group);
    if (group == groups.end())
        return others;
    for (const Address &address : group->second.devices)
        // Bridges are not among the devices of a side: VFIO ignores them.
        if (const Device *other = side.find(address);
            other != nullptr && address != device.address && isHeldByHost(*other->function))
            others.push_back(address);
    return others;
}

PassthroughDevice described(const Side &side, const Groups &groups, const topology::Upstream &upstream,
                            const Device &device) {
    const host::PciFunction &function = *device.function;
    PassthroughDevice passed;
    passed.address = function.address;
    passed.kind = device.kind;
    passed.bound = isBound(function);
    passed.driver = HostText(function.driver.valueOr({})).plain(64);
    if (const auto id = side.topology->find(function.address))
        passed.name = side.topology->node(*id).name;
    if (!device.holders.empty()) {
        const host::VmProcess &vm = side.host().vms[device.holders.front()];
        passed.owner = HostText(!vm.name.empty() ? vm.name : vm.uuid).plain(64);
        if (passed.owner.empty())
            passed.owner = "process " + std::to_string(vm.pid);
    }
    if (function.iommuGroup) {
        passed.group = function.iommuGroup->value;
        passed.groupOthers = othersOfGroup(side, groups, passed);
    }
    if (const host::PciFunction *port = upstream.above(function)) {
        passed.port = port->address;
        if (port->config && port->config->acs)
            passed.acs = port->config->acs->enabled;
    }
    if (function.config && function.config->ats)
        passed.ats = function.config->ats->enabled;
    if (function.resetMethod)
        passed.resetMethods = HostText(trimmed(*function.resetMethod)).plain(128);
    if (function.rare->sriovTotalVfs && *function.rare->sriovTotalVfs > 0) {
        passed.vfsPossible = *function.rare->sriovTotalVfs;
        passed.vfs = function.rare->sriovNumVfs
                         ? std::optional(*function.rare->sriovNumVfs)
                         : std::optional(static_cast<std::uint32_t>(function.virtfns.size()));
    }
    passed.dead = function.dead;
    return passed;
}

} // namespace

Passthrough passthroughOf(const topology::Topology &host) {
    const Side side = sideOf(host, false);
    Passthrough result;
    if (std::none_of(side.devices.begin(), side.devices.end(), [](const Device &d) { return d.passed; }))
        return result;
    const Groups groups = topology::iommuGroups(host.host());
    const topology::Upstream upstream(host.host());
    for (const Device *device : concerned(side))
        result.devices.push_back(described(side, groups, upstream, *device));
    result.findings = passthroughFindings(host, result.devices);
    return result;
}

} // namespace fabricscope::hostvm
