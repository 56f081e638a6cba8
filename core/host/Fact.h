// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Shared.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace fabricscope::host {

/// Where a fact was read: bytes [offset, offset + length) of the inflated section with this index in the
/// capture. 8 bytes, because a host has some hundred thousand facts. For a text longer than kLongest bytes
/// only its beginning is referenced.
struct EvidenceRef {
    std::uint32_t offset = 0;
    std::uint16_t length = 0; ///< at most kLongest
    std::uint16_t section = kNone;
    static constexpr std::uint16_t kNone = 0xFFFF;
    static constexpr std::uint16_t kLongest = 0x7FFF; ///< leaves one bit free: see Fact

    [[nodiscard]] constexpr bool exists() const { return section != kNone; }
    friend constexpr bool operator==(const EvidenceRef &a, const EvidenceRef &b) {
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    }
};

namespace detail {

/// An EvidenceRef plus a flag for whether the fact is known, in 8 bytes.
class FullEvidence {
public:
    FullEvidence() = default;
    explicit FullEvidence(EvidenceRef evidence) : m_ref(evidence) { m_ref.length |= kKnown; }
    [[nodiscard]] bool known() const { return (m_ref.length & kKnown) != 0; }
    [[nodiscard]] EvidenceRef plain() const {
        EvidenceRef plain = m_ref;
        plain.length &= EvidenceRef::kLongest;
        return plain;
    }
    [[nodiscard]] bool isKnownAt(EvidenceRef evidence) const { return m_ref == FullEvidence(evidence).m_ref; }
    [[nodiscard]] FullEvidence behind(std::uint32_t distance) const {
        FullEvidence moved = *this;
        moved.m_ref.offset += distance;
        return moved;
    }

private:
    static constexpr std::uint16_t kKnown = 0x8000;
    EvidenceRef m_ref;
};

/// The same in 6 bytes, for values of one or two: a host with thousands of functions has ten such facts of
/// each. Short numbers are in short lines: what is longer than 511 bytes is pointed at by its first
/// 511. Evidence beyond the bounds of a capture (capture::Limits: 64 MiB a section, 4096 sections) is none.
class ShortEvidence {
public:
    ShortEvidence() { store(kNothing); }
    explicit ShortEvidence(EvidenceRef evidence) {
        const std::uint64_t length = evidence.length < kLength ? evidence.length : kLength;
        store(kKnown | (fits(evidence) ? placeOf(evidence) | length << kLengthAt : kNothing));
    }
    [[nodiscard]] bool known() const { return (m_words[0] & kKnown) != 0; }
    [[nodiscard]] EvidenceRef plain() const {
        const std::uint64_t bits = load();
        const auto section = static_cast<std::uint16_t>(bits >> kSectionAt & kSection);
        if (section == kSection)
            return {};
        return {static_cast<std::uint32_t>(bits >> kOffsetAt),
                static_cast<std::uint16_t>(bits >> kLengthAt & kLength), section};
    }
    [[nodiscard]] bool isKnownAt(EvidenceRef evidence) const {
        constexpr std::uint64_t kPlace = ~(std::uint64_t{kLength} << kLengthAt);
        return fits(evidence) ? (load() & kPlace) == (placeOf(evidence) | kKnown)
                              : load() == (kNothing | kKnown);
    }
    [[nodiscard]] ShortEvidence behind(std::uint32_t distance) const {
        const std::uint64_t bits = load();
        const std::uint64_t moved = bits + (std::uint64_t{distance} << kOffsetAt);
        ShortEvidence result;
        result.store(moved >> kBits == 0 && bits != (kNothing | kKnown) ? moved : kNothing | (bits & kKnown));
        return result;
    }

private:
    // From the low end: known (1), length (9), section (12), offset (26).
    static constexpr std::uint64_t kKnown = 1;
    static constexpr unsigned kLengthAt = 1, kSectionAt = 10, kOffsetAt = 22, kBits = 48;
    static constexpr std::uint32_t kLength = (1U << 9) - 1, kSection = (1U << 12) - 1,
                                   kOffset = (1U << 26) - 1;
    static constexpr std::uint64_t kNothing = std::uint64_t{kSection} << kSectionAt;

    static bool fits(EvidenceRef evidence) {
        return evidence.offset <= kOffset && evidence.section < kSection;
    }
    static std::uint64_t placeOf(EvidenceRef evidence) {
        return std::uint64_t{evidence.offset} << kOffsetAt | std::uint64_t{evidence.section} << kSectionAt;
    }
    [[nodiscard]] std::uint64_t load() const {
        std::uint64_t bits = 0;
        std::memcpy(&bits, m_words.data(), sizeof m_words);
        return bits;
    }
    void store(std::uint64_t bits) { std::memcpy(m_words.data(), &bits, sizeof m_words); }
    static_assert(std::endian::native == std::endian::little, "the low words are kept");

    std::array<std::uint16_t, 3> m_words; // NOLINT(cppcoreguidelines-pro-type-member-init): by store()
};

} // namespace detail

/// A value with its evidence, or unknown. Unknown is a separate state, never 0.
template<class T> class Fact {
public:
    Fact() = default;
    Fact(T value, EvidenceRef evidence) : m_evidence(evidence), m_value(std::move(value)) {}

    [[nodiscard]] bool known() const { return m_evidence.known(); }
    explicit operator bool() const { return known(); }
    [[nodiscard]] const T &operator*() const { return m_value; }
    [[nodiscard]] const T *operator->() const { return &m_value; }
    [[nodiscard]] T valueOr(T fallback) const { return known() ? m_value : std::move(fallback); }
    [[nodiscard]] EvidenceRef evidence() const { return m_evidence.plain(); }
    /// Whether the value is known and has this evidence.
    [[nodiscard]] bool hasEvidence(EvidenceRef evidence) const { return m_evidence.isKnownAt(evidence); }
    /// Takes the value of another fact, which must be known, with a different place.
    void copyFrom(const Fact &other, EvidenceRef evidence) {
        m_value = other.m_value;
        m_evidence = Evidence(evidence);
    }
    /// The same, with evidence `distance` bytes after that of the other fact.
    void copyShifted(const Fact &other, std::uint32_t distance) {
        m_value = other.m_value;
        m_evidence = other.m_evidence.behind(distance);
    }

    /// Compares values only: facts read from different lines can be equal.
    friend bool operator==(const Fact &a, const Fact &b) {
        return a.known() == b.known() && (!a.known() || a.m_value == b.m_value);
    }

private:
    using Evidence =
        std::conditional_t<(sizeof(T) <= sizeof(std::uint16_t)), detail::ShortEvidence, detail::FullEvidence>;

    // The known flag is part of the evidence, and the evidence comes first: small values then occupy what
    // would otherwise be padding.
    Evidence m_evidence;
    T m_value{};
};

/// Hosts repeat the same few texts ("D0", "vfio-pci") for thousands of functions: copies of a fact share the
/// text.
template<> class Fact<std::string> {
public:
    Fact() = default;
    Fact(std::string value, EvidenceRef evidence) : m_evidence(evidence), m_text(std::move(value)) {}

    [[nodiscard]] bool known() const { return m_text.has_value(); }
    explicit operator bool() const { return known(); }
    [[nodiscard]] const std::string &operator*() const { return m_text ? *m_text : kNothing; }
    [[nodiscard]] const std::string *operator->() const { return &**this; }
    [[nodiscard]] std::string valueOr(const std::string &fallback) const {
        return m_text ? *m_text : fallback;
    }
    [[nodiscard]] EvidenceRef evidence() const { return m_evidence; }
    [[nodiscard]] bool hasEvidence(EvidenceRef evidence) const { return known() && m_evidence == evidence; }
    void copyFrom(const Fact &other, EvidenceRef evidence) {
        m_text = other.m_text;
        m_evidence = evidence;
    }
    void copyShifted(const Fact &other, std::uint32_t distance) {
        m_text = other.m_text;
        m_evidence = other.m_evidence;
        m_evidence.offset += distance;
    }
    /// The shared text itself, for callers that also store it.
    [[nodiscard]] const Shared<std::string> &shared() const { return m_text; }

    friend bool operator==(const Fact &a, const Fact &b) { return a.m_text == b.m_text; }

private:
    static inline const std::string kNothing;
    EvidenceRef m_evidence;
    Shared<std::string> m_text; ///< none: unknown
};

} // namespace fabricscope::host
