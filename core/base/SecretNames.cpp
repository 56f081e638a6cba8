// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/SecretNames.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fabricscope {

namespace {

using enum NameMatch;

struct Row {
    std::string_view word; ///< in lower case
    NameMatch run, entry, capture;
};
// To add a word, add a row.
constexpr Row kRows[] = {
    {"password", Within, End, Within},
    {"passwd", Within, End, Within},
    {"passphrase", Within, End, Within},
    {"passwort", No, No, Within},
    {"secret", Within, End, Within},
    {"secretkey", No, End, No},
    {"securitykey", Within, End, Within}, // of drives: storcli, perccli
    {"secretkeybase", No, End, No},       // of Rails
    {"token", Within, End, Within},
    {"credential", Within, End, Within},
    {"credentials", No, End, No},
    {"creds", Part, No, Last},
    {"cred", Part, No, Last},
    {"apikey", Within, End, Within},
    {"api_key", No, No, Within},
    {"api-key", No, No, Within},
    {"private", Within, No, No},
    {"privatekey", No, End, Within},
    {"private_key", No, No, Within},
    {"private-key", No, No, Within},
    {"accesskey", Within, End, Within},
    {"access_key", No, No, Within},
    {"access-key", No, No, Within},
    {"accountkey", Within, End, Within},
    {"account_key", No, No, Within},
    {"auth", Within, No, Last},
    {"authkey", No, End, Within},
    {"auth_key", No, No, Within},
    {"auth-key", No, No, Within},
    {"authorization", No, No, Within},
    {"bearer", Within, No, Last},
    {"client_key", No, No, Within},
    {"luks.key", No, No, Within},
    {"session", Within, No, No},
    {"session_key", No, No, Within},
    {"signing_key", No, No, Within},
    {"join_key", No, No, Within},
    {"license_key", No, No, Within},
    {"ssh_key", No, No, Within},
    {"ceph.key", No, No, Within},
    {"cookie", Within, No, Within},
    {"userdata", No, No, Within},
    {"user-data", No, No, Within},
    {"user_data", No, No, Within},
    {"oem_strings", No, No, Within},
    {"sshpass", Within, No, Within},
    {"storepass", Within, No, Within}, // of keytool
    {"keypass", Within, No, Within},
    {"signature", Within, No, No},
    {"-signature", No, No, Within},
    {"passin", Last, No, Within}, // of openssl
    {"passout", Last, No, Within},
    {"key", Part, No, No},
    {"keys", Part, No, No},
    {"pass", Part, Last, Last}, // of CIFS
    {"pwd", Part, Last, Last},
    {"pw", Part, Last, Last},
    {"pat", Part, No, No},
    {"jwt", Part, Last, Last},
    {"dsn", Part, Last, Last},
    {"psk", Part, Last, Within},
    {"sig", Part, No, Last},       // of a URL, Azure's among them
    {"sas", Last, No, Last},       // of Azure
    {"community", Last, No, Last}, // of SNMP
    {"rocommunity", Last, No, Last},
    {"rwcommunity", Last, No, Last},
    {"pin", No, No, Last}, // in a run by its value, too: isPinName()
    {"cifspass", No, No, Last},
    {"dbpass", Last, End, Within},
    {"rootpw", Last, Last, Within}, // of kickstart and slapd.conf
    {"olcrootpw", Last, Last, No},
    {"bindpw", Last, Last, Within},
    {"passcode", Within, End, Within},
    {"presharedkey", Within, End, Within},
    {"encryptionkey", Within, End, No},
    {"encryption_key", No, No, Within},
    {"clientkeydata", No, End, No}, // of a kubeconfig
    {"client-key-data", No, No, Within},
    {"sessid", Within, End, Within}, // PHPSESSID
    {"sshpw", No, No, Last},
    {"wpa", No, No, Last},
    {"wgkey", No, No, Last},
    {"otp", No, No, Last},
};

constexpr std::string_view kJoints = "_-.";
constexpr auto kNone = std::string_view::npos;

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// The letters of a word as bits: most names lack a letter of every secret's name.
constexpr std::uint32_t lettersOf(std::string_view word) {
    std::uint32_t bits = 0;
    for (const char c : word)
        if (const char letter = lower(c); letter >= 'a' && letter <= 'z')
            bits |= 1U << static_cast<unsigned>(letter - 'a');
    return bits;
}

struct Word {
    std::string_view text;
    std::uint32_t letters = 0;
};

template<NameMatch Row::*column, NameMatch how> constexpr auto wordsOf() {
    constexpr auto kCount =
        std::count_if(std::begin(kRows), std::end(kRows), [](const Row &row) { return row.*column == how; });
    std::array<Word, static_cast<std::size_t>(kCount)> words{};
    std::size_t at = 0;
    for (const Row &row : kRows)
        if (row.*column == how)
            words[at++] = {row.word, lettersOf(row.word)};
    return words;
}
template<NameMatch Row::*column, NameMatch how> constexpr auto kWords = wordsOf<column, how>();

bool startsWith(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

bool isWithin(std::string_view name, std::string_view word) {
    return std::search(name.begin(), name.end(), word.begin(), word.end(),
                       [](char a, char b) { return lower(a) == b; }) != name.end();
}

bool isPart(std::string_view name, std::string_view word) {
    for (std::size_t from = 0; from <= name.size();) {
        const std::size_t to = std::min(name.find_first_of(kJoints, from), name.size());
        if (to - from == word.size() && startsWith(name.substr(from), word))
            return true;
        from = to + 1;
    }
    return false;
}

bool isLast(std::string_view name, std::string_view word) {
    const std::size_t before = name.size() - std::min(word.size(), name.size());
    return startsWith(name.substr(before), word) && (before == 0 || kJoints.find(name[before - 1]) != kNone);
}

bool isEnd(std::string_view name, std::string_view word) {
    while (!word.empty()) {
        while (!name.empty() && (name.back() == '_' || name.back() == '-'))
            name.remove_suffix(1);
        if (name.empty() || lower(name.back()) != word.back())
            return false;
        name.remove_suffix(1);
        word.remove_suffix(1);
    }
    return true;
}

template<NameMatch Row::*column, NameMatch how> bool holds(std::string_view name) {
    const std::uint32_t letters = lettersOf(name);
    const auto &words = kWords<column, how>;
    return std::any_of(words.begin(), words.end(), [&](const Word &word) {
        if ((word.letters & ~letters) != 0)
            return false;
        switch (how) {
        case No:
            return false;
        case Within:
            return isWithin(name, word.text);
        case Part:
            return isPart(name, word.text);
        case Last:
            return isLast(name, word.text);
        case End:
            return isEnd(name, word.text);
        }
        return false;
    });
}

template<NameMatch Row::*column> bool holdsSo(std::string_view name, NameMatch how) {
    switch (how) {
    case No:
        return false;
    case Within:
        return holds<column, Within>(name);
    case Part:
        return holds<column, Part>(name);
    case Last:
        return holds<column, Last>(name);
    case End:
        return holds<column, End>(name);
    }
    return false;
}

} // namespace

bool holdsSecretWord(std::string_view name, NameOf names, NameMatch how) {
    switch (names) {
    case NameOf::Run:
        return holdsSo<&Row::run>(name, how);
    case NameOf::Entry:
        return holdsSo<&Row::entry>(name, how);
    case NameOf::Capture:
        return holdsSo<&Row::capture>(name, how);
    }
    return false;
}

bool holdsSecretWord(std::string_view name, NameOf names) {
    constexpr std::array<NameMatch, 4> kWays = {Within, Part, Last, End};
    return std::any_of(kWays.begin(), kWays.end(),
                       [&](NameMatch how) { return holdsSecretWord(name, names, how); });
}

std::vector<SecretWord> secretWords() {
    const auto isBounded = [](NameMatch how) {
        return how == No || how == Part || how == Last;
    };
    std::vector<SecretWord> words;
    for (const Row &row : kRows)
        words.push_back({row.word, isBounded(row.run) && isBounded(row.entry) && isBounded(row.capture)});
    return words;
}

bool isPinName(std::string_view name) {
    return isLast(name, "pin");
}

bool isHardwarePin(std::string_view value) {
    constexpr std::size_t kLongestNumber = 3; // of processors
    constexpr std::string_view kDigits = "0123456789", kBetween = ",-:";
    if (value.size() <= 2 || value.starts_with("0x"))
        return true;
    for (const std::string_view word : {"off", "yes", "true", "false", "none", "null", "auto", "spread",
                                        "compact", "close", "core", "cores", "socket", "numa", "node"})
        if (value.size() == word.size() && startsWith(value, word))
            return true;
    if (value.find_first_of(kBetween) == kNone)
        return false;
    for (std::size_t from = 0; from <= value.size();) { // "0-47,96-143"
        const std::size_t to = std::min(value.find_first_of(kBetween, from), value.size());
        const std::string_view number = value.substr(from, to - from);
        if (number.size() > kLongestNumber || number.find_first_not_of(kDigits) != kNone)
            return false;
        from = to + 1;
    }
    return true;
}

} // namespace fabricscope
