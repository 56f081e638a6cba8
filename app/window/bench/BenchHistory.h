// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/bridge/UiBridge.h"
#include "app/jobs/script/WorkerPool.h"
#include "app/window/bench/HistoryRead.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QTimer;

namespace fabricscope::app::window {

/// The stored runs for the Benchmarks screen: a list of all or of one host's, and the output of runs similar
/// to the current ones. The database and the output are read on a worker; another program may write to the
/// database meanwhile.
class BenchHistory : public QObject {
    Q_OBJECT
public:
    explicit BenchHistory(QObject *parent = nullptr);
    ~BenchHistory() override;

    /// Path of the database; empty: there is none.
    void setPath(std::string path);
    /// Only runs of this host are listed; empty: all are.
    void setHost(std::string host);
    [[nodiscard]] const std::string &host() const { return m_host; }
    /// Reads the list again. refreshSimilar() also reads the output of runs similar to `spec`.
    void refresh();
    void refreshSimilar(const bench::RunSpec &spec);
    /// Call after the end of a run: reads again a moment later, when its record is complete.
    void refreshSoon();
    /// The same, up to kMaxTries times until the record of this run has its end.
    void awaitEnd(const std::string &id);
    /// Adds a note to a run that has just ended, and reads again. If the database cannot be written, tries
    /// kMaxTries times; failed() reports that all attempts failed.
    void noteSoon(const std::string &id, const std::string &note);
    /// Opens a stored run: opened() or failed() follows. Similar runs, and its host as read at the time, are
    /// read with it.
    void open(const QString &id);
    /// Limits the total size of stored runs, 0 for no limit: runs beyond it are deleted; usageChanged()
    /// follows.
    void setLimit(std::uint64_t bytes);
    /// Disk usage when last read.
    [[nodiscard]] const bench::StoreUsage &usage() const { return m_usage; }
    [[nodiscard]] const std::vector<bench::RunSize> &largest() const { return m_largest; }
    /// Whether a database exists and was read.
    [[nodiscard]] bool isRead() const { return m_usage.limit > 0 || m_usage.bytes > 0; }
    /// Lists more runs from now on, if there are more.
    void listMore();
    [[nodiscard]] bool isListWhole() const { return m_records.size() < m_listLimit; }
    /// Whether nothing is being read.
    [[nodiscard]] bool isSettled() const { return m_reading == 0; }

    [[nodiscard]] const std::vector<bench::RunRecord> &records() const { return m_records; } ///< newest first
    [[nodiscard]] const std::vector<std::string> &hosts() const { return m_hosts; } ///< of all stored runs
    /// Why the database cannot be read; empty: it can, or there is none yet.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    /// Similar runs with their output, newest first; never nullptr.
    [[nodiscard]] std::shared_ptr<const std::vector<bench::EarlierRun>> runs() const { return m_runs; }

    static constexpr int kMaxTries = 5;
    static constexpr std::size_t kMaxListed = 200; ///< the newest, until listMore()
    static constexpr std::size_t kLargest = 3;     ///< of largest()
    static constexpr std::size_t kMaxHeld = 512;   ///< kept in memory, all kinds

Q_SIGNALS:
    void changed(); ///< the list, similar runs, or failure()
    void usageChanged();
    void opened(const std::shared_ptr<fabricscope::app::window::HistoryRead> &read);
    void failed(const QString &why);

private:
    void ask(const std::string &id);
    void take(HistoryRead read);
    void retryUnwritten(std::vector<RunNote> notes);
    void addKind(const bench::RunSpec &spec);
    bool addRuns(std::vector<bench::EarlierRun> runs);
    [[nodiscard]] bool isAllThere(const HistoryRead &read);
    void setFailure(const QString &failure);

    std::string m_path, m_host;
    std::size_t m_listLimit = kMaxListed; ///< number of runs to list
    std::size_t m_listed = kMaxListed;    ///< m_listLimit at the last changed()
    std::optional<std::uint64_t> m_limit; ///< still to be written
    bool m_isFirst = true;                ///< this database was not read yet
    bench::StoreUsage m_usage;
    std::vector<bench::RunSize> m_largest;
    QString m_failure;
    std::vector<std::string> m_hosts;
    std::vector<bench::RunSpec> m_kinds; ///< of current runs
    std::vector<bench::RunRecord> m_records;
    std::shared_ptr<const std::vector<bench::EarlierRun>> m_runs;
    std::vector<RunNote> m_notes;    ///< not written yet
    int m_tries = 0;                 ///< attempts to write them
    std::set<std::string> m_awaited; ///< ids of runs whose records lack their end
    int m_readTries = 0;             ///< attempts to read those, or a locked database
    int m_reading = 0;
    std::uint64_t m_generation = 0;              ///< of m_path: results for another path are dropped
    std::shared_ptr<std::atomic<bool>> m_isOver; ///< cancels the reading in progress
    QTimer *m_soon;
    bridge::UiBridge m_bridge;
    bridge::Channel<HistoryRead> m_read;
    std::unique_ptr<WorkerPool> m_workers; ///< last: destroyed before what its tasks use
};

} // namespace fabricscope::app::window
