// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace fabricscope::host {

/// An optional large value, used like std::optional. Copies share it, so that thousands of functions with
/// equal values store it once. Writing to a copy first gives it a separate value, so code that only reads
/// should read through const. The size of one pointer: the count of copies is stored with the value. Copies
/// of one value may live in several threads; a single copy must not be used by two.
template<class T> class Shared {
public:
    Shared() = default;
    Shared(T value) : m_held(new Held{{1}, std::move(value)}) {}
    Shared(const Shared &other) : m_held(other.m_held) {
        if (m_held != nullptr)
            m_held->copies.fetch_add(1, std::memory_order_relaxed);
    }
    Shared(Shared &&other) noexcept : m_held(std::exchange(other.m_held, nullptr)) {}
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): itself holds the same value, too
    Shared &operator=(const Shared &other) {
        if (m_held != other.m_held)
            Shared(other).swap(*this);
        return *this;
    }
    Shared &operator=(Shared &&other) noexcept {
        Shared(std::move(other)).swap(*this);
        return *this;
    }
    ~Shared() { release(); }

    [[nodiscard]] bool has_value() const { return m_held != nullptr; }
    explicit operator bool() const { return has_value(); }
    /// Only where there is a value.
    [[nodiscard]] const T &operator*() const { return m_held->value; }
    [[nodiscard]] const T *operator->() const { return m_held != nullptr ? &m_held->value : nullptr; }
    [[nodiscard]] T &operator*() { return own(); }
    [[nodiscard]] T *operator->() { return &own(); }

    T &emplace() {
        *this = Shared(T());
        return m_held->value;
    }
    void reset() {
        release();
        m_held = nullptr;
    }
    void swap(Shared &other) noexcept { std::swap(m_held, other.m_held); }
    /// True for copies of one value, not for values that are merely equal.
    [[nodiscard]] bool isCopyOf(const Shared &other) const { return m_held == other.m_held; }

    friend bool operator==(const Shared &a, const Shared &b) {
        return a.m_held == b.m_held || (a && b && *a == *b);
    }

private:
    struct Held {
        std::atomic<std::uint32_t> copies;
        T value;
    };

    T &own() {
        if (m_held->copies.load(std::memory_order_acquire) > 1)
            *this = Shared(std::as_const(m_held->value));
        return m_held->value;
    }
    void release() {
        if (m_held != nullptr && m_held->copies.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete m_held;
    }

    Held *m_held = nullptr;
};

} // namespace fabricscope::host
