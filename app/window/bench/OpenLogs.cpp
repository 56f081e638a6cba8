// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/OpenLogs.h"

#include "app/window/bench/BenchKeys.h"
#include "app/window/bench/BenchLog.h"
#include "core/bench/view/BenchEarlier.h"

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

OpenLogs::OpenLogs(const std::shared_ptr<bridge::Mailbox> &box, WorkerPool &workers, QObject *parent)
    : QObject(parent), m_read(box, [this](Read read) { receive(std::move(read)); }), m_workers(workers) {}

/// Also removes what is stored about the log.
void OpenLogs::close(std::vector<Log>::iterator log) {
    const std::string key = logKey(log->number);
    std::erase_if(m_compare, [&](const auto &each) { return isOf(each.first, key); });
    m_logs.erase(log);
}

/// Closes the oldest logs if there are too many logs, or too many rows in them.
void OpenLogs::limit() {
    std::size_t rows = 0, kept = 0;
    for (; kept < m_logs.size() && kept < kMaxLogs; ++kept) {
        for (const auto &results : m_logs[kept].results)
            rows += sizeOf(*results);
        if (kept > 0 && rows > kMaxLogRows)
            break;
    }
    while (m_logs.size() > kept)
        close(m_logs.end() - 1);
}

void OpenLogs::open(const QString &path) {
    m_failure.clear();
    const std::string file = path.toStdString();
    const auto same =
        std::find_if(m_logs.begin(), m_logs.end(), [&](const Log &log) { return log.path == file; });
    if (same != m_logs.end())
        close(same);
    Log &log = *m_logs.insert(m_logs.begin(), Log());
    log.number = ++m_lastLog;
    log.question = ++m_question;
    log.path = file;
    log.name = QFileInfo(path).fileName();
    const QString name = log.name;
    limit();
    Q_EMIT opened(QString::fromStdString(logKey(m_lastLog) + "0"), name);
    m_workers.post(
        [to = m_read.sender(), question = m_question, file, name = name.toStdString(), hosts = hosts()] {
            Read read{question, std::vector<bench::BenchView>()};
            if (auto contents = readBenchLog(file)) {
                read.runs = judgeBenchLog(*contents, name, hosts, std::nullopt);
                read.results = std::move(contents->runs);
                read.library = std::move(contents->library);
            } else {
                read.runs = tl::unexpected(contents.error());
            }
            to.post(std::move(read));
        });
}

std::vector<bench::LogHost> OpenLogs::hosts() const {
    return m_hosts ? m_hosts() : std::vector<bench::LogHost>();
}

bool OpenLogs::isReading() const {
    return std::any_of(m_logs.begin(), m_logs.end(), [](const Log &log) { return !log.isRead; });
}

std::vector<OpenLogs::Log>::const_iterator OpenLogs::logOf(const std::string &run) const {
    return std::find_if(m_logs.begin(), m_logs.end(),
                        [&](const Log &log) { return isOf(run, logKey(log.number)); });
}

bool OpenLogs::contains(const std::string &run) const {
    return logOf(run) != m_logs.end();
}

void OpenLogs::setHost(const std::string &run, const QString &host) {
    const auto at = logOf(run);
    if (at == m_logs.end() || at->results.empty())
        return;
    Log &log = m_logs[static_cast<std::size_t>(at - m_logs.cbegin())];
    log.question = ++m_question;
    m_workers.post([to = m_read.sender(), question = m_question, opened = BenchLog{log.results, log.library},
                    name = log.name.toStdString(), hosts = hosts(), chosen = host.toStdString()] {
        to.post({question, judgeBenchLog(opened, name, hosts, chosen), opened.runs, opened.library});
    });
}

void OpenLogs::receive(Read read) {
    const auto log = std::find_if(m_logs.begin(), m_logs.end(),
                                  [&](const Log &each) { return each.question == read.question; });
    if (log == m_logs.end()) // it was opened again meanwhile, or judged with another host
        return;
    log->isRead = true;
    if (!read.runs || read.runs->empty()) {
        m_failure = read.runs ? tr("%1 contains no output of a known tool.").arg(log->name)
                              : QString::fromStdString(read.runs.error().toString());
        close(log);
        Q_EMIT failed(m_failure);
        Q_EMIT changed();
        return;
    }
    log->views = std::move(*read.runs);
    log->results = std::move(read.results);
    log->library = std::move(read.library);
    limit();
    Q_EMIT changed();
}

void OpenLogs::appendTo(std::vector<bench::BenchView> &views) const {
    for (const Log &log : m_logs)
        for (std::size_t table = 0; table < log.views.size(); ++table) {
            bench::BenchView &view = views.emplace_back(log.views[table]);
            view.key = logKey(log.number) + std::to_string(table);
            if (m_logs.size() > 1)
                view.stepValue = log.name.toStdString();
        }
}

void OpenLogs::compare(bench::BenchView &view) const {
    if (!contains(view.key))
        return;
    const auto chosen = m_compare.find(view.key);
    bench::BenchChoices &choices = view.compareWith;
    const bench::Results *against = nullptr;
    for (const Log &log : m_logs)
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
            if (chosen != m_compare.end() && chosen->second == key)
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
