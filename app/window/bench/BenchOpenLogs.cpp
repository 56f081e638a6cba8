// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of BenchController that manages open logs and compares them with each other.
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchKeys.h"
#include "app/window/bench/BenchLog.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr std::size_t kMaxCompared = 64;

std::size_t sizeOf(const bench::Results &results) {
    std::size_t size = results.rows.size();
    for (const bench::Series &series : results.series)
        size += series.points.size();
    return size;
}

} // namespace

/// Also removes what is stored about the log.
void BenchController::closeLog(std::vector<OpenLog>::iterator log) {
    const std::string key = logKey(log->number);
    std::erase_if(m_logCompare, [&](const auto &each) { return isOf(each.first, key); });
    m_logs.erase(log);
}

/// Closes the oldest logs if there are too many logs, or too many rows in them.
void BenchController::limitLogs() {
    std::size_t rows = 0, kept = 0;
    for (; kept < m_logs.size() && kept < kMaxLogs; ++kept) {
        for (const auto &results : m_logs[kept].results)
            rows += sizeOf(*results);
        if (kept > 0 && rows > kMaxLogRows)
            break;
    }
    while (m_logs.size() > kept)
        closeLog(m_logs.end() - 1);
}

void BenchController::openLog(const QString &path) {
    m_failure.clear();
    const std::string file = path.toStdString();
    const auto same =
        std::find_if(m_logs.begin(), m_logs.end(), [&](const OpenLog &log) { return log.path == file; });
    if (same != m_logs.end())
        closeLog(same);
    OpenLog &log = *m_logs.insert(m_logs.begin(), OpenLog());
    log.number = ++m_lastLog;
    log.question = ++m_question;
    log.path = file;
    log.name = QFileInfo(path).fileName();
    limitLogs();
    ++m_content;
    m_requestedKey = logKey(log.number) + "0";
    const QString name = log.name;
    show();
    m_workers->post([box = m_bridge.mailbox(), question = m_question, file, name = name.toStdString(),
                     hosts = logHosts()] {
        bridge::BenchRead read{question, file, std::vector<bench::BenchView>()};
        if (auto opened = readBenchLog(file)) {
            read.runs = judgeBenchLog(*opened, name, hosts, std::nullopt);
            read.results = std::move(opened->runs);
            read.library = std::move(opened->library);
        } else {
            read.runs = tl::unexpected(opened.error());
        }
        box->post({0, 0, std::move(read)});
    });
    Q_EMIT logShown(name);
}

std::vector<bench::LogHost> BenchController::logHosts() const {
    return m_logHosts ? m_logHosts() : std::vector<bench::LogHost>();
}

BenchController::OpenLog *BenchController::shownLog() {
    const bench::BenchView *view = m_screen.view();
    const auto found = std::find_if(m_logs.begin(), m_logs.end(), [&](const OpenLog &log) {
        return view != nullptr && isOf(view->key, logKey(log.number));
    });
    return found == m_logs.end() ? nullptr : &*found;
}

void BenchController::setHostOfLog(const QString &key) {
    OpenLog *log = shownLog();
    if (log == nullptr || log->results.empty())
        return;
    log->question = ++m_question;
    m_workers->post([box = m_bridge.mailbox(), question = m_question,
                     opened = BenchLog{log->results, log->library}, name = log->name.toStdString(),
                     hosts = logHosts(), chosen = key.toStdString()] {
        box->post({0, 0,
                   bridge::BenchRead{question, name, judgeBenchLog(opened, name, hosts, chosen), opened.runs,
                                     opened.library}});
    });
}

void BenchController::take(bridge::BenchRead read) {
    const auto log = std::find_if(m_logs.begin(), m_logs.end(),
                                  [&](const OpenLog &each) { return each.question == read.question; });
    if (log == m_logs.end()) // it was opened again meanwhile, or judged with another host
        return;
    log->isRead = true;
    if (!read.runs || read.runs->empty()) {
        m_failure = read.runs ? tr("%1 contains no output of a known tool.").arg(log->name)
                              : QString::fromStdString(read.runs.error().toString());
        closeLog(log);
        if (!m_logs.empty() || !m_live.empty() || !m_storedRuns.empty())
            Q_EMIT statusMessageRequested(m_failure);
        return show();
    }
    log->views = std::move(*read.runs);
    log->results = std::move(read.results);
    log->library = std::move(read.library);
    limitLogs();
    show();
}

void BenchController::addLogs(std::vector<bench::BenchView> &runs) {
    for (const OpenLog &log : m_logs)
        for (std::size_t table = 0; table < log.views.size(); ++table) {
            bench::BenchView &view = runs.emplace_back(log.views[table]);
            view.key = logKey(log.number) + std::to_string(table);
            if (m_logs.size() > 1)
                view.stepValue = log.name.toStdString();
        }
}

/// Compares with what the user chose among the runs of the same test in all logs; by default with nothing.
/// Only for the run that is shown: logs may contain thousands.
void BenchController::compareLogs(bench::BenchView &view) const {
    if (std::none_of(m_logs.begin(), m_logs.end(),
                     [&](const OpenLog &log) { return isOf(view.key, logKey(log.number)); }))
        return;
    const auto chosen = m_logCompare.find(view.key);
    bench::BenchChoices &choices = view.compareWith;
    const bench::Results *against = nullptr;
    for (const OpenLog &log : m_logs)
        for (std::size_t table = 0; table < log.views.size(); ++table) {
            const bench::Results &results = *log.views[table].results;
            if (!bench::hasCurve(results) || results.test != view.results->test)
                continue;
            const std::string key = logKey(log.number) + std::to_string(table);
            if (key == view.key)
                continue;
            const std::string number = log.views.size() > 1 ? ", run " + std::to_string(table + 1) : "";
            if (choices.all.size() < kMaxCompared)
                choices.all.push_back({key, log.name.toStdString() + number});
            if (chosen != m_logCompare.end() && chosen->second == key)
                against = &results;
        }
    if (choices.all.empty() || !bench::hasCurve(*view.results))
        return choices.all.clear();
    choices.all.insert(choices.all.begin(), {std::string(kNothingKey), tr("Nothing").toStdString()});
    choices.chosen = against != nullptr ? chosen->second : std::string(kNothingKey);
    if (against != nullptr)
        view.baseline = bench::baselineOfLog(view, *against);
}

} // namespace fabricscope::app::window
