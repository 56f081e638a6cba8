// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::capture {

/// The entries of a folder, by name. Names mostly arrive sorted and are then only appended; any other order
/// works too, but is slower, in time that a hostile archive cannot make quadratic. The names themselves are
/// stored elsewhere.
class FolderMembers {
public:
    using Id = std::uint32_t;
    using value_type = std::pair<std::string_view, Id>;
    using const_iterator = std::vector<value_type>::const_iterator;

    void reserve(std::size_t count) { m_sorted.reserve(count); }
    /// Adds an entry that is not there yet.
    void add(std::string_view name, Id id) {
        if (m_sorted.empty() || m_sorted.back().first < name) {
            m_sorted.emplace_back(name, id);
            return;
        }
        if (m_sorted.size() < kFew) {
            m_sorted.emplace(lower_bound(name), name, id);
            return;
        }
        if (!m_late)
            m_late = std::make_unique<std::map<std::string_view, Id>>();
        m_late->emplace(name, id);
    }
    /// May be called between two add() calls.
    [[nodiscard]] std::optional<Id> known(std::string_view name) const {
        if (const auto at = find(name); at != end())
            return at->second;
        if (m_late)
            if (const auto at = m_late->find(name); at != m_late->end())
                return at->second;
        return std::nullopt;
    }
    /// Must be called after the last add(), before any of the following functions.
    void sort() {
        if (!m_late)
            return;
        const auto middle = static_cast<std::ptrdiff_t>(m_sorted.size());
        m_sorted.insert(m_sorted.end(), m_late->begin(), m_late->end());
        std::inplace_merge(m_sorted.begin(), m_sorted.begin() + middle, m_sorted.end());
        m_late.reset();
    }

    [[nodiscard]] const_iterator begin() const { return m_sorted.begin(); }
    [[nodiscard]] const_iterator end() const { return m_sorted.end(); }
    [[nodiscard]] auto rbegin() const { return m_sorted.rbegin(); }
    [[nodiscard]] auto rend() const { return m_sorted.rend(); }
    [[nodiscard]] const_iterator lower_bound(std::string_view name) const {
        return std::lower_bound(begin(), end(), name, [](const value_type &member, std::string_view key) {
            return member.first < key;
        });
    }
    [[nodiscard]] const_iterator find(std::string_view name) const {
        const auto at = lower_bound(name);
        return at != end() && at->first == name ? at : end();
    }
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != end(); }

private:
    static constexpr std::size_t kFew = 32; ///< up to this number, inserting in the middle is cheap

    std::vector<value_type> m_sorted;
    std::unique_ptr<std::map<std::string_view, Id>> m_late; ///< entries that arrived out of order
};

} // namespace fabricscope::capture
