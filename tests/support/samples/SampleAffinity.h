// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/host/GpuIndex.h"
#include "core/nccl/Version.h"
#include "tests/support/samples/SampleHosts.h"

#include <memory>
#include <utility>
#include <vector>

/// Hosts with their judgements, for the tests of pictures and screens. Header only, because the library of
/// sample hosts does not link affinity.
namespace fabricscope::samples {

/// A host's topology and the affinity fabric of it.
struct PairingHost {
    std::shared_ptr<const topology::Topology> topology;
    affinity::Fabric fabric;
};

inline PairingHost pairingHost(host::Host host) {
    PairingHost made;
    made.topology = topologyOf(std::move(host));
    made.fabric = affinity::fabricOf(*made.topology, host::gpuTable(made.topology->host()));
    return made;
}

/// Library decisions for the distances of this fabric: the same path words as the hardware, GDR up to PXB.
inline nccl::Decisions decisionsFor(affinity::Fabric &fabric, const char *version = "rccl-2.21") {
    using topology::PathWord;
    const auto typeOf = [](PathWord word) {
        switch (word) {
        case PathWord::Pix:
            return nccl::PathType::Pix;
        case PathWord::Pxb:
            return nccl::PathType::Pxb;
        case PathWord::NvLink:
        case PathWord::Xgmi:
            return nccl::PathType::Nvl;
        case PathWord::Sys:
            return nccl::PathType::Sys;
        default:
            return nccl::PathType::Phb;
        }
    };
    nccl::Decisions decisions;
    decisions.library = nccl::findVersion(version);
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu) {
        nccl::GpuNode node;
        node.rank = node.dev = static_cast<int>(gpu);
        node.busIdText = fabric.gpus[gpu].busIdText;
        decisions.gpus.push_back(node);
        fabric.gpus[gpu].library = gpu;
    }
    std::vector<std::size_t> nics;
    for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic)
        if (fabric.nics[nic].isCandidate()) {
            fabric.nics[nic].library = nics.size();
            nccl::NicNode node;
            node.dev = static_cast<int>(nics.size());
            node.name = fabric.nics[nic].name;
            decisions.nics.push_back(node);
            nics.push_back(nic);
        }
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu)
        for (std::size_t nic = 0; nic < nics.size(); ++nic) {
            nccl::GpuNic pair;
            pair.gpu = static_cast<int>(gpu);
            pair.nic = static_cast<int>(nic);
            pair.type = typeOf(fabric.reach(gpu, nics[nic]).word);
            pair.bandwidth = 24;
            pair.hops = 3;
            const bool near = pair.type <= nccl::PathType::Pxb;
            pair.gdrSend = pair.gdrRecv = {near ? nccl::GdrReason::NearEnough : nccl::GdrReason::TooFar,
                                           pair.type, nccl::PathType::Pxb, false};
            decisions.gpuNic.push_back(pair);
        }
    for (std::size_t from = 0; from < fabric.gpus.size(); ++from)
        for (std::size_t to = 0; to < fabric.gpus.size(); ++to) {
            if (from == to)
                continue;
            nccl::GpuGpu pair;
            pair.from = static_cast<int>(from);
            pair.to = static_cast<int>(to);
            pair.type = typeOf(fabric.gpuGpu[from * fabric.gpus.size() + to].word);
            pair.transport = pair.type <= nccl::PathType::Pxb ? nccl::Transport::P2p : nccl::Transport::Shm;
            pair.bandwidth = 48;
            decisions.gpuGpu.push_back(pair);
        }
    return decisions;
}

/// The host judged with an NCCL file that gives each GPU the NIC of the best assignment, except that the two
/// `swapped` GPUs have each other's NICs. Without library decisions unless `library` is set.
inline std::shared_ptr<const affinity::Examination>
examinationOf(PairingHost made, std::pair<std::size_t, std::size_t> swapped = {0, 0}, bool library = false) {
    auto examination = std::make_shared<affinity::Examination>();
    if (library)
        examination->decisions = decisionsFor(made.fabric);
    const affinity::Judgement ideal = affinity::judge(made.fabric, {});
    affinity::Inputs &inputs = examination->inputs;
    inputs.fileName = "/etc/rccl/topo.xml";
    for (std::size_t gpu = 0; gpu < made.fabric.gpus.size(); ++gpu) {
        const std::size_t from = gpu == swapped.first    ? swapped.second
                                 : gpu == swapped.second ? swapped.first
                                                         : gpu;
        if (from < ideal.ideal.size() && !ideal.ideal[from].empty())
            inputs.file.push_back({gpu, ideal.ideal[from].front(), static_cast<std::uint32_t>(10 + gpu)});
    }
    if (library) {
        for (const affinity::StatedPair &pair : inputs.file) {
            const auto nic = made.fabric.nics[pair.nic].library;
            std::array<std::optional<int>, nccl::kReportedChannels> channels;
            channels.fill(nic ? std::optional(static_cast<int>(*nic)) : std::nullopt);
            examination->decisions.localNetByChannel.push_back(channels);
        }
        examination->decisions.localNetByChannel.resize(made.fabric.gpus.size());
        inputs.library = &examination->decisions;
    }
    examination->judgement = affinity::judge(made.fabric, inputs);
    return examination;
}

} // namespace fabricscope::samples
