// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleJudgement.h"

#include <algorithm>
#include <stdexcept>

namespace fabricscope::samples {
namespace {

using affinity::Fabric;
using topology::NodeKind;
using topology::PathWord;

PathWord wordOf(const topology::Topology &topology, topology::NodeId a, topology::NodeId b) {
    const topology::Node &gpu = topology.node(a), &nic = topology.node(b);
    if (gpu.parent && gpu.parent == nic.parent && topology.node(*gpu.parent).kind == NodeKind::Switch)
        return PathWord::Pix;
    if (!gpu.numa || !nic.numa)
        return PathWord::Unknown;
    return gpu.numa == nic.numa ? PathWord::Node : PathWord::Sys;
}

Fabric fabricOf(const topology::Topology &topology) {
    Fabric fabric;
    for (const topology::Node &node : topology.nodes()) {
        if (node.kind == NodeKind::Gpu) {
            affinity::Gpu &gpu = fabric.gpus.emplace_back();
            gpu.name = node.name;
            gpu.bdf = node.bdf;
            gpu.node = node.id;
            gpu.numa = node.numa;
        } else if (node.kind == NodeKind::Nic && !node.frontEnd && !node.physfn) {
            affinity::Nic &nic = fabric.nics.emplace_back();
            nic.name = node.name;
            nic.bdf = node.bdf;
            nic.node = node.id;
            nic.numa = node.numa;
        }
    }
    for (const affinity::Gpu &gpu : fabric.gpus)
        for (const affinity::Nic &nic : fabric.nics)
            fabric.gpuNic.push_back({wordOf(topology, *gpu.node, *nic.node), 0, {}, {}});
    return fabric;
}

} // namespace

affinity::Judgement judgementOf(const topology::Topology &topology,
                                const std::vector<std::pair<std::string, std::string>> &swapped) {
    affinity::Judgement judgement;
    judgement.fabric = fabricOf(topology);
    const Fabric &fabric = judgement.fabric;
    const auto at = [](const auto &devices, const std::string &bdf) {
        const auto found = std::find_if(devices.begin(), devices.end(), [&](const auto &device) {
            return device.bdf && device.bdf->toString() == bdf;
        });
        if (found == devices.end())
            throw std::invalid_argument("no device " + bdf);
        return static_cast<std::size_t>(found - devices.begin());
    };
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu) {
        affinity::Pair pair;
        pair.gpu = gpu;
        pair.basis = affinity::Basis::Library;
        for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic)
            if (fabric.reach(gpu, nic).word == PathWord::Pix && pair.idealNics.empty())
                pair.idealNics = {nic};
        judgement.ideal.push_back(pair.idealNics);
        if (!pair.idealNics.empty())
            pair.nic = pair.idealNics.front();
        for (const auto &[who, uses] : swapped)
            if (at(fabric.gpus, who) == gpu)
                pair.nic = at(fabric.nics, uses);
        if (!pair.nic)
            continue;
        pair.reach = fabric.reach(gpu, *pair.nic);
        pair.mispaired = pair.reach.word != PathWord::Pix && pair.reach.word != PathWord::Unknown;
        pair.kind = pair.mispaired                         ? affinity::Kind::Mispaired
                    : pair.reach.word == PathWord::Unknown ? affinity::Kind::Unknown
                                                           : affinity::Kind::Fine;
        if (pair.mispaired)
            pair.severity = findings::Severity::Error;
        pair.reason = pair.mispaired ? fabric.gpus[gpu].name + " uses " + fabric.nics[*pair.nic].name +
                                           ", and a nearer NIC is below its own switch."
                                     : "Nothing is nearer.";
        pair.fix = {"export NCCL_IB_HCA==" + fabric.nics[*pair.nic].name};
        judgement.pairs.push_back(std::move(pair));
    }
    return judgement;
}

} // namespace fabricscope::samples
