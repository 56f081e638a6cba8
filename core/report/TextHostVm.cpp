// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextHostVm.h"

#include "core/base/HostText.h"
#include "core/base/Units.h"
#include "core/hostvm/mapping/OnHypervisor.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fabricscope::report {

namespace {

using topology::Topology;

std::string nameOf(const Topology &topology) {
    const host::Host &host = topology.host();
    const std::string name = HostText(host.hostname.valueOr(host.id.target)).plain(64);
    return host.simulated.empty() ? name : name + " (simulated)";
}

std::string nameAt(const Topology &topology, const pci::Address &address) {
    const auto id = topology.find(address);
    return id ? topology.node(*id).name : std::string();
}

/// All evidence for a match, the strongest first.
std::string sourcesOf(const hostvm::Match &match) {
    std::string text;
    for (const hostvm::Proof &proof : match.proofs) {
        const std::string_view source = toString(proof.source);
        if (text.find(source) == std::string::npos)
            text += fmt::format("{}{}", text.empty() ? "" : ", ", source);
    }
    return text;
}

std::string headOf(const hostvm::GuestMapping &guestMapping, const Topology &onHost, const Topology &guest) {
    std::string text = fmt::format("{} on {}\n", nameOf(guest), nameOf(onHost));
    if (guestMapping.vm && *guestMapping.vm < onHost.host().vms.size()) {
        const host::VmProcess &vm = onHost.host().vms[*guestMapping.vm];
        text +=
            fmt::format("{}: process {}{}{}, found {}\n", guestMapping.vmm.empty() ? "VMM" : guestMapping.vmm,
                        vm.pid, vm.name.empty() ? "" : ", ", HostText(vm.name).plain(64), guestMapping.how);
    }
    if (guestMapping.times.toKernel)
        text += fmt::format("guest kernel started {:.0f} s after its VMM\n", *guestMapping.times.toKernel);
    if (guestMapping.times.toDrivers)
        text +=
            fmt::format("GPU drivers ready {:.0f} s after the guest kernel\n", *guestMapping.times.toDrivers);
    return text + fmt::format("{}\n\n", summaryOf(guestMapping));
}

std::string rest(std::string_view head, const Topology &topology,
                 const std::vector<pci::Address> &addresses) {
    std::string text;
    for (const pci::Address &address : addresses)
        text += fmt::format("    {}  {}\n", address.toString(), nameAt(topology, address));
    return text.empty() ? text : fmt::format("\n{}\n{}", head, text);
}

std::string listed(std::string_view head, const std::vector<std::string> &lines, std::size_t width) {
    std::string text;
    for (const std::string &line : lines)
        text += "    " + wrapped(HostText(line).plain(), width, 4);
    return text.empty() ? text : fmt::format("\n{}\n{}", head, text);
}

} // namespace

std::string hostVmMatchText(const hostvm::GuestMapping &guestMapping, const Topology &onHost,
                            const Topology &guest, const TextOptions &options) {
    TextTable table({"GUEST", "NAME", "HOST", "NAME", "CONFIDENCE", "BY"});
    for (const hostvm::Match &match : guestMapping.matches)
        table.addRow({match.guest.toString(), nameAt(guest, match.guest), match.onHost.toString(),
                      nameAt(onHost, match.onHost), std::string(toString(match.confidence)),
                      sourcesOf(match)});
    std::vector<std::string> conflicts;
    for (const hostvm::Conflict &conflict : guestMapping.conflicts)
        conflicts.push_back(conflict.words);
    return headOf(guestMapping, onHost, guest) +
           (guestMapping.matches.empty() ? "" : table.toString(options.width)) +
           listed("Contradictions", conflicts, options.width) +
           rest("In the guest, not found on the host", guest, guestMapping.guestOnly) +
           rest("Passed through, not found in the guest", onHost, guestMapping.assignedDevices) +
           listed("Unknown", guestMapping.unknown, options.width);
}

namespace {

using host::VmDevice;
using host::VmProcess;

constexpr std::size_t kMostPins = 64;

std::string shown(const std::string &text, std::size_t most = 64) {
    return HostText(text).plain(most);
}

std::string vmHeadOf(const VmProcess &vm) {
    std::string text = vm.name.empty() ? "unnamed" : shown(vm.name);
    if (!vm.vmm.empty())
        text += " · " + shown(vm.vmm);
    text += vm.isDefinition ? " · a definition; whether it runs is unknown"
            : vm.pid == 0   ? " · process ID unknown"
                            : fmt::format(" · process {}", vm.pid);
    if (vm.vcpus)
        text += fmt::format(" · {} vCPU{}", *vm.vcpus, *vm.vcpus == 1 ? "" : "s");
    if (vm.memory)
        text += " · " + fabricscope::toString(*vm.memory);
    if (!vm.hostNodes.empty())
        text += " of host NUMA node " + shown(vm.hostNodes);
    return text;
}

/// One row for each device: sources may each know a part of it.
std::vector<VmDevice> devicesOf(const VmProcess &vm) {
    std::vector<VmDevice> devices;
    for (const VmDevice &each : vm.deviceInfo) {
        const auto same = std::find_if(devices.begin(), devices.end(), [&](const VmDevice &known) {
            return known.onHost ? known.onHost == each.onHost : !each.onHost && known.mac == each.mac;
        });
        if (same == devices.end()) {
            devices.push_back(each);
            continue;
        }
        if (!same->inGuest)
            same->inGuest = each.inGuest;
        if (same->port.empty())
            same->port = each.port;
        if (!same->guestNode)
            same->guestNode = each.guestNode;
        if (same->mac.empty())
            same->mac = each.mac;
    }
    return devices;
}

void addDevices(TextTable &table, const VmProcess &vm) {
    for (const VmDevice &device : devicesOf(vm))
        table.addRow({"    " + (device.onHost ? device.onHost->toString() : "emulated"),
                      device.inGuest ? toString(*device.inGuest) : "unknown", shown(device.port),
                      device.guestNode ? std::to_string(device.guestNode->value) : "", shown(device.id),
                      shown(device.mac)});
}

std::string nodeLine(const host::VmNode &node) {
    std::string text = fmt::format("    NUMA node {}", node.number);
    if (!node.cpus.empty())
        text += ": vCPUs " + shown(node.cpus);
    if (node.memory)
        text += ", " + fabricscope::toString(*node.memory);
    if (!node.hostNodes.empty())
        text += ", memory of host NUMA node " + shown(node.hostNodes);
    return text;
}

std::string pinLine(const host::VmCpuPin &pin) {
    return fmt::format("    vCPU {} on host CPUs {}", pin.vcpus.empty() ? "all" : shown(pin.vcpus),
                       shown(pin.hostCpus));
}

} // namespace

std::string toString(const host::GuestPlace &place) {
    std::string text;
    for (const host::GuestPlace::Slot &slot : place.slots)
        text += text.empty() ? fmt::format("{:04x}:{:02x}:{:02x}.{:x}", place.domain, place.rootBus,
                                           slot.device, slot.function)
                             : fmt::format(" > {:02x}.{:x}", slot.device, slot.function);
    return text;
}

std::string vmsText(const host::Host &host, std::size_t width) {
    if (host.vms.empty())
        return {};
    TextTable table({"", "IN THE GUEST", "BELOW", "NUMA", "ID", "MAC"});
    for (const VmProcess &vm : host.vms) {
        table.addLine("  " + vmHeadOf(vm));
        for (const host::VmNode &node : vm.nodes)
            table.addLine(nodeLine(node));
        for (std::size_t i = 0; i < std::min(vm.pins.size(), kMostPins); ++i)
            table.addLine(pinLine(vm.pins[i]));
        if (vm.pins.size() > kMostPins)
            table.addLine(fmt::format("    and {} more vCPUs", vm.pins.size() - kMostPins));
        addDevices(table, vm);
    }
    return "\nVirtual machines\n" + table.toString(width);
}

} // namespace fabricscope::report
