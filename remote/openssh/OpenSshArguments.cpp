// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/OpenSshArguments.h"

#include "core/base/ShellQuote.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

/// Settings that a configuration may have and that no ssh of ours may use.
constexpr const char *kOff[] = {"ClearAllForwardings=yes", "RemoteCommand=none", "RequestTTY=no",
                                "BatchMode=no"};
/// Likewise for a connection of this program alone. The user's own master continues after us: what it may
/// forward is available to the user's later `ssh`.
constexpr const char *kOffForOwnMaster[] = {"ForwardAgent=no", "ForwardX11=no", "Tunnel=no",
                                            "PermitLocalCommand=no"};

/// A path as a word of a list in the syntax of the configuration.
std::string quoted(const std::filesystem::path &path) {
    std::string word = "\"";
    for (const char c : path.string()) {
        if (c == '%') // else a token
            word += '%';
        if (c == '"' || c == '\\')
            word += '\\';
        word += c;
    }
    return word + '"';
}

std::string knownHostsOption(const HostConfig &config, const std::filesystem::path &first) {
    std::vector<std::string> words;
    if (!first.empty())
        words.push_back(quoted(first));
    for (const auto &file : config.knownHosts)
        if (const std::string word = quoted(file); std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(word);
    return fmt::format("UserKnownHostsFile={}", fmt::join(words, " "));
}

/// Through a jump host that is logged in already: no prompts and no configuration; if that session has ended,
/// it does not log in again.
std::optional<std::string> proxyOption(const std::filesystem::path &socket) {
    const auto path = shellQuoted(socket.string());
    if (!path || path->find_first_of("%$") != std::string::npos) // both ssh would expand those
        return std::nullopt;
    return fmt::format("ProxyCommand=ssh -F /dev/null -S {} -o ControlMaster=no -o ProxyCommand=false "
                       "-o BatchMode=yes -W '[%h]:%p' -- jump",
                       *path);
}

/// The proxy settings of the configuration, or -J, were already given by `set`: ssh accepts only one of them.
std::vector<std::string> withoutJump(const std::vector<std::string> &arguments) {
    std::vector<std::string> left;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--") {
            left.insert(left.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
            break;
        }
        if (arguments[i] == "-J")
            ++i;
        else
            left.push_back(arguments[i]);
    }
    return left;
}

} // namespace

bool hasOwnKnownHosts(const Endpoint &endpoint, const OpenSshMasterOptions &options) {
    return !options.knownKeys.empty() || !endpoint.knownHosts.empty() ||
           !endpoint.knownHostsToWrite.empty() || !endpoint.ownKnownHosts.empty();
}

std::vector<std::string> openSshArguments(const HostConfig &config, const Endpoint &endpoint,
                                          const OpenSshMasterOptions &options) {
    std::vector<std::string> argv{"ssh", "-N", "-T"};
    const auto set = [&argv](std::string option) {
        argv.insert(argv.end(), {"-o", std::move(option)});
    };
    set("LogLevel=DEBUG1"); // for how far it is
    for (const char *option : kOff)
        set(option);
    // With `no`, ssh continues with a changed key; here the password of sudo would still be sent to that
    // host.
    if (config.hostKeys.strict == HostKeyPolicy::Strict::No)
        set("StrictHostKeyChecking=accept-new");
    if (options.socket.empty()) {
        argv.emplace_back("-f"); // the user's master continues in the background, as configured
    } else {
        for (const char *option : kOffForOwnMaster)
            set(option);
        argv.insert(argv.end(), {"-S", options.socket.string()});
        set("ControlMaster=yes");
        set("ControlPersist=no");
        if (config.option("forkafterauthentication") == "yes")
            set("ForkAfterAuthentication=no");
        const auto seconds = std::max<long long>(
            1, std::chrono::ceil<std::chrono::seconds>(options.keepAliveInterval).count());
        set(fmt::format("ServerAliveInterval={}", seconds));
        set(fmt::format("ServerAliveCountMax={}", options.keepAliveCountMax));
    }
    const auto proxy = options.jumpSocket.empty() ? std::nullopt : proxyOption(options.jumpSocket);
    if (proxy) {
        set(*proxy);
        set("ProxyUseFdpass=no");
    } else if (!config.jumps.empty()) {
        set(fmt::format("ProxyJump={}", fmt::join(config.jumps, ",")));
    }
    if (hasOwnKnownHosts(endpoint, options)) {
        set(knownHostsOption(config, options.knownKeys));
        set("UpdateHostKeys=no"); // it would take keys out of the files that are not the first
    }
    const auto &way = config.sshArguments;
    const auto rest = config.jumps.empty() ? way : withoutJump(way);
    argv.insert(argv.end(), rest.begin(), rest.end());
    return argv;
}

} // namespace fabricscope::remote
