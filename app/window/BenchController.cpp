// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/BenchController.h"

#include "app/window/Picture.h"
#include "core/bench/Tools.h"
#include "widgets/bench/BenchRunPanel.h"
#include "widgets/common/Controls.h"
#include "widgets/common/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QTimer>

#include <algorithm>
#include <fstream>

namespace fabricscope::app::window {

namespace {

using Export = widgets::BenchScreen::Export;

constexpr qint64 kHeadBytes = 256 * 1024; ///< by which a log is known
constexpr std::size_t kPieceBytes = 1 << 20;
constexpr int kTickMs = 100;
constexpr std::size_t kMostLive = 64; ///< of a session; older ones that have ended go

/// Of somebody's machine: only what the log itself says is held against it.
std::vector<layout::BenchView> viewsOf(const bench::OutputParser &parser, const std::string &source) {
    std::vector<layout::BenchView> runs;
    for (const bench::Results &each : parser.results()) {
        layout::BenchView &view = runs.emplace_back();
        view.results = std::make_shared<const bench::Results>(each);
        view.source = source;
        if (each.version.find("simulated") != std::string::npos) // the demo hosts' tools say so there
            view.simulated = each.version;
        layout::judgeBench(view, {});
    }
    return runs;
}

Result<std::vector<layout::BenchView>> readLog(const std::string &path, const std::string &name) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return failure("cannot be read", path);
    const auto parser = bench::makeParser("auto");
    std::string piece(kPieceBytes, '\0');
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
        parser->feed({piece.data(), static_cast<std::size_t>(file.gcount())});
    if (file.bad())
        return failure("cannot be read to its end", path);
    parser->end();
    return viewsOf(*parser, name);
}

/// By the ending of a file's name; a line each.
constexpr struct {
    Export form;
    const char *ending;
} kEndings[] = {{Export::Png, ".png"}, {Export::Svg, ".svg"}, {Export::Pdf, ".pdf"}, {Export::Csv, ".csv"}};

} // namespace

BenchController::BenchController(widgets::BenchScreen &screen, Report report, QObject *parent)
    : QObject(parent)
    , m_screen(screen)
    , m_report(std::move(report))
    , m_bridge([this](bridge::Delivery delivery) { receive(std::move(delivery)); })
    , m_timer(new QTimer(this))
    , m_workers(std::make_unique<WorkerPool>(1)) {
    m_timer->setInterval(kTickMs);
    connect(m_timer, &QTimer::timeout, this, &BenchController::tick);
    connect(&screen, &widgets::BenchScreen::openLogWanted, this, &BenchController::chooseLog);
    connect(&screen, &widgets::BenchScreen::exportWanted, this, &BenchController::exportAs);
    connect(&screen, &widgets::BenchScreen::stopRequested, this, &BenchController::stopRequested);
    connect(&screen, &widgets::BenchScreen::said, this, &BenchController::said);
    screen.runPanel()->setTools(bench::tools());
    connect(screen.runPanel(), &widgets::BenchRunPanel::runRequested, this, &BenchController::runRequested);
}

BenchController::~BenchController() {
    m_bridge.close();
}

// Logs

bool BenchController::isBenchLog(const QString &path) {
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(kHeadBytes);
    if (head.contains('\0'))
        return false;
    const auto parser = bench::makeParser("auto");
    parser->feed({head.constData(), static_cast<std::size_t>(head.size())});
    if (file.atEnd())
        parser->end();
    return !parser->results().empty();
}

void BenchController::chooseLog() {
    const QString file = QFileDialog::getOpenFileName(m_screen.window(), tr("Open the log of a benchmark"));
    if (!file.isEmpty())
        openLog(file);
}

void BenchController::openLog(const QString &path) {
    m_reading = true;
    m_failure.clear();
    m_log.clear();
    m_logName = QFileInfo(path).fileName();
    ++m_content;
    m_wanted = 0;
    show();
    m_workers->post([box = m_bridge.mailbox(), question = ++m_question, file = path.toStdString(),
                     name = m_logName.toStdString()] {
        box->post({0, 0, bridge::BenchRead{question, file, readLog(file, name)}});
    });
    Q_EMIT logShown(m_logName);
}

void BenchController::receive(bridge::Delivery delivery) {
    if (auto *read = std::get_if<bridge::BenchRead>(&delivery.event))
        take(std::move(*read));
    else if (auto *running = std::get_if<bridge::BenchRunning>(&delivery.event))
        take(delivery.host, std::move(*running));
}

void BenchController::take(bridge::BenchRead read) {
    if (read.question != m_question) // another one was opened meanwhile
        return;
    m_reading = false;
    if (!read.runs)
        m_failure = QString::fromStdString(read.runs.error().toString());
    else if (read.runs->empty())
        m_failure = tr("%1 holds nothing that a known tool prints.").arg(m_logName);
    else
        m_log = std::move(*read.runs);
    m_wanted = 0;
    show();
}

// Runs

std::shared_ptr<bridge::BenchFeed> BenchController::begin(const bench::RunSpec &spec,
                                                          const std::string &simulated) {
    const auto hasEnded = [](const Live &live) {
        return live.last.state.phase > bench::Phase::Stopping;
    };
    if (m_live.size() >= kMostLive)
        if (const auto old = std::find_if(m_live.begin(), m_live.end(), hasEnded); old != m_live.end())
            m_live.erase(old);
    Live live;
    live.number = ++m_runs;
    live.spec = spec;
    live.simulated = simulated;
    live.feed = std::make_shared<bridge::BenchFeed>(live.number, spec.tool, m_bridge.mailbox());
    auto feed = live.feed;
    m_live.push_back(std::move(live));
    m_wanted = static_cast<std::size_t>(-1); // the last one
    m_screen.showRunPanel(false);
    show();
    m_timer->start();
    return feed;
}

void BenchController::take(std::uint64_t number, bridge::BenchRunning running) {
    for (Live &live : m_live)
        if (live.number == number)
            live.last = std::move(running);
    show();
}

/// Only where there is something new to judge: it is asked for at each tick.
void BenchController::judge(Live &live) const {
    if (live.last.runs.empty() || live.judged.results == live.last.runs.back())
        return;
    live.judged = viewOf(live);
    live.judged.results = live.last.runs.back();
    layout::judgeBench(live.judged, m_facts ? m_facts(live.spec.host) : layout::BenchHost());
}

layout::BenchView BenchController::viewOf(const Live &live) {
    layout::BenchView view;
    view.results = std::make_shared<const bench::Results>();
    view.spec = live.spec;
    view.simulated = live.simulated;
    view.source = live.spec.host;
    view.hosts = {live.spec.host};
    return view;
}

void BenchController::setProposer(widgets::BenchProposer proposer) {
    m_screen.runPanel()->setProposer(std::move(proposer));
}

bool BenchController::anyRuns() const {
    return std::any_of(m_live.begin(), m_live.end(),
                       [](const Live &live) { return live.last.state.phase <= bench::Phase::Stopping; });
}

/// On a worker: the parser's values are copied there.
void BenchController::tick() {
    if (!anyRuns())
        m_timer->stop();
    for (const Live &live : m_live)
        if (live.last.state.phase <= bench::Phase::Stopping)
            m_workers->post([feed = live.feed] { feed->tick(); });
}

void BenchController::setHosts(const QStringList &hosts) {
    m_screen.runPanel()->setHosts(hosts);
    show(); // what can be done on an empty screen
}

/// The log's runs, and those of this session behind them.
void BenchController::show() {
    widgets::BenchContent content;
    content.id = m_content;
    content.title = m_logName.isEmpty() ? tr("Runs") : tr("Log");
    content.subtitle = m_logName;
    content.loading = m_reading;
    content.failure = m_live.empty() ? m_failure : QString();
    content.runs = m_log;
    for (Live &live : m_live) {
        judge(live);
        layout::BenchView view = viewOf(live);
        for (std::size_t index = 0; index + 1 < live.last.runs.size(); ++index) { // it went on to another
            view.results = live.last.runs[index];
            content.runs.push_back(view);
        }
        if (!live.last.runs.empty())
            view = live.judged;
        view.state = live.last.state;
        view.lastRowMs = live.last.lastRowMs;
        content.runs.push_back(std::move(view));
    }
    const std::size_t last = content.runs.empty() ? 0 : content.runs.size() - 1;
    // Who looks at the last one sees where a run goes on to another table.
    const widgets::BenchContent &before = m_screen.content();
    const bool follows = anyRuns() && before.current + 1 >= before.runs.size();
    content.current = std::min(m_wanted.value_or(follows ? last : before.current), last);
    m_wanted.reset();
    m_screen.setContent(std::move(content));
}

// Export

QString BenchController::suggestedFile(const QString &ending) const {
    const layout::BenchView *view = m_screen.view();
    QString name = view != nullptr ? QString::fromStdString(view->results->test) : QString();
    for (QChar &each : name)
        if (!each.isLetterOrNumber() && each != QLatin1Char('_') && each != QLatin1Char('-'))
            each = QLatin1Char('-');
    return (name.isEmpty() ? QStringLiteral("benchmark") : name.left(80)) + ending;
}

Result<> BenchController::exportTo(const QString &file) const {
    if (QFileInfo(file).suffix().toLower() == QLatin1String("csv"))
        return saveBytes(m_screen.csv().toUtf8(), file);
    PictureOptions options;
    options.theme = widgets::currentTheme();
    return writeListPicture([this](const layout::MeasureText &measure) { return m_screen.picture(measure); },
                            file, options);
}

void BenchController::exportAs(Export form) {
    if (!m_screen.hasPicture())
        return;
    if (form == Export::CopyPicture)
        return copyPicture(widgets::CopyAs::Png);
    if (form == Export::CopyRows) {
        widgets::copyText(m_screen.csv());
        Q_EMIT said(tr("Rows copied"));
        return;
    }
    QString ending;
    for (const auto &[known, text] : kEndings)
        if (known == form)
            ending = QLatin1String(text);
    QString file = QFileDialog::getSaveFileName(m_screen.window(), tr("Export"), suggestedFile(ending),
                                                QStringLiteral("*") + ending);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += ending;
    m_report(exportTo(file), file);
}

void BenchController::copyPicture(widgets::CopyAs form) {
    auto data = widgets::pictureData(m_screen.picture(widgets::measureFor(form)), form);
    if (!data)
        return m_report(tl::unexpected(data.error()), {});
    QApplication::clipboard()->setMimeData(data->release());
    Q_EMIT said(tr("Copied as %1").arg(widgets::copyName(form)));
}

} // namespace fabricscope::app::window
