// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/Merge.h"

#include "core/nccl/machine/MergeNotes.h"
#include "core/nccl/machine/NicFusion.h"
#include "core/nccl/machine/XmlTopologyBuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace fabricscope::nccl {

namespace {

/// Adds links to NVSwitches given by the caller if the machine's facts have none.
MachineGpu withSwitches(MachineGpu gpu, const Options &options, const Version &version) {
    if (options.nvswitchLinks && gpu.links.empty() && !version.nvlink.empty())
        gpu.links.push_back({std::string(kUnseenSwitch), *options.nvswitchLinks, {}});
    return gpu;
}

/// The system as one rank finds it: its own GPU and all NICs, trimmed.
std::optional<FileError> addRank(const XmlTree *file, const Machine &machine, const Options &options,
                                 const Version &version, std::size_t rank, Merged &merged, XmlTree &all) {
    XmlTopologyBuilder builder(file, machine, version);
    builder.fillGpu(withSwitches(machine.gpus[rank], options, version), static_cast<int>(rank));
    for (const PluginNet &net : merged.nets)
        builder.fillNet(net);
    if (builder.error())
        return builder.error();
    trim(builder.tree());
    return fuse(all, builder.tree(), version);
}

/// Whether all ranks find the same NICs in the same places. Not if a NIC's place depends on the rank (the
/// first CPU, or the GPU at which it is searched), or if branches remain that not every rank examines.
bool sameNicsForAll(const XmlTree *file, const Machine &machine, const Merged &merged) {
    std::set<std::string_view> names;
    for (const PluginNet &net : merged.nets)
        if (!net.isPci || machine.isGpu(net.lookup) || !names.insert(net.name).second)
            return false;
    return !file || std::none_of(file->nodes.begin(), file->nodes.end(), [&](const XmlNode &node) {
        return node.find("keep") || (node.name == "net" && names.contains(node.value("name").value_or("")));
    });
}

bool isBelowGpu(const XmlTree &tree, int gpu) {
    const auto hasGpu = [&](int child) {
        return tree.nodes[static_cast<std::size_t>(child)].name == "gpu";
    };
    int node = tree.nodes[static_cast<std::size_t>(gpu)].parent;
    while ((node = tree.nodes[static_cast<std::size_t>(node)].parent) >= 0) {
        const std::vector<int> &children = tree.nodes[static_cast<std::size_t>(node)].children;
        if (std::any_of(children.begin(), children.end(), hasGpu))
            return true;
    }
    return false;
}

/// Adds the GPUs of ranks 1 and up, found in one draft, one by one as their ranks would. Returns false
/// without a change if one of them might come near the library's limits or conflicts with another.
bool addOtherGpus(const XmlTree *file, const Machine &machine, const Options &options, const Version &version,
                  Merged &merged, XmlTree &all) {
    if (!machine.hasDistinctGpus() || !sameNicsForAll(file, machine, merged))
        return false;
    Version wide = version; // each rank has the limit for itself
    wide.maxXmlNodes = version.maxXmlNodes * machine.gpus.size();
    XmlTopologyBuilder builder(file, machine, wide);
    std::vector<int> gpus;
    for (std::size_t rank = 1; rank < machine.gpus.size(); ++rank)
        if (const int gpu =
                builder.fillGpu(withSwitches(machine.gpus[rank], options, version), static_cast<int>(rank));
            gpu >= 0)
            gpus.push_back(gpu);
    if (builder.error())
        return false;
    std::vector<XmlTree> branches;
    const std::size_t before = (file ? file->nodes.size() : 1) + all.nodes.size();
    for (const int gpu : gpus) {
        if (isBelowGpu(builder.tree(), gpu))
            return false;
        branches.push_back(branchOf(builder.tree(), gpu));
        if (before + branches.back().nodes.size() >= std::min(version.maxXmlNodes, version.maxChildren))
            return false;
    }
    for (std::size_t i = 0; i < branches.size() && !merged.error; ++i)
        merged.error = fuse(all, branches[i], version);
    return true;
}

/// Each rank sees its own GPU and all NICs; then the ranks of the host merge their results.
void mergeByRank(const XmlTree *file, const Machine &machine, const Options &options, const Version &version,
                 MergeEffort effort, Merged &merged) {
    XmlTree all;
    merged.error = addRank(file, machine, options, version, 0, merged, all);
    if (!merged.error &&
        (effort == MergeEffort::EachRank || !addOtherGpus(file, machine, options, version, merged, all)))
        for (std::size_t rank = 1; rank < machine.gpus.size() && !merged.error; ++rank)
            merged.error = addRank(file, machine, options, version, rank, merged, all);
    merged.tree.nodes = std::move(all.nodes);
}

/// One rank examines all GPUs of the host.
void mergeForAllRanks(const XmlTree *file, const Machine &machine, const Options &options,
                      const Version &version, Merged &merged) {
    XmlTopologyBuilder builder(file, machine, version);
    for (std::size_t rank = 0; rank < machine.gpus.size(); ++rank)
        builder.fillGpu(withSwitches(machine.gpus[rank], options, version), static_cast<int>(rank));
    for (const PluginNet &net : merged.nets)
        builder.fillNet(net);
    merged.error = builder.error();
    if (merged.error)
        return;
    trim(builder.tree());
    XmlTree all;
    merged.error = fuse(all, builder.tree(), version); // removes elements without a parent
    merged.tree.nodes = std::move(all.nodes);
}

/// Why nothing can be detected; empty if it can.
std::string unusable(const Machine &machine, const Version &version) {
    if (machine.gpus.empty() && machine.gpusOfVms > 0)
        return fmt::format("the {} GPUs of the machine are passed to virtual machines (vfio)",
                           machine.gpusOfVms);
    if (machine.gpus.empty())
        return "the machine has no GPU that the library could use";
    if (machine.flavorKnown && machine.flavor != version.flavor)
        return fmt::format("the GPUs are {}, but {} is for {} GPUs",
                           machine.flavor == Flavor::Rccl ? "AMD's" : "NVIDIA's", version.name,
                           version.flavor == Flavor::Rccl ? "AMD" : "NVIDIA");
    if (machine.gpus.size() > version.maxNodesPerType)
        return fmt::format("the machine has {} GPUs; the limit is {}", machine.gpus.size(),
                           version.maxNodesPerType);
    return {};
}

} // namespace

Merged merge(const std::optional<XmlTree> &file, const Machine &machine, const Options &options,
             MergeEffort effort) {
    const Version &version = options.version ? *options.version : *assumedVersion(machine.flavor);
    Merged merged;
    merged.nets = pluginNets(machine, options.environment, version).nets;
    const XmlTree *tree = file ? &*file : nullptr;
    if (file)
        merged.tree.warnings = file->warnings;
    if (const auto what = unusable(machine, version); !what.empty())
        merged.error =
            FileError{ResultCode::InvalidUsage, "ncclTopoGetSystem", 0, 0, what, "no run on this machine"};
    else if (version.fusesRanks)
        mergeByRank(tree, machine, options, version, effort, merged);
    else
        mergeForAllRanks(tree, machine, options, version, merged);
    NicFusion fusion;
    if (!merged.error)
        fusion = fuseNics(merged.tree, machine, merged.nets, options.environment, version);
    if (fusion.error)
        merged.error = std::move(fusion.error);
    if (merged.error)
        merged.tree.nodes.clear();
    merged.notes = mergeNotes(tree, machine, merged.nets, fusion.fused, version);
    return merged;
}

std::string_view toString(MergeNoteKind kind) {
    static constexpr std::array<std::string_view, 20> kNames = {
        "file_without_effect", "no_such_device", "spelling",     "duplicate_busid", "not_in_file",
        "nic_collapsed",       "net_elsewhere",  "net_value",    "net_unknown",     "gpu_dev",
        "gpu_dropped",         "switch_is_real", "link_unclear", "at_root",         "cpu_unknown",
        "cpu_replaced",        "keep_in_file",   "numa_unknown", "nics_fused",      "assumed"};
    return kNames[static_cast<std::size_t>(kind)];
}

} // namespace fabricscope::nccl
