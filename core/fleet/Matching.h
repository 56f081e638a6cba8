// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/HostView.h"

#include <compare>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::fleet {

/// Matches the functions of one side with those of the other. Each has at most one partner; swapping the
/// sides only swaps the answer. O(n log n).
class Matching {
public:
    Matching(const HostView &before, const HostView &after);

    enum class How : std::uint8_t {
        Same,       ///< the same address
        Renumbered, ///< the same place in the tree, but another address
        Moved,      ///< another place
        Replaced,   ///< the same place, but another device in it
    };

    [[nodiscard]] Position toAfter(Position before) const { return m_toAfter[before]; }
    [[nodiscard]] Position toBefore(Position after) const { return m_toBefore[after]; }
    /// How a function that has a partner was matched.
    [[nodiscard]] How how(Position before) const;

private:
    struct Key {
        std::uint64_t first = 0, second = 0, third = 0;
        Position position = 0;
        [[nodiscard]] auto tied() const { return std::tie(first, second, third); }
    };
    using Keys = std::vector<Key>;
    using NamedKeys = std::vector<std::pair<std::string, Position>>;

    void matchRoots();
    void matchIdentities();
    void matchBy(NamedKeys before, NamedKeys after);
    /// Pairs equal keys in the order of their positions.
    void pair(Keys before, Keys after);
    void descend(bool sameIds);
    void pairChildren(Position before, Position after, bool sameIds);
    void pairVirtual();
    void pairAddresses();
    void pairMoved();
    [[nodiscard]] std::uint64_t rootOf(const HostView &view, Position position) const;
    [[nodiscard]] bool samePlace(Position before, Position after) const;
    void link(Position before, Position after);

    const HostView &m_before;
    const HostView &m_after;
    std::vector<Position> m_toAfter, m_toBefore;
    std::vector<bool> m_replaced;                                         ///< by position before
    using RootMap = std::vector<std::pair<std::uint64_t, std::uint64_t>>; ///< (domain, bus) -> common number
    RootMap m_rootsBefore, m_rootsAfter;
};

} // namespace fabricscope::fleet
