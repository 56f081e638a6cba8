// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/CompareChoice.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace fabricscope::widgets {

const CompareSide *CompareChoice::find(quint64 id) const {
    const auto found =
        std::find_if(m_sides.begin(), m_sides.end(), [id](const CompareSide &side) { return side.id == id; });
    return found == m_sides.end() ? nullptr : &*found;
}

std::shared_ptr<const topology::Topology> CompareChoice::topologyOf(quint64 id) const {
    const CompareSide *side = find(id);
    return side != nullptr ? side->topology : nullptr;
}

/// Better pairs first: two captures of one host, then two of one kind; among these with the current host
/// first, then the newest.
void CompareChoice::chooseDefaults() {
    m_before = m_sides.empty() ? 0 : m_sides[0].id;
    m_after = m_sides.size() < 2 ? 0 : m_sides[1].id;
    const auto isVm = [](const CompareSide &side) {
        return side.topology->host().virtualization.valueOr("none") != "none";
    };
    const auto rank = [this, isVm](const CompareSide &a, const CompareSide &b) {
        const bool bothOrNeither = isVm(a) == isVm(b); // a VM and its hypervisor differ in nearly everything
        const bool oneHost = a.host == b.host && !a.host.isEmpty();
        const bool oneKind = a.kind == b.kind && !a.kind.isEmpty();
        const bool isShown = a.id == m_shown || b.id == m_shown;
        return std::tuple(isShown, bothOrNeither, oneHost, oneKind,
                          oneHost ? std::min(a.takenMs, b.takenMs) : 0,
                          oneHost ? std::max(a.takenMs, b.takenMs) : 0);
    };
    std::optional<decltype(rank(m_sides[0], m_sides[0]))> best;
    for (std::size_t first = 0; first < m_sides.size(); ++first)
        for (std::size_t second = first + 1; second < m_sides.size(); ++second) {
            const CompareSide *a = &m_sides[first], *b = &m_sides[second];
            const auto rated = rank(*a, *b);
            if (best && rated <= *best)
                continue;
            best = rated;
            if (std::get<2>(rated) && b->takenMs < a->takenMs)
                std::swap(a, b); // the older one before
            m_before = a->id;
            m_after = b->id;
        }
}

bool CompareChoice::setShown(quint64 id) {
    if (std::exchange(m_shown, id) == id || m_isChosen || find(id) == nullptr)
        return false;
    const std::pair before(m_before, m_after);
    chooseDefaults();
    return before != std::pair(m_before, m_after);
}

bool CompareChoice::setSides(std::vector<CompareSide> sides) {
    std::erase_if(sides, [](const CompareSide &side) { return side.topology == nullptr; });
    const auto before = topologyOf(m_before), after = topologyOf(m_after);
    const bool isOther = !std::equal(sides.begin(), sides.end(), m_sides.begin(), m_sides.end(),
                                     [](const CompareSide &a, const CompareSide &b) { return a.id == b.id; });
    m_sides = std::move(sides);
    const bool isGone = find(m_before) == nullptr || find(m_after) == nullptr;
    m_isChosen = m_isChosen && !isGone;
    if (isGone || (isOther && !m_isChosen)) // one added later may fit better
        chooseDefaults();
    return before != topologyOf(m_before) || after != topologyOf(m_after);
}

void CompareChoice::choose(quint64 before, quint64 after) {
    m_isChosen = true;
    m_before = before;
    m_after = after;
}

} // namespace fabricscope::widgets
