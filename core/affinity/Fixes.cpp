// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What to do about a pair.
#include "core/affinity/Rails.h"
#include "core/affinity/Sentences.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::affinity {

namespace {

using Lines = std::vector<std::string>;

bool isRccl(const PairFacts &facts) {
    const auto *decisions = facts.inputs.library;
    return decisions && decisions->library && decisions->library->flavor == nccl::Flavor::Rccl;
}

std::string exportLine(std::string_view name, std::string_view value) {
    return fmt::format("export {}={}", name, quoted(value));
}

std::string restart(const PairFacts &facts) {
    return fmt::format("Restart the {} job; no reboot", isRccl(facts) ? "RCCL" : "NCCL");
}

std::string fileText(const PairFacts &facts) {
    return facts.inputs.fileName.empty() ? std::string("the NCCL file") : facts.inputs.fileName;
}

/// The file's first claim for this GPU, whatever the basis of the pair.
const StatedPair *claimOf(const PairFacts &facts, std::size_t gpu) {
    for (const StatedPair &pair : facts.inputs.file)
        if (pair.gpu == gpu)
            return &pair;
    return nullptr;
}

bool claims(const PairFacts &facts, std::size_t gpu, std::size_t nic) {
    return std::any_of(facts.inputs.file.begin(), facts.inputs.file.end(),
                       [&](const StatedPair &pair) { return pair.gpu == gpu && pair.nic == nic; });
}

std::string elementOf(const PairFacts &facts, std::size_t nic) {
    return fmt::format("<pci busid=\"{}\">", facts.fabric.nics[nic].busIdText);
}

Lines fileFix(const Pair &pair, const PairFacts &facts, std::size_t better) {
    std::uint32_t from = 0;
    for (const StatedPair &other : facts.inputs.file)
        if (other.nic == better)
            from = other.line;
    Lines fix;
    const StatedPair *own = claimOf(facts, pair.gpu);
    if (own != nullptr && from > 0 && own->line > 0) {
        // Both pairs of a swap get the same fix, in the same words.
        std::pair first{own->line, own->nic};
        std::pair second{from, better};
        if (second < first)
            std::swap(first, second);
        fix.push_back(fmt::format("In {}: swap {} ({}, line {}) and {} ({}, line {})", fileText(facts),
                                  elementOf(facts, first.second), nicName(facts, first.second), first.first,
                                  elementOf(facts, second.second), nicName(facts, second.second),
                                  second.first));
    } else
        fix.push_back(fmt::format("In {}: put {} ({}) below the switch of {}", fileText(facts),
                                  elementOf(facts, better), nicName(facts, better),
                                  facts.fabric.gpus[pair.gpu].busIdText));
    fix.push_back(restart(facts));
    return fix;
}

/// `--use_rocm=N` uses HIP's numbering.
Lines runFix(const Pair &pair, const PairFacts &facts, std::size_t better) {
    const auto &numbers = facts.fabric.gpus[pair.gpu].numbers;
    Lines fix = {fmt::format("Give {} to {}{}", nicName(facts, better), gpuName(facts, pair.gpu),
                             facts.inputs.isHypotheticalRun ? "" : " in the run")};
    if (numbers && numbers->visible) {
        const bool amd = numbers->kfdNode.has_value();
        fix.push_back(fmt::format("ib_write_bw -d {} --use_{}={}", quoted(nicName(facts, better)),
                                  amd ? "rocm" : "cuda", numbers->visible->value));
    }
    return fix;
}

struct GdrFix {
    nccl::GdrReason reason;
    std::string_view nccl, rccl; ///< a line each; empty: same as the other
};
constexpr std::array kGdrFixes = {
    GdrFix{nccl::GdrReason::NicUnsupported, "sudo modprobe nvidia-peermem", "export NCCL_DMABUF_ENABLE=1"},
    GdrFix{nccl::GdrReason::GpuUnsupported, "export NCCL_DMABUF_ENABLE=1", ""},
    GdrFix{nccl::GdrReason::ReadDisabled, "unset NCCL_NET_GDR_READ", ""},
    GdrFix{nccl::GdrReason::ReadBeforeAmpere, "export NCCL_NET_GDR_READ=1", ""},
};

/// Settings of drivers and the file's `gdr`.
Lines gdrSwitches(const nccl::GdrDecision &gdr, const PairFacts &facts, std::size_t gpu, std::size_t nic) {
    Lines fix;
    for (const GdrFix &row : kGdrFixes)
        if (row.reason == gdr.reason && !facts.fabric.claimOnly)
            fix.emplace_back(isRccl(facts) && !row.rccl.empty() ? row.rccl : row.nccl);
    const bool ofNic = gdr.reason == nccl::GdrReason::NicUnsupported;
    const bool ofGpu = gdr.reason == nccl::GdrReason::GpuUnsupported && facts.fabric.claimOnly;
    if ((ofNic || ofGpu) && !facts.inputs.fileName.empty())
        fix.push_back(fmt::format("{}gdr=\"1\" on the {} of {} in {}, if it is 0 or missing there",
                                  fix.empty() ? "Set " : "and ", ofNic ? "net" : "gpu",
                                  ofNic ? nicName(facts, nic) : gpuName(facts, gpu), facts.inputs.fileName));
    return fix;
}

/// If the nearer NIC is placed correctly but the library uses another one.
Lines skippedNicFix(const Pair &pair, const PairFacts &facts, std::size_t better) {
    Lines fix;
    const Cost &cost = pair.cost;
    if (facts.betterGdr && facts.betterGdr->reason != nccl::GdrReason::TooFar)
        fix = gdrSwitches(*facts.betterGdr, facts, pair.gpu, better);
    else if (facts.betterGdr && facts.betterGdr->levelFromEnvironment)
        fix = {"unset NCCL_NET_GDR_LEVEL"};
    else if (!facts.fabric.nics[better].library)
        fix = {fmt::format(
            "{}: something else hides the nearer NIC, usually NCCL_IB_HCA (unset it, or list all NICs in it)",
            claims(facts, pair.gpu, better) ? fileName(facts.inputs) + " is correct"
                                            : std::string("No file is needed"))};
    else if (cost.library && cost.libraryIdeal && *cost.libraryIdeal < *cost.library)
        fix = {claims(facts, pair.gpu, better)
                   ? fmt::format("Check the path to {} in {} (link_speed, link_width, speed): the library "
                                 "computes {:.1f} GB/s there, {:.1f} to {}",
                                 elementOf(facts, better), fileText(facts), *cost.libraryIdeal, *cost.library,
                                 nicName(facts, *pair.nic))
                   : fmt::format("Check the links on the path to {}: the library computes {:.1f} GB/s there, "
                                 "{:.1f} to {}",
                                 nicName(facts, better), *cost.libraryIdeal, *cost.library,
                                 nicName(facts, *pair.nic))};
    else
        return {fmt::format("{} rates {} and {} equal and takes them in order: no setting changes that",
                            libraryName(facts.inputs.library), nicName(facts, *pair.nic),
                            nicName(facts, better))};
    if (!fix.empty())
        fix.push_back(restart(facts));
    return fix;
}

/// Only facts of the hardware may be written into a file.
bool isBehindSwitch(const Pair &pair, const PairFacts &facts, std::size_t better) {
    return !facts.fabric.claimOnly && topology::isBelowSwitch(facts.fabric.reach(pair.gpu, better).word);
}

Lines libraryFix(const Pair &pair, const PairFacts &facts, std::size_t better) {
    if (claims(facts, pair.gpu, better) || !isBehindSwitch(pair, facts, better))
        return skippedNicFix(pair, facts, better);
    if (!facts.inputs.fileName.empty())
        return fileFix(pair, facts, better);
    return {fmt::format("Write an NCCL file in which {} ({}) and {} ({}) are below one switch",
                        gpuName(facts, pair.gpu), facts.fabric.gpus[pair.gpu].busIdText,
                        nicName(facts, better), facts.fabric.nics[better].busIdText),
            exportLine("NCCL_TOPO_FILE", "/etc/nccl-topo.xml"), restart(facts)};
}

Lines moveFix(const Pair &pair, const PairFacts &facts, std::optional<std::size_t> better) {
    if (!better)
        return {fmt::format("Pair {} with a NIC of NUMA node {}", gpuName(facts, pair.gpu),
                            facts.fabric.gpus[pair.gpu].numa.value_or(NumaNode{0}).value)};
    switch (pair.basis) {
    case Basis::Run:
        return runFix(pair, facts, *better);
    case Basis::Library:
        return libraryFix(pair, facts, *better);
    case Basis::File:
        return facts.fabric.claimOnly ? Lines{} : fileFix(pair, facts, *better);
    case Basis::Ideal:
        break;
    }
    return {};
}

Lines gdrFix(const Pair &pair, const PairFacts &facts) {
    if (!facts.gdr)
        return {};
    Lines fix;
    if (facts.gdr->reason == nccl::GdrReason::TooFar) {
        if (facts.fabric.guest)
            fix.push_back(fmt::format("Write an NCCL file that puts {} and its NIC below one switch, {} "
                                      "hardware, and export NCCL_TOPO_FILE",
                                      gpuName(facts, pair.gpu),
                                      pair.reach.word == PathWord::Unknown ? "if they are so in" : "as in"));
        const auto *version = facts.inputs.library ? facts.inputs.library->library : nullptr;
        if (version)
            fix.push_back((fix.empty() ? "At the cost of traffic via the CPU: "
                                       : "or, at the cost of traffic via the CPU: ") +
                          exportLine("NCCL_NET_GDR_LEVEL", version->pathName(facts.gdr->distance)));
    }
    const Lines more = gdrSwitches(*facts.gdr, facts, pair.gpu, *pair.nic);
    fix.insert(fix.end(), more.begin(), more.end());
    return fix;
}

Lines bringUpFix(const Pair &pair, const PairFacts &facts) {
    const Nic &nic = facts.fabric.nics[*pair.downNic];
    if (nic.state == host::NicEntry::State::Disabled && !nic.netdev.empty())
        return {fmt::format("sudo ip link set dev {} up", quoted(nic.netdev))};
    Lines fix = {fmt::format("Bring {} up: check its cable and its switch port", nic.name)};
    if (nic.rdma)
        fix.push_back(fmt::format("ibstat {}", quoted(nic.name)));
    return fix;
}

Lines crossFix(const Pair &pair, const PairFacts &facts) {
    const auto &numa = facts.fabric.gpus[pair.gpu].numa;
    // Cards cannot be moved in a file or in a cloud; and there is no need to if the nearer one is slower.
    if (facts.fabric.claimOnly || facts.fabric.guest || facts.slower || !numa)
        return {};
    return {fmt::format("Move a NIC to a slot of NUMA node {}", numa->value)};
}

Lines railFix(const Pair &pair, const PairFacts &facts) {
    const std::string &gpu = gpuName(facts, pair.gpu);
    if (!facts.rail)
        return {fmt::format("Give {} the NIC of its rail", gpu)};
    const RailBreak &rail = *facts.rail;
    if (rail.otherwise.empty())
        return {fmt::format("Give {} the NIC that {}", gpu, railText(rail.peerRail))};
    const std::string &nic = nicName(facts, *pair.nic);
    const bool cable = isSwitchRail(rail.ownRail); // else the address is the odd one out
    const std::string interface = facts.fabric.nics[*pair.nic].netdev;
    Lines fix = {cable
                     ? fmt::format("Plug the cable of {} into {}, or give {} an address of the rail that its "
                                   "switch serves",
                                   nic, rail.peerRail, nic)
                     : fmt::format("Give {} an address of {}, or plug its cable into the switch of {}", nic,
                                   rail.peerRail, rail.ownRail)};
    if (!interface.empty())
        fix.push_back(fmt::format("lldpctl {0}; ip addr show {0}", quoted(interface)));
    return fix;
}

} // namespace

std::vector<std::string> fixOf(const Pair &pair, const PairFacts &facts) {
    std::optional<std::size_t> better;
    if (!pair.idealNics.empty())
        better = pair.idealNics.front();
    switch (pair.kind) {
    case Kind::Fine:
        return {};
    case Kind::Unknown:
        return facts.fabric.guest ? Lines{"Capture the hypervisor too: it shows the physical topology"}
                                  : Lines{};
    case Kind::NoGdr:
        return gdrFix(pair, facts);
    case Kind::RailSwapped:
        if (facts.order && pair.basis != Basis::Run)
            return fileFix(pair, facts, facts.order->expectedNic);
        return railFix(pair, facts);
    case Kind::SharedWhileIdle:
        return moveFix(pair, facts, facts.idle);
    case Kind::NearestDown:
        return bringUpFix(pair, facts);
    case Kind::Mispaired:
        return moveFix(pair, facts, better);
    case Kind::CrossSocket:
        return pair.mispaired ? moveFix(pair, facts, better) : crossFix(pair, facts);
    }
    return {};
}

} // namespace fabricscope::affinity
