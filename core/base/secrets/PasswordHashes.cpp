// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/PasswordHashes.h"

#include <algorithm>
#include <cctype>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;

/// From crypt(5), passlib and the manuals of the programs that print them. To add one, add its name.
constexpr std::string_view kSchemes[] = {"1", "2", "2a",   "2b",      "2x",      "2y",       "5",     "6",
                                         "7", "8", "9",    "14",      "y",       "gy",       "md5",   "sha1",
                                         "P", "H", "apr1", "argon2i", "argon2d", "argon2id", "scrypt"};
constexpr std::string_view kLdapSchemes[] = {"SSHA",    "SHA",     "SMD5",    "MD5",    "CRYPT",
                                             "SSHA256", "SSHA384", "SSHA512", "SHA256", "SHA512",
                                             "ARGON2",  "PBKDF2",  "ARGON2ID"};
constexpr std::string_view kNamed[] = {"pbkdf2_", "bcrypt_", "pbkdf2:", "scrypt:"}; // Django, Werkzeug

bool isHashCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("./+=,$-_").find(c) != kNone;
}

std::size_t endOfHash(std::string_view line, std::size_t from) {
    while (from < line.size() && isHashCharacter(line[from]))
        ++from;
    return from;
}

bool isListed(std::string_view word, const std::string_view *begin, const std::string_view *end) {
    return std::find(begin, end, word) != end;
}

/// At the '$' in front of a scheme: where salt and hash begin, or 0.
std::size_t behindScheme(std::string_view line, std::size_t at) {
    constexpr std::size_t kLongest = 10;
    const bool isDoubled = line.substr(at).starts_with("$$"); // of Compose
    const std::size_t begin = at + (isDoubled ? 2 : 1);
    const std::size_t close = line.substr(0, begin + kLongest).find('$', begin);
    if (close == kNone ||
        !isListed(line.substr(begin, close - begin), std::begin(kSchemes), std::end(kSchemes)))
        return 0;
    return close + 1;
}

std::size_t behindLdapScheme(std::string_view line, std::size_t at) {
    constexpr std::size_t kLongest = 16;
    const std::size_t close = line.substr(0, at + kLongest).find('}', at);
    if (close == kNone ||
        !isListed(line.substr(at + 1, close - at - 1), std::begin(kLdapSchemes), std::end(kLdapSchemes)))
        return 0;
    return close + 1;
}

std::size_t behindName(std::string_view line, std::size_t at) {
    constexpr std::size_t kLongest = 48;
    const bool isNamed = std::any_of(std::begin(kNamed), std::end(kNamed), [&](std::string_view each) {
        return line.substr(at).starts_with(each);
    });
    const std::size_t mark = isNamed ? line.substr(0, at + kLongest).find('$', at) : kNone;
    return mark == kNone ? 0 : mark + 1;
}

} // namespace

void addPasswordHashes(std::string_view line, FoundSecrets &found) {
    constexpr std::size_t kLeast = 20, kLeastOfLdap = 12;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        const bool isStart = at == 0 || std::isalnum(static_cast<unsigned char>(line[at - 1])) == 0;
        if ((c != '$' && c != '{' && c != 'p' && c != 'b' && c != 's') || (!isStart && c != '$'))
            continue;
        const std::size_t begin = c == '$'   ? behindScheme(line, at)
                                  : c == '{' ? behindLdapScheme(line, at)
                                             : behindName(line, at);
        if (begin == 0)
            continue;
        const std::size_t end = endOfHash(line, begin);
        if (end == line.size())
            found.wait(begin);
        if (end - begin >= (c == '{' ? kLeastOfLdap : kLeast))
            found.add({begin, end}, line);
        at = std::max(at, end > begin ? end - 1 : at);
    }
}

} // namespace fabricscope
