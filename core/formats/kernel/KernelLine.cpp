// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/KernelLine.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kFarthest = 128;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// "[    T1]" or "[   C12]" where the kernel shows its callers.
bool isCaller(std::string_view word) {
    return word.size() > 1 && (word[0] == 'T' || word[0] == 'C') &&
           word.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// "kern  :err   : text" of dmesg -x; the line itself where it has none.
std::string_view withoutFacility(std::string_view line) {
    static constexpr std::string_view kFacilities[] = {
        "kern",     "user", "mail",   "daemon", "auth",   "syslog", "lpr",    "news",   "uucp",   "cron",
        "authpriv", "ftp",  "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7"};
    static constexpr std::string_view kLevels[] = {"emerg", "alert",  "crit", "err",
                                                   "warn",  "notice", "info", "debug"};
    const auto isOne = [](std::string_view word, const auto &words) {
        return std::find(std::begin(words), std::end(words), word) != std::end(words);
    };
    constexpr std::size_t kWidest = 12;
    const auto colon = line.substr(0, kWidest).find(':');
    if (colon == std::string_view::npos || !isOne(trimmed(line.substr(0, colon)), kFacilities))
        return line;
    const std::string_view rest = line.substr(colon + 1);
    const auto second = rest.substr(0, kWidest).find(':');
    return second != std::string_view::npos && isOne(trimmed(rest.substr(0, second)), kLevels)
               ? trimmed(rest.substr(second + 1))
               : line;
}

/// "2026-01-22T20:50:11,345678+00:00 text": the comma is dmesg's.
std::optional<std::string_view> withoutIsoTime(std::string_view line) {
    constexpr std::string_view kForm = "0000-00-00T00:00:00,";
    if (line.size() < kForm.size())
        return std::nullopt;
    for (std::size_t i = 0; i < kForm.size(); ++i)
        if (kForm[i] == '0' ? !isDigit(line[i]) : line[i] != kForm[i])
            return std::nullopt;
    const auto blank = line.substr(0, 48).find(' ');
    return blank == std::string_view::npos ? std::nullopt : std::optional(line.substr(blank + 1));
}

bool isMonth(std::string_view word) {
    static constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return std::find(std::begin(kMonths), std::end(kMonths), word) != std::end(kMonths);
}

/// Takes a journal's time off: "Jul 22 20:50:11", "2026-01-20T20:50:11+0000", "Tue 2026-01-20 20:50:11 UTC",
/// "1768942211.123456". False if there is none.
bool takeJournalTime(std::string_view &line) {
    const std::string_view first = takeWord(line);
    const auto isTime = [](std::string_view word) {
        return word.size() >= 8 && isDigit(word[0]) && word[2] == ':' && word[5] == ':';
    };
    if (isMonth(first)) {
        const std::string_view day = takeWord(line);
        return !day.empty() && isDigit(day[0]) && isTime(takeWord(line));
    }
    const auto isDate = [](std::string_view word) {
        return word.size() >= 10 && isDigit(word[0]) && word[4] == '-' && word[7] == '-';
    };
    if (isDate(first))
        return first.size() > 18 && first[10] == 'T' && first.find(',') == std::string_view::npos;
    if (first.size() == 3 && isDate(line.substr(std::min<std::size_t>(1, line.size())))) {
        (void)takeWord(line);
        const bool is = isTime(takeWord(line));
        (void)takeWord(line); // the zone
        return is;
    }
    constexpr std::size_t kSeconds = 10;
    return first.size() > kSeconds && first[kSeconds] == '.' &&
           first.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool isWeekday(std::string_view word) {
    static constexpr std::string_view kDays[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    return std::find(std::begin(kDays), std::end(kDays), word) != std::end(kDays);
}

/// A word of a time: "Jan", "20", "20:50:11", "2026-01-20T20:50:11+0000", "Tue", "UTC".
bool isTimeWord(std::string_view word) {
    constexpr std::size_t kLongestZone = 5;
    const bool isZone = word.size() <= kLongestZone &&
                        std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return !word.empty() &&
           (isMonth(word) || isWeekday(word) || isZone ||
            (isDigit(word[0]) && word.find_first_not_of("0123456789-:.,+TZ/") == std::string_view::npos));
}

/// What precedes "kernel: " in a line of a syslog or journal: a time and the host, "Jan 20 20:50:11 node-3",
/// "Tue 2026-01-20 20:50:11 UTC node-3"; the host alone where the kernel's own time follows. Empty where they
/// are words of a message.
struct SyslogHead {
    std::string_view time, host;
};
SyslogHead syslogHead(std::string_view head, std::string_view message) {
    const std::string_view host = lastWord(head);
    if (host.empty() || host.find_first_of(":()[]=,\"") != std::string_view::npos)
        return {};
    const std::string_view time =
        trimmed(head.substr(0, static_cast<std::size_t>(host.data() - head.data())));
    if (time.empty() && !message.starts_with('['))
        return {};
    std::string_view rest = time;
    const std::string_view first = takeWord(rest);
    constexpr std::size_t kLongestMonth = 5; // "mag", "Okt", of other languages
    const bool isMonthOfAny = first.size() <= kLongestMonth && !trimmed(rest).empty();
    if (!first.empty() && !isMonthOfAny && !isTimeWord(first))
        return {};
    while (!(rest = trimmed(rest)).empty())
        if (!isTimeWord(takeWord(rest)))
            return {};
    return {time, host};
}

/// "gpu-07 systemd[1]: Started ...": the host's name, where a time precedes it. Empty for other lines.
std::string_view hostOfJournalLine(std::string_view line) {
    if (!takeJournalTime(line))
        return {};
    const std::string_view host = takeWord(line);
    const std::string_view unit = takeWord(line);
    return unit.size() > 1 && unit.ends_with(':') ? host : std::string_view{};
}

struct Time {
    bool is = false;
    std::optional<double> seconds;
};

/// "12.345678", "+0.000844", "<    0.000844>", "Tue Jul 22 20:50:11 2025", "Jul22 20:50"
Time timeOf(std::string_view text) {
    if (text.size() == 11 && isMonth(text.substr(0, 3)) && text[5] == ' ' && text[8] == ':' &&
        isDigit(text[4]) && isDigit(text[10]))
        return {true, {}};
    // dmesg -T -d: "Tue Jul 22 20:50:11 2025 <    0.000844>"
    if (text.size() > 24 && text[24] == ' ' && text.substr(25).starts_with('<') && text.ends_with('>'))
        text = text.substr(0, 24);
    if (text.size() == 24 && text[13] == ':' && text[16] == ':')
        return {true, {}};
    const auto dot = text.find('.');
    if (dot == std::string_view::npos || dot == 0 || text.find_first_not_of("0123456789.+<> ") != text.npos)
        return {};
    double seconds = 0;
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
    constexpr double kLongestUptime = 1e9; // 31 years: the time of day of a library's log, "[1668701746.59]"
    if (error == std::errc{} && seconds >= kLongestUptime)
        return {};
    return {true,
            error == std::errc{} && rest == end && seconds >= 0 ? std::optional(seconds) : std::nullopt};
}

/// "6,1234,5678901,-;text" of /dev/kmsg: facility and level, number, microseconds, flags, "caller=T1".
bool takeKmsg(std::string_view &line, KernelLine &found) {
    constexpr std::size_t kFarthestEnd = 64;
    const auto end = line.empty() || !isDigit(line[0]) ? line.npos : line.substr(0, kFarthestEnd).find(';');
    if (end == std::string_view::npos)
        return false;
    std::string_view head = line.substr(0, end);
    const auto priority = parseInteger<unsigned>(takeUntil(head, ','));
    const auto number = parseInteger<std::uint64_t>(takeUntil(head, ','));
    const auto time = parseInteger<std::uint64_t>(takeUntil(head, ','));
    const std::string_view flags = takeUntil(head, ',');
    if (!priority || !number || !time || flags.size() != 1)
        return false;
    constexpr double kMicroseconds = 1e6;
    found.isStamped = true;
    found.seconds = static_cast<double>(*time) / kMicroseconds;
    found.message = trimmed(line.substr(end + 1));
    return true;
}

/// "1 2026-01-22T20:50:11.345678Z gpu-07 kernel - - - text" of RFC 5424, as rsyslog stores and sends it:
/// version, time, host, program, process, message id, structured data.
bool takeSyslog(std::string_view line, KernelLine &found) {
    if (!line.starts_with("1 "))
        return false;
    line.remove_prefix(2);
    const std::string_view time = takeWord(line), host = takeWord(line), program = takeWord(line);
    constexpr std::size_t kDate = 10;
    if (time.size() <= kDate || !isDigit(time[0]) || time[4] != '-' || time[kDate] != 'T' || program.empty())
        return false;
    (void)takeWord(line);
    (void)takeWord(line);
    line = trimmed(line);
    if (line.starts_with('['))
        line.remove_prefix(std::min(line.find("] "), line.size() - 1) + 1);
    else
        (void)takeWord(line);
    found.time = time;
    found.host = host == "-" ? std::string_view{} : host;
    found.isStamped = program == "kernel";
    found.isOfOtherUnit = program != "kernel";
    found.message = found.isStamped ? trimmed(line) : std::string_view{};
    if (found.message.starts_with("\xEF\xBB\xBF")) // RFC 5424's mark of UTF-8
        found.message.remove_prefix(3);
    return true;
}

/// "gpu-07 login: [   12.345678] text" of a serial console: the first line goes on behind a login's prompt.
std::string_view withoutLogin(std::string_view line) {
    constexpr std::string_view kLogin = " login: [";
    const auto at = line.substr(0, kFarthest).find(kLogin);
    return at == std::string_view::npos || at == 0 || line.find(' ') != at
               ? line
               : line.substr(at + kLogin.size() - 1);
}

/// Takes off what a journal or syslog puts before a line; false where another unit wrote it.
bool takeHead(std::string_view &line, KernelLine &found) {
    if (takeSyslog(line, found)) {
        line = found.message;
        return !found.isOfOtherUnit;
    }
    constexpr std::string_view kKernel = " kernel: ";
    const auto at = line.starts_with('[') ? line.npos : line.substr(0, kFarthest).find(kKernel);
    const SyslogHead head = at == line.npos
                                ? SyslogHead{}
                                : syslogHead(line.substr(0, at), trimmed(line.substr(at + kKernel.size())));
    if (!head.host.empty()) {
        found.host = head.host;
        found.time = head.time;
        found.isStamped = true;
        line = line.substr(at + kKernel.size());
    } else if (const auto host = hostOfJournalLine(line); !host.empty()) {
        found.host = host;
        found.isOfOtherUnit = true;
        return false;
    } else if (const auto rest = withoutIsoTime(line)) {
        found.isStamped = true;
        found.time = line.substr(0, line.find(' '));
        line = *rest;
    }
    return true;
}

} // namespace

KernelLine kernelLine(std::string_view line) {
    KernelLine found;
    if (takeKmsg(line, found))
        return found;
    line = withoutLogin(withoutFacility(line));
    if (line.starts_with('<') && line.size() > 3 && line.find('>') <= 4)
        line.remove_prefix(line.find('>') + 1);
    if (!takeHead(line, found))
        return found;
    for (bool first = true; line.starts_with('['); first = false) {
        const auto end = line.substr(0, kFarthest).find(']');
        if (end == std::string_view::npos)
            break;
        const std::string_view inside = trimmed(line.substr(1, end - 1));
        const Time time = first ? timeOf(inside) : Time{};
        // "[drm]" is the message's own.
        if (!time.is && !isCaller(inside))
            break;
        found.isStamped = found.isStamped || time.is;
        if (time.is)
            found.seconds = time.seconds;
        if (time.is && found.time.empty() && inside.find_first_of("+<") == std::string_view::npos)
            found.time = inside; // not the time since the line before
        line = trimmed(line.substr(end + 1));
    }
    // journalctl -o short-monotonic
    if (constexpr std::string_view kUnit = "kernel: "; found.isStamped && found.host.empty()) {
        std::string_view rest = line;
        const std::string_view host = takeWord(rest);
        if (!host.ends_with(':') && trimmed(rest).starts_with(kUnit)) {
            found.host = host;
            line = trimmed(rest).substr(kUnit.size());
        }
    }
    found.message = line;
    return found;
}

} // namespace fabricscope::formats
