// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/LinePrefix.h"

#include <algorithm>

namespace fabricscope {

namespace {

constexpr std::size_t kLongestLabel = 80, kDeepestIndent = 32;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isNameCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '_';
}

std::size_t nameLength(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size() && length <= kLongestLabel && isNameCharacter(text[length]))
        ++length;
    return length <= kLongestLabel ? length : 0;
}

std::string_view withoutBlank(std::string_view text) {
    if (text.starts_with(' '))
        text.remove_prefix(1);
    return text;
}

/// " 3: text", "node01: text".
std::optional<Prefixed> labelled(std::string_view line) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    if (blanks > 8)
        return std::nullopt;
    const std::string_view text = line.substr(blanks);
    const std::size_t length = nameLength(text);
    if (length == 0 || length == text.size() || text[length] != ':')
        return std::nullopt;
    const std::string_view rest = text.substr(length + 1);
    if (!rest.empty() && rest[0] != ' ')
        return std::nullopt;
    return Prefixed{text.substr(0, length), withoutBlank(rest)};
}

/// "logs/node07.txt:text" of grep with several files.
std::optional<Prefixed> ofFile(std::string_view line) {
    std::size_t length = 0;
    bool isPath = false, hasLetter = false;
    for (; length < line.size() && length <= kLongestLabel; ++length) {
        const char c = line[length];
        if (!isNameCharacter(c) && c != '/')
            break;
        isPath = isPath || c == '.' || c == '/';
        hasLetter = hasLetter || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    if (length > kLongestLabel || !isPath || !hasLetter || length == line.size() || line[length] != ':')
        return std::nullopt;
    return Prefixed{line.substr(0, length), line.substr(length + 1)};
}

/// "[1,0]<stdout>:text"; Open MPI 5 prints "[JOB@1,0]<stdout>: text". A page or an answer may indent it.
std::optional<Prefixed> tagged(std::string_view line) {
    line.remove_prefix(std::min({line.find_first_not_of(" \t"), kDeepestIndent, line.size()}));
    const std::size_t open = std::min(line.find('<'), line.size());
    if (open > kLongestLabel || (open > 0 && line[0] != '['))
        return std::nullopt;
    for (const std::string_view stream : {std::string_view("<stdout>:"), std::string_view("<stderr>:")})
        if (line.substr(open).starts_with(stream))
            return Prefixed{line.substr(0, open), withoutBlank(line.substr(open + stream.size())),
                            line.substr(0, open + stream.size())};
    return std::nullopt;
}

/// "[0]text" of MPI launchers: each piece that a rank wrote at once begins with it.
std::optional<Prefixed> pieced(std::string_view line) {
    const std::size_t end = line.substr(0, 8).find(']');
    if (!line.starts_with('[') || end == std::string_view::npos || end < 2 ||
        !std::all_of(line.begin() + 1, line.begin() + static_cast<std::ptrdiff_t>(end), isDigit))
        return std::nullopt;
    return Prefixed{line.substr(1, end - 1), line.substr(end + 1), line.substr(0, end + 1)};
}

/// "[host] text", "[host:0]: text", "[pod/name/container] text".
std::optional<Prefixed> bracketed(std::string_view line) {
    const std::size_t end = line.substr(0, 2 * kLongestLabel).find(']');
    if (!line.starts_with('[') || end == std::string_view::npos || end < 2)
        return std::nullopt;
    const std::string_view label = line.substr(1, end - 1);
    if (!std::all_of(label.begin(), label.end(),
                     [](char c) { return isNameCharacter(c) || c == '/' || c == ':'; }) ||
        label == "RESULT") // RVS begins its own lines so
        return std::nullopt;
    for (const std::string_view behind : {std::string_view("] "), std::string_view("]: ")})
        if (line.substr(end).starts_with(behind))
            return Prefixed{label, line.substr(end + behind.size())};
    return std::nullopt;
}

/// "> text", "> > text", "  > text": a log in a reply to a mail, in a list of a page.
std::optional<Prefixed> quoted(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || begin > kDeepestIndent || line[begin] != '>')
        return std::nullopt;
    line.remove_prefix(begin);
    while (line.starts_with('>'))
        line = withoutBlank(line.substr(1));
    return Prefixed{{}, line};
}

/// "    text", "\ttext": a block of code in a page or an answer.
std::optional<Prefixed> indented(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == 0 || begin == std::string_view::npos || begin > kDeepestIndent)
        return std::nullopt;
    return Prefixed{{}, line.substr(begin)};
}

/// "worker-1  | text".
std::optional<Prefixed> barred(std::string_view line) {
    const std::size_t length = nameLength(line);
    const std::size_t bar = std::min(line.find_first_not_of(' ', length), line.size());
    if (length == 0 || bar == length || bar > length + 32 || bar == line.size() || line[bar] != '|')
        return std::nullopt;
    return Prefixed{line.substr(0, length), withoutBlank(line.substr(bar + 1))};
}

/// "| text": a log in a cell or a margin. What ends with a bar, too, is a row of a table, or a table's behind
/// it.
std::optional<Prefixed> margined(std::string_view line) {
    if (!line.starts_with('|') || (line.size() > 1 && line[1] != ' '))
        return std::nullopt;
    const std::string_view rest = withoutBlank(line.substr(1));
    const std::size_t last = rest.find_last_not_of(" \t\r");
    const bool isRow = last != std::string_view::npos && rest[last] == '|' && rest[0] != '|';
    return isRow ? std::nullopt : std::optional(Prefixed{{}, rest});
}

/// Container runtimes write "stdout F " (a full line) or "stderr P " (a part) behind the time.
std::string_view withoutStream(std::string_view text) {
    const bool stream = text.starts_with("stdout ") || text.starts_with("stderr ");
    return stream && text.size() > 9 && (text[7] == 'F' || text[7] == 'P') && text[8] == ' ' ? text.substr(9)
                                                                                             : text;
}

/// A day, a time or both, with or without brackets: "2026-11-22T13:11:54.123Z ", "[2026-11-22 13:11:54] ",
/// "13:11:54 ", and mpirun's "Sun Nov 22 13:11:54 2026".
std::optional<Prefixed> timed(std::string_view line) {
    const bool bracket = line.starts_with('[');
    std::string_view text = line.substr(bracket ? 1 : 0);
    const std::size_t colon = text.substr(0, 40).find(':');
    if (colon == std::string_view::npos || colon < 2 || text.size() < colon + 6 ||
        !isDigit(text[colon - 1]) || !isDigit(text[colon + 1]) || text[colon + 3] != ':' ||
        !isDigit(text[colon + 5]))
        return std::nullopt;
    const std::string_view day = text.substr(0, colon - 2);
    const bool iso = day.empty() || (day.size() == 11 && day[4] == '-' && day[7] == '-');
    const bool words = day.size() == 11 && day[3] == ' ' && day[7] == ' ' && isDigit(day[9]);
    const bool journal = day.size() == 7 && day[3] == ' ' && day[6] == ' ' && isDigit(day[5]);
    if (!iso && !words && !journal)
        return std::nullopt;
    std::size_t end = colon + 6;
    bool zone = false; // "+01:00"
    for (; end < text.size(); ++end) {
        const char c = text[end];
        const bool sign = (c == '+' || c == '-') && end + 1 < text.size() && isDigit(text[end + 1]);
        if (!isDigit(c) && c != '.' && c != ',' && c != 'Z' && !sign && (c != ':' || !zone))
            break;
        zone = zone || sign;
    }
    if (words && text.size() >= end + 5)
        end += 5; // the year
    text.remove_prefix(std::min(end + (bracket ? 1 : 0), text.size()));
    return Prefixed{{}, withoutStream(withoutBlank(text))};
}

/// "Nov 22 13:11:54 host unit[123]: text", "2026-11-22T13:11:54+0000 host unit[123]: text": the host is the
/// label.
std::optional<Prefixed> journalled(std::string_view line) {
    const auto behind = timed(line);
    if (!behind)
        return std::nullopt;
    std::string_view rest = behind->rest;
    const std::size_t host = nameLength(rest);
    if (host == 0 || !rest.substr(host).starts_with(" "))
        return std::nullopt;
    const std::string_view label = rest.substr(0, host);
    rest.remove_prefix(host + 1);
    rest.remove_prefix(nameLength(rest));
    if (rest.starts_with("["))
        rest.remove_prefix(std::min(rest.find(']') + 1, rest.size()));
    if (!rest.starts_with(":"))
        return std::nullopt;
    return Prefixed{label, withoutBlank(rest.substr(1))};
}

/// Removes digits from the front; empty if there are none or a zero leads them.
std::string_view takeNumber(std::string_view &text) {
    constexpr std::size_t kMostDigits = 9;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > kMostDigits || text[0] == '0')
        return {};
    const std::string_view number = text.substr(0, digits);
    text.remove_prefix(digits);
    return number;
}

/// "00.0 VGA": what precedes it is a bus, not the number of a line.
bool isDeviceAndFunction(std::string_view text) {
    return text.size() > 4 && text[2] == '.' && isDigit(text[3]) && text[4] == ' ';
}

/// `cat -n`: "     7\ttext"; `grep -n`: "7:text", "file.txt:7:text".
std::optional<Prefixed> numbered(std::string_view line) {
    std::string_view rest = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    const bool indented = rest.size() != line.size();
    if (const auto number = takeNumber(rest); !number.empty()) {
        const bool separated = rest.starts_with('\t') || (!indented && rest.starts_with(':'));
        return separated && !isDeviceAndFunction(rest.substr(1))
                   ? std::optional(Prefixed{{}, rest.substr(1), {}, number})
                   : std::nullopt;
    }
    const std::size_t name = std::min(rest.substr(0, 2 * kLongestLabel).find(':'), rest.size());
    if (indented || name == 0 || name == rest.size() || isDigit(rest[0]) ||
        !std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(name),
                     [](char c) { return isNameCharacter(c) || c == '/'; }))
        return std::nullopt;
    rest.remove_prefix(name + 1);
    const auto number = takeNumber(rest);
    return number.empty() || !rest.starts_with(':') ? std::nullopt
                                                    : std::optional(Prefixed{{}, rest.substr(1), {}, number});
}

/// `grep -n -C 2`: "12:text" of a line that was found, "11-text" of one around it; "a.txt-11-text" with its
/// file.
std::optional<Prefixed> inContext(std::string_view line) {
    if (const auto found = numbered(line))
        return found;
    std::string_view rest = line;
    if (const auto number = takeNumber(rest); !number.empty())
        return rest.starts_with('-') ? std::optional(Prefixed{{}, rest.substr(1), {}, number}) : std::nullopt;
    constexpr std::size_t kFarthest = 2 * kLongestLabel;
    const std::size_t name = std::min(line.find_first_of(" \t:"), line.size());
    for (auto at = line.find('-'); at != std::string_view::npos && at > 0 && at < std::min(name, kFarthest);
         at = line.find('-', at + 1)) {
        rest = line.substr(at + 1);
        const auto number = takeNumber(rest);
        if (!number.empty() && rest.starts_with('-'))
            return Prefixed{{}, rest.substr(1), {}, number};
    }
    return std::nullopt;
}

constexpr PrefixForm kForms[] = {
    {"tag", &tagged},
    {"time", &timed},
    {"journal", &journalled},
    {"label", &labelled},
    {"brackets", &bracketed},
    {"piece", &pieced},
    {"bar", &barred},
    {"margin", &margined, false, true},
    {"quote", &quoted, false, true},
    {"indent", &indented, true},
    {"number", &numbered, false, true},
    {"file", &ofFile},
    {"context", &inContext, false, true},
};

} // namespace

std::span<const PrefixForm> prefixForms() {
    return kForms;
}

const PrefixForm *prefixForm(std::string_view name) {
    const auto *form = std::find_if(std::begin(kForms), std::end(kForms),
                                    [&](const PrefixForm &f) { return f.name == name; });
    return form == std::end(kForms) ? nullptr : form;
}

std::optional<Prefixed> LearnedPrefix::take(std::string_view line) const {
    auto first = m_outer->take(line);
    if (!first || m_inner == nullptr)
        return first;
    auto second = m_inner->take(first->rest);
    if (second && second->label.empty())
        second->label = first->label;
    if (second && second->tag.empty())
        second->tag = first->tag;
    return second;
}

std::string withoutTags(std::string_view text, std::string_view tag) {
    const bool word = tag.ends_with(':');
    std::string plain;
    while (!text.empty()) {
        std::size_t at = text.find(tag);
        // "9[1] -> 8[0]" is text; a launcher's tag is glued to the number before it and a column follows.
        while (!word && at != std::string_view::npos &&
               (at == 0 || !isDigit(text[at - 1]) || !text.substr(at + tag.size()).starts_with("  ")))
            at = text.find(tag, at + 1);
        plain += text.substr(0, at);
        if (at == std::string_view::npos)
            break;
        text.remove_prefix(at + tag.size());
    }
    return plain;
}

} // namespace fabricscope
