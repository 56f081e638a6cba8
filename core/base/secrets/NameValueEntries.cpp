// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/NameValueEntries.h"

#include "core/base/Text.h"
#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/ValueSpan.h"

#include <algorithm>
#include <optional>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;

// To add a form of name and value, add a word.
constexpr std::string_view kNameWords[] = {"name", "key", "parameterkey", "variable"};
constexpr std::string_view kValueWords[] = {"value", "val", "parametervalue", "string"};
constexpr std::string_view kString = "string"; // of a property list in XML alone
constexpr std::size_t kLongestTag = 256;
constexpr std::string_view kHidden[] = {"(not kept)",
                                        "***"}; // what runs and captures have in place of a secret
constexpr std::string_view kCdata = "<![CDATA[", kCdataEnd = "]]>";

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

bool isLetter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

bool startsWith(std::string_view text, std::string_view word) { // in lower case
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

bool isOneOf(std::string_view word, const std::string_view (&words)[4]) {
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view each) {
        return word.size() == each.size() && startsWith(word, each);
    });
}

/// The value behind a separator, without quotes. A value of YAML extends to the end of its line.
SecretSpan valueBehind(std::string_view line, std::size_t begin, bool isWholeLine) {
    for (const std::string_view hidden : kHidden)
        if (line.substr(begin).starts_with(hidden))
            return {begin, begin + hidden.size()};
    const ValueSpan value = valueAt(line, begin, " \t\r,;}>\"'<");
    if (!isWholeLine || value.begin != begin || line.substr(begin, 1) == "\"" || line.substr(begin, 1) == "'")
        return value;
    const std::size_t end = line.find_last_not_of(" \t\r\n\v\f") + 1; // npos + 1 is 0
    return {begin, std::max(begin, end)};
}

/// The text of the element whose tag ends here; of a name or value, or of a tag with a name.
std::optional<NameValueEntry> elementAt(std::string_view line, std::size_t close) {
    const std::size_t from = close - std::min(close, kLongestTag);
    const std::size_t open = line.substr(from, close - from).rfind('<');
    if (open == kNone)
        return std::nullopt;
    const std::string_view tag = line.substr(from + open + 1, close - from - open - 1);
    const std::string_view word = tag.substr(0, tag.find_first_of(" \t"));
    const bool isName = isNameWord(word);
    const bool hasName = tag.find("name=") != kNone || tag.find("key=") != kNone;
    if (tag.empty() || tag.ends_with('/') || (!isName && !hasName && !isValueWord(word)))
        return std::nullopt;
    const SecretSpan text = elementText(line, close + 1);
    if (trimmed(line.substr(text.begin, text.end - text.begin)).empty())
        return std::nullopt;
    return NameValueEntry{isName, text};
}

} // namespace

bool isOneWord(std::string_view name) {
    constexpr std::size_t kLongest = 128;
    return !name.empty() && name.size() <= kLongest && std::all_of(name.begin(), name.end(), [](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    });
}

bool isNameWord(std::string_view word) {
    return isOneOf(word, kNameWords);
}

bool isValueWord(std::string_view word) {
    return isOneOf(word, kValueWords);
}

SecretSpan elementText(std::string_view line, std::size_t begin) {
    const std::size_t first =
        std::min(line.find_first_not_of(" \t", std::min(begin, line.size())), line.size());
    if (line.substr(first).starts_with(kCdata)) {
        const std::size_t text = first + kCdata.size();
        return {text, std::min(line.find(kCdataEnd, text), line.size())};
    }
    return {begin, std::min(line.find('<', begin), line.size())};
}

std::vector<NameValueEntry> nameValueEntries(std::string_view line) {
    std::vector<NameValueEntry> entries;
    std::size_t valueEnd = 0;
    for (auto at = line.find_first_of("=:>"); at != kNone; at = line.find_first_of("=:>", at + 1)) {
        if (at < valueEnd) // within a value
            continue;
        if (line[at] == '>') {
            if (const auto element = elementAt(line, at)) {
                entries.push_back(*element);
                valueEnd = element->text.end;
            }
            continue;
        }
        const AssignedName found = assignedNameAt(line, at);
        const bool isName = isNameWord(found.name);
        if (!isName && (!isValueWord(found.name) || startsWith(found.name, kString)))
            continue;
        const auto first = static_cast<std::size_t>(found.name.data() - line.data());
        entries.push_back(
            {isName, valueBehind(line, found.value, line[at] == ':' && isLineStart(line, first))});
        valueEnd = entries.back().text.end;
    }
    return entries;
}

bool mayBeginWithValue(std::string_view beginning) {
    const std::size_t begin = std::min(beginning.find_first_not_of(" \t-{,\"'<:\\"), beginning.size());
    std::size_t end = begin;
    while (end < beginning.size() && isLetter(beginning[end]))
        ++end;
    const std::string_view word = beginning.substr(begin, end - begin);
    if (end < beginning.size())
        return isValueWord(word);
    return std::any_of(std::begin(kValueWords), std::end(kValueWords), [&](std::string_view each) {
        return word.size() <= each.size() && startsWith(word, each.substr(0, word.size()));
    });
}

std::string_view openedElement(std::string_view line) {
    std::string_view text = trimmed(line);
    if (text.ends_with(kCdata))
        text = trimmed(text.substr(0, text.size() - kCdata.size()));
    if (!text.starts_with('<') || !text.ends_with('>') || text.size() < 3 || text.size() > kLongestTag)
        return {};
    const std::string_view tag = text.substr(1, text.size() - 2);
    const bool isOpening = isLetter(tag[0]) && !tag.ends_with('/') && tag.find_first_of("<>") == kNone;
    return isOpening ? tag.substr(0, tag.find_first_of(" \t")) : std::string_view();
}

bool leavesObject(std::string_view text) {
    const std::string_view begin = trimmed(text);
    if (begin.starts_with("</"))
        return !isNameWord(begin.substr(2, std::min(begin.find('>'), begin.size()) - 2));
    return begin == "-" || begin.starts_with("- ") || text.find_first_of("{}") != kNone;
}

std::size_t columnOfKey(std::string_view line) {
    const std::size_t column = std::min(line.find_first_not_of(" \t-"), line.size());
    return column < line.size() && isLetter(line[column]) && line.find('{') == kNone ? column : 0;
}

} // namespace fabricscope
