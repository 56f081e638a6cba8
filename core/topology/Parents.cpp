// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Parents.h"

#include <algorithm>
#include <numeric>

namespace fabricscope::topology {

namespace {

std::uint64_t busKey(std::uint32_t domain, std::uint8_t bus) {
    return (std::uint64_t{domain} << 8) | bus;
}

/// 0 means no secondary bus: the bridge was not configured.
std::uint8_t secondaryBus(const host::PciFunction &function) {
    if (function.rare->secondaryBus)
        return *function.rare->secondaryBus;
    if (function.config && !function.config->dead)
        return function.config->secondaryBus.value_or(0);
    return 0;
}

std::uint8_t subordinateBus(const host::PciFunction &function) {
    if (function.rare->subordinateBus)
        return *function.rare->subordinateBus;
    if (function.config && !function.config->dead)
        return function.config->subordinateBus.value_or(0);
    return 0;
}

} // namespace

Parents::Parents(const host::Host &host) : m_functions(host.functions), m_nestedRoots(host.nestedRoots) {
    sortByAddress();
    resolve();
    breakCycles();
    listChildren();
}

void Parents::sortByAddress() {
    m_order.resize(m_functions.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    const auto before = [](const host::PciFunction &a, const host::PciFunction &b) {
        return a.address.key() < b.address.key();
    };
    m_isInOrder = std::is_sorted(m_functions.begin(), m_functions.end(), before);
    if (!m_isInOrder) // readers sort, other sources may not
        std::stable_sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return before(m_functions[a], m_functions[b]);
        });
}

std::uint32_t Parents::find(const Address &address) const {
    const std::uint64_t target = address.key();
    const auto keyOf = [&](std::uint32_t index) {
        return m_functions[index].address.key();
    };
    const auto at =
        std::lower_bound(m_order.begin(), m_order.end(), target,
                         [&](std::uint32_t index, std::uint64_t key) { return keyOf(index) < key; });
    return at == m_order.end() || keyOf(*at) != target ? kNone
                                                       : static_cast<std::uint32_t>(at - m_order.begin());
}

/// For sources without a tree (lspci's text): the bridge whose secondary bus this function is on. Virtual
/// functions may be on later buses, up to the subordinate one (SR-IOV 1.1, 2.1.2): then the innermost bridge
/// whose range contains the bus.
std::uint32_t Parents::bridgeAbove(const host::PciFunction &function) const {
    const std::uint64_t key = busKey(function.address.domain, function.address.bus);
    auto at =
        std::lower_bound(m_bySecondaryBus.begin(), m_bySecondaryBus.end(), key,
                         [](const SecondaryBus &bus, std::uint64_t target) { return bus.key < target; });
    if (at != m_bySecondaryBus.end() && at->key == key)
        return at->position;
    while (at != m_bySecondaryBus.begin()) { // at most 255 in one domain
        --at;
        if (at->key >> 8 != key >> 8)
            break;
        if (at->last >= function.address.bus &&
            m_functions[m_order[at->position]].address != function.address)
            return at->position;
    }
    return kNone;
}

/// For functions on a root bus that is itself below an endpoint (VMD).
std::uint32_t Parents::endpointAbove(const host::PciFunction &function) const {
    for (const host::NestedRoot &root : m_nestedRoots)
        if (root.domain == function.rootBus->first && root.bus == function.rootBus->second)
            return find(root.below);
    return kNone;
}

bool Parents::isBelowParent(std::uint32_t position, const Address &address) const {
    const std::uint32_t next = m_parent[position] + 1; // 0 if it has no parent
    return next != 0 && next < size() && m_functions[m_order[next]].address == address && !isDuplicate(next);
}

/// Needed if a source reports neither the parent of a function nor its root bus.
void Parents::listBridges() {
    const auto less = [](const SecondaryBus &a, const SecondaryBus &b) {
        return a.key < b.key;
    };
    m_bySecondaryBus.reserve(std::min(size(), 64U)); // few of thousands of functions are bridges
    for (std::uint32_t position = 0; position < size(); ++position) {
        const host::PciFunction &function = m_functions[m_order[position]];
        if (const std::uint8_t bus = secondaryBus(function); bus != 0)
            m_bySecondaryBus.push_back(
                {busKey(function.address.domain, bus), position, std::max(bus, subordinateBus(function))});
    }
    if (!std::is_sorted(m_bySecondaryBus.begin(), m_bySecondaryBus.end(), less))
        std::stable_sort(m_bySecondaryBus.begin(), m_bySecondaryBus.end(), less);
    const auto same = [](const SecondaryBus &a, const SecondaryBus &b) {
        return a.key == b.key;
    };
    m_bySecondaryBus.erase(std::unique(m_bySecondaryBus.begin(), m_bySecondaryBus.end(), same),
                           m_bySecondaryBus.end());
    m_bridgesListed = true;
}

void Parents::resolve() {
    const std::uint32_t count = size();
    m_parent.assign(count, kNone);
    m_defect.assign(count, Defect::None);
    for (std::uint32_t position = 0; position < count; ++position) {
        const host::PciFunction &function = m_functions[m_order[position]];
        if (position > 0 && m_functions[m_order[position - 1]].address == function.address)
            m_defect[position] = Defect::Duplicate;
        if (function.parent) {
            const host::PciFunction &before = m_functions[m_order[position > 0 ? position - 1 : 0]];
            if (position > 0 && before.parent == function.parent)
                m_parent[position] = m_parent[position - 1];
            else if (position > 0 && before.address == *function.parent && !isDuplicate(position - 1))
                m_parent[position] = position - 1; // find() returns the first of duplicates
            else if (position > 0 && isBelowParent(position - 1, *function.parent))
                m_parent[position] = m_parent[position - 1] + 1; // the ports of a switch are adjacent
            else
                m_parent[position] = find(*function.parent);
            if (m_parent[position] == kNone && m_defect[position] == Defect::None)
                m_defect[position] = Defect::Orphan;
        } else if (function.rootBus) {
            m_parent[position] = endpointAbove(function);
        } else {
            if (!m_bridgesListed)
                listBridges();
            m_parent[position] = bridgeAbove(function);
        }
    }
}

void Parents::breakCycles() {
    m_parentsFirst = true;
    for (std::uint32_t position = 0; position < size() && m_parentsFirst; ++position)
        m_parentsFirst = m_parent[position] == kNone || m_parent[position] < position;
    if (m_parentsFirst) // then there is no cycle
        return;
    enum class State : std::uint8_t { New, OnPath, Done };
    std::vector<State> state(size(), State::New);
    for (std::uint32_t start = 0; start < size(); ++start) {
        std::uint32_t at = start;
        while (at != kNone && state[at] == State::New) {
            state[at] = State::OnPath;
            at = m_parent[at];
        }
        const bool cycle = at != kNone && state[at] == State::OnPath;
        for (std::uint32_t done = start; done != kNone && state[done] == State::OnPath; done = m_parent[done])
            state[done] = State::Done; // including the whole cycle
        if (!cycle)
            continue;
        std::uint32_t first = at;
        for (std::uint32_t member = m_parent[at]; member != at; member = m_parent[member])
            first = std::min(first, member);
        m_parent[first] = kNone;
        m_defect[first] = Defect::Cycle;
    }
}

void Parents::listChildren() {
    m_firstChild.assign(std::size_t{size()} + 1, 0);
    for (const std::uint32_t parent : m_parent)
        if (parent != kNone)
            ++m_firstChild[parent + 1];
    std::partial_sum(m_firstChild.begin(), m_firstChild.end(), m_firstChild.begin());
    m_children.resize(m_firstChild.back());
    std::vector<std::uint32_t> next(m_firstChild.begin(), m_firstChild.end() - 1);
    for (std::uint32_t position = 0; position < size(); ++position)
        if (m_parent[position] != kNone)
            m_children[next[m_parent[position]]++] = position;
}

} // namespace fabricscope::topology
