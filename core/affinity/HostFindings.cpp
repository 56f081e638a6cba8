// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs that remain even if each GPU has the right NIC.
#include "core/affinity/Sentences.h"
#include "core/base/HostText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::affinity {

namespace {

using findings::Finding;

constexpr std::size_t kMaxNamed = 4;
using Faults = std::vector<const PathFault *>;

Faults ofKind(const Faults &faults, PathFault::Kind kind) {
    Faults found;
    for (const PathFault *fault : faults)
        if (fault->kind == kind && std::find(found.begin(), found.end(), fault) == found.end())
            found.push_back(fault);
    return found;
}

template<class Text> std::vector<std::string> each(const Faults &faults, const Text &text) {
    std::vector<std::string> words;
    for (const PathFault *fault : faults)
        if (std::string word = text(*fault); std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(std::move(word));
    return words;
}

std::string nameAndAddress(const PathFault &fault) {
    return fmt::format("{} ({})", fault.device, fault.address);
}

/// Commands are pasted somewhere other than where the sentence is read.
void addCommand(Finding &finding, std::string command) {
    finding.commands.push_back(std::move(command) +
                               (finding.argument("hypervisor") != nullptr ? "  # on the hypervisor" : ""));
}

Finding narrowLinkFinding(const Faults &faults) {
    const PathFault &first = *faults.front();
    const bool isOne = faults.size() == 1;
    Finding finding("link.narrow", isOne ? "" : "several");
    if (isOne)
        finding.device = nameAndAddress(first);
    else
        finding.set("devices", listed(each(faults, nameAndAddress), kMaxNamed)).set("first", first.device);
    if (isOne && first.oam)
        finding.set("oam", *first.oam);
    if (first.now && first.could)
        finding.set("lanes", first.now->width)
            .set("possible_lanes", first.could->width)
            .set("bandwidth", gigabytes(first.now->bandwidth()))
            .set("possible_bandwidth", gigabytes(first.could->bandwidth()));
    return finding;
}

void addLinkCommands(const Faults &faults, Finding &finding) {
    for (std::size_t i = 0; i < std::min(faults.size(), kMaxNamed); ++i)
        addCommand(finding,
                   fmt::format("sudo lspci -vv -s {} | grep -E 'LnkCap|LnkSta'", faults[i]->address));
}

bool allTranslate(const Faults &faults) {
    return std::all_of(faults.begin(), faults.end(),
                       [](const PathFault *fault) { return fault->translates; });
}

Finding redirectFinding(const Faults &faults, std::size_t pairs) {
    Finding finding("way.acs_redirect");
    const bool isolates =
        std::any_of(faults.begin(), faults.end(), [](const PathFault *fault) { return fault->hasVmDevices; });
    const bool needed = std::any_of(faults.begin(), faults.end(), [](const PathFault *fault) {
        return fault->hasVmDevices && !fault->translates;
    });
    if (needed)
        finding.severity = Severity::Note;
    const auto boxes = each(faults, [](const PathFault &fault) { return fault.box; });
    finding.set("switches", listed(boxes, 2)).set("count", boxes.size()).set("pairs", pairs);
    if (const auto &uplink = faults.front()->uplink)
        finding.set("uplink", gigabytes(*uplink));
    if (boxes.size() > 1)
        finding.set("each");
    if (allTranslate(faults))
        finding.set("translates");
    else if (isolates)
        finding.set("isolates");
    const auto ports = each(faults, [](const PathFault &fault) { return fault.address; });
    if (ports.size() <= kMaxNamed)
        finding.set("ports", fmt::format("{}", fmt::join(ports, ";")));
    return finding;
}

/// If devices translate addresses themselves, only translated requests are let through, which still isolates
/// VMs; otherwise only the redirection is disabled.
void addRedirectCommands(const Faults &faults, Finding &finding) {
    for (std::size_t i = 0; i < std::min(faults.size(), kMaxNamed); ++i) {
        const PathFault &fault = *faults[i];
        const int control = fault.translates ? fault.control | PathFault::kDirectTranslated
                                             : fault.control & ~PathFault::kRedirects;
        addCommand(finding, fmt::format("sudo setpci -s {} ECAP_ACS+6.w={:04x}", fault.address, control));
    }
}

} // namespace

std::optional<Finding> pathFinding(const Fabric &fabric, const std::vector<const PathFault *> &all,
                                   PathFault::Kind kind, std::size_t pairs) {
    const Faults faults = ofKind(all, kind);
    if (faults.empty())
        return std::nullopt;
    const bool isNarrow = kind == PathFault::Kind::NarrowLink;
    Finding finding = isNarrow ? narrowLinkFinding(faults) : redirectFinding(faults, pairs);
    finding.place.address = faults.front()->address;
    if (fabric.guest && !fabric.source.empty()) // the devices are there
        finding.set("hypervisor");
    if (isNarrow)
        addLinkCommands(faults, finding);
    else
        addRedirectCommands(faults, finding);
    return finding;
}

std::vector<Finding> pathFindings(const Judgement &judgement) {
    std::vector<Finding> findings;
    if (judgement.fabric.upstreamPaths.faults.empty())
        return findings;
    std::vector<const Pair *> leading;
    for (const Pair &pair : judgement.pairs)
        if (pair.nic && judgement.isLeading(pair))
            leading.push_back(&pair);
    // Redirection that isolates VMs is reported separately from redirection on a host's own path.
    struct Group {
        PathFault::Kind kind;
        bool needed;
    };
    for (const Group group :
         {Group{PathFault::Kind::NarrowLink, false}, Group{PathFault::Kind::Redirect, false},
          Group{PathFault::Kind::Redirect, true}}) {
        Faults faults;
        std::size_t pairs = 0;
        for (const Pair *pair : leading) {
            Faults found = ofKind(faultsBetween(judgement.fabric, pair->gpu, *pair->nic), group.kind);
            std::erase_if(found, [&](const PathFault *one) {
                return (one->hasVmDevices && !one->translates) != group.needed;
            });
            faults.insert(faults.end(), found.begin(), found.end());
            pairs += found.empty() ? 0 : 1;
        }
        if (auto finding = pathFinding(judgement.fabric, faults, group.kind, pairs))
            findings.push_back(std::move(*finding));
    }
    return findings;
}

std::vector<Finding> bootstrapFindings(const nccl::BootstrapChoice &choice, const nccl::Decisions &decisions,
                                       int nodes) {
    if (!choice.addressesKnown || (nodes == 1 && !choice.interface.empty()))
        return {};
    std::string_view variant;
    if (choice.interface.empty())
        variant = "";
    else if (choice.reachableByPeers == nccl::Reach::No)
        variant = "unreachable";
    else if (!choice.better.empty())
        variant = choice.betterIsSure ? "better" : "perhaps_better";
    else
        return {};
    Finding finding("library.bootstrap", variant);
    finding.set("library", libraryName(&decisions)).set("interface", choice.interface);
    finding.set("why", choice.interface.empty() ? choice.why : choice.reachWhy);
    if (!choice.better.empty())
        finding.set("better", choice.better).set("better_why", choice.betterWhy);
    finding.commands = choice.exportLines;
    return {std::move(finding)};
}

} // namespace fabricscope::affinity
