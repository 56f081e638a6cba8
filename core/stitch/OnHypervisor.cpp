// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stitch/OnHypervisor.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::stitch {

namespace {

constexpr std::array<std::string_view, 7> kSources = {
    "manual", "guest address", "MAC", "serial number", "earlier capture", "order", "BAR sizes",
};
constexpr std::array<std::string_view, 3> kConfidences = {"certain", "likely", "guess"};

std::string nameOf(const Stitch &stitch, const host::Host &hypervisor) {
    if (!stitch.vm || *stitch.vm >= hypervisor.vms.size())
        return stitch.how.empty() ? "no VMM's process known" : stitch.how;
    const host::VmProcess &vm = hypervisor.vms[*stitch.vm];
    const std::string name = HostText(!vm.name.empty() ? vm.name : vm.uuid).plain(64);
    return fmt::format("{}, {}", name.empty() ? fmt::format("process {}", vm.pid) : name, stitch.how);
}

affinity::OnHypervisor upTo(Confidence least, const Stitch &stitch, const host::Host &hypervisor) {
    affinity::OnHypervisor known;
    for (const Match &match : stitch.matches)
        if (match.confidence <= least)
            known.devices.emplace_back(match.guest, match.onHost);
    known.how = fmt::format("{}: {}", nameOf(stitch, hypervisor), summaryOf(stitch));
    return known;
}

} // namespace

std::string_view toString(Source source) {
    return kSources[static_cast<std::size_t>(source)];
}

std::string_view toString(Confidence confidence) {
    return kConfidences[static_cast<std::size_t>(confidence)];
}

std::string summaryOf(const Stitch &stitch) {
    std::array<std::size_t, kSources.size()> counts{};
    for (const Match &match : stitch.matches)
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

affinity::OnHypervisor onHypervisor(const Stitch &stitch, const host::Host &hypervisor) {
    return upTo(Confidence::Likely, stitch, hypervisor);
}

affinity::OnHypervisor guessedOnHypervisor(const Stitch &stitch, const host::Host &hypervisor) {
    return upTo(Confidence::Guess, stitch, hypervisor);
}

affinity::OnHypervisor onHypervisor(const topology::Topology &hypervisor, const topology::Topology &guest) {
    return onHypervisor(stitch(hypervisor, guest), hypervisor.host());
}

} // namespace fabricscope::stitch
