// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/FailureHints.h"
#include "remote/base/Ssh.h"
#include "remote/base/Target.h"
#include "remote/config/ConfigText.h"
#include "remote/config/SshConfig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace fabricscope::remote {

namespace {

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
