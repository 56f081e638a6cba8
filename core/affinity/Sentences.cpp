// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Sentences.h"

#include "core/affinity/Rails.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::affinity {

namespace {

struct Description {
    PathWord word;
    std::string_view text;
};
constexpr std::array kDescriptions = {
    Description{PathWord::Self, "itself"},
    Description{PathWord::NvLink, "over NVLink"},
    Description{PathWord::Xgmi, "over XGMI"},
    Description{PathWord::Pix, "below one switch"},
    Description{PathWord::Pxb, "via several switches"},
    Description{PathWord::Phb, "via a host bridge"},
    Description{PathWord::Node, "via the CPU between host bridges"},
    Description{PathWord::Sys, "across NUMA nodes"},
    Description{PathWord::Unknown, "at unknown distance"},
};

std::string_view describe(PathWord word) {
    for (const Description &row : kDescriptions)
        if (row.word == word)
            return row.text;
    return {};
}

std::string othersOf(const Pair &pair, const PairFacts &facts) {
    std::vector<std::string> names;
    for (const std::size_t gpu : facts.sharers)
        if (gpu != pair.gpu)
            names.push_back(gpuName(facts, gpu));
    return listed(names);
}

/// " (ports 1 and 2)", of a NIC with several
std::string portsPart(const Pair &pair) {
    std::vector<std::string> ports;
    for (const int port : pair.ports)
        ports.push_back(std::to_string(port));
    return ports.empty() ? std::string()
                         : fmt::format(" (port{} {})", ports.size() == 1 ? "" : "s", listed(ports));
}

/// "topo.xml, line 44, pairs ionic_3 with GPU2"
std::string claim(const Pair &pair, const PairFacts &facts) {
    const std::string &gpu = gpuName(facts, pair.gpu);
    const std::string &nic = nicName(facts, *pair.nic);
    switch (pair.basis) {
    case Basis::Ideal:
        return fmt::format("The best NIC for {} is {}", gpu, nic);
    case Basis::Library:
        return fmt::format("{} will use {}{} for {}", libraryName(facts.inputs.library), nic, portsPart(pair),
                           gpu);
    case Basis::File:
        return pair.line > 0
                   ? fmt::format("{}, line {}, pairs {} with {}", fileName(facts.inputs), pair.line, nic, gpu)
                   : fmt::format("{} pairs {} with {}", fileName(facts.inputs), nic, gpu);
    case Basis::Run:
        return facts.inputs.isHypotheticalRun ? fmt::format("{} would use {}", gpu, nic)
                                              : fmt::format("The run used {} for {}", nic, gpu);
    }
    return {};
}

/// "; its traffic is staged in host memory", if the library does so.
std::string stagedPart(const PairFacts &facts) {
    return facts.gdr && facts.inputs.library
               ? fmt::format("; no GPUDirect RDMA: {}", nccl::gdrText(*facts.inputs.library, *facts.gdr))
               : std::string();
}

/// Bandwidth limit of the path through the CPU beyond its links, as the library assumes it.
std::string crossingPart(const Pair &pair, const PairFacts &facts) {
    if (topology::isBelowSwitch(pair.reach.word) || pair.idealNics.empty() ||
        !topology::isBelowSwitch(pair.idealReach.word))
        return {};
    if (pair.reach.word == PathWord::Sys && facts.fabric.crossing)
        return fmt::format("; {} assumes {:.1f} GB/s between sockets", libraryName(facts.inputs.library),
                           *facts.fabric.crossing);
    const auto *version = facts.inputs.library ? facts.inputs.library->library : nullptr;
    if (facts.gdr || version == nullptr || version->gdrLevel >= nccl::PathType::Phb)
        return {};
    return fmt::format("; the path crosses the CPU, beyond {}'s GPUDirect limit ({})",
                       libraryName(facts.inputs.library), version->pathName(version->gdrLevel));
}

std::string costPart(const Pair &pair) {
    std::string text;
    const Cost &cost = pair.cost;
    if (cost.physical && cost.physicalIdeal && *cost.physical != *cost.physicalIdeal)
        text += fmt::format("; at most {} instead of {}", gigabytes(*cost.physical),
                            gigabytes(*cost.physicalIdeal));
    if (cost.library && cost.libraryIdeal && *cost.library != *cost.libraryIdeal)
        text += fmt::format("; library: {:.1f} GB/s instead of {:.1f}", *cost.library, *cost.libraryIdeal);
    return text;
}

std::string mispairedReason(const Pair &pair, const PairFacts &facts) {
    const std::string best = pair.idealNics.empty()
                                 ? std::string("its own NUMA node has a NIC")
                                 : fmt::format("{} is at {}, {}", nicName(facts, pair.idealNics.front()),
                                               toString(pair.idealReach), describe(pair.idealReach.word));
    return fmt::format("{}, distance {}, {}; {}{}{}{}.", claim(pair, facts), toString(pair.reach),
                       describe(pair.reach.word), best, costPart(pair), crossingPart(pair, facts),
                       stagedPart(facts));
}

std::string railReason(const Pair &pair, const PairFacts &facts) {
    if (facts.rail) {
        const RailBreak &rail = *facts.rail;
        const std::string owner = rail.belongsTo < facts.fabric.gpus.size() ? gpuName(facts, rail.belongsTo)
                                                                            : std::string("another GPU");
        std::string text = fmt::format("{}, which {}; on {} it belongs to {}, and {} {}", claim(pair, facts),
                                       railText(rail.ownRail), rail.peer, owner, gpuName(facts, pair.gpu),
                                       railText(rail.peerRail));
        if (!rail.otherwise.empty())
            text += fmt::format(", although {} {} there too: addresses and cables conflict",
                                nicName(facts, *pair.nic), railText(rail.otherwise));
        return text + ".";
    }
    return fmt::format(
        "{}, while {} of {} pairs follow device order, which expects {}; only the hypervisor's "
        "topology shows which is right.",
        claim(pair, facts), facts.order->inOrder, facts.order->pairs,
        nicName(facts, facts.order->expectedNic));
}

/// "; ens2 is nearer, at PHB, but slower: 1 Gb/s instead of 10 Gb/s"
std::string slowerPart(const Pair &pair, const PairFacts &facts) {
    if (!facts.slower)
        return {};
    return fmt::format("; {} is nearer, at {}, but slower: {:g} Gb/s instead of {:g} Gb/s",
                       nicName(facts, *facts.slower), toString(facts.fabric.reach(pair.gpu, *facts.slower)),
                       facts.fabric.nics[*facts.slower].rate->value,
                       facts.fabric.nics[*pair.nic].rate->value);
}

std::string fineReason(const Pair &pair, const PairFacts &facts) {
    std::string text = fmt::format("{}, distance {}, {}", claim(pair, facts), toString(pair.reach),
                                   describe(pair.reach.word));
    if (!topology::isBelowSwitch(pair.reach.word) && !facts.slower)
        text += "; no nearer NIC is free";
    text += slowerPart(pair, facts);
    if (facts.sharers.size() > 1)
        text += fmt::format("; shared with {}", othersOf(pair, facts));
    return text + ".";
}

/// Why a GPU's NIC is on another NUMA node: its own has none, none for GPUs, or none that no other GPU uses.
std::string_view lackOnOwnNode(const Pair &pair, const PairFacts &facts) {
    bool hasNic = false, hasCandidate = false;
    for (std::size_t nic = 0; nic < facts.fabric.nics.size(); ++nic) {
        const topology::PathWord word = facts.fabric.reach(pair.gpu, nic).word;
        if (word == topology::PathWord::Sys || word == topology::PathWord::Unknown)
            continue;
        hasNic = true;
        hasCandidate = hasCandidate || facts.fabric.nics[nic].isCandidate();
    }
    return hasCandidate ? "no free NIC" : hasNic ? "no NIC of the fabric" : "no NIC";
}

std::string crossReason(const Pair &pair, const PairFacts &facts) {
    const std::string why = facts.slower ? slowerPart(pair, facts)
                                         : fmt::format(": {} has {} on its own NUMA node",
                                                       gpuName(facts, pair.gpu), lackOnOwnNode(pair, facts));
    return fmt::format("{}, across NUMA nodes (SYS){}{}.", claim(pair, facts), why, stagedPart(facts));
}

std::string_view stateWord(const Nic &nic) {
    return nic.state == host::NicEntry::State::Disabled ? "switched off" : "down";
}

/// By the kind of the pair, without faults on the path.
std::string kindReason(const Pair &pair, const PairFacts &facts) {
    switch (pair.kind) {
    case Kind::Fine:
        return fineReason(pair, facts);
    case Kind::Unknown:
        return fmt::format("{}; its hardware distance is unknown: {}.", claim(pair, facts), pair.reach.why);
    case Kind::NoGdr:
        return fmt::format("{} (at {} {}){}.", claim(pair, facts), toString(pair.reach),
                           facts.fabric.claimOnly ? "in this file" : "in hardware", stagedPart(facts));
    case Kind::RailSwapped:
        return railReason(pair, facts);
    case Kind::SharedWhileIdle:
        return fmt::format("{}, which {} use{} too; {} is idle, distance {}{}.", claim(pair, facts),
                           othersOf(pair, facts), facts.sharers.size() > 2 ? "" : "s",
                           nicName(facts, *facts.idle), toString(facts.fabric.reach(pair.gpu, *facts.idle)),
                           stagedPart(facts));
    case Kind::NearestDown:
        return fmt::format("{} (at {}): {}, which is at {}, is {}{}.", claim(pair, facts),
                           toString(pair.reach), nicName(facts, *pair.downNic),
                           toString(facts.fabric.reach(pair.gpu, *pair.downNic)),
                           stateWord(facts.fabric.nics[*pair.downNic]), stagedPart(facts));
    case Kind::Mispaired:
        return mispairedReason(pair, facts);
    case Kind::CrossSocket:
        return pair.mispaired ? mispairedReason(pair, facts) : crossReason(pair, facts);
    }
    return {};
}

} // namespace

std::string reasonOf(const Pair &pair, const PairFacts &facts) {
    std::string text = kindReason(pair, facts);
    for (const auto kind : {PathFault::Kind::NarrowLink, PathFault::Kind::Redirect})
        if (const auto finding = pathFinding(facts.fabric, facts.faults, kind, 1))
            text += " " + findings::statement(*finding);
    return text;
}

std::string railText(const std::string &rail) {
    return isSwitchRail(rail) ? "is cabled to " + rail : "is in rail " + rail;
}

std::string listed(const std::vector<std::string> &words, std::size_t most) {
    std::vector<std::string> shown(words.begin(),
                                   words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), most)));
    if (words.size() > most)
        shown.push_back(fmt::format("{} more", words.size() - most));
    std::string text;
    for (std::size_t i = 0; i < shown.size(); ++i)
        text += (i == 0 ? "" : (i + 1 == shown.size() ? " and " : ", ")) + shown[i];
    return text;
}

std::string libraryName(const nccl::Decisions *decisions) {
    return decisions && decisions->library ? libraryName(*decisions->library) : "the library";
}

std::string libraryName(const nccl::Version &version) {
    std::string name(version.name);
    for (char &c : name)
        c = c == '-' ? ' ' : (c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    return name;
}

std::string fileName(const Inputs &inputs) {
    if (inputs.fileName.empty())
        return "The NCCL file";
    return inputs.fileName.substr(inputs.fileName.rfind('/') + 1);
}

std::string quoted(std::string_view word) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.' || c == '/' || c == ':';
    });
    if (plain)
        return std::string(word);
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string gigabytes(GigabytesPerSecond bandwidth) {
    return toString(bandwidth);
}

} // namespace fabricscope::affinity
