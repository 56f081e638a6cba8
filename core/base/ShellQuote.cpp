// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ShellQuote.h"

#include <algorithm>

namespace fabricscope {
namespace {

bool isPlain(char c) {
    constexpr std::string_view kPlain = "_-./:,+@%=";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kPlain.find(c) != std::string_view::npos;
}

} // namespace

std::optional<std::string> shellQuoted(std::string_view text) {
    if (text.find('\0') != std::string_view::npos)
        return std::nullopt;
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') // closes them, is escaped, and opens them again
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

std::string shellWord(std::string_view text) {
    std::string word(text);
    std::erase(word, '\0');
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), isPlain);
    return plain ? word : shellQuoted(word).value_or("");
}

} // namespace fabricscope
