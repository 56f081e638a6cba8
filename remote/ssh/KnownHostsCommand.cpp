// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/KnownHostsCommand.h"

#include "remote/process/ChildProcess.h"

#include <fmt/format.h>

#include <chrono>
#include <sstream>

namespace fabricscope::remote {

namespace {

constexpr std::chrono::seconds kCommandLimit{30}; // it may ask a server
constexpr std::size_t kMaxBytes = 16 << 20;

tl::unexpected<Failure> commandFailure(std::string why) {
    return tl::unexpected(Failure{FailureKind::Config, Stage::HostKey,
                                  fmt::format("KnownHostsCommand failed: {}", why),
                                  "run the command in a terminal"});
}

} // namespace

std::optional<std::vector<std::string>> splitArguments(std::string_view command) {
    std::vector<std::string> words;
    bool within = false;
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (quote == 0 && (c == ' ' || c == '\t')) {
            within = false;
            continue;
        }
        if (!within) {
            words.emplace_back();
            within = true;
        }
        const char next = i + 1 < command.size() ? command[i + 1] : '\0';
        if (c == '\\' && (next == '\'' || next == '"' || next == '\\' || (quote == 0 && next == ' '))) {
            words.back() += next;
            ++i;
        } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
            quote = quote != 0 ? '\0' : c;
        } else {
            words.back() += c;
        }
    }
    return quote == 0 ? std::optional(words) : std::nullopt;
}

tl::expected<std::vector<KnownKey>, Failure> runKnownHostsCommand(const HostKeyPolicy &policy,
                                                                  const std::string &host, ssh_key offered,
                                                                  const std::function<bool()> &cancelled) {
    auto argv = splitArguments(policy.knownHostsCommand);
    if (!argv)
        return commandFailure("unterminated quote");
    if (argv->empty() || !argv->front().starts_with('/'))
        return commandFailure("the path of its program is not absolute");
    Tokens tokens = policy.tokens;
    tokens['H'] = host;
    tokens['I'] = offered != nullptr ? "HOSTNAME" : "ORDER";
    tokens['t'] = offered != nullptr ? keyTypeName(offered) : "NONE";
    tokens['f'] = offered != nullptr ? fingerprint(offered) : "NONE";
    tokens['K'] = offered != nullptr ? publicKeyText(offered) : "NONE";
    for (std::size_t i = 1; i < argv->size(); ++i) {
        const auto expanded = expandTokens((*argv)[i], tokens);
        if (!expanded)
            return commandFailure("unknown % token");
        (*argv)[i] = *expanded;
    }
    const auto ran = runToEnd(*argv, kCommandLimit, cancelled, kMaxBytes);
    if (!ran)
        return commandFailure(ran.error().what);
    if (ran->status != 0)
        return commandFailure(fmt::format("{} exited with status {}: {}", oneLine(argv->front()), ran->status,
                                          oneLine(ran->err)));
    std::istringstream lines(ran->out);
    return knownKeysIn(lines, host, "KnownHostsCommand");
}

} // namespace fabricscope::remote
