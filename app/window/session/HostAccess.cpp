// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/HostAccess.h"

#include "core/base/HostText.h"
#include "core/workspace/Workspace.h"
#include "remote/base/Secret.h"

#include <utility>

namespace fabricscope::app::window {

namespace {

/// Posts a question and waits for its answer. Runs on a worker thread.
std::optional<bridge::Answer> ask(const bridge::Sender<std::shared_ptr<bridge::Question>> &to,
                                  bridge::Origin host, bridge::Ask what,
                                  const std::function<bool()> &cancelled = {}) {
    auto question = std::make_shared<bridge::Question>(std::move(what));
    to.post(host, question);
    return cancelled ? question->wait(cancelled) : question->wait();
}

/// A server's message without a question: "approve the login on your phone".
std::string textOf(const remote::AuthQuestion &question) {
    const bool isBoth = !question.title.empty() && !question.instruction.empty();
    return question.title + (isBoth ? ": " : "") + question.instruction;
}

} // namespace

HostAccess::HostAccess(SshFiles files, HostSenders senders)
    : m_files(std::move(files)), m_fixedSshConfig(m_files.configFile), m_senders(std::move(senders)) {}

remote::Endpoint HostAccess::withFiles(remote::Endpoint endpoint) const {
    endpoint.configFile = m_files.configFile;
    endpoint.transport = m_limits.transport;
    endpoint.ownKnownHosts = m_files.ownKnownHosts;
    if (!m_files.knownHosts.empty()) {
        endpoint.knownHosts.push_back(m_files.knownHosts);
        endpoint.knownHostsToWrite = m_files.knownHosts;
    }
    return endpoint;
}

remote::ConnectOptions HostAccess::connectOptions() const {
    remote::ConnectOptions options;
    options.connectTimeout = m_limits.connect;
    raiseTimeouts(options, m_limits.lease); // runs use the connection
    return options;
}

HostEndpoint HostAccess::endpointFor(const HostSession &host) const {
    remote::ConnectOptions options = connectOptions();
    options.note = [to = m_senders.lines, from = host.origin(),
                    name = host.label.toStdString()](const remote::ConnectNote &note) {
        to.post(from, {nowMs(), name, "ssh", note.text});
    };
    remote::Endpoint endpoint = host.endpoint;
    if (!host.transport && !host.job) // otherwise uses the existing or pending connection
        endpoint.transport = m_limits.transport;
    return {std::move(endpoint), prompts(host), std::move(options)};
}

HostEndpoint HostAccess::sharedEndpointFor(const HostSession &host, remote::Client &client) const {
    HostEndpoint hostEndpoint = endpointFor(host);
    std::shared_ptr<KeptShell> &kept = m_shells[host.id];
    if (!kept)
        kept = std::make_shared<KeptShell>(client);
    hostEndpoint.kept = kept;
    return hostEndpoint;
}

AskSudoPassword HostAccess::sudoPassword(const HostSession &host,
                                         bridge::SudoQuestion::Purpose purpose) const {
    return [to = m_senders.questions, from = host.origin(),
            purpose](const SudoRequest &request) -> std::optional<remote::Secret> {
        auto answer =
            ask(to, from, bridge::SudoQuestion{request.host, purpose, request.attempt}, request.cancelled);
        auto *texts = answer ? std::get_if<std::vector<std::string>>(&*answer) : nullptr;
        if (texts == nullptr || texts->empty())
            return std::nullopt;
        const remote::WipeGuard wiped(*texts);
        return remote::Secret(std::move(texts->front()));
    };
}

remote::Prompts HostAccess::prompts(const HostSession &host) const {
    const bridge::Origin from = host.origin();
    const auto put = [to = m_senders.questions, from](bridge::Ask what) {
        return ask(to, from, std::move(what));
    };
    remote::Prompts prompts;
    prompts.hostKey = [put](const remote::HostKeyQuestion &question) {
        const auto answer = put(question);
        const auto *choice = answer ? std::get_if<remote::HostKeyAnswer>(&*answer) : nullptr;
        return choice != nullptr ? *choice : remote::HostKeyAnswer::Refuse;
    };
    prompts.auth = [put, lines = m_senders.lines, progress = m_senders.progress,
                    from](const remote::AuthQuestion &question) -> std::optional<std::vector<std::string>> {
        if (question.prompts.empty()) {
            const std::string text = HostText(textOf(question)).plain(1000);
            lines.post(from, {nowMs(), question.host, "ssh", text});
            progress.post(from, {0, text});
            return std::vector<std::string>();
        }
        auto answer = put(question);
        auto *texts = answer ? std::get_if<std::vector<std::string>>(&*answer) : nullptr;
        return texts != nullptr ? std::optional(std::move(*texts)) : std::nullopt;
    };
    return prompts;
}

ScriptRights HostAccess::rightsOn(const HostSession &host) const {
    const auto &topology = host.snapshot.topology;
    const bool isRoot = topology && topology->host().user.valueOr("") == "root";
    return {host.root && !isRoot, sudoPassword(host, bridge::SudoQuestion::Purpose::Copy)};
}

remote::Endpoint endpointBy(const widgets::ConnectRequest &request, remote::Endpoint known) {
    known.target = request.target.toStdString();
    known.user = request.user.toStdString();
    known.port = static_cast<std::uint16_t>(request.port);
    const std::string key = request.keyFile.toStdString();
    if (known.identities.empty() || known.identities.front() != key)
        known.identities.clear();
    if (known.identities.empty() && !key.empty())
        known.identities.emplace_back(key);
    return known;
}

remote::Endpoint endpointOf(const workspace::Connection &connection) {
    remote::Endpoint endpoint;
    endpoint.target = connection.target;
    endpoint.user = connection.user;
    endpoint.port = connection.port;
    endpoint.jump = connection.jump;
    if (!connection.identityFile.empty())
        endpoint.identities.emplace_back(connection.identityFile);
    return endpoint;
}

workspace::Connection connectionOf(const HostSession &host) {
    workspace::Connection connection;
    connection.target = host.endpoint.target;
    connection.user = host.endpoint.user;
    connection.port = host.endpoint.port;
    if (!host.endpoint.identities.empty())
        connection.identityFile = host.endpoint.identities.front().string();
    connection.jump = host.endpoint.jump;
    connection.root = host.root;
    return connection;
}

} // namespace fabricscope::app::window
