// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/bridge/UiBridge.h"
#include "app/jobs/script/WorkerPool.h"
#include "core/bench/run/RunRecord.h"

#include <QObject>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::app {
class ToolRun;
}

namespace fabricscope::app::window {

class BenchController;
class SessionController;

/// Follows the stored detached runs of a host again as soon as the host is connected, whoever started them,
/// until their records contain their ends. The database is read on a worker.
class DetachedRuns : public QObject {
    Q_OBJECT
public:
    DetachedRuns(SessionController &sessions, BenchController &controller, QObject *parent);
    ~DetachedRuns() override;

    /// Whether a followed run with this RunRecord::group is still running.
    [[nodiscard]] bool follows(const std::string &group) const;

Q_SIGNALS:
    void reported(const QString &text);

private:
    void queryConnected();
    void read(std::vector<std::string> hosts);
    void take(const std::vector<bench::RunRecord> &runs);
    void startWaiting();
    void stop(const QString &id);

    SessionController &m_sessions;
    BenchController &m_controller;
    std::set<quint64> m_connected; ///< connected hosts at the last check
    struct Followed {
        std::weak_ptr<ToolRun> run;
        std::string group;
    };
    std::deque<bench::RunRecord> m_waiting;     ///< until their hosts have room
    std::map<std::string, Followed> m_followed; ///< by the run's id
    bridge::UiBridge m_bridge;
    bridge::Channel<std::vector<bench::RunRecord>> m_read;
    std::unique_ptr<WorkerPool> m_workers; ///< last: destroyed before what its tasks use
};

} // namespace fabricscope::app::window
