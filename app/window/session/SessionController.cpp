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

/// Log lines of all hosts that wait for the GUI thread; the oldest are dropped.
constexpr std::size_t kMaxWaitingLines = 20000;

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

template<class T> auto SessionController::toHost() {
    return [this](bridge::Origin from, T value) {
        HostSession *host = session(from.id);
        if (host != nullptr && host->generation == from.generation)
            apply(*host, std::move(value));
        else if constexpr (std::is_same_v<T, std::shared_ptr<bridge::Question>>)
            value->abandon();
    };
}

SessionController::SessionController(SshFiles files, QObject *parent)
    : QObject(parent)
    , m_files(std::move(files))
    , m_fixedSshConfig(m_files.configFile)
    , m_compareSides(fleet::compare)
    , m_judge(judgeHost)
    , m_bridge([this] { return settle(); })
    , m_states(m_bridge.mailbox(), toHost<JobState>())
    , m_stages(m_bridge.mailbox(), toHost<remote::Stage>())
    , m_lines(m_bridge.mailbox(), toHost<LogLine>(), bridge::Keep::last(kMaxWaitingLines))
    , m_snapshots(m_bridge.mailbox(), toHost<Snapshot>(), bridge::Keep::newest())
    , m_progress(m_bridge.mailbox(), toHost<Progress>(), bridge::Keep::newest())
    , m_finished(m_bridge.mailbox(), toHost<Finished>())
    , m_opened(m_bridge.mailbox(), toHost<Opened>())
    , m_links(m_bridge.mailbox(), toHost<Link>())
    , m_judged(m_bridge.mailbox(), toHost<Judged>())
    , m_questions(m_bridge.mailbox(), toHost<std::shared_ptr<bridge::Question>>())
    , m_resolved(m_bridge.mailbox(), [this](const Resolved &answer) { take(answer); })
    , m_lists(m_bridge.mailbox(),
              [this](const ListRead &read) { Q_EMIT listRead(QString::fromStdString(read.path), read.list); })
    , m_aliases(m_bridge.mailbox(), [this](const std::vector<remote::SshAlias> &aliases) { take(aliases); })
    , m_compared(m_bridge.mailbox(),
                 [this](const Compared &answer) { Q_EMIT compared(answer.question, answer.comparison); })
    , m_examined(m_bridge.mailbox(),
                 [this](const HostVmExamined &answer) {
                     m_pieces.emplace_back(
                         [this, answer] { Q_EMIT hostVmExamined(answer.question, answer.examination); });
                 })
    , m_plans(m_bridge.mailbox(), [this](const CopyPlanReady &looked) { take(looked); })
    , m_copied(m_bridge.mailbox(), [this](const FileCopied &copied) { take(copied); })
    , m_usage(m_bridge.mailbox(), [this](const DeviceUsageRead &found) { take(found); })
    , m_ended(m_bridge.mailbox(), [this](const ToolEnded &ended) { take(ended); })
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
    return [to = m_questions.sender(), from = host.origin(),
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

CollectJob::Events SessionController::events(const HostSession &host) {
    const bridge::Origin from = host.origin();
    CollectJob::Events events;
    events.state = [to = m_states.sender(), from](JobState state) {
        to.post(from, state);
    };
    events.stage = [to = m_stages.sender(), from](remote::Stage stage) {
        to.post(from, stage);
    };
    events.log = [to = m_lines.sender(), from](const LogLine &line) {
        to.post(from, line);
    };
    events.snapshot = [to = m_snapshots.sender(), from, release = m_release](Snapshot snapshot) {
        to.post(from, judged(std::move(snapshot), release));
    };
    events.progress = [to = m_progress.sender(), from](double fraction, const std::string &step) {
        to.post(from, {fraction, step});
    };
    // Holding its transport shows when the connection is lost, and lets the next collection start
    // immediately.
    if (withoutContainer(host.endpoint).target != "local:")
        events.link = [to = m_links.sender(), from](const std::shared_ptr<remote::Transport> &transport) {
            to.post(from, {transport}); // first: it may be lost already
            transport->onLost([to, from](const remote::Failure &) { to.post(from, {nullptr}); });
        };
    events.finished = [to = m_finished.sender(), from](const std::optional<remote::Failure> &failure) {
        to.post(from, {failure});
    };
    return events;
}

remote::Prompts SessionController::prompts(const HostSession &host) {
    const bridge::Origin from = host.origin();
    const auto put = [to = m_questions.sender(), from](bridge::Ask what) {
        return ask(to, from, std::move(what));
    };
    remote::Prompts prompts;
    prompts.hostKey = [put](const remote::HostKeyQuestion &question) {
        const auto answer = put(question);
        const auto *choice = answer ? std::get_if<remote::HostKeyAnswer>(&*answer) : nullptr;
        return choice != nullptr ? *choice : remote::HostKeyAnswer::Refuse;
    };
    prompts.auth = [put, lines = m_lines.sender(), progress = m_progress.sender(),
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
    m_workers->post([to = m_opened.sender(), release = m_release, id = host.id, files = std::move(files)] {
        auto opened =
            openFiles(files).map([&](Snapshot snapshot) { return judged(std::move(snapshot), release); });
        auto list = opened ? std::nullopt : hostListIn(files);
        to.post({id, 0}, {files.front().string(), std::move(opened), std::move(list)});
    });
}

void SessionController::resolve(const QString &target) {
    if (m_stopped)
        return;
    remote::Endpoint endpoint;
    endpoint.target = target.toStdString();
    endpoint.configFile = m_files.configFile;
    m_workers->post([to = m_resolved.sender(), endpoint] {
        remote::SshConfig config;
        const auto read = config.read(withoutContainer(endpoint), [] { return false; });
        Resolved answer{endpoint.target, {}, {}, {}, 0, read.has_value()};
        if (read) {
            answer.host = read->host;
            answer.user = read->user;
            answer.port = read->port;
            for (const std::string &jump : read->jumps)
                answer.jump += (answer.jump.empty() ? "" : ", ") + jump;
            if (answer.jump.empty())
                answer.jump = read->proxyCommand;
        }
        to.post(std::move(answer));
    });
}

void SessionController::readList(const QString &path) {
    if (m_stopped)
        return;
    m_workers->post([to = m_lists.sender(), file = path.toStdString()] {
        auto list = textOfList(file).and_then(
            [&](const std::string &text) { return workspace::readHostList(text, file); });
        to.post({file, std::move(list)});
    });
}

void SessionController::compare(quint64 question, const widgets::CompareSide &before,
                                const widgets::CompareSide &after) {
    if (m_stopped)
        return;
    m_workers->post([to = m_compared.sender(), compare = m_compareSides, question, before, after] {
        to.post({question, std::make_shared<const fleet::Comparison>(compare(before.side(), after.side()))});
    });
}

void SessionController::examineHostVm(quint64 question, const hostvm::Question &asked) {
    if (m_stopped)
        return;
    m_workers->post([to = m_examined.sender(), question, asked] {
        to.post({question, present::examineHostVm(asked)});
    });
}

void SessionController::readAliases() {
    if (m_stopped)
        return;
    m_workers->post(
        [to = m_aliases.sender(), file = m_files.configFile] { to.post(remote::readSshAliases(file)); });
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
