// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/HostConfig.h"

#include "core/base/ShellQuote.h"
#include "remote/base/Ssh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace fabricscope::remote {

namespace {

/// Characters that need no quotes in a shell.
constexpr std::string_view kPlainCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%[]";

} // namespace

std::string HostConfig::knownName() const {
    std::string name = hostKeyAlias.empty() ? host : hostKeyAlias;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return hostKeyAlias.empty() && port != 22 ? fmt::format("[{}]:{}", name, port) : name;
}

std::string HostConfig::hostAndPort() const {
    constexpr int kUsualPort = 22;
    if (port == kUsualPort)
        return host;
    return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                               : fmt::format("[{}]:{}", host, port);
}

std::string_view HostConfig::option(std::string_view keyword) const {
    const auto found = std::find_if(options.begin(), options.end(),
                                    [keyword](const auto &option) { return option.first == keyword; });
    return found == options.end() ? std::string_view() : std::string_view(found->second);
}

std::string HostConfig::label() const {
    return fmt::format("{}@{}", user, hostAndPort());
}

std::string HostConfig::sshCommand() const {
    std::string command = "ssh";
    const auto append = [&](std::string_view option, const std::string &value) {
        const bool plain = value.find_first_not_of(kPlainCharacters) == std::string::npos;
        command += fmt::format(" {} {}", option, plain ? value : shellQuoted(value).value_or(""));
    };
    if (!configFile.empty())
        append("-F", oneLine(configFile.string()));
    for (std::size_t index = 0; index < std::min(explicitIdentities, identities.size()); ++index)
        append("-i", oneLine(identities[index].string()));
    if (!jumpOption.empty())
        append("-J", oneLine(jumpOption));
    if (port != 22)
        append("-p", std::to_string(port));
    return fmt::format("{} {}@{}", command, oneLine(user), oneLine(alias));
}

std::string HostConfig::sessionKey() const {
    const auto joined = [](const std::vector<std::filesystem::path> &files) {
        std::string text;
        for (const auto &file : files)
            text += file.string() + '\n';
        return text;
    };
    // The name of a jump host is expanded by the configuration.
    const std::string jumpNames =
        jumps.empty() ? std::string() : fmt::format("{} {}", fmt::join(jumps, ","), configFile.string());
    return fmt::format("{}@{}:{} {} {} {}\n", user, host, port, knownName(), proxyCommand, jumpNames) +
           fmt::format("{}\n{}\n{}\n{}\n{}\n", joined(identities), joined(certificates), explicitIdentities,
                       identitiesOnly, agent) +
           fmt::format("{}\n{}\n{}\n{}\n", joined(knownHosts), knownHostsToWrite.string(),
                       ownKnownHosts.string(), describe(hostKeys)) +
           fmt::format("{}\n{}\n{}\n{}\n{}\n{}", fmt::join(methods, ","), ciphers, kexAlgorithms, macs,
                       hostKeyAlgorithms, addressFamily);
}

} // namespace fabricscope::remote
