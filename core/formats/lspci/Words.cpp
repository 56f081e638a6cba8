// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/Words.h"

#include "core/base/Text.h"

#include <charconv>

namespace fabricscope::formats::lspci {

namespace {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool isWordChar(char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_';
}

constexpr bool sameNoCase(char a, char b) {
    return lower(a) == lower(b);
}

} // namespace

bool beginsWith(std::string_view text, std::string_view beginning) {
    if (text.size() < beginning.size())
        return false;
    for (std::size_t i = 0; i < beginning.size(); ++i)
        if (!sameNoCase(text[i], beginning[i]))
            return false;
    return true;
}

std::size_t findWord(std::string_view text, std::string_view word) {
    if (word.empty())
        return std::string_view::npos;
    const char first = lower(word[0]);
    for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
        if (lower(text[at]) != first)
            continue;
        const bool whole = at == 0 || !isWordChar(word[0]) || !isWordChar(text[at - 1]);
        if (whole && beginsWith(text.substr(at), word))
            return at;
    }
    return std::string_view::npos;
}

std::optional<bool> flag(std::string_view text, std::string_view word) {
    while (true) {
        const auto at = findWord(text, word);
        if (at == std::string_view::npos)
            return std::nullopt;
        text.remove_prefix(at + word.size());
        if (!text.empty() && (text[0] == '+' || text[0] == '-'))
            return text[0] == '+';
    }
}

std::optional<std::uint32_t> flags(std::string_view text, std::span<const std::string_view> words) {
    std::uint32_t bits = 0;
    bool any = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto set = words[i].empty() ? std::nullopt : flag(text, words[i]);
        any |= set.has_value();
        if (set.value_or(false))
            bits |= 1U << i;
    }
    return any ? std::optional(bits) : std::nullopt;
}

std::optional<std::string_view> valueAfter(std::string_view text, std::string_view label,
                                           std::string_view ends) {
    const auto at = findWord(text, label);
    if (at == std::string_view::npos)
        return std::nullopt;
    text = trimmed(text.substr(at + label.size()));
    text = trimmed(text.substr(0, text.find_first_of(ends)));
    return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::uint32_t> leadingNumber(std::string_view text, int base) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string_view firstWord(std::string_view text) {
    return text.substr(0, text.find_first_of(" \t,"));
}

} // namespace fabricscope::formats::lspci
