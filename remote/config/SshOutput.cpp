// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/SshOutput.h"

#include "remote/base/Ssh.h"
#include "remote/base/Target.h"
#include "remote/config/ConfigText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace fabricscope::remote {

namespace {

/// By throughput with libssh: counter mode costs three times as much as GCM.
constexpr std::string_view kCiphers[] = {"aes128-gcm@openssh.com",
                                         "aes256-gcm@openssh.com",
                                         "chacha20-poly1305@openssh.com",
                                         "aes256-ctr",
                                         "aes192-ctr",
                                         "aes128-ctr"};

/// The ciphers allowed by the user that libssh supports, the fast ones first.
std::string ciphersOf(std::string_view allowed) {
    const auto words = split(allowed, ',');
    std::vector<std::string_view> chosen;
    for (std::string_view cipher : kCiphers)
        if (allowed.empty() || std::find(words.begin(), words.end(), cipher) != words.end())
            chosen.push_back(cipher);
    return fmt::format("{}", fmt::join(chosen, ","));
}

/// The values of the configuration before tokens and paths are expanded.
struct Raw {
    std::string host, user, agent, hostKeyAlias, proxyCommand, proxyJump, ciphers, kex, macs, hostKeys,
        preferred, family, connectTimeout, compression;
    std::vector<std::string> identities, certificates, userKnownHosts, globalKnownHosts;
    HostKeyOptions hostKeyOptions;
    std::string port, prompts, identitiesOnly, publicKey = "yes", interactive = "yes", password = "yes";
};

/// One keyword of the configuration, and where its value is stored.
struct Keyword {
    std::string_view name;
    std::string Raw::*value = nullptr;
    std::vector<std::string> Raw::*list = nullptr;  ///< the value is one more element
    std::vector<std::string> Raw::*words = nullptr; ///< the value is several, with spaces between
};

constexpr Keyword kKeywords[] = {
    {"hostname", &Raw::host},
    {"user", &Raw::user},
    {"port", &Raw::port},
    {"addressfamily", &Raw::family},
    {"connecttimeout", &Raw::connectTimeout},
    {"compression", &Raw::compression},
    {"identityfile", nullptr, &Raw::identities},
    {"certificatefile", nullptr, &Raw::certificates},
    {"identitiesonly", &Raw::identitiesOnly},
    {"identityagent", &Raw::agent},
    {"userknownhostsfile", nullptr, nullptr, &Raw::userKnownHosts},
    {"globalknownhostsfile", nullptr, nullptr, &Raw::globalKnownHosts},
    {"hostkeyalias", &Raw::hostKeyAlias},
    {"proxycommand", &Raw::proxyCommand},
    {"proxyjump", &Raw::proxyJump},
    {"preferredauthentications", &Raw::preferred},
    {"pubkeyauthentication", &Raw::publicKey},
    {"kbdinteractiveauthentication", &Raw::interactive},
    {"challengeresponseauthentication", &Raw::interactive},
    {"passwordauthentication", &Raw::password},
    {"numberofpasswordprompts", &Raw::prompts},
    {"ciphers", &Raw::ciphers},
    {"kexalgorithms", &Raw::kex},
    {"macs", &Raw::macs},
    {"hostkeyalgorithms", &Raw::hostKeys},
};

void take(Raw &raw, std::string_view name, std::string_view value) {
    if (raw.hostKeyOptions.take(name, value))
        return;
    for (const Keyword &keyword : kKeywords) {
        if (keyword.name != name)
            continue;
        if (keyword.value)
            raw.*keyword.value = value;
        if (keyword.list)
            (raw.*keyword.list).emplace_back(value);
        if (keyword.words)
            for (std::string_view word : split(value, ' '))
                (raw.*keyword.words).emplace_back(word);
    }
}

bool isOn(std::string_view value) {
    return value == "yes" || value == "true";
}

/// "publickey,keyboard-interactive,password" without those switched off; unsupported ones are skipped later.
std::vector<std::string> methodsOf(const Raw &raw) {
    const std::string_view preferred =
        raw.preferred.empty() ? "publickey,keyboard-interactive,password" : std::string_view(raw.preferred);
    std::vector<std::string> methods;
    for (std::string_view method : split(preferred, ',')) {
        const bool off = (method == "publickey" && !isOn(raw.publicKey)) ||
                         (method == "keyboard-interactive" && !isOn(raw.interactive)) ||
                         (method == "password" && !isOn(raw.password));
        if (!off)
            methods.emplace_back(method);
    }
    return methods;
}

std::string agentOf(const std::string &configured, const Tokens &tokens) {
    if (configured == "none")
        return {};
    const bool fromEnvironment = configured.empty() || configured == "SSH_AUTH_SOCK";
    if (fromEnvironment || configured.starts_with('$')) {
        if (configured.starts_with("${"))
            return expandPath(configured, tokens);
        const char *socket = std::getenv(fromEnvironment ? "SSH_AUTH_SOCK" : configured.c_str() + 1);
        return socket ? socket : "";
    }
    return expandPath(configured, tokens);
}

template<class List> std::vector<std::filesystem::path> paths(const List &list, const Tokens &tokens) {
    std::vector<std::filesystem::path> expanded;
    for (const auto &path : list)
        if (path != "none")
            expanded.emplace_back(expandPath(path, tokens));
    return expanded;
}

void setKnownHosts(HostConfig &config, const Raw &raw, const Endpoint &endpoint, const Tokens &tokens) {
    const auto user = paths(raw.userKnownHosts, tokens);
    const auto global = paths(raw.globalKnownHosts, tokens);
    config.knownHosts = endpoint.knownHosts;
    config.knownHosts.insert(config.knownHosts.end(), user.begin(), user.end());
    config.knownHosts.insert(config.knownHosts.end(), global.begin(), global.end());
    if (!endpoint.knownHostsToWrite.empty()) {
        config.knownHostsToWrite = endpoint.knownHostsToWrite;
        config.knownHosts.push_back(endpoint.knownHostsToWrite);
    } else if (!endpoint.knownHosts.empty()) {
        config.knownHostsToWrite = endpoint.knownHosts.front();
    } else if (!user.empty()) {
        config.knownHostsToWrite = user.front();
    }
    config.ownKnownHosts = endpoint.ownKnownHosts;
    if (!endpoint.ownKnownHosts.empty())
        config.knownHosts.push_back(endpoint.ownKnownHosts);
}

tl::expected<HostConfig, Failure> finished(const Raw &raw, const Endpoint &endpoint) {
    const auto target = parseTarget(endpoint.target);
    if (!target)
        return tl::unexpected(target.error());
    HostConfig config;
    config.alias = target->host;
    config.host = raw.host.empty() ? target->host : raw.host;
    config.user = raw.user.empty() ? localUser() : raw.user;
    if (!raw.port.empty())
        std::from_chars(raw.port.data(), raw.port.data() + raw.port.size(), config.port);
    if (!isSafeHost(config.host) || !isSafeUser(config.user))
        return configFailure(fmt::format("the ssh configuration gives '{}' an invalid host or user name",
                                         oneLine(config.alias)));
    const std::string home = homeFolder();
    const std::string local = localHost();
    const Tokens tokens{{'d', home},
                        {'h', config.host},
                        {'i', std::to_string(::getuid())},
                        {'k', raw.hostKeyAlias.empty() ? config.alias : raw.hostKeyAlias},
                        {'l', local},
                        {'L', local.substr(0, local.find('.'))},
                        {'n', config.alias},
                        {'p', std::to_string(config.port)},
                        {'r', config.user},
                        {'u', localUser()}};
    config.identities = paths(raw.identities, tokens);
    config.certificates = paths(raw.certificates, tokens);
    config.identitiesOnly = isOn(raw.identitiesOnly);
    config.agent = agentOf(raw.agent, tokens);
    setKnownHosts(config, raw, endpoint, tokens);
    config.hostKeyAlias = raw.hostKeyAlias;
    config.hostKeys = raw.hostKeyOptions.policy(tokens);
    if (!raw.proxyCommand.empty() && raw.proxyCommand != "none") {
        const auto command = expandTokens(raw.proxyCommand, tokens);
        if (!command)
            return configFailure(
                fmt::format("ProxyCommand of '{}' has an unknown % token", oneLine(config.alias)));
        config.proxyCommand = *command;
    }
    if (raw.proxyJump != "none")
        for (std::string_view jump : split(raw.proxyJump, ','))
            config.jumps.emplace_back(jump);
    config.methods = methodsOf(raw);
    if (!raw.prompts.empty())
        std::from_chars(raw.prompts.data(), raw.prompts.data() + raw.prompts.size(), config.passwordPrompts);
    config.ciphers = ciphersOf(raw.ciphers); // none: chooseTransport() sees to it
    config.kexAlgorithms = raw.kex;
    config.macs = raw.macs;
    config.hostKeyAlgorithms = raw.hostKeys;
    config.configFile = endpoint.configFile;
    config.jumpOption = endpoint.jump;
    config.addressFamily = raw.family == "inet" ? AF_INET : raw.family == "inet6" ? AF_INET6 : AF_UNSPEC;
    if (int seconds = 0; std::from_chars(raw.connectTimeout.data(),
                                         raw.connectTimeout.data() + raw.connectTimeout.size(), seconds)
                                 .ec == std::errc() &&
                         seconds > 0)
        config.connectTimeout = std::chrono::seconds(seconds);
    config.compression = isOn(raw.compression);
    return config;
}

} // namespace

tl::expected<HostConfig, Failure> parseSshG(std::string_view text, const Endpoint &endpoint) {
    Raw raw;
    std::vector<std::pair<std::string, std::string>> options;
    for (std::string_view line : split(text, '\n')) {
        const auto space = line.find(' ');
        if (space == std::string_view::npos)
            continue;
        take(raw, line.substr(0, space), line.substr(space + 1));
        options.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    auto config = finished(raw, endpoint);
    if (config)
        config->options = std::move(options);
    if (config) // ssh puts those of -i that exist first
        for (const auto &identity : endpoint.identities)
            if (config->explicitIdentities < config->identities.size() &&
                config->identities[config->explicitIdentities] == identity)
                ++config->explicitIdentities;
    return config;
}

} // namespace fabricscope::remote
