// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Shared.h"

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace fabricscope::host {

/// A list in the size of one pointer, for lists that are mostly empty or mostly equal among thousands of
/// objects: copies share it. Reads like a constant std::vector; changes are explicit.
template<class T> class SharedList {
public:
    using Items = std::vector<T>;
    using value_type = T;
    using size_type = std::size_t;
    using const_iterator = typename Items::const_iterator;
    using iterator = const_iterator;
    using const_reference = const T &;

    SharedList() = default;
    SharedList(Items items) {
        if (!items.empty())
            m_items = std::move(items);
    }
    SharedList(std::initializer_list<T> items) : SharedList(Items(items)) {}

    operator const Items &() const { return items(); }
    [[nodiscard]] const Items &items() const { return m_items.has_value() ? *std::as_const(m_items) : kNone; }
    [[nodiscard]] bool empty() const { return items().empty(); }
    [[nodiscard]] std::size_t size() const { return items().size(); }
    [[nodiscard]] const_iterator begin() const { return items().begin(); }
    [[nodiscard]] const_iterator end() const { return items().end(); }
    [[nodiscard]] auto rbegin() const { return items().rbegin(); }
    [[nodiscard]] auto rend() const { return items().rend(); }
    [[nodiscard]] const T &operator[](std::size_t index) const { return items()[index]; }
    [[nodiscard]] const T &at(std::size_t index) const { return items().at(index); }
    [[nodiscard]] const T &front() const { return items().front(); }
    [[nodiscard]] const T &back() const { return items().back(); }

    /// For changing it: other copies are not affected.
    [[nodiscard]] Items &edit() { return m_items.has_value() ? *m_items : m_items.emplace(); }
    void push_back(T item) { edit().push_back(std::move(item)); }
    void clear() { m_items.reset(); }

    friend bool operator==(const SharedList &a, const SharedList &b) {
        return &a.items() == &b.items() || a.items() == b.items();
    }
    friend bool operator==(const SharedList &a, const Items &b) { return a.items() == b; }

private:
    static inline const Items kNone;
    Shared<Items> m_items;
};

} // namespace fabricscope::host
