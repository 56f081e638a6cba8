// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace fabricscope {

/// The value that means "none" in a SlimOptional: one that no T has. Numbers take their largest one; others
/// specialise this.
template<class T> struct NoneOf { static constexpr T value = std::numeric_limits<T>::max(); };

/// A std::optional with the size of its value, which reserves one value for "none": thousands of nodes have
/// ten of them. It is used like std::optional and converts to one.
template<class T> class SlimOptional {
public:
    using value_type = T;

    constexpr SlimOptional() = default;
    constexpr SlimOptional(std::nullopt_t) {}
    constexpr SlimOptional(T value) : m_value(std::move(value)) {}
    constexpr SlimOptional(const std::optional<T> &value) : m_value(value.value_or(NoneOf<T>::value)) {}
    constexpr operator std::optional<T>() const {
        return has_value() ? std::optional<T>(m_value) : std::nullopt;
    }

    [[nodiscard]] constexpr bool has_value() const { return m_value != NoneOf<T>::value; }
    constexpr explicit operator bool() const { return has_value(); }
    [[nodiscard]] constexpr const T &operator*() const { return m_value; }
    [[nodiscard]] constexpr const T *operator->() const { return &m_value; }
    /// Throws std::bad_optional_access if there is no value.
    [[nodiscard]] constexpr T value() const { return std::optional<T>(*this).value(); }
    [[nodiscard]] constexpr T value_or(T fallback) const {
        return has_value() ? m_value : std::move(fallback);
    }
    constexpr void reset() { m_value = NoneOf<T>::value; }

    friend constexpr bool operator==(const SlimOptional &a, const SlimOptional &b) {
        return a.m_value == b.m_value;
    }
    /// Like the comparison of std::optional: none is less than all values.
    friend constexpr auto operator<=>(const SlimOptional &a, const SlimOptional &b) {
        return std::optional<T>(a) <=> std::optional<T>(b);
    }
    // std::optional's own generic comparison would treat a SlimOptional as a value.
    friend constexpr bool operator==(const SlimOptional &a, const std::optional<T> &b) {
        return a == SlimOptional(b);
    }
    friend constexpr bool operator==(const std::optional<T> &a, const SlimOptional &b) {
        return SlimOptional(a) == b;
    }
    friend constexpr bool operator==(const SlimOptional &a, const T &b) {
        return a.has_value() && a.m_value == b;
    }
    friend constexpr bool operator==(const SlimOptional &a, std::nullopt_t) { return !a.has_value(); }

private:
    T m_value = NoneOf<T>::value;
};

} // namespace fabricscope
