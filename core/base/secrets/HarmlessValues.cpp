// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/HarmlessValues.h"

#include "core/base/SecretNames.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <vector>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kDigits = "0123456789";

/// A name that ends with one of these is that of a file, a kind or a size.
constexpr std::array<std::string_view, 31> kPlainEnds = {
    "FILE",     "FILES",     "PATH",   "PATHS",   "DIR",     "DIRS",     "DIRECTORY", "MODE",
    "TYPE",     "SIZE",      "LEN",    "LENGTH",  "COUNT",   "COUNTS",   "BITS",      "BYTES",
    "FORMAT",   "ALGORITHM", "DTYPE",  "POLICY",  "BACKEND", "ENABLED",  "STDIN",     "HELPER",
    "PROVIDER", "MANAGER",   "METHOD", "METHODS", "PREFIX",  "ENDPOINT", "ENDPOINTS"};
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
constexpr std::array<std::string_view, 10> kShortNames = {
    "PASS", "KEY", "TOKEN", "SESSION", "AUTH", "SECRETS", "COOKIES", "SESSIONS", "CREDENTIALS", "PASSWORDS"};
/// Of these a number is a secret as well.
constexpr std::array<std::string_view, 7> kPasswords = {"PASSWORD", "PASSWD", "PASSPHRASE", "SECRET",
                                                        "PWD",      "PW",     "PSK"};
/// Behind a secret's word these are still the secret: "token_value", "key_data".
constexpr std::array<std::string_view, 10> kContents = {"VALUE", "DATA", "CODE", "STRING", "HASH",
                                                        "TEXT",  "NEW",  "OLD",  "BASE",   "CONTENT"};
/// "5ms", "80GiB", "12%".
constexpr std::array<std::string_view, 16> kUnits = {"ms", "us",  "ns",  "s",   "h", "GB", "MB", "KB",
                                                     "B",  "GiB", "MiB", "KiB", "G", "M",  "K",  "%"};
/// "P_Key=0xffff": keys of InfiniBand, which partition and check.
constexpr std::array<std::string_view, 7> kVerbsKeys = {"P", "Q", "L", "R", "M", "SM", "VS"};
/// Special tokens of a tokenizer: "bos_token='<s>'".
constexpr std::array<std::string_view, 7> kSpecialTokens = {"BOS", "EOS", "PAD", "UNK", "CLS", "SEP", "MASK"};

char upperOf(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

std::string capitals(std::string_view name) {
    std::string text(name);
    std::transform(text.begin(), text.end(), text.begin(), upperOf);
    return text;
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
    return parts.size() > 1 && !holdsSecretWord(last, NameOf::Run) &&
           !holdsSecretWord(last, NameOf::Capture) && !isOneOf(kContents, last) &&
           last.find_first_of(kDigits) == kNone && last != "ID" && last != "IDS" &&
           std::none_of(parts.begin(), parts.end(),
                        [](const auto &each) { return isOneOf(kPasswords, each); });
}

std::string_view withoutUnit(std::string_view value) {
    const std::size_t end = value.find_last_of(kDigits) + 1; // npos + 1 is 0
    return isOneOf(kUnits, value.substr(end)) ? value.substr(0, end) : value;
}

/// What "auth" and "authorization" are: a kind of login or a state. Not "Basic", which a secret follows.
constexpr std::array<std::string_view, 36> kLoginKinds = {
    "LDAP",      "REQUIRED",  "SASL",   "KERBEROS", "GSSAPI",   "OAUTH",   "OAUTH2",   "PASSWORD", "MD5",
    "TRUST",     "PEER",      "PAM",    "LOCAL",    "CERT",     "ENABLED", "DISABLED", "OPTIONAL", "NTLM",
    "ANONYMOUS", "PUBLICKEY", "OK",     "SUCCESS",  "FAILED",   "GRANTED", "DENIED",   "RBAC",     "WEBHOOK",
    "ENABLE",    "DISABLE",   "SYSTEM", "INTERNAL", "EXTERNAL", "DEFAULT", "CHAP",     "MUNGE",    "JWT"};
/// Where the values of a program are.
constexpr std::array<std::string_view, 24> kRoots = {
    "self",    "this",    "os",       "args",    "cfg",   "config",  "env",       "environ",
    "process", "ctx",     "settings", "request", "opts",  "options", "params",    "kwargs",
    "data",    "secrets", "vars",     "var",     "local", "module",  "tokenizer", "response"};

bool isSmallLetter(char c) {
    return c >= 'a' && c <= 'z';
}

/// "public_key", "ssh-pub-keys".
bool isOfPublicKey(std::span<const std::string> parts) {
    return (parts.back() == "KEY" || parts.back() == "KEYS") &&
           std::any_of(parts.begin(), parts.end(),
                       [](const auto &each) { return each == "PUBLIC" || each == "PUB"; });
}

/// "bench-01", "threads", "run_gpu0": words of small letters, each with up to four digits behind it or alone.
bool isLabel(std::string_view value) {
    constexpr std::size_t kLongest = 32, kMostDigits = 4, kLeastLetters = 3;
    if (value.size() > kLongest || value.empty() || !isSmallLetter(value[0]))
        return false;
    std::size_t digits = 0, letters = 0;
    for (const char c : value) {
        if (isSmallLetter(c)) {
            if (digits > 0)
                return false;
            ++letters;
        } else if (kDigits.find(c) != kNone) {
            if (++digits > kMostDigits)
                return false;
        } else if (c == '-' || c == '_' || c == '.') {
            digits = 0;
        } else {
            return false;
        }
    }
    return letters >= kLeastLetters;
}

/// "auth" "ldap", "session" "bench-01", "key" "threads".
bool isStateOrLabel(std::span<const std::string> parts, std::string_view value) {
    constexpr std::array<std::string_view, 2> kStates = {"ENABLED", "DISABLED"};
    constexpr std::array<std::string_view, 8> kSources = {"files", "compat", "systemd", "sss",
                                                          "ldap",  "nis",    "db",      "winbind"};
    constexpr std::array<std::string_view, 7> kKeyFiles = {".key", ".pem", ".pub", ".crt",
                                                           ".der", ".p12", ".gpg"};
    const std::string &last = parts.back();
    if (isOneOf(kStates, capitals(value)))
        return true;
    if (last == "PASSWD" && parts.size() == 1 && isOneOf(kSources, value)) // of nsswitch.conf
        return true;
    if (last == "KEY" && (value.starts_with('/') || value.starts_with("./") || value.starts_with("~/")) &&
        std::any_of(kKeyFiles.begin(), kKeyFiles.end(),
                    [&](std::string_view end) { return value.ends_with(end); }))
        return true;
    if (last == "AUTH" || last == "AUTHORIZATION" || last == "AUTHENTICATION")
        return isOneOf(kLoginKinds, capitals(value));
    const bool isWord = std::all_of(value.begin(), value.end(),
                                    [](char c) { return isSmallLetter(c) || c == '_' || c == '-'; });
    return parts.size() == 1 &&
           ((last == "SESSION" && isLabel(value)) || (last == "KEY" && isWord && isLabel(value)));
}

/// The name of a variable: "DB_PASSWORD", "token".
bool isVariable(std::string_view name) {
    return !name.empty() && kDigits.find(name[0]) == kNone &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return c == '_' || (upperOf(c) >= 'A' && upperOf(c) <= 'Z') || kDigits.find(c) != kNone;
           });
}

} // namespace

bool isHarmlessName(std::string_view name) {
    const std::vector<std::string> parts = partsOf(name);
    if (parts.back().starts_with("TOKENIZ"))
        return true;
    return parts.size() > 1 &&
           (countsTokens(parts) || isOfPublicKey(parts) || isOneOf(kPlainEnds, parts.back()) ||
            parts.front() == "NUM" || (parts.back() == "KEY" && isOneOf(kOrders, parts[parts.size() - 2])));
}

bool isNothing(std::string_view value) {
    constexpr std::size_t kLongest = 8;
    constexpr std::array<std::string_view, 11> kWords = {"TRUE", "FALSE", "YES", "NO",  "ON",    "OFF",
                                                         "NONE", "NULL",  "NIL", "N/A", "<NONE>"};
    return value.size() <= kLongest && isOneOf(kWords, capitals(value));
}

bool isMeasured(std::string_view value) {
    return value.find_first_not_of("0123456789.,%+-") == kNone || isNothing(value);
}

bool isHarmlessValue(std::string_view name, std::string_view value) {
    const std::string_view plain = withoutEnd(value);
    if (isNothing(plain) || isReference(value) || isExpression(value))
        return true;
    const std::vector<std::string> parts = partsOf(name);
    if (isStateOrLabel(parts, plain))
        return true;
    if (parts.size() == 2 && parts.back() == "TOKEN" && isOneOf(kSpecialTokens, parts.front()) &&
        (value.starts_with('<') || value.starts_with('[')))
        return true;
    if (parts.size() == 2 && parts.back() == "KEY" && isOneOf(kVerbsKeys, parts.front()) &&
        value.starts_with("0x"))
        return true;
    constexpr std::size_t kMostDigits = 15;
    const std::string_view number = withoutUnit(plain);
    const std::size_t digits = digitsOf(number);
    const bool isMeasurement = digits > 0 && digits <= kMostDigits && number.size() < plain.size() &&
                               !isOneOf(kPasswords, parts.back());
    return isMeasurement || isCount(parts, digits) ||
           (digits > 0 && digits <= kMostDigits && isOfSecret(parts));
}

bool isHarmlessEntry(std::string_view name, std::string_view value) {
    constexpr std::size_t kShortest = 4;
    if (isHarmlessValue(name, value))
        return true;
    const bool isPassword = value.size() >= kShortest && value.find_first_not_of(kDigits) == kNone &&
                            isOneOf(kPasswords, partsOf(name).back());
    return isMeasured(value) && !isPassword;
}

bool isReference(std::string_view value) {
    constexpr std::string_view kOpenings[] = {"${", "$(", "{{", "%(", "<%"};
    if (std::any_of(std::begin(kOpenings), std::end(kOpenings),
                    [&](std::string_view opening) { return value.starts_with(opening); }))
        return true;
    if (value == "$")
        return true; // of "$(cat f)", cut off at the bracket
    value = value.substr(0, value.find_last_not_of(",;)\"'") + 1);
    if (!value.starts_with('$'))
        return false;
    const std::string_view name = value.substr(1);
    return isVariable(name) && (capitals(name) == name || name.find_first_of(kDigits) == kNone);
}

bool isExpression(std::string_view value) {
    constexpr std::size_t kShortest = 3;
    std::size_t end = 0;
    while (end < value.size() && (isSmallLetter(value[end]) || value[end] == '_' || value[end] == '.'))
        ++end;
    const std::string_view path = value.substr(0, end);
    const std::size_t dot = path.find('.');
    if (dot != kNone && isOneOf(kRoots, path.substr(0, dot)))
        return true;
    const std::string_view rest = value.substr(end);
    return end >= kShortest && rest.starts_with('(') &&
           (rest.size() == 1 || rest.ends_with(')') || rest.ends_with("),"));
}

bool isParserMessage(std::string_view text, std::size_t name, std::size_t value) {
    constexpr std::array<std::string_view, 10> kBefore = {
        "INVALID", "UNEXPECTED",   "EXPECTED", "UNKNOWN",   "ILLEGAL",
        "BAD",     "UNRECOGNIZED", "MISSING",  "MALFORMED", "NEXT"};
    constexpr std::size_t kLongestWord = 16, kMostOfMark = 2;
    if (name == 0 || text[name - 1] != ' ')
        return false;
    std::size_t begin = name - 1;
    while (begin > 0 && name - begin <= kLongestWord && upperOf(text[begin - 1]) >= 'A' &&
           upperOf(text[begin - 1]) <= 'Z')
        --begin;
    if (!isOneOf(kBefore, capitals(text.substr(begin, name - 1 - begin))))
        return false;
    const std::size_t first = text.find_first_not_of("\"'`", value);
    if (first == kNone)
        return true;
    const std::size_t end = std::min(text.find_first_of(" \t\r,;\"'`", first), text.size());
    const std::string_view word = text.substr(first, end - first);
    return word.size() <= kMostOfMark ||
           (first == value && std::all_of(word.begin(), word.end(), isSmallLetter));
}

} // namespace fabricscope
