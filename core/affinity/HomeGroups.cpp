// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/HomeGroups.h"

#include "core/affinity/Assignment.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace fabricscope::affinity {

namespace {

/// Its best NICs, as far as there are only switches between.
std::vector<std::size_t> homeOf(const Judgement &judgement, std::size_t gpu) {
    std::vector<std::size_t> nics;
    for (const std::size_t nic : judgement.ideal[gpu])
        if (topology::isBelowSwitch(judgement.fabric.reach(gpu, nic).word))
            nics.push_back(nic);
    return nics;
}

class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : m_above(count) {
        std::iota(m_above.begin(), m_above.end(), std::size_t{0});
    }
    std::size_t find(std::size_t at) {
        while (m_above[at] != at)
            at = m_above[at] = m_above[m_above[at]];
        return at;
    }
    void join(std::size_t a, std::size_t b) { // the lower number stays the root
        a = find(a);
        b = find(b);
        m_above[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::size_t> m_above;
};

} // namespace

std::vector<HomeGroup> homeGroups(const Judgement &judgement) {
    const std::size_t gpus = judgement.ideal.size();
    DisjointSets sets(gpus);
    std::map<std::size_t, std::size_t> firstGpu; // of each NIC
    for (std::size_t gpu = 0; gpu < gpus; ++gpu)
        for (const std::size_t nic : homeOf(judgement, gpu))
            sets.join(firstGpu.try_emplace(nic, gpu).first->second, gpu);
    std::map<std::size_t, HomeGroup> groups;
    for (std::size_t gpu = 0; gpu < gpus; ++gpu)
        if (!homeOf(judgement, gpu).empty())
            groups[sets.find(gpu)].gpus.push_back(gpu);
    std::vector<HomeGroup> found;
    for (auto &[top, group] : groups) {
        std::size_t most = 0;
        for (const std::size_t gpu : group.gpus)
            most = std::max(most, homeOf(judgement, gpu).size());
        for (std::size_t place = 0; place < most; ++place)
            for (const std::size_t gpu : group.gpus)
                if (const auto own = homeOf(judgement, gpu);
                    place < own.size() &&
                    std::find(group.nics.begin(), group.nics.end(), own[place]) == group.nics.end())
                    group.nics.push_back(own[place]);
        found.push_back(std::move(group));
    }
    return found;
}

std::set<std::size_t> wronglyClaimed(const Judgement &judgement, const std::vector<HomeGroup> &groups,
                                     const std::vector<StatedPair> &claims) {
    const Fabric &fabric = judgement.fabric;
    std::map<std::size_t, std::set<std::size_t>> byGpu;
    for (const StatedPair &claim : claims)
        byGpu[claim.gpu].insert(claim.nic);
    std::set<std::size_t> wrong;
    for (const HomeGroup &group : groups)
        for (const std::size_t gpu : group.gpus) {
            const auto home = homeOf(judgement, gpu);
            const auto &own = byGpu[gpu];
            const auto best = costOfWord(fabric.reach(gpu, home.front()).word);
            const bool lacks =
                std::any_of(home.begin(), home.end(), [&](std::size_t nic) { return !own.contains(nic); });
            const bool isFar = std::any_of(own.begin(), own.end(), [&](std::size_t nic) {
                const auto cost = costOfWord(fabric.reach(gpu, nic).word);
                return fabric.nics[nic].isCandidate() && (!cost || *cost > *best);
            });
            if (lacks || isFar)
                wrong.insert(gpu);
        }
    return wrong;
}

} // namespace fabricscope::affinity
