// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchHistory.h"

#include "app/jobs/judge/EarlierRuns.h"
#include "app/jobs/judge/JudgeHost.h"
#include "app/jobs/run/RunStorePath.h"
#include "app/jobs/run/RunUpkeep.h"
#include "core/bench/telemetry/TelemetryLog.h"
#include "core/capture/Capture.h"
#include "core/store/RunRetention.h"
#include "core/store/RunStore.h"

#include <QTimer>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr int kSoonMs = 800; ///< the end of a run is committed within half a second

struct Request {
    std::string path, host, id;
    std::vector<bench::RunSpec> kinds;
    std::set<std::string> known; ///< ids of runs that were read before
    std::vector<RunNote> notes;
    std::shared_ptr<const std::atomic<bool>> isOver; ///< the result is no longer needed
    std::size_t most = BenchHistory::kMaxListed;
    std::optional<std::uint64_t> limit = {}; ///< to be written first
    bool isFirst = false;                    ///< first read of this database
};

/// The newest completed runs of each kind, whichever host is listed.
void readSimilar(const store::RunStore &store, const Request &asked, HistoryRead &read) {
    for (const bench::RunSpec &kind : asked.kinds) {
        EarlierRunsRead similar =
            readEarlierRuns(store, kind, asked.known, [&] { return asked.isOver->load(); });
        read.isComplete = read.isComplete && similar.isComplete;
        std::move(similar.runs.begin(), similar.runs.end(), std::back_inserter(read.runs));
    }
}

/// The host on which the run was started, as last read before it: a run is judged by the state at the time.
bench::BenchHost factsOf(const store::RunStore &store, const bench::RunRecord &record) {
    const std::string first = bench::hostsOf(record.spec.host).front();
    for (const bench::RunCapture &kept : record.captures) {
        if (kept.host != first)
            continue;
        const auto bytes = store.capture(kept.id);
        auto capture = bytes && *bytes ? capture::deserialize(**bytes)
                                       : Result<capture::Capture>(failure("not saved", kept.host));
        if (!capture)
            continue;
        Snapshot snapshot = makeSnapshot(std::make_shared<const capture::Capture>(std::move(*capture)));
        judgeAlone(snapshot);
        return {snapshot.topology, snapshot.examination};
    }
    return {};
}

std::shared_ptr<const bench::Telemetry> telemetryOf(const store::RunStore &store, const std::string &id) {
    const auto lines = store.telemetry(id);
    return lines && !lines->empty() ? std::make_shared<const bench::Telemetry>(bench::telemetryFrom(*lines))
                                    : nullptr;
}

/// Writes each note to the database of its run, which need not be the one that is read now.
void writeNotes(const std::vector<RunNote> &notes, HistoryRead &read) {
    for (const RunNote &note : notes) {
        std::error_code error;
        if (!std::filesystem::exists(note.path, error) && !error)
            continue; // a run that is not stored has none: no error
        auto store = store::RunStore::open(note.path, {.readOnly = false});
        if (!store || !store->setNote(note.id, note.words))
            read.unwritten.push_back(note);
    }
}

/// Creates the database if there is none: it stores the limit.
void writeLimit(const Request &asked, HistoryRead &read) {
    auto store = makeFolderOf(asked.path).and_then([&] { return store::RunStore::open(asked.path); });
    const auto set = store ? store::setSizeLimit(*store, *asked.limit) : tl::unexpected(store.error());
    read.hasDatabase = read.hasDatabase || store;
    if (!set)
        read.deleted = set.error().toString();
}

void readOpened(const store::RunStore &store, Request &asked, HistoryRead &read) {
    const auto record = store.find(asked.id);
    const auto stored = record && *record
                            ? readStoredTables(store, **record, [&] { return asked.isOver->load(); })
                            : Result<StoredTables>(failure("no such saved run", asked.id));
    if (!record || !stored) {
        read.openError = record ? stored.error() : record.error();
        return;
    }
    read.opened = {**record, stored->tables, stored->isComplete, factsOf(store, **record),
                   telemetryOf(store, (*record)->state.id)};
    asked.kinds = {(*record)->spec}; // also reads the runs that it is compared with
}

HistoryRead readHistory(Request asked) {
    HistoryRead read{std::vector<bench::RunRecord>(), {}, true, true, {}};
    writeNotes(asked.notes, read); // even if the rest is no longer needed
    std::error_code error;         // other than "not found": open() reports it
    read.hasDatabase = std::filesystem::exists(asked.path, error) || error;
    if (asked.limit)
        writeLimit(asked, read);
    if (*asked.isOver || (!read.hasDatabase && !asked.limit)) // nothing was run yet
        return read;
    if (asked.isFirst)
        (void)markInterruptedRuns(asked.path); // if that cannot be written, they are read unchanged
    // The runs may be readable even if notes cannot be written.
    const auto store = store::RunStore::open(asked.path, {.readOnly = true});
    if (!store) {
        read.records = tl::unexpected(store.error());
        return read;
    }
    store::RunStore::Filter all;
    all.host = asked.host;
    all.most = asked.most;
    read.records = store->list(all);
    if (const auto usage = store::usageOf(*store))
        read.usage = *usage;
    if (auto largest = store::largestOutputs(*store, BenchHistory::kLargest))
        read.largest = std::move(*largest);
    if (auto hosts = store->hosts(store::RunStore::kAll))
        read.hosts = std::move(*hosts);
    if (read.records && !asked.id.empty())
        readOpened(*store, asked, read);
    if (read.records)
        readSimilar(*store, asked, read);
    return read;
}

} // namespace

BenchHistory::BenchHistory(QObject *parent)
    : QObject(parent)
    , m_runs(std::make_shared<const std::vector<bench::EarlierRun>>())
    , m_isOver(std::make_shared<std::atomic<bool>>(false))
    , m_soon(new QTimer(this))
    , m_read(m_bridge.mailbox(),
             [this](bridge::Origin from, HistoryRead read) {
                 --m_reading;
                 if (from.generation == m_generation)
                     take(std::move(read));
                 else
                     retryUnwritten(std::move(read.unwritten));
             })
    , m_workers(std::make_unique<WorkerPool>(1)) {
    m_soon->setSingleShot(true);
    m_soon->setInterval(kSoonMs);
    connect(m_soon, &QTimer::timeout, this, &BenchHistory::refresh);
}

BenchHistory::~BenchHistory() {
    *m_isOver = true;
    m_bridge.close();
}

void BenchHistory::setPath(std::string path) {
    *m_isOver = true;
    m_isOver = std::make_shared<std::atomic<bool>>(false);
    ++m_generation;
    m_path = std::move(path);
    m_records.clear();
    m_hosts.clear();
    m_host.clear();
    m_listLimit = kMaxListed;
    m_limit.reset();
    m_isFirst = true;
    m_usage = {};
    m_largest.clear();
    m_failure.clear();
    m_runs = std::make_shared<const std::vector<bench::EarlierRun>>();
    m_awaited.clear();
    refresh();
}

void BenchHistory::setHost(std::string host) {
    m_host = std::move(host);
    m_listLimit = kMaxListed;
    refresh();
}

void BenchHistory::refresh() {
    ask({});
}

void BenchHistory::addKind(const bench::RunSpec &spec) {
    if (std::none_of(m_kinds.begin(), m_kinds.end(),
                     [&](const bench::RunSpec &kind) { return bench::isSameKind(kind, spec); }))
        m_kinds.push_back(spec);
}

void BenchHistory::refreshSimilar(const bench::RunSpec &spec) {
    addKind(spec);
    refresh();
}

void BenchHistory::setLimit(std::uint64_t bytes) {
    m_limit = bytes;
    refresh();
}

void BenchHistory::listMore() {
    if (isListWhole() || !isSettled())
        return;
    m_listLimit *= 2;
    refresh();
}

void BenchHistory::refreshSoon() {
    m_soon->start();
}

void BenchHistory::awaitEnd(const std::string &id) {
    m_awaited.insert(id);
    m_readTries = 0;
    refreshSoon();
}

void BenchHistory::noteSoon(const std::string &id, const std::string &note) {
    m_notes.push_back({m_path, id, note});
    refreshSoon();
}

void BenchHistory::open(const QString &id) {
    ask(id.toStdString());
}

void BenchHistory::ask(const std::string &id) {
    if (m_path.empty() && m_notes.empty())
        return;
    Request asked{m_path, m_host, id, m_kinds, {}, {}, m_isOver, m_listLimit};
    asked.limit = std::exchange(m_limit, {});
    asked.isFirst = std::exchange(m_isFirst, false);
    if (!m_soon->isActive())
        asked.notes = std::exchange(m_notes, {});
    for (const bench::EarlierRun &run : *m_runs)
        asked.known.insert(run.record.state.id);
    ++m_reading;
    m_workers->post([to = m_read.sender(), generation = m_generation, asked = std::move(asked)]() mutable {
        to.post({0, generation}, readHistory(std::move(asked)));
    });
}

/// A database may be locked for a moment, or its disk full for an hour.
void BenchHistory::retryUnwritten(std::vector<RunNote> notes) {
    if (notes.empty()) {
        m_tries = 0;
        return;
    }
    if (++m_tries >= kMaxTries) {
        m_tries = 0;
        Q_EMIT failed(tr("Cannot write the run database. Note not saved: %1")
                          .arg(QString::fromStdString(notes.front().words)));
        return;
    }
    m_notes.insert(m_notes.begin(), notes.begin(), notes.end());
    refreshSoon();
}

/// The database may be locked for a moment, and the end of a run may be written after it was reported.
bool BenchHistory::isAllThere(const HistoryRead &read) {
    if (!read.records)
        return false;
    std::erase_if(m_awaited, [&](const std::string &id) {
        return std::any_of(read.records->begin(), read.records->end(), [&](const bench::RunRecord &record) {
            return record.state.id == id && record.state.phase > bench::Phase::Stopping;
        });
    });
    return read.isComplete && m_awaited.empty();
}

/// Returns whether there were any.
bool BenchHistory::addRuns(std::vector<bench::EarlierRun> runs) {
    if (runs.empty())
        return false;
    std::vector<bench::EarlierRun> all = *m_runs;
    for (bench::EarlierRun &run : runs)
        if (std::none_of(all.begin(), all.end(), [&](const bench::EarlierRun &each) {
                return each.record.state.id == run.record.state.id;
            }))
            all.push_back(std::move(run));
    std::stable_sort(all.begin(), all.end(),
                     [](const auto &a, const auto &b) { return a.record.createdMs > b.record.createdMs; });
    all.resize(std::min(all.size(), kMaxHeld));
    m_runs = std::make_shared<const std::vector<bench::EarlierRun>>(std::move(all));
    return true;
}

void BenchHistory::setFailure(const QString &failure) {
    const bool isNew = std::exchange(m_failure, failure) != failure;
    if (isNew)
        Q_EMIT changed();
    if (!failure.isEmpty())
        Q_EMIT failed(failure);
}

void BenchHistory::take(HistoryRead read) {
    retryUnwritten(std::move(read.unwritten));
    if (isAllThere(read))
        m_readTries = 0;
    else if (++m_readTries < kMaxTries)
        refreshSoon();
    else
        m_awaited.clear();
    if (!read.records)
        return setFailure(
            tr("Cannot read saved runs: %1").arg(QString::fromStdString(read.records.error().toString())));
    const bool isGone = !read.hasDatabase && (!m_records.empty() || !m_failure.isEmpty());
    const bool differs = m_records != *read.records || m_hosts != read.hosts ||
                         std::exchange(m_listed, m_listLimit) != m_listLimit;
    m_records = std::move(*read.records);
    m_hosts = std::move(read.hosts);
    const bool isOther = std::exchange(m_usage, read.usage) != read.usage;
    m_largest = std::move(read.largest);
    if (isOther)
        Q_EMIT usageChanged();
    if (!read.deleted.empty())
        Q_EMIT failed(QString::fromStdString(read.deleted));
    const bool hasMore = addRuns(std::move(read.runs));
    if (read.opened)
        addKind(read.opened->record.spec);
    const QString failure = isGone ? tr("The run database is missing: %1. Earlier runs cannot be shown; the "
                                        "next run creates a new database.")
                                         .arg(QString::fromStdString(m_path))
                                   : QString();
    if (differs || hasMore)
        Q_EMIT changed();
    if (failure != m_failure)
        setFailure(failure);
    if (read.openError)
        Q_EMIT failed(tr("Cannot open the run: %1").arg(QString::fromStdString(read.openError->toString())));
    if (read.opened)
        Q_EMIT opened(std::make_shared<HistoryRead>(std::move(read)));
}

} // namespace fabricscope::app::window
