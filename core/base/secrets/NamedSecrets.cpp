// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/NamedSecrets.h"

#include "core/base/Text.h"
#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/StatementSecrets.h"
#include "core/base/secrets/ValueSpan.h"

#include <algorithm>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr std::string_view kCdata = "<![CDATA[";

std::string_view withoutBlanks(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
    return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::string_view textOf(std::string_view line, const NameValueEntry &entry) {
    return withoutBlanks(line.substr(entry.text.begin, entry.text.end - entry.text.begin));
}

/// Whether an object ends between two entries of a line.
bool isEndedBetween(std::string_view line, std::size_t from, std::size_t to) {
    return from < to && line.substr(from, to - from).find('}') != kNone;
}

/// The last word of a line that `\` continues, if it is an option.
std::string_view lastOption(std::string_view body) {
    const std::string_view word = body.substr(body.find_last_of(kBlanks) + 1); // npos + 1 is 0
    const std::size_t name = word.find_first_not_of('-');
    return name == 0 || name == kNone || word.find_first_of("=:") != kNone ? std::string_view()
                                                                           : word.substr(name);
}

/// "--token" in a line of its own of a list: "\"--token\",", "- --token", "- \"--token\"".
std::string_view listedOption(std::string_view text) {
    const bool isYaml = text.starts_with("- ");
    const bool isListed = text.ends_with("\",") || text.ends_with("',");
    if (!isYaml && !isListed)
        return {};
    text.remove_suffix(text.ends_with(',') ? 1 : 0);
    if (!text.empty() && (text.back() == '"' || text.back() == '\''))
        text.remove_suffix(1);
    const std::string_view word = text.substr(text.find_last_of(" \t\"',[") + 1); // npos + 1 is 0
    const std::size_t name = word.find_first_not_of('-');
    return !word.starts_with('-') || name == kNone || word.find_first_of("=:") != kNone ? std::string_view()
                                                                                        : word.substr(name);
}

/// The name of "db.password = X", a line of settings; of "TOKEN=X command", a line of a shell, none.
std::string_view settingOf(std::string_view text) {
    const std::size_t separator = text.find_first_of("=:");
    if (separator == kNone)
        return {};
    const AssignedName found = assignedNameAt(text, separator);
    const auto begin = static_cast<std::size_t>(found.name.data() - text.data());
    const bool isSetting = found.hasBlanks || found.value > separator + 1 || text[separator] == ':' ||
                           found.name.find('.') != kNone;
    return isSetting && isLineStart(text, begin) ? found.name : std::string_view();
}

/// Where the text of an element ends in a line that continues it.
std::size_t endOfElement(std::string_view line, std::size_t begin) {
    return std::min({line.find("</", begin), line.find("]]>", begin), line.size()});
}

} // namespace

/// The part of the line that continues a value of the line before.
SecretSpan NamedSecrets::continued(std::string_view line) const {
    const std::string_view text = withoutBlanks(line);
    if (text.empty())
        return {};
    const auto begin = static_cast<std::size_t>(text.data() - line.data());
    const std::size_t end = begin + text.size();
    switch (m_next) {
    case Next::Any:
    case Next::Name:
        break;
    case Next::Text:
        return {begin, end - (text.ends_with('\\') ? 1 : 0)};
    case Next::Word:
        return {begin, std::min(line.find_first_of(kBlanks, begin), end)};
    case Next::Item: {
        const std::size_t first = line.find_first_not_of(" \t-", begin);
        if (first == kNone || (line[begin] == '-' && first == begin + 1) ||
            isPlaceholderValue(line.substr(first)))
            break;
        const ValueSpan value = valueAt(line, first, " \t\r\n,]");
        return {value.begin, std::min(value.end, std::max(value.begin, end))};
    }
    case Next::Quoted:
        if (const auto quoted = quotedValueAt(line, begin))
            return {quoted->begin, std::min(quoted->end, std::max(quoted->begin, end))};
        break;
    case Next::Block:
        return begin > m_indent ? SecretSpan{begin, end} : SecretSpan{};
    case Next::Element: {
        const std::size_t from = begin + (text.starts_with(kCdata) ? kCdata.size() : 0);
        if (line.substr(from, 1) == "<")
            return {};
        return {from, std::max(from, std::min(endOfElement(line, from), end))};
    }
    }
    return {};
}

bool NamedSecrets::isNamedSecret(std::string_view name) const {
    return isOneWord(name) && m_isSecret(name);
}

bool NamedSecrets::isSecret(std::string_view name, std::string_view value) const {
    return !value.empty() && value.find_first_not_of('*') != kNone && isNamedSecret(name) &&
           !m_isHarmless(name, value);
}

/// Whether the value that begins there is in the same object as the name of a line before.
bool NamedSecrets::isOfLastName(std::string_view line, std::size_t value) const {
    return !m_name.empty() && !leavesObject(line.substr(0, value)) &&
           (m_nameColumn == 0 || columnOfKey(line) >= m_nameColumn);
}

/// The name of this value: before it, or else behind it in the same object, or else in the lines before.
std::string_view NamedSecrets::nameOf(std::string_view line, const Entries &entries,
                                      std::size_t value) const {
    if (value > 0 && entries[value - 1].isName)
        return isEndedBetween(line, entries[value - 1].text.end, entries[value].text.begin)
                   ? std::string_view()
                   : textOf(line, entries[value - 1]);
    if (value + 1 < entries.size() && entries[value + 1].isName &&
        !isEndedBetween(line, entries[value].text.end, entries[value + 1].text.begin))
        return textOf(line, entries[value + 1]);
    return value == 0 && isOfLastName(line, entries[0].text.begin) ? std::string_view(m_name)
                                                                   : std::string_view();
}

NamedSecrets::Found NamedSecrets::in(std::string_view line) const {
    Found all = ofEntries(line);
    for (const Found &more : {m_tables.in(line), m_documents.in(line), statementSecrets(line, m_isSecret)}) {
        all.spans.insert(all.spans.end(), more.spans.begin(), more.spans.end());
        all.wait(more.settled);
    }
    std::sort(all.spans.begin(), all.spans.end(),
              [](const SecretSpan &a, const SecretSpan &b) { return a.begin < b.begin; });
    Found found{{}, all.settled};
    for (const SecretSpan &span : all.spans)
        if (found.spans.empty() || span.begin >= found.spans.back().end)
            found.spans.push_back(span);
        else
            found.spans.back().end = std::max(found.spans.back().end, span.end);
    return found;
}

NamedSecrets::Found NamedSecrets::ofEntries(std::string_view line) const {
    Found found{{}, line.size()};
    if (const SecretSpan span = continued(line); span.end > span.begin) {
        found.spans.push_back(span);
        const bool isOfLine =
            m_next != Next::Word && m_next != Next::Quoted && m_next != Next::Item; // to the end of it
        const std::size_t behind = isOfLine ? line.find_first_not_of(" \t\r\\", span.end) : span.end;
        const bool mayContinue =
            (m_next == Next::Quoted || m_next == Next::Item) && span.end + 4 >= line.size(); // 'a'"'"'b'
        found.settled = behind == kNone || behind == line.size() || mayContinue ? span.begin : found.settled;
        return found;
    }
    if (m_next != Next::Any && withoutBlanks(line).empty())
        return found;
    const Entries entries = nameValueEntries(line);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const SecretSpan &text = entries[i].text;
        if (entries[i].isName)
            continue;
        if (isSecret(nameOf(line, entries, i), line.substr(text.begin, text.end - text.begin)))
            found.spans.push_back(text);
        const bool isLast = i + 1 == entries.size();
        const bool isNamedBehind = !isLast && entries[i + 1].isName &&
                                   entries[i + 1].text.end == line.size() &&
                                   !isEndedBetween(line, text.end, entries[i + 1].text.begin);
        const bool mayContinue = isNamedBehind || (isLast && line.find('}', text.end) == kNone);
        if (mayContinue || text.end == line.size())
            found.settled = std::min(found.settled, text.begin);
    }
    if (const std::size_t last = line.find_last_not_of(kBlanks); last != kNone && line[last] == '>')
        found.settled = std::min(found.settled, last + 1); // the text of an element may begin with blanks
    return found;
}

/// Of a line that ends with `\`.
NamedSecrets::Next NamedSecrets::nextOfContinued(std::string_view text) const {
    constexpr std::size_t kLongestKey = 64;
    if (m_next == Next::Text)
        return Next::Text;
    const std::string_view body = text.substr(0, text.size() - 1);
    const std::string_view words = withoutBlanks(body);
    const std::size_t separator = words.find_last_of("=:");
    const bool isEmpty = separator != kNone && separator + 1 == words.size();
    const bool isAttached =
        separator != kNone && body.size() == words.size() && words.find_first_of(kBlanks, separator) == kNone;
    if (isEmpty || isAttached) {
        const std::string_view name = assignedNameAt(words, separator).name;
        return name.size() <= kLongestKey && isNamedSecret(name) ? Next::Text : Next::Any;
    }
    if (isNamedSecret(settingOf(words)))
        return Next::Text;
    return isNamedSecret(lastOption(words)) ? Next::Word : Next::Any;
}

/// Of a line with nothing but the tag that opens an element.
NamedSecrets::Next NamedSecrets::nextOfElement(std::string_view line, const Entries &entries) const {
    const std::string_view word = openedElement(line);
    if (word.empty())
        return Next::Any;
    if (isNameWord(word))
        return Next::Name;
    const bool isOfName = isValueWord(word) && !m_name.empty();
    const bool hasName = entries.size() == 1 && entries[0].isName && isNamedSecret(textOf(line, entries[0]));
    return isOfName || hasName || isNamedSecret(word) ? Next::Element : Next::Any;
}

/// What a value that this line leaves open makes of the next one.
NamedSecrets::Next NamedSecrets::nextOf(std::string_view line, const Entries &entries) const {
    const std::string_view text = withoutBlanks(line);
    if (text.ends_with('\\'))
        return nextOfContinued(text);
    if (isNamedSecret(listedOption(text)))
        return Next::Item;
    if (text.ends_with("\":"))
        return isNamedSecret(assignedNameAt(text, text.size() - 1).name) ? Next::Quoted : Next::Any;
    if (text.ends_with('>') || text.ends_with(kCdata))
        if (const Next next = nextOfElement(text, entries); next != Next::Any)
            return next;
    const std::size_t mark = text.find_last_not_of("0123456789+-");
    if (mark == kNone || (text[mark] != '|' && text[mark] != '>'))
        return Next::Any;
    const std::size_t separator = text.substr(0, mark).find_last_not_of(" \t");
    if (separator == kNone || text[separator] != ':' || separator + 1 == mark)
        return Next::Any;
    const bool isValue = entries.size() == 1 && !entries[0].isName && !m_name.empty();
    return isValue || isNamedSecret(assignedNameAt(text, separator).name) ? Next::Block : Next::Any;
}

void NamedSecrets::setName(std::string_view name) {
    constexpr int kNameLines = 8;
    m_name = isNamedSecret(name) ? name : std::string_view();
    m_nameLines = kNameLines;
}

/// The name of a value in the next lines.
void NamedSecrets::remember(std::string_view line, const Entries &entries) {
    if (m_next == Next::Name) {
        setName(withoutBlanks(line.substr(0, line.find('<'))));
        m_nameColumn = 0;
    } else if (!entries.empty() && entries.back().isName) {
        setName(textOf(line, entries.back()));
        m_nameColumn = columnOfKey(line);
    } else if (!m_name.empty()) {
        const bool isOther = leavesObject(line) || (m_nameColumn > 0 && columnOfKey(line) < m_nameColumn);
        if (!entries.empty() || isOther || isValueWord(openedElement(line)) || --m_nameLines == 0)
            m_name.clear();
    }
}

void NamedSecrets::add(std::string_view line) {
    m_tables.add(line);
    m_documents.add(line);
    constexpr int kMostBlockLines = 256, kMostElementLines = 16;
    const std::size_t indent = line.find_first_not_of(" \t");
    if (withoutBlanks(line).empty())
        return;
    if (m_next == Next::Block && indent > m_indent && --m_linesLeft > 0)
        return;
    if (const SecretSpan span = m_next == Next::Element ? continued(line) : SecretSpan();
        span.end > span.begin)
        if (endOfElement(line, span.begin) == line.size() && --m_linesLeft > 0)
            return;
    const Entries entries = nameValueEntries(line);
    const Next next = nextOf(line, entries);
    remember(line, entries);
    m_next = next;
    m_indent = next == Next::Block ? line.find_first_not_of(" \t-") : 0;
    m_linesLeft = next == Next::Block ? kMostBlockLines : kMostElementLines;
}

} // namespace fabricscope
