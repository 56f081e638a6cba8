// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/NicLinkFindings.h"

#include "core/host/NicIndex.h"
#include "core/topology/Classes.h"
#include "core/topology/Links.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace fabricscope::topology {

namespace {

using host::NicEntry;

constexpr double kBitsOfByte = 8, kFast = 100; ///< Gb/s

/// Of the fastest active port of each function, Gb/s: the rate of one that is down is none.
std::map<std::uint64_t, double> ratesOf(const host::Host &host) {
    std::map<std::uint64_t, double> rates;
    for (const NicEntry &entry : host::nicTable(host))
        if (entry.rate && entry.state == NicEntry::State::Active && !entry.physical)
            rates[entry.address.key()] = std::max(rates[entry.address.key()], entry.rate->value);
    return rates;
}

/// Whether a rule about the link has warned already.
bool hasWarning(const Node &node) {
    return linkSeverity(node).value_or(Severity::Note) > Severity::Note;
}

findings::Finding carriesFinding(const pci::LinkRate &link, std::string_view variant) {
    findings::Finding finding("link.below_port", variant);
    finding.set("current", link.toString())
        .set("carries", fmt::format("{:.0f} Gb/s", link.bandwidth().value * kBitsOfByte));
    return finding;
}

/// Half of the rate is enough where a card has two links, one to each socket, or ports share them: a note.
std::optional<findings::Finding> belowPort(const Node &node, double rate) {
    constexpr double kHalf = 0.5;
    const auto link = node.link ? node.link->rate() : std::nullopt;
    if (!link || rate < kFast || hasWarning(node))
        return std::nullopt;
    const double carries = link->bandwidth().value * kBitsOfByte;
    if (carries >= rate)
        return std::nullopt;
    findings::Finding finding = carriesFinding(*link, carries < kHalf * rate ? "" : "half");
    finding.set("rate", fmt::format("{:g} Gb/s", rate));
    return finding;
}

/// Where no port's rate is known: a NIC is built for the link that it has at its best. No slot for such a NIC
/// has less than a quarter of it.
std::optional<findings::Finding> belowAbility(const Node &node, const host::PciFunction &function) {
    constexpr double kQuarter = 0.25;
    const LinkEnd own = linkEndOf(function);
    const auto link = node.link ? node.link->rate() : std::nullopt;
    if (!link || !own.maxSpeed || !own.maxWidth || function.dead || hasWarning(node))
        return std::nullopt;
    const pci::LinkRate best{*own.maxSpeed, *own.maxWidth};
    if (best.bandwidth().value * kBitsOfByte < kFast ||
        link->bandwidth().value >= kQuarter * best.bandwidth().value)
        return std::nullopt;
    findings::Finding finding = carriesFinding(*link, "ability");
    finding.set("possible", best.toString());
    return finding;
}

} // namespace

std::vector<std::pair<NodeId, findings::Finding>> nicLinkFindings(const Topology &topology) {
    const host::Host &host = topology.host();
    std::vector<std::pair<NodeId, findings::Finding>> found;
    if (host.virtualization ? *host.virtualization != "none" : hasEmulatedDevices(host))
        return found;
    const auto rates = ratesOf(host);
    for (const Node &node : topology.nodes()) {
        if (node.kind != NodeKind::Nic || !node.bdf || node.physfn || node.frontEnd)
            continue;
        const auto rate = rates.find(node.bdf->key());
        if (auto finding = rate == rates.end() ? belowAbility(node, host.functions[*node.function])
                                               : belowPort(node, rate->second))
            found.emplace_back(node.id, std::move(*finding));
    }
    return found;
}

} // namespace fabricscope::topology
