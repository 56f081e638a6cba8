// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/AssignedName.h"

#include "core/base/secrets/HarmlessValues.h"

#include <algorithm>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::size_t kMostBlanks = 32, kLongestName = 128, kMostBackslashes = 15;

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

bool isNameCharacter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

std::size_t withoutBlanksBefore(std::string_view text, std::size_t end) {
    std::size_t at = end;
    while (at > 0 && end - at <= kMostBlanks && isBlank(text[at - 1]))
        --at;
    return at;
}

std::size_t behindBlanks(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(" \t", std::min(at, text.size())), text.size());
}

bool endsWithQuote(std::string_view text, std::size_t end) {
    return end > 0 && (text[end - 1] == '"' || text[end - 1] == '\'');
}

/// Without the quote that ends here, and its backslashes in JSON within JSON.
std::size_t withoutQuoteBefore(std::string_view text, std::size_t end) {
    if (!endsWithQuote(text, end))
        return end;
    std::size_t at = end - 1;
    while (at > 0 && end - at <= kMostBackslashes && text[at - 1] == '\\')
        --at;
    return at;
}

std::string_view nameBefore(std::string_view text, std::size_t end) {
    std::size_t begin = end;
    while (begin > 0 && end - begin < kLongestName && isNameCharacter(text[begin - 1]))
        --begin;
    return text.substr(begin, end - begin);
}

std::size_t beginOf(std::string_view text, std::string_view name) {
    return static_cast<std::size_t>(name.data() - text.data());
}

/// The name in ["name"], [:name] of Ruby or {name} of Perl, which ends here.
std::string_view subscriptBefore(std::string_view text, std::size_t end) {
    const char open = text[end - 1] == ']' ? '[' : '{';
    const std::size_t nameEnd = withoutQuoteBefore(text, end - 1);
    const std::string_view name = nameBefore(text, nameEnd);
    const bool isQuoted = nameEnd != end - 1;
    std::size_t begin = withoutQuoteBefore(text, beginOf(text, name));
    const bool isSymbol = !isQuoted && begin > 0 && text[begin - 1] == ':';
    begin -= isSymbol ? 1 : 0;
    const bool isBare = !isQuoted && !isSymbol;
    if (name.empty() || begin == 0 || text[begin - 1] != open || (isBare && open == '['))
        return {};
    return name;
}

} // namespace

AssignedName assignedNameAt(std::string_view text, std::size_t separator) {
    AssignedName found;
    found.isArrow = text.substr(separator, 2) == "=>";
    found.value = behindBlanks(text, separator + (found.isArrow ? 2 : 1));
    std::size_t end = separator;
    if (text[separator] == '=' && end > 0 && std::string_view(":?+").find(text[end - 1]) != kNone)
        --end; // "PASSWORD := x"
    const std::size_t nameEnd = withoutBlanksBefore(text, end);
    found.hasBlanks = nameEnd != end;
    if (nameEnd > 0 && text[separator] == '=' && (text[nameEnd - 1] == ']' || text[nameEnd - 1] == '}')) {
        found.name = subscriptBefore(text, nameEnd);
        found.isSubscript = !found.name.empty();
        return found;
    }
    found.isQuoted = endsWithQuote(text, nameEnd);
    found.name = nameBefore(text, withoutQuoteBefore(text, nameEnd));
    const std::size_t begin = beginOf(text, found.name);
    const bool isQuestion = !found.isQuoted && begin > 0 && endsWithQuote(text, begin) &&
                            found.value > separator + 1 && found.value < text.size() &&
                            text[found.value] == text[begin - 1];
    if (isQuestion ||
        (text[separator] == ':' && !found.isQuoted && isParserMessage(text, begin, found.value)))
        found.name = {}; // "Password: ", a text of its own
    return found;
}

AssignedName pairedNameAt(std::string_view text, std::size_t comma) {
    AssignedName found;
    const std::size_t end = withoutBlanksBefore(text, comma);
    if (!endsWithQuote(text, end))
        return found;
    const std::string_view name = nameBefore(text, withoutQuoteBefore(text, end));
    const std::size_t begin = beginOf(text, name), quote = withoutQuoteBefore(text, begin);
    const std::size_t open = withoutBlanksBefore(text, quote);
    if (name.empty() || quote == begin || open == 0 || text[open - 1] != '(')
        return found;
    found.value = behindBlanks(text, comma + 1);
    found.isQuoted = true;
    found.name = name;
    return found;
}

bool isVariableName(std::string_view value) {
    return value.find('_') != kNone && std::all_of(value.begin(), value.end(), [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
}

Setter setterBefore(std::string_view text, std::size_t name) {
    constexpr std::string_view kWords[] = {"setenv", "setx", "-x",    "-gx",          "-Ux",
                                           "-lx",    "-env", "-genv", "fastcgi_param"};
    constexpr std::string_view kLines[] = {"ENV", "SetEnv"};
    const std::size_t end = withoutBlanksBefore(text, name);
    if (end == name)
        return Setter::None;
    std::size_t begin = end;
    while (begin > 0 && end - begin < kMostBlanks && (isNameCharacter(text[begin - 1])))
        --begin;
    const std::string_view word = text.substr(begin, end - begin);
    if (std::find(std::begin(kLines), std::end(kLines), word) != std::end(kLines))
        return Setter::Line;
    if (std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords))
        return Setter::None;
    const bool isFish = word[0] == '-' && !word.ends_with("env"); // an option of `set`, not of mpiexec
    const std::string_view before = text.substr(0, withoutBlanksBefore(text, begin));
    return !isFish || before.ends_with("set") ? Setter::Word : Setter::None;
}

bool isLineStart(std::string_view line, std::size_t at) {
    return line.substr(0, at).find_first_not_of(" \t-") == kNone;
}

} // namespace fabricscope
