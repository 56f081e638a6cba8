// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/OpenValues.h"

#include "core/base/SecretNames.h"
#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/NameValueEntries.h"
#include "core/base/secrets/ValueSpan.h"

#include <algorithm>
#include <array>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr std::size_t kLongestLine = 4096; ///< a longer one is no value

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}
bool isLetter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}
bool equal(std::string_view text, std::string_view word) { // in lower case
    return text.size() == word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}
bool contains(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return lower(a) == b; }) != text.end();
}

std::size_t firstOf(std::string_view line) {
    return std::min(line.find_first_not_of(kBlanks), line.size());
}
std::size_t lastOf(std::string_view line) {
    return line.find_last_not_of(kBlanks) + 1; // npos + 1 is 0
}
std::string_view trimmedLine(std::string_view line) {
    const std::size_t begin = firstOf(line);
    return line.substr(begin, std::max(lastOf(line), begin) - begin);
}

/// Whether a line has a name and a value of its own: "port: 80", "b = 2", "\"port\": 80".
bool isAssignment(std::string_view text) {
    const std::size_t separator = text.find_first_of("=:");
    if (separator == kNone)
        return false;
    const AssignedName found = assignedNameAt(text, separator);
    if (found.name.empty())
        return false;
    const auto begin = static_cast<std::size_t>(found.name.data() - text.data());
    const bool isStart = text.substr(0, begin).find_first_not_of(" \t-\"'") == kNone;
    return isStart && (text[separator] == '=' || found.value > separator + 1 || separator + 1 == text.size());
}

/// Three numbers or more between blanks: a row of a table.
bool isRow(std::string_view text) {
    std::size_t numbers = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        numbers += !word.empty() && word.find_first_not_of("0123456789.,-+%") == kNone ? 1 : 0;
        at = end + 1;
    }
    return numbers >= 3;
}

std::size_t wordsOf(std::string_view text) {
    std::size_t words = 0;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (kBlanks.find(text[at]) == kNone && (at == 0 || kBlanks.find(text[at - 1]) != kNone))
            ++words;
    return words;
}

/// How programs answer a password, and what logs have: not the password.
bool isAnswer(std::string_view text) {
    static constexpr std::array<std::string_view, 22> kWords = {
        "denied",  "incorrect", "failed", "failure",   "success", "invalid", "expired",   "accepted",
        "sorry",   "try again", "wrong",  "mismatch",  "error",   "warning", "not found", "last login",
        "welcome", " info ",    "nccl",   "connected", "closed",  "no such"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return contains(text, word); });
}

/// Letters with digits, marks or both cases: no word of a sentence.
bool isMixed(std::string_view word) {
    const bool hasLetter = std::any_of(word.begin(), word.end(), isLetter);
    const bool hasOther = std::any_of(word.begin(), word.end(), [](char c) { return !isLetter(c); });
    const bool hasCapital = word.size() > 1 && std::any_of(word.begin() + 1, word.end(),
                                                           [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool hasSmall = std::any_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return hasLetter && (hasOther || (hasCapital && hasSmall));
}

/// A heading of one secret, in lower case.
constexpr std::string_view kHeadings[] = {"password",   "passwd",       "passphrase", "secret",
                                          "api key",    "access token", "secret key", "api token",
                                          "access key", "auth token",   "access_key", "api_key",
                                          "secret_key", "access_token", "token"};

} // namespace

/// In quotes that open here.
OpenValues::Part OpenValues::quoted(std::string_view line, std::size_t begin) const {
    Part part{{{}, line.size()}};
    const auto value = quotedValueAt(line, begin);
    if (!value)
        return part;
    part.behind = value->behind;
    part.found.settled = value->isOpen || value->behind + 4 >= line.size() ? begin : line.size();
    if (value->end == line.size() && value->begin > 0 && line[begin] != '\\') {
        part.next = Kind::Quote;
        part.close = line[value->begin - 1];
    }
    if (m_rules.isValue(m_name, line.substr(value->begin, value->end - value->begin)))
        part.found.spans.push_back(*value);
    return part;
}

bool OpenValues::isPlainValue(std::string_view text, bool isIndented) const {
    constexpr std::size_t kMostWords = 12, kLeastOfWord = 4;
    const std::size_t words = wordsOf(text);
    if (text.empty() || isReplaced(text) || std::string_view("#{}<>])=|*&!-/.%").find(text[0]) != kNone ||
        isAssignment(text) || isAnswer(text) || words > kMostWords || text.ends_with(':') ||
        text.ends_with('{') || text.find_first_not_of("-=_*.# ") == kNone)
        return false;
    if (m_kind == Kind::Word)
        return words == 1 && text.size() >= kLeastOfWord && isMixed(text) && m_rules.isValue(m_name, text);
    const bool isSentence = words > 1 && text.ends_with('.');
    const bool isCertain = isCertainName(m_name) && (isIndented || !isSentence);
    return (words == 1 || isCertain) && m_rules.isNamed(m_name) && !isRow(text) &&
           m_rules.isItem(m_name, text);
}

/// The value in the line behind its name.
OpenValues::Part OpenValues::value(std::string_view line, std::size_t begin) const {
    const std::size_t end = std::max(lastOf(line), begin);
    const std::string_view text = line.substr(begin, end - begin);
    Part part{{{}, begin}};
    if (line.size() > kLongestLine) {
        part.found.settled = line.size();
        return part;
    }
    if (m_kind == Kind::Value && (text.starts_with("- ") || text == "-") && begin >= m_indent)
        return item(line, begin);
    if (m_kind == Kind::Value && (text[0] == '[' || text[0] == '('))
        return list(line, begin + 1);
    const std::size_t inside = behindWrapper(line, begin);
    if (m_kind != Kind::More && inside < line.size() && quotesAt(line, inside) > 0) {
        Part found = quoted(line, inside);
        const std::size_t next = line.find_first_not_of(kBlanks, found.behind);
        if (next == kNone || std::string_view(",;)}]#").find(line[next]) != kNone)
            return found;
        return part; // "'a' is no option"
    }
    const std::string_view word = text.substr(0, text.find_last_not_of(",;") + 1);
    const bool isIndented = begin > m_indent;
    if (!isPlainValue(word, isIndented))
        return part;
    part.found.spans.push_back({begin, begin + word.size()});
    part.next = m_isYaml && m_kind != Kind::Word && isIndented ? Kind::More : Kind::None;
    part.behind = end;
    return part;
}

/// "- X" of YAML.
OpenValues::Part OpenValues::item(std::string_view line, std::size_t begin) const {
    Part part{{{}, begin}, Kind::Items};
    const std::size_t first = std::min(line.find_first_not_of(" \t-", begin), line.size());
    part.behind = line.size();
    if (first == line.size())
        return part;
    if (quotesAt(line, first) > 0) {
        Part found = quoted(line, first);
        const std::size_t next = std::min(line.find_first_not_of(" \t", found.behind), line.size());
        if (next < line.size() && line[next] == ':') // the name of an entry
            return {{{}, line.size()}};
        if (found.next == Kind::None)
            found.next = Kind::Items;
        found.found.settled = std::min(found.found.settled, first);
        return found;
    }
    std::string_view text = line.substr(first, std::max(lastOf(line), first) - first);
    text = trimmedLine(text.substr(0, text.find(" #")));
    if (isAssignment(text) || text.ends_with(':') || std::string_view("{[&*!|>").find(text[0]) != kNone)
        return {{{}, begin}};
    if (wordsOf(text) <= 8 && m_rules.isItem(m_name, text))
        part.found.spans.push_back({first, first + text.size()});
    return part;
}

/// Within brackets.
OpenValues::Part OpenValues::list(std::string_view line, std::size_t begin) const {
    const char close = m_kind == Kind::List ? m_close : line[begin - 1] == '[' ? ']' : ')';
    const FormedItems found = formedItems(line, begin, close, m_name, m_rules);
    Part part{{found.items, begin}};
    part.behind = found.end;
    part.close = close;
    if (!found.isOpen && found.end < line.size())
        part.found.settled = line.size();
    part.next = found.isOpen ? Kind::List : Kind::None;
    return part;
}

/// The lines of a text in quotes.
OpenValues::Part OpenValues::quote(std::string_view line, std::size_t begin) const {
    Part part{{{}, begin}};
    const std::size_t end = std::max(lastOf(line), begin);
    const std::string_view text = line.substr(begin, end - begin);
    if (line.size() > kLongestLine || isAssignment(text) || isRow(text) || contains(text, "nccl ")) {
        part.found.settled = line.size() > kLongestLine ? line.size() : begin;
        return part;
    }
    const std::size_t close = closingQuote(line, begin, m_close);
    const bool isClosed = close != kNone;
    part.next = isClosed ? Kind::None : Kind::Quote;
    part.close = m_close;
    part.behind = isClosed ? close + 1 : line.size();
    const std::size_t last = isClosed ? close : end;
    if (last > begin && !isReplaced(line.substr(begin)))
        part.found.spans.push_back({begin, last});
    return part;
}

OpenValues::Part OpenValues::partOf(std::string_view line) const {
    const std::size_t begin = firstOf(line);
    if (begin == line.size())
        return {{{}, line.size()}, m_kind, m_close, line.size()};
    switch (m_kind) {
    case Kind::None:
        break;
    case Kind::Value:
    case Kind::Word:
        return value(line, begin);
    case Kind::More:
        return begin > m_indent ? value(line, begin) : Part{{{}, begin}};
    case Kind::Items:
        return line[begin] == '-' && begin >= m_indent ? item(line, begin) : Part{{{}, begin}};
    case Kind::List:
        return list(line, begin);
    case Kind::Quote:
        return quote(line, begin);
    case Kind::Block: {
        if (begin <= m_indent)
            return {{{}, begin}};
        Part part{{{}, begin}, Kind::Block};
        part.behind = line.size();
        if (const std::size_t end = lastOf(line); !isReplaced(line.substr(begin)))
            part.found.spans.push_back({begin, end});
        return part;
    }
    }
    return {{{}, line.size()}};
}

NamedSecrets::Found OpenValues::in(std::string_view line) const {
    if (m_kind == Kind::None)
        return {{}, line.size()};
    return partOf(line).found;
}

/// "password:", "Password", "api_keys =": a name whose value is in the next line.
bool OpenValues::openName(std::string_view line) {
    constexpr std::size_t kLongest = 160;
    std::string_view text = trimmedLine(line);
    if (text.empty() || text.size() > kLongest)
        return false;
    const bool isHeading = std::any_of(std::begin(kHeadings), std::end(kHeadings),
                                       [&](std::string_view each) { return equal(text, each); });
    m_indent = firstOf(line);
    if (isHeading && text.find('_') == kNone) {
        m_name = text.find(' ') == kNone ? std::string(text) : "secret";
        m_kind = Kind::Word;
        return true;
    }
    if (const std::size_t comment = text.find(" #"); comment != kNone)
        text = trimmedLine(text.substr(0, comment));
    std::size_t end = text.size();
    Kind kind = Kind::Value;
    if (const std::size_t mark = text.find_last_not_of("0123456789+-");
        mark != kNone && (text[mark] == '|' || text[mark] == '>') && text.find(": ") < mark) {
        kind = Kind::Block;
        end = text.find(": ") + 1;
        const std::string_view tag = trimmedLine(text.substr(end, mark - end));
        if (!tag.empty() && tag[0] != '!' && tag[0] != '&')
            return false;
    }
    const bool isArrow = text.substr(0, end).ends_with("=>");
    const std::size_t separator = end - (isArrow ? 2 : 1);
    if (end < 2 || (!isArrow && text[separator] != ':' && text[separator] != '='))
        return false;
    const AssignedName found = assignedNameAt(text, separator);
    const std::string_view name = found.name.substr(found.name.rfind('.') + 1); // npos + 1 is 0
    const auto begin = static_cast<std::size_t>(found.name.data() - text.data());
    const bool isClear = found.isClear() || (text[separator] == ':' || found.hasBlanks);
    const bool isStart = found.isClear() || text.substr(0, begin).find_first_not_of(" \t-?") == kNone;
    if (name.empty() || !isClear || !isStart || !m_rules.isNamedList(name))
        return false;
    if (text[0] == '-') // behind the dash of a list
        m_indent += begin;
    m_name = name;
    m_kind = kind;
    m_isYaml = text[separator] == ':' && !found.isQuoted;
    return true;
}

/// What this line, or its end, leaves open.
void OpenValues::open(std::string_view line) {
    constexpr int kMostQuoteLines = 8, kMostLines = 1024;
    m_kind = Kind::None;
    if (openName(line)) {
        m_linesLeft = kMostLines;
        return;
    }
    FormedValues found = formedValues(line, m_rules);
    if (found.open.kind == OpenForm::None)
        return;
    m_kind = found.open.kind == OpenForm::List ? Kind::List : Kind::Quote;
    m_linesLeft = m_kind == Kind::List ? kMostLines : kMostQuoteLines;
    m_name = std::move(found.open.name);
    m_close = found.open.close;
    m_indent = firstOf(line);
}

void OpenValues::add(std::string_view line) {
    if (m_kind == Kind::None)
        return open(line);
    if (firstOf(line) == line.size()) {
        if (m_kind == Kind::Word || --m_linesLeft <= 0)
            m_kind = Kind::None;
        return;
    }
    const Part part = partOf(line);
    if (part.next == Kind::None)
        return open(line.substr(std::min(part.behind, line.size())));
    if (--m_linesLeft <= 0) {
        m_kind = Kind::None;
        return;
    }
    if (part.next == Kind::Quote && m_kind != Kind::Quote)
        m_linesLeft = 8;
    m_kind = part.next;
    m_close = part.close;
}

} // namespace fabricscope
