// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/SshConfig.h"

#include "remote/base/FailureHints.h"
#include "remote/base/Ssh.h"
#include "remote/base/Target.h"
#include "remote/config/ConfigText.h"
#include "remote/config/SshOutput.h"
#include "remote/process/ChildProcess.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace fabricscope::remote {

namespace {

constexpr std::chrono::seconds kSshLimit{15}; // `Match exec` may run anything
constexpr std::chrono::seconds kCacheLifetime{60};
/// The arguments that tell ssh where to connect and which files to use.
std::vector<std::string> sshArguments(const Endpoint &endpoint, const Target &target) {
    std::vector<std::string> argv;
    if (!endpoint.configFile.empty())
        argv.insert(argv.end(), {"-F", endpoint.configFile.string()});
    const std::string user = endpoint.user.empty() ? target.user : endpoint.user;
    if (!user.empty())
        argv.insert(argv.end(), {"-l", user});
    if (const auto port = endpoint.port ? endpoint.port : target.port; port != 0)
        argv.insert(argv.end(), {"-p", std::to_string(port)});
    for (const auto &identity : endpoint.identities)
        argv.insert(argv.end(), {"-i", identity.string()});
    if (!endpoint.jump.empty())
        argv.insert(argv.end(), {"-J", endpoint.jump});
    argv.insert(argv.end(), {"--", target.host});
    return argv;
}

/// Empty, or hosts with commas: never text that ssh could take for an option.
bool isJump(std::string_view jump) {
    if (jump.empty())
        return true;
    const auto hops = split(jump, ',');
    return std::all_of(hops.begin(), hops.end(),
                       [](std::string_view hop) { return parseTarget(hop).has_value(); });
}

/// The state of the configuration files: a cached result is valid while this is unchanged.
std::string stampOf(const Endpoint &endpoint) {
    std::string stamp;
    for (const std::filesystem::path &file :
         {endpoint.configFile, std::filesystem::path(expandPath("~/.ssh/config", {})),
          std::filesystem::path("/etc/ssh/ssh_config")}) {
        std::error_code error;
        const auto time = std::filesystem::last_write_time(file, error);
        stamp += error ? "-;" : fmt::format("{};", time.time_since_epoch().count());
    }
    return stamp;
}

std::string option(ssh_session session, ssh_options_e which) {
    char *value = nullptr;
    std::string text;
    if (ssh_options_get(session, which, &value) == SSH_OK && value)
        text = value;
    ssh_string_free_char(value);
    return text;
}

/// libssh's parser ignores RevokedHostKeys: a key that the user knows to be stolen would be accepted.
bool namesRevokedKeys(const std::filesystem::path &file) {
    std::ifstream stream(file);
    std::string line;
    while (std::getline(stream, line)) {
        const auto begin = line.find_first_not_of(" \t\"");
        if (begin == std::string::npos)
            continue;
        std::string name = line.substr(begin, line.find_first_of(" \t=\"", begin) - begin);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        if (name == "revokedhostkeys")
            return true;
    }
    return false;
}

tl::expected<void, Failure> refuseRevokedKeys(const Endpoint &endpoint) {
    std::vector<std::filesystem::path> files{endpoint.configFile};
    if (endpoint.configFile.empty())
        files = {expandPath("~/.ssh/config", {}), "/etc/ssh/ssh_config"};
    for (const auto &file : files)
        if (namesRevokedKeys(file))
            return tl::unexpected(Failure{
                FailureKind::Config, Stage::Config,
                fmt::format("{} sets RevokedHostKeys, which is not honoured without OpenSSH", file.string()),
                kInstallSshHint});
    return {};
}

} // namespace

tl::expected<HostConfig, Failure> SshConfig::read(const Endpoint &endpoint, const Cancelled &cancelled) {
    const auto target = parseTarget(endpoint.target);
    if (!target)
        return tl::unexpected(target.error());
    if (!endpoint.user.empty() && !isSafeUser(endpoint.user))
        return configFailure("invalid user name");
    if (!isJump(endpoint.jump))
        return configFailure(fmt::format("'{}' is not a valid jump host", oneLine(endpoint.jump)));
    const auto arguments = sshArguments(endpoint, *target);
    std::vector<std::string> argv{"ssh", "-G"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const auto parsed = [&](const std::string &text) {
        auto config = parseSshG(text, endpoint);
        if (config)
            config->sshArguments = arguments;
        return config;
    };
    const std::string key = fmt::format("{}", fmt::join(argv, "\n"));
    const std::string stamp = stampOf(endpoint);
    const auto now = std::chrono::steady_clock::now();
    {
        std::lock_guard lock(m_mutex);
        const auto known = m_answers.find(key);
        if (known != m_answers.end() && known->second.stamp == stamp &&
            now - known->second.when < kCacheLifetime)
            return parsed(known->second.text);
    }
    const auto output = runToEnd(argv, kSshLimit, cancelled);
    if (!output) {
        if (output.error().kind != FailureKind::Config)
            return tl::unexpected(output.error());
        return readWithoutSsh(endpoint); // ssh is not installed
    }
    if (output->status != 0)
        return configFailure(
            fmt::format("the ssh configuration cannot be read: {}", oneLine(output->err)),
            fmt::format("test in a terminal: `{}`", oneLine(fmt::format("{}", fmt::join(argv, " ")))));
    std::lock_guard lock(m_mutex);
    m_answers[key] = {output->out, stamp, now};
    return parsed(output->out);
}

tl::expected<HostConfig, Failure> SshConfig::readWithoutSsh(const Endpoint &endpoint) {
    const auto target = parseTarget(endpoint.target);
    if (!target)
        return tl::unexpected(target.error());
    if (auto refused = refuseRevokedKeys(endpoint); !refused)
        return tl::unexpected(refused.error());
    SshHandle session(ssh_new());
    ssh_options_set(session.get(), SSH_OPTIONS_HOST, target->host.c_str());
    const std::string file = endpoint.configFile.string();
    if (ssh_options_parse_config(session.get(), file.empty() ? nullptr : file.c_str()) != SSH_OK)
        return tl::unexpected(
            Failure{FailureKind::Config,
                    Stage::Config,
                    fmt::format("the ssh configuration cannot be read: {}", lastError(session.get())),
                    {}});
    unsigned configuredPort = 0;
    ssh_options_get_port(session.get(), &configuredPort);
    const unsigned port = endpoint.port ? endpoint.port : target->port ? target->port : configuredPort;
    const std::string user = !endpoint.user.empty() ? endpoint.user : target->user;

    // Converted to the words of `ssh -G`, so that there is only one way from words to a HostConfig.
    std::string words = fmt::format("hostname {}\nport {}\n", option(session.get(), SSH_OPTIONS_HOST), port);
    words += fmt::format("user {}\n", user.empty() ? option(session.get(), SSH_OPTIONS_USER) : user);
    for (const auto &identity : endpoint.identities)
        words += fmt::format("identityfile {}\n", identity.string());
    // libssh reports only the first one, which is one of its defaults if none is configured.
    if (const std::string identity = option(session.get(), SSH_OPTIONS_IDENTITY); !identity.empty())
        words += fmt::format("identityfile {}\n", identity);
    if (endpoint.identities.empty())
        for (const char *standard : {"~/.ssh/id_ed25519", "~/.ssh/id_ecdsa", "~/.ssh/id_rsa"})
            words += fmt::format("identityfile {}\n", standard);
    const std::string proxy = option(session.get(), SSH_OPTIONS_PROXYCOMMAND);
    words += fmt::format("proxycommand {}\n", proxy.empty() || !endpoint.jump.empty() ? "none" : proxy);
    if (!endpoint.jump.empty())
        words += fmt::format("proxyjump {}\n", endpoint.jump);
    const std::string known = option(session.get(), SSH_OPTIONS_KNOWNHOSTS);
    words += fmt::format("userknownhostsfile {}\n", known.empty() ? "~/.ssh/known_hosts" : known);
    words += "globalknownhostsfile /etc/ssh/ssh_known_hosts\nstricthostkeychecking ask\n";
    return parseSshG(words, endpoint);
}

} // namespace fabricscope::remote
