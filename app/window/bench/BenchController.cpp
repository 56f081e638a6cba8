// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchController.h"

#include "app/window/bench/BenchExport.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/BenchKeys.h"
#include "app/window/bench/BenchLog.h"
#include "app/window/bench/OpenLogs.h"
#include "app/window/bench/RunWords.h"
#include "app/window/bench/StoredRuns.h"
#include "core/bench/catalogue/Tools.h"
#include "core/bench/plan/ExpectedDuration.h"
#include "core/bench/view/BenchStops.h"
#include "core/formats/files/FileKinds.h"
#include "widgets/bench/form/BenchRunPanel.h"

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
constexpr int kSoonMs = 20; ///< by then the output of many runs at one tick has arrived

} // namespace

BenchController::BenchController(widgets::BenchScreen &screen, Report report, QObject *parent)
    : QObject(parent)
    , m_screen(screen)
    , m_bridge([this] {
        if (std::exchange(m_isNew, false))
            showSoon();
        return false;
    })
    , m_workers(std::make_unique<WorkerPool>(2)) // a long log does not delay a run
    , m_timer(new QTimer(this))
    , m_soon(new QTimer(this))
    , m_history(new BenchHistory(this))
    , m_logs(new OpenLogs(m_bridge.mailbox(), *m_workers, this))
    , m_stored(new StoredRuns(m_bridge.mailbox(), *m_workers, this))
    , m_live(new LiveRuns(m_bridge.mailbox(), *m_workers, this))
    , m_export(new BenchExport(screen, std::move(report), this))
    , m_stopRules(bench::standardStopRules()) {
    m_timer->setInterval(kTickMs);
    connect(m_timer, &QTimer::timeout, this, &BenchController::tick);
    m_soon->setSingleShot(true);
    m_soon->setInterval(kSoonMs);
    connect(m_soon, &QTimer::timeout, this, &BenchController::show);
    connectScreen();
    connectSources();
    setTerms();
}

/// The sources use the workers until they end.
BenchController::~BenchController() {
    m_bridge.close();
    m_workers.reset();
}

void BenchController::connectScreen() {
    connect(&m_screen, &widgets::BenchScreen::openLogRequested, this, &BenchController::chooseLog);
    connect(&m_screen, &widgets::BenchScreen::exportRequested, m_export, &BenchExport::exportAs);
    connect(&m_screen, &widgets::BenchScreen::stopRequested, this, &BenchController::stopRequested);
    connect(&m_screen, &widgets::BenchScreen::statusMessageRequested, this,
            &BenchController::statusMessageRequested);
    connect(&m_screen, &widgets::BenchScreen::compareRequested, this, &BenchController::setCompareWith);
    connect(&m_screen, &widgets::BenchScreen::hostOfLogRequested, this, [this](const QString &host) {
        if (const bench::BenchView *view = m_screen.view())
            m_logs->setHost(view->key, host);
    });
    connect(&m_screen, &widgets::BenchScreen::stopRuleRequested, this,
            [this](const QString &key, bool requested) {
                bench::setStopRule(m_stopRules, key.toStdString(), requested);
                setTerms(); // the rule may already be met
                show();
            });
    connect(&m_screen, &widgets::BenchScreen::stopLimitsRequested, this,
            [this](const QString &key, double percent, int rows) {
                bench::setStopLimits(m_stopRules, key.toStdString(), percent, rows);
                setTerms();
                show();
            });
    connect(&m_screen, &widgets::BenchScreen::shown, this, &BenchController::shownChanged);
    connect(&m_screen, &widgets::BenchScreen::earlierRunRequested, m_history, &BenchHistory::open);
    connect(&m_screen, &widgets::BenchScreen::earlierHostRequested, this,
            [this](const QString &host) { m_history->setHost(host.toStdString()); });
    connect(&m_screen, &widgets::BenchScreen::moreEarlierRequested, m_history, &BenchHistory::listMore);
    connect(&m_screen, &widgets::BenchScreen::opened, m_history,
            &BenchHistory::refresh); // others write, too
    m_screen.runPanel()->setTools(bench::tools());
    m_screen.runPanel()->setExpected(
        [this](const bench::RunSpec &spec) { return bench::expectedDuration(spec, m_history->records()); });
    connect(m_screen.runPanel(), &widgets::BenchRunPanel::runRequested, this, &BenchController::runRequested);
}

void BenchController::connectSources() {
    connect(m_export, &BenchExport::statusMessageRequested, this, &BenchController::statusMessageRequested);

    connect(m_history, &BenchHistory::changed, this, [this] {
        m_isEarlierStale = true;
        setTerms();
        show();
    });
    connect(m_history, &BenchHistory::opened, this, [this](const std::shared_ptr<HistoryRead> &read) {
        request(keyOf(read->opened->record.state.id));
        m_screen.showRunPanel(false);
        m_stored->open(*read->opened);
        show();
    });
    connect(m_history, &BenchHistory::failed, this, &BenchController::statusMessageRequested);

    connect(m_logs, &OpenLogs::changed, this, &BenchController::show);
    connect(m_logs, &OpenLogs::opened, this, [this](const QString &key, const QString &name) {
        ++m_content;
        request(key.toStdString());
        show();
        Q_EMIT logShown(name);
    });
    connect(m_logs, &OpenLogs::failed, this, [this](const QString &why) {
        if (!m_logs->isEmpty() || !m_live->isEmpty() || !m_stored->isEmpty())
            Q_EMIT statusMessageRequested(why); // else the screen shows it
    });

    connect(m_stored, &StoredRuns::changed, this, &BenchController::show);

    connect(m_live, &LiveRuns::changed, this, [this](bool isUrgent) {
        if (isUrgent)
            show();
        else
            m_isNew = true;
    });
    connect(m_live, &LiveRuns::added, this, [this] { m_isEarlierStale = true; });
    connect(m_live, &LiveRuns::begun, this, [this](const bench::RunSpec &spec) {
        m_history->refreshSimilar(spec);
        show();
        m_timer->start();
    });
    connect(m_live, &LiveRuns::panelCloseRequested, this, [this] { m_screen.showRunPanel(false); });
    connect(m_live, &LiveRuns::followed, m_stored,
            [this](const QString &id) { m_stored->close(id.toStdString()); });
    connect(m_live, &LiveRuns::keyRequested, this,
            [this](const QString &key) { request(key.toStdString()); });
    connect(m_live, &LiveRuns::statusMessageRequested, this, &BenchController::statusMessageRequested);
    connect(m_live, &LiveRuns::ended, this,
            [this](quint64, bench::Phase, const QString &id, const QString &why) { runEnded(id, why); });
}

bool BenchController::isSettled() const {
    return !m_logs->isReading() && !m_stored->isPending() && m_history->isSettled();
}

// Logs

bool BenchController::isBenchLog(const QString &path) {
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(kHeadBytes);
    const BenchSign sign = benchSign({head.constData(), static_cast<std::size_t>(head.size())});
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

void BenchController::openLog(const QString &path) {
    m_logs->open(path);
}

// Runs

void BenchController::runEnded(const QString &id, const QString &why) {
    if (!why.isEmpty())
        m_history->noteSoon(id.toStdString(), "stopped automatically: " + why.toStdString());
    m_history->awaitEnd(id.toStdString());
}

void BenchController::setTerms() {
    const JudgeTerms terms{m_history->runs(), m_compare, m_stopRules};
    m_live->setTerms(terms);
    m_stored->setTerms(terms);
}

void BenchController::tick() {
    if (m_live->isAnyRunning())
        m_live->tick();
    else
        m_timer->stop();
}

void BenchController::setProposer(widgets::BenchProposer proposer) {
    m_screen.runPanel()->setProposer(std::move(proposer));
}

void BenchController::setFacts(const LiveRuns::Facts &facts) {
    m_live->setFacts(facts);
    m_stored->setFacts(facts);
}

void BenchController::setLogHosts(std::function<std::vector<bench::LogHost>()> hosts) {
    m_logs->setHosts(std::move(hosts));
}

void BenchController::setHosts(const QStringList &hosts) {
    m_screen.runPanel()->setHosts(hosts);
    m_live->refreshFacts();
    show(); // an empty screen shows what is possible
}

void BenchController::setCompareWith(const QString &key) {
    const bench::BenchView *view = m_screen.view();
    if (view != nullptr && m_logs->contains(view->key)) { // for this log only
        m_logs->setCompareWith(view->key, key.toStdString());
        return show();
    }
    m_compare = compareWithOf(key.toStdString());
    setTerms();
    show();
}

// Content of the screen

void BenchController::request(const std::string &key) {
    m_requestedKey = key;
}

void BenchController::shownChanged() {
    const bench::BenchView *view = m_screen.view();
    if (view != nullptr && isOf(view->key, m_requestedKey))
        m_requestedKey.clear(); // from now on the user's choice counts
    const std::string key = view != nullptr ? view->key : std::string();
    m_live->setShown(key, m_screen.isVisible());
    m_stored->setShown(key);
}

const std::vector<widgets::BenchContent::Earlier> &BenchController::earlierRuns() {
    if (!std::exchange(m_isEarlierStale, false))
        return m_earlier;
    m_earlier.clear();
    for (const bench::RunRecord &record : m_history->records())
        if (!m_live->contains(record.state.id))
            m_earlier.push_back({QString::fromStdString(record.state.id), stepOf(record)});
    return m_earlier;
}

QString BenchController::earlierNote() const {
    if (!m_history->failure().isEmpty() || m_history->isListWhole())
        return m_history->failure();
    return tr("The newest %1 are listed. Scroll to the end for more.").arg(m_history->records().size());
}

/// The requested run, else the one shown; a view of the last table of a run moves on to the next table.
std::size_t BenchController::currentOf(const std::vector<bench::BenchView> &runs) const {
    const bench::BenchView *shown = m_screen.view();
    std::string requested = m_requestedKey;
    if (requested.empty() && shown != nullptr) {
        requested = shown->key;
        const std::string family = requested.substr(0, requested.rfind(':') + 1);
        const auto &before = m_screen.content().runs;
        const std::size_t next = m_screen.content().current + 1;
        if (requested.starts_with("run:") && (next >= before.size() || !before[next].key.starts_with(family)))
            requested = family;
    }
    for (std::size_t index = runs.size(); index-- > 0 && !requested.empty();)
        if (isOf(runs[index].key, requested))
            return index;
    return runs.empty() ? 0 : std::min(m_screen.content().current, runs.size() - 1);
}

void BenchController::showSoon() {
    if (!m_soon->isActive())
        m_soon->start();
}

void BenchController::show() {
    m_soon->stop();
    m_isNew = false;
    widgets::BenchContent content;
    content.id = m_content;
    content.title = m_logs->isEmpty() ? tr("Runs") : m_logs->size() == 1 ? tr("Log") : tr("Logs");
    content.subtitle = m_logs->size() == 1 ? m_logs->nameOfFirst() : QString();
    content.loading = m_logs->isReading();
    m_logs->appendTo(content.runs);
    m_stored->appendTo(content.runs);
    m_live->appendTo(content.runs);
    content.failure = content.runs.empty() ? m_logs->failure() : QString();
    content.earlier = earlierRuns();
    content.earlierHost = QString::fromStdString(m_history->host());
    for (const std::string &host : m_history->hosts())
        content.earlierHosts << QString::fromStdString(host);
    content.earlierNote = earlierNote();
    content.current = currentOf(content.runs);
    const bool hasCurrent = content.current < content.runs.size();
    if (hasCurrent)
        m_logs->compare(content.runs[content.current]);
    const bool isThere = hasCurrent && isOf(content.runs[content.current].key, m_requestedKey);
    if (!content.loading && !m_stored->isPending() && !isThere)
        m_requestedKey.clear(); // it does not exist
    m_screen.setContent(std::move(content));
    shownChanged();
}

} // namespace fabricscope::app::window
