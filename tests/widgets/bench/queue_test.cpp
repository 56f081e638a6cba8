// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/BenchQueue.h"
#include "core/capture/Capture.h"
#include "core/present/bench/BenchStatus.h"
#include "core/store/RunStore.h"
#include "tests/widgets/ShellTest.h"
#include "tests/widgets/bench/ForeignQuestion.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"

#include <QAbstractButton>
#include <QListView>
#include <QMessageBox>
#include <QStackedWidget>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace fabricscope::app::window {
namespace {

using bench::Phase;

std::string log(const char *wrong) {
    return std::string(
               "# nThread 1 nGpus 8 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: "
               "20 "
               "agg iters: 1 validation: 1 graph: 0\n"
               "#\n# Using devices\n#\n"
               "#                                       out-of-place                       in-place\n"
               "#       size         count      type   redop    root     time   algbw   busbw #wrong     "
               "time   "
               "algbw   busbw #wrong\n"
               "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            "
               "(us)  "
               "(GB/s)  (GB/s)\n"
               "     1048576        262144     float     sum      -1    49.58   21.15   37.01      ") +
           wrong +
           "    49.11   21.35   37.36      0\n"
           "     2097152        524288     float     sum      -1    60.98   34.39   60.18      0    60.66   "
           "34.57 "
           "  60.50      0\n";
}
constexpr const char *kEnd = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 48.76\n#\n";

/// Runs on this machine, stored in a database of the test.
class BenchQueueTest : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        store = (folder.path() / "runs.db").string();
        sessions->tools().setStore(store);
        window->benchController()->history()->setPath(store);
        const quint64 id = sessions->connectTo({QStringLiteral("local:"), {}, 0, {}, false});
        window->showHost(id);
        ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
        window->showScreen(Screen::Benchmarks);
    }
    /// A program that prints the text and, if `ends` is false, does not end.
    [[nodiscard]] bench::RunSpec printing(const std::string &text, bool ends) const {
        const auto file = folder.path() / "printed.log";
        std::ofstream(file) << text;
        bench::RunSpec spec;
        spec.tool = "nccl-tests";
        spec.test = "all_reduce_perf";
        spec.host = "local:";
        spec.command.words = {"sh", "-c", ends ? "cat \"$1\"" : "cat \"$1\"; sleep 1000", "sh",
                              file.string()};
        return spec;
    }
    /// A sweep step that reaches 60.18 GB/s at its second size in the first step, and 70.18 and 50.18 in the
    /// others.
    [[nodiscard]] bench::RunSpec wavering() const {
        bench::RunSpec spec = printing(log("0") + kEnd, true);
        const std::string &file = spec.command.words.back();
        const std::string script =
            "n=$(cat \"$1.steps\" 2>/dev/null || echo 6); echo $(((n - 5 + 1) % 3 + 5)) "
            ">\"$1.steps\"; sed \"s/60[.]18/${n}0.18/\" \"$1\"";
        spec.command.words = {"sh", "-c", script, "sh", file};
        return spec;
    }
    /// Clicks the line of a run in the list on the left.
    void click(int line) const {
        QListView *steps = screen().side()->steps();
        const QRect at = steps->visualRect(steps->model()->index(line, 0));
        ASSERT_TRUE(steps->viewport()->rect().contains(at.center())) << line;
        QTest::mouseClick(steps->viewport(), Qt::LeftButton, {}, at.center());
        screen().settle();
    }
    /// The accessible labels of all points of the shown chart, one per line.
    [[nodiscard]] std::string spoken() const {
        std::string all;
        for (const draw::Area &area : screen().picture(draw::approximateTextWidth).areas)
            all += area.label + '\n';
        return all;
    }
    void run(const bench::RunSpec &spec, const bench::Sweep &sweep = {}) {
        Q_EMIT screen().runPanel()->runRequested(spec, sweep);
    }
    /// Confirms the warning about other users of this machine's GPUs.
    template<class Condition> bool waitFor(const Condition &condition) {
        return test::waitFor([&] {
            test::confirmForeignLoad(*window);
            screen().settle();
            return condition();
        });
    }
    [[nodiscard]] widgets::BenchScreen &screen() const { return *window->bench(); }
    [[nodiscard]] const std::vector<bench::BenchView> &runs() const { return screen().content().runs; }
    [[nodiscard]] std::ptrdiff_t count(Phase phase) const {
        return std::count_if(runs().begin(), runs().end(), [phase](const bench::BenchView &view) {
            return view.state && view.state->phase == phase;
        });
    }

    std::string store;
};

TEST_F(BenchQueueTest, ARunWithWrongResultsIsNotRepeated) {
    run(printing(log("7") + "# Out of bounds values : 7 FAILED\n# Avg bus bandwidth    : 48.76\n#\n", true),
        {"", {}, 3});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) + count(Phase::Stopped) == 3; }))
        << runs().size();
    EXPECT_EQ(count(Phase::Ended), 1);
    EXPECT_EQ(runs()[2].state->why, "not started, the run that it repeats had wrong results (7)");
}

TEST_F(BenchQueueTest, RepeatsRunSequentiallyFollowedByTheirMedians) {
    run(printing(log("0") + kEnd, true), {"", {}, 3});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 3; })) << runs().size();
    ASSERT_EQ(runs().size(), 4U);
    for (std::size_t step = 1; step < 3; ++step)
        EXPECT_GE(*runs()[step].state->startedMs, *runs()[step - 1].state->endedMs) << step;
    EXPECT_EQ(runs()[1].stepValue, "2 of 3");
    EXPECT_EQ(runs()[3].stepValue, "medians of 3 runs");
    ASSERT_FALSE(runs()[3].results->series.empty());
    EXPECT_EQ(runs()[3].results->series[0].points[1].y, 60.18);
    const auto kept = [this] {
        return window->benchController()->history()->records();
    };
    ASSERT_TRUE(waitFor([&] { return kept().size() == 3; }));
    EXPECT_FALSE(kept()[0].group.empty());
    EXPECT_EQ(kept()[0].group, kept()[2].group);
    EXPECT_NE(kept()[0].repeat, kept()[1].repeat);
}

TEST_F(BenchQueueTest, ASweepSetsItsVariableInEachStep) {
    run(printing(log("0") + kEnd, true), {"NCCL_ALGO", {"Ring", "Tree"}, 1});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 2; }));
    ASSERT_EQ(runs().size(), 3U);
    EXPECT_EQ(runs()[1].stepValue, "NCCL_ALGO=Tree");
    EXPECT_EQ(runs()[1].spec->command.environment.back().value, "Tree");
    EXPECT_EQ(runs()[2].results->series.front().subject, "NCCL_ALGO=Ring");
}

TEST_F(BenchQueueTest, TheSummaryOfASweepIsShownOnceItsLastStepHasEnded) {
    run(printing(log("0") + kEnd, true), {"NCCL_ALGO", {"Ring", "Tree", "NVLS"}, 1});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 3 && runs().size() == 4; }));
    EXPECT_TRUE(waitFor([this] { return screen().view()->stepValue == "medians of 3 runs"; }))
        << screen().view()->key;
    click(0);
    Q_EMIT screen().compareRequested(QStringLiteral("none")); // the content is rebuilt
    screen().settle();
    EXPECT_EQ(screen().view()->stepValue, "NCCL_ALGO=Ring") << "from then on it is the person's choice";
}

TEST_F(BenchQueueTest, TheSummaryOfASweepIsShownAlsoWhereItsLastStepIsStopped) {
    bench::RunSpec spec = printing(log("0") + kEnd, true);
    const std::string file = spec.command.words.back();
    spec.command.words = {"sh", "-c", R"([ "$NCCL_ALGO" != NVLS ] || exec sleep 1000; cat "$1")", "sh", file};
    run(spec, {"NCCL_ALGO", {"Ring", "Tree", "NVLS"}, 1});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 2 && count(Phase::Running) == 1; }));
    click(2);
    ASSERT_TRUE(screen().stop());
    ASSERT_TRUE(waitFor([this] { return count(Phase::Stopped) == 1; }));
    EXPECT_TRUE(waitFor([this] { return screen().view()->key.starts_with("median:"); }))
        << screen().view()->key;
    EXPECT_EQ(screen().view()->stepValue, "medians of 2 runs");
}

TEST_F(BenchQueueTest, WhoLooksAtAnotherRunIsNotTakenToTheSummaryOfASweep) {
    run(printing(log("0") + kEnd, true));
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 1; }));
    run(printing(log("0") + kEnd, true), {"NCCL_ALGO", {"Ring", "Tree"}, 1});
    screen().settle();
    ASSERT_TRUE(waitFor([this] { return runs().size() >= 3; }));
    click(0);
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 3 && runs().size() == 4; }));
    QTest::qWait(200); // two ticks, in which nothing may change
    screen().settle();
    EXPECT_EQ(screen().view(), &runs()[0]);
}

TEST_F(BenchQueueTest, AClickOnTheMediansShowsThemWithTheirSpreadAndOneOnAStepThatStepAlone) {
    run(wavering(), {"", {}, 3});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 3 && runs().size() == 4; }));
    click(3);
    const std::string medians = screen().view()->key;
    ASSERT_EQ(medians.find("median:"), 0U);
    EXPECT_EQ(screen().view()->results->test, "all_reduce_perf") << "which the log itself does not say";
    const present::BenchTable *table = &screen().rows()->rows()->table();
    ASSERT_EQ(table->columns().size(), 5U);
    EXPECT_EQ(table->columns()[2].name, "±");
    EXPECT_EQ(table->cell(1, 1), "60.18");
    EXPECT_EQ(table->cell(1, 2), "16.62"); // (70.18 - 50.18) / 2 of 60.18
    EXPECT_EQ(table->cell(0, 2), "0.00") << "the first size was the same each time";
    EXPECT_NE(spoken().find("out of place 60.18 GB/s (50.18 to 70.18)"), std::string::npos) << spoken();
    const QImage spread = screen().pictures()->grab().toImage();

    std::set<std::string> reached;
    for (int step = 0; step < 3; ++step) {
        click(step);
        EXPECT_NE(screen().view()->key, medians);
        EXPECT_EQ(spoken().find("GB/s ("), std::string::npos) << "one run has no spread";
        reached.insert(screen().rows()->rows()->table().cell(1, 4));
    }
    EXPECT_EQ(reached, (std::set<std::string>{"50.18", "60.18", "70.18"}));
    EXPECT_NE(screen().pictures()->grab().toImage(), spread);

    click(3);
    Q_EMIT screen().compareRequested(QStringLiteral("none")); // the content is rebuilt
    screen().settle();
    EXPECT_EQ(screen().view()->key, medians) << "who looks at them goes on looking at them";
}

TEST_F(BenchQueueTest, ASweepWithRepeatsHasAMedianAndASpreadForEachOfItsValues) {
    run(wavering(), {"NCCL_ALGO", {"Ring", "Tree"}, 3});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 6 && runs().size() == 7; }));
    click(6);
    ASSERT_EQ(screen().view()->key.find("median:"), 0U);
    const std::string points = spoken();
    EXPECT_NE(points.find("NCCL_ALGO=Ring 60.18 GB/s (50.18 to 70.18)"), std::string::npos) << points;
    EXPECT_NE(points.find("NCCL_ALGO=Tree 60.18 GB/s (50.18 to 70.18)"), std::string::npos) << points;
    ASSERT_TRUE(screen().head()->chartButton()->isVisible()) << "the best of each, side by side";
    screen().showChart(1);
    EXPECT_EQ(screen().rows()->rows()->rowCount(), 2);
    EXPECT_EQ(screen().rows()->rows()->table().cell(1, 0), "NCCL_ALGO=Tree");
}

TEST_F(BenchQueueTest, StopEndsTheRunAndAllThatWaits) {
    run(printing(log("0"), false), {"", {}, 3});
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1 && count(Phase::Waiting) == 2; }));
    EXPECT_EQ(present::stepOf(runs()[2], 0).note, "3 of 3, queued");
    EXPECT_TRUE(screen().stop());
    ASSERT_TRUE(waitFor([this] { return count(Phase::Stopped) == 3; }));
    EXPECT_EQ(runs()[2].state->why, "not started, the queue was stopped");
    EXPECT_FALSE(runs()[2].state->startedMs);
    EXPECT_FALSE(screen().canStop());
}

TEST_F(BenchQueueTest, RunAboveTheConnectionLimitWaitsAndStartsWhenOneEnds) {
    QStringList reports;
    QObject::connect(window->benchController(), &BenchController::statusMessageRequested, window.get(),
                     [&reports](const QString &text) { reports << text; });
    const bench::RunSpec spec = printing(log("0"), false);
    while (sessions->tools().hasRoomFor(sessions->sessions().front()->id, spec)) {
        const auto before = count(Phase::Running);
        run(spec);
        ASSERT_TRUE(waitFor([&] { return count(Phase::Running) == before + 1; }));
    }
    const auto most = count(Phase::Running);
    run(spec);
    run(spec);
    ASSERT_TRUE(waitFor([this] { return count(Phase::Waiting) == 2; }));
    EXPECT_EQ(reports.filter(QStringLiteral("cannot take another run now")).size(), 1);
    EXPECT_EQ(reports.filter(QStringLiteral("another run waits")).size(), 1);
    EXPECT_EQ(count(Phase::Running), most);
    EXPECT_NE(present::benchStatus(runs().back(), 0).words.find("waiting: "), std::string::npos);
    Q_EMIT window->benchController()->stopRequested(QString::fromStdString(runs().back().state->id));
    ASSERT_TRUE(waitFor([this] { return count(Phase::Waiting) == 1 && count(Phase::Stopped) == 1; }));
    Q_EMIT window->benchController()->stopRequested(QString::fromStdString(runs().front().state->id));
    EXPECT_TRUE(waitFor([&] { return count(Phase::Waiting) == 0 && count(Phase::Running) == most; }));
}

TEST_F(BenchQueueTest, ARunDoesNotOvertakeAPairThatWaitsForItsHost) {
    QStringList started;
    bool isFull = true;
    const auto noteStart = [&started](const bench::SweepStep &step, const std::string &,
                                      const std::shared_ptr<BenchSession> &) {
        started << QString::fromStdString(step.spec.host);
        return std::shared_ptr<ToolRun>();
    };
    BenchQueue queue(
        *window->benchController(), noteStart, [](const bench::RunSpec &) { return QString(); },
        window.get());
    const auto add = [&](const char *host, BenchQueue::WhyNot whyNot) {
        bench::RunSpec spec = printing(log("0"), true);
        spec.host = host;
        queue.add({{spec, {}, 0}}, {}, {}, {noteStart, std::move(whyNot), {}});
    };
    add("gpu-1,gpu-2",
        [&isFull](const bench::RunSpec &) { return isFull ? QStringLiteral("full") : QString(); });
    add("gpu-2", {});
    add("gpu-3", {});
    EXPECT_EQ(started, QStringList{QStringLiteral("gpu-3")});
    isFull = false;
    EXPECT_TRUE(waitFor([&] { return started.size() == 3; }));
    EXPECT_EQ(started,
              (QStringList{QStringLiteral("gpu-3"), QStringLiteral("gpu-1,gpu-2"), QStringLiteral("gpu-2")}));
}

TEST_F(BenchQueueTest, ARunIsKeptWithTheCaptureOfItsHost) {
    run(printing(log("0") + kEnd, true));
    BenchHistory *history = window->benchController()->history();
    ASSERT_TRUE(waitFor([&] {
        return history->records().size() == 1 && history->records().front().state.phase > Phase::Stopping;
    }));
    const auto &captures = history->records().front().captures;
    ASSERT_EQ(captures.size(), 1U);
    EXPECT_EQ(captures.front().host, "local:");
    const auto database = store::RunStore::open(store, {.readOnly = true});
    ASSERT_TRUE(database);
    const auto bytes = database->capture(captures.front().id);
    ASSERT_TRUE(bytes && *bytes);
    const auto capture = capture::deserialize(**bytes);
    ASSERT_TRUE(capture);
    EXPECT_EQ(capture->takenMs, captures.front().takenMs);
    EXPECT_FALSE(capture->sections.empty());
}

TEST_F(BenchQueueTest, WrongValuesStopTheRunAndTheReasonIsReported) {
    run(printing(log("5"), false));
    ASSERT_TRUE(waitFor([this] { return count(Phase::Stopped) == 1; }));
    EXPECT_NE(runs()[0].state->why.find("#wrong is 5 at 1M"), std::string::npos) << runs()[0].state->why;
    EXPECT_TRUE(screen().facts()->texts().filter(QStringLiteral("#wrong is 5")).size() == 1);
    ASSERT_TRUE(waitFor([this] {
        const auto &records = window->benchController()->history()->records();
        return !records.empty() && !records.front().note.empty();
    }));
}

TEST_F(BenchQueueTest, ARuleThatIsSwitchedOffEndsNothing) {
    Q_EMIT screen().stopRuleRequested(QStringLiteral("wrong"), false);
    run(printing(log("5"), false));
    ASSERT_TRUE(waitFor([this] { return !runs().empty() && runs().front().results->rows.size() == 2; }));
    QTest::qWait(300); // three ticks of the screen
    EXPECT_EQ(count(Phase::Running), 1);
    Q_EMIT screen().stopRuleRequested(QStringLiteral("wrong"), true); // existing rows are checked too
    EXPECT_TRUE(waitFor([this] { return count(Phase::Stopped) == 1; }));
}

TEST_F(BenchQueueTest, KeptRunsAreTheBaselineOfTheNextAndCanBeOpened) {
    run(printing(log("0") + kEnd, true));
    BenchHistory *history = window->benchController()->history();
    ASSERT_TRUE(waitFor([&] { return history->records().size() == 1 && history->runs()->size() == 1; }));
    EXPECT_TRUE(runs().front().compareWith.all.empty()) << "the first one has nothing before it";
    run(printing(log("0") + kEnd, true));
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 2 && runs()[1].baseline; }));
    EXPECT_EQ(runs()[1].baseline->words, "baseline, 1 earlier run");
    EXPECT_DOUBLE_EQ(*runs()[1].baseline->points.back().middle, 60.18);
    EXPECT_EQ(runs()[1].compareWith.chosen, "last:10");
    Q_EMIT screen().compareRequested(QStringLiteral("none"));
    ASSERT_TRUE(waitFor([this] { return !runs()[1].baseline; }));
    EXPECT_TRUE(screen().content().earlier.empty()) << "those of this session stand above";
    Q_EMIT screen().earlierRunRequested(QString::fromStdString(history->records().front().state.id));
    ASSERT_TRUE(waitFor([this] { return runs().size() == 3; }));
    EXPECT_EQ(screen().view()->results->rows.size(), 2U);
    EXPECT_TRUE(QString::fromStdString(screen().view()->stepValue).startsWith(QStringLiteral("saved, ")));
}

TEST_F(BenchQueueTest, AllRunsAreComparedWithWhatIsChosenAlsoThoseThatAreNotShown) {
    for (std::size_t before = 0; before < 3; ++before) {
        run(printing(log("0") + kEnd, true));
        ASSERT_TRUE(waitFor([&] {
            return count(Phase::Ended) == static_cast<std::ptrdiff_t>(before) + 1 &&
                   window->benchController()->history()->runs()->size() == before + 1 &&
                   !runs().back().baseline == !before;
        }));
    }
    const auto chosen = [this](std::size_t index) {
        return runs()[index].compareWith.chosen;
    };
    ASSERT_TRUE(waitFor([&] { return chosen(1) == "last:10" && chosen(2) == "last:10"; }));
    screen().showRun(2);
    Q_EMIT screen().compareRequested(QStringLiteral("last:1"));
    EXPECT_TRUE(waitFor([&] { return chosen(2) == "last:1"; }));
    EXPECT_TRUE(waitFor([&] { return chosen(1) == "last:1"; })) << "though nobody looks at it";
    Q_EMIT screen().compareRequested(QStringLiteral("none"));
    screen().showRun(1);
    EXPECT_TRUE(waitFor([&] { return chosen(1) == "none"; }));
}

TEST_F(BenchQueueTest, RunsOfAnotherSessionAreListedAndOpenedByAClick) {
    run(printing(log("0") + kEnd, true));
    ASSERT_TRUE(waitFor([this] { return window->benchController()->history()->runs()->size() == 1; }));
    QWidget parent;
    widgets::BenchScreen second(&parent);
    BenchController other(second, [](const Result<> &, const QString &) {});
    other.history()->setPath(store);
    ASSERT_TRUE(test::waitFor([&] {
        second.settle();
        return second.content().earlier.size() == 1;
    }));
    const widgets::BenchContent::Earlier &listed = second.content().earlier.front();
    EXPECT_EQ(listed.step.name, "all_reduce_perf");
    EXPECT_NE(listed.step.note.find("local:"), std::string::npos);
    EXPECT_NE(listed.step.note.find("GB/s"), std::string::npos);
    Q_EMIT second.side()->earlier()->clicked(second.side()->earlier()->model()->index(0, 0));
    ASSERT_TRUE(test::waitFor([&] {
        second.settle();
        return second.view() != nullptr;
    }));
    EXPECT_EQ(second.view()->results->rows.size(), 2U);
    EXPECT_EQ(second.view()->spec->host, "local:");
}

TEST_F(BenchQueueTest, InvalidDatabaseIsReported) {
    std::ofstream(store, std::ios::trunc) << "not a database, surely";
    QStringList reports;
    QObject::connect(window->benchController(), &BenchController::statusMessageRequested, window.get(),
                     [&reports](const QString &text) { reports << text; });
    window->benchController()->history()->setPath(store);
    ASSERT_TRUE(waitFor([&] { return !reports.isEmpty(); }));
    EXPECT_TRUE(reports.front().startsWith(QStringLiteral("Cannot read saved runs")));
}

} // namespace
} // namespace fabricscope::app::window
