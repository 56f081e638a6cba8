// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// A growing list of items with a key, optimized for nearly sorted input and repeated lookups of the same
/// key, as in listings of sysfs: the last item and its successor are found without a search, and items in
/// order are only appended. Any other order works too, but is slower. Keeps at most `limit` items.
template<class T, class Key, class KeyOf> class FactStore {
public:
    explicit FactStore(std::size_t limit) : m_limit(limit) {}

    void reserve(std::size_t count) {
        m_items.reserve(std::min(count, m_limit));
        m_sortedKeys.reserve(std::min(count, m_limit));
    }
    [[nodiscard]] std::size_t size() const { return m_items.size(); }
    [[nodiscard]] bool wasCut() const { return m_cut; }
    [[nodiscard]] std::vector<T> &items() { return m_items; }

    /// nullptr if there is none. Pointers are valid until the next add().
    template<class Lookup> [[nodiscard]] T *find(const Lookup &key) {
        for (const std::size_t guess : {m_last + 1, m_last})
            if (guess < m_sortedKeys.size() && m_sortedKeys[guess] == key)
                return &m_items[m_last = guess];
        if (m_sortedKeys.size() == m_items.size() && (m_items.empty() || m_sortedKeys.back() < key))
            return nullptr; // the usual case for a new key
        if (const std::size_t at = sortedPosition(key); at < m_sortedKeys.size() && m_sortedKeys[at] == key)
            return &m_items[m_last = at];
        if (const auto late = m_late.find(key); late != m_late.end())
            return &m_items[m_last = late->second];
        return nullptr;
    }

    /// Creates an item and calls `init` to set its key, which should not exist yet: find() returns the first
    /// of equal ones. nullptr if the limit is reached.
    template<class Init> T *add(Init init) {
        if (m_items.size() >= m_limit) {
            m_cut = true;
            return nullptr;
        }
        if (m_items.empty() && m_items.capacity() == 0)
            reserve(kFirst);
        T &item = m_items.emplace_back();
        init(item);
        m_last = m_items.size() - 1;
        if (m_sortedKeys.size() == m_last && (m_last == 0 || m_sortedKeys.back() < keyOf(item)))
            m_sortedKeys.push_back(keyOf(item));
        else
            m_late.emplace(keyOf(item), m_last);
        return &item;
    }

    /// Everything, sorted by key.
    [[nodiscard]] std::vector<T> take() {
        if (m_sortedKeys.size() != m_items.size())
            std::stable_sort(m_items.begin(), m_items.end(),
                             [&](const T &a, const T &b) { return keyOf(a) < keyOf(b); });
        return std::move(m_items);
    }

private:
    /// std::lower_bound() of m_sortedKeys without branches, which would be unpredictable.
    template<class Lookup> [[nodiscard]] std::size_t sortedPosition(const Lookup &key) const {
        const Key *at = m_sortedKeys.data();
        for (std::size_t count = m_sortedKeys.size(); count > 0;) {
            const std::size_t half = (count + 1) / 2;
            at += at[half - 1] < key ? half : 0;
            count -= half;
        }
        return static_cast<std::size_t>(at - m_sortedKeys.data());
    }

    static decltype(auto) keyOf(const T &item) { return KeyOf{}(item); }

    static constexpr std::size_t kFirst = 4; ///< initial capacity: a single item is rare

    std::vector<T> m_items;
    std::vector<Key> m_sortedKeys;                  ///< of the ascending items at the beginning
    std::map<Key, std::size_t, std::less<>> m_late; ///< the others
    std::size_t m_last = 0;
    std::size_t m_limit;
    bool m_cut = false;
};

} // namespace fabricscope::formats
