// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/BenchFeed.h"
#include "app/bridge/UiBridge.h"
#include "app/jobs/WorkerPool.h"
#include "app/window/JudgeTurn.h"
#include "core/bench/Sweep.h"
#include "core/layout/bench/BenchEarlier.h"
#include "core/layout/bench/BenchJudged.h"
#include "core/layout/bench/LogHost.h"
#include "widgets/bench/BenchProposal.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/PictureClipboard.h"

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

/// Which step of a queue a run is.
struct BenchStepOf {
    std::string group;    ///< of the queue; empty: a single run
    std::string variable; ///< that is swept: its flag or name; empty: nothing varies
    unsigned repeats = 1;
};

/// Fills the Benchmarks screen: reads logs on a worker, takes over what runs print, holds them against those
/// that were kept, and writes what is exported. It starts and stops nothing: what runs tools takes
/// runRequested() and stopRequested(), asks for a feed, and lets the run's events go into it.
class BenchController : public QObject {
    Q_OBJECT
public:
    /// `screen`'s window is the parent of the dialogs.
    /// `report`: called for each file that was to be written.
    using Report = std::function<void(const Result<> &, const QString &file)>;
    BenchController(widgets::BenchScreen &screen, Report report, QObject *parent = nullptr);
    ~BenchController() override;

    /// Whether the beginning of a file is what a benchmark prints.
    [[nodiscard]] static bool isBenchLog(const QString &path);
    /// Its runs precede those of the earlier logs, each of which stays; logShown() follows. One that
    /// is open already is read again. At most kMaxLogs stay.
    void openLog(const QString &path);
    void chooseLog();
    /// What was chosen as a log: hostTextChosen() where it is about a host, without measurements.
    void openChosen(const QString &path);
    /// Whether the beginning of a file is a tool's output about a host: `rocm-smi --showtopo`, `ibstat`.
    [[nodiscard]] static bool isHostText(const QString &path);
    /// No log is being read, and nothing of the runs that were kept.
    [[nodiscard]] bool isSettled() const;
    static constexpr std::size_t kMaxLogs = 16;
    static constexpr std::size_t kMaxLogRows = std::size_t{8} << 20; ///< in all of them but the newest
    [[nodiscard]] BenchHistory *history() const { return m_history; }

    /// A run that is about to start: shown from now on. `simulated`: empty where it is real.
    [[nodiscard]] std::shared_ptr<bridge::BenchFeed> begin(const bench::RunSpec &spec,
                                                           const std::string &simulated = {});
    /// A run that waits for others: shown as such. Gives its number.
    [[nodiscard]] std::uint64_t add(const bench::SweepStep &step, BenchStepOf of,
                                    const std::string &simulated = {});
    /// It starts now.
    [[nodiscard]] std::shared_ptr<bridge::BenchFeed> begin(std::uint64_t number);
    /// A kept run that goes on, or may: shown from now on as one of this session. What is shown of it already
    /// goes; nullptr: isInProgress().
    [[nodiscard]] std::shared_ptr<bridge::BenchFeed> follow(const bench::RunRecord &record,
                                                            const std::string &simulated);
    /// A run of this session, by its id, that has not ended.
    [[nodiscard]] bool isInProgress(const std::string &id) const;
    /// Of a run of this session, by its id.
    [[nodiscard]] std::optional<bench::RunSpec> specOf(const std::string &id) const;
    /// It still waits: the reason is set and shown.
    void hold(std::uint64_t number, const std::string &why);
    /// The runs of this session on this host that came to their end, each with a summary of its last table.
    [[nodiscard]] std::vector<bench::RunRecord> endedRuns(const std::string &host) const;
    /// They waited, and will not start.
    void drop(const std::vector<std::uint64_t> &numbers, const std::string &why);
    /// Of a run that waits.
    [[nodiscard]] static std::string waitingId(std::uint64_t number);

    /// How a run is proposed, and what is known of a host by its target: both on the GUI thread.
    void setProposer(widgets::BenchProposer proposer);
    using Facts = std::function<layout::BenchHost(const std::string &target)>;
    void setFacts(Facts facts) { m_facts = std::move(facts); }
    /// Hosts that a saved log may be of, with what is known of them; on the GUI thread.
    using LogHosts = std::function<std::vector<layout::LogHost>()>;
    void setLogHosts(LogHosts hosts) { m_logHosts = std::move(hosts); }
    /// Whose log it is that is shown: a key of theirs, empty for none. It is judged again on a worker.
    void setHostOfLog(const QString &key);
    /// Hosts that can be run on.
    void setHosts(const QStringList &hosts);
    /// What runs are held against from now on: "last:10", "run:ID", "none".
    void setCompareWith(const QString &key);

    void exportAs(widgets::BenchScreen::Export form);
    void copyPicture(widgets::CopyAs form);
    /// Without a dialog. By the file's ending: .png, .svg, .pdf or .csv.
    [[nodiscard]] Result<> exportTo(const QString &file) const;

Q_SIGNALS:
    void logShown(const QString &name);
    void hostTextChosen(const QString &path); ///< in place of a log
    void statusMessageRequested(const QString &text);
    void runRequested(const fabricscope::bench::RunSpec &spec, const fabricscope::bench::Sweep &sweep);
    void stopRequested(const QString &id); ///< bench::RunState::id; a person's word
    void endRequested(const QString &id);  ///< likewise, of this run alone: what it was to stop at has come
    void ended(quint64 number, fabricscope::bench::Phase phase);

private:
    /// What a run is compared with, found again once who took part, or m_stamp, is another.
    struct Against {
        std::uint64_t stamp = 0;
        std::vector<std::string> participants;
        bool hasRows = false;
        std::optional<std::int64_t> startedMs;
        layout::BenchChoices choices;
        layout::BenchCompared compared;
    };
    struct Live {
        std::uint64_t number = 0, stamp = 0;
        std::uint64_t waits = 0; ///< the stamp for which it waits for its turn
        bench::SweepStep step;
        BenchStepOf of;
        std::string simulated;
        std::shared_ptr<bridge::BenchFeed> feed; ///< nullptr: it waits
        bridge::BenchRunning last;
        layout::BenchView judged; ///< of results that were the newest when it was its turn
        JudgeTurn turn;
        std::size_t tables = 0; ///< how many there were when it was judged
        Against against;
        std::shared_ptr<const nccl::log::DebugLog> library;
        std::shared_ptr<const layout::LibraryPage> page;   ///< of `library`; nullptr: it printed nothing
        layout::BenchView telemetryView;                   ///< what follows from `telemetry`, the newest
        std::shared_ptr<const bench::Telemetry> telemetry; ///< that `beside` is of
        std::string endedWhy;                              ///< by itself; empty: it was not
        bool isReported = false;                           ///< that it has ended
        bool isFollowed = false;                           ///< follow()
        bool telemetryHasEnded = false;                    ///< `beside` is of a run that has ended
    };
    /// A run that was kept, and is shown.
    struct StoredRun {
        bench::RunRecord record;
        bridge::BenchResults tables;
        bool isComplete = true;
        layout::BenchHost facts; ///< its host as it was read then; empty: as it is known now, if it is
        std::shared_ptr<const bench::Telemetry> telemetry; ///< nullptr: none was kept
        std::uint64_t stamp = 0;
        std::vector<layout::BenchView> judged;
    };
    /// What the steps of a queue come to, recomputed once another one has ended.
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
        std::vector<layout::BenchView> views;
    };
    [[nodiscard]] OpenLog *shownLog();
    [[nodiscard]] bool isReading() const; ///< a log
    void addLogs(std::vector<layout::BenchView> &runs);
    void closeLog(std::vector<OpenLog>::iterator log);
    void limitLogs();
    void compareLogs(layout::BenchView &view) const;
    void receive(bridge::Delivery delivery);
    void take(bridge::BenchRead read);
    void take(std::uint64_t number, bridge::BenchRunning running);
    void showStored(const bridge::HistoryRead &read);
    void show();
    void showSoon();
    void tick();
    [[nodiscard]] bool anyRuns() const;
    [[nodiscard]] std::vector<layout::LogHost> logHosts() const;
    [[nodiscard]] Live *find(std::uint64_t number);

    // What is shown: BenchShown.cpp
    void judgeLive();
    void judge(std::size_t index);
    void judgeResults(Live &live);
    void updateTelemetry(Live &live);
    void judge(StoredRun &kept) const;
    void findAgainst(const layout::BenchView &view, Against &against) const;
    void judgeAgainst(layout::BenchView &view, const Against &against, const layout::BenchHost &facts) const;
    [[nodiscard]] layout::BenchHost factsOf(const layout::BenchView &view) const;
    void applyStopRules(Live &live, const bench::Results &results, const bench::Baseline &baseline,
                        std::optional<GigabytesPerSecond> ceiling);
    void addLive(std::vector<layout::BenchView> &runs);
    void addMedians(std::vector<layout::BenchView> &runs, const Live &last);
    [[nodiscard]] layout::BenchView viewOf(const Live &live) const;
    /// By the beginning of its key.
    [[nodiscard]] bool isShown(const std::string &family) const;
    [[nodiscard]] bool isWatched(const Live &live) const;
    [[nodiscard]] bool isWholeQueue(const Live &last) const;
    /// What is shown was judged before something was read that it is held against.
    [[nodiscard]] bool isShownStale() const;
    [[nodiscard]] const std::vector<widgets::BenchContent::Earlier> &earlierRuns();
    [[nodiscard]] std::size_t currentOf(const std::vector<layout::BenchView> &runs) const;

    [[nodiscard]] QString suggestedFile(const QString &ending) const;

    widgets::BenchScreen &m_screen;
    Report m_report;
    bridge::UiBridge m_bridge;
    QTimer *m_timer, *m_soon;
    BenchHistory *m_history;
    std::uint64_t m_question = 0, m_content = 1, m_runs = 0;
    std::uint64_t m_stamp = 1; ///< of all that runs are held against
    bool m_isNew = false;      ///< something came since show()
    bool m_isBehind = false;   ///< a run waits for its turn to be judged
    JudgeRound m_round;        ///< of those that are not shown
    QString m_failure;
    LogHosts m_logHosts;
    Facts m_facts;
    layout::CompareWith m_compare;
    std::vector<layout::StopRule> m_stopRules;
    std::vector<OpenLog> m_logs;                     ///< the one that was opened last first
    std::uint64_t m_lastLog = 0;                     ///< its number
    std::map<std::string, std::string> m_logCompare; ///< by a log's run, what it is held against
    std::vector<StoredRun> m_storedRuns;             ///< that were opened, in that order
    std::vector<Live> m_live;
    std::vector<widgets::BenchContent::Earlier> m_earlier;
    bool m_isEarlierStale = true; ///< m_earlier is of another history, or other runs of this session
    std::map<std::string, Medians> m_medians; ///< by the queue's group
    std::string m_requestedKey;            ///< key of what is to be shown, until it is; empty: what is shown
    std::unique_ptr<WorkerPool> m_workers; ///< last: nothing of it outlives the rest
};

} // namespace fabricscope::app::window
