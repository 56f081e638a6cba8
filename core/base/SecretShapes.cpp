// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/SecretShapes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

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

/// Only base64 characters, or many of them at the end: "rank0: MIIE...". "DEK-Info: ..." is part of a key,
/// too.
bool isOfKey(std::string_view line) {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_";
    constexpr std::size_t kLeast = 32;
    const std::size_t end = line.find_last_not_of(" \t\r\n\v\f\"',\\") + 1; // npos + 1 is 0
    const std::size_t begin = line.substr(0, end).find_last_not_of(kLetters) + 1;
    return end - begin >= kLeast || line.substr(0, begin).find_first_not_of(" \t\"'|>") == kNone ||
           line.find("Proc-Type:") != kNone || line.find("DEK-Info:") != kNone ||
           line.find("Comment:") != kNone || line.find("Version:") != kNone;
}

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
    constexpr int kMost = 256; // the longest keys have some hundred lines
    m_left = kMost;
    m_foreign = 0;
}

void KeyLines::add(std::string_view line) {
    constexpr int kMostForeign = 4;
    if (line.find_first_not_of(kBlanks) == kNone)
        return;
    m_foreign = isOfKey(line) ? 0 : m_foreign + 1;
    m_left = m_foreign == kMostForeign ? 0 : m_left - 1;
}

namespace {

// To add a form of name and value, add a word.
constexpr std::string_view kNameWords[] = {"name", "key", "parameterkey", "variable"};
constexpr std::string_view kValueWords[] = {"value", "val", "parametervalue", "string"};
constexpr std::size_t kLongestWord = 16, kLongestTag = 256;
constexpr std::string_view kHidden = "(not kept)"; // what a kept run has in place of a secret

bool isOneOf(std::string_view word, const std::string_view (&words)[4]) {
    return std::any_of(std::begin(words), std::end(words),
                       [&](std::string_view each) { return equal(word, each); });
}

bool isKeyCharacter(char c) {
    return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c == '.';
}

std::string_view withoutBlanks(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
    return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// The key that ends before a separator, without quotes and blanks; at most `most` characters.
std::string_view keyBefore(std::string_view line, std::size_t separator, std::size_t most) {
    std::size_t end = line.substr(0, separator).find_last_not_of(" \t") + 1; // npos + 1 is 0
    if (end > 0 && (line[end - 1] == '"' || line[end - 1] == '\''))
        --end;
    if (end > 0 && line[end - 1] == '\\') // JSON within JSON
        --end;
    std::size_t begin = end;
    while (begin > 0 && end - begin <= most && isKeyCharacter(line[begin - 1]))
        --begin;
    return line.substr(begin, end - begin);
}

/// The value behind a separator, without quotes. A value of YAML extends to the end of its line.
SecretSpan valueBehind(std::string_view line, std::size_t separator, bool isWholeLine) {
    std::size_t begin = std::min(line.find_first_not_of(" \t", separator + 1), line.size());
    const std::string_view rest = line.substr(begin);
    std::size_t end = 0;
    if (rest.starts_with("\\\"")) {
        begin += 2;
        end = line.find("\\\"", begin);
    } else if (rest.starts_with('"') || rest.starts_with('\'')) {
        end = line.find(rest[0], ++begin);
    } else if (rest.starts_with(kHidden)) {
        end = begin + kHidden.size();
    } else {
        end = isWholeLine ? line.find_last_not_of(kBlanks) + 1 : line.find_first_of(" \t\r,;}>\"'<", begin);
    }
    return {begin, std::max(begin, std::min(end, line.size()))};
}

/// The text of the element whose tag ends here; of a name or value, or of a tag with a name.
std::optional<std::pair<bool, SecretSpan>> elementAt(std::string_view line, std::size_t close) {
    const std::size_t from = close - std::min(close, kLongestTag);
    const std::size_t open = line.substr(from, close - from).rfind('<');
    if (open == kNone)
        return std::nullopt;
    const std::string_view tag = line.substr(from + open + 1, close - from - open - 1);
    const SecretSpan text{close + 1, std::min(line.find('<', close), line.size())};
    const std::string_view word = tag.substr(0, tag.find_first_of(" \t"));
    if (tag.empty() || tag.ends_with('/') ||
        withoutBlanks(line.substr(text.begin, text.end - text.begin)).empty())
        return std::nullopt;
    const bool isName = isOneOf(word, kNameWords);
    const bool hasName = tag.find("name=") != kNone || tag.find("key=") != kNone;
    if (!isName && !hasName && !isOneOf(word, kValueWords))
        return std::nullopt;
    return std::pair(isName, text);
}

/// The last word of a line that `\` continues, if it is an option.
std::string_view lastOption(std::string_view body) {
    const std::string_view word = body.substr(body.find_last_of(kBlanks) + 1); // npos + 1 is 0
    const std::size_t name = word.find_first_not_of('-');
    return name == 0 || name == kNone || word.find_first_of("=:") != kNone ? std::string_view()
                                                                           : word.substr(name);
}

} // namespace

std::vector<NamedSecrets::Entry> NamedSecrets::entriesOf(std::string_view line) {
    std::vector<Entry> entries;
    std::size_t valueEnd = 0;
    for (auto at = line.find_first_of("=:>"); at != kNone; at = line.find_first_of("=:>", at + 1)) {
        if (at < valueEnd) // within a value
            continue;
        if (line[at] == '>') {
            if (const auto element = elementAt(line, at))
                entries.push_back({element->first, element->second});
            continue;
        }
        const std::string_view key = keyBefore(line, at, kLongestWord);
        const bool isName = isOneOf(key, kNameWords);
        if (!isName && (!isOneOf(key, kValueWords) || equal(key, "string")))
            continue;
        const auto first = static_cast<std::size_t>(key.data() - line.data());
        const bool isYaml = line[at] == ':' && line.substr(0, first).find_first_not_of(" \t-") == kNone;
        entries.push_back({isName, valueBehind(line, at, isYaml)});
        valueEnd = entries.back().text.end;
    }
    return entries;
}

/// The part of the line that continues a value of the line before.
SecretSpan NamedSecrets::continued(std::string_view line) const {
    const std::string_view text = withoutBlanks(line);
    if (text.empty() || m_next == Next::Any)
        return {};
    const auto begin = static_cast<std::size_t>(text.data() - line.data());
    const std::size_t end = begin + text.size();
    switch (m_next) {
    case Next::Any:
        break;
    case Next::Text:
        return {begin, end - (text.ends_with('\\') ? 1 : 0)};
    case Next::Word:
        return {begin, std::min(line.find_first_of(kBlanks, begin), end)};
    case Next::Quoted:
        if (text[0] != '"')
            return {};
        return {begin + 1, std::max(begin + 1, std::min(line.find('"', begin + 1), end))};
    case Next::Block:
        return begin > m_indent ? SecretSpan{begin, end} : SecretSpan{};
    }
    return {};
}

/// A name is one word, no sentence.
bool NamedSecrets::isNamedSecret(std::string_view name) const {
    constexpr std::size_t kLongest = 128;
    return !name.empty() && name.size() <= kLongest &&
           std::all_of(name.begin(), name.end(), isKeyCharacter) && m_isSecret(name);
}

bool NamedSecrets::isSecret(std::string_view name, std::string_view value) const {
    return !value.empty() && value.find_first_not_of('*') != kNone && isNamedSecret(name) &&
           !m_isHarmless(name, value);
}

/// The name of this value: before it, or else behind it in the same object, or else in the lines before.
std::string_view NamedSecrets::nameOf(std::string_view line, const std::vector<Entry> &entries,
                                      std::size_t value) const {
    const auto text = [&](const Entry &entry) {
        return withoutBlanks(line.substr(entry.text.begin, entry.text.end - entry.text.begin));
    };
    const auto isEndedBetween = [&](std::size_t from, std::size_t to) {
        return from < to && line.substr(from, to - from).find('}') != kNone;
    };
    if (value > 0 && entries[value - 1].isName)
        return isEndedBetween(entries[value - 1].text.end, entries[value].text.begin)
                   ? std::string_view()
                   : text(entries[value - 1]);
    if (value + 1 < entries.size() && entries[value + 1].isName &&
        !isEndedBetween(entries[value].text.end, entries[value + 1].text.begin))
        return text(entries[value + 1]);
    return value == 0 ? std::string_view(m_name) : std::string_view();
}

NamedSecrets::Found NamedSecrets::in(std::string_view line) const {
    Found found{{}, line.size()};
    if (const SecretSpan span = continued(line); span.end > span.begin) {
        found.spans.push_back(span);
        const bool isOfLine = m_next == Next::Text || m_next == Next::Block; // to the end of it
        const std::size_t behind = isOfLine ? line.find_first_not_of(" \t\r\\", span.end) : span.end;
        found.settled = behind == kNone || behind == line.size() ? span.begin : found.settled;
        return found;
    }
    if (m_next != Next::Any && withoutBlanks(line).empty())
        return found;
    const std::vector<Entry> entries = entriesOf(line);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const SecretSpan &text = entries[i].text;
        if (entries[i].isName)
            continue;
        if (isSecret(nameOf(line, entries, i), line.substr(text.begin, text.end - text.begin)))
            found.spans.push_back(text);
        const bool isLast = i + 1 == entries.size();
        const bool isNamedBehind = !isLast && entries[i + 1].isName && entries[i + 1].text.end == line.size();
        const bool mayContinue = isNamedBehind || (isLast && line.find('}', text.end) == kNone);
        if (mayContinue || text.end == line.size())
            found.settled = std::min(found.settled, text.begin);
    }
    return found;
}

/// What a value that this line leaves open makes of the next one.
NamedSecrets::Next NamedSecrets::nextOf(std::string_view line, const std::vector<Entry> &entries) const {
    constexpr std::size_t kLongestKey = 64;
    const std::string_view text = withoutBlanks(line);
    const auto isSecretKey = [&](std::size_t separator) {
        const std::string_view key = keyBefore(text, separator, kLongestKey);
        return isNamedSecret(key);
    };
    if (text.ends_with('\\')) {
        if (m_next == Next::Text)
            return Next::Text;
        const std::string_view body = text.substr(0, text.size() - 1);
        const std::string_view words = withoutBlanks(body);
        const std::size_t separator = words.find_last_of("=:");
        const bool isEmpty = separator != kNone && separator + 1 == words.size();
        const bool isAttached = separator != kNone && body.size() == words.size() &&
                                words.find_first_of(kBlanks, separator) == kNone;
        if (isEmpty || isAttached)
            return isSecretKey(separator) ? Next::Text : Next::Any;
        const std::string_view option = lastOption(words);
        return isNamedSecret(option) ? Next::Word : Next::Any;
    }
    if (text.ends_with("\":"))
        return isSecretKey(text.size() - 1) ? Next::Quoted : Next::Any;
    const std::size_t mark = text.find_last_not_of("0123456789+-");
    if (mark == kNone || (text[mark] != '|' && text[mark] != '>'))
        return Next::Any;
    const std::size_t separator = text.substr(0, mark).find_last_not_of(" \t");
    if (separator == kNone || text[separator] != ':' || separator + 1 == mark)
        return Next::Any;
    const bool isValue = entries.size() == 1 && !entries[0].isName && !m_name.empty();
    return isValue || isSecretKey(separator) ? Next::Block : Next::Any;
}

void NamedSecrets::add(std::string_view line) {
    constexpr int kNameLines = 2, kMostBlockLines = 256;
    const std::size_t indent = line.find_first_not_of(" \t");
    if (withoutBlanks(line).empty())
        return;
    if (m_next == Next::Block && indent > m_indent && --m_blockLines > 0)
        return;
    const std::vector<Entry> entries = entriesOf(line);
    m_next = nextOf(line, entries);
    if (m_next == Next::Block) {
        m_indent = line.find_first_not_of(" \t-");
        m_blockLines = kMostBlockLines;
    }
    if (!entries.empty() && entries.back().isName) {
        const SecretSpan &text = entries.back().text;
        const std::string_view name = withoutBlanks(line.substr(text.begin, text.end - text.begin));
        m_name = isNamedSecret(name) ? name : std::string_view();
        m_nameLines = kNameLines;
    } else if (m_nameLines > 0 && (!entries.empty() || --m_nameLines == 0)) {
        m_name.clear();
    }
}

bool isAuthScheme(std::string_view word) {
    return schemeOf(word) != nullptr;
}

bool isSecretOfScheme(std::string_view scheme, std::string_view word) {
    const Scheme *found = schemeOf(scheme);
    // "***" is what an earlier pass hid: "Bearer x***" is judged as "Bearer x".
    return found != nullptr && found->isSecret(word.substr(0, word.find("***")));
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
