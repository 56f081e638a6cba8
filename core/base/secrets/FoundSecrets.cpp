// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/FoundSecrets.h"

#include <cctype>

namespace fabricscope {

bool isPlaceholderValue(std::string_view value) {
    return value.empty() || value == "(not" || value.starts_with("(not kept") || value.starts_with("***") ||
           value.starts_with('$') || value.starts_with('<') || value.starts_with("{{") ||
           value.find_first_not_of("*.x") == std::string_view::npos;
}

bool holdsPlaceholder(std::string_view word) {
    return word.find("***") != std::string_view::npos || word.find("(not") != std::string_view::npos;
}

namespace {

/// "123.45ms", "1024MiB/s".
bool isMeasure(std::string_view word) {
    constexpr std::size_t kLongestUnit = 6;
    const std::size_t unit = std::min(word.find_first_not_of("+-0123456789.,"), word.size());
    return unit > 0 && word.size() - unit <= kLongestUnit &&
           word.substr(unit).find_first_of("0123456789") == std::string_view::npos;
}

} // namespace

bool looksGenerated(std::string_view word) {
    constexpr std::size_t kLeast = 6;
    if (word.size() < kLeast || isMeasure(word) || holdsPlaceholder(word))
        return false;
    bool hasLower = false, hasUpper = false, hasOther = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto c = static_cast<unsigned char>(word[i]);
        hasLower = hasLower || std::islower(c) != 0;
        hasUpper = hasUpper || (i > 0 && std::isupper(c) != 0);
        hasOther = hasOther || (std::isalpha(c) == 0 &&
                                std::string_view("-_'/.,:").find(word[i]) == std::string_view::npos);
    }
    return hasOther ? hasLower || hasUpper : hasLower && hasUpper;
}

bool isSameWord(std::string_view text, std::string_view word) {
    return text.size() == word.size() &&
           std::equal(text.begin(), text.end(), word.begin(),
                      [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

} // namespace fabricscope
