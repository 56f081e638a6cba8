// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LineNumbers.h"

#include "core/base/Text.h"

#include <algorithm>
#include <utility>

namespace fabricscope::bench::output {

namespace {

constexpr std::size_t kHead = std::size_t{1} << 14; ///< bytes on which it decides
constexpr std::size_t kOfTen = 9;                   ///< so many of ten lines must have one
constexpr std::size_t kLongestFile = 160, kMostDigits = 9;
constexpr std::size_t kLongestPrefix = 512; ///< more bytes of a line change nothing

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isOfFile(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_' || c == '/';
}

/// The number at the beginning and its digits; 0 digits if there is none, or a zero leads.
std::pair<std::uint64_t, std::size_t> digitsOf(std::string_view text) {
    std::uint64_t value = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && isDigit(text[digits]); ++digits) {
        if (digits == kMostDigits || text[0] == '0')
            return {};
        value = value * 10 + static_cast<std::uint64_t>(text[digits] - '0');
    }
    return {value, digits};
}

/// "15:32 ..." behind "10:", "00.0 ..." behind "41:": a time of day, a device's address.
bool isRestOfTime(std::string_view text) {
    return text.size() > 3 && isDigit(text[0]) && isDigit(text[1]) && (text[2] == ':' || text[2] == '.') &&
           isDigit(text[3]);
}

/// "811 [2] NCCL INFO ..." behind "host:811:": a thread.
bool isRestOfSource(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view rest = text.substr(digits);
    return digits > 0 && (rest.starts_with(" [") || rest.starts_with(" NCCL "));
}

/// "job.log", "logs/7"; not "host", "10.0.0.2".
bool isFileName(std::string_view text) {
    return text.find_first_of("./") != std::string_view::npos &&
           std::any_of(text.begin(), text.end(), [](char c) { return isOfFile(c) && c > '9'; });
}

/// Between groups of lines.
bool isSeparator(std::string_view line) {
    constexpr std::size_t kLongest = 8; // with blanks and the line end
    return line.size() <= kLongest && trimmed(line) == "--";
}

} // namespace

/// `file`: as the last line before named it.
std::optional<LineNumbers::Number> LineNumbers::numberOf(std::string_view line, std::string_view file) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    if (const auto [value, digits] = digitsOf(line.substr(blanks)); digits > 0) {
        const std::string_view behind = line.substr(blanks + digits, 1);
        const bool isOfGrep =
            blanks == 0 && (behind == ":" || behind == "-") && !isRestOfTime(line.substr(digits + 1));
        if (behind == "\t" || isOfGrep)
            return Number{{}, value, blanks + digits + 1};
    }
    if (!file.empty() && line.starts_with(file) && line.substr(file.size()).starts_with('-'))
        if (const auto [value, digits] = digitsOf(line.substr(file.size() + 1));
            digits > 0 && line.substr(file.size() + 1 + digits).starts_with('-'))
            return Number{line.substr(0, file.size()), value, file.size() + digits + 2};
    std::size_t length = 0; // of a file's name
    while (length < std::min(line.size(), kLongestFile) && isOfFile(line[length]))
        ++length;
    if (length > 0 && length < line.size() && line[length] == ':' &&
        !(isDigit(line[length - 1]) && isRestOfTime(line.substr(length + 1))))
        if (const auto [value, digits] = digitsOf(line.substr(length + 1));
            digits > 0 && line.substr(length + 1 + digits).starts_with(':') &&
            isFileName(line.substr(0, length)) && !isRestOfSource(line.substr(length + digits + 2)))
            return Number{line.substr(0, length), value, length + digits + 2};
    return std::nullopt;
}

void LineNumbers::decide(std::string_view head) {
    std::size_t lines = 0, numbered = 0, increases = 0; // within one file
    std::uint64_t last = 0;
    std::string file;
    // Lines in front of the first match do not show where the name ends.
    for (std::string_view rest = head; !rest.empty() && file.empty();)
        if (const auto number = numberOf(takeUntil(rest, '\n'), {}))
            file = number->file;
    m_file = file;
    m_state = State::Absent;
    for (std::string_view rest = head; !rest.empty();) {
        const std::string_view line = takeUntil(rest, '\n');
        if (trimmed(line).empty() || isSeparator(line))
            continue;
        ++lines;
        const auto number = numberOf(line, file);
        if (!number)
            continue;
        if (number->file != file && numbered > 0 && !file.empty()) {
            last = 0;
            m_hasSeveralFiles = true;
        }
        if (number->value <= last || (numbered > 0 && number->file.empty() != file.empty()))
            return;
        increases += last > 0 ? 1 : 0;
        file = number->file;
        last = number->value;
        ++numbered;
    }
    if (increases > 0 && increases * 2 >= numbered && numbered * 10 >= lines * kOfTen)
        m_state = State::Present;
}

std::string LineNumbers::withoutNumbers(bool isEnd) {
    std::string text;
    std::string_view rest = m_waiting;
    while (!rest.empty()) {
        const std::size_t feed = rest.find('\n');
        const bool isWhole = feed != std::string_view::npos;
        if (!isWhole && !isEnd && !m_isInLine && rest.size() < kLongestPrefix)
            break;
        std::string_view line = rest.substr(0, isWhole ? feed + 1 : rest.size());
        rest.remove_prefix(line.size());
        if (!m_isInLine && isSeparator(line)) {
            line.remove_prefix(line.find("--") + 2);
        } else if (const auto number = m_isInLine ? std::nullopt : numberOf(line, m_file)) {
            m_file = number->file;
            if (m_hasSeveralFiles && !m_file.empty()) // as a label (LinePrefix.h)
                text.append(m_file).append(m_file.find('/') == std::string::npos ? ": " : ":");
            line.remove_prefix(number->length);
        }
        text += line;
        m_isInLine = !isWhole;
    }
    m_waiting.erase(0, m_waiting.size() - rest.size());
    return text;
}

std::string LineNumbers::process(std::string_view bytes) {
    m_waiting += bytes;
    if (m_state == State::Unknown) {
        if (m_waiting.size() < kHead)
            return {};
        const std::string_view head = std::string_view(m_waiting).substr(0, kHead);
        decide(head.substr(0, head.rfind('\n') + 1)); // whole lines
    }
    return m_state == State::Absent ? std::exchange(m_waiting, {}) : withoutNumbers(false);
}

std::string LineNumbers::rest() {
    if (m_state == State::Unknown)
        decide(m_waiting);
    return m_state == State::Absent ? std::exchange(m_waiting, {}) : withoutNumbers(true);
}

} // namespace fabricscope::bench::output
