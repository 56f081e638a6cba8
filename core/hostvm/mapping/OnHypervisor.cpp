// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/mapping/OnHypervisor.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::hostvm {

namespace {

constexpr std::array<std::string_view, 7> kSources = {
    "manual", "guest address", "MAC", "serial number", "earlier capture", "order", "BAR sizes",
};
constexpr std::array<std::string_view, 3> kConfidences = {"certain", "likely", "guess"};

std::string nameOf(const GuestMapping &guestMapping, const host::Host &hypervisor) {
    if (!guestMapping.vm || *guestMapping.vm >= hypervisor.vms.size())
        return guestMapping.how.empty() ? "no VMM process known" : guestMapping.how;
    const host::VmProcess &vm = hypervisor.vms[*guestMapping.vm];
    const std::string name = HostText(!vm.name.empty() ? vm.name : vm.uuid).plain(64);
    return fmt::format("{}, {}", name.empty() ? fmt::format("process {}", vm.pid) : name, guestMapping.how);
}

affinity::OnHypervisor matchesUpTo(Confidence least, const GuestMapping &guestMapping,
                                   const host::Host &hypervisor) {
    affinity::OnHypervisor known;
    for (const Match &match : guestMapping.matches)
        if (match.confidence <= least)
            known.devices.emplace_back(match.guest, match.onHost);
    known.how = fmt::format("{}: {}", nameOf(guestMapping, hypervisor), summaryOf(guestMapping));
    return known;
}

} // namespace

std::string_view toString(Source source) {
    return kSources[static_cast<std::size_t>(source)];
}

std::string_view toString(Confidence confidence) {
    return kConfidences[static_cast<std::size_t>(confidence)];
}

std::string summaryOf(const GuestMapping &guestMapping) {
    std::array<std::size_t, kSources.size()> counts{};
    for (const Match &match : guestMapping.matches)
        if (!match.proofs.empty())
            ++counts[static_cast<std::size_t>(match.proofs.front().source)];
    std::string text;
    for (std::size_t source = 0; source < counts.size(); ++source) {
        if (counts[source] == 0)
            continue;
        const std::string_view noun = !text.empty() ? "" : (counts[source] == 1 ? " device" : " devices");
        text += fmt::format("{}{}{} by {}", text.empty() ? "" : ", ", counts[source], noun, kSources[source]);
    }
    return text.empty() ? "no device" : text;
}

affinity::OnHypervisor onHypervisor(const GuestMapping &guestMapping, const host::Host &hypervisor) {
    return matchesUpTo(Confidence::Likely, guestMapping, hypervisor);
}

affinity::OnHypervisor guessedOnHypervisor(const GuestMapping &guestMapping, const host::Host &hypervisor) {
    return matchesUpTo(Confidence::Guess, guestMapping, hypervisor);
}

affinity::OnHypervisor onHypervisor(const topology::Topology &hypervisor, const topology::Topology &guest) {
    return onHypervisor(mapGuest(hypervisor, guest), hypervisor.host());
}

} // namespace fabricscope::hostvm
