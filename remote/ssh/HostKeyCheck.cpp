// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/HostKeyCheck.h"

#include "core/base/ShellQuote.h"
#include "remote/ssh/KnownHostsCommand.h"
#include "remote/ssh/RevokedKeys.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricscope::remote {

namespace {

using Strict = HostKeyPolicy::Strict;

constexpr std::string_view kUseOpenSsh = "use --transport ssh: OpenSSH verifies them";

Failure hostKeyFailure(FailureKind kind, std::string what, std::string hint) {
    return {kind, Stage::HostKey, std::move(what), std::move(hint)};
}

/// The authority that may have signed the host's certificate; nullptr if none is known.
const KnownKey *authorityIn(const std::vector<KnownKey> &known) {
    const auto found =
        std::find_if(known.begin(), known.end(), [](const KnownKey &key) { return key.authority; });
    return found != known.end() ? &*found : nullptr;
}

/// "gpu-07" of "[gpu-07]:2222": like ssh, used if the first is unknown. Empty if there is no port.
std::string withoutPort(const HostConfig &config) {
    if (!config.hostKeyAlias.empty() || config.port == 22)
        return {};
    HostConfig plain = config;
    plain.port = 22;
    return plain.knownName();
}

std::string keyText(ssh_key key) {
    return fmt::format("{} {}", keyTypeName(key), fingerprint(key));
}

std::string authorityText(const KnownKey &authority) {
    return fmt::format("{} {} ({})", keyTypeName(authority.key.get()), fingerprint(authority.key.get()),
                       authority.where);
}

} // namespace

std::string addedWithoutPrompt(const HostKeyPolicy &policy, ssh_key key, const std::string &name) {
    return fmt::format("StrictHostKeyChecking {}: added the host key {} of {} without asking",
                       policy.strict == Strict::No ? "no" : "accept-new", keyText(key), name);
}

bool allowsCertificates(const std::string &algorithms) {
    return algorithms.empty() || algorithms.find("-cert-") != std::string::npos;
}

std::string certificateNeeded(const HostConfig &config) {
    if (!allowsCertificates(config.hostKeyAlgorithms))
        return {};
    for (const std::string &name : {config.knownName(), withoutPort(config)}) {
        if (name.empty())
            continue;
        const auto known = knownKeys(config.knownHosts, name);
        if (const KnownKey *authority = authorityIn(known))
            return authorityText(*authority);
    }
    return {};
}

HostKeyCheck::HostKeyCheck(const HandshakeContext &context)
    : m_context(context)
    , m_config(context.config)
    , m_policy(context.config.hostKeys)
    , m_name(context.config.knownName()) {}

tl::expected<void, Failure> HostKeyCheck::prepare() {
    for (const std::string &note : m_policy.notHonoured)
        m_context.note(note, true);
    if (!m_policy.notUpdated.empty())
        m_context.note(m_policy.notUpdated, m_policy.promptsForUpdate);
    m_known = knownKeys(m_config.knownHosts, m_name);
    if (const std::string plain = withoutPort(m_config); !plain.empty())
        m_withoutPort = knownKeys(m_config.knownHosts, plain);
    removeUnofferable(m_known, m_config.hostKeyAlgorithms);
    return queryKnownHostsCommand(nullptr);
}

std::string HostKeyCheck::algorithms() const {
    return hostKeyPreference(m_known, m_config.hostKeyAlgorithms);
}

tl::expected<void, Failure> HostKeyCheck::queryKnownHostsCommand(ssh_key offered) {
    if (m_policy.knownHostsCommand.empty())
        return {};
    auto printed =
        runKnownHostsCommand(m_policy, m_name, offered, [this] { return m_context.isCancelled(); });
    if (!printed)
        return tl::unexpected(printed.error());
    std::move(printed->begin(), printed->end(), std::back_inserter(m_known));
    removeUnofferable(m_known, m_config.hostKeyAlgorithms);
    return {};
}

tl::expected<void, Failure> HostKeyCheck::check(ssh_key offered) {
    if (auto checked = checkRevoked(offered); !checked)
        return checked;
    if (m_policy.skipLoopback && isLoopback())
        return {};
    if (auto asked = queryKnownHostsCommand(offered); !asked)
        return asked;
    const HostKeyVerdict verdict = judge(m_known, offered);
    if (verdict.state == HostKeyState::Known)
        return {};
    if (verdict.state == HostKeyState::Revoked)
        return refuse(verdict, offered);
    if (verdict.state == HostKeyState::Unknown && isKnownWithoutPort(offered))
        return {};
    if (const KnownKey *authority = this->authority())
        return tl::unexpected(
            hostKeyFailure(FailureKind::HostCertificate,
                           fmt::format("known_hosts trusts {} only through the certificate authority {}, but "
                                       "{} cannot verify host certificates",
                                       m_name, authorityText(*authority), libraryVersion()),
                           std::string(kUseOpenSsh)));
    if (verdict.state == HostKeyState::Changed)
        return refuse(verdict, offered);
    return decideUnknown(offered);
}

tl::expected<void, Failure> HostKeyCheck::checkRevoked(ssh_key offered) const {
    if (m_policy.revokedKeys.empty())
        return {};
    const auto revoked = isRevoked(m_policy.revokedKeys, offered, [this] { return m_context.isCancelled(); });
    if (revoked && !*revoked)
        return {};
    if (!revoked)
        return tl::unexpected(hostKeyFailure(
            FailureKind::HostKeyRevoked,
            fmt::format("the host key {} of {} cannot be checked: RevokedHostKeys {}: {}", keyText(offered),
                        m_name, m_policy.revokedKeys.string(), revoked.error()),
            "repair that file, or remove RevokedHostKeys from the ssh configuration; until then every key is "
            "refused"));
    return tl::unexpected(hostKeyFailure(FailureKind::HostKeyRevoked,
                                         fmt::format("the host key {} of {} is revoked (RevokedHostKeys {})",
                                                     keyText(offered), m_name, m_policy.revokedKeys.string()),
                                         "do not connect; ask the host's administrator for the new key"));
}

/// In ssh's sense: an address of this machine, reached without a proxy.
bool HostKeyCheck::isLoopback() const {
    const std::string &address = m_context.address;
    return m_config.hostKeyAlias.empty() && m_config.jumps.empty() && m_config.proxyCommand.empty() &&
           (address.starts_with("127.") || address.starts_with("[::1]"));
}

bool HostKeyCheck::isKnownWithoutPort(ssh_key offered) const {
    return judge(m_withoutPort, offered).state == HostKeyState::Known;
}

const KnownKey *HostKeyCheck::authority() const {
    if (!allowsCertificates(m_config.hostKeyAlgorithms))
        return nullptr;
    const KnownKey *known = authorityIn(m_known);
    return known != nullptr ? known : authorityIn(m_withoutPort);
}

tl::expected<void, Failure> HostKeyCheck::refuse(const HostKeyVerdict &verdict, ssh_key offered) const {
    HostKeyQuestion shown = question(offered);
    shown.changed = true;
    shown.knownFingerprint = fingerprint(verdict.known->key.get());
    shown.knownKeyType = keyTypeName(verdict.known->key.get());
    shown.knownIn = verdict.known->where;
    Failure failure = hostKeyFailure(FailureKind::HostKeyChanged,
                                     fmt::format("the host key of {} has changed: now {}, known {} {} ({})",
                                                 m_name, keyText(offered), shown.knownKeyType,
                                                 shown.knownFingerprint, shown.knownIn),
                                     changedKeyHint(verdict.known->where, m_name));
    if (verdict.state == HostKeyState::Revoked) {
        shown.revoked = true;
        failure = hostKeyFailure(
            FailureKind::HostKeyRevoked,
            fmt::format("the host key {} of {} is revoked ({})", keyText(offered), m_name, shown.knownIn),
            "do not connect; ask the host's administrator for the new key");
    }
    // ssh then continues without passwords; here the password of sudo would still be sent to that host.
    if (m_policy.strict == Strict::No)
        failure.hint += kStrictNoHint;
    (void)m_context.ask(shown); // only to show it: no answer makes it acceptable
    return tl::unexpected(failure);
}

tl::expected<void, Failure> HostKeyCheck::decideUnknown(ssh_key offered) const {
    Failure refused =
        hostKeyFailure(FailureKind::HostKeyUnknown,
                       fmt::format("the host key of {} is not known: {}", m_name, keyText(offered)),
                       "compare the fingerprint with the host's (on its console: `cat "
                       "/etc/ssh/ssh_host_*_key.pub | ssh-keygen -lf -`)");
    if (m_policy.strict == Strict::Yes) {
        refused.hint = "StrictHostKeyChecking is yes: add the key to known_hosts yourself";
        return tl::unexpected(refused);
    }
    if (m_policy.strict == Strict::Ask)
        return ask(offered, std::move(refused));
    if (m_config.knownHostsToWrite.empty()) { // ssh refuses it, too
        refused.hint = kNoFileToAddTo;
        return tl::unexpected(refused);
    }
    m_context.note(addedWithoutPrompt(m_policy, offered, m_name), true);
    store(m_config.knownHostsToWrite, offered);
    return {};
}

tl::expected<void, Failure> HostKeyCheck::ask(ssh_key offered, Failure refused) const {
    const HostKeyAnswer answer = m_context.ask(question(offered));
    if (answer == HostKeyAnswer::Refuse)
        return tl::unexpected(std::move(refused));
    if (answer == HostKeyAnswer::AcceptAndStore)
        store(m_config.knownHostsToWrite, offered);
    if (answer == HostKeyAnswer::AcceptAndStoreInOwnFile)
        store(m_config.ownKnownHosts, offered);
    return {};
}

/// Like in ssh, failure to write the file is reported and does not end the connection.
void HostKeyCheck::store(const std::filesystem::path &file, ssh_key key) const {
    if (file.empty())
        return m_context.note(
            fmt::format("the host key of {} was not stored: UserKnownHostsFile is none", m_name), true);
    if (const auto stored = appendKnownKey(file, m_name, key, m_policy.hashNames); !stored)
        m_context.note(fmt::format("the host key of {} was not stored: {}", m_name, stored.error().what),
                       true);
}

HostKeyQuestion HostKeyCheck::question(ssh_key offered) const {
    HostKeyQuestion question;
    question.host = m_name;
    question.address = m_context.address;
    question.keyType = keyTypeName(offered);
    question.fingerprint = fingerprint(offered);
    return question;
}

} // namespace fabricscope::remote
