// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretWords.h"

#include "core/base/SecretNames.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace fabricscope::bench {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kDigits = "0123456789";

/// HTTP headers; also all that begin with "X-" and contain a secret's name.
constexpr std::array<std::string_view, 8> kHeaders = {
    "AUTHORIZATION", "PROXY_AUTHORIZATION", "API_KEY",    "APIKEY",
    "PRIVATE_TOKEN", "JOB_TOKEN",           "SET_COOKIE", "COOKIE"};

/// A name that ends with one of these is that of a file, a kind or a size.
constexpr std::array<std::string_view, 23> kPlainEnds = {
    "FILE",   "FILES",     "PATH",  "PATHS",  "DIR",     "DIRS",    "DIRECTORY", "MODE",
    "TYPE",   "SIZE",      "LEN",   "LENGTH", "COUNT",   "COUNTS",  "BITS",      "BYTES",
    "FORMAT", "ALGORITHM", "DTYPE", "POLICY", "BACKEND", "ENABLED", "STDIN"};
/// "sort_key": what a table is ordered or looked up by.
constexpr std::array<std::string_view, 7> kOrders = {"SORT",  "PRIMARY",   "FOREIGN", "PARTITION",
                                                     "GROUP", "SECONDARY", "CACHE"};
/// A number of a name with one of these is a count or a measured value.
constexpr std::array<std::string_view, 11> kCounts = {"NUM", "MAX", "MIN",  "TOTAL", "N",   "COUNT",
                                                      "NR",  "AVG", "MEAN", "PER",   "TIME"};
constexpr std::array<std::string_view, 16> kCountedEnds = {
    "TOKENS", "KEYS",    "HEADS", "LAYERS",  "INDEX", "IDX",        "DIM",     "LIMIT",
    "TTL",    "TIMEOUT", "RATE",  "VERSION", "COST",  "THROUGHPUT", "SECONDS", "MS"};
/// Before "KEYS" and "TOKENS": those are secrets, not counted.
constexpr std::array<std::string_view, 6> kOfAccess = {"API", "ACCESS", "AUTH", "SECRET", "PRIVATE", "LOGIN"};
/// The results of a test, and words of every kind of program: a short number of them is a count.
constexpr std::array<std::string_view, 5> kShortNames = {"PASS", "KEY", "TOKEN", "SESSION", "AUTH"};
/// Of these a number is a secret as well.
constexpr std::array<std::string_view, 7> kPasswords = {"PASSWORD", "PASSWD", "PASSPHRASE", "SECRET",
                                                        "PWD",      "PW",     "PSK"};
/// Behind a secret's word these are still the secret: "token_value", "key_data".
constexpr std::array<std::string_view, 10> kContents = {"VALUE", "DATA", "CODE", "STRING", "HASH",
                                                        "TEXT",  "NEW",  "OLD",  "BASE",   "CONTENT"};
/// "5ms", "80GiB", "12%".
constexpr std::array<std::string_view, 16> kUnits = {"ms", "us",  "ns",  "s",   "h", "GB", "MB", "KB",
                                                     "B",  "GiB", "MiB", "KiB", "G", "M",  "K",  "%"};
/// Special tokens of a tokenizer: "bos_token='<s>'".
constexpr std::array<std::string_view, 7> kSpecialTokens = {"BOS", "EOS", "PAD", "UNK", "CLS", "SEP", "MASK"};

char upperOf(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool isOneOf(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// "maxKey-len": MAX, KEY, LEN.
std::vector<std::string> partsOf(std::string_view name) {
    std::vector<std::string> parts{""};
    char before = '\0';
    for (const char c : name) {
        const bool isJoint = c == '_' || c == '-' || c == '.';
        const bool isHump = c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z';
        if ((isJoint || isHump) && !parts.back().empty())
            parts.emplace_back();
        if (!isJoint)
            parts.back() += upperOf(c);
        before = c;
    }
    if (parts.back().empty() && parts.size() > 1)
        parts.pop_back();
    return parts;
}

/// "MAX_NUM_BATCHED_TOKENS": a number of tokens, not a token.
bool countsTokens(std::span<const std::string> parts) {
    constexpr std::array<std::string_view, 9> kWords = {"MAX",   "MIN",    "NUM",    "TOTAL",  "NEW",
                                                        "INPUT", "OUTPUT", "PROMPT", "SPECIAL"};
    return parts.size() > 1 && parts.back() == "TOKENS" &&
           std::any_of(parts.begin(), parts.end(), [&](const auto &each) { return isOneOf(kWords, each); });
}

/// "12", "-1.5", "1,024": the number of its digits; 0 if it is no number.
std::size_t digitsOf(std::string_view value) {
    constexpr std::size_t kLongest = 20;
    value.remove_prefix(value.starts_with('-') || value.starts_with('+') ? 1 : 0);
    if (value.empty() || value.size() > kLongest || kDigits.find(value.front()) == kNone ||
        value.find_first_not_of("0123456789.,") != kNone)
        return 0;
    return static_cast<std::size_t>(
        std::count_if(value.begin(), value.end(), [](char c) { return kDigits.find(c) != kNone; }));
}

std::string_view withoutEnd(std::string_view value) {
    const std::size_t end = value.find_last_not_of(",;.)]}") + 1; // npos + 1 is 0
    return end == 0 ? value : value.substr(0, end);
}

bool isCount(std::span<const std::string> parts, std::size_t digits) {
    constexpr std::size_t kMost = 15, kMostOfId = 7, kMostOfShort = 3;
    if (digits == 0 || digits > kMost)
        return false;
    const std::string &last = parts.back();
    return (parts.size() == 1 && digits <= kMostOfShort && isOneOf(kShortNames, last)) ||
           ((last == "ID" || last == "IDS") && digits <= kMostOfId) ||
           (isOneOf(kCountedEnds, last) &&
            std::none_of(parts.begin(), parts.end(),
                         [](const auto &each) { return isOneOf(kOfAccess, each); })) ||
           std::any_of(parts.begin(), parts.end(), [](const auto &each) { return isOneOf(kCounts, each); });
}

/// "session_timeout", "inter_token_latency": the last word says what it is, and that is not the secret.
bool isOfSecret(std::span<const std::string> parts) {
    const std::string &last = parts.back();
    return parts.size() > 1 && !holdsSecretWord(last, NameOf::Run) && !isOneOf(kContents, last) &&
           last.find_first_of(kDigits) == kNone && last != "ID" && last != "IDS" &&
           std::none_of(parts.begin(), parts.end(),
                        [](const auto &each) { return isOneOf(kPasswords, each); });
}

std::string_view withoutUnit(std::string_view value) {
    const std::size_t end = value.find_last_of(kDigits) + 1; // npos + 1 is 0
    return isOneOf(kUnits, value.substr(end)) ? value.substr(0, end) : value;
}

} // namespace

std::string upper(std::string_view name) {
    std::string text(name);
    std::transform(text.begin(), text.end(), text.begin(), upperOf);
    return text;
}

std::string plainName(std::string_view name) {
    name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

bool isNameCharacter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool isSecretEntry(std::string_view name) {
    return holdsSecretWord(plainName(name), NameOf::Entry);
}

bool isSignal(std::string_view name) {
    const std::string plain = upper(plainName(name));
    return plain == "SIG" || plain.ends_with("_SIG");
}

bool isHeader(std::string_view name) {
    const std::string plain = upper(plainName(name));
    return isOneOf(kHeaders, plain) || (plain.starts_with("X_") && isSecret(plain));
}

bool isHarmlessName(std::string_view name) {
    const std::vector<std::string> parts = partsOf(name);
    return parts.size() > 1 &&
           (countsTokens(parts) || isOneOf(kPlainEnds, parts.back()) || parts.front() == "NUM" ||
            (parts.back() == "KEY" && isOneOf(kOrders, parts[parts.size() - 2])));
}

bool isNothing(std::string_view value) {
    constexpr std::size_t kLongest = 8;
    constexpr std::array<std::string_view, 11> kWords = {"TRUE", "FALSE", "YES", "NO",  "ON",    "OFF",
                                                         "NONE", "NULL",  "NIL", "N/A", "<NONE>"};
    return value.size() <= kLongest && isOneOf(kWords, upper(value));
}

bool isMeasured(std::string_view value) {
    return value.find_first_not_of("0123456789.,%+-") == kNone || isNothing(value);
}

bool isHarmlessValue(std::string_view name, std::string_view value) {
    const std::string_view plain = withoutEnd(value);
    if (isNothing(plain))
        return true;
    const std::vector<std::string> parts = partsOf(name);
    if (parts.size() == 2 && parts.back() == "TOKEN" && isOneOf(kSpecialTokens, parts.front()) &&
        (value.starts_with('<') || value.starts_with('[')))
        return true;
    constexpr std::size_t kMostDigits = 15;
    const std::size_t digits = digitsOf(withoutUnit(plain));
    return isCount(parts, digits) || (digits > 0 && digits <= kMostDigits && isOfSecret(parts));
}

bool isHarmlessEntry(std::string_view name, std::string_view value) {
    constexpr std::size_t kShortest = 4;
    if (isHarmlessValue(name, value))
        return true;
    const bool isPassword = value.size() >= kShortest && value.find_first_not_of(kDigits) == kNone &&
                            isOneOf(kPasswords, partsOf(name).back());
    return isMeasured(value) && !isPassword;
}

SystemMessage systemMessage(std::string_view text, bool isWhole) {
    constexpr std::array<std::string_view, 16> kMessages = {
        "Permission denied",     "No such file or directory",
        "Is a directory",        "Not a directory",
        "command not found",     "not found",
        "File exists",           "Operation not permitted",
        "Input/output error",    "No space left on device",
        "Read-only file system", "Device or resource busy",
        "Too many open files",   "Stale file handle",
        "Text file busy",        "cannot execute: required file not found"};
    for (const std::string_view message : kMessages) {
        if (!isWhole && message.starts_with(text))
            return SystemMessage::Maybe;
        if (text.starts_with(message) &&
            (text.size() == message.size() || !isNameCharacter(text[message.size()])))
            return SystemMessage::Yes;
    }
    return SystemMessage::No;
}

} // namespace fabricscope::bench
