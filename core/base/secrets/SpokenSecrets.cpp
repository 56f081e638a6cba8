// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/SpokenSecrets.h"

#include "core/base/secrets/ValueSpan.h"

#include <algorithm>
#include <cctype>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kNear = 96; ///< bytes of a name and its remark

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// A value: the only word behind a name, up to the end of the line.
void takeLast(std::string_view line, std::size_t begin, std::size_t least, FoundSecrets &found) {
    begin = line.find_first_not_of(" \t", begin);
    if (begin == kNone)
        return;
    const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    if (line.find_first_not_of(kBlanks, end) != kNone)
        return;
    found.wait(begin); // a word may follow
    const std::string_view text = line.substr(begin, end - begin);
    const bool isNumber = text.find_first_not_of("0123456789") == kNone;
    if (text.size() >= least && !isPlaceholderValue(text) && !holdsPlaceholder(text) &&
        text.find("://") == kNone && text[0] != '/' && text[0] != '"' && text[0] != '\'' &&
        (isNumber || looksGenerated(text)))
        found.spans.push_back({begin, end});
}

/// The words in front of a colon.
class SpokenName {
public:
    /// `colon` is behind the name and its remark.
    SpokenName(std::string_view line, std::size_t colon) : m_line(line), m_end(colon) {
        const char close = colon > 0 ? line[colon - 1] : ' ';
        if (close == ']' || close == ')') {
            const std::size_t from = colon - std::min(colon, kNear);
            const std::size_t open = line.substr(from, colon - from).rfind(close == ']' ? '[' : '(');
            m_end = open == kNone ? 0 : from + open;
            m_hasRemark = open != kNone;
        }
    }
    [[nodiscard]] bool isSecret() {
        constexpr std::string_view kKeys[] = {"key", "token", "secret", "password", "passphrase"};
        constexpr std::string_view kOfKeys[] = {"api",        "access",  "secret", "private",
                                                "encryption", "license", "auth",   "account",
                                                "signing",    "shared",  "master", "recovery"};
        const std::string_view noun = word(), before = word();
        if (!isOneOf(noun, std::begin(kKeys), std::end(kKeys)))
            return false;
        return m_hasRemark
                   ? noun != "key" || isOneOf(before, std::begin(kOfKeys), std::end(kOfKeys))
                   : isSameWord(noun, "key") && isOneOf(before, std::begin(kOfKeys), std::end(kOfKeys));
    }
    /// "PIN" alone.
    [[nodiscard]] bool isPin() {
        const std::string_view noun = word();
        return !m_hasRemark &&
               (isSameWord(noun, "pin") || isSameWord(noun, "otp") || isSameWord(noun, "passcode")) &&
               m_line.substr(0, m_end).find_first_not_of(" \t") == kNone;
    }

private:
    template<class It> static bool isOneOf(std::string_view text, It begin, It end) {
        return std::any_of(begin, end, [&](std::string_view each) { return isSameWord(text, each); });
    }
    /// The last word before m_end, which moves to its beginning; only blanks may follow it.
    std::string_view word() {
        std::size_t end = m_end;
        while (end > 0 && m_line[end - 1] == ' ' && m_end - end < kNear)
            --end;
        std::size_t begin = end;
        while (begin > 0 && end - begin < kNear && isWordCharacter(m_line[begin - 1]))
            --begin;
        m_end = begin;
        return m_line.substr(begin, end - begin);
    }

    std::string_view m_line;
    std::size_t m_end;
    bool m_hasRemark = false;
};

void addNamed(std::string_view line, std::size_t colon, FoundSecrets &found) {
    constexpr std::size_t kLeast = 6, kLeastOfPin = 4;
    if (line.substr(0, colon).ends_with("hit enter"))
        return takeLast(line, colon + 1, kLeast, found);
    if (colon + 1 < line.size() && line[colon + 1] != ' ' && line[colon + 1] != '\t')
        return;
    if (SpokenName(line, colon).isSecret())
        takeLast(line, colon + 1, kLeast, found);
    else if (SpokenName(line, colon).isPin())
        takeLast(line, colon + 1, kLeastOfPin, found);
}

/// "| password | X |": of a table with a name in each row.
void addRow(std::string_view line, bool (*isSecret)(std::string_view name), FoundSecrets &found) {
    constexpr std::size_t kLongest = 64;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == kNone || line[first] != '|')
        return;
    const std::size_t bar = line.substr(0, first + kLongest).find('|', first + 1);
    if (bar == kNone)
        return;
    const auto trimmedCell = [&](std::size_t begin, std::size_t end) {
        begin = std::min(line.find_first_not_of(kBlanks, begin), end);
        while (end > begin && kBlanks.find(line[end - 1]) != kNone)
            --end;
        return SecretSpan{begin, end};
    };
    const SecretSpan name = trimmedCell(first + 1, bar);
    const std::string_view nameText = line.substr(name.begin, name.end - name.begin);
    if (nameText.empty() || !std::all_of(nameText.begin(), nameText.end(), isWordCharacter) ||
        !isSecret(nameText))
        return;
    const std::size_t end = std::min(line.find('|', bar + 1), line.size());
    const SecretSpan value = trimmedCell(bar + 1, end);
    if (end < line.size() && line.find_first_not_of(kBlanks, end + 1) != kNone)
        return;
    found.wait(value.begin); // a third cell may follow
    const std::string_view text = line.substr(value.begin, value.end - value.begin);
    if (end < line.size() && looksGenerated(text) && !isPlaceholderValue(text) && text.find(' ') == kNone)
        found.spans.push_back(value);
}

/// <input type="password" value="X">, attributes in any order.
void addField(std::string_view line, std::size_t open, FoundSecrets &found) {
    constexpr std::size_t kLongest = 256;
    const std::string_view near = line.substr(0, open + kLongest);
    const std::size_t close = std::min(near.find('>', open), near.size());
    const std::string_view tag = near.substr(open, close - open);
    const std::size_t type = tag.find("type="), value = tag.find(" value=");
    if (close == line.size())
        found.wait(value == kNone ? line.size() : open + value + 7);
    if (type == kNone || value == kNone ||
        !isSameWord(tag.substr(std::min(type + 6, tag.size()), 8), "password"))
        return;
    const auto quoted = quotedValueAt(line.substr(0, close), open + value + 7);
    if (quoted && !isPlaceholderValue(line.substr(quoted->begin, quoted->end - quoted->begin)))
        found.spans.push_back(*quoted);
}

/// <(echo X): what a program reads as a file.
void addInput(std::string_view line, std::size_t at, FoundSecrets &found) {
    for (const std::string_view program : {std::string_view("<(echo "), std::string_view("<(printf ")}) {
        if (!line.substr(at).starts_with(program))
            continue;
        std::size_t begin = at + program.size();
        while (line.substr(begin).starts_with("-n ") || line.substr(begin).starts_with("-e ") ||
               line.substr(begin).starts_with("%s "))
            begin += 3;
        const ValueSpan value = valueAt(line, begin, " \t;&|)<>");
        const std::string_view text = line.substr(value.begin, value.end - value.begin);
        found.wait(value.isOpen ? begin : line.size());
        if (!isPlaceholderValue(text) && looksGenerated(text))
            found.add({value.begin, value.end}, line);
    }
}

/// "key = X==" of a keyring of Ceph or a file of WireGuard.
void addKey(std::string_view line, FoundSecrets &found) {
    constexpr std::size_t kLeast = 28;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == kNone || !isSameWord(line.substr(first, 3), "key"))
        return;
    const std::size_t equals = line.find_first_not_of(" \t", first + 3);
    if (equals == kNone || line[equals] != '=')
        return;
    const std::size_t begin = std::min(line.find_first_not_of(" \t", equals + 1), line.size());
    const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    if (end == line.size())
        found.wait(begin);
    const std::string_view text = line.substr(begin, end - begin);
    const bool isBase64 = std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '/' || c == '=';
    });
    if (text.size() >= kLeast && isBase64 && (text.ends_with('=') || text.starts_with("AQ")))
        found.add({begin, end}, line);
}

} // namespace

void addSpokenSecrets(std::string_view line, bool (*isSecret)(std::string_view name), FoundSecrets &found) {
    addRow(line, isSecret, found);
    addKey(line, found);
    for (std::size_t at = 0; at < line.size(); ++at)
        if (line[at] == ':')
            addNamed(line, at, found);
        else if (line[at] == '<' && line.substr(at, 7) == "<input ")
            addField(line, at, found);
        else if (line[at] == '<' && line.substr(at, 2) == "<(")
            addInput(line, at, found);
}

} // namespace fabricscope
