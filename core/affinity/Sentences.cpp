// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Sentences.h"

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
    Description{PathWord::Pxb, "over several switches"},
    Description{PathWord::Phb, "over a host bridge"},
    Description{PathWord::Node, "over the CPU between host bridges"},
    Description{PathWord::Sys, "across sockets"},
    Description{PathWord::Unknown, "at unknown distance"},
};

std::string_view describe(PathWord word) {
    for (const Description &row : kDescriptions)
        if (row.word == word)
            return row.text;
    return {};
}

const std::string &gpuName(const PairFacts &facts, std::size_t gpu) {
    return facts.fabric.gpus[gpu].name;
}

const std::string &nicName(const PairFacts &facts, std::size_t nic) {
    return facts.fabric.nics[nic].name;
}

std::string othersOf(const Pair &pair, const PairFacts &facts) {
    std::vector<std::string> names;
    for (const std::size_t gpu : facts.sharers)
        if (gpu != pair.gpu)
            names.push_back(gpuName(facts, gpu));
    return listed(names);
}

/// "topo.xml, line 44, puts ionic_3 beside GPU2"
std::string claim(const Pair &pair, const PairFacts &facts) {
    const std::string &gpu = gpuName(facts, pair.gpu);
    const std::string &nic = nicName(facts, *pair.nic);
    switch (pair.basis) {
    case Basis::Ideal:
        return fmt::format("The best that {} can have is {}", gpu, nic);
    case Basis::Library:
        return fmt::format("{} will use {} for {}", libraryName(facts.inputs.library), nic, gpu);
    case Basis::File:
        return pair.line > 0 ? fmt::format("{}, line {}, puts {} beside {}", fileName(facts.inputs),
                                           pair.line, nic, gpu)
                             : fmt::format("{} puts {} beside {}", fileName(facts.inputs), nic, gpu);
    case Basis::Run:
        return fmt::format("The run used {} for {}", nic, gpu);
    }
    return {};
}

/// "; its traffic is staged in host memory", where the library says so.
std::string stagedPart(const PairFacts &facts) {
    return facts.gdr && facts.inputs.library
               ? fmt::format("; no GPU Direct RDMA: {}", nccl::gdrText(*facts.inputs.library, *facts.gdr))
               : std::string();
}

std::string costPart(const Pair &pair) {
    std::string text;
    const Cost &cost = pair.cost;
    if (cost.physical && cost.physicalIdeal && *cost.physical != *cost.physicalIdeal)
        text += fmt::format("; narrowest link {} instead of {}", gigabytes(*cost.physical),
                            gigabytes(*cost.physicalIdeal));
    if (cost.library && cost.libraryIdeal && *cost.library != *cost.libraryIdeal)
        text +=
            fmt::format("; the library figures {:.1f} instead of {:.1f}", *cost.library, *cost.libraryIdeal);
    return text;
}

std::string mispairedReason(const Pair &pair, const PairFacts &facts) {
    const std::string best = pair.idealNics.empty()
                                 ? std::string("a NIC of its own NUMA node is there")
                                 : fmt::format("{} is at {}, {}", nicName(facts, pair.idealNics.front()),
                                               toString(pair.idealReach), describe(pair.idealReach.word));
    return fmt::format("{}, which is at {} from it, {}; {}{}{}.", claim(pair, facts), toString(pair.reach),
                       describe(pair.reach.word), best, costPart(pair), stagedPart(facts));
}

std::string railReason(const Pair &pair, const PairFacts &facts) {
    if (facts.rail)
        return fmt::format("{}, which is in rail {}; on {} that is {}'s, and {} is in {}.",
                           claim(pair, facts), facts.rail->ownRail, facts.rail->peer,
                           facts.rail->belongsTo < facts.fabric.gpus.size()
                               ? gpuName(facts, facts.rail->belongsTo)
                               : std::string("another GPU"),
                           gpuName(facts, pair.gpu), facts.rail->peerRail);
    return fmt::format(
        "{}, while {} of {} pairs go by order, in which it would be {}; only the hypervisor can tell "
        "which is right.",
        claim(pair, facts), facts.order->inOrder, facts.order->pairs,
        nicName(facts, facts.order->expectedNic));
}

std::string fineReason(const Pair &pair, const PairFacts &facts) {
    std::string text = fmt::format("{}, at {} from it, {}", claim(pair, facts), toString(pair.reach),
                                   describe(pair.reach.word));
    if (!topology::isBelowSwitch(pair.reach.word))
        text += "; nothing nearer is free";
    if (facts.sharers.size() > 1)
        text += fmt::format("; shared with {}", othersOf(pair, facts));
    return text + ".";
}

// ---- what to do ----

std::string exportLine(std::string_view name, std::string_view value) {
    return fmt::format("export {}={}", name, quoted(value));
}

std::string restart(const PairFacts &facts) {
    return fmt::format("Restart the {} job; no reboot",
                       facts.inputs.library && facts.inputs.library->library &&
                               facts.inputs.library->library->flavor == nccl::Flavor::Rccl
                           ? "RCCL"
                           : "NCCL");
}

/// The claim of the file for this GPU, whatever basis the pair is of.
const StatedPair *claimOf(const PairFacts &facts, std::size_t gpu) {
    for (const StatedPair &pair : facts.inputs.file)
        if (pair.gpu == gpu)
            return &pair;
    return nullptr;
}

std::string elementOf(const PairFacts &facts, std::size_t nic) {
    return fmt::format("<pci busid=\"{}\">", facts.fabric.nics[nic].busIdText);
}

std::vector<std::string> fileFix(const Pair &pair, const PairFacts &facts, std::size_t better) {
    const std::string file =
        facts.inputs.fileName.empty() ? std::string("the NCCL file") : facts.inputs.fileName;
    std::uint32_t from = 0;
    for (const StatedPair &other : facts.inputs.file)
        if (other.nic == better)
            from = other.line;
    std::vector<std::string> fix;
    const StatedPair *own = claimOf(facts, pair.gpu);
    if (own != nullptr && from > 0 && own->line > 0) {
        // Both of a swap ask for the same, in the same words.
        std::pair first{own->line, own->nic};
        std::pair second{from, better};
        if (second < first)
            std::swap(first, second);
        fix.push_back(fmt::format("In {}: exchange {} ({}, line {}) and {} ({}, line {})", file,
                                  elementOf(facts, first.second), nicName(facts, first.second), first.first,
                                  elementOf(facts, second.second), nicName(facts, second.second),
                                  second.first));
    } else
        fix.push_back(fmt::format("In {}: put {} ({}) below the switch of {}", file, elementOf(facts, better),
                                  nicName(facts, better), facts.fabric.gpus[pair.gpu].busIdText));
    fix.push_back(restart(facts));
    return fix;
}

/// `--use_rocm=N` counts as HIP does.
std::vector<std::string> runFix(const Pair &pair, const PairFacts &facts, std::size_t better) {
    const auto &numbers = facts.fabric.gpus[pair.gpu].numbers;
    std::vector<std::string> fix = {
        fmt::format("Give {} to {} in the run", nicName(facts, better), gpuName(facts, pair.gpu))};
    if (numbers && numbers->visible) {
        const bool amd = numbers->kfdNode.has_value();
        fix.push_back(fmt::format("ib_write_bw -d {} --use_{}={}", quoted(nicName(facts, better)),
                                  amd ? "rocm" : "cuda", numbers->visible->value));
    }
    return fix;
}

std::vector<std::string> mispairedFix(const Pair &pair, const PairFacts &facts) {
    if (pair.idealNics.empty())
        return {fmt::format("Pair {} with a NIC of NUMA node {}", gpuName(facts, pair.gpu),
                            facts.fabric.gpus[pair.gpu].numa.value_or(NumaNode{0}).value)};
    const std::size_t better = pair.idealNics.front();
    if (const StatedPair *own = claimOf(facts, pair.gpu);
        pair.basis == Basis::Library && own != nullptr && own->nic == better)
        return {fmt::format("{} is right here: what keeps the library from the nearer NIC is elsewhere, in "
                            "NCCL_IB_HCA as a rule (unset it, or name all NICs in it)",
                            fileName(facts.inputs)),
                restart(facts)};
    if (pair.basis == Basis::File || (pair.basis == Basis::Library && claimOf(facts, pair.gpu) != nullptr))
        return fileFix(pair, facts, better);
    if (pair.basis == Basis::Run)
        return runFix(pair, facts, better);
    return {fmt::format("Write an NCCL file in which {} ({}) and {} ({}) stand below one switch",
                        gpuName(facts, pair.gpu), facts.fabric.gpus[pair.gpu].busIdText,
                        nicName(facts, better), facts.fabric.nics[better].busIdText),
            exportLine("NCCL_TOPO_FILE", "/etc/nccl-topo.xml"), restart(facts)};
}

struct GdrFix {
    nccl::GdrReason reason;
    std::string_view nccl, rccl; ///< a line each; empty: the other's
};
constexpr std::array kGdrFixes = {
    GdrFix{nccl::GdrReason::NicCannot, "sudo modprobe nvidia-peermem", "export NCCL_DMABUF_ENABLE=1"},
    GdrFix{nccl::GdrReason::GpuCannot, "export NCCL_DMABUF_ENABLE=1", ""},
    GdrFix{nccl::GdrReason::ReadDisabled, "unset NCCL_NET_GDR_READ", ""},
    GdrFix{nccl::GdrReason::ReadBeforeAmpere, "export NCCL_NET_GDR_READ=1", ""},
};

std::vector<std::string> gdrFix(const Pair &pair, const PairFacts &facts) {
    if (!facts.gdr)
        return {};
    const bool rccl = facts.inputs.library && facts.inputs.library->library &&
                      facts.inputs.library->library->flavor == nccl::Flavor::Rccl;
    std::vector<std::string> fix;
    if (facts.gdr->reason == nccl::GdrReason::TooFar) {
        if (facts.fabric.guest)
            fix.push_back(
                fmt::format("Write an NCCL file that puts {} and its NIC below one switch as they are in "
                            "hardware, and export NCCL_TOPO_FILE",
                            gpuName(facts, pair.gpu)));
        const auto *version = facts.inputs.library ? facts.inputs.library->library : nullptr;
        if (version)
            fix.push_back((fix.empty() ? "At the price of traffic over the CPU: "
                                       : "or, at the price of traffic over the CPU: ") +
                          exportLine("NCCL_NET_GDR_LEVEL", version->pathName(facts.gdr->distance)));
    }
    for (const GdrFix &row : kGdrFixes)
        if (row.reason == facts.gdr->reason)
            fix.emplace_back(rccl && !row.rccl.empty() ? row.rccl : row.nccl);
    if (facts.gdr->reason == nccl::GdrReason::NicCannot && !facts.inputs.fileName.empty())
        fix.push_back(fmt::format("and gdr=\"1\" at the net of {} in {}, if it says 0 or nothing there",
                                  nicName(facts, *pair.nic), facts.inputs.fileName));
    return fix;
}

} // namespace

std::string reasonOf(const Pair &pair, const PairFacts &facts) {
    switch (pair.kind) {
    case Kind::Fine:
        return fineReason(pair, facts);
    case Kind::Unknown:
        return fmt::format("{}; how far it is in hardware is not told: {}.", claim(pair, facts),
                           pair.reach.why);
    case Kind::NoGdr:
        return fmt::format("{} (at {} in hardware){}.", claim(pair, facts), toString(pair.reach),
                           stagedPart(facts));
    case Kind::RailSwapped:
        return railReason(pair, facts);
    case Kind::SharedWhileIdle:
        return fmt::format("{}, which {} use{} too, while {} idles, at {} from it{}.", claim(pair, facts),
                           othersOf(pair, facts), facts.sharers.size() > 2 ? "" : "s",
                           nicName(facts, *facts.idle), toString(facts.fabric.reach(pair.gpu, *facts.idle)),
                           stagedPart(facts));
    case Kind::Mispaired:
        return mispairedReason(pair, facts);
    case Kind::CrossSocket:
        return pair.mispaired
                   ? mispairedReason(pair, facts)
                   : fmt::format("{}, across sockets (SYS): {} has no free NIC on its own NUMA node{}.",
                                 claim(pair, facts), gpuName(facts, pair.gpu), stagedPart(facts));
    }
    return {};
}

std::vector<std::string> fixOf(const Pair &pair, const PairFacts &facts) {
    switch (pair.kind) {
    case Kind::Fine:
        return {};
    case Kind::Unknown:
        return facts.fabric.guest
                   ? std::vector<std::string>{"Capture the hypervisor too: it knows what hangs where"}
                   : std::vector<std::string>{};
    case Kind::NoGdr:
        return gdrFix(pair, facts);
    case Kind::RailSwapped:
        if (facts.order && pair.basis != Basis::Run)
            return fileFix(pair, facts, facts.order->expectedNic);
        return {fmt::format("Give {} the NIC of rail {}", gpuName(facts, pair.gpu),
                            facts.rail ? facts.rail->peerRail : std::string("its own"))};
    case Kind::SharedWhileIdle:
        if (claimOf(facts, pair.gpu) == nullptr && pair.basis == Basis::Library &&
            !facts.inputs.fileName.empty())
            return fileFix(pair, facts, *facts.idle);
        return mispairedFix(pair, facts);
    case Kind::Mispaired:
        return mispairedFix(pair, facts);
    case Kind::CrossSocket:
        if (pair.mispaired)
            return mispairedFix(pair, facts);
        if (facts.fabric.claimOnly)
            return {}; // no machine is known
        return {fmt::format("Move a NIC to a slot of NUMA node {}",
                            facts.fabric.gpus[pair.gpu].numa
                                ? std::to_string(facts.fabric.gpus[pair.gpu].numa->value)
                                : std::string("unknown"))};
    }
    return {};
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
    if (!decisions || !decisions->library)
        return "the library";
    std::string name(decisions->library->name);
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
