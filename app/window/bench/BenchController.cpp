// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchController.h"

#include "app/jobs/collect/ReleaseOnWorker.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/BenchKeys.h"
#include "app/window/bench/BenchLog.h"
#include "core/base/Text.h"
#include "core/bench/catalogue/Tools.h"
#include "core/bench/plan/ExpectedDuration.h"
#include "core/bench/view/BenchStops.h"
#include "core/formats/files/FileKinds.h"
#include "widgets/bench/BenchRunPanel.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr qint64 kHeadBytes = 256 * 1024; ///< read to recognize a log
constexpr int kTickMs = 100;
constexpr int kSoonMs = 20;          ///< by then the output of many runs at one tick has arrived
constexpr std::size_t kMaxLive = 64; ///< runs of a session; older ended ones are removed

} // namespace

BenchController::BenchController(widgets::BenchScreen &screen, Report report, QObject *parent)
    : QObject(parent)
    , m_screen(screen)
    , m_report(std::move(report))
    , m_bridge([this](bridge::Delivery delivery) { receive(std::move(delivery)); },
               [this] {
                   if (std::exchange(m_isNew, false))
                       showSoon();
                   return false;
               })
    , m_timer(new QTimer(this))
    , m_soon(new QTimer(this))
    , m_history(new BenchHistory(this))
    , m_stopRules(bench::standardStopRules())
    , m_workers(std::make_unique<WorkerPool>(2)) { // a long log does not delay a run
    m_timer->setInterval(kTickMs);
    connect(m_timer, &QTimer::timeout, this, &BenchController::tick);
    m_soon->setSingleShot(true);
    m_soon->setInterval(kSoonMs);
    connect(m_soon, &QTimer::timeout, this, &BenchController::show);
    connect(&screen, &widgets::BenchScreen::openLogRequested, this, &BenchController::chooseLog);
    connect(&screen, &widgets::BenchScreen::exportRequested, this, &BenchController::exportAs);
    connect(&screen, &widgets::BenchScreen::stopRequested, this, &BenchController::stopRequested);
    connect(&screen, &widgets::BenchScreen::statusMessageRequested, this,
            &BenchController::statusMessageRequested);
    connect(&screen, &widgets::BenchScreen::compareRequested, this, &BenchController::setCompareWith);
    connect(&screen, &widgets::BenchScreen::hostOfLogRequested, this, &BenchController::setHostOfLog);
    connect(&screen, &widgets::BenchScreen::earlierRunRequested, m_history, &BenchHistory::open);
    connect(&screen, &widgets::BenchScreen::stopRuleRequested, this,
            [this](const QString &key, bool requested) {
                bench::setStopRule(m_stopRules, key.toStdString(), requested);
                ++m_stamp; // the rule may already be met
                show();
            });
    connect(&screen, &widgets::BenchScreen::stopLimitsRequested, this,
            [this](const QString &key, double percent, int rows) {
                bench::setStopLimits(m_stopRules, key.toStdString(), percent, rows);
                ++m_stamp;
                show();
            });
    connect(&screen, &widgets::BenchScreen::shown, this, [this] {
        if (const bench::BenchView *view = m_screen.view();
            view != nullptr && isOf(view->key, m_requestedKey))
            m_requestedKey.clear(); // from now on the user's choice counts
        if (isShownStale())
            showSoon();
    });
    connect(m_history, &BenchHistory::changed, this, [this] {
        ++m_stamp;
        m_isEarlierStale = true;
        show();
    });
    connect(m_history, &BenchHistory::opened, this,
            [this](const std::shared_ptr<bridge::HistoryRead> &read) { showStored(*read); });
    connect(&screen, &widgets::BenchScreen::earlierHostRequested, this,
            [this](const QString &host) { m_history->setHost(host.toStdString()); });
    connect(&screen, &widgets::BenchScreen::moreEarlierRequested, m_history, &BenchHistory::listMore);
    connect(&screen, &widgets::BenchScreen::opened, m_history, &BenchHistory::refresh); // others write, too
    connect(m_history, &BenchHistory::failed, this, &BenchController::statusMessageRequested);
    screen.runPanel()->setTools(bench::tools());
    screen.runPanel()->setExpected(
        [this](const bench::RunSpec &spec) { return bench::expectedDuration(spec, m_history->records()); });
    connect(screen.runPanel(), &widgets::BenchRunPanel::runRequested, this, &BenchController::runRequested);
}

BenchController::~BenchController() {
    m_bridge.close();
}

bool BenchController::isSettled() const {
    return !isReading() && m_history->isSettled();
}

bool BenchController::isReading() const {
    return std::any_of(m_logs.begin(), m_logs.end(), [](const OpenLog &log) { return !log.isRead; });
}

// Logs

bool BenchController::isBenchLog(const QString &path) {
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(kHeadBytes);
    const BenchSign sign = benchSign({head.constData(), static_cast<std::size_t>(head.size())}, file.atEnd());
    return sign == BenchSign::Output || (sign == BenchSign::ErrorLine && !isHostText(path));
}

bool BenchController::isHostText(const QString &path) {
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(static_cast<qint64>(formats::FileSample::kHead));
    const std::string name = QFileInfo(path).fileName().toStdString();
    return formats::recogniseFile({name, {head.constData(), static_cast<std::size_t>(head.size())}}) !=
           nullptr;
}

void BenchController::chooseLog() {
    const QString file = QFileDialog::getOpenFileName(m_screen.window(), tr("Open benchmark log"));
    if (!file.isEmpty())
        openChosen(file);
}

/// A file about a host without measurements opens as a host.
void BenchController::openChosen(const QString &path) {
    if (!isBenchLog(path) && isHostText(path))
        Q_EMIT hostTextChosen(path);
    else
        openLog(path); // reports the error if it is empty
}

void BenchController::receive(bridge::Delivery delivery) {
    if (auto *read = std::get_if<bridge::BenchRead>(&delivery.event))
        take(std::move(*read));
    else if (auto *running = std::get_if<bridge::BenchRunning>(&delivery.event))
        take(delivery.host, std::move(*running));
}

// Runs

std::string BenchController::waitingId(std::uint64_t number) {
    return "waiting-" + std::to_string(number);
}

bool BenchController::isShown(const std::string &family) const {
    const bench::BenchView *shown = m_screen.view();
    return shown != nullptr && shown->key.starts_with(family);
}

bool BenchController::isWatched(const Live &live) const {
    return m_screen.isVisible() && isShown(keyOf(live.number));
}

bool BenchController::isShownStale() const {
    return std::any_of(m_storedRuns.begin(), m_storedRuns.end(),
                       [this](const StoredRun &kept) {
                           return kept.stamp != m_stamp && isShown(keyOf(kept.record.state.id));
                       }) ||
           std::any_of(m_live.begin(), m_live.end(), [this](const Live &live) {
               return live.stamp != m_stamp && !live.last.runs.empty() && isWatched(live);
           });
}

BenchController::Live *BenchController::find(std::uint64_t number) {
    const auto found =
        std::find_if(m_live.begin(), m_live.end(), [&](const Live &live) { return live.number == number; });
    return found == m_live.end() ? nullptr : &*found;
}

std::uint64_t BenchController::add(const bench::SweepStep &step, BenchStepOf of,
                                   const std::string &simulated) {
    const auto hasEnded = [](const Live &live) {
        return live.last.state.phase > bench::Phase::Stopping;
    };
    if (m_live.size() >= kMaxLive)
        if (const auto old = std::find_if(m_live.begin(), m_live.end(), hasEnded); old != m_live.end())
            m_live.erase(old);
    Live live;
    live.number = ++m_runs;
    live.step = step;
    live.of = std::move(of);
    live.simulated = simulated;
    live.last.state.id = waitingId(live.number);
    m_live.push_back(std::move(live));
    m_isEarlierStale = true;
    return m_runs;
}

std::shared_ptr<bridge::BenchFeed> BenchController::begin(const bench::RunSpec &spec,
                                                          const std::string &simulated) {
    return begin(add({spec, {}, 0}, {}, simulated));
}

/// From the second step on, a shown run that is not of this queue stays shown.
std::shared_ptr<bridge::BenchFeed> BenchController::begin(std::uint64_t number) {
    Live *live = find(number);
    if (live == nullptr)
        return nullptr;
    live->feed = std::make_shared<bridge::BenchFeed>(number, live->step.spec.tool, m_bridge.mailbox());
    const bench::BenchView *shown = m_screen.view();
    bool follows = live->of.group.empty() || shown == nullptr;
    bool isFirst = true;
    for (const Live &each : m_live) {
        if (each.of.group != live->of.group || &each == live || each.feed == nullptr)
            continue;
        isFirst = false;
        follows = follows || (shown != nullptr && shown->key.starts_with(keyOf(each.number)));
    }
    if (follows || isFirst)
        m_requestedKey = keyOf(number);
    m_screen.showRunPanel(false);
    m_history->refreshSimilar(live->step.spec);
    show();
    m_timer->start();
    return live->feed;
}

bool BenchController::isInProgress(const std::string &id) const {
    return std::any_of(m_live.begin(), m_live.end(), [&](const Live &live) {
        return live.last.state.id == id && live.last.state.phase <= bench::Phase::Stopping;
    });
}

std::optional<bench::RunSpec> BenchController::specOf(const std::string &id) const {
    const auto live = std::find_if(m_live.begin(), m_live.end(),
                                   [&](const Live &each) { return each.last.state.id == id; });
    return live == m_live.end() ? std::nullopt : std::optional(live->step.spec);
}

/// The user did not request it: a run that is shown stays shown.
std::shared_ptr<bridge::BenchFeed> BenchController::follow(const bench::RunRecord &record,
                                                           const std::string &simulated) {
    const std::string &id = record.state.id;
    if (isInProgress(id))
        return nullptr;
    bool wasShown = isShown(keyOf(id));
    std::erase_if(m_live, [&](const Live &live) {
        const bool isIt = live.last.state.id == id;
        wasShown = wasShown || (isIt && isShown(keyOf(live.number)));
        return isIt;
    });
    std::erase_if(m_storedRuns, [&](const StoredRun &kept) { return kept.record.state.id == id; });
    const std::uint64_t number = add({record.spec, record.sweepValue, record.repeat}, {}, simulated);
    Live &live = *find(number);
    live.isFollowed = true;
    live.feed = std::make_shared<bridge::BenchFeed>(number, record.spec.tool, m_bridge.mailbox());
    live.last.state.id = id;
    live.last.state.phase = bench::Phase::Starting;
    live.last.state.startedMs = record.state.startedMs;
    const auto feed = live.feed;
    if (wasShown)
        m_requestedKey = keyOf(number);
    m_history->refreshSimilar(record.spec);
    show();
    m_timer->start();
    return feed;
}

void BenchController::hold(std::uint64_t number, const std::string &why) {
    Live *live = find(number);
    if (live == nullptr || live->feed != nullptr)
        return;
    live->last.state.why = why;
    if (live->of.group.empty())
        m_requestedKey = keyOf(number);
    m_screen.showRunPanel(false);
    show();
    Q_EMIT statusMessageRequested(
        tr("%1 waits: %2").arg(QString::fromStdString(live->step.spec.test), QString::fromStdString(why)));
}

void BenchController::drop(const std::vector<std::uint64_t> &numbers, const std::string &why) {
    for (const std::uint64_t number : numbers) {
        Live *live = find(number);
        if (live == nullptr || live->feed != nullptr)
            continue;
        live->last.state.phase = bench::Phase::Stopped;
        live->last.state.why = why;
        live->isReported = true;
    }
    if (!numbers.empty())
        show();
}

void BenchController::take(std::uint64_t number, bridge::BenchRunning running) {
    Live *live = find(number);
    if (live == nullptr)
        return;
    const bench::RunState before = std::exchange(live->last, std::move(running)).state;
    const bool hasEnded = live->last.state.phase > bench::Phase::Stopping;
    const bench::Phase phase = live->last.state.phase;
    m_isEarlierStale = m_isEarlierStale || live->last.state.id != before.id;
    const bool isNewlyEnded = hasEnded && !std::exchange(live->isReported, hasEnded);
    if (isNewlyEnded && !live->endedWhy.empty())
        m_history->noteSoon(live->last.state.id, "stopped automatically: " + live->endedWhy);
    if (isNewlyEnded)
        m_history->awaitEnd(live->last.state.id);
    // Also if its last step was stopped or lost: the others still have medians. If none has, nothing has this
    // key and the selection stays.
    if (isNewlyEnded && isWholeQueue(*live))
        m_requestedKey = medianKey(live->of.group);
    if (phase != before.phase)
        show();
    else
        m_isNew = true; // new rows: those of all runs are shown together
    if (isNewlyEnded)
        Q_EMIT ended(number, phase);
}

/// Whether all steps of its queue have ended and one of them is shown: any other view stays.
bool BenchController::isWholeQueue(const Live &last) const {
    bool isShownHere = false;
    for (const Live &live : m_live) {
        if (last.of.group.empty() || live.of.group != last.of.group)
            continue;
        if (live.last.state.phase <= bench::Phase::Stopping)
            return false;
        isShownHere = isShownHere || isShown(keyOf(live.number));
    }
    return isShownHere;
}

void BenchController::showStored(const bridge::HistoryRead &read) {
    const std::string &id = read.opened->record.state.id;
    const auto found = std::find_if(m_storedRuns.begin(), m_storedRuns.end(),
                                    [&](const StoredRun &kept) { return kept.record.state.id == id; });
    // The host's graph is released on a worker, not on the GUI thread.
    const Strand strand(m_workers.get());
    bench::BenchHost facts{releasedOn(strand, read.opened->facts.topology),
                           releasedOn(strand, read.opened->facts.examination)};
    StoredRun kept{read.opened->record,
                   read.opened->tables,
                   read.opened->isComplete,
                   std::move(facts),
                   read.opened->telemetry,
                   0,
                   {}};
    if (found != m_storedRuns.end()) { // it may have grown since
        *found = std::move(kept);
    } else {
        if (m_storedRuns.size() >= kMaxLive)
            m_storedRuns.erase(m_storedRuns.begin());
        m_storedRuns.push_back(std::move(kept));
    }
    m_requestedKey = keyOf(id);
    m_screen.showRunPanel(false);
    show();
}

void BenchController::setProposer(widgets::BenchProposer proposer) {
    m_screen.runPanel()->setProposer(std::move(proposer));
}

bool BenchController::anyRuns() const {
    return std::any_of(m_live.begin(), m_live.end(), [](const Live &live) {
        return live.feed != nullptr && live.last.state.phase <= bench::Phase::Stopping;
    });
}

/// The feeds tick on a worker, because each tick copies the parser's values.
void BenchController::tick() {
    if (m_isBehind)
        showSoon();
    else if (!anyRuns())
        m_timer->stop();
    for (const Live &live : m_live)
        if (live.feed != nullptr && live.last.state.phase <= bench::Phase::Stopping)
            m_workers->post([feed = live.feed] { feed->tick(); });
}

void BenchController::setHosts(const QStringList &hosts) {
    m_screen.runPanel()->setHosts(hosts);
    show(); // an empty screen shows what is possible
}

void BenchController::setCompareWith(const QString &key) {
    const std::string chosen = key.toStdString();
    if (shownLog() != nullptr) { // for this log only
        m_logCompare[m_screen.view()->key] = chosen;
        return show();
    }
    m_compare = {0, {}};
    if (chosen.starts_with(kLastKey))
        m_compare.last =
            parseInteger<std::size_t>(std::string_view(chosen).substr(kLastKey.size())).value_or(0);
    else if (chosen.starts_with(kRunKey))
        m_compare.id = chosen.substr(kRunKey.size());
    ++m_stamp;
    show();
}

} // namespace fabricscope::app::window
