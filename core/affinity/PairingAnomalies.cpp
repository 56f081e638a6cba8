// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/PairingAnomalies.h"

#include "core/affinity/Rails.h"

#include <algorithm>
#include <set>

namespace fabricscope::affinity {

OrderBreaks orderBreaks(const Fabric &fabric, const std::vector<BasisPair> &pairs) {
    std::map<int, std::vector<std::size_t>> gpus, nics;
    std::set<std::size_t> seenGpus, seenNics;
    for (const BasisPair &pair : pairs) {
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
    for (const BasisPair &pair : pairs)
        inOrder += expected[pair.gpu] == pair.nic ? 1 : 0;
    OrderBreaks breaks;
    if (inOrder * 2 <= pairs.size())
        return breaks;
    for (const BasisPair &pair : pairs)
        if (expected[pair.gpu] != pair.nic)
            breaks[{pair.gpu, pair.nic}] = {expected[pair.gpu], inOrder, pairs.size()};
    return breaks;
}

namespace {

bool has(const std::vector<std::string> &rails, const std::string &rail) {
    return std::find(rails.begin(), rails.end(), rail) != rails.end();
}

/// The GPUs of a peer that use this rail. Empty if unknown: no GPU uses it there, or all do (one subnet for
/// everything, one switch for all NICs).
std::vector<std::size_t> ownersOf(const PeerRails &peer, const std::string &rail) {
    std::vector<std::size_t> owners;
    std::size_t others = 0;
    for (std::size_t gpu = 0; gpu < peer.byGpu.size(); ++gpu)
        if (has(peer.byGpu[gpu], rail))
            owners.push_back(gpu);
        else
            others += peer.byGpu[gpu].empty() ? 0 : 1;
    return others > 0 ? owners : std::vector<std::size_t>{};
}

/// A rail of the same kind used by the peer's GPU: switches are compared with switches.
std::string railOfSameKind(const std::vector<std::string> &rails, const std::string &rail) {
    for (const std::string &other : rails)
        if (isSwitchRail(other) == isSwitchRail(rail))
            return other;
    return rails.front();
}

} // namespace

std::optional<RailBreak> railBreak(const Fabric &fabric, const std::vector<PeerRails> &peers,
                                   const BasisPair &pair) {
    for (const PeerRails &peer : peers) {
        if (pair.gpu >= peer.byGpu.size() || peer.byGpu[pair.gpu].empty())
            continue;
        const std::string *agrees = nullptr;
        std::optional<RailBreak> found;
        for (const std::string &rail : fabric.nics[pair.nic].rails) {
            const std::vector<std::size_t> owners = ownersOf(peer, rail);
            if (owners.empty())
                continue;
            if (std::find(owners.begin(), owners.end(), pair.gpu) != owners.end())
                agrees = agrees == nullptr ? &rail : agrees;
            else if (!found)
                found = RailBreak{
                    peer.host, rail, railOfSameKind(peer.byGpu[pair.gpu], rail), owners.front(), {}};
        }
        if (found && agrees != nullptr)
            found->otherwise = *agrees;
        if (found)
            return found;
    }
    return std::nullopt;
}

} // namespace fabricscope::affinity
