// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/RunCloseGuard.h"

#include "app/window/bench/BenchQueue.h"
#include "app/window/session/SessionController.h"
#include "core/base/OutputFile.h"
#include "core/bench/command/Secrets.h"
#include "core/json/PlanJson.h"
#include "widgets/common/dialog/MessageBoxText.h"
#include "widgets/common/text/Counted.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

QString countedRuns(std::size_t count) {
    return widgets::counted(static_cast<qsizetype>(count), RunCloseGuard::tr("run"),
                            RunCloseGuard::tr("runs"));
}

QString queuedRuns(std::size_t count) {
    return widgets::counted(static_cast<qsizetype>(count), RunCloseGuard::tr("queued run"),
                            RunCloseGuard::tr("queued runs"));
}

constexpr int kPollMs = 100;
constexpr qint64 kMaxStopMs = 20000; ///< a run that is still starting stops within 16 s
constexpr qsizetype kMaxShown = 8;

} // namespace

RunCloseGuard::RunCloseGuard(SessionController &sessions, BenchQueue &queue, QWidget *window)
    : QObject(window), m_sessions(sessions), m_queue(queue), m_window(window), m_stopping(new QTimer(this)) {
    m_stopping->setInterval(kPollMs);
    connect(m_stopping, &QTimer::timeout, this, [this] {
        if (m_sessions.tools().hasTools() && m_since.elapsed() < kMaxStopMs)
            return;
        m_stopping->stop();
        m_isDecided = true;
        Q_EMIT decided();
    });
    connect(&sessions, &SessionController::listChanged, this, &RunCloseGuard::offerConnected);
}

bool RunCloseGuard::mayClose() {
    if (m_isDecided || m_sessions.tools().activeRuns().empty())
        return true;
    if (m_stopping->isActive())
        return false;
    if (QMessageBox *box = ask({{}, tr("quit"), true}, [this](bool) { stopAll(); }))
        connect(box, &QDialog::rejected, this, &RunCloseGuard::cancelled);
    return false;
}

void RunCloseGuard::whenEnded(const std::vector<quint64> &hosts, const QString &verb,
                              std::function<void()> then) {
    if (m_sessions.tools().activeRuns(hosts).empty()) {
        holdFor(hosts);
        return then();
    }
    ask({hosts, verb}, [this, hosts, then = std::move(then)](bool isDetaching) {
        if (!isDetaching)
            for (const ActiveRun &run : m_sessions.tools().activeRuns(hosts))
                m_queue.stop(run.id);
        holdFor(hosts);
        stopOn(hosts, then);
    });
}

/// The text about what happens to queued runs, shown before the choice.
QString RunCloseGuard::waitingText(const Leaving &leaving) const {
    const auto targets = targetsOf(leaving.hosts);
    const std::size_t waiting = leaving.isQuit ? m_queue.waiting() : m_queue.waitingFor(targets);
    if (waiting == 0)
        return {};
    if (!leaving.isQuit)
        return tr("%1. Stop discards the remaining steps of running sweeps. Detach holds all queued runs and "
                  "offers them when the host is connected again.")
            .arg(queuedRuns(waiting));
    return m_file.isEmpty()
               ? tr("%1 will be discarded: this window saves no session.").arg(queuedRuns(waiting))
               : tr("Queued runs are saved. They do not start automatically.");
}

QMessageBox *RunCloseGuard::ask(const Leaving &leaving, const Stop &stop) {
    if (auto *asked = m_window->findChild<QMessageBox *>(QStringLiteral("leavingRuns"))) {
        asked->raise();
        return nullptr;
    }
    const std::vector<ActiveRun> runs = m_sessions.tools().activeRuns(leaving.hosts);
    const auto detached =
        std::count_if(runs.begin(), runs.end(), [](const auto &run) { return run.isDetached; });
    const auto attached = static_cast<qsizetype>(runs.size()) - detached;
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("Runs in progress"),
                        tr("%1 in progress.").arg(countedRuns(runs.size())), QMessageBox::Cancel, m_window);
    QStringList lines;
    for (const ActiveRun &run : runs)
        if (lines.size() < kMaxShown)
            lines << tr("%1 on %2%3").arg(run.name, run.host, run.isDetached ? tr(" (detached)") : QString());
    if (static_cast<qsizetype>(runs.size()) > kMaxShown)
        lines << tr("and %1 more").arg(static_cast<qsizetype>(runs.size()) - kMaxShown);
    if (attached > 0)
        lines << QString()
              << tr("All runs that are not detached will be stopped. %1")
                     .arg(detached > 0
                              ? tr("Detach closes the window; the detached runs continue on their hosts.")
                              : tr("To keep one running, start it as \"Detached\"."));
    if (const QString waiting = waitingText(leaving); !waiting.isEmpty())
        lines << waiting;
    widgets::prepareMessageBox(box, lines.join(QLatin1Char('\n')));
    box->setObjectName(QStringLiteral("leavingRuns"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *stopping =
        box->addButton(tr("Stop and %1").arg(leaving.verb), QMessageBox::DestructiveRole);
    QPushButton *detach = box->addButton(tr("Detach and %1").arg(leaving.verb), QMessageBox::AcceptRole);
    detach->setEnabled(detached > 0);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(stopping, &QPushButton::clicked, this, [stop] { stop(false); });
    connect(detach, &QPushButton::clicked, this, [this, hosts = leaving.hosts, stop] {
        m_sessions.tools().leaveDetachedRuns(hosts);
        stop(true);
    });
    box->open();
    return box;
}

std::vector<std::string> RunCloseGuard::targetsOf(const std::vector<quint64> &hosts) const {
    std::vector<std::string> targets;
    for (const quint64 id : hosts)
        if (const HostSession *host = m_sessions.find(id); host != nullptr && !host->isCapture())
            targets.push_back(host->target().toStdString());
    return targets;
}

/// Queued runs do not start meanwhile, nor connect to the host again.
void RunCloseGuard::holdFor(const std::vector<quint64> &hosts) {
    const std::vector<std::string> targets = targetsOf(hosts);
    if (targets.empty() && !hosts.empty()) // only captures
        return;
    const std::size_t held = m_queue.holdFor(targets, tr("waiting for its host to connect"));
    if (held == 0)
        return;
    writeQueue();
    const QString text = tr("%1 held until the host is connected again").arg(queuedRuns(held));
    const QString host = targets.size() == 1 ? QString::fromStdString(targets.front()) : QString();
    m_sessions.log()->append({{QDateTime::currentMSecsSinceEpoch(), QStringLiteral("run"), host, text}});
    Q_EMIT statusMessageRequested(text);
}

void RunCloseGuard::stopOn(const std::vector<quint64> &hosts, std::function<void()> then) {
    m_sessions.tools().stopRuns(hosts);
    auto *look = new QTimer(this);
    look->setInterval(kPollMs);
    QElapsedTimer since;
    since.start();
    connect(look, &QTimer::timeout, this, [this, look, hosts, since, then = std::move(then)] {
        if (!m_sessions.tools().activeRuns(hosts).empty() && since.elapsed() < kMaxStopMs)
            return;
        look->stop();
        look->deleteLater();
        then();
    });
    look->start();
}

void RunCloseGuard::undecide() {
    if (!std::exchange(m_isDecided, false))
        return;
    m_queue.unfreeze();
}

/// Waits until their hosts have reported that nothing is left; no queued run starts meanwhile.
void RunCloseGuard::stopAll() {
    m_queue.freeze();
    m_sessions.tools().stopRuns();
    Q_EMIT statusMessageRequested(
        tr("Stopping %1…").arg(countedRuns(m_sessions.tools().activeRuns().size())));
    m_since.start();
    m_stopping->start();
}

/// Writes no secrets: a run that lacks one is not started from the file.
void RunCloseGuard::writeQueue() const {
    if (m_file.isEmpty())
        return;
    std::vector<bench::WaitingQueue> queues = m_queue.waitingRuns();
    if (queues.empty()) {
        QFile::remove(m_file);
        return;
    }
    for (bench::WaitingQueue &queue : queues)
        for (bench::SweepStep &step : queue.steps) {
            const std::vector<std::string> secrets = bench::secretValuesOf(step.spec.command);
            if (std::find(secrets.begin(), secrets.end(), step.value) != secrets.end())
                step.value = bench::kSecretPlaceholder;
            step.spec = bench::withoutSecrets(std::move(step.spec));
        }
    (void)writeWhole(QFile::encodeName(m_file).toStdString(), json::queueDocument(queues), ReadableBy::Owner);
}

void RunCloseGuard::restoreQueue() {
    if (m_file.isEmpty() || !QFileInfo::exists(m_file))
        return;
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return moveToBackup(file.errorString());
    auto queues = json::queueFrom(file.read(qint64{json::kMaxQueueBytes} + 1).toStdString());
    file.close();
    if (!queues)
        return moveToBackup(QString::fromStdString(queues.error().toString()));
    std::size_t count = 0;
    for (const bench::WaitingQueue &queue : *queues)
        count += queue.steps.size();
    m_queue.addHeld(std::move(*queues));
    if (count > 0)
        askToStart(tr("The window was closed with %1.").arg(queuedRuns(count)), true);
}

bool RunCloseGuard::isOpen(const std::string &host) const {
    return std::any_of(m_sessions.sessions().begin(), m_sessions.sessions().end(),
                       [name = QString::fromStdString(host)](const auto &session) {
                           return !session->isCapture() && session->target() == name;
                       });
}

bool RunCloseGuard::isConnected(const std::string &host) const {
    return m_connected.contains(host);
}

/// Offers them once each time a host is connected.
void RunCloseGuard::offerConnected() {
    std::set<std::string> now;
    for (const auto &session : m_sessions.sessions())
        if (!session->isCapture() && session->link == widgets::HostLink::Connected)
            now.insert(session->target().toStdString());
    const bool isFresh = !std::includes(m_connected.begin(), m_connected.end(), now.begin(), now.end());
    m_connected = std::move(now);
    if (!isFresh || m_stopping->isActive() ||
        m_window->findChild<QMessageBox *>(QStringLiteral("keptQueue")) != nullptr)
        return;
    const std::size_t count = m_queue.heldAndThere([this](const auto &host) { return isConnected(host); });
    if (count > 0)
        askToStart(tr("%1 can start: the host is connected again.").arg(queuedRuns(count)), false);
}

/// Renames the file: the next close of the window would overwrite it, and its content may still be needed.
void RunCloseGuard::moveToBackup(const QString &why) {
    const QString backup = m_file + QStringLiteral(".broken");
    QFile::remove(backup);
    if (QFile::rename(m_file, backup)) {
        Q_EMIT statusMessageRequested(
            tr("Cannot read the queued runs of the last session: %2. Their file was renamed to %1.")
                .arg(backup, why));
        return;
    }
    Q_EMIT statusMessageRequested(
        tr("Cannot read the queued runs of the last session in %1: %2. New ones will not be saved.")
            .arg(m_file, why));
    m_file.clear();
}

/// `isRestored`: asks about all held runs; otherwise about those that wait for connected hosts.
void RunCloseGuard::askToStart(const QString &text, bool isRestored) {
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("Runs not started"), text, QMessageBox::NoButton, m_window);
    const BenchQueue::IsThere isThere = [this, isRestored](const std::string &host) {
        return isRestored ? isOpen(host) : isConnected(host);
    };
    widgets::prepareMessageBox(box, tr("Benchmarks lists them as not started."));
    box->setObjectName(QStringLiteral("keptQueue"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    const QPushButton *start = box->addButton(tr("Start them"), QMessageBox::AcceptRole);
    const QPushButton *discard = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    QPushButton *later = box->addButton(tr("Later"), QMessageBox::RejectRole);
    box->setDefaultButton(later);
    connect(start, &QPushButton::clicked, this, [this, isThere, isRestored] {
        const std::size_t left = m_queue.startHeld(isThere, isRestored);
        writeQueue();
        if (left > 0 && isRestored)
            Q_EMIT statusMessageRequested(
                tr("%1 not started: the host is not open in this window.").arg(queuedRuns(left)));
    });
    connect(discard, &QPushButton::clicked, this, [this, isThere, isRestored] {
        m_queue.dropHeld(isRestored ? BenchQueue::IsThere() : isThere);
        writeQueue();
    });
    connect(later, &QPushButton::clicked, this, [this, isThere] { m_queue.deferHeld(isThere); });
    box->show();
}

} // namespace fabricscope::app::window
