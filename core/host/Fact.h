// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

namespace fabricscope::host {

/// Where a fact stands: bytes [offset, offset + length) of the inflated section with this index in the
/// capture. 8 bytes, since a host has some hundred thousand facts; texts longer than 65535 bytes point to
/// their beginning.
struct EvidenceRef {
    std::uint32_t offset = 0;
    std::uint16_t length = 0;
    std::uint16_t section = kNone;
    static constexpr std::uint16_t kNone = 0xFFFF;

    [[nodiscard]] constexpr bool exists() const { return section != kNone; }
    friend constexpr bool operator==(const EvidenceRef &, const EvidenceRef &) = default;
};

/// A value with its evidence, or unknown. Unknown is a state of its own, never 0.
template<class T> class Fact {
public:
    Fact() = default;
    Fact(T value, EvidenceRef evidence) : m_evidence(evidence), m_value(std::move(value)), m_known(true) {}

    [[nodiscard]] bool known() const { return m_known; }
    explicit operator bool() const { return m_known; }
    [[nodiscard]] const T &operator*() const { return m_value; }
    [[nodiscard]] const T *operator->() const { return &m_value; }
    [[nodiscard]] T valueOr(T fallback) const { return m_known ? m_value : std::move(fallback); }
    [[nodiscard]] EvidenceRef evidence() const { return m_evidence; }
    /// Says what another one says, as it stands at another place.
    void takeOver(const Fact &other, EvidenceRef evidence) {
        m_value = other.m_value;
        m_evidence = evidence;
        m_known = other.m_known;
    }

    /// Values only: the same fact from another line is the same fact.
    friend bool operator==(const Fact &a, const Fact &b) {
        return a.m_known == b.m_known && (!a.m_known || a.m_value == b.m_value);
    }

private:
    EvidenceRef m_evidence; // first: so small values stand in what would be padding
    T m_value{};
    bool m_known = false;
};

} // namespace fabricscope::host
