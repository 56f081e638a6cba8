// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/mapping/MatchResolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace fabricscope::hostvm {

namespace {

constexpr std::size_t kMaxConflicts = 256;

/// The claims of one source by device.
using ClaimsByAddress = std::map<Address, std::vector<const Claim *>>;

bool isContradictory(const std::vector<const Claim *> &claims) {
    return std::any_of(claims.begin(), claims.end(), [&](const Claim *claim) {
        return claim->guest != claims.front()->guest || claim->onHost != claims.front()->onHost;
    });
}

void sortUnique(std::vector<Address> &addresses) {
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
}

} // namespace

MatchResolver::MatchResolver(const GuestHostDevices &sides, std::span<const Override> overrides)
    : m_sides(sides) {
    for (const Override &own : overrides)
        if (!own.onHost)
            m_none.insert(own.guest);
}

void MatchResolver::follow(Claims claims) {
    const auto key = [](const Claim &claim) {
        // Manual assignments first, then by confidence: an address that may be from another run of the VM
        // does not overrule a serial number.
        return std::tuple(claim.proof.source != Source::Manual, claim.confidence, claim.proof.source,
                          claim.guest, claim.onHost);
    };
    // Stable: claims of one source keep their order, which is by the weight of their own sources.
    std::stable_sort(claims.begin(), claims.end(),
                     [&](const Claim &a, const Claim &b) { return key(a) < key(b); });
    dropAmbiguous(claims);
    for (const Claim &claim : claims)
        followOne(claim);
}

void MatchResolver::dropAmbiguous(Claims &claims) {
    std::set<const Claim *> dropped;
    for (auto begin = claims.begin(); begin != claims.end();) {
        const auto end = std::find_if(begin, claims.end(), [&](const Claim &claim) {
            return claim.proof.source != begin->proof.source;
        });
        ClaimsByAddress ofGuest, ofHost;
        for (auto at = begin; at != end; ++at) {
            ofGuest[at->guest].push_back(&*at);
            ofHost[at->onHost].push_back(&*at);
        }
        for (const ClaimsByAddress *byAddress : {&ofGuest, &ofHost})
            for (const auto &[address, all] : *byAddress)
                if (isContradictory(all)) {
                    dropped.insert(all.begin(), all.end());
                    addConflict(all, nullptr,
                                fmt::format("{}, but {}: neither is used", all.front()->proof.words,
                                            all.back()->proof.words));
                }
        begin = end;
    }
    Claims kept;
    for (Claim &claim : claims)
        if (!dropped.contains(&claim))
            kept.push_back(std::move(claim));
    claims = std::move(kept);
}

void MatchResolver::addConflict(std::span<const Claim *const> claims, const Match *followed,
                                std::string words) {
    for (const Claim *claim : claims) {
        m_contestedGuest.insert(claim->guest);
        m_contestedHost.insert(claim->onHost);
    }
    if (m_conflicts.size() >= kMaxConflicts)
        return;
    Conflict conflict;
    conflict.words = std::move(words);
    if (followed != nullptr) {
        conflict.guest.push_back(followed->guest);
        conflict.onHost.push_back(followed->onHost);
        conflict.proofs.push_back(followed->proofs.front());
    }
    for (const Claim *claim : claims) {
        conflict.guest.push_back(claim->guest);
        conflict.onHost.push_back(claim->onHost);
        conflict.proofs.push_back(claim->proof);
    }
    sortUnique(conflict.guest);
    sortUnique(conflict.onHost);
    m_conflicts.push_back(std::move(conflict));
}

void MatchResolver::followOne(const Claim &claim) {
    const Claim *const one[] = {&claim};
    if (m_none.contains(claim.guest))
        return addConflict(one, nullptr,
                           fmt::format("{}, but you marked {} as not on this host", claim.proof.words,
                                       claim.guest.toString()));
    const auto own = m_byGuest.find(claim.guest);
    const auto other = m_byHost.find(claim.onHost);
    if (own != m_byGuest.end() || other != m_byHost.end()) {
        Match &followed = own != m_byGuest.end() ? own->second : m_byGuest.at(other->second);
        if (followed.guest == claim.guest && followed.onHost == claim.onHost) {
            followed.proofs.push_back(claim.proof);
            followed.confidence = std::min(followed.confidence, claim.confidence);
        } else
            addConflict(one, &followed,
                        fmt::format("{}, but {}: the guest's {} is matched to {}", claim.proof.words,
                                    followed.proofs.front().words, followed.guest.toString(),
                                    followed.onHost.toString()));
        return;
    }
    const Device *guest = m_sides.guest.find(claim.guest), *onHost = m_sides.onHost.find(claim.onHost);
    if (guest == nullptr || onHost == nullptr)
        return;
    if (claim.proof.source != Source::Manual && areTwoModels(*guest->function, *onHost->function))
        return addConflict(one, nullptr,
                           fmt::format("{}, but {} is {} and {} is {}: not used", claim.proof.words,
                                       claim.guest.toString(), modelText(*guest->function),
                                       claim.onHost.toString(), modelText(*onHost->function)));
    m_byGuest.emplace(claim.guest, Match{claim.guest, claim.onHost, claim.confidence, {claim.proof}});
    m_byHost.emplace(claim.onHost, claim.guest);
}

std::vector<Match> MatchResolver::takeMatches() {
    std::vector<Match> matches;
    matches.reserve(m_byGuest.size());
    for (auto &[address, match] : m_byGuest)
        matches.push_back(std::move(match));
    m_byGuest.clear();
    m_byHost.clear();
    return matches;
}

std::vector<Conflict> MatchResolver::takeConflicts() {
    const auto key = [](const Conflict &conflict) {
        return std::tie(conflict.guest, conflict.onHost, conflict.words);
    };
    std::stable_sort(m_conflicts.begin(), m_conflicts.end(),
                     [&](const Conflict &a, const Conflict &b) { return key(a) < key(b); });
    return std::move(m_conflicts);
}

} // namespace fabricscope::hostvm
