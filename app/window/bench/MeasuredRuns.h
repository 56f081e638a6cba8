// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/bridge/UiBridge.h"
#include "app/jobs/script/WorkerPool.h"
#include "core/base/Result.h"
#include "core/bench/judge/MeasuredPairs.h"
#include "core/bench/run/RunRecord.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::affinity {
struct Examination;
}

class QTimer;

namespace fabricscope::app::window {

class BenchController;
struct HostSession;

/// Results of perftest for the pairs of a host, from runs of this session and stored runs. The database is
/// read on a worker when another host is requested, and after each run.
class MeasuredRuns : public QObject {
    Q_OBJECT
public:
    using Pairs = std::vector<bench::MeasuredPair>;
    /// `store`: the path of the database of runs; empty: there is none.
    MeasuredRuns(BenchController &controller, std::function<std::string()> store, QObject *parent = nullptr);
    ~MeasuredRuns() override;

    /// The results so far; the same object until they change. nullptr: a file of a host, or a host that was
    /// not judged yet. changed() follows if stored runs have to be read first.
    [[nodiscard]] std::shared_ptr<const Pairs> pairs(const HostSession &host);

    static constexpr std::size_t kMaxRead = 500; ///< stored runs of a host, the newest

Q_SIGNALS:
    void changed();

private:
    void read();
    void take(std::uint64_t stamp, Result<std::vector<bench::RunRecord>> read);

    BenchController &m_controller;
    std::function<std::string()> m_store;
    std::string m_host; ///< the host of m_storedRuns
    std::vector<bench::RunRecord> m_storedRuns;
    std::uint64_t m_stamp = 0; ///< version of the known runs of m_host
    struct {
        std::uint64_t stamp = 0;
        std::shared_ptr<const affinity::Examination> examination;
        std::shared_ptr<const Pairs> pairs;
    } m_made;
    QTimer *m_soon;
    bridge::UiBridge m_bridge;
    bridge::Channel<Result<std::vector<bench::RunRecord>>> m_read;
    std::unique_ptr<WorkerPool> m_workers; ///< last: destroyed before what its tasks use
};

} // namespace fabricscope::app::window
