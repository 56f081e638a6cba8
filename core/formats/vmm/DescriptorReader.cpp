// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/vmm/VmDevices.h"

#include <algorithm>
#include <compare>
#include <map>
#include <utility>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::VmProcess;

constexpr std::string_view kVfio = "/dev/vfio/";

/// A group, or a single device, that a process holds.
struct Held {
    std::uint32_t pid = 0;
    std::optional<std::uint32_t> group;
    std::string_view single; ///< "vfio3"
    friend auto operator<=>(const Held &, const Held &) = default;
};

/// By which descriptor, and the line that says it.
struct Hold {
    std::uint32_t descriptor = 0;
    EvidenceRef evidence;
};

/// What descriptors and links say.
struct Descriptors {
    std::map<std::string_view, Address> devices; ///< "vfio3"
    std::map<Held, Hold> held;                   ///< each by its lowest descriptor

    void add(std::string_view path, std::string_view target, EvidenceRef evidence) {
        if (path.substr(0, 6) == "/proc/")
            path.remove_prefix(6);
        const std::string_view first = takeUntil(path, '/');
        if (path == "device") {
            if (const auto address = lowestFunction(target);
                address && devices.size() < HostLimits::kFunctions)
                devices.insert_or_assign(first, *address);
            return;
        }
        const auto pid = parseInteger<std::uint32_t>(first);
        const auto descriptor = parseInteger<std::uint32_t>(lastComponent(path));
        if (!pid || !descriptor || !target.starts_with(kVfio) || held.size() >= HostLimits::kFunctions)
            return;
        target.remove_prefix(kVfio.size());
        Held what{*pid, parseInteger<std::uint32_t>(target), {}};
        if (!what.group && takeUntil(target, '/') == "devices")
            what.single = target;
        else if (!what.group)
            return;
        const auto [at, isNew] = held.try_emplace(what, Hold{*descriptor, evidence});
        if (!isNew && *descriptor < at->second.descriptor)
            at->second = {*descriptor, evidence};
    }

    /// A VMM opens its devices in its own order, and the kernel assigns the lowest free number: this is the
    /// order of the VMM's devices, unless some were hot-plugged later.
    [[nodiscard]] std::vector<std::pair<Held, Hold>> inOrder() const {
        std::vector<std::pair<Held, Hold>> order(held.begin(), held.end());
        std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) {
            return a.second.descriptor < b.second.descriptor;
        });
        return order;
    }
};

/// Added for a device that no better source reported.
void addHeld(VmProcess &vm, const Address &address, EvidenceRef evidence) {
    if (std::find(vm.devices.begin(), vm.devices.end(), address) != vm.devices.end())
        return;
    host::VmDevice device;
    device.by = host::VmDevice::By::Descriptor;
    device.onHost = address;
    device.evidence = evidence;
    addVmDeviceInfo(vm, std::move(device));
}

std::map<std::uint32_t, std::vector<Address>> vfioMembers(HostBuilder &builder) {
    std::map<std::uint32_t, std::vector<Address>> members;
    for (const host::PciFunction &f : builder.functions())
        if (f.iommuGroup && f.driver && f.driver->starts_with("vfio"))
            if (auto &list = members[f.iommuGroup->value]; list.size() < kMaxVmDevices)
                list.push_back(f.address);
    return members;
}

} // namespace

// "4711/fd/25 -> /dev/vfio/41": the group's devices that are bound to VFIO; "4711/fd/26 ->
// /dev/vfio/devices/vfio3" with "vfio3/device -> .../0000:41:00.0" (iommufd). Only processes that are known
// as VMMs: others hold descriptors too.
void readVmmFds(const SectionText &text, HostBuilder &builder) {
    builder.notes.vfioFdsRead = true;
    Descriptors found;
    for (LineCursor lines(text); lines.next();)
        if (const auto link = splitLinkLine(lines.line()))
            found.add(link->path, link->target, text.evidence(lines.line()));
    const auto members = vfioMembers(builder);
    for (const auto &[held, hold] : found.inOrder()) {
        VmProcess *vm = builder.knownVm(held.pid);
        if (!vm)
            continue;
        if (!held.group) {
            if (const auto at = found.devices.find(held.single); at != found.devices.end())
                addHeld(*vm, at->second, hold.evidence);
        } else if (const auto at = members.find(*held.group); at != members.end()) {
            for (const Address &address : at->second)
                addHeld(*vm, address, hold.evidence);
        }
    }
}

} // namespace fabricscope::formats
