// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmClaims.h"

#include "core/topology/HardwarePath.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricscope::present {

using topology::NodeKind;
using topology::PathWord;

namespace {

/// Groups rows that are below one switch of the file, by joining the ends of pairs.
class Sets {
public:
    explicit Sets(std::size_t size) : m_parent(size) { std::iota(m_parent.begin(), m_parent.end(), 0U); }
    std::size_t find(std::size_t of) {
        while (m_parent[of] != of)
            of = m_parent[of] = m_parent[m_parent[of]];
        return of;
    }
    void join(std::size_t a, std::size_t b) { m_parent[find(a)] = find(b); }

private:
    std::vector<std::size_t> m_parent;
};

} // namespace

HostVmClaims::HostVmClaims(const std::vector<HostVmClaim> &claims, const HostVmDevices &devices)
    : m_devices(devices) {
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (const HostVmClaim &claim : claims) {
        const auto gpu = devices.guestRowAt(claim.gpu), nic = devices.guestRowAt(claim.nic);
        if (gpu && nic && m_claims.size() < HostVmLimits::kClaims && seen.emplace(*gpu, *nic).second)
            m_claims.push_back({claim, *gpu, *nic, false, std::nullopt});
    }
}

void HostVmClaims::numberPairs(std::vector<HostVmRow> &guestRows) const {
    Sets sets(guestRows.size());
    std::map<std::size_t, std::uint32_t> firstLine; ///< by set
    for (const Claimed &claimed : m_claims)
        sets.join(claimed.gpu, claimed.nic);
    for (const Claimed &claimed : m_claims) {
        const auto [place, isNew] = firstLine.try_emplace(sets.find(claimed.gpu), claimed.claim.line);
        if (!isNew)
            place->second = std::min(place->second, claimed.claim.line);
    }
    std::vector<std::pair<std::uint32_t, std::size_t>> inFile;
    for (const auto &[set, line] : firstLine)
        inFile.emplace_back(line, set);
    std::sort(inFile.begin(), inFile.end());
    std::map<std::size_t, std::size_t> numbers;
    for (std::size_t number = 0; number < inFile.size(); ++number)
        numbers[inFile[number].second] = number;
    for (const Claimed &claimed : m_claims)
        for (const std::size_t row : {claimed.gpu, claimed.nic})
            guestRows[row].pair = fmt::format("{:02}", numbers[sets.find(row)]);
}

std::vector<std::size_t> HostVmClaims::matchedNics(const std::vector<HostVmRow> &guestRows) const {
    std::vector<std::size_t> nics;
    for (std::size_t row = 0; row < guestRows.size(); ++row)
        if (guestRows[row].kind == NodeKind::Nic && !guestRows[row].frontEnd && m_devices.hostRowOf(row))
            nics.push_back(row);
    return nics;
}

void HostVmClaims::check(const topology::Topology &host, const std::vector<HostVmRow> &guestRows) {
    if (m_claims.empty())
        return;
    const topology::HardwarePaths paths(host);
    const std::vector<std::size_t> nics = matchedNics(guestRows);
    const auto word = [&](std::size_t gpu, std::size_t nic) {
        return paths
            .between(m_devices.hostNodes[*m_devices.hostRowOf(gpu)]->id,
                     m_devices.hostNodes[*m_devices.hostRowOf(nic)]->id)
            .word;
    };
    std::set<std::size_t> compared, differing, rightly;
    std::map<std::size_t, std::vector<std::size_t>> nearest; ///< by GPU
    for (Claimed &claimed : m_claims) {
        if (!m_devices.hostRowOf(claimed.gpu) || !m_devices.hostRowOf(claimed.nic))
            continue;
        const PathWord own = word(claimed.gpu, claimed.nic);
        if (own == PathWord::Unknown)
            continue;
        auto [place, isNew] = nearest.try_emplace(claimed.gpu);
        if (isNew) {
            PathWord best = PathWord::Unknown;
            for (const std::size_t nic : nics) {
                const PathWord reach = word(claimed.gpu, nic);
                if (reach < best)
                    place->second.clear();
                best = std::min(best, reach);
                if (reach == best && reach != PathWord::Unknown)
                    place->second.push_back(nic);
            }
        }
        claimed.wrong = !place->second.empty() && own > word(claimed.gpu, place->second.front());
        compared.insert({claimed.gpu, claimed.nic});
        if (claimed.wrong)
            differing.insert(claimed.nic);
        else
            rightly.insert(claimed.nic);
    }
    for (Claimed &claimed : m_claims) {
        if (!claimed.wrong)
            continue;
        const auto &candidates = nearest[claimed.gpu];
        const auto free = std::find_if(candidates.begin(), candidates.end(),
                                       [&](std::size_t nic) { return !rightly.contains(nic); });
        claimed.expected = free != candidates.end() ? *free : candidates.front();
    }
    m_compared = compared.size();
    m_differing = differing.size();
}

std::vector<HostVmCurve> HostVmClaims::curves() const {
    std::vector<HostVmCurve> curves;
    using ClaimedBy = HostVmCurve::ClaimedBy;
    std::set<std::size_t> misplaced;
    for (const Claimed &claimed : m_claims)
        if (claimed.wrong)
            misplaced.insert(claimed.nic);
    for (const bool wrong : {false, true}) // faulty ones are painted over the rest
        for (std::size_t row = 0; row < m_devices.guestNodes.size(); ++row)
            if (const auto onHost = m_devices.hostRowOf(row); onHost && misplaced.contains(row) == wrong)
                curves.push_back({wrong ? ClaimedBy::Hardware : ClaimedBy::Both, *onHost, row,
                                  m_devices.matchOf[row]->confidence, 0});
    for (const Claimed &claimed : m_claims)
        if (claimed.wrong)
            if (const auto onHost = m_devices.hostRowOf(*claimed.expected))
                curves.push_back(
                    {ClaimedBy::File, *onHost, claimed.nic, hostvm::Confidence::Certain, claimed.claim.line});
    return curves;
}

std::vector<HostVmMark> HostVmClaims::marks(const std::vector<HostVmCurve> &curves) const {
    std::vector<HostVmMark> marks;
    std::vector<const Claimed *> wrong;
    for (const Claimed &claimed : m_claims)
        if (claimed.wrong && m_devices.hostRowOf(*claimed.expected))
            wrong.push_back(&claimed);
    const std::size_t first = curves.size() - wrong.size(); // curves of the file are the last
    std::vector<bool> done(wrong.size(), false);
    for (std::size_t a = 0; a < wrong.size(); ++a) {
        if (done[a])
            continue;
        HostVmMark mark{{first + a}, false};
        for (std::size_t b = a + 1; b < wrong.size() && !mark.swapped; ++b)
            if (!done[b] && wrong[a]->nic == *wrong[b]->expected && wrong[b]->nic == *wrong[a]->expected) {
                mark.curves.push_back(first + b);
                mark.swapped = done[b] = true;
            }
        marks.push_back(std::move(mark));
    }
    return marks;
}

std::set<std::size_t> HostVmClaims::markWrong(std::vector<HostVmRow> &hostRows,
                                              std::vector<HostVmRow> &guestRows) const {
    std::set<std::size_t> onHost;
    for (const Claimed &claimed : m_claims) {
        if (!claimed.wrong)
            continue;
        guestRows[claimed.gpu].wrong = guestRows[claimed.nic].wrong = true;
        guestRows[claimed.nic].misplaced = true;
        for (const std::size_t row : {claimed.gpu, *claimed.expected})
            if (const auto found = m_devices.hostRowOf(row))
                onHost.insert(*found);
    }
    for (const std::size_t row : onHost)
        hostRows[row].wrong = true;
    return onHost;
}

} // namespace fabricscope::present
