// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/BenchHistory.h"

#include "core/bench/OutputParser.h"
#include "core/store/RunStore.h"

#include <QTimer>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr int kSoonMs = 800; ///< the end of a run is committed within half a second

struct Asked {
    std::string path, id;
    std::vector<bench::RunSpec> kinds;
    std::set<std::string> known; ///< ids of runs that were read before
    std::vector<std::pair<std::string, std::string>> notes;
};

struct Tables {
    bridge::BenchResults all;
    bool isWhole = true;
};

/// As the window would have drawn it while it ran: both streams, by the tool's own reader.
Result<Tables> tablesOf(const store::RunStore &store, const bench::RunRecord &record) {
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
        return tables.isWhole;
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
            ++count;
            if (asked.known.contains(record.state.id))
                continue;
            if (const auto tables = tablesOf(store, record);
                tables && !tables->all.empty() && tables->isWhole)
                read.runs.push_back({record, tables->all.back()});
        }
    }
}

bridge::HistoryRead readHistory(const Asked &asked) {
    bridge::HistoryRead read{std::vector<bench::RunRecord>(), {}, std::nullopt};
    std::error_code ignored;
    if (!std::filesystem::exists(asked.path, ignored)) // nothing was run yet
        return read;
    auto store = store::RunStore::open(asked.path, {.readOnly = asked.notes.empty()});
    if (!store) {
        read.records = tl::unexpected(store.error());
        return read;
    }
    for (const auto &[id, note] : asked.notes)
        std::ignore = store->setNote(id, note); // a run that could not be kept has none
    store::RunStore::Filter all;
    all.most = BenchHistory::kMostListed;
    read.records = store->list(all);
    if (!read.records)
        return read;
    readAlike(*store, asked, read);
    if (asked.id.empty())
        return read;
    const auto record = store->find(asked.id);
    const auto tables = record && *record ? tablesOf(*store, **record)
                                          : Result<Tables>(failure("no such run is kept", asked.id));
    if (!tables)
        read.records = tl::unexpected(tables.error());
    else
        read.opened = {**record, tables->all, tables->isWhole};
    return read;
}

} // namespace

BenchHistory::BenchHistory(QObject *parent)
    : QObject(parent)
    , m_soon(new QTimer(this))
    , m_bridge([this](bridge::Delivery delivery) {
        if (auto *read = std::get_if<bridge::HistoryRead>(&delivery.event))
            take(std::move(*read));
    })
    , m_workers(std::make_unique<WorkerPool>(1)) {
    m_soon->setSingleShot(true);
    m_soon->setInterval(kSoonMs);
    connect(m_soon, &QTimer::timeout, this, &BenchHistory::refresh);
}

BenchHistory::~BenchHistory() {
    m_bridge.close();
}

void BenchHistory::setPath(std::string path) {
    m_path = std::move(path);
    m_records.clear();
    m_runs.clear();
    refresh();
}

void BenchHistory::refresh() {
    ask({});
}

void BenchHistory::refreshLike(const bench::RunSpec &spec) {
    if (std::none_of(m_kinds.begin(), m_kinds.end(),
                     [&](const bench::RunSpec &kind) { return bench::isSameKind(kind, spec); }))
        m_kinds.push_back(spec);
    refresh();
}

void BenchHistory::refreshSoon() {
    m_soon->start();
}

void BenchHistory::noteSoon(const std::string &id, const std::string &note) {
    m_notes.emplace_back(id, note);
    refreshSoon();
}

void BenchHistory::open(const QString &id) {
    ask(id.toStdString());
}

void BenchHistory::ask(const std::string &id) {
    if (m_path.empty())
        return;
    Asked asked{m_path, id, m_kinds, {}, {}};
    if (!m_soon->isActive())
        asked.notes = std::exchange(m_notes, {});
    for (const bench::EarlierRun &run : m_runs)
        asked.known.insert(run.record.state.id);
    ++m_reading;
    m_workers->post([box = m_bridge.mailbox(), asked = std::move(asked)] {
        box->post({0, 0, readHistory(asked)});
    });
}

void BenchHistory::take(bridge::HistoryRead read) {
    --m_reading;
    if (!read.records) {
        Q_EMIT failed(
            tr("Kept runs cannot be read: %1").arg(QString::fromStdString(read.records.error().toString())));
        return;
    }
    m_records = *read.records;
    for (bench::EarlierRun &run : read.runs)
        if (std::none_of(m_runs.begin(), m_runs.end(), [&](const bench::EarlierRun &each) {
                return each.record.state.id == run.record.state.id;
            }))
            m_runs.push_back(std::move(run));
    std::stable_sort(m_runs.begin(), m_runs.end(),
                     [](const auto &a, const auto &b) { return a.record.createdMs > b.record.createdMs; });
    m_runs.resize(std::min(m_runs.size(), kMostHeld));
    Q_EMIT changed();
    if (read.opened)
        Q_EMIT opened(std::make_shared<bridge::HistoryRead>(std::move(read)));
}

} // namespace fabricscope::app::window
