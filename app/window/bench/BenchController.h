// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/UiBridge.h"
#include "app/jobs/script/WorkerPool.h"
#include "app/window/bench/LiveRuns.h"
#include "core/bench/view/LogHost.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchProposal.h"
#include "widgets/common/paint/PictureClipboard.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QTimer;

namespace fabricscope::app::window {

class BenchExport;
class BenchHistory;
class OpenLogs;
class StoredRuns;

/// Fills the Benchmarks screen from its sources: open logs, stored runs that were opened, and the runs of
/// this session. Nothing is judged here; each source does that on workers. It does not start or stop tools:
/// that is done by the receiver of runRequested() and stopRequested(), which gets a session from live().
class BenchController : public QObject {
    Q_OBJECT
public:
    /// Called after each attempt to write a file.
    using Report = std::function<void(const Result<> &, const QString &file)>;
    /// The window of `screen` is the parent of the dialogs.
    BenchController(widgets::BenchScreen &screen, Report report, QObject *parent = nullptr);
    ~BenchController() override;

    /// Whether the beginning of the file is benchmark output.
    [[nodiscard]] static bool isBenchLog(const QString &path);
    /// Whether the beginning of the file is a tool's output about a host: `rocm-smi --showtopo`, `ibstat`.
    [[nodiscard]] static bool isHostText(const QString &path);
    /// Opens a log. Its runs are listed before those of the logs opened earlier, which stay open; logShown()
    /// follows.
    void openLog(const QString &path);
    void chooseLog();
    /// Opens a chosen file as a log; emits hostTextChosen() instead if it is about a host and has no
    /// measurements.
    void openChosen(const QString &path);
    /// Whether neither a log nor a stored run is being read or judged.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] LiveRuns &live() const { return *m_live; }
    [[nodiscard]] BenchHistory *history() const { return m_history; }
    [[nodiscard]] BenchExport &files() const { return *m_export; }

    /// How a run is proposed. Called on the GUI thread.
    void setProposer(widgets::BenchProposer proposer);
    void setFacts(const LiveRuns::Facts &facts);
    /// Hosts that a saved log may come from, with their data. Called on the GUI thread.
    void setLogHosts(std::function<std::vector<bench::LogHost>()> hosts);
    /// Hosts on which tools can run. Call also when one was read again: its runs are judged with the new
    /// data.
    void setHosts(const QStringList &hosts);
    /// What runs are compared with from now on: "last:10", "run:ID", "none".
    void setCompareWith(const QString &key);

Q_SIGNALS:
    void logShown(const QString &name);
    void hostTextChosen(const QString &path); ///< instead of a log
    void statusMessageRequested(const QString &text);
    void runRequested(const fabricscope::bench::RunSpec &spec, const fabricscope::bench::Sweep &sweep);
    void stopRequested(const QString &id); ///< bench::RunState::id; by the user

private:
    void connectScreen();
    void connectSources();
    void setTerms();
    void runEnded(const QString &id, const QString &why);
    /// The user's wish: shown as soon as it exists, instead of what is shown now.
    void request(const std::string &key);
    void shownChanged();
    void show();
    void showSoon();
    void tick();
    [[nodiscard]] const std::vector<widgets::BenchContent::Earlier> &earlierRuns();
    [[nodiscard]] QString earlierNote() const;
    [[nodiscard]] std::size_t currentOf(const std::vector<bench::BenchView> &runs) const;

    widgets::BenchScreen &m_screen;
    bridge::UiBridge m_bridge;
    std::unique_ptr<WorkerPool> m_workers; ///< used by all sources
    QTimer *m_timer, *m_soon;
    BenchHistory *m_history;
    OpenLogs *m_logs;
    StoredRuns *m_stored;
    LiveRuns *m_live;
    BenchExport *m_export;
    std::uint64_t m_content = 1;
    bool m_isNew = false; ///< new data since show()
    bench::CompareWith m_compare;
    std::vector<bench::StopRule> m_stopRules;
    std::vector<widgets::BenchContent::Earlier> m_earlier;
    /// m_earlier must be built again: the history or the runs of this session changed.
    bool m_isEarlierStale = true;
    std::string m_requestedKey; ///< key to show next; empty: keep the current one
};

} // namespace fabricscope::app::window
