// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/BenchFeed.h"
#include "app/bridge/UiBridge.h"
#include "app/jobs/WorkerPool.h"
#include "core/layout/bench/BenchJudged.h"
#include "widgets/bench/BenchProposal.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/PictureClipboard.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

class QTimer;

namespace fabricscope::app::window {

/// Fills the Benchmarks screen: reads logs on a worker, takes over what runs print, and writes what is
/// exported. It starts and stops nothing: whoever runs tools takes runRequested() and stopRequested(), asks
/// for a feed, and lets the run's events go into it.
class BenchController : public QObject {
    Q_OBJECT
public:
    /// `screen`'s window is the parent of the dialogs.
    /// `report`: told of each file that was to be written.
    using Report = std::function<void(const Result<> &, const QString &file)>;
    BenchController(widgets::BenchScreen &screen, Report report, QObject *parent = nullptr);
    ~BenchController() override;

    /// Whether the beginning of a file is what a benchmark prints.
    [[nodiscard]] static bool isBenchLog(const QString &path);
    /// Its runs take the place of those of the log before; logShown() follows.
    void openLog(const QString &path);
    void chooseLog();
    /// No log is being read.
    [[nodiscard]] bool isSettled() const { return !m_reading; }

    /// A run that is about to start: shown from now on. `simulated`: empty where it is real.
    [[nodiscard]] std::shared_ptr<bridge::BenchFeed> begin(const bench::RunSpec &spec,
                                                           const std::string &simulated = {});
    /// How a run is proposed, and what is known of a host by its target: both on the GUI thread.
    void setProposer(widgets::BenchProposer proposer);
    using Facts = std::function<layout::BenchHost(const std::string &target)>;
    void setFacts(Facts facts) { m_facts = std::move(facts); }
    /// Hosts that can be run on.
    void setHosts(const QStringList &hosts);

    void exportAs(widgets::BenchScreen::Export form);
    void copyPicture(widgets::CopyAs form);
    /// Without a dialog. By the file's ending: .png, .svg, .pdf or .csv.
    [[nodiscard]] Result<> exportTo(const QString &file) const;

Q_SIGNALS:
    void logShown(const QString &name);
    void said(const QString &text);
    void runRequested(const fabricscope::bench::RunSpec &spec);
    void stopRequested(const QString &id); ///< bench::RunState::id

private:
    struct Live {
        std::uint64_t number = 0;
        bench::RunSpec spec;
        std::string simulated;
        std::shared_ptr<bridge::BenchFeed> feed;
        bridge::BenchRunning last;
        layout::BenchView judged; ///< of the newest results
    };
    void receive(bridge::Delivery delivery);
    void take(bridge::BenchRead read);
    void take(std::uint64_t number, bridge::BenchRunning running);
    void show();
    void tick();
    [[nodiscard]] bool anyRuns() const;
    void judge(Live &live) const;
    [[nodiscard]] static layout::BenchView viewOf(const Live &live);
    [[nodiscard]] QString suggestedFile(const QString &ending) const;

    widgets::BenchScreen &m_screen;
    Report m_report;
    bridge::UiBridge m_bridge;
    QTimer *m_timer;
    std::uint64_t m_question = 0, m_content = 1, m_runs = 0;
    bool m_reading = false;
    QString m_logName, m_failure;
    Facts m_facts;
    std::vector<layout::BenchView> m_log; ///< runs of the log that was opened last
    std::vector<Live> m_live;
    std::optional<std::size_t> m_wanted;   ///< run to be shown next
    std::unique_ptr<WorkerPool> m_workers; ///< last: nothing of it outlives the rest
};

} // namespace fabricscope::app::window
