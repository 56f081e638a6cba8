// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/HostKeyCheck.h"

#include "remote/ssh/KnownHostsCommand.h"
#include "remote/ssh/RevokedKeys.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricscope::remote {

namespace {

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

std::string authorityText(const KnownKey &authority) {
    return fmt::format("{} ({})", keyText(authority.key.get()), authority.where);
}

} // namespace

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
    Machine machine(m_config, m_context.address);
    Machine::Event event = Machine::KeyRead{keyTypeName(offered), fingerprint(offered)};
    for (;;) {
        const Machine::Action action =
            machine.step(m_context.isCancelled() ? Machine::Event(Machine::Cancelled{}) : event);
        if (std::holds_alternative<Machine::Accept>(action))
            return {};
        if (const auto *refused = std::get_if<Machine::Refuse>(&action))
            return tl::unexpected(refused->failure);
        event = std::visit(
            [&](const auto &one) -> Machine::Event {
                if constexpr (requires { perform(one, offered); })
                    return perform(one, offered);
                else
                    return Machine::Cancelled{}; // never: returned above
            },
            action);
    }
}

HostKeyMachine::Event HostKeyCheck::perform(const Machine::CheckRevocation &, ssh_key offered) {
    const auto revoked = isRevoked(m_policy.revokedKeys, offered, [this] { return m_context.isCancelled(); });
    if (!revoked)
        return Machine::RevocationChecked{std::nullopt, revoked.error()};
    return Machine::RevocationChecked{*revoked, {}};
}

HostKeyMachine::Event HostKeyCheck::perform(const Machine::RunCommand &, ssh_key offered) {
    if (auto queried = queryKnownHostsCommand(offered); !queried)
        return Machine::CommandRun{queried.error()};
    return Machine::CommandRun{};
}

HostKeyMachine::Event HostKeyCheck::perform(const Machine::Compare &, ssh_key offered) {
    const HostKeyVerdict verdict = judge(m_known, offered);
    Machine::Compared compared;
    compared.state = verdict.state;
    if (verdict.known) {
        compared.knownType = keyTypeName(verdict.known->key.get());
        compared.knownFingerprint = fingerprint(verdict.known->key.get());
        compared.knownIn = verdict.known->where;
    }
    compared.isKnownWithoutPort = judge(m_withoutPort, offered).state == HostKeyState::Known;
    if (const KnownKey *authority = this->authority())
        compared.authority = authorityText(*authority);
    return compared;
}

HostKeyMachine::Event HostKeyCheck::perform(const Machine::Ask &action, ssh_key) {
    return Machine::Answered{m_context.ask(action.question)};
}

HostKeyMachine::Event HostKeyCheck::perform(const Machine::Store &action, ssh_key offered) {
    if (!action.note.empty())
        m_context.note(action.note, true);
    if (action.file.empty())
        m_context.note(fmt::format("the host key of {} was not stored: UserKnownHostsFile is none", m_name),
                       true);
    else if (const auto stored = appendKnownKey(action.file, m_name, offered, m_policy.hashNames); !stored)
        m_context.note(fmt::format("the host key of {} was not stored: {}", m_name, stored.error().what),
                       true);
    return Machine::Stored{};
}

const KnownKey *HostKeyCheck::authority() const {
    if (!allowsCertificates(m_config.hostKeyAlgorithms))
        return nullptr;
    const KnownKey *known = authorityIn(m_known);
    return known != nullptr ? known : authorityIn(m_withoutPort);
}

} // namespace fabricscope::remote
