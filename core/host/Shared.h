// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

namespace fabricscope::host {

/// A large value or none, used like std::optional. Copies share it, so that thousands of functions that say
/// the same cost it once; who writes to one of them gets a value of its own first. A function that only reads
/// should therefore read through const.
template<class T> class Shared {
public:
    Shared() = default;
    Shared(T value) : m_value(std::make_shared<T>(std::move(value))) {}

    [[nodiscard]] bool has_value() const { return m_value != nullptr; }
    explicit operator bool() const { return has_value(); }
    /// Only where there is a value.
    [[nodiscard]] const T &operator*() const { return *m_value; }
    [[nodiscard]] const T *operator->() const { return m_value.get(); }
    [[nodiscard]] T &operator*() { return own(); }
    [[nodiscard]] T *operator->() { return &own(); }

    T &emplace() { return *(m_value = std::make_shared<T>()); }
    void reset() { m_value.reset(); }

    friend bool operator==(const Shared &a, const Shared &b) {
        return a.m_value == b.m_value || (a && b && *a.m_value == *b.m_value);
    }

private:
    T &own() {
        if (m_value.use_count() > 1)
            m_value = std::make_shared<T>(std::as_const(*m_value));
        return *m_value;
    }

    std::shared_ptr<T> m_value;
};

} // namespace fabricscope::host
