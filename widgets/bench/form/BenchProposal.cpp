// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/form/BenchProposal.h"

#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
constexpr std::string_view kDigits = "0123456789";

bool isName(std::string_view name) {
    return !name.empty() && kDigits.find(name.front()) == std::string_view::npos &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return kLetters.find(c) != std::string_view::npos || kDigits.find(c) != std::string_view::npos;
           });
}

template<class Take> void eachLine(std::string_view lines, const Take &take) {
    while (!lines.empty()) {
        const std::string_view line = takeUntil(lines, '\n');
        if (!trimmed(line).empty())
            take(line);
    }
}

} // namespace

std::vector<std::string> argumentsFromLines(const std::string &lines) {
    std::vector<std::string> words;
    eachLine(lines, [&](std::string_view line) { words.emplace_back(line); });
    return words;
}

std::vector<bench::EnvironmentValue> environmentFromLines(const std::string &lines, std::string &wrong) {
    std::vector<bench::EnvironmentValue> environment;
    eachLine(lines, [&](std::string_view line) {
        const std::size_t equals = line.find('=');
        const std::string_view name = trimmed(line.substr(0, equals));
        if (equals == std::string_view::npos || !isName(name))
            wrong = std::string(line);
        else
            environment.push_back({std::string(name), std::string(line.substr(equals + 1))});
    });
    return environment;
}

BenchProposal plainProposal(const BenchRequest &ask) {
    BenchProposal proposal;
    proposal.spec.tool = ask.tool;
    proposal.spec.test = ask.test;
    proposal.spec.host = ask.host;
    bench::Command &command = proposal.spec.command;
    if (!ask.test.empty())
        command.words.push_back(ask.test);
    command.environment = ask.environment;
    for (const auto &[flag, value] : ask.options) {
        if (flag.ends_with('=')) { // a variable of the environment
            command.environment.push_back({flag.substr(0, flag.size() - 1), value});
            continue;
        }
        command.words.push_back(flag);
        command.words.push_back(value);
    }
    return proposal;
}

} // namespace fabricscope::widgets
