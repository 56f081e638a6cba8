// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/HwlocSets.h"

#include "core/formats/Hex.h"
#include "core/formats/HostBuilder.h"

#include <bit>
#include <charconv>

namespace fabricscope::formats {

namespace {

constexpr unsigned kWordBits = 32;
constexpr unsigned kNothing = 0xFFFFFFFF;

std::optional<std::uint32_t> parseWord(std::string_view word) {
    if (word.empty())
        return 0;
    if (word.substr(0, 2) == "0x")
        word.remove_prefix(2);
    const auto bits = word.size() <= kWordBits / 4 ? hexNumber(word) : std::nullopt;
    return bits ? std::optional(static_cast<std::uint32_t>(*bits)) : std::nullopt;
}

/// Calls `range(first, last)` for each run of members, ascending. False where the text is no set.
template<class Range> bool forEachRange(std::string_view set, Range range) {
    if (set.empty())
        return false;
    unsigned first = kNothing; // of the run that is open
    unsigned base = 0;
    for (bool more = true; more; base += kWordBits) {
        const std::size_t comma = set.rfind(',');
        more = comma != std::string_view::npos;
        const auto word = parseWord(more ? set.substr(comma + 1) : set);
        if (!word || (*word != 0 && base >= HostLimits::kCpuNumber))
            return false;
        set = more ? set.substr(0, comma) : set;
        for (unsigned bit = 0; bit < kWordBits;) {
            const std::uint32_t rest = *word >> bit;
            if (first == kNothing) {
                if (rest == 0)
                    break;
                bit += static_cast<unsigned>(std::countr_zero(rest));
                first = base + bit;
            } else {
                bit += static_cast<unsigned>(std::countr_one(rest));
                if (bit < kWordBits) {
                    range(first, base + bit - 1);
                    first = kNothing;
                }
            }
        }
    }
    if (first != kNothing)
        range(first, base - 1);
    return true;
}

void appendNumber(std::string &text, unsigned number) {
    std::array<char, 12> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

} // namespace

std::optional<std::string> hwlocSetAsList(std::string_view set) {
    std::string list;
    const bool understood = forEachRange(set, [&](unsigned first, unsigned last) {
        if (!list.empty())
            list.push_back(',');
        appendNumber(list, first);
        if (last != first) {
            list.push_back('-');
            appendNumber(list, last);
        }
    });
    return understood ? std::optional(std::move(list)) : std::nullopt;
}

std::optional<unsigned> onlyMemberOfHwlocSet(std::string_view set) {
    std::optional<unsigned> only;
    std::size_t members = 0;
    const bool understood = forEachRange(set, [&](unsigned first, unsigned last) {
        only = first;
        members += std::size_t{last} - first + 1;
    });
    return understood && members == 1 ? only : std::nullopt;
}

} // namespace fabricscope::formats
