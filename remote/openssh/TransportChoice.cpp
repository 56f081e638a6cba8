// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/TransportChoice.h"

#include "remote/base/FailureHints.h"
#include "remote/base/Ssh.h"
#include "remote/config/ConfigText.h"
#include "remote/process/ChildProcess.h"
#include "remote/process/SshHelper.h"
#include "remote/ssh/HostKeyCheck.h"
#include "remote/ssh/KnownHosts.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace fabricscope::remote {

namespace {

constexpr std::chrono::seconds kKlistLimit{5};

bool isOn(std::string_view value) {
    return value == "yes" || value == "true";
}

bool isSet(std::string_view value) {
    return !value.empty() && value != "none" && value != "no" && value != "false";
}

bool isOff(std::string_view value) {
    return !isSet(value);
}

/// For an option that reads "yes" or a name; "1" is the default of a number.
bool isMoreThanOne(std::string_view value) {
    return !value.empty() && value != "1" && value != "0";
}

bool prefers(const HostConfig &config, std::string_view method) {
    const std::string_view preferred = config.option("preferredauthentications");
    const auto words = split(preferred, ',');
    return preferred.empty() || std::find(words.begin(), words.end(), method) != words.end();
}

/// Whether there is a Kerberos ticket. Without one GSSAPI, which some distributions enable for all hosts, is
/// useless.
bool hasTicket(const SshConfig::Cancelled &cancelled) {
    std::error_code error;
    const char *cache = std::getenv("KRB5CCNAME");
    if (!cache && !std::filesystem::exists("/etc/krb5.conf", error))
        return false;
    const auto output = runToEnd({"klist", "-s"}, kKlistLimit, cancelled);
    if (output || output.error().kind != FailureKind::Config)
        return output && output->status == 0;
    // There is no klist. A file cache can be checked here; for other caches ssh decides.
    std::string file = cache ? cache : "";
    if (file.starts_with("FILE:"))
        file.erase(0, file.find(':') + 1);
    return !file.starts_with('/') || std::filesystem::exists(file, error);
}

/// A key on a FIDO2 device ("sk-..."), according to its public half, which the private key's file contains,
/// too.
bool isSecurityKey(const std::filesystem::path &identity) {
    std::ifstream file(identity.string() + (identity.extension() == ".pub" ? "" : ".pub"));
    std::string type;
    if (file >> type)
        return type.starts_with("sk-");
    ssh_key imported = nullptr;
    if (ssh_pki_import_pubkey_file(identity.c_str(), &imported) != SSH_OK)
        return false;
    const SshKey key(imported);
    return std::string_view(ssh_key_type_to_char(ssh_key_type(imported))).starts_with("sk-");
}

bool hasListener(const std::filesystem::path &path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string text = path.string();
    if (text.size() >= sizeof address.sun_path)
        return false;
    std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
    const Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return fd && ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
}

/// Options that decide by their value alone.
struct Need {
    std::string_view keyword;
    bool (*applies)(std::string_view value);
    std::string_view reason;                             ///< the first word is the option's name
    enum { Ignored, Refused, Seen } byLibrary = Ignored; ///< Seen: HostKeyCheck sees to it
};
constexpr Need kNeeds[] = {
    {"pkcs11provider", isSet, "PKCS11Provider is set"},
    {"hostbasedauthentication", isOn, "HostbasedAuthentication is set"},
    {"knownhostscommand", isSet, "KnownHostsCommand is set", Need::Seen},
    {"verifyhostkeydns", isSet, "VerifyHostKeyDNS is set", Need::Seen},
    {"bindaddress", isSet, "BindAddress is set"},
    {"bindinterface", isSet, "BindInterface is set"},
    {"proxyusefdpass", isOn, "ProxyUseFdpass is set", Need::Refused},
    {"connectionattempts", isMoreThanOne, "ConnectionAttempts is set"},
};

/// Lists of algorithms of which the library must support one.
struct Algorithms {
    std::string_view keyword;
    ssh_options_e option;
    std::string_view reason;
};
constexpr Algorithms kAlgorithms[] = {
    {"kexalgorithms", SSH_OPTIONS_KEY_EXCHANGE, "libssh supports none of the configured KexAlgorithms"},
    {"macs", SSH_OPTIONS_HMAC_C_S, "libssh supports none of MACs"},
    {"hostkeyalgorithms", SSH_OPTIONS_HOSTKEYS, "libssh supports none of HostKeyAlgorithms"},
};

std::string algorithmReason(const HostConfig &config) {
    if (config.ciphers.empty())
        return "libssh supports none of Ciphers";
    const SshHandle session(ssh_new());
    for (const Algorithms &one : kAlgorithms) {
        const std::string value(config.option(one.keyword));
        if (!value.empty() && ssh_options_set(session.get(), one.option, value.c_str()) != SSH_OK)
            return std::string(one.reason);
    }
    return {};
}

/// Settings that only ssh supports, although the library is used.
tl::expected<void, Failure> reportIgnoredOptions(HostConfig &config) {
    for (const Need &need : kNeeds) {
        if (need.byLibrary == Need::Seen || !need.applies(config.option(need.keyword)))
            continue;
        const std::string_view name = need.reason.substr(0, need.reason.find(' '));
        if (need.byLibrary == Need::Refused && config.proxyCommand.empty())
            continue;
        if (need.byLibrary == Need::Refused)
            return tl::unexpected(Failure{FailureKind::Config, Stage::Config,
                                          fmt::format("{} cannot be honoured with libssh", name),
                                          "connect with --transport ssh"});
        config.hostKeys.notHonoured.push_back(
            fmt::format("{} is not honoured with libssh; --transport ssh honours it", name));
    }
    return {};
}

/// The user's own master: one that runs, or one that the configuration leaves running.
void findUserMaster(HostConfig &config) {
    const std::string_view path = config.option("controlpath");
    if (isOff(path))
        return;
    const std::string_view master = config.option("controlmaster");
    const bool persists = isSet(master) && isSet(config.option("controlpersist"));
    if (persists || hasListener(path))
        config.userMaster = path;
}

} // namespace

std::string reasonForOpenSsh(const HostConfig &config, const SshConfig::Cancelled &cancelled) {
    for (const Need &need : kNeeds)
        if (need.applies(config.option(need.keyword)))
            return std::string(need.reason);
    if (!config.userMaster.empty())
        return hasListener(config.userMaster) ? "your ControlMaster for this host is running"
                                              : "ControlMaster and ControlPersist are set";
    for (const auto &identity : config.identities)
        if (isSecurityKey(identity))
            return fmt::format("{} is a key on a FIDO2 device", identity.string());
    if (std::string reason = algorithmReason(config); !reason.empty())
        return reason;
    if (!certificateNeeded(config).empty())
        return "known_hosts names a certificate authority for this host";
    if (isOn(config.option("gssapiauthentication")) && prefers(config, "gssapi-with-mic") &&
        hasTicket(cancelled))
        return "GSSAPIAuthentication is set and there is a Kerberos ticket";
    return {};
}

bool canUseOpenSsh(const HostConfig &config) {
    return !config.sshArguments.empty() && !sshHelperProgram().empty();
}

tl::expected<HostConfig, Failure> chooseTransport(HostConfig config, TransportKind requested,
                                                  const SshConfig::Cancelled &cancelled) {
    const auto refused = [](std::string what, std::string hint) {
        return tl::unexpected(Failure{FailureKind::Config, Stage::Config, std::move(what), std::move(hint)});
    };
    const bool canUseSsh = canUseOpenSsh(config);
    if (requested == TransportKind::OpenSsh && !canUseSsh)
        return refused("OpenSSH cannot be used: ssh is not installed", kInstallSshHint);
    std::string reason = "requested";
    if (requested != TransportKind::Libssh && canUseSsh) {
        findUserMaster(config);
        if (requested == TransportKind::Auto)
            reason = reasonForOpenSsh(config, cancelled);
    }
    config.transport = requested == TransportKind::Libssh || !canUseSsh || reason.empty()
                           ? TransportKind::Libssh
                           : TransportKind::OpenSsh;
    if (config.transport == TransportKind::OpenSsh) {
        config.transportReason = std::move(reason);
        const auto known = knownKeys(config.knownHosts, config.knownName());
        config.hostIsKnown = std::any_of(known.begin(), known.end(),
                                         [](const KnownKey &key) { return !key.authority && !key.revoked; });
    } else if (config.ciphers.empty()) {
        return refused(
            fmt::format("libssh supports none of the ciphers configured for '{}'", oneLine(config.alias)),
            "connect with --transport ssh");
    } else if (auto named = reportIgnoredOptions(config); !named) {
        return tl::unexpected(named.error());
    }
    return config;
}

} // namespace fabricscope::remote
