// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/LogHosts.h"

#include "core/base/Text.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fabricscope::formats {

namespace {

/// Names that images of distributions come with.
constexpr std::string_view kImageNames[] = {"localhost", "ubuntu", "debian",    "fedora",
                                            "rocky",     "centos", "almalinux", "linux"};

std::string_view firstLabel(std::string_view name) {
    return name.substr(0, name.find('.'));
}

bool isImageName(std::string_view name) {
    return std::find(std::begin(kImageNames), std::end(kImageNames), firstLabel(name)) !=
           std::end(kImageNames);
}

std::string lowered(std::string_view name) {
    constexpr std::size_t kLongest = 256;
    std::string out(name.substr(0, kLongest));
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

/// An IP address has no domain to leave out.
bool isAddress(std::string_view name) {
    return name.find(':') != name.npos || name.find_first_not_of("0123456789.") == name.npos;
}

/// Of names in small letters: some sources leave out the domain.
bool isSameHost(std::string_view a, std::string_view b) {
    if (isAddress(a) || isAddress(b) || (a.find('.') != a.npos && b.find('.') != b.npos))
        return a == b;
    return firstLabel(a) == firstLabel(b);
}

/// "Jan 20 20:50:11", "2026-01-20T20:50:11,345678+00:00", "Tue 2026-01-20 20:50:11 UTC": in a year of months
/// of 31 days, since the first form has no year.
std::optional<std::int64_t> secondOfYear(std::string_view time) {
    constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const auto colon = time.find(':');
    if (colon == time.npos || colon < 6 || time.size() < colon + 6)
        return std::nullopt;
    const auto number = [&](std::size_t at) {
        return parseInteger<unsigned>(trimmed(time.substr(at, 2)));
    };
    const auto hour = number(colon - 2), minute = number(colon + 1), second = number(colon + 4);
    const auto day = number(colon - 5);
    std::optional<unsigned> month;
    if (const auto dash = time.find('-'); dash < colon)
        month = number(dash + 1);
    else if (const auto at = kMonths.find(time.substr(0, 3)); at != kMonths.npos && at % 3 == 0)
        month = static_cast<unsigned>(at / 3);
    if (!hour || !minute || !second || !day || !month)
        return std::nullopt;
    return (((std::int64_t{*month} * 31 + *day) * 24 + *hour) * 60 + *minute) * 60 + *second;
}

/// Whether a time is before the one of the line before it; false where that is unknown.
bool isEarlier(std::string_view time, std::string_view before) {
    constexpr std::int64_t kHalfAYear = std::int64_t{186} * 24 * 3600;
    const auto now = secondOfYear(time), then = secondOfYear(before);
    return now && then && *now < *then && *then - *now < kHalfAYear;
}

} // namespace

LogHosts::LogHosts(std::string_view known) {
    if (const std::string name = lowered(known); !isImageName(name))
        m_host = name;
}

void LogHosts::learn(std::string_view host, std::string_view time) {
    if (host.empty())
        return;
    if (host == m_last && !m_seen.empty()) {
        ++m_seen[m_current].lines;
        m_lastTime = time;
        return;
    }
    const std::string name = lowered(host);
    if (isImageName(name))
        return;
    auto at = std::find_if(m_seen.begin(), m_seen.end(),
                           [&](const Seen &each) { return isSameHost(each.name, name); });
    const auto index = static_cast<std::size_t>(at - m_seen.begin());
    const bool isNew = at == m_seen.end();
    if (!m_seen.empty() && index != m_current && (!isNew || isEarlier(time, m_lastTime)))
        m_isOneHost = false;
    if (isNew && m_seen.size() == kMost) {
        m_isOneHost = false;
        return;
    }
    if (isNew)
        m_seen.push_back({name, 0});
    ++m_seen[index].lines;
    m_current = index;
    m_last = host;
    m_lastTime = time;
}

void LogHosts::decide() {
    m_last.clear();
    if (isDecided() || m_seen.empty())
        return;
    if (m_isOneHost) {
        m_host = m_seen.back().name;
        for (const Seen &each : m_seen)
            m_earlier.push_back(each.name);
        return;
    }
    m_host = std::max_element(m_seen.begin(), m_seen.end(), [](const Seen &a, const Seen &b) {
                 return a.lines < b.lines;
             })->name;
}

bool LogHosts::isOwn(std::string_view name) const {
    return isSameHost(m_host, name) ||
           std::any_of(m_earlier.begin(), m_earlier.end(),
                       [&](const std::string &each) { return isSameHost(each, name); });
}

bool LogHosts::isLastName(std::string_view name) const {
    return m_host.empty() || isSameHost(m_host, lowered(name));
}

bool LogHosts::reads(std::string_view host) {
    if (host.empty() || host == m_last)
        return host.empty() || m_readsLast;
    m_last = host;
    const std::string name = lowered(host);
    if (m_host.empty() && !isImageName(name))
        m_host = name;
    const bool isOwnLine = !m_host.empty() && isOwn(name);
    m_hasOwnLines = m_hasOwnLines || isOwnLine;
    m_readsLast = isOwnLine || isImageName(name);
    if (!m_readsLast && m_others.size() < kMost &&
        std::none_of(m_others.begin(), m_others.end(),
                     [&](const std::string &each) { return isSameHost(each, name); }))
        m_others.push_back(name);
    return m_readsLast;
}

} // namespace fabricscope::formats
