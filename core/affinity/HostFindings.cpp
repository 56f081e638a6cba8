// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What costs although each GPU may have its right NIC.
#include "core/affinity/Sentences.h"
#include "core/base/HostText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::affinity {

namespace {

struct KindName {
    HostFinding::Kind kind;
    std::string_view text;
};
constexpr std::array kNames = {KindName{HostFinding::Kind::Bootstrap, "bootstrap"},
                               KindName{HostFinding::Kind::NarrowLink, "narrow_link"},
                               KindName{HostFinding::Kind::AcsRedirect, "acs_redirect"}};

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

void describeNarrowLink(const Faults &faults, HostFinding &finding) {
    finding.kind = HostFinding::Kind::NarrowLink;
    const PathFault &first = *faults.front();
    const bool known = first.now && first.could;
    const std::string cost = known ? fmt::format(": {} instead of {}{}", gigabytes(first.now->bandwidth()),
                                                 gigabytes(first.could->bandwidth()),
                                                 faults.size() > 1 ? " at " + first.device : std::string())
                                   : std::string();
    const std::string who = listed(each(faults, nameAndAddress), kMaxNamed);
    finding.sentence = faults.size() == 1 && known
                           ? fmt::format("The link of {} has {} of {} lanes{}.", who, first.now->width,
                                         first.could->width, cost)
                           : fmt::format("The link{} of {} lack{} lanes{}.", faults.size() == 1 ? "" : "s",
                                         who, faults.size() == 1 ? "s" : "", cost);
    for (std::size_t i = 0; i < std::min(faults.size(), kMaxNamed); ++i) {
        finding.fix.push_back(fmt::format("Reseat {}, or its riser and cables", nameAndAddress(*faults[i])));
        finding.fix.push_back(
            fmt::format("sudo lspci -vv -s {} | grep -E 'LnkCap|LnkSta'", faults[i]->address));
    }
}

/// Devices that translate themselves pass, which still isolates VMs; else the
/// redirection is taken back and nothing else. What lasts is a parameter of the kernel (Linux 4.20,
/// Documentation/admin-guide/kernel-parameters.txt: pci=disable_acs_redir=).
std::vector<std::string> redirectFix(const Faults &faults, bool hasVmDevices) {
    std::vector<std::string> fix;
    const bool translates =
        std::all_of(faults.begin(), faults.end(), [](const PathFault *fault) { return fault->translates; });
    if (hasVmDevices && !translates)
        fix.emplace_back(
            "Keep it if devices below the switch belong to several VMs: it isolates them. Otherwise:");
    for (std::size_t i = 0; i < std::min(faults.size(), kMaxNamed); ++i) {
        const PathFault &fault = *faults[i];
        const int control = fault.translates ? fault.control | PathFault::kDirectTranslated
                                             : fault.control & ~PathFault::kRedirects;
        fix.push_back(fmt::format("sudo setpci -s {} ECAP_ACS+6.w={:04x}", fault.address, control));
    }
    const auto ports = each(faults, [](const PathFault &fault) { return fault.address; });
    if (!translates && ports.size() <= kMaxNamed)
        fix.push_back(fmt::format("Permanently, on the kernel command line: pci=disable_acs_redir={}",
                                  fmt::join(ports, ";")));
    return fix;
}

void describeRedirect(const Faults &faults, std::size_t pairs, HostFinding &finding) {
    finding.kind = HostFinding::Kind::AcsRedirect;
    const bool hasVmDevices =
        std::any_of(faults.begin(), faults.end(), [](const PathFault *fault) { return fault->hasVmDevices; });
    const bool needed = std::any_of(faults.begin(), faults.end(), [](const PathFault *fault) {
        return fault->hasVmDevices && !fault->translates;
    });
    finding.severity = needed ? Severity::Note : Severity::Warning;
    const auto boxes = each(faults, [](const PathFault &fault) { return fault.box; });
    const auto &uplink = faults.front()->uplink;
    finding.sentence =
        fmt::format("ACS of {} sends traffic of {} up to the CPU and back, over {}{}.", listed(boxes, 2),
                    pairs == 1 ? std::string("a GPU-NIC pair") : fmt::format("{} GPU-NIC pairs", pairs),
                    boxes.size() == 1 ? "the switch's uplink" : "the switches' uplinks",
                    uplink ? fmt::format(" ({}{})", boxes.size() == 1 ? "" : "each ", gigabytes(*uplink))
                           : std::string());
    finding.fix = redirectFix(faults, hasVmDevices);
}

} // namespace

std::string_view toString(HostFinding::Kind kind) {
    for (const KindName &row : kNames)
        if (row.kind == kind)
            return row.text;
    return {};
}

HostFinding pathFinding(const Fabric &fabric, const std::vector<const PathFault *> &all, PathFault::Kind kind,
                        std::size_t pairs) {
    HostFinding finding;
    const Faults faults = ofKind(all, kind);
    if (faults.empty())
        return finding;
    if (kind == PathFault::Kind::NarrowLink)
        describeNarrowLink(faults, finding);
    else
        describeRedirect(faults, pairs, finding);
    finding.address = faults.front()->address;
    if (fabric.guest && !fabric.source.empty()) { // that is where the devices are
        constexpr std::string_view kOnHypervisor = "On the hypervisor: ";
        finding.sentence.insert(0, kOnHypervisor);
        for (std::string &line : finding.fix)
            line.insert(0, kOnHypervisor);
    }
    return finding;
}

std::vector<HostFinding> pathFindings(const Judgement &judgement) {
    std::vector<HostFinding> findings;
    if (judgement.fabric.upstreamPaths.faults.empty())
        return findings;
    std::vector<const Pair *> leading;
    for (const Pair &pair : judgement.pairs)
        if (pair.nic && judgement.isLeading(pair))
            leading.push_back(&pair);
    // What keeps VMs apart is another matter than what is in a host's own way.
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
        HostFinding finding = pathFinding(judgement.fabric, faults, group.kind, pairs);
        if (finding.sentence.empty())
            continue;
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<HostFinding> bootstrapFindings(const nccl::BootstrapChoice &choice,
                                           const nccl::Decisions &decisions, int nodes) {
    if (!choice.addressesKnown || (nodes == 1 && !choice.interface.empty()))
        return {};
    constexpr std::size_t kMaxName = 64;
    const std::string library = libraryName(&decisions);
    const std::string taken = HostText(choice.interface).plain(kMaxName);
    const std::string better = HostText(choice.better).plain(kMaxName);
    HostFinding finding;
    finding.fix = choice.exportLines;
    if (choice.interface.empty()) {
        finding.severity = Severity::Error;
        finding.sentence = fmt::format("{} finds no bootstrap interface.", library);
        finding.why = choice.why + ".";
    } else if (choice.reachableByPeers == nccl::Reach::No) {
        finding.severity = Severity::Error;
        finding.sentence = fmt::format("{} will bootstrap on {}, where no peer answers.", library, taken);
        finding.why = choice.reachWhy + ".";
        if (!choice.better.empty())
            finding.why += fmt::format(" {}.", choice.betterWhy);
    } else if (!choice.better.empty()) {
        finding.severity = choice.betterIsSure ? Severity::Warning : Severity::Note;
        finding.sentence =
            fmt::format("{} will bootstrap on {}{}.", library, taken,
                        choice.betterIsSure ? ", not " + better : ", though " + better + " looks better");
        finding.why = choice.betterWhy + ".";
    } else {
        return {};
    }
    return {std::move(finding)};
}

} // namespace fabricscope::affinity
