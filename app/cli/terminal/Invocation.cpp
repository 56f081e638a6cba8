// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/Invocation.h"

#include "core/bench/command/Secrets.h"

#include <array>
#include <cstring>
#include <string_view>

namespace fabricscope::app::cli {

namespace {

std::chrono::steady_clock::time_point g_startTime;
std::vector<std::string> g_commandLine;

/// Options with a NAME=VALUE for the environment.
constexpr std::array<std::string_view, 2> kEnvironmentOptions = {"--set", "--env"};

/// "NAME=VALUE" after such an option, in this word or as this word; nullptr if there is none.
char *settingOf(std::string_view before, char *word) {
    for (const std::string_view option : kEnvironmentOptions) {
        if (before == option)
            return word;
        const std::string_view here = word;
        if (here.size() > option.size() && here.starts_with(option) && here[option.size()] == '=')
            return word + option.size() + 1;
    }
    return nullptr;
}

/// Every user can read the arguments of a process (ps, /proc). Overwrites the values of `--set NAME=VALUE`
/// and `--env NAME=VALUE`, and all other secrets (core/bench/command/Secrets.h), also those in a tool's own
/// arguments.
void hideSecrets(int argc, char **argv) {
    for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
        char *value = settingOf(argv[i - 1], argv[i]);
        if (value != nullptr && (value = std::strchr(value, '=')) != nullptr)
            std::memset(value + 1, 'x', std::strlen(value + 1));
    }
    bench::Command command;
    command.words.assign(argv + 1, argv + argc);
    for (const std::string &secret : bench::secretValuesOf(command))
        for (int i = 1; i < argc; ++i)
            for (char *at = argv[i]; (at = std::strstr(at, secret.c_str())) != nullptr; at += secret.size())
                std::memset(at, 'x', secret.size());
}

} // namespace

void storeStartTime() {
    g_startTime = std::chrono::steady_clock::now();
}

std::chrono::steady_clock::time_point startTime() {
    return g_startTime;
}

void storeCommandLine(int argc, char **argv) {
    g_commandLine.assign(argv, argv + argc);
    hideSecrets(argc, argv);
}

const std::vector<std::string> &commandLine() {
    return g_commandLine;
}

} // namespace fabricscope::app::cli
