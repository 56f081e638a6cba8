// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/LibraryLine.h"

#include "core/base/Text.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::nccl::log {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isOfName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '-' || c == '_' || c == '.';
}

/// Moves `at` over digits; whether there are any.
bool skipDigits(std::string_view line, std::size_t &at) {
    const std::size_t begin = at;
    while (at < line.size() && at - begin < 20 && isDigit(line[at]))
        ++at;
    return at > begin;
}

bool skip(std::string_view line, std::size_t &at, char expected) {
    if (at >= line.size() || line[at] != expected)
        return false;
    ++at;
    return true;
}

/// Moves `at` over "host:pid:tid [dev] "; the length of the host's name, 0 if they are not there.
std::size_t skipSource(std::string_view line, std::size_t &at) {
    constexpr std::size_t kLongestName = 255;
    const std::size_t begin = at;
    while (at < line.size() && at - begin <= kLongestName && isOfName(line[at]))
        ++at;
    const std::size_t length = at - begin;
    if (length == 0 || !skip(line, at, ':') || !skipDigits(line, at) || !skip(line, at, ':') ||
        !skipDigits(line, at) || !skip(line, at, ' '))
        return 0;
    if (skip(line, at, '[') && (!skipDigits(line, at) || !skip(line, at, ']') || !skip(line, at, ' ')))
        return 0;
    return length;
}

/// "[2026-11-22 13:11:54] ", which the library prints before warnings; the length.
std::size_t timeLength(std::string_view text) {
    constexpr std::string_view kForm = "[0000-00-00 00:00:00] ";
    const bool isTime = text.size() >= kForm.size() &&
                        std::equal(kForm.begin(), kForm.end(), text.begin(),
                                   [](char form, char c) { return form == '0' ? isDigit(c) : form == c; });
    return isTime ? kForm.size() : 0;
}

/// A terminal may have broken the line behind its source. "10:00:01 [3] " is none.
bool beginsLine(std::string_view line, std::string_view /*before*/) {
    line = trimmed(line);
    line.remove_prefix(timeLength(line));
    std::size_t at = 0;
    const std::size_t host = skipSource(line, at);
    const std::string_view name = line.substr(0, host);
    return name.find_first_not_of("0123456789") != std::string_view::npos ||
           line.starts_with("NCCL version ") || line.starts_with("RCCL version ");
}

std::size_t lengthInside(std::string_view line, std::size_t place) {
    const std::size_t time = timeLength(line.substr(place));
    const std::size_t length = lineStart(line, place + time).length;
    return length == 0 ? 0 : time + length;
}

} // namespace

LineStart lineStart(std::string_view line, std::size_t place) {
    constexpr std::size_t kLongestPlace = 120;
    std::size_t at = place;
    const std::size_t host = skipSource(line, at);
    if (host == 0)
        return {};
    const std::size_t blank = line.substr(at, kLongestPlace).find(' ');
    if (blank != std::string_view::npos && !line.substr(at).starts_with("NCCL "))
        at += blank + 1; // the source file and its line
    for (const std::string_view kind : {std::string_view("NCCL INFO "), std::string_view("NCCL WARN ")})
        if (line.substr(at).starts_with(kind))
            return {at + kind.size() - place, line.substr(place, host)};
    return {};
}

LineStart firstLineStart(std::string_view line) {
    const std::size_t name = line.find("NCCL ");
    for (std::size_t at = 0; at < name && name != std::string_view::npos;) {
        if (const LineStart start = lineStart(line, at); start.length > 0)
            return start;
        const std::size_t next = line.find_first_of(" \t:]>|", at);
        at = next == std::string_view::npos ? name : next + 1;
    }
    return {};
}

const LineShape &libraryLineShape() {
    static constexpr LineShape kShape{"NCCL INFO\nNCCL WARN", &beginsLine, &lengthInside};
    return kShape;
}

LibraryLine libraryLine(std::string_view line) {
    constexpr std::string_view kName = "NCCL ", kInfo = "INFO ", kWarning = "WARN ";
    for (std::size_t at = line.find(kName); at != std::string_view::npos; at = line.find(kName, at + 1)) {
        const std::string_view rest = line.substr(at + kName.size());
        const bool info = rest.starts_with(kInfo);
        // A launcher's tag may end with a colon: "[1,0]<stdout>:NCCL INFO".
        const bool apart = at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == ':';
        if (!apart || (!info && !rest.starts_with(kWarning)))
            continue;
        return {info ? LibraryLine::Kind::Info : LibraryLine::Kind::Warning,
                line.substr(0, at > 0 ? at - 1 : 0), rest.substr(kInfo.size())};
    }
    // Parts of a log that somebody cut out: "INFO NET/IB : ...".
    constexpr std::string_view kBare = "INFO NET/";
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin != std::string_view::npos && line.substr(begin).starts_with(kBare))
        return {LibraryLine::Kind::Info, line.substr(0, begin), line.substr(begin + kInfo.size())};
    return {};
}

bool isCertain(const LibraryLine &line) {
    constexpr std::string_view kLastWords[] = {"No device found.",
                                               "COMPLETE",
                                               "Connected all rings",
                                               "Connected all trees",
                                               "[RO]",
                                               "/GDRDMA",
                                               "/Shared",
                                               "/read",
                                               "/write",
                                               "/direct/direct"};
    if (line.kind != LibraryLine::Kind::Info) // a warning is one without its end, too
        return line.kind == LibraryLine::Kind::Warning;
    const std::string_view text = line.text;
    if (text.ends_with(' ') && !trimmed(text).empty())
        return true;
    if (text.starts_with("Could not enable P2P") && text.ends_with(')')) // behind the second device
        return true;
    if (text.ends_with('>')) // "eth0:10.0.0.1<0>" is an address; "0->" is part of a tree
        return text.find('<') != std::string_view::npos;
    return std::any_of(std::begin(kLastWords), std::end(kLastWords),
                       [&](std::string_view words) { return text.ends_with(words); });
}

bool isLibraryLine(std::string_view line) {
    return libraryLine(line).kind != LibraryLine::Kind::None;
}

} // namespace fabricscope::nccl::log
