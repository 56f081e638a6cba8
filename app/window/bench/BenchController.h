// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/BenchFeed.h"
#include "app/bridge/UiBridge.h"
#include "app/jobs/script/WorkerPool.h"
#include "app/window/bench/JudgeTurn.h"
#include "core/bench/plan/Sweep.h"
#include "core/bench/view/BenchEarlier.h"
#include "core/bench/view/BenchJudged.h"
#include "core/bench/view/LogHost.h"
#include "widgets/bench/BenchProposal.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/paint/PictureClipboard.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QTimer;

namespace fabricscope::app::window {

class BenchHistory;

/// The queue that a run is a step of.
struct BenchStepOf {
    std::string group;    ///< of the queue; empty: a single run
    std::string variable; ///< flag or name of the swept variable; empty: none
    unsigned repeats = 1;
};

/// Fills the Benchmarks screen: reads logs on a worker, receives the output of runs, compares it with stored
/// runs, and writes exports. It does not start or stop tools: that is done by the receiver of runRequested()
/// and stopRequested(), which gets a feed from begin() and passes the run's events to it.
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
    /// Opens a log. Its runs are listed before those of the logs opened earlier, which stay open; logShown()
    /// follows. A log that is already open is read again. At most kMaxLogs stay open.
    void openLog(const QString &path);
    void chooseLog();
    /// Opens a chosen file as a log; emits hostTextChosen() instead if it is about a host and has no
    /// measurements.
    void openChosen(const QString &path);
    /// Whether the beginning of the file is a tool's output about a host: `rocm-smi --showtopo`, `ibstat`.
    [[nodiscard]] static bool isHostText(const QString &path);
    /// Whether neither a log nor a stored run is being read.
    [[nodiscard]] bool isSettled() const;
    static constexpr std::size_t kMaxLogs = 16;
    /// Rows in all logs; the newest log is always kept.
    static constexpr std::size_t kMaxLogRows = std::size_t{8} << 20;
    [[nodiscard]] BenchHistory *history() const { return m_history; }

    /// Shows a run that is about to start. `simulated`: empty for a real run.
    [[nodiscard]] std::shared_ptr<bridge::BenchFeed> begin(const bench::RunSpec &spec,
                                                           const std::string &simulated = {});
    /// Shows a run that waits for others. Returns its number.
    [[nodiscard]] std::uint64_t add(const bench::SweepStep &step, BenchStepOf of,
                                    const std::string &simulated = {});
    /// Starts the waiting run of this number; nullptr: there is none.
    [[nodiscard]] std::shared_ptr<bridge::BenchFeed> begin(std::uint64_t number);
    /// Follows a stored run that is or may be still running: it is shown as a run of this session, and no
    /// longer as a stored one. nullptr: isInProgress().
    [[nodiscard]] std::shared_ptr<bridge::BenchFeed> follow(const bench::RunRecord &record,
                                                            const std::string &simulated);
    /// Whether a run of this session with this id has not ended.
    [[nodiscard]] bool isInProgress(const std::string &id) const;
    /// The specification of a run of this session, by its id.
    [[nodiscard]] std::optional<bench::RunSpec> specOf(const std::string &id) const;
    /// The run keeps waiting; stores and shows the reason.
    void hold(std::uint64_t number, const std::string &why);
    /// The completed runs of this session on this host, each with a summary of its last table.
    [[nodiscard]] std::vector<bench::RunRecord> endedRuns(const std::string &host) const;
    /// Marks waiting runs as not to be started.
    void drop(const std::vector<std::uint64_t> &numbers, const std::string &why);
    /// The id of a waiting run.
    [[nodiscard]] static std::string waitingId(std::uint64_t number);

    /// How a run is proposed, and the data of a host by its target. Both are called on the GUI thread.
    void setProposer(widgets::BenchProposer proposer);
    using Facts = std::function<bench::BenchHost(const std::string &target)>;
    void setFacts(Facts facts) { m_facts = std::move(facts); }
    /// Hosts that a saved log may come from, with their data. Called on the GUI thread.
    using LogHosts = std::function<std::vector<bench::LogHost>()>;
    void setLogHosts(LogHosts hosts) { m_logHosts = std::move(hosts); }
    /// Sets the host of the shown log by its key, empty for none. The log is judged again on a worker.
    void setHostOfLog(const QString &key);
    /// Hosts on which tools can run.
    void setHosts(const QStringList &hosts);
    /// What runs are compared with from now on: "last:10", "run:ID", "none".
    void setCompareWith(const QString &key);

    void exportAs(widgets::BenchScreen::Export form);
    void copyPicture(widgets::CopyAs form);
    /// Writes without a dialog. The file's extension selects the format: .png, .svg, .pdf or .csv.
    [[nodiscard]] Result<> exportTo(const QString &file) const;

Q_SIGNALS:
    void logShown(const QString &name);
    void hostTextChosen(const QString &path); ///< instead of a log
    void statusMessageRequested(const QString &text);
    void runRequested(const fabricscope::bench::RunSpec &spec, const fabricscope::bench::Sweep &sweep);
    void stopRequested(const QString &id); ///< bench::RunState::id; by the user
    void endRequested(const QString &id);  ///< id of this run alone: a stop rule was met
    void ended(quint64 number, fabricscope::bench::Phase phase);

private:
    /// What a run is compared with; computed again when the participants or m_stamp change.
    struct Against {
        std::uint64_t stamp = 0;
        std::vector<std::string> participants;
        bool hasRows = false;
        std::optional<std::int64_t> startedMs;
        bench::BenchChoices choices;
        bench::BenchCompared compared;
    };
    struct Live {
        std::uint64_t number = 0, stamp = 0;
        std::uint64_t waits = 0; ///< m_stamp when judging it was postponed
        bench::SweepStep step;
        BenchStepOf of;
        std::string simulated;
        std::shared_ptr<bridge::BenchFeed> feed; ///< nullptr: the run waits
        bridge::BenchRunning last;
        bench::BenchView judged; ///< of the newest results when it was judged
        JudgeTurn turn;
        std::size_t tables = 0; ///< number of tables when it was judged
        Against against;
        std::shared_ptr<const nccl::log::DebugLog> library;
        std::shared_ptr<const bench::LibraryPage> page;    ///< of `library`; nullptr: it printed nothing
        bench::BenchView telemetryView;                    ///< made of `telemetry`
        std::shared_ptr<const bench::Telemetry> telemetry; ///< the newest when telemetryView was made
        std::string endedWhy;                              ///< reason of an automatic stop; empty: none
        bool isReported = false;                           ///< its end was reported
        bool isFollowed = false;                           ///< follow()
        bool telemetryHasEnded = false; ///< telemetryView was made after the end of the run
    };
    /// A stored run that is shown.
    struct StoredRun {
        bench::RunRecord record;
        bridge::BenchResults tables;
        bool isComplete = true;
        bench::BenchHost facts; ///< its host as read then; empty: the current data, if any
        std::shared_ptr<const bench::Telemetry> telemetry; ///< nullptr: none was stored
        std::uint64_t stamp = 0;
        std::vector<bench::BenchView> judged;
    };
    /// The medians of a queue's steps, computed again when another step has ended.
    struct Medians {
        std::size_t steps = 0;
        std::shared_ptr<const bench::Results> results;
    };
    /// A saved log that is open.
    struct OpenLog {
        std::uint64_t number = 0, question = 0;
        std::string path;
        QString name;
        bool isRead = false;
        bridge::BenchResults results;
        std::shared_ptr<const nccl::log::DebugLog> library;
        std::vector<bench::BenchView> views;
    };
    [[nodiscard]] OpenLog *shownLog();
    [[nodiscard]] bool isReading() const; ///< whether a log is being read
    void addLogs(std::vector<bench::BenchView> &runs);
    void closeLog(std::vector<OpenLog>::iterator log);
    void limitLogs();
    void compareLogs(bench::BenchView &view) const;
    void receive(bridge::Delivery delivery);
    void take(bridge::BenchRead read);
    void take(std::uint64_t number, bridge::BenchRunning running);
    void showStored(const bridge::HistoryRead &read);
    void show();
    void showSoon();
    void tick();
    [[nodiscard]] bool anyRuns() const;
    [[nodiscard]] std::vector<bench::LogHost> logHosts() const;
    [[nodiscard]] Live *find(std::uint64_t number);

    // The content shown: BenchShown.cpp
    void judgeLive();
    void judge(std::size_t index);
    void judgeResults(Live &live);
    void updateTelemetry(Live &live);
    void judge(StoredRun &kept) const;
    void findAgainst(const bench::BenchView &view, Against &against) const;
    void judgeAgainst(bench::BenchView &view, const Against &against, const bench::BenchHost &facts) const;
    [[nodiscard]] bench::BenchHost factsOf(const bench::BenchView &view) const;
    void applyStopRules(Live &live, const bench::Results &results, const bench::Baseline &baseline,
                        std::optional<GigabytesPerSecond> ceiling);
    void addLive(std::vector<bench::BenchView> &runs);
    void addMedians(std::vector<bench::BenchView> &runs, const Live &last);
    [[nodiscard]] bench::BenchView viewOf(const Live &live) const;
    /// Whether a run with this prefix of its key is shown.
    [[nodiscard]] bool isShown(const std::string &family) const;
    [[nodiscard]] bool isWatched(const Live &live) const;
    [[nodiscard]] bool isWholeQueue(const Live &last) const;
    /// Whether the shown run was judged before something that it is compared with was read.
    [[nodiscard]] bool isShownStale() const;
    [[nodiscard]] const std::vector<widgets::BenchContent::Earlier> &earlierRuns();
    [[nodiscard]] std::size_t currentOf(const std::vector<bench::BenchView> &runs) const;

    [[nodiscard]] QString suggestedFile(const QString &ending) const;

    widgets::BenchScreen &m_screen;
    Report m_report;
    bridge::UiBridge m_bridge;
    QTimer *m_timer, *m_soon;
    BenchHistory *m_history;
    std::uint64_t m_question = 0, m_content = 1, m_runs = 0;
    std::uint64_t m_stamp = 1; ///< version of everything that runs are compared with
    bool m_isNew = false;      ///< new data since show()
    bool m_isBehind = false;   ///< a run still has to be judged
    JudgeRound m_round;        ///< of the runs that are not shown
    QString m_failure;
    LogHosts m_logHosts;
    Facts m_facts;
    bench::CompareWith m_compare;
    std::vector<bench::StopRule> m_stopRules;
    std::vector<OpenLog> m_logs;                     ///< the most recently opened first
    std::uint64_t m_lastLog = 0;                     ///< the last number assigned
    std::map<std::string, std::string> m_logCompare; ///< by key of a log's run: what it is compared with
    std::vector<StoredRun> m_storedRuns;             ///< opened by the user, in that order
    std::vector<Live> m_live;
    std::vector<widgets::BenchContent::Earlier> m_earlier;
    /// m_earlier must be built again: the history or the runs of this session changed.
    bool m_isEarlierStale = true;
    std::map<std::string, Medians> m_medians; ///< by the queue's group
    std::string m_requestedKey;               ///< key to show next; empty: keep the current one
    std::unique_ptr<WorkerPool> m_workers;    ///< last: destroyed before what its tasks use
};

} // namespace fabricscope::app::window
