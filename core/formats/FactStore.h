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

/// A growing list of things with a key, made for input that is nearly sorted and asks for the same thing many
/// times in a row, as listings of sysfs do: the last one and its successor are found without a search, what
/// comes in order is only appended. Any other order works too, slower. Keeps at most `limit` things.
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

    /// nullptr where there is none. Pointers hold until the next add().
    template<class Lookup> [[nodiscard]] T *find(const Lookup &key) {
        for (const std::size_t guess : {m_last + 1, m_last})
            if (guess < m_sortedKeys.size() && m_sortedKeys[guess] == key)
                return &m_items[m_last = guess];
        if (m_sortedKeys.size() == m_items.size() && (m_items.empty() || m_sortedKeys.back() < key))
            return nullptr; // the usual case of what is new
        if (const std::size_t at = sortedPosition(key); at < m_sortedKeys.size() && m_sortedKeys[at] == key)
            return &m_items[m_last = at];
        if (const auto late = m_late.find(key); late != m_late.end())
            return &m_items[m_last = late->second];
        return nullptr;
    }

    /// Makes an item and has `init` give it its key, which must not be there yet. nullptr where the limit is
    /// reached.
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
            std::sort(m_items.begin(), m_items.end(),
                      [&](const T &a, const T &b) { return keyOf(a) < keyOf(b); });
        return std::move(m_items);
    }

private:
    /// std::lower_bound() of m_sortedKeys without its branches, which are a coin's throw each.
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

    static constexpr std::size_t kFirst = 4; ///< things that room is made for at first: few come alone

    std::vector<T> m_items;
    std::vector<Key> m_sortedKeys;                  ///< of as many from the beginning as ascend
    std::map<Key, std::size_t, std::less<>> m_late; ///< the others
    std::size_t m_last = 0;
    std::size_t m_limit;
    bool m_cut = false;
};

} // namespace fabricscope::formats
