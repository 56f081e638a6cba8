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
    Trouble::Kind kind;
    std::string_view text;
};
constexpr std::array kNames = {KindName{Trouble::Kind::Bootstrap, "bootstrap"},
                               KindName{Trouble::Kind::NarrowLink, "narrow_link"},
                               KindName{Trouble::Kind::AcsRedirect, "acs_redirect"}};

constexpr std::size_t kMostNamed = 4;
using Faults = std::vector<const WayFault *>;

Faults ofKind(const Faults &faults, WayFault::Kind kind) {
    Faults found;
    for (const WayFault *fault : faults)
        if (fault->kind == kind && std::find(found.begin(), found.end(), fault) == found.end())
            found.push_back(fault);
    return found;
}

template<class Text> std::vector<std::string> each(const Faults &faults, const Text &text) {
    std::vector<std::string> words;
    for (const WayFault *fault : faults)
        if (std::string word = text(*fault); std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(std::move(word));
    return words;
}

std::string nameAndAddress(const WayFault &fault) {
    return fmt::format("{} ({})", fault.device, fault.address);
}

void tellNarrow(const Faults &faults, Trouble &trouble) {
    trouble.kind = Trouble::Kind::NarrowLink;
    const WayFault &first = *faults.front();
    const bool told = first.now && first.could;
    const std::string cost = told ? fmt::format(": {} instead of {}{}", gigabytes(first.now->bandwidth()),
                                                gigabytes(first.could->bandwidth()),
                                                faults.size() > 1 ? " at " + first.device : std::string())
                                  : std::string();
    const std::string who = listed(each(faults, nameAndAddress), kMostNamed);
    trouble.sentence = faults.size() == 1 && told
                           ? fmt::format("The link of {} has {} of {} lanes{}.", who, first.now->width,
                                         first.could->width, cost)
                           : fmt::format("The link{} of {} lack{} lanes{}.", faults.size() == 1 ? "" : "s",
                                         who, faults.size() == 1 ? "s" : "", cost);
    for (std::size_t i = 0; i < std::min(faults.size(), kMostNamed); ++i) {
        trouble.fix.push_back(fmt::format("Reseat {}, or its riser and cables", nameAndAddress(*faults[i])));
        trouble.fix.push_back(
            fmt::format("sudo lspci -vv -s {} | grep -E 'LnkCap|LnkSta'", faults[i]->address));
    }
}

/// Devices that translate themselves are let through, which keeps VMs apart all the same; else the
/// redirection is taken back and nothing else. What lasts is a parameter of the kernel (Linux 4.20,
/// Documentation/admin-guide/kernel-parameters.txt: pci=disable_acs_redir=).
std::vector<std::string> redirectFix(const Faults &faults, bool handedOver) {
    std::vector<std::string> fix;
    const bool translates =
        std::all_of(faults.begin(), faults.end(), [](const WayFault *fault) { return fault->translates; });
    if (handedOver && !translates)
        fix.emplace_back(
            "Leave it where devices below the switch belong to several VMs: it keeps them apart. "
            "Else:");
    for (std::size_t i = 0; i < std::min(faults.size(), kMostNamed); ++i) {
        const WayFault &fault = *faults[i];
        const int control = fault.translates ? fault.control | WayFault::kDirectTranslated
                                             : fault.control & ~WayFault::kRedirects;
        fix.push_back(fmt::format("sudo setpci -s {} ECAP_ACS+6.w={:04x}", fault.address, control));
    }
    const auto ports = each(faults, [](const WayFault &fault) { return fault.address; });
    if (!translates && ports.size() <= kMostNamed)
        fix.push_back(fmt::format("To last, on the kernel's command line: pci=disable_acs_redir={}",
                                  fmt::join(ports, ";")));
    return fix;
}

void tellRedirect(const Faults &faults, std::size_t pairs, Trouble &trouble) {
    trouble.kind = Trouble::Kind::AcsRedirect;
    const bool handedOver =
        std::any_of(faults.begin(), faults.end(), [](const WayFault *fault) { return fault->handedOver; });
    const bool needed = std::any_of(faults.begin(), faults.end(), [](const WayFault *fault) {
        return fault->handedOver && !fault->translates;
    });
    trouble.severity = needed ? Severity::Note : Severity::Warning;
    const auto boxes = each(faults, [](const WayFault &fault) { return fault.box; });
    const auto &uplink = faults.front()->uplink;
    trouble.sentence =
        fmt::format("ACS of {} sends what {} exchange up to the CPU and back, over {}{}.", listed(boxes, 2),
                    pairs == 1 ? std::string("GPU and NIC") : fmt::format("{} pairs of GPU and NIC", pairs),
                    boxes.size() == 1 ? "the switch's uplink" : "the switches' uplinks",
                    uplink ? fmt::format(" ({}{})", boxes.size() == 1 ? "" : "each ", gigabytes(*uplink))
                           : std::string());
    trouble.fix = redirectFix(faults, handedOver);
}

} // namespace

std::string_view toString(Trouble::Kind kind) {
    for (const KindName &row : kNames)
        if (row.kind == kind)
            return row.text;
    return {};
}

Trouble troubleOf(const Fabric &fabric, const std::vector<const WayFault *> &all, WayFault::Kind kind,
                  std::size_t pairs) {
    Trouble trouble;
    const Faults faults = ofKind(all, kind);
    if (faults.empty())
        return trouble;
    if (kind == WayFault::Kind::NarrowLink)
        tellNarrow(faults, trouble);
    else
        tellRedirect(faults, pairs, trouble);
    trouble.address = faults.front()->address;
    if (fabric.guest && !fabric.source.empty()) { // that is where the devices are
        constexpr std::string_view kThere = "On the hypervisor: ";
        trouble.sentence.insert(0, kThere);
        for (std::string &line : trouble.fix)
            line.insert(0, kThere);
    }
    return trouble;
}

std::vector<Trouble> wayTroubles(const Judgement &judgement) {
    std::vector<Trouble> troubles;
    if (judgement.fabric.ways.faults.empty())
        return troubles;
    std::vector<const Pair *> leading;
    for (const Pair &pair : judgement.pairs)
        if (pair.nic && judgement.isLeading(pair))
            leading.push_back(&pair);
    // What keeps VMs apart is another matter than what stands in a host's own way.
    struct Group {
        WayFault::Kind kind;
        bool needed;
    };
    for (const Group group :
         {Group{WayFault::Kind::NarrowLink, false}, Group{WayFault::Kind::Redirect, false},
          Group{WayFault::Kind::Redirect, true}}) {
        Faults faults;
        std::size_t pairs = 0;
        for (const Pair *pair : leading) {
            Faults found = ofKind(faultsBetween(judgement.fabric, pair->gpu, *pair->nic), group.kind);
            std::erase_if(found, [&](const WayFault *one) {
                return (one->handedOver && !one->translates) != group.needed;
            });
            faults.insert(faults.end(), found.begin(), found.end());
            pairs += found.empty() ? 0 : 1;
        }
        Trouble trouble = troubleOf(judgement.fabric, faults, group.kind, pairs);
        if (trouble.sentence.empty())
            continue;
        troubles.push_back(std::move(trouble));
    }
    return troubles;
}

std::vector<Trouble> bootstrapTroubles(const nccl::BootstrapChoice &choice, const nccl::Decisions &decisions,
                                       int nodes) {
    if (!choice.addressesKnown || (nodes == 1 && !choice.interface.empty()))
        return {};
    constexpr std::size_t kMostName = 64;
    const std::string library = libraryName(&decisions);
    const std::string taken = HostText(choice.interface).plain(kMostName);
    const std::string better = HostText(choice.better).plain(kMostName);
    Trouble trouble;
    trouble.fix = choice.exportLines;
    if (choice.interface.empty()) {
        trouble.severity = Severity::Error;
        trouble.sentence = fmt::format("{} finds no interface to meet its peers on.", library);
        trouble.why = choice.why + ".";
    } else if (choice.reachableByPeers == nccl::Reach::No) {
        trouble.severity = Severity::Error;
        trouble.sentence = fmt::format("{} will meet its peers on {}, where none answers.", library, taken);
        trouble.why = choice.reachWhy + ".";
        if (!choice.better.empty())
            trouble.why += fmt::format(" {}.", choice.betterWhy);
    } else if (!choice.better.empty()) {
        trouble.severity = choice.betterIsSure ? Severity::Warning : Severity::Note;
        trouble.sentence = fmt::format("{} will meet its peers on {}{}.", library, taken,
                                       choice.betterIsSure ? " instead of " + better
                                                           : ", though " + better + " looks better");
        trouble.why = choice.betterWhy + ".";
    } else {
        return {};
    }
    return {std::move(trouble)};
}

} // namespace fabricscope::affinity
