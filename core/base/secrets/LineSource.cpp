// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/LineSource.h"

#include "core/base/LinePrefix.h"

#include <algorithm>
#include <array>
#include <optional>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// "(Worker pid=7, ip=10.0.0.1) text" of Ray.
std::optional<Prefixed> ofProcess(std::string_view line) {
    constexpr std::size_t kLongest = 96;
    const std::size_t end = line.substr(0, kLongest).find(')');
    if (!line.starts_with('(') || end == kNone || line.substr(0, end).find("pid=") == kNone ||
        !line.substr(end + 1).starts_with(' '))
        return std::nullopt;
    return Prefixed{line.substr(1, end - 1), line.substr(end + 2)};
}

/// "[default0]:text", "[rank0]:text" of torchrun.
std::optional<Prefixed> ofRank(std::string_view line) {
    constexpr std::size_t kLongest = 64;
    const std::size_t end = line.substr(0, kLongest).find("]:");
    if (!line.starts_with('[') || end == kNone || line.substr(0, end).find_first_of(" \"'{},") != kNone)
        return std::nullopt;
    std::string_view rest = line.substr(end + 2);
    rest.remove_prefix(rest.starts_with(' ') ? 1 : 0);
    return Prefixed{line.substr(1, end - 1), rest};
}

/// "INFO ", "[INFO] ", "WARNING: " behind a time.
std::optional<Prefixed> ofLevel(std::string_view line) {
    constexpr std::array<std::string_view, 9> kLevels = {"INFO",  "WARNING", "WARN",  "ERROR",   "DEBUG",
                                                         "TRACE", "NOTICE",  "FATAL", "CRITICAL"};
    const std::string_view word = line.substr(line.starts_with('[') ? 1 : 0);
    for (const std::string_view level : kLevels) {
        if (!word.starts_with(level))
            continue;
        std::size_t begin = level.size();
        begin += word.size() > begin && (word[begin] == ']' || word[begin] == ':') ? 1 : 0;
        if (word.substr(begin).starts_with(' '))
            return Prefixed{{}, word.substr(begin + 1)};
    }
    return std::nullopt;
}

struct Form {
    std::string_view name;
    std::optional<Prefixed> (*take)(std::string_view line);
    bool isBehindTime = false;
};
// To add a prefix of lines, add a row; those of logs that are read are in core/base/LinePrefix.cpp.
constexpr Form kForms[] = {{"rank", &ofRank}, {"process", &ofProcess}, {"level", &ofLevel, true}};
// Of core/base/LinePrefix.cpp; a word and a line's number are ambiguous.
constexpr std::string_view kKnown[] = {"tag",   "journal", "time",   "brackets",
                                       "piece", "bar",     "margin", "quote"};

struct Taken {
    Prefixed prefixed;
    std::string_view form;
};
/// "2026-11-30 12:00:01 app password:" may be of a journal or have a name of its own.
bool isSure(std::string_view line, std::string_view form, const Prefixed &found) {
    const std::string_view prefix = line.substr(0, line.size() - found.rest.size());
    return form != "journal" || prefix.ends_with("]: ") || prefix.ends_with("kernel: ") ||
           !isDigit(line[line[0] == '[' ? 1 : 0]);
}
std::optional<Taken> take(std::string_view line, bool isBehindTime) {
    for (const Form &form : kForms)
        if (!form.isBehindTime || isBehindTime)
            if (const auto found = form.take(line))
                return Taken{*found, form.name};
    for (const std::string_view name : kKnown)
        if (const PrefixForm *form = prefixForm(name))
            if (const auto found = form->take(line); found && isSure(line, name, *found))
                return Taken{*found, name};
    return std::nullopt;
}

} // namespace

LineSource lineSourceOf(std::string_view line) {
    constexpr int kMostNested = 4;
    static const PrefixForm *const labelled = prefixForm("label");
    LineSource source;
    const std::string_view near = line.substr(0, kLongestLinePrefix);
    std::string_view rest = near;
    bool isBehindTime = false;
    for (int i = 0; i < kMostNested; ++i) {
        std::optional<Taken> found = take(rest, isBehindTime);
        bool isWord = false;
        if (!found && labelled != nullptr) {
            const auto label = labelled->take(rest);
            if (!label || label->label.starts_with('-'))
                break;
            isWord = !std::all_of(label->label.begin(), label->label.end(), isDigit);
            found = Taken{*label, labelled->name};
        }
        if (!found)
            break;
        isBehindTime = isBehindTime || found->form == "time";
        const std::string_view behind = found->prefixed.rest;
        if (isWord) { // what follows may be its value
            source.wordKey = source.key + std::string(found->prefixed.label) + '\n';
            source.wordBegin = near.size() - behind.size();
            break;
        }
        if (found->form != "level") {
            source.key += found->form;
            source.key += found->prefixed.label;
            source.key += '\n';
        }
        rest = behind;
    }
    source.begin = near.size() - rest.size();
    return source;
}

} // namespace fabricscope
