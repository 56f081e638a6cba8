// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace fabricscope::host {

/// Where a fact stands: bytes [offset, offset + length) of the inflated section with this index in the
/// capture. 8 bytes, since a host has some hundred thousand facts; texts longer than kLongest bytes point to
/// their beginning.
struct EvidenceRef {
    std::uint32_t offset = 0;
    std::uint16_t length = 0; ///< at most kLongest
    std::uint16_t section = kNone;
    static constexpr std::uint16_t kNone = 0xFFFF;
    static constexpr std::uint16_t kLongest = 0x7FFF; ///< leaves a bit: see Fact

    [[nodiscard]] constexpr bool exists() const { return section != kNone; }
    friend constexpr bool operator==(const EvidenceRef &a, const EvidenceRef &b) {
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    }
};

/// A value with its evidence, or unknown. Unknown is a state of its own, never 0.
template<class T> class Fact {
public:
    Fact() = default;
    Fact(T value, EvidenceRef evidence) : m_evidence(marked(evidence)), m_value(std::move(value)) {}

    [[nodiscard]] bool known() const { return (m_evidence.length & kKnown) != 0; }
    explicit operator bool() const { return known(); }
    [[nodiscard]] const T &operator*() const { return m_value; }
    [[nodiscard]] const T *operator->() const { return &m_value; }
    [[nodiscard]] T valueOr(T fallback) const { return known() ? m_value : std::move(fallback); }
    [[nodiscard]] EvidenceRef evidence() const {
        EvidenceRef plain = m_evidence;
        plain.length &= EvidenceRef::kLongest;
        return plain;
    }
    /// Known, from there.
    [[nodiscard]] bool standsAt(EvidenceRef evidence) const { return m_evidence == marked(evidence); }
    /// Says what another one says, as it stands at another place. That one is known.
    void takeOver(const Fact &other, EvidenceRef evidence) {
        m_value = other.m_value;
        m_evidence = marked(evidence);
    }

    /// Values only: the same fact from another line is the same fact.
    friend bool operator==(const Fact &a, const Fact &b) {
        return a.known() == b.known() && (!a.known() || a.m_value == b.m_value);
    }

private:
    static constexpr std::uint16_t kKnown = 0x8000;
    static EvidenceRef marked(EvidenceRef evidence) {
        evidence.length |= kKnown;
        return evidence;
    }

    // Whether it is known stands in the evidence, and the evidence first: small values then stand in what
    // would be padding.
    EvidenceRef m_evidence;
    T m_value{};
};

/// Hosts say the same few words ("D0", "vfio-pci") of thousands of functions: copies of a fact share its
/// text.
template<> class Fact<std::string> {
public:
    Fact() = default;
    Fact(std::string value, EvidenceRef evidence)
        : m_evidence(evidence), m_text(std::make_shared<const std::string>(std::move(value))) {}

    [[nodiscard]] bool known() const { return m_text != nullptr; }
    explicit operator bool() const { return known(); }
    [[nodiscard]] const std::string &operator*() const { return m_text ? *m_text : kNothing; }
    [[nodiscard]] const std::string *operator->() const { return &**this; }
    [[nodiscard]] std::string valueOr(std::string fallback) const {
        return m_text ? *m_text : std::move(fallback);
    }
    [[nodiscard]] EvidenceRef evidence() const { return m_evidence; }
    [[nodiscard]] bool standsAt(EvidenceRef evidence) const { return known() && m_evidence == evidence; }
    void takeOver(const Fact &other, EvidenceRef evidence) {
        m_text = other.m_text;
        m_evidence = evidence;
    }

    friend bool operator==(const Fact &a, const Fact &b) {
        return a.m_text == b.m_text || (a && b && *a.m_text == *b.m_text);
    }

private:
    static inline const std::string kNothing;
    EvidenceRef m_evidence;
    std::shared_ptr<const std::string> m_text; ///< none: unknown
};

} // namespace fabricscope::host
