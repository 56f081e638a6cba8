// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/SecretShapes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;

/// Webhooks: anyone who has the rest of the path may call them.
struct Webhook {
    std::string_view host; ///< the host, or its end after a dot: "acme.webhook.office.com"
    std::string_view path; ///< the public part of the path
};
// To add a webhook, add a row.
constexpr Webhook kWebhooks[] = {
    {"hooks.slack.com", "/services/"},     {"hooks.slack.com", "/workflows/"},
    {"hooks.slack.com", "/triggers/"},     {"hooks.slack-gov.com", "/services/"},
    {"discord.com", "/api/webhooks/"},     {"discord.com", "/api/v8/webhooks/"},
    {"discord.com", "/api/v9/webhooks/"},  {"discord.com", "/api/v10/webhooks/"},
    {"discordapp.com", "/api/webhooks/"},  {"webhook.office.com", "/"},
    {"outlook.office.com", "/webhook/"},   {"outlook.office365.com", "/webhook/"},
    {"hooks.zapier.com", "/hooks/catch/"}, {"api.telegram.org", "/bot"},
};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isLetter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

bool equal(std::string_view text, std::string_view word) { // in lower case
    return text.size() == word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

/// Whether "hooks.slack.com" or "hooks.slack.com:443" ends there, as a whole name or after a dot.
bool endsWithHost(std::string_view before, std::string_view host) {
    constexpr std::size_t kMaxDigits = 5;
    const std::size_t digits = before.size() - (before.find_last_not_of("0123456789") + 1); // npos + 1 is 0
    if (digits > 0 && digits <= kMaxDigits && before.substr(0, before.size() - digits).ends_with(':'))
        before.remove_suffix(digits + 1);
    if (before.size() < host.size() || !equal(before.substr(before.size() - host.size()), host))
        return false;
    const char front = before.size() == host.size() ? ' ' : before[before.size() - host.size() - 1];
    return !isLetter(front) && !isDigit(front) && front != '-' && front != '_';
}

/// The end of the path that begins at `at`; 0 if it is another path. In JSON a slash may be "\/".
std::size_t behindPath(std::string_view line, std::size_t at, std::string_view path) {
    for (const char c : path) {
        if (c == '/' && line.substr(at, 2) == "\\/")
            ++at;
        if (at >= line.size() || lower(line[at]) != c)
            return 0;
        ++at;
    }
    return at;
}

/// The end of a URL's path; "\/" is a slash in JSON.
std::size_t endOfUrl(std::string_view line, std::size_t at) {
    constexpr std::string_view kEnds = " \t\r\n\v\f\"'`<>|;,(){}[]\\";
    for (at = line.find_first_of(kEnds, at); at != kNone && line.substr(at, 2) == "\\/";)
        at = line.find_first_of(kEnds, at + 2);
    return std::min(at, line.size());
}

/// The decoded base64; empty if it is not base64. Incomplete trailing bits are dropped.
std::string fromBase64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    std::uint32_t bits = 0, count = 0;
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c == '-' ? '+' : c == '_' ? '/' : c);
        if (digit == kNone)
            return {};
        bits = (bits << 6U | static_cast<std::uint32_t>(digit)) & 0xFFFFFFU;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count & 0xFFU);
        }
    }
    return out;
}

/// Words in prose have no digits or capitals inside.
bool isMixed(std::string_view word) {
    return std::any_of(word.begin(), word.end(), isDigit) && std::any_of(word.begin(), word.end(), isUpper) &&
           std::any_of(word.begin(), word.end(), [](char c) { return isLetter(c) && !isUpper(c); });
}

bool isBearerToken(std::string_view word) {
    constexpr std::size_t kLeast = 12, kMinMixed = 6;
    return word.size() >= kLeast ||
           (word.size() >= kMinMixed && std::any_of(word.begin(), word.end(), isDigit) &&
            std::any_of(word.begin(), word.end(), isLetter));
}

/// Whether it is "user:password" in base64, or looks like it.
bool isBasicToken(std::string_view word) {
    constexpr std::size_t kLeast = 4, kLeastPadded = 8, kMinMixed = 12, kMost = 8192;
    const std::string_view digits = word.substr(0, word.find_last_not_of('=') + 1); // npos + 1 is 0
    const std::string text = word.size() <= kMost ? fromBase64(digits) : std::string();
    if (digits.size() < kLeast || word.size() - digits.size() > 2 || (text.empty() && word.size() <= kMost))
        return false;
    const bool isText = std::none_of(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
    return (isText && text.find(':') != kNone) ||
           (digits.size() < word.size() && word.size() >= kLeastPadded) ||
           (word.size() >= kMinMixed && isMixed(digits));
}

constexpr std::string_view kBlanks = " \t\r\n\v\f";

struct Scheme {
    std::string_view name; ///< in lower case
    bool (*isSecret)(std::string_view word);
};
constexpr Scheme kSchemes[] = {{"bearer", isBearerToken}, {"basic", isBasicToken}};

const Scheme *schemeOf(std::string_view word) {
    const auto *found = std::find_if(std::begin(kSchemes), std::end(kSchemes),
                                     [&](const Scheme &each) { return equal(word, each.name); });
    return found == std::end(kSchemes) ? nullptr : found;
}

} // namespace

KnownToken webhookAt(std::string_view line, std::size_t slash) {
    constexpr std::size_t kLeast = 4, kFar = 64;
    if (slash < kLeast || slash >= line.size())
        return {};
    const std::size_t hostEnd = line[slash - 1] == '\\' ? slash - 1 : slash;
    const char last = line[hostEnd - 1];
    if (lower(last) != 'm' && lower(last) != 'g' && !isDigit(last)) // ".com", ".org", ":443"
        return {};
    const std::string_view before = line.substr(hostEnd - std::min(hostEnd, kFar), std::min(hostEnd, kFar));
    for (const Webhook &each : kWebhooks) {
        const std::size_t begin = behindPath(line, slash, each.path);
        if (begin == 0 || !endsWithHost(before, each.host))
            continue;
        const std::size_t end = endOfUrl(line, begin);
        return {begin, end, end == line.size(), end - begin >= kLeast};
    }
    return {};
}

std::size_t endOfKeyBegin(std::string_view text, std::size_t at) {
    constexpr std::string_view kKind = "PRIVATE KEY";
    constexpr std::size_t kLongest = 64;
    for (const std::string_view opening : {"-----BEGIN ", "---- BEGIN "}) {
        if (!text.substr(at).starts_with(opening))
            continue;
        const std::string_view rest = text.substr(at + opening.size(), kLongest);
        const std::size_t label =
            std::min(rest.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "), rest.size());
        const std::size_t dashes = std::min(rest.find_first_not_of('-', label), rest.size());
        if (rest.substr(0, label).find(kKind) != kNone && dashes >= label + 4)
            return at + opening.size() + std::min(dashes, label + 5);
    }
    return 0;
}

std::size_t findPrivateKey(std::string_view text) {
    for (auto at = text.find("----"); at != kNone; at = text.find("----", at + 1))
        if (endOfKeyBegin(text, at) != 0)
            return at;
    return kNone;
}

std::size_t findKeyEnd(std::string_view text, std::size_t from) {
    constexpr std::string_view kWord = "END ";
    text.remove_prefix(std::min(from, text.size()));
    for (auto at = text.find(kWord); at != kNone; at = text.find(kWord, at + 1))
        for (const std::string_view dashes : {"-----", "---- "})
            if (text.substr(0, at).ends_with(dashes))
                return from + at - dashes.size();
    return kNone;
}

bool isKeyOpen(std::string_view text) {
    for (auto begin = findPrivateKey(text); begin != kNone; begin = findPrivateKey(text)) {
        const std::size_t end = findKeyEnd(text, begin);
        if (end == kNone)
            return true;
        text.remove_prefix(end + 1);
    }
    return false;
}

void KeyLines::open() {
    m_lines = 1;
    m_foreign = 0;
}

void KeyLines::add(std::string_view line) {
    // A key has as many lines as it has; short ones, which may be words of a log, only at its end.
    constexpr int kMostForeign = 4, kMostOfAnyLength = 256;
    constexpr std::size_t kShort = 16;
    if (line.find_first_not_of(kBlanks) == kNone)
        return;
    const bool isKey = isOfKey(line) && (m_lines < kMostOfAnyLength || line.size() >= kShort);
    m_foreign = isKey ? 0 : m_foreign + 1;
    m_lines = m_foreign == kMostForeign ? 0 : std::min(m_lines, kMostOfAnyLength) + 1;
}

bool KeyLines::isOfKey(std::string_view line) {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_";
    constexpr std::size_t kLeast = 32;
    const std::size_t end = line.find_last_not_of(" \t\r\n\v\f\"',\\") + 1; // npos + 1 is 0
    const std::size_t begin = line.substr(0, end).find_last_not_of(kLetters) + 1;
    return end - begin >= kLeast || line.substr(0, begin).find_first_not_of(" \t\"'|>") == kNone ||
           line.find("Proc-Type:") != kNone || line.find("DEK-Info:") != kNone ||
           line.find("Comment:") != kNone || line.find("Version:") != kNone;
}

bool isAuthScheme(std::string_view word) {
    return schemeOf(word) != nullptr;
}

bool isSecretOfScheme(std::string_view scheme, std::string_view word) {
    const Scheme *found = schemeOf(scheme);
    // "***" is what an earlier pass hid: "Bearer x***" is judged as "Bearer x".
    return found != nullptr && found->isSecret(word.substr(0, word.find("***")));
}

bool isBasicCredential(std::string_view value) {
    constexpr std::size_t kLeast = 8;
    const std::string_view digits = value.substr(0, value.find_last_not_of('=') + 1); // npos + 1 is 0
    if (isSecretOfScheme("basic", value))
        return true;
    const bool isLonger = digits.size() >= kLeast && value.size() - digits.size() <= 2;
    return isLonger && std::any_of(digits.begin(), digits.end(), isDigit) && !fromBase64(digits).empty();
}

std::size_t endBehindScheme(std::string_view text, std::size_t begin, std::size_t end, std::string_view ends,
                            bool isWhole) {
    const std::string_view scheme = text.substr(begin, end - begin);
    if (!isAuthScheme(scheme))
        return end;
    const std::size_t next = std::min(text.find_first_not_of(" \t", end), text.size());
    const std::size_t last = std::min(text.find_first_of(ends, next), text.size());
    const bool mayContinue = last == text.size() && !isWhole;
    return mayContinue || isSecretOfScheme(scheme, text.substr(next, last - next)) ? last : end;
}

} // namespace fabricscope
