// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Suspicion.h"

#include <algorithm>
#include <set>

namespace fabricscope::affinity {

OrderBreaks orderBreaks(const Fabric &fabric, const std::vector<Said> &pairs) {
    std::map<int, std::vector<std::size_t>> gpus, nics;
    std::set<std::size_t> seenGpus, seenNics;
    for (const Said &pair : pairs) {
        if (fabric.reach(pair.gpu, pair.nic).word != PathWord::Unknown)
            return {};
        seenGpus.insert(pair.gpu);
        seenNics.insert(pair.nic);
    }
    if (seenGpus.size() != pairs.size() || seenNics.size() != pairs.size())
        return {}; // not one to one
    for (const std::size_t gpu : seenGpus)
        gpus[fabric.gpus[gpu].numa.value_or(NumaNode{-1}).value].push_back(gpu);
    for (const std::size_t nic : seenNics)
        nics[fabric.nics[nic].numa.value_or(NumaNode{-1}).value].push_back(nic);
    std::map<std::size_t, std::size_t> expected;
    for (const auto &[numa, list] : gpus) {
        const auto other = nics.find(numa);
        if (other == nics.end() || other->second.size() != list.size())
            return {};
        for (std::size_t i = 0; i < list.size(); ++i)
            expected[list[i]] = other->second[i];
    }
    std::size_t inOrder = 0;
    for (const Said &pair : pairs)
        inOrder += expected[pair.gpu] == pair.nic ? 1 : 0;
    OrderBreaks breaks;
    if (inOrder * 2 <= pairs.size())
        return breaks;
    for (const Said &pair : pairs)
        if (expected[pair.gpu] != pair.nic)
            breaks[{pair.gpu, pair.nic}] = {expected[pair.gpu], inOrder, pairs.size()};
    return breaks;
}

std::optional<RailBreak> railBreak(const Fabric &fabric, const std::vector<PeerRails> &peers,
                                   const Said &pair) {
    const auto shares = [&](const std::vector<std::string> &rails) {
        const auto &own = fabric.nics[pair.nic].rails;
        return std::find_first_of(own.begin(), own.end(), rails.begin(), rails.end());
    };
    const auto end = fabric.nics[pair.nic].rails.end();
    for (const PeerRails &peer : peers) {
        if (pair.gpu >= peer.byGpu.size() || peer.byGpu[pair.gpu].empty() ||
            shares(peer.byGpu[pair.gpu]) != end)
            continue;
        for (std::size_t gpu = 0; gpu < peer.byGpu.size(); ++gpu)
            if (const auto rail = shares(peer.byGpu[gpu]); rail != end)
                return RailBreak{peer.host, *rail, peer.byGpu[pair.gpu].front(), gpu};
    }
    return std::nullopt;
}

} // namespace fabricscope::affinity
