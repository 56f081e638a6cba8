// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/LineCopies.h"

#include "core/base/Text.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

namespace fabricscope::formats {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// What lines of one event have in common: "20:50:11", or the seconds after the kernel's start.
struct Time {
    std::string_view text;
    std::size_t form = 0; ///< how the log writes it
    bool isExact = false; ///< to microseconds
    unsigned date = 0;    ///< the month and its day, 1231 for the last one of a year; 0: not stated
};

std::optional<unsigned> numberOf(std::string_view text) {
    return text.empty() || !isDigit(text.front()) ? std::nullopt : parseInteger<unsigned>(text);
}

unsigned dateOf(unsigned month, std::optional<unsigned> day) {
    return month >= 1 && month <= 12 && day && *day >= 1 && *day <= 31 ? month * 100 + *day : 0;
}

/// Of what is before the time: "Tue Mar  3 ", "Mar 03 ", "2026-03-03T".
unsigned dateIn(std::string_view text) {
    static constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (text.size() >= 11) { // with a year, and one character behind
        const std::string_view date = text.substr(text.size() - 11, 10);
        if (date[4] == '-' && date[7] == '-')
            return dateOf(numberOf(date.substr(5, 2)).value_or(0), numberOf(date.substr(8, 2)));
    }
    for (unsigned month = 0; month < std::size(kMonths); ++month)
        if (const auto at = text.find(kMonths[month]); at != std::string_view::npos) {
            std::string_view rest = text.substr(at + kMonths[month].size());
            return dateOf(month + 1, numberOf(takeWord(rest)));
        }
    return 0;
}

Time timeOf(std::string_view time) {
    constexpr std::size_t kLength = 8;
    for (std::size_t at = 2; at + 5 < time.size(); ++at)
        if (time[at] == ':' && time[at + 3] == ':' && isDigit(time[at - 2]) && isDigit(time[at + 4])) {
            const bool hasNumbers = time.substr(0, at).find('-') != std::string_view::npos;
            const std::size_t form = hasNumbers ? 1 : at - 2 + kLength < time.size() ? 2 : 3;
            return {time.substr(at - 2, kLength), form, false,
                    dateIn(time.substr(0, at - 2))}; // 2026-01-20, dmesg -T, syslog
        }
    const auto dot = time.find('.');
    constexpr std::size_t kMicroseconds = 6;
    return {time, 0, dot != std::string_view::npos && time.size() - dot - 1 >= kMicroseconds, 0};
}

} // namespace

bool LineCopies::isCopy(std::string_view message, std::string_view time, bool isQuoted) {
    const Time parts = timeOf(time);
    if (parts.text.empty())
        return false;
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U; // Fibonacci hashing
    const std::hash<std::string_view> hash;
    std::uint64_t key = hash(message) * kOdd ^ hash(parts.text);
    if (parts.form == 0)
        key ^= (m_boot + 1) * kOdd;
    const std::uint64_t all = key ^ kOdd << 1, dated = key ^ parts.date * kOdd;
    const std::size_t form = parts.form + (isQuoted ? kForms / 2 : 0);
    // A line without a date may be a copy of one of any date, and the reverse.
    const std::uint16_t before = std::max(most(dated), most(parts.date == 0 ? all : key));
    const std::uint16_t *own = count(dated, form);
    const bool isCopy = own != nullptr && (*own <= before || (parts.isExact && before > 0));
    if (parts.date != 0)
        (void)count(all, form);
    return isCopy;
}

std::uint16_t *LineCopies::count(std::uint64_t key, std::size_t form) {
    if (m_counts.size() >= kMost && !m_counts.contains(key))
        return nullptr;
    std::uint16_t &own = m_counts[key][form];
    own = static_cast<std::uint16_t>(std::min<unsigned>(own + 1U, UINT16_MAX - 1));
    return &own;
}

std::uint16_t LineCopies::most(std::uint64_t key) const {
    const auto known = m_counts.find(key);
    return known == m_counts.end() ? std::uint16_t{0}
                                   : *std::max_element(known->second.begin(), known->second.end());
}

void LineCopies::beginBoot() {
    ++m_boot;
}

} // namespace fabricscope::formats
