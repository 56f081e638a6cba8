// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/AuditArguments.h"

#include "core/base/Text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fabricscope::capture {

namespace {

constexpr auto kNone = std::string_view::npos;
/// Keys of a whole command line; the second is sudo's.
constexpr std::array<std::string_view, 2> kTitles = {"proctitle", "cmd"};

/// "a0", "a12".
bool isArgument(std::string_view key) {
    return key.size() >= 2 && key[0] == 'a' && key.find_first_not_of("0123456789", 1) == kNone;
}

/// Absent: they are not hex digits of a text.
std::optional<std::string> textOfHex(std::string_view digits) {
    if (digits.size() < 2 || digits.size() % 2 != 0 ||
        digits.find_first_not_of("0123456789abcdefABCDEF") != kNone)
        return std::nullopt;
    std::string text;
    for (std::size_t at = 0; at < digits.size(); at += 2) {
        const char byte = static_cast<char>(parseInteger<std::uint8_t>(digits.substr(at, 2), 16).value_or(0));
        text += byte == '\0' ? ' ' : byte;
    }
    return text;
}

} // namespace

std::optional<SecretSpan> AuditArguments::next(std::string_view line, std::string_view key, std::size_t begin,
                                               const HasSecret &hasSecret) {
    const bool isTitle = std::find(kTitles.begin(), kTitles.end(), key) != kTitles.end();
    if (!isTitle && !isArgument(key))
        return std::nullopt;
    const bool isQuoted = line.substr(begin).starts_with('"');
    begin += isQuoted ? 1 : 0;
    const std::size_t end =
        std::min(line.find_first_of(isQuoted ? "\"" : " \t\r\",;<>'&", begin), line.size());
    const std::string_view value = line.substr(begin, end - begin);
    const auto decoded = isQuoted ? std::nullopt : textOfHex(value);
    const std::string word = decoded.value_or(std::string(value));
    if (decoded && hasSecret(word))
        return SecretSpan{begin, end};
    if (isTitle)
        return std::nullopt;
    // "--token", then its value.
    const bool isAnnounced = m_last.starts_with('-') && m_last.find_first_of("=: ") == std::string::npos &&
                             hasSecret(m_last + " x1");
    m_last = word;
    const auto secret = m_arguments.next(word);
    if (isAnnounced && !value.empty() && !word.starts_with('-'))
        return SecretSpan{begin, end};
    if (!secret)
        return std::nullopt;
    return decoded ? SecretSpan{begin, end} : SecretSpan{begin + secret->begin, begin + secret->end};
}

} // namespace fabricscope::capture
