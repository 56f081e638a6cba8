// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/Command.h"

#include "core/base/ShellQuote.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fabricscope::bench {

namespace {

/// As the first word these would be shell keywords, and "a=b" an assignment.
std::string quotedProgram(std::string_view word) {
    constexpr std::array<std::string_view, 16> kReserved = {"if",   "then", "else",     "elif",  "fi", "case",
                                                            "esac", "for",  "while",    "until", "do", "done",
                                                            "in",   "time", "function", "select"};
    const bool isReserved = std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
    return isReserved || word.find('=') != std::string_view::npos ? shellQuoted(word).value_or("")
                                                                  : shellWord(word);
}

} // namespace

std::string shellLine(const Command &command) {
    std::string line;
    if (!command.directory.empty())
        line = "cd " + std::string(command.directory.starts_with('-') ? "./" : "") +
               shellWord(command.directory) + " && ";
    for (const EnvironmentValue &value : command.environment)
        line += value.name + '=' + (value.value.empty() ? std::string() : shellWord(value.value)) + ' ';
    for (std::size_t i = 0; i < command.words.size(); ++i)
        line += (i > 0 ? " " : "") + (i == 0 ? quotedProgram(command.words[i]) : shellWord(command.words[i]));
    return line;
}

std::optional<std::string> variableOf(const Command &command, std::string_view name) {
    const auto &all = command.environment;
    const auto found = std::find_if(all.rbegin(), all.rend(),
                                    [&](const EnvironmentValue &each) { return each.name == name; });
    return found != all.rend() ? std::optional(found->value) : std::nullopt;
}

std::optional<std::string> optionOf(const Command &command, std::initializer_list<std::string_view> flags) {
    const std::vector<std::string> &words = command.words;
    for (std::size_t i = words.size(); i-- > 0;)
        for (const std::string_view flag : flags) {
            if (words[i] == flag)
                return i + 1 < words.size() ? words[i + 1] : std::string();
            if (words[i].size() > flag.size() && words[i].starts_with(flag) && words[i][flag.size()] == '=')
                return words[i].substr(flag.size() + 1);
        }
    return std::nullopt;
}

} // namespace fabricscope::bench
