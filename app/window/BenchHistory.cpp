// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/BenchHistory.h"

#include "core/bench/OutputParser.h"
#include "core/store/RunStore.h"

#include <QTimer>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr int kSoonMs = 800; ///< the end of a run is committed within half a second

struct Asked {
    std::string path, id;
    std::vector<bench::RunSpec> kinds;
    std::set<std::string> known; ///< ids of runs that were read before
    std::vector<bridge::RunNote> notes;
    std::shared_ptr<const std::atomic<bool>> isOver; ///< nobody waits for the answer any more
};

struct Tables {
    bridge::BenchResults all;
    bool isWhole = true;
};

/// As the window would have drawn it while it ran: both streams, by the tool's own reader.
Result<Tables> tablesOf(const store::RunStore &store, const bench::RunRecord &record, const Asked &asked) {
    auto parser = bench::makeParser(record.spec.tool);
    if (parser == nullptr)
        parser = bench::makeParser("auto");
    Tables tables;
    std::uint64_t bytes = 0;
    const auto read = store.read(record.state.id, [&](const store::Chunk &chunk) {
        bytes += chunk.bytes.size();
        tables.isWhole = bytes <= BenchHistory::kMostBytes;
        if (tables.isWhole)
            parser->feed(chunk.bytes);
        return tables.isWhole && !*asked.isOver;
    });
    if (!read)
        return tl::unexpected(read.error());
    parser->end();
    for (const bench::Results &each : parser->results())
        tables.all.push_back(std::make_shared<const bench::Results>(each));
    return tables;
}

/// The newest of each kind, as far as they came to their end.
void readAlike(const store::RunStore &store, const Asked &asked, bridge::HistoryRead &read) {
    for (const bench::RunSpec &kind : asked.kinds) {
        std::size_t count = 0;
        for (const bench::RunRecord &record : *read.records) {
            if (!bench::isSameKind(kind, record.spec) || record.state.phase != bench::Phase::Ended ||
                !record.summary.complete || count == BenchHistory::kMostAlike)
                continue;
            if (*asked.isOver)
                return;
            ++count;
            if (asked.known.contains(record.state.id))
                continue;
            if (const auto tables = tablesOf(store, record, asked);
                tables && !tables->all.empty() && tables->isWhole)
                read.runs.push_back({record, tables->all.back()});
        }
    }
}

/// Where notes cannot be written, the runs may still be read.
Result<store::RunStore> openStore(const Asked &asked, bridge::HistoryRead &read) {
    if (asked.notes.empty())
        return store::RunStore::open(asked.path, {.readOnly = true});
    auto store = store::RunStore::open(asked.path, {.readOnly = false});
    for (const bridge::RunNote &note : asked.notes)
        if (!store || !store->setNote(note.id, note.words)) // a run that is not kept has none, which is well
            read.unwritten.push_back(note);
    return store ? std::move(store) : store::RunStore::open(asked.path, {.readOnly = true});
}

void readOpened(const store::RunStore &store, Asked &asked, bridge::HistoryRead &read) {
    const auto record = store.find(asked.id);
    const auto tables = record && *record ? tablesOf(store, **record, asked)
                                          : Result<Tables>(failure("no such run is kept", asked.id));
    if (!tables) {
        read.records = tl::unexpected(tables.error());
        return;
    }
    read.opened = {**record, tables->all, tables->isWhole};
    asked.kinds = {(*record)->spec}; // what it is held against comes with it
}

bridge::HistoryRead readHistory(Asked asked) {
    bridge::HistoryRead read{std::vector<bench::RunRecord>(), {}, std::nullopt};
    std::error_code ignored;
    if (*asked.isOver || !std::filesystem::exists(asked.path, ignored)) // nothing was run yet
        return read;
    auto store = openStore(asked, read);
    if (!store) {
        read.records = tl::unexpected(store.error());
        return read;
    }
    store::RunStore::Filter all;
    all.most = BenchHistory::kMostListed;
    read.records = store->list(all);
    if (read.records && !asked.id.empty())
        readOpened(*store, asked, read);
    if (read.records)
        readAlike(*store, asked, read);
    return read;
}

} // namespace

BenchHistory::BenchHistory(QObject *parent)
    : QObject(parent)
    , m_isOver(std::make_shared<std::atomic<bool>>(false))
    , m_soon(new QTimer(this))
    , m_bridge([this](bridge::Delivery delivery) {
        auto *read = std::get_if<bridge::HistoryRead>(&delivery.event);
        if (read == nullptr)
            return;
        --m_reading;
        if (delivery.generation == m_generation)
            take(std::move(*read));
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
    m_runs.clear();
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

void BenchHistory::refreshLike(const bench::RunSpec &spec) {
    addKind(spec);
    refresh();
}

void BenchHistory::refreshSoon() {
    m_soon->start();
}

void BenchHistory::noteSoon(const std::string &id, const std::string &note) {
    m_notes.push_back({id, note});
    refreshSoon();
}

void BenchHistory::open(const QString &id) {
    ask(id.toStdString());
}

void BenchHistory::ask(const std::string &id) {
    if (m_path.empty())
        return;
    Asked asked{m_path, id, m_kinds, {}, {}, m_isOver};
    if (!m_soon->isActive())
        asked.notes = std::exchange(m_notes, {});
    for (const bench::EarlierRun &run : m_runs)
        asked.known.insert(run.record.state.id);
    ++m_reading;
    m_workers->post(
        [box = m_bridge.mailbox(), generation = m_generation, asked = std::move(asked)]() mutable {
            box->post({0, generation, readHistory(std::move(asked))});
        });
}

/// A database may be locked for a moment, or its disk full for an hour.
void BenchHistory::takeUnwritten(std::vector<bridge::RunNote> notes) {
    if (notes.empty()) {
        m_tries = 0;
        return;
    }
    if (++m_tries >= kMostTries) {
        m_tries = 0;
        Q_EMIT failed(tr("The database of runs cannot be written. Not noted: %1")
                          .arg(QString::fromStdString(notes.front().words)));
        return;
    }
    m_notes.insert(m_notes.begin(), notes.begin(), notes.end());
    refreshSoon();
}

void BenchHistory::addRuns(std::vector<bench::EarlierRun> runs) {
    for (bench::EarlierRun &run : runs)
        if (std::none_of(m_runs.begin(), m_runs.end(), [&](const bench::EarlierRun &each) {
                return each.record.state.id == run.record.state.id;
            }))
            m_runs.push_back(std::move(run));
    std::stable_sort(m_runs.begin(), m_runs.end(),
                     [](const auto &a, const auto &b) { return a.record.createdMs > b.record.createdMs; });
    m_runs.resize(std::min(m_runs.size(), kMostHeld));
}

void BenchHistory::take(bridge::HistoryRead read) {
    takeUnwritten(std::move(read.unwritten));
    if (!read.records) {
        Q_EMIT failed(
            tr("Kept runs cannot be read: %1").arg(QString::fromStdString(read.records.error().toString())));
        return;
    }
    m_records = *read.records;
    addRuns(std::move(read.runs));
    if (read.opened)
        addKind(read.opened->record.spec);
    Q_EMIT changed();
    if (read.opened)
        Q_EMIT opened(std::make_shared<bridge::HistoryRead>(std::move(read)));
}

} // namespace fabricscope::app::window
