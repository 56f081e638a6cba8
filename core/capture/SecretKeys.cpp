// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/SecretKeys.h"

#include "core/base/SecretNames.h"
#include "core/base/secrets/HarmlessValues.h"

#include <algorithm>
#include <cctype>

namespace fabricscope::capture {

namespace {

constexpr auto kNone = std::string_view::npos;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// At the end of a key, not the whole key, and only if a text follows: "WANDB_KEY=x", not "p_key=0xffff".
constexpr std::string_view kKeyPart = "key";
bool endsAsKey(std::string_view key) {
    return key.size() > kKeyPart.size() && equal(key.substr(key.size() - kKeyPart.size()), kKeyPart) &&
           std::string_view("_-.").find(key[key.size() - kKeyPart.size() - 1]) != kNone;
}

/// "31", the number of a signal.
bool isSignal(std::string_view value) {
    constexpr std::size_t kMaxDigits = 3;
    return value.size() <= kMaxDigits && value.find_first_not_of("0123456789") == kNone;
}

} // namespace

bool equal(std::string_view text, std::string_view word) {
    return text.size() == word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

bool contains(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool endsAsSecret(std::string_view key) {
    return holdsSecretWord(key, NameOf::Capture, NameMatch::Last);
}

bool endsAsDottedKey(std::string_view key) {
    return endsAsKey(key) && key[key.size() - kKeyPart.size() - 1] == '.';
}

bool hasSecretWord(std::string_view key) {
    return holdsSecretWord(key, NameOf::Capture, NameMatch::Within);
}

bool isSecretKey(std::string_view key) {
    return endsAsKey(key) || endsAsSecret(key) || hasSecretWord(key);
}

bool isNoSecret(std::string_view key, std::string_view value) {
    if (value == "{" || (equal(key, "pwd") && value.starts_with('/')) ||
        (equal(key, "sig") && isSignal(value)))
        return true;
    if (isHarmlessName(key) || isHarmlessValue(key, value))
        return true;
    if (hasSecretWord(key))
        return false;
    if (isPinName(key))
        return isHardwarePin(value);
    return (endsAsKey(key) && (value.starts_with('/') || value.starts_with('~') || contains(key, "pub"))) ||
           ((endsAsKey(key) || equal(key, "sas")) &&
            (value.starts_with("0x") || value.find_first_not_of("0123456789.,") == kNone));
}

bool looksLikeKey(std::string_view value) {
    constexpr std::size_t kLeast = 16;
    return value.size() >= kLeast && (value.starts_with("AQ") || value.ends_with('=')) &&
           std::all_of(value.begin(), value.end(), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '/' || c == '=';
           });
}

bool isPlaceholder(std::string_view value) {
    return value.find_first_not_of('*') == kNone || isNothing(value);
}

bool isHarmless(std::string_view name, std::string_view value) {
    return isPlaceholder(value) || isNoSecret(name, value);
}

} // namespace fabricscope::capture
