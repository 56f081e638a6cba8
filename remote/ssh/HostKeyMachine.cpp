// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/HostKeyMachine.h"

#include "core/base/ShellQuote.h"

#include <fmt/format.h>

namespace fabricscope::remote {

namespace {

using Strict = HostKeyPolicy::Strict;

Failure hostKeyFailure(FailureKind kind, std::string what, std::string hint) {
    return {kind, Stage::HostKey, std::move(what), std::move(hint)};
}

} // namespace

std::string addedWithoutPrompt(const HostKeyPolicy &policy, std::string_view key, std::string_view name) {
    return fmt::format("StrictHostKeyChecking {}: added the host key {} of {} without asking",
                       policy.strict == Strict::No ? "no" : "accept-new", key, name);
}

std::string changedKeyHint(const std::string &where, const std::string &name) {
    const auto file = shellQuoted(where.substr(0, where.rfind(':')));
    const auto host = shellQuoted(name);
    const bool isRemovable =
        where.starts_with('/') && file && host; // not so: the output of KnownHostsCommand
    return fmt::format("if its admin confirms a reinstallation, {}; otherwise this may be an attack",
                       isRemovable ? fmt::format("run `ssh-keygen -f {} -R {}`", *file, *host)
                                   : std::string("remove the old key"));
}

HostKeyMachine::Action HostKeyMachine::step(const Event &event) {
    Action action = Refuse{hostKeyFailure(FailureKind::Protocol, "the host key was not checked", {})};
    if (event.index() == m_awaited || std::holds_alternative<Cancelled>(event))
        action = std::visit([this](const auto &one) { return on(one); }, event);
    const bool isOver = std::holds_alternative<Accept>(action) || std::holds_alternative<Refuse>(action);
    m_awaited = isOver ? std::variant_npos : action.index() + 1; // the first event comes by itself
    return action;
}

HostKeyMachine::Action HostKeyMachine::on(const KeyRead &event) {
    m_key = event;
    return m_config.hostKeys.revokedKeys.empty() ? afterRevocation() : Action(CheckRevocation{});
}

HostKeyMachine::Action HostKeyMachine::on(const RevocationChecked &event) {
    const std::string file = m_config.hostKeys.revokedKeys.string();
    if (!event.isRevoked)
        return Refuse{hostKeyFailure(
            FailureKind::HostKeyRevoked,
            fmt::format("the host key {} of {} cannot be checked: RevokedHostKeys {}: {}", keyText(), m_name,
                        file, event.error),
            "repair that file, or remove RevokedHostKeys from the ssh configuration; until then every key is "
            "refused")};
    if (*event.isRevoked)
        return Refuse{hostKeyFailure(
            FailureKind::HostKeyRevoked,
            fmt::format("the host key {} of {} is revoked (RevokedHostKeys {})", keyText(), m_name, file),
            "do not connect; ask the host's administrator for the new key")};
    return afterRevocation();
}

HostKeyMachine::Action HostKeyMachine::afterRevocation() {
    if (m_config.hostKeys.skipLoopback && isLoopback())
        return Accept{};
    return m_config.hostKeys.knownHostsCommand.empty() ? Action(Compare{}) : Action(RunCommand{});
}

/// In ssh's sense: an address of this machine, reached without a proxy.
bool HostKeyMachine::isLoopback() const {
    return m_config.hostKeyAlias.empty() && m_config.jumps.empty() && m_config.proxyCommand.empty() &&
           (m_address.starts_with("127.") || m_address.starts_with("[::1]"));
}

HostKeyMachine::Action HostKeyMachine::on(const CommandRun &event) {
    if (event.failure)
        return Refuse{*event.failure};
    return Compare{};
}

HostKeyMachine::Action HostKeyMachine::on(const Compared &event) {
    if (event.state == HostKeyState::Known)
        return Accept{};
    if (event.state == HostKeyState::Revoked)
        return showRefused(event);
    if (event.state == HostKeyState::Unknown && event.isKnownWithoutPort)
        return Accept{};
    if (!event.authority.empty())
        return Refuse{
            hostKeyFailure(FailureKind::HostCertificate,
                           fmt::format("known_hosts trusts {} only through the certificate authority {}, but "
                                       "{} cannot verify host certificates",
                                       m_name, event.authority, libraryVersion()),
                           "use --transport ssh: OpenSSH verifies them")};
    if (event.state == HostKeyState::Changed)
        return showRefused(event);
    return decideUnknown();
}

HostKeyMachine::Action HostKeyMachine::showRefused(const Compared &compared) {
    HostKeyQuestion shown = question();
    shown.changed = true;
    shown.revoked = compared.state == HostKeyState::Revoked;
    shown.knownFingerprint = compared.knownFingerprint;
    shown.knownKeyType = compared.knownType;
    shown.knownIn = compared.knownIn;
    if (shown.revoked)
        m_refusal = hostKeyFailure(
            FailureKind::HostKeyRevoked,
            fmt::format("the host key {} of {} is revoked ({})", keyText(), m_name, shown.knownIn),
            "do not connect; ask the host's administrator for the new key");
    else
        m_refusal =
            hostKeyFailure(FailureKind::HostKeyChanged,
                           fmt::format("the host key of {} has changed: now {}, known {} {} ({})", m_name,
                                       keyText(), shown.knownKeyType, shown.knownFingerprint, shown.knownIn),
                           changedKeyHint(compared.knownIn, m_name));
    // ssh then continues without passwords; here the password of sudo would still be sent to that host.
    if (m_config.hostKeys.strict == Strict::No)
        m_refusal.hint += kStrictNoHint;
    m_isShown = true;
    return Ask{std::move(shown)};
}

HostKeyMachine::Action HostKeyMachine::decideUnknown() {
    const HostKeyPolicy &policy = m_config.hostKeys;
    m_refusal = hostKeyFailure(FailureKind::HostKeyUnknown,
                               fmt::format("the host key of {} is not known: {}", m_name, keyText()),
                               "compare the fingerprint with the host's (on its console: `cat "
                               "/etc/ssh/ssh_host_*_key.pub | ssh-keygen -lf -`)");
    if (policy.strict == Strict::Ask)
        return Ask{question()};
    if (policy.strict == Strict::Yes) {
        m_refusal.hint = "StrictHostKeyChecking is yes: add the key to known_hosts yourself";
        return Refuse{m_refusal};
    }
    if (m_config.knownHostsToWrite.empty()) { // ssh refuses it, too
        m_refusal.hint = kNoFileToAddTo;
        return Refuse{m_refusal};
    }
    return Store{m_config.knownHostsToWrite, addedWithoutPrompt(policy, keyText(), m_name)};
}

HostKeyMachine::Action HostKeyMachine::on(const Answered &event) {
    if (m_isShown)
        return Refuse{m_refusal};
    switch (event.answer) {
    case HostKeyAnswer::AcceptOnce:
        return Accept{};
    case HostKeyAnswer::AcceptAndStore:
        return Store{m_config.knownHostsToWrite, {}};
    case HostKeyAnswer::AcceptAndStoreInOwnFile:
        return Store{m_config.ownKnownHosts, {}};
    case HostKeyAnswer::Refuse:
        break;
    }
    return Refuse{m_refusal};
}

/// Like in ssh, failure to write the file is reported and does not end the connection.
HostKeyMachine::Action HostKeyMachine::on(const Stored &) {
    return Accept{};
}

HostKeyMachine::Action HostKeyMachine::on(const Cancelled &) {
    return Refuse{hostKeyFailure(FailureKind::Cancelled, "the connection was cancelled", {})};
}

HostKeyQuestion HostKeyMachine::question() const {
    HostKeyQuestion question;
    question.host = m_name;
    question.address = m_address;
    question.keyType = m_key.type;
    question.fingerprint = m_key.fingerprint;
    return question;
}

} // namespace fabricscope::remote
