// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/hostvm/mapping/Claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace fabricscope::hostvm {

namespace {

using Devices = std::vector<const Device *>;

/// Vendor and device, and the guest's PCI domain if the VMM reports the domain of each device.
using Kind = std::tuple<std::uint16_t, std::uint16_t, std::uint32_t>;
/// Devices in the given order; devices of an unknown model are left out.
using ByModel = std::map<Kind, Devices>;

void add(ByModel &byModel, const Device &device, std::uint32_t domain) {
    if (device.function->vendor && device.function->device)
        byModel[{*device.function->vendor, *device.function->device, domain}].push_back(&device);
}

/// The guest's domains as reported by the VMM, by the host's address; empty if it reports none.
std::map<Address, std::uint32_t> domainsOf(const host::VmProcess *process) {
    std::map<Address, std::uint32_t> domains;
    if (process != nullptr)
        for (const host::VmDevice &device : process->deviceInfo)
            if (device.onHost && device.segment)
                domains.emplace(*device.onHost, *device.segment);
    return domains;
}

/// How many of these are known only from descriptors of the process: their order is that of opening, which
/// need not be that of the devices' slots.
std::size_t countDescriptorsOnly(const host::VmProcess &process, const Devices &devices) {
    return static_cast<std::size_t>(std::count_if(devices.begin(), devices.end(), [&](const Device *device) {
        return std::any_of(
            process.deviceInfo.begin(), process.deviceInfo.end(), [&](const host::VmDevice &one) {
                return one.onHost == device->address() && one.by == host::VmDevice::By::Descriptor;
            });
    }));
}

/// The unmatched devices of both sides.
struct Left {
    ByModel guest, onHost;
};

Left leftOf(const GuestHostDevices &sides, const ResolvedMatches &taken) {
    Left left;
    const auto domains = domainsOf(sides.process());
    const auto domainOf = [&](const Address &onHost) {
        const auto at = domains.find(onHost);
        return at == domains.end() ? 0 : at->second; // Cloud Hypervisor's first segment is the default
    };
    for (const Device &device : sides.guest.devices)
        if (!taken.byGuest.contains(device.address()) && !taken.contestedGuest.contains(device.address()))
            add(left.guest, device, domains.empty() ? 0 : device.address().domain);
    for (const Device *device : sides.assignedDevices())
        if (!taken.byHost.contains(device->address()) && !taken.contestedHost.contains(device->address()))
            add(left.onHost, *device, domainOf(device->address()));
    return left;
}

/// Whether each NUMA node of the guest maps to one of the host; otherwise it is not the order of the devices.
bool numaMatches(const GuestHostDevices &sides, const Devices &guest, const Devices &onHost) {
    std::map<int, int> nodes;
    const auto node = [](const Side &side, const Device &device) {
        const auto id = side.topology->find(device.address());
        return id ? side.topology->node(*id).numa : std::nullopt;
    };
    for (std::size_t i = 0; i < guest.size(); ++i) {
        const auto own = node(sides.guest, *guest[i]), other = node(sides.onHost, *onHost[i]);
        if (own && other && nodes.try_emplace(own->value, other->value).first->second != other->value)
            return false;
    }
    return true;
}

std::vector<std::uint64_t> barSizes(const host::PciFunction &function) {
    constexpr std::uint8_t kBars = 6; // the ROM and the SR-IOV BARs are not passed through
    std::vector<std::uint64_t> sizes;
    for (const host::Bar &bar : function.bars)
        if (bar.index < kBars)
            sizes.push_back(bar.size.value);
    return sizes;
}

/// The line that passes this device through, else that of the process; that of its driver if no VMM is known.
EvidenceRef evidenceOf(const host::VmProcess *process, const Device &device) {
    if (process == nullptr)
        return device.function->driver.evidence();
    const auto info = std::find_if(process->deviceInfo.begin(), process->deviceInfo.end(),
                                   [&](const host::VmDevice &one) { return one.onHost == device.address(); });
    return info != process->deviceInfo.end() ? info->evidence : process->evidence;
}

using BarKey = std::pair<Kind, std::vector<std::uint64_t>>;

std::map<BarKey, Devices> byBars(const ByModel &byModel) {
    std::map<BarKey, Devices> found;
    for (const auto &[kind, devices] : byModel)
        for (const Device *device : devices)
            if (auto sizes = barSizes(*device->function); !sizes.empty())
                found[{kind, std::move(sizes)}].push_back(device);
    return found;
}

} // namespace

void addOrderClaims(const GuestHostDevices &sides, const ResolvedMatches &taken, Claims &claims) {
    const host::VmProcess *process = sides.process();
    const bool isKnown = process && !sides.vmIsGuessed && !sides.isOtherRun;
    const Left left = leftOf(sides, taken);
    for (const auto &[kind, guest] : left.guest) {
        const auto at = left.onHost.find(kind);
        // If the numbers differ, it is unknown which device is missing.
        if (at == left.onHost.end() || at->second.size() != guest.size())
            continue;
        Devices onHost = at->second;
        const std::size_t held = process == nullptr ? 0 : countDescriptorsOnly(*process, onHost);
        const bool isOrdered = process != nullptr && held == 0;
        const bool isMixed =
            held != 0 && held != onHost.size(); // two orders, and it is unknown which comes first
        if (isMixed)
            std::sort(onHost.begin(), onHost.end(),
                      [](const Device *a, const Device *b) { return a->address() < b->address(); });
        if (!numaMatches(sides, guest, onHost))
            continue;
        const bool alone = guest.size() == 1;
        const Confidence confidence =
            isKnown && (isOrdered || alone) ? Confidence::Likely : Confidence::Guess;
        for (std::size_t i = 0; i < guest.size(); ++i) {
            const std::string what = alone ? fmt::format("the only {} ", modelText(*guest[i]->function))
                                           : fmt::format("number {} of {} {} ", i + 1, guest.size(),
                                                         modelText(*guest[i]->function));
            const std::string words =
                what +
                (isOrdered ? fmt::format("in the order of {}'s devices and of guest addresses",
                                         process->vmm.empty() ? "the VMM" : HostText(process->vmm).plain(64))
                 : isMixed ? "in address order among the VMM's devices and the guest's"
                 : process ? "in descriptor order among the VMM's devices and in address order in the guest"
                           : "in address order among vfio-pci devices and the guest's");
            claims.push_back({guest[i]->address(),
                              onHost[i]->address(),
                              {Source::Order, words, evidenceOf(process, *onHost[i]),
                               guest[i]->function->device.evidence()},
                              confidence});
        }
    }
}

void addBarClaims(const GuestHostDevices &sides, const ResolvedMatches &taken, Claims &claims) {
    const Left left = leftOf(sides, taken);
    const auto onHost = byBars(left.onHost);
    for (const auto &[key, guest] : byBars(left.guest)) {
        const auto at = onHost.find(key);
        if (guest.size() != 1 || at == onHost.end() || at->second.size() != 1)
            continue;
        claims.push_back({guest[0]->address(),
                          at->second[0]->address(),
                          {Source::BarSize,
                           fmt::format("the only {} with BARs of these sizes on both sides",
                                       modelText(*guest[0]->function)),
                           at->second[0]->function->device.evidence(), guest[0]->function->device.evidence()},
                          Confidence::Guess});
    }
}

} // namespace fabricscope::hostvm
