// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/jobs/script/WorkerPool.h"
#include "app/window/bench/BenchLog.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app::window {

/// The saved logs that are open, the most recently opened first: read and judged on workers, each against the
/// host that it comes from, and compared with each other.
class OpenLogs : public QObject {
    Q_OBJECT
public:
    /// Logs that were read come through `box`.
    OpenLogs(const std::shared_ptr<bridge::Mailbox> &box, WorkerPool &workers, QObject *parent);

    /// A log that is already open is read again. At most kMaxLogs stay open.
    void open(const QString &path);
    /// Hosts that a saved log may come from, with their data. Called on the GUI thread.
    using Hosts = std::function<std::vector<bench::LogHost>()>;
    void setHosts(Hosts hosts) { m_hosts = std::move(hosts); }
    /// Sets the host of the log with this run, by the host's key, empty for none. Judged again on a worker.
    void setHost(const std::string &run, const QString &host);
    /// What this run of a log is compared with: the key of a run of a log, or kNothingKey.
    void setCompareWith(const std::string &run, const std::string &other) { m_compare[run] = other; }

    [[nodiscard]] bool isReading() const;
    [[nodiscard]] bool isEmpty() const { return m_logs.empty(); }
    [[nodiscard]] std::size_t size() const { return m_logs.size(); }
    [[nodiscard]] QString nameOfFirst() const { return m_logs.empty() ? QString() : m_logs.front().name; }
    /// Why the last log could not be shown; empty: it can.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    /// Whether the run with this key is one of a log.
    [[nodiscard]] bool contains(const std::string &run) const;
    void appendTo(std::vector<bench::BenchView> &views) const;
    /// Compares with what the user chose among the runs of the same test in all logs; by default with
    /// nothing. Only for the run that is shown: logs may contain thousands.
    void compare(bench::BenchView &view) const;

    static constexpr std::size_t kMaxLogs = 16;
    /// Rows in all logs; the newest log is always kept.
    static constexpr std::size_t kMaxLogRows = std::size_t{8} << 20;

Q_SIGNALS:
    void changed();
    void opened(const QString &key, const QString &name); ///< it is still being read
    void failed(const QString &why);

private:
    struct Log {
        std::uint64_t number = 0, question = 0;
        std::string path;
        QString name;
        bool isRead = false;
        bench::Tables results;
        std::shared_ptr<const nccl::log::DebugLog> library;
        std::vector<bench::BenchView> views;
    };
    /// A log was read and judged, or could not be.
    struct Read {
        std::uint64_t question = 0;
        Result<std::vector<bench::BenchView>> runs;              ///< judged
        bench::Tables results = {};                              ///< the same, to be judged again
        std::shared_ptr<const nccl::log::DebugLog> library = {}; ///< nullptr: no output of the library
    };
    void receive(Read read);
    void close(std::vector<Log>::iterator log);
    void limit();
    [[nodiscard]] std::vector<bench::LogHost> hosts() const;
    [[nodiscard]] std::vector<Log>::const_iterator logOf(const std::string &run) const;

    bridge::Channel<Read> m_read;
    WorkerPool &m_workers;
    Hosts m_hosts;
    QString m_failure;
    std::vector<Log> m_logs;
    std::uint64_t m_lastLog = 0, m_question = 0;  ///< the last numbers assigned
    std::map<std::string, std::string> m_compare; ///< by key of a log's run: what it is compared with
};

} // namespace fabricscope::app::window
