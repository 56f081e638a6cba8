// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/mapping/Claims.h"

namespace fabricscope::hostvm {

/// Takes claims, the weightier first, and accepts those that no weightier one contradicts.
class MatchResolver {
public:
    /// `sides` must outlive this.
    MatchResolver(const GuestHostDevices &sides, std::span<const Override> overrides);

    /// In any order: claims are weighted by their source. What an earlier call accepted stays.
    void follow(Claims claims);

    [[nodiscard]] ResolvedMatches taken() const {
        return {m_byGuest, m_byHost, m_contestedGuest, m_contestedHost};
    }
    /// By the guest's address.
    [[nodiscard]] std::vector<Match> takeMatches();
    [[nodiscard]] std::vector<Conflict> takeConflicts();

private:
    void followOne(const Claim &claim);
    /// Claims of one source that contradict each other about a device: none of them is accepted.
    void dropAmbiguous(Claims &claims);
    void addConflict(std::span<const Claim *const> claims, const Match *followed, std::string words);

    const GuestHostDevices &m_sides;
    std::set<Address> m_none; ///< guest devices that the user marked as not on this host
    std::map<Address, Match> m_byGuest;
    std::map<Address, Address> m_byHost;                 ///< the guest's address
    std::set<Address> m_contestedGuest, m_contestedHost; ///< claimed, but not accepted
    std::vector<Conflict> m_conflicts;
};

} // namespace fabricscope::hostvm
