// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/hostvm/mapping/Claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::hostvm {

namespace {

using By = host::VmDevice::By;

/// Precedence of sources that describe one device: the running state before the start parameters.
constexpr By kInOrder[] = {By::Api, By::Libvirt, By::CommandLine, By::Descriptor};

std::string_view sourceText(By by) {
    switch (by) {
    case By::Api:
        return "the VMM's API";
    case By::Libvirt:
        return "libvirt";
    case By::CommandLine:
        return "the VMM's command line";
    case By::Descriptor:
        return "the VMM's descriptors";
    }
    return "the VMM";
}

/// Resolves the place from the root bus down: the guest shows which bus is below a bridge.
std::optional<Address> addressIn(const host::Host &guest, const host::GuestPlace &place) {
    Address at{place.domain, place.rootBus, 0, 0};
    for (std::size_t i = 0; i < place.slots.size(); ++i) {
        if (i > 0) {
            const host::PciFunction *bridge = guest.function(at);
            if (bridge == nullptr || !bridge->rare->secondaryBus)
                return std::nullopt;
            at.bus = *bridge->rare->secondaryBus;
        }
        at.device = place.slots[i].device;
        at.function = place.slots[i].function;
    }
    return place.slots.empty() ? std::nullopt : std::optional(at);
}

/// For each device the description of the best source, and the others that agree with it.
std::vector<const host::VmDevice *> deviceInfo(const host::VmProcess &process) {
    std::vector<const host::VmDevice *> found;
    for (const By by : kInOrder)
        for (const host::VmDevice &device : process.deviceInfo)
            if (device.by == by && device.onHost && device.inGuest)
                found.push_back(&device);
    return found;
}

} // namespace

void addAddressClaims(const GuestHostDevices &sides, Claims &claims, std::vector<std::string> &unknown) {
    const host::VmProcess *process = sides.process();
    if (process == nullptr)
        return;
    const std::string vmm = process->vmm.empty() ? "the VMM" : HostText(process->vmm).plain(64);
    std::map<Address, Address> addresses; // by the host's address: the place in the best source
    std::set<Address> contradicted;       // devices that a better source places where there is none
    for (const host::VmDevice *device : deviceInfo(*process)) {
        const auto guest = addressIn(sides.guest.host(), *device->inGuest);
        if (!guest || sides.guest.find(*guest) == nullptr) {
            contradicted.insert(*device->onHost);
            if (!addresses.contains(*device->onHost))
                unknown.push_back(fmt::format("{} gives {} to the guest, but it is not there: it was "
                                              "unplugged, or one capture is older",
                                              sourceText(device->by), device->onHost->toString()));
            continue;
        }
        const auto [at, isNew] = addresses.try_emplace(*device->onHost, *guest);
        if (!isNew && at->second != *guest)
            unknown.push_back(fmt::format("{} reports {} as the guest's {}: it was replugged later",
                                          sourceText(device->by), device->onHost->toString(),
                                          guest->toString()));
        if (at->second == *guest && sides.onHost.find(*device->onHost) != nullptr)
            claims.push_back(
                {*guest,
                 *device->onHost,
                 {Source::GuestAddress,
                  fmt::format("{} ({}) puts {} at {}", sourceText(device->by), vmm,
                              device->onHost->toString(), guest->toString()),
                  device->evidence, sides.guest.find(*guest)->function->device.evidence()},
                 sides.vmIsGuessed ? Confidence::Guess
                 : sides.isOtherRun || sides.isByNameOnly || contradicted.contains(*device->onHost)
                     ? Confidence::Likely
                     : Confidence::Certain});
    }
}

std::optional<std::size_t> vmOfMacs(const host::Host &onHost, const host::Host &guest) {
    std::map<std::string, std::size_t> owners; // MACs assigned by VMMs, each to one VM
    for (std::size_t vm = 0; vm < onHost.vms.size(); ++vm)
        for (const host::VmDevice &device : onHost.vms[vm].deviceInfo)
            if (!device.mac.empty())
                if (const auto [at, isNew] = owners.try_emplace(device.mac, vm); !isNew && at->second != vm)
                    at->second = onHost.vms.size();
    std::optional<std::size_t> found;
    for (const host::NetInterface &net : guest.netInterfaces) {
        const auto at = net.mac ? owners.find(*net.mac) : owners.end();
        if (at == owners.end() || !net.device)
            continue;
        if (at->second == onHost.vms.size() || (found && *found != at->second))
            return std::nullopt;
        found = at->second;
    }
    return found;
}

} // namespace fabricscope::hostvm
