// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/Claims.h"

namespace fabricscope::hostvm {

/// Takes claims, the weightier first, and follows those that no weightier one contradicts.
class MatchResolver {
public:
    /// `sides` lives longer than this.
    MatchResolver(const GuestHostDevices &sides, std::span<const Override> overrides);

    /// In any order: they are weighed by their source. What was followed in an earlier call stays.
    void follow(Claims claims);

    [[nodiscard]] ResolvedMatches taken() const {
        return {m_byGuest, m_byHost, m_contestedGuest, m_contestedHost};
    }
    /// By the guest's address.
    [[nodiscard]] std::vector<Match> takeMatches();
    [[nodiscard]] std::vector<Conflict> takeConflicts();

private:
    void followOne(const Claim &claim);
    /// Those of one source that state two things about one device: none of them is followed.
    void dropAmbiguous(Claims &claims);
    void addConflict(std::span<const Claim *const> claims, const Match *followed, std::string words);

    const GuestHostDevices &m_sides;
    std::set<Address> m_none; ///< of the guest: the user marked them as not of the host's
    std::map<Address, Match> m_byGuest;
    std::map<Address, Address> m_byHost;                 ///< the guest's address
    std::set<Address> m_contestedGuest, m_contestedHost; ///< claimed, and that was not followed
    std::vector<Conflict> m_conflicts;
};

} // namespace fabricscope::hostvm
