// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/LineCopies.h"

#include <algorithm>
#include <functional>

namespace fabricscope::formats {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// What lines of one event have in common: "20:50:11" of any date, or the seconds after the kernel's start.
struct Time {
    std::string_view text;
    std::size_t form = 0; ///< how the log writes it
    bool isExact = false; ///< to microseconds
};

Time timeOf(std::string_view time) {
    constexpr std::size_t kLength = 8;
    for (std::size_t at = 2; at + 5 < time.size(); ++at)
        if (time[at] == ':' && time[at + 3] == ':' && isDigit(time[at - 2]) && isDigit(time[at + 4])) {
            const bool hasNumbers = time.substr(0, at).find('-') != std::string_view::npos;
            const std::size_t form = hasNumbers ? 1 : at - 2 + kLength < time.size() ? 2 : 3;
            return {time.substr(at - 2, kLength), form, false}; // 2026-01-20, dmesg -T, syslog
        }
    const auto dot = time.find('.');
    constexpr std::size_t kMicroseconds = 6;
    return {time, 0, dot != std::string_view::npos && time.size() - dot - 1 >= kMicroseconds};
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
    if (m_counts.size() >= kMost && !m_counts.contains(key))
        return false;
    Counts &counts = m_counts[key];
    const std::uint16_t before = *std::max_element(counts.begin(), counts.end());
    std::uint16_t &own = counts[parts.form + (isQuoted ? kForms / 2 : 0)];
    own = static_cast<std::uint16_t>(std::min<unsigned>(own + 1U, UINT16_MAX - 1));
    return own <= before || (parts.isExact && before > 0);
}

void LineCopies::beginBoot() {
    ++m_boot;
}

} // namespace fabricscope::formats
