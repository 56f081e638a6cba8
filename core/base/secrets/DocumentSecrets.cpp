// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/DocumentSecrets.h"

#include "core/base/secrets/ValueSpan.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kLongestKey = 256;

/// "key: value" of YAML or JSON; `value` is where it begins, the size of the line if there is none.
struct Entry {
    std::string_view key;
    std::size_t column = 0, value = 0;
    bool hasColon = false;
};

Entry entryOf(std::string_view line) {
    Entry entry;
    entry.column = std::min(line.find_first_not_of(" \t-"), line.size()); // "- apiVersion: v1"
    const bool isQuoted =
        entry.column < line.size() && (line[entry.column] == '"' || line[entry.column] == '\'');
    const std::size_t begin = entry.column + (isQuoted ? 1 : 0);
    const std::string_view near = line.substr(0, begin + kLongestKey);
    const std::size_t end =
        isQuoted ? near.find(line[entry.column], begin) : near.find_first_of(": \t\r\n{[", begin);
    if (end == kNone || end == begin)
        return entry;
    const std::size_t colon = near.find_first_not_of(' ', end + (isQuoted ? 1 : 0));
    if (colon == kNone || line[colon] != ':')
        return entry;
    entry.key = line.substr(begin, end - begin);
    entry.hasColon = true;
    entry.value = std::min(line.find_first_not_of(" \t", colon + 1), line.size());
    return entry;
}

std::string_view wordAt(std::string_view line, std::size_t at) {
    const ValueSpan value = valueAt(line, at, " \t\r\n,}");
    return line.substr(value.begin, value.end - value.begin);
}

bool isDataKey(std::string_view key) {
    return key == "data" || key == "stringData";
}

/// Of text, as values of a Secret are: printable where it is decoded, or long.
bool isBase64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t kLong = 24, kMost = 64;
    const std::size_t padding = text.size() - (text.find_last_not_of('=') + 1);
    const std::string_view body = text.substr(0, text.size() - padding);
    if (body.empty() || text.size() % 4 != 0 || padding > 2 || body.find_first_not_of(kDigits) != kNone)
        return false;
    if (padding > 0 || text.size() >= kLong)
        return true;
    unsigned bits = 0, count = 0;
    for (const char c : body.substr(0, kMost)) {
        bits = (bits << 6U | static_cast<unsigned>(kDigits.find(c))) & 0xFFFFFFU;
        count += 6;
        if (count < 8)
            continue;
        count -= 8;
        if (const unsigned byte = bits >> count & 0xFFU; byte != '\n' && (byte < 0x20 || byte > 0x7E))
            return false;
    }
    return true;
}

bool isWord(std::string_view line, std::size_t at, std::string_view word) {
    const std::size_t end = at + word.size();
    return line.substr(at, word.size()) == word &&
           (at == 0 || std::isalnum(static_cast<unsigned char>(line[at - 1])) == 0) &&
           (end >= line.size() ||
            (std::isalnum(static_cast<unsigned char>(line[end])) == 0 && line[end] != '_'));
}

/// Whether a text between quotes asks for a secret: "*assword:*".
bool asksForSecret(std::string_view text) {
    constexpr std::string_view kAsked[] = {"assword", "assphrase", "asscode", "PIN",
                                           "oken",    "ecret",     "ASSWORD"};
    return std::any_of(std::begin(kAsked), std::end(kAsked),
                       [&](std::string_view each) { return text.find(each) != kNone; });
}

/// The words of a machine in .netrc; the name of one has a word behind it.
bool isNetrcWord(std::string_view word) {
    return word == "machine" || word == "default" || word == "login" || word == "user" || word == "account" ||
           word == "password" || word == "port" || word == "protocol";
}

} // namespace

FoundSecrets DocumentSecrets::in(std::string_view line) const {
    FoundSecrets found{{}, line.size()};
    findKubernetes(line, found);
    findInSection(line, found);
    findNetrc(line, found);
    findAnswers(line, found);
    return found;
}

/// Values of a line below `data:`, and of a document in one line.
void DocumentSecrets::findKubernetes(std::string_view line, FoundSecrets &found) const {
    const std::size_t indent = std::min(line.find_first_not_of(kBlanks), line.size());
    if (m_isData && indent > m_dataColumn && indent < line.size()) {
        const std::size_t end = line.find_last_not_of(kBlanks) + 1;
        if (m_isText && indent > m_keyColumn) {
            if (!isPlaceholderValue(line.substr(indent)))
                found.add({indent, end}, line);
            found.wait(indent);
            return;
        }
        const Entry entry = entryOf(line);
        if (!entry.hasColon || entry.value >= end)
            return;
        ValueSpan value = valueAt(line, entry.value, ",\r\n");
        if (quotesAt(line, entry.value) == 0)
            value.end = std::max(entry.value, std::min(value.end, end));
        const std::string_view text = line.substr(value.begin, value.end - value.begin);
        const bool isBlock =
            text.find_first_not_of("|>+-0123456789") == kNone && text.find_first_of("|>") == 0;
        found.wait(entry.value);
        if (!isPlaceholderValue(text) && !isBlock && text != "{" &&
            (m_kind == Kind::Secret || isBase64(text)))
            found.spans.push_back({value.begin, value.end});
        return;
    }
    const std::size_t first = std::min(line.find("\"kind\""), line.find("\"apiVersion\""));
    if (first == kNone)
        return;
    const std::size_t kind = line.find("\"Secret\"");
    for (const std::string_view key : {std::string_view("\"data\""), std::string_view("\"stringData\"")}) {
        std::size_t at = line.find(key, first);
        if (at == kNone)
            continue;
        at = line.find_first_not_of(": ", at + key.size());
        if (at == kNone || line[at] != '{')
            continue;
        found.wait(at); // its kind may follow
        for (++at; at < line.size() && line[at] != '}';) {
            at = std::min(line.find_first_of(":}", at), line.size());
            if (at == line.size() || line[at] == '}')
                break;
            at = std::min(line.find_first_not_of(' ', at + 1), line.size());
            const auto value = quotedValueAt(line, at);
            if (!value)
                continue;
            const std::string_view text = line.substr(value->begin, value->end - value->begin);
            if (!isPlaceholderValue(text) && (kind != kNone || isBase64(text)))
                found.spans.push_back({value->begin, value->end});
            at = std::max(value->behind, at + 1);
        }
    }
}

void DocumentSecrets::addKubernetes(std::string_view line) {
    const std::size_t indent = line.find_first_not_of(kBlanks);
    if (indent == kNone)
        return;
    if (line.starts_with("---")) {
        m_kind = Kind::Unknown;
        m_isData = m_isText = m_hasVersion = false;
        return;
    }
    const Entry entry = entryOf(line);
    if (m_isData && indent > m_dataColumn) {
        if (m_isText && indent > m_keyColumn)
            return;
        m_keyColumn = entry.column;
        const std::string_view value = entry.hasColon ? line.substr(entry.value) : std::string_view();
        m_isText =
            m_kind == Kind::Secret && entry.hasColon && (value.starts_with('|') || value.starts_with('>'));
        return;
    }
    m_isData = m_isText = false;
    if (entry.key == "apiVersion") {
        m_kind = m_hasVersion ? Kind::Unknown : m_kind;
        m_hasVersion = true;
    } else if (entry.key == "kind") {
        m_kind = wordAt(line, entry.value) == "Secret" ? Kind::Secret : Kind::Other;
        m_hasVersion =
            m_hasVersion && entry.column > 0; // the next apiVersion at the top is another document's
    } else if (isDataKey(entry.key) && entry.hasColon) {
        const std::string_view rest = line.substr(std::min(entry.value, line.size()));
        const bool isOpen = rest.find_first_not_of("{ \t\r\n") == kNone;
        m_isData = isOpen && (m_kind == Kind::Secret || (m_kind == Kind::Unknown && m_hasVersion));
        m_dataColumn = entry.column;
    }
}

/// "[secrets]" and "secrets:" begin one, the next of these ends it.
void DocumentSecrets::addSection(std::string_view line) {
    constexpr int kVariableLines = 12;
    constexpr std::string_view kNames[] = {"secrets", "credentials", "passwords", "tokens", "api_keys"};
    const std::size_t first = std::min(line.find_first_not_of(kBlanks), line.size());
    const std::string_view text = line.substr(first, line.find_last_not_of(kBlanks) + 1 - first);
    m_variableLines = std::max(0, m_variableLines - 1);
    if (text.starts_with("variable \"")) {
        const std::size_t end = std::min(text.find('"', 10), text.size());
        m_variableLines =
            text.ends_with('{') && asksForSecret(text.substr(10, end - 10)) ? kVariableLines : 0;
    } else if (text.starts_with('}')) {
        m_variableLines = 0;
    }
    const bool isHeading = text.starts_with('[') && text.ends_with(']');
    std::string_view name = isHeading ? text.substr(1, text.size() - 2) : std::string_view();
    name = name.substr(name.rfind('.') + 1); // npos + 1 is 0
    const Entry entry = entryOf(line);
    const bool isKey = entry.hasColon && entry.value >= line.size() && entry.column == first;
    if (isKey)
        name = entry.key;
    const bool isNamed = std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
    if (isHeading) {
        m_section = isNamed ? Section::Ini : Section::None;
        return;
    }
    const bool isBelow = m_section == Section::Ini || first > m_sectionColumn;
    if (m_section != Section::None && !isBelow)
        m_section = Section::None;
    if (m_section == Section::Users && entry.key == "list" && line.find('|', entry.value) != kNone) {
        m_section = Section::UsersOpen;
        m_sectionColumn = first;
    }
    if (!isKey || m_section != Section::None || (!isNamed && name != "chpasswd"))
        return;
    m_section = isNamed ? Section::Yaml : Section::Users;
    m_sectionColumn = first;
}

void DocumentSecrets::findInSection(std::string_view line, FoundSecrets &found) const {
    const std::size_t first = std::min(line.find_first_not_of(kBlanks), line.size());
    const bool isVariable = m_variableLines > 0 && isWord(line, first, "default");
    const bool isSection =
        m_section == Section::Ini ||
        ((m_section == Section::Yaml || m_section == Section::UsersOpen) && first > m_sectionColumn);
    if ((!isVariable && !isSection) || first == line.size() || line[first] == '[')
        return;
    const std::size_t separator = line.substr(0, first + kLongestKey).find_first_of("=:", first);
    if (separator == kNone || separator == first || line[first] == '#' || line[first] == ';')
        return;
    const std::size_t begin = std::min(line.find_first_not_of(" \t", separator + 1), line.size());
    const bool isUser = m_section == Section::UsersOpen && !isVariable;
    const ValueSpan value = valueAt(line, begin, isUser ? " \t\r\n" : " \t\r\n,");
    const std::string_view text = line.substr(value.begin, value.end - value.begin);
    if (value.isOpen)
        found.wait(begin);
    const bool isQuoted = value.begin != begin;
    const bool isSecret = isUser ? text != "RANDOM" && text != "R" : isQuoted || looksGenerated(text);
    const bool isFile = text.starts_with('/') || text.starts_with("./") || text.find("://") != kNone;
    if (isSecret && !isFile && text.size() >= 4 && !isPlaceholderValue(text) && !holdsPlaceholder(text))
        found.add({value.begin, value.end}, line);
}

/// "password X" where a machine begins in this line or one before.
void DocumentSecrets::findNetrc(std::string_view line, FoundSecrets &found) const {
    bool isMachine = m_netrcLines > 0;
    std::size_t at = line.find_first_not_of(kBlanks);
    for (int words = 0; at != kNone && words < 16; ++words) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
        const std::string_view word = line.substr(at, end - at);
        if (!isNetrcWord(word))
            return;
        isMachine = isMachine || word == "machine" || word == "default";
        at = line.find_first_not_of(kBlanks, end);
        if (word == "default")
            continue;
        if (at == kNone)
            return;
        const ValueSpan value = valueAt(line, at, kBlanks);
        if (word == "password" && isMachine) {
            if (!isPlaceholderValue(line.substr(value.begin, value.end - value.begin)))
                found.add({value.begin, value.end}, line);
            if (value.isOpen)
                found.wait(at);
        }
        at = line.find_first_not_of(kBlanks, std::max(value.behind, value.end));
    }
}

/// send "X\r", send -- "X\n", sendline('X'), behind a prompt in this line or one before.
void DocumentSecrets::findAnswers(std::string_view line, FoundSecrets &found) const {
    std::size_t at = std::min(line.find("send"), line.size());
    const std::size_t expect = line.find("expect");
    if (at == line.size() || (m_promptLines == 0 && expect == kNone))
        return;
    for (; at < line.size(); at = std::min(line.find("send", at + 1), line.size())) {
        const std::size_t asked = expect < at ? expect : kNone;
        const bool isAsked = asked == kNone
                                 ? m_promptLines > 0
                                 : asksForSecret(line.substr(asked, std::min(at - asked, kLongestKey)));
        std::size_t begin = std::min(line.find_first_of(" \t(", at), line.size());
        if (!isAsked || (!isWord(line, at, "send") && !isWord(line, at, "sendline")))
            continue;
        begin = std::min(line.find_first_not_of(" \t(", begin), line.size());
        if (line.substr(begin).starts_with("-- "))
            begin = std::min(line.find_first_not_of(' ', begin + 3), line.size());
        const auto value = quotedValueAt(line, begin);
        if (!value)
            continue;
        std::size_t end = value->end;
        while (end > value->begin + 1 && line[end - 2] == '\\' &&
               (line[end - 1] == 'r' || line[end - 1] == 'n'))
            end -= 2;
        if (value->isOpen)
            found.wait(begin);
        if (end > value->begin && !isPlaceholderValue(line.substr(value->begin, end - value->begin)))
            found.add({value->begin, end}, line);
        return;
    }
}

void DocumentSecrets::add(std::string_view line) {
    constexpr int kNetrcLines = 8, kPromptLines = 4;
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == kNone)
        return;
    addKubernetes(line);
    addSection(line);
    const std::string_view word = line.substr(first, line.find_first_of(kBlanks, first) - first);
    if (word == "machine" || word == "default")
        m_netrcLines = kNetrcLines;
    else
        m_netrcLines = isNetrcWord(word) ? std::max(0, m_netrcLines - 1) : 0;
    if (const std::size_t expect = line.find("expect"); expect != kNone)
        m_promptLines =
            line.find("send", expect) == kNone && asksForSecret(line.substr(expect)) ? kPromptLines : 0;
    else
        m_promptLines = line.find("send") != kNone ? 0 : std::max(0, m_promptLines - 1);
}

} // namespace fabricscope
