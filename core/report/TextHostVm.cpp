// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextHostVm.h"

#include "core/base/HostText.h"
#include "core/hostvm/mapping/OnHypervisor.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

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

} // namespace fabricscope::report
