// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SessionController.h"

#include "app/jobs/collect/OpenFiles.h"
#include "app/jobs/collect/PartRun.h"
#include "app/jobs/collect/ReleaseOnWorker.h"
#include "app/jobs/judge/JudgeHost.h"
#include "app/jobs/run/ToolRun.h"
#include "app/jobs/script/HostEndpoint.h"
#include "core/base/HostText.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "remote/base/Secret.h"
#include "remote/config/SshConfig.h"

#include <algorithm>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;
using widgets::JobEntry;

/// The list of hosts in a single file that has no other known format. Any text has words that might be names:
/// a file that mostly cannot be parsed is not a list.
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

/// Judges a host that was read. Runs on a worker thread.
Snapshot judged(Snapshot snapshot, const Strand &release) {
    judgeAlone(snapshot);
    return releasedOn(release, std::move(snapshot));
}

/// Posts a question and waits for its answer. Runs on a worker thread.
std::optional<bridge::Answer> ask(const std::shared_ptr<bridge::Mailbox> &box, quint64 host,
                                  std::uint64_t generation, bridge::Ask what,
                                  const std::function<bool()> &cancelled = {}) {
    auto question = std::make_shared<bridge::Question>(std::move(what));
    box->post({host, generation, question});
    return cancelled ? question->wait(cancelled) : question->wait();
}

/// A server's message without a question: "approve the login on your phone".
std::string textOf(const remote::AuthQuestion &question) {
    const bool isBoth = !question.title.empty() && !question.instruction.empty();
    return question.title + (isBoth ? ": " : "") + question.instruction;
}

} // namespace

SessionController::SessionController(SshFiles files, QObject *parent)
    : QObject(parent)
    , m_files(std::move(files))
    , m_fixedSshConfig(m_files.configFile)
    , m_compareSides(fleet::compare)
    , m_judge(judgeHost)
    , m_bridge([this](bridge::Delivery delivery) { receive(std::move(delivery)); },
               [this] { return settle(); })
    , m_client(std::make_unique<remote::Client>())
    , m_workers(std::make_unique<WorkerPool>())
    , m_release(m_workers.get()) {}

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
    for (const RunningCopy &copy : m_copies)
        if (copy.script)
            copy.script->cancel();
    for (const RunningTool &tool : m_tools)
        if (!tool.isLeft)
            tool.run->stop();
    for (const auto &[question, script] : m_looking)
        if (script)
            script->cancel();
    m_bridge.close();
    m_workers.reset();
    m_copies.clear();
    m_tools.clear();
    m_looking.clear();
    for (const auto &session : m_sessions) {
        session->job.reset();
        session->transport.reset();
    }
    m_waiting.clear();
    m_client.reset();
}

const HostSession *SessionController::find(quint64 id) const {
    const auto found = std::find_if(m_sessions.begin(), m_sessions.end(),
                                    [id](const auto &candidate) { return candidate->id == id; });
    return found == m_sessions.end() ? nullptr : found->get();
}

HostSession &SessionController::newSession() {
    m_sessions.push_back(std::make_unique<HostSession>());
    m_sessions.back()->id = ++m_lastId;
    return *m_sessions.back();
}

HostSession *SessionController::session(quint64 id) {
    for (const auto &candidate : m_sessions)
        if (candidate->id == id)
            return candidate.get();
    return nullptr;
}

bool SessionController::busy() const {
    return isUnsettled() || std::any_of(m_sessions.begin(), m_sessions.end(), [](const auto &session) {
               return session->link == HostLink::Waiting || session->link == HostLink::Connecting ||
                      session->link == HostLink::Collecting || session->judging;
           });
}

void SessionController::collect(quint64 id, bool root) {
    HostSession *host = session(id);
    if (host == nullptr || host->isCapture() || m_stopped)
        return;
    cancel(id);
    host->root = root;
    host->isUnattended = false;
    start(*host);
}

/// Collects as many hosts concurrently as the user prefers; the others wait.
void SessionController::launchWaiting() {
    auto running = std::count_if(m_sessions.begin(), m_sessions.end(),
                                 [](const auto &session) { return session->job != nullptr; });
    while (!m_waiting.empty() && running < std::max(1, m_limits.parallel) && !m_stopped) {
        const quint64 id = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        if (HostSession *host = session(id)) {
            launch(*host);
            ++running;
        }
    }
}

void SessionController::start(HostSession &host) {
    updateJob(host, JobEntry::State::Cancelled, true); // of an earlier job, whose later events are dropped
    ++host.generation;
    host.judging = false; // a pending result will be dropped
    host.judgedIn = {};
    ++host.judgingQuestion;
    host.link = HostLink::Waiting;
    host.failure.reset();
    host.showSnapshot = false;
    host.heldBack = false;
    host.stage = remote::Stage::Config;
    host.times = {};
    host.fraction = 0;
    host.step.clear();
    host.transcript.clear();
    host.jobId = ++m_lastJob;
    updateJob(host, JobEntry::State::Waiting, false);
    m_waiting.push_back(host.id);
    launchWaiting();
    updateFleet();
    Q_EMIT changed(host.id);
}

void SessionController::launch(HostSession &host) {
    host.link = HostLink::Connecting;
    CollectOptions options;
    options.name = host.label.toStdString();
    options.root = host.root;
    options.timeout = m_limits.collect;
    remote::ConnectOptions connecting;
    connecting.connectTimeout = m_limits.connect;
    raiseTimeouts(connecting, m_limits.lease); // runs use this connection
    options.sudoPassword = sudoPassword(host, bridge::SudoQuestion::Purpose::Read);
    if (!host.transport) // otherwise the existing connection is used
        host.endpoint.transport = m_limits.transport;
    host.job = CollectJob::start(*m_client, host.endpoint, prompts(host), std::move(connecting),
                                 std::move(options), events(host), m_workers.get());
}

AskSudoPassword SessionController::sudoPassword(const HostSession &host,
                                                bridge::SudoQuestion::Purpose purpose) {
    return [box = m_bridge.mailbox(), id = host.id, generation = host.generation,
            purpose](const SudoRequest &request) -> std::optional<remote::Secret> {
        auto answer = ask(box, id, generation, bridge::SudoQuestion{request.host, purpose, request.attempt},
                          request.cancelled);
        auto *texts = answer ? std::get_if<std::vector<std::string>>(&*answer) : nullptr;
        if (texts == nullptr || texts->empty())
            return std::nullopt;
        const remote::WipeGuard wiped(*texts);
        return remote::Secret(std::move(texts->front()));
    };
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
    events.snapshot = [post, release = m_release](Snapshot snapshot) {
        post(judged(std::move(snapshot), release));
    };
    events.progress = [post](double fraction, const std::string &step) {
        post(bridge::Progress{fraction, step});
    };
    // Holding its transport shows when the connection is lost, and lets the next collection start
    // immediately.
    if (withoutContainer(host.endpoint).target != "local:")
        events.link = [post](const std::shared_ptr<remote::Transport> &transport) {
            post(bridge::Link{transport}); // first: it may be lost already
            transport->onLost([post](const remote::Failure &) { post(bridge::Link{nullptr}); });
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
    prompts.auth = [put, box = m_bridge.mailbox(), id = host.id, generation = host.generation](
                       const remote::AuthQuestion &question) -> std::optional<std::vector<std::string>> {
        if (question.prompts.empty()) {
            const std::string text = HostText(textOf(question)).plain(1000);
            box->post({id, generation, LogLine{nowMs(), question.host, "ssh", text}});
            box->post({id, generation, bridge::Progress{0, text}});
            return std::vector<std::string>();
        }
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
    HostSession &host = newSession();
    host.capturePath = path;
    host.joined = paths.mid(1);
    Q_EMIT joined(host.id, {});
    readFiles(host);
    updateFleet();
    return host.id;
}

void SessionController::readFiles(HostSession &host) {
    host.link = HostLink::Waiting;
    host.jobId = ++m_lastJob;
    updateJob(host, JobEntry::State::Running, false);
    std::vector<std::filesystem::path> files{host.capturePath.toStdString()};
    for (const QString &each : host.joined)
        files.emplace_back(each.toStdString());
    m_workers->post([box = m_bridge.mailbox(), release = m_release, id = host.id, files = std::move(files)] {
        auto opened =
            openFiles(files).map([&](Snapshot snapshot) { return judged(std::move(snapshot), release); });
        auto list = opened ? std::nullopt : hostListIn(files);
        box->post({id, 0, bridge::Opened{files.front().string(), std::move(opened), std::move(list)}});
    });
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

void SessionController::examineHostVm(quint64 question, const hostvm::Question &asked) {
    if (m_stopped)
        return;
    m_workers->post([box = m_bridge.mailbox(), question, asked] {
        box->post({0, 0, bridge::HostVmExamined{question, present::examineHostVm(asked)}});
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
    if (host == nullptr)
        return;
    if (std::erase(m_waiting, id) > 0) { // its job has not begun: nothing would report its end
        host->link = HostLink::Disconnected;
        updateJob(*host, JobEntry::State::Cancelled, true);
        updateFleet();
        Q_EMIT changed(id);
    }
    if (!host->job)
        return;
    host->job->cancel();
    dropQuestions(*host);
}

void SessionController::cancelJob(quint64 jobId) {
    for (const auto &host : m_sessions)
        if (host->jobId == jobId)
            cancel(host->id);
    for (const RunningCopy &copy : m_copies)
        if (copy.job.id == jobId && copy.script)
            copy.script->cancel();
    for (const RunningTool &tool : m_tools)
        if (tool.job.id == jobId)
            tool.run->stop();
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
    std::erase(m_waiting, id);
    const auto found = std::find_if(m_sessions.begin(), m_sessions.end(),
                                    [id](const auto &candidate) { return candidate->id == id; });
    if (found == m_sessions.end())
        return;
    updateJob(**found, JobEntry::State::Cancelled, true);
    dropQuestions(**found); // also of other jobs there, such as a copy
    m_sessions.erase(found);
    Q_EMIT left(id);
    launchWaiting();
    updateFleet();
}

void SessionController::showSnapshot(quint64 id) {
    if (HostSession *host = session(id); host != nullptr && host->snapshot.topology) {
        host->showSnapshot = true;
        Q_EMIT changed(id);
    }
}

} // namespace fabricscope::app::window
