// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/SessionController.h"

#include "app/jobs/HostEndpoint.h"
#include "app/jobs/JudgeHost.h"
#include "app/jobs/OpenFiles.h"
#include "core/workspace/HostRange.h"
#include "remote/SshConfig.h"

#include <algorithm>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;
using widgets::JobEntry;

/// Hosts that one typed range may open: as many jobs begin at once.
constexpr std::size_t kMostOfARange = 1024;

/// The list of hosts that one file holds, which is nothing else that is known. Any text has words that might
/// be names: what is mostly not understood is no list.
std::optional<workspace::HostList> hostListIn(const std::vector<std::filesystem::path> &files) {
    std::error_code error;
    if (files.size() != 1 || !std::filesystem::is_regular_file(files.front(), error))
        return std::nullopt;
    const std::string file = files.front().string();
    auto list = textOfList(file).and_then(
        [&](const std::string &text) { return workspace::readHostList(text, file); });
    return list && list->warnings.size() < list->hosts.size() ? std::optional(std::move(*list))
                                                              : std::nullopt;
}

/// One question put into the box, and the wait for its answer. Runs on a worker thread.
std::optional<bridge::Answer> ask(const std::shared_ptr<bridge::Mailbox> &box, quint64 host,
                                  std::uint64_t generation, bridge::Ask what) {
    auto question = std::make_shared<bridge::Question>(std::move(what));
    box->post({host, generation, question});
    return question->wait();
}

} // namespace

SessionController::SessionController(SshFiles files, QObject *parent)
    : QObject(parent)
    , m_files(std::move(files))
    , m_compareSides(fleet::compare)
    , m_bridge([this](bridge::Delivery delivery) { receive(std::move(delivery)); })
    , m_client(std::make_unique<remote::Client>())
    , m_workers(std::make_unique<WorkerPool>()) {}

SessionController::~SessionController() {
    shutdown();
}

void SessionController::shutdown() {
    if (std::exchange(m_stopped, true))
        return;
    for (const auto &session : m_sessions) {
        if (session->job)
            session->job->cancel();
        for (const auto &question : session->questions)
            question->abandon();
    }
    m_bridge.close();
    m_workers.reset();
    for (const auto &session : m_sessions) {
        session->job.reset();
        session->transport.reset();
    }
    m_client.reset();
}

const HostSession *SessionController::find(quint64 id) const {
    const auto found = std::find_if(m_sessions.begin(), m_sessions.end(),
                                    [id](const auto &candidate) { return candidate->id == id; });
    return found == m_sessions.end() ? nullptr : found->get();
}

HostSession *SessionController::session(quint64 id) {
    for (const auto &candidate : m_sessions)
        if (candidate->id == id)
            return candidate.get();
    return nullptr;
}

bool SessionController::busy() const {
    return std::any_of(m_sessions.begin(), m_sessions.end(), [](const auto &session) {
        return session->link == HostLink::Waiting || session->link == HostLink::Connecting ||
               session->link == HostLink::Collecting || session->judging;
    });
}

quint64 SessionController::connectTo(const widgets::ConnectRequest &request) {
    const auto names = workspace::expandRange(request.target.toStdString());
    if (names && names->size() > 1 && names->size() <= kMostOfARange) {
        quint64 first = 0;
        for (const std::string &name : *names) {
            widgets::ConnectRequest one = request;
            one.target = QString::fromStdString(name);
            const quint64 id = connectTo(one);
            first = first == 0 ? id : first;
        }
        return first;
    }
    remote::Endpoint endpoint;
    endpoint.target = request.target.toStdString();
    endpoint.user = request.user.toStdString();
    endpoint.port = static_cast<std::uint16_t>(request.port);
    if (!request.keyFile.isEmpty())
        endpoint.identities.emplace_back(request.keyFile.toStdString());
    return connectBy(std::move(endpoint), {}, {}, request.root);
}

quint64 SessionController::connectTo(const workspace::HostEntry &entry, bool root) {
    return connectBy(endpointOf(entry), QString::fromStdString(entry.name),
                     entry.groups.empty() ? QString() : QString::fromStdString(entry.groups.front()), root);
}

quint64 SessionController::connectBy(remote::Endpoint endpoint, const QString &label, const QString &group,
                                     bool root) {
    endpoint.configFile = m_files.configFile;
    if (!m_files.knownHosts.empty()) {
        endpoint.knownHosts.push_back(m_files.knownHosts);
        endpoint.knownHostsToWrite = m_files.knownHosts;
    }
    const auto same = std::find_if(m_sessions.begin(), m_sessions.end(), [&](const auto &candidate) {
        return !candidate->isCapture() && candidate->endpoint.target == endpoint.target &&
               candidate->endpoint.user == endpoint.user && candidate->endpoint.port == endpoint.port &&
               candidate->endpoint.jump == endpoint.jump;
    });
    HostSession *host = nullptr;
    if (same != m_sessions.end()) {
        host = same->get();
    } else {
        m_sessions.push_back(std::make_unique<HostSession>());
        host = m_sessions.back().get();
        host->id = ++m_lastId;
    }
    host->endpoint = std::move(endpoint);
    host->label = label.isEmpty() ? host->label : label;
    host->group = group.isEmpty() ? host->group : group;
    collect(host->id, root);
    return host->id;
}

void SessionController::collect(quint64 id, bool root) {
    HostSession *host = session(id);
    if (host == nullptr || host->isCapture() || m_stopped)
        return;
    cancel(id);
    host->root = root;
    start(*host);
}

void SessionController::start(HostSession &host) {
    updateJob(host, JobEntry::State::Cancelled, true); // of an earlier job whose last word will be dropped
    ++host.generation;
    host.judging = false; // an answer that is on its way will be dropped
    host.judgedWith.clear();
    host.link = HostLink::Connecting;
    host.failure.reset();
    host.showSnapshot = false;
    host.stage = remote::Stage::Config;
    host.fraction = 0;
    host.step.clear();
    host.transcript.clear();
    host.jobId = ++m_lastJob;
    updateJob(host, JobEntry::State::Waiting, false);
    CollectOptions options;
    options.name = host.label.toStdString();
    options.root = host.root;
    options.sudoPassword = [box = m_bridge.mailbox(), id = host.id, generation = host.generation](
                               const std::string &name) -> std::optional<std::string> {
        const auto answer = ask(box, id, generation, bridge::SudoQuestion{name});
        const auto *texts = answer ? std::get_if<std::vector<std::string>>(&*answer) : nullptr;
        return texts != nullptr && !texts->empty() ? std::optional(texts->front()) : std::nullopt;
    };
    host.job = CollectJob::start(*m_client, host.endpoint, prompts(host), {}, std::move(options),
                                 events(host), m_workers.get());
    updateFleet();
    Q_EMIT changed(host.id);
}

CollectJob::Events SessionController::events(const HostSession &host) {
    const auto post = [box = m_bridge.mailbox(), id = host.id,
                       generation = host.generation](bridge::Event event) {
        box->post({id, generation, std::move(event)});
    };
    CollectJob::Events events;
    events.state = [post](JobState state) {
        post(state);
    };
    events.stage = [post](remote::Stage stage) {
        post(stage);
    };
    events.log = [post](const LogLine &line) {
        post(line);
    };
    events.snapshot = [post](Snapshot snapshot) { // on a worker
        snapshot.examination = judgeHost(snapshot);
        post(std::move(snapshot));
    };
    events.progress = [post](double fraction, const std::string &step) {
        post(bridge::Progress{fraction, step});
    };
    events.finished = [post](const std::optional<remote::Failure> &failure) {
        post(bridge::Finished{failure});
    };
    return events;
}

remote::Prompts SessionController::prompts(const HostSession &host) {
    const auto put = [box = m_bridge.mailbox(), id = host.id,
                      generation = host.generation](bridge::Ask what) {
        return ask(box, id, generation, std::move(what));
    };
    remote::Prompts prompts;
    prompts.hostKey = [put](const remote::HostKeyQuestion &question) {
        const auto answer = put(question);
        const auto *choice = answer ? std::get_if<remote::HostKeyAnswer>(&*answer) : nullptr;
        return choice != nullptr ? *choice : remote::HostKeyAnswer::Refuse;
    };
    prompts.auth = [put](const remote::AuthQuestion &question) -> std::optional<std::vector<std::string>> {
        auto answer = put(question);
        auto *texts = answer ? std::get_if<std::vector<std::string>>(&*answer) : nullptr;
        return texts != nullptr ? std::optional(std::move(*texts)) : std::nullopt;
    };
    return prompts;
}

quint64 SessionController::openCapture(const QString &path) {
    return openTogether({path});
}

quint64 SessionController::openTogether(const QStringList &paths) {
    if (m_stopped || paths.isEmpty())
        return 0;
    const QString &path = paths.first();
    for (const auto &known : m_sessions)
        if (known->capturePath == path && known->joined == paths.mid(1))
            return known->id;
    m_sessions.push_back(std::make_unique<HostSession>());
    HostSession &host = *m_sessions.back();
    host.id = ++m_lastId;
    host.capturePath = path;
    host.joined = paths.mid(1);
    host.link = HostLink::Waiting;
    std::vector<std::filesystem::path> files;
    for (const QString &each : paths)
        files.emplace_back(each.toStdString());
    m_workers->post([box = m_bridge.mailbox(), id = host.id, files = std::move(files)] {
        auto opened = openFiles(files);
        if (opened)
            opened->examination = judgeHost(*opened);
        auto list = opened ? std::nullopt : hostListIn(files);
        box->post({id, 0, bridge::Opened{files.front().string(), std::move(opened), std::move(list)}});
    });
    updateFleet();
    return host.id;
}

void SessionController::resolve(const QString &target) {
    if (m_stopped)
        return;
    remote::Endpoint endpoint;
    endpoint.target = target.toStdString();
    endpoint.configFile = m_files.configFile;
    m_workers->post([box = m_bridge.mailbox(), endpoint] {
        remote::SshConfig config;
        const auto read = config.read(withoutContainer(endpoint), [] { return false; });
        bridge::Resolved answer{endpoint.target, {}, {}, {}, 0, read.has_value()};
        if (read) {
            answer.host = read->host;
            answer.user = read->user;
            answer.port = read->port;
            for (const std::string &jump : read->jumps)
                answer.jump += (answer.jump.empty() ? "" : ", ") + jump;
            if (answer.jump.empty())
                answer.jump = read->proxyCommand;
        }
        box->post({0, 0, std::move(answer)});
    });
}

void SessionController::readList(const QString &path) {
    if (m_stopped)
        return;
    m_workers->post([box = m_bridge.mailbox(), file = path.toStdString()] {
        auto list = textOfList(file).and_then(
            [&](const std::string &text) { return workspace::readHostList(text, file); });
        box->post({0, 0, bridge::ListRead{file, std::move(list)}});
    });
}

void SessionController::compare(quint64 question, const widgets::CompareSide &before,
                                const widgets::CompareSide &after) {
    if (m_stopped)
        return;
    m_workers->post([box = m_bridge.mailbox(), compare = m_compareSides, question, before, after] {
        box->post({0, 0,
                   bridge::Compared{question, std::make_shared<const fleet::Comparison>(
                                                  compare(before.side(), after.side()))}});
    });
}

void SessionController::readAliases() {
    if (m_stopped)
        return;
    m_workers->post([box = m_bridge.mailbox(), file = m_files.configFile] {
        box->post({0, 0, bridge::Aliases{remote::readSshAliases(file)}});
    });
}

void SessionController::cancel(quint64 id) {
    HostSession *host = session(id);
    if (host == nullptr || !host->job)
        return;
    host->job->cancel();
    dropQuestions(*host);
}

void SessionController::cancelJob(quint64 jobId) {
    for (const auto &host : m_sessions)
        if (host->jobId == jobId)
            cancel(host->id);
}

void SessionController::disconnectFrom(quint64 id) {
    HostSession *host = session(id);
    if (host == nullptr || host->isCapture())
        return;
    cancel(id);
    if (host->transport)
        host->transport->disconnect();
    host->transport.reset();
    if (!host->job)
        host->link = HostLink::Disconnected;
    updateFleet();
    Q_EMIT changed(id);
}

void SessionController::remove(quint64 id) {
    disconnectFrom(id);
    const auto found = std::find_if(m_sessions.begin(), m_sessions.end(),
                                    [id](const auto &candidate) { return candidate->id == id; });
    if (found == m_sessions.end())
        return;
    updateJob(**found, JobEntry::State::Cancelled, true);
    replaceSnapshot(**found, {});
    m_sessions.erase(found);
    updateFleet();
}

void SessionController::showSnapshot(quint64 id) {
    if (HostSession *host = session(id); host != nullptr && host->snapshot.topology) {
        host->showSnapshot = true;
        Q_EMIT changed(id);
    }
}

} // namespace fabricscope::app::window
