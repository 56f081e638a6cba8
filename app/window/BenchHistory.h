// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/UiBridge.h"
#include "app/jobs/WorkerPool.h"

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

/// The runs that were kept, as the Benchmarks screen needs them: a list of all or of one host's, and of those
/// like the runs at hand what they printed. The database and the texts are read on a worker; another program
/// may write to it meanwhile.
class BenchHistory : public QObject {
    Q_OBJECT
public:
    explicit BenchHistory(QObject *parent = nullptr);
    ~BenchHistory() override;

    /// Empty: there is none.
    void setPath(std::string path);
    /// Only runs of this host are listed; empty: all are.
    void setHost(std::string host);
    [[nodiscard]] const std::string &host() const { return m_host; }
    /// Reads again what is kept, and of runs like this one what they printed.
    void refresh();
    void refreshSimilar(const bench::RunSpec &spec);
    /// A run has ended: what was kept of it is complete a moment later.
    void refreshSoon();
    /// The same until what is read has the end of this run, as often as kMaxTries times.
    void awaitEnd(const std::string &id);
    /// Adds a note to a run that has just ended, and reads again. Where the database cannot be
    /// written then, it is tried kMaxTries times; failed() reports that all failed.
    void noteSoon(const std::string &id, const std::string &note);
    /// opened() follows, or failed(); runs like it, and its host as it was read then, are read with it.
    void open(const QString &id);
    /// The limit of all kept runs together, 0 for none: runs above it are deleted, usage() follows.
    void setLimit(std::uint64_t bytes);
    /// What takes room, as it was read last.
    [[nodiscard]] const bench::StoreUsage &usage() const { return m_usage; }
    [[nodiscard]] const std::vector<bench::RunSize> &largest() const { return m_largest; }
    /// The database was read, and there is one.
    [[nodiscard]] bool isRead() const { return m_usage.limit > 0 || m_usage.bytes > 0; }
    /// More of them are listed from now on, if there are more.
    void listMore();
    [[nodiscard]] bool isListWhole() const { return m_records.size() < m_listLimit; }
    /// Nothing is being read.
    [[nodiscard]] bool isSettled() const { return m_reading == 0; }

    [[nodiscard]] const std::vector<bench::RunRecord> &records() const { return m_records; } ///< newest first
    [[nodiscard]] const std::vector<std::string> &hosts() const { return m_hosts; } ///< of all kept runs
    /// Why the database cannot be read; empty: it can, or there is none yet.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    [[nodiscard]] const std::vector<bench::EarlierRun> &runs() const { return m_runs; } ///< likewise

    static constexpr int kMaxTries = 5;
    static constexpr std::size_t kMaxListed = 200;                      ///< the newest, until listMore()
    static constexpr std::size_t kLargest = 3;                          ///< of largest()
    static constexpr std::size_t kMaxSimilar = 30;                      ///< of one kind that are read
    static constexpr std::size_t kMaxHeld = 512;                        ///< of all kinds
    static constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20; ///< of one run's output

Q_SIGNALS:
    void changed(); ///< what is listed, or what is read of it, or failure()
    void usageChanged();
    void opened(const std::shared_ptr<fabricscope::app::bridge::HistoryRead> &read);
    void failed(const QString &why);

private:
    void ask(const std::string &id);
    void take(bridge::HistoryRead read);
    void retryUnwritten(std::vector<bridge::RunNote> notes);
    void addKind(const bench::RunSpec &spec);
    bool addRuns(std::vector<bench::EarlierRun> runs);
    [[nodiscard]] bool isAllThere(const bridge::HistoryRead &read);
    void setFailure(const QString &failure);

    std::string m_path, m_host;
    std::size_t m_listLimit = kMaxListed; ///< that are listed
    std::size_t m_listed = kMaxListed;    ///< m_listLimit as of the last changed()
    std::optional<std::uint64_t> m_limit; ///< to be written
    bool m_isFirst = true;                ///< this database was not read yet
    bench::StoreUsage m_usage;
    std::vector<bench::RunSize> m_largest;
    QString m_failure;
    std::vector<std::string> m_hosts;
    std::vector<bench::RunSpec> m_kinds; ///< of runs at hand
    std::vector<bench::RunRecord> m_records;
    std::vector<bench::EarlierRun> m_runs;
    std::vector<bridge::RunNote> m_notes; ///< not written yet
    int m_tries = 0;                      ///< of writing them
    std::set<std::string> m_awaited;      ///< ids of runs whose end is not in what was read
    int m_readTries = 0;                  ///< of reading that and what was locked
    int m_reading = 0;
    std::uint64_t m_generation = 0;              ///< of m_path: answers about another one are dropped
    std::shared_ptr<std::atomic<bool>> m_isOver; ///< what is read now is no longer wanted
    QTimer *m_soon;
    bridge::UiBridge m_bridge;
    std::unique_ptr<WorkerPool> m_workers; ///< last: nothing of it outlives the rest
};

} // namespace fabricscope::app::window
