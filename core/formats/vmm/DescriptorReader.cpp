// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/vmm/Telling.h"

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::VmProcess;

constexpr std::string_view kVfio = "/dev/vfio/";

/// What descriptors and links say, with the line that says it.
struct Descriptors {
    std::map<std::string_view, Address> devices;                               ///< "vfio3"
    std::map<std::pair<std::uint32_t, std::uint32_t>, EvidenceRef> groups;     ///< by process and group
    std::map<std::pair<std::uint32_t, std::string_view>, EvidenceRef> singles; ///< by process and "vfio3"

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
        if (!pid || !target.starts_with(kVfio))
            return;
        target.remove_prefix(kVfio.size());
        if (const auto group = parseInteger<std::uint32_t>(target);
            group && groups.size() < HostLimits::kFunctions)
            groups.emplace(std::pair(*pid, *group), evidence);
        else if (takeUntil(target, '/') == "devices" && singles.size() < HostLimits::kFunctions)
            singles.emplace(std::pair(*pid, target), evidence);
    }
};

/// Said of a device of which no better source said anything.
void addHeld(VmProcess &vm, const Address &address, EvidenceRef evidence) {
    if (std::find(vm.devices.begin(), vm.devices.end(), address) != vm.devices.end())
        return;
    host::VmDevice device;
    device.by = host::VmDevice::By::Descriptor;
    device.onHost = address;
    device.evidence = evidence;
    tellVmDevice(vm, std::move(device));
}

std::map<std::uint32_t, std::vector<Address>> vfioMembers(HostBuilder &builder) {
    std::map<std::uint32_t, std::vector<Address>> members;
    for (const host::PciFunction &f : builder.functions())
        if (f.iommuGroup && f.driver && f.driver->starts_with("vfio"))
            if (auto &list = members[f.iommuGroup->value]; list.size() < kMostVmDevices)
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
    for (const auto &[key, evidence] : found.groups)
        if (VmProcess *vm = builder.knownVm(key.first))
            if (const auto at = members.find(key.second); at != members.end())
                for (const Address &address : at->second)
                    addHeld(*vm, address, evidence);
    for (const auto &[key, evidence] : found.singles)
        if (VmProcess *vm = builder.knownVm(key.first))
            if (const auto at = found.devices.find(key.second); at != found.devices.end())
                addHeld(*vm, at->second, evidence);
}

} // namespace fabricscope::formats
