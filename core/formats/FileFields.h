// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/Hex.h"
#include "core/formats/SectionText.h"
#include "core/host/Host.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace fabricscope::formats {

/// A row of a reader's table: which file sets which fact of Target. To add a fact, add a row. `read` gets a
/// line of the file's text and returns whether it is valid. The other two (if set) are for a line that is
/// identical to one of another item: `stands` returns whether that item's fact came from it, and `copyFrom`
/// copies such a fact, with its evidence shifted by this many bytes.
template<class Target> struct FileField {
    std::string_view name;
    bool (*read)(Target &target, std::string_view value, host::EvidenceRef evidence);
    bool (*isFrom)(const Target &before, host::EvidenceRef evidence) = nullptr;
    void (*copyFrom)(Target &target, const Target &before, std::uint32_t distance) = nullptr;
};

/// FileField::stands and FileField::copyFrom for a fact.
template<auto Member> struct RepeatedFact {
    template<class Target> static bool isFrom(const Target &before, host::EvidenceRef evidence) {
        return host::factOf(before, Member).hasEvidence(evidence);
    }
    template<class Target>
    static void copyFrom(Target &target, const Target &before, std::uint32_t distance) {
        host::factOf(target, Member).copyShifted(host::factOf(before, Member), distance);
    }
};

/// Finds rows by name. Listings repeat the same files in the same order for each device, so the row that
/// followed last time is tried first.
template<class Target> class FileFields {
public:
    static constexpr std::size_t kMost = 64;

    explicit FileFields(std::span<const FileField<Target>> rows)
        : m_rows(rows.first(std::min(rows.size(), kMost))) {}

    [[nodiscard]] const FileField<Target> *find(std::string_view name) {
        const auto isIt = [&](std::size_t row) {
            return m_rows[row].name.size() == name.size() && startsWith(name, m_rows[row].name);
        };
        for (const std::size_t guess : {std::size_t{m_next[m_last]}, m_last})
            if (isIt(guess))
                return &m_rows[m_last = guess];
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (isIt(i)) {
                m_next[m_last] = static_cast<std::uint8_t>(i);
                return &m_rows[m_last = i];
            }
        return nullptr;
    }

    /// The same for the front of "FILE:VALUE"; removes "FILE:" if found.
    [[nodiscard]] const FileField<Target> *takeFrom(std::string_view &line) {
        if (takes(m_next[m_last], line))
            return &m_rows[m_last = m_next[m_last]];
        if (takes(m_last, line))
            return &m_rows[m_last];
        const auto colon = line.find(':');
        const auto *row = colon == std::string_view::npos ? nullptr : find(line.substr(0, colon));
        if (row)
            line.remove_prefix(colon + 1);
        return row;
    }

private:
    bool takes(std::size_t row, std::string_view &line) const {
        const std::string_view name = m_rows[row].name;
        if (line.size() <= name.size() || line[name.size()] != ':' ||
            !sameBytes(line.data(), name.data(), name.size()))
            return false;
        line.remove_prefix(name.size() + 1);
        return true;
    }

    std::span<const FileField<Target>> m_rows;
    std::array<std::uint8_t, kMost> m_next{};
    std::size_t m_last = 0;
};

/// Row functions: an integer in base 10, or 16 with or without 0x.
template<auto Member, class Integer, int Base = 10> struct NumberField {
    template<class Target>
    static bool read(Target &target, std::string_view value, host::EvidenceRef evidence) {
        const auto number = parse(value);
        if (number)
            host::factOf(target, Member) = host::Fact<Integer>(*number, evidence);
        return number.has_value();
    }

private:
    static std::optional<Integer> parse(std::string_view value) {
        if constexpr (Base == 16) { // sysfs's 0x1002, faster than the general way
            if (value.substr(0, 2) == "0x")
                value.remove_prefix(2);
            const auto number = hexNumber(value);
            return number && *number <= std::numeric_limits<Integer>::max()
                       ? std::optional(static_cast<Integer>(*number))
                       : std::nullopt;
        } else {
            return parseInteger<Integer>(value, Base);
        }
    }
};

/// Row function: a text, without surrounding blanks; an empty one sets nothing.
template<auto Member> struct TextField {
    template<class Target>
    static bool read(Target &target, std::string_view value, host::EvidenceRef evidence) {
        value = trimmed(value);
        if (!value.empty())
            host::factOf(target, Member) = textFact(value, evidence);
        return true;
    }
};

} // namespace fabricscope::formats
