// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchExport.h"
#include "tests/Places.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/ShellTest.h"
#include "tests/widgets/bench/ForeignQuestion.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QSignalSpy>
#include <QStackedWidget>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fabricscope::app::window {
namespace {

/// Two runs as printed by nccl-tests; the second one is cut off.
constexpr const char *kLog =
    R"(# nThread 1 nGpus 8 minBytes 1048576 maxBytes 4194304 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
#
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
     1048576        262144     float     sum      -1    49.58   21.15   37.01      0    49.11   21.35   37.36      0
     2097152        524288     float     sum      -1    60.98   34.39   60.18      0    60.66   34.57   60.50      0
     4194304       1048576     float     sum      -1    88.63   47.32   82.82      0    88.43   47.43   83.00      0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 60.145
#
# nThread 1 nGpus 8 minBytes 1048576 maxBytes 4194304 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
#
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
     1048576        262144     float     sum      -1    49.58   21.15   37.01      0    49.11   21.35   37.36      0
)";

class BenchWindowTest : public ShellTest {
protected:
    [[nodiscard]] QString write(const char *name, const std::string &text) const {
        const auto file = folder.path() / name;
        std::ofstream(file) << text;
        return QString::fromStdString(file.string());
    }
    void openLog(const QString &path) const {
        window->openPath(path);
        ASSERT_TRUE(test::waitFor([this] { return window->benchController()->isSettled(); }));
        screen().settle();
    }
    [[nodiscard]] widgets::BenchScreen &screen() const { return *window->bench(); }
    [[nodiscard]] int rows() const { return screen().rows()->rows()->rowCount(); }
};

/// A program on this machine that prints the output of all_reduce_perf.
bench::RunSpec printing(const QString &file) {
    bench::RunSpec spec;
    spec.tool = "nccl-tests";
    spec.test = "all_reduce_perf";
    spec.host = "local:";
    spec.command.words = {"sh", "-c", "cat \"$1\"; sleep 1000", "sh", file.toStdString()};
    return spec;
}

TEST_F(BenchWindowTest, ARunOnAHostIsDrawnWhileItGoesOnAndStopEndsIt) {
    const quint64 id = sessions->connectTo({QStringLiteral("local:"), {}, 0, {}, false});
    window->showHost(id);
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    window->showScreen(Screen::Benchmarks);
    EXPECT_TRUE(screen().canRun());
    Q_EMIT screen().runPanel()->runRequested(printing(write("allreduce.log", kLog)), {});
    // Confirms the warning about other users of the GPUs.
    ASSERT_TRUE(test::waitFor([this] {
        test::confirmForeignLoad(*window);
        return screen().canStop() && rows() != 0;
    })) << qPrintable(statusTexts().join(QLatin1Char('|')))
        << screen().content().runs.size();
    EXPECT_EQ(screen().content().runs.size(), 2U)
        << "the first of two runs stands before the one that goes on";
    EXPECT_EQ(screen().view()->state->phase, bench::Phase::Running);
    EXPECT_TRUE(test::waitFor([this] { return !screen().view()->telemetry.empty(); })); // of this machine
    EXPECT_TRUE(screen().stop());
    ASSERT_TRUE(test::waitFor([this] { return screen().view()->state->phase == bench::Phase::Stopped; }));
    EXPECT_FALSE(screen().canStop());
    const widgets::JobsModel &jobs = *sessions->jobs();
    EXPECT_EQ(jobs.at(0).name, QStringLiteral("Run all_reduce_perf"));
    EXPECT_TRUE(test::waitFor([&] { return jobs.at(0).state == widgets::JobEntry::State::Cancelled; }));
}

TEST_F(BenchWindowTest, RunStartsNextToAForeignLoadOnlyAfterConfirmation) {
    const auto tool = folder.path() / "all_reduce_perf";
    std::filesystem::copy_file("/bin/sleep", tool);
    QProcess other;
    other.start(QString::fromStdString(tool.string()), {QStringLiteral("1000")});
    ASSERT_TRUE(other.waitForStarted());
    window->showHost(sessions->connectTo({QStringLiteral("local:"), {}, 0, {}, false}));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    window->showScreen(Screen::Benchmarks);
    Q_EMIT screen().runPanel()->runRequested(printing(write("allreduce.log", kLog)), {});
    const auto asked = [this] {
        return window->findChild<QMessageBox *>(QStringLiteral("foreignLoad"));
    };
    ASSERT_TRUE(test::waitFor([&] { return asked() != nullptr; }));
    EXPECT_TRUE(asked()->informativeText().contains(QStringLiteral("all_reduce_perf")))
        << asked()->informativeText().toStdString();
    EXPECT_TRUE(screen().content().runs.empty());
    test::confirmForeignLoad(*window);
    ASSERT_TRUE(test::waitFor([this] { return screen().canStop() && rows() != 0; }));
    EXPECT_TRUE(screen().stop());
    EXPECT_TRUE(test::waitFor([this] { return screen().view()->state->phase == bench::Phase::Stopped; }));
    other.kill();
    EXPECT_TRUE(other.waitForFinished());
}

TEST_F(BenchWindowTest, ALogThatIsOpenedIsDrawn) {
    openLog(write("allreduce.log", kLog));
    EXPECT_EQ(window->screen(), Screen::Benchmarks);
    EXPECT_TRUE(sessions->sessions().empty()); // it is not a host
    ASSERT_EQ(screen().content().runs.size(), 2U);
    EXPECT_EQ(rows(), 3);
    EXPECT_EQ(screen().runChart()->plot()->list().areas.size(), 3U);
    EXPECT_TRUE(screen().footer().startsWith(QStringLiteral("Wrong values: 0")));
    screen().showRun(1);
    EXPECT_EQ(rows(), 1);
    EXPECT_TRUE(screen().head()->progressText().contains(QStringLiteral("1 of 3 sizes")));
}

TEST_F(BenchWindowTest, ALogThatIsDroppedIsDrawnToo) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(write("allreduce.log", kLog))});
    const QPointF where(600, 400);
    QDragEnterEvent enter(where.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(where, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(window.get(), &drop);
    ASSERT_TRUE(test::waitFor([this] { return window->benchController()->isSettled(); }));
    screen().settle();
    EXPECT_EQ(rows(), 3);
}

TEST_F(BenchWindowTest, ALogThatPowerShellWroteIsDrawnLikeAnyOther) {
    openLog(write("plain.log", kLog));
    const auto plain = screen().content().runs;
    std::string wide = "\xFF\xFE"; // UTF-16, little-endian
    for (const char byte : std::string(kLog))
        wide += std::string(byte == '\n' ? "\r\0" : "", byte == '\n' ? 2 : 0) + byte + '\0';
    const QString file = write("wide.log", wide);
    EXPECT_TRUE(BenchController::isBenchLog(file));
    openLog(file);
    ASSERT_EQ(screen().content().runs.size(), 2 * plain.size()) << "the one before it stays";
    for (std::size_t run = 0; run < plain.size(); ++run)
        EXPECT_EQ(*screen().content().runs[run].results, *plain[run].results);
}

TEST_F(BenchWindowTest, SeveralLogsAreListedAndCompared) {
    openLog(write("monday.log", kLog));
    EXPECT_EQ(screen().view()->compareWith.all.size(), 2U) << "nothing, and the log's other run";
    openLog(write("tuesday.log", kLog));
    ASSERT_EQ(screen().content().runs.size(), 4U);
    EXPECT_EQ(screen().view()->source, "tuesday.log");
    EXPECT_EQ(screen().content().runs[2].source, "monday.log");
    const bench::BenchChoices &choices = screen().view()->compareWith;
    ASSERT_EQ(choices.all.size(), 4U);
    EXPECT_EQ(choices.all[2].words, "monday.log, run 1");
    EXPECT_FALSE(screen().view()->baseline);
    Q_EMIT screen().compareRequested(QString::fromStdString(choices.all[2].key));
    screen().settle();
    ASSERT_TRUE(screen().view()->baseline);
    EXPECT_EQ(screen().view()->baseline->words, "baseline, another log");
    EXPECT_EQ(screen().view()->baseline->points.size(), 3U);
    EXPECT_FALSE(screen().content().runs[2].baseline) << "the choice is this run's alone";
    openLog(write("tuesday.log", kLog));
    EXPECT_EQ(screen().content().runs.size(), 4U) << "it is open already";
}

TEST_F(BenchWindowTest, FilesOfHostsStayFilesOfHosts) {
    EXPECT_FALSE(BenchController::isBenchLog(
        write("lspci.txt", "00:00.0 Host bridge: Intel Corporation Device 0998 (rev 04)\n")));
    EXPECT_FALSE(BenchController::isBenchLog(write("binary", std::string("# nThread 1\0x", 14))));
    EXPECT_FALSE(BenchController::isBenchLog(write("empty", "")));
    EXPECT_FALSE(BenchController::isBenchLog(QStringLiteral("/nonexistent")));
    EXPECT_TRUE(BenchController::isBenchLog(write("allreduce.log", kLog)));
}

TEST_F(BenchWindowTest, ReportsAMissingLog) {
    window->benchController()->openLog(QStringLiteral("/nonexistent.log"));
    ASSERT_TRUE(test::waitFor([this] { return window->benchController()->isSettled(); }));
    screen().settle();
    EXPECT_TRUE(screen().content().failure.contains(QStringLiteral("cannot be read")));
}

TEST_F(BenchWindowTest, EveryRealLogIsDrawnWithoutLosingItsRows) {
    const std::filesystem::path corpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/bench-logs";
    if (!std::filesystem::is_directory(corpus))
        GTEST_SKIP() << "the corpus is not there: " << corpus;
    int drawn = 0;
    for (const auto &entry : std::filesystem::directory_iterator(corpus)) {
        const QString path = QString::fromStdString(entry.path().string());
        if (!entry.is_regular_file() || !BenchController::isBenchLog(path))
            continue;
        openLog(path);
        for (std::size_t run = 0; run < screen().content().runs.size(); ++run) {
            screen().showRun(static_cast<int>(run));
            if (!screen().hasPicture())
                continue;
            ++drawn;
            const bench::Results &results = *screen().view()->results;
            if (!results.rows.empty()) {
                EXPECT_EQ(rows(), static_cast<int>(results.rows.size())) << qPrintable(path);
            }
            const bool isLines = screen().pictures()->currentWidget() == screen().runChart();
            EXPECT_FALSE(isLines ? screen().runChart()->plot()->spec().lines.empty()
                                 : screen().chartView()->list().items.empty())
                << qPrintable(path);
        }
    }
    EXPECT_GT(drawn, 20);
}

TEST_F(BenchWindowTest, ARunFillsTheScreenAsItPrints) {
    bench::RunSpec spec;
    spec.tool = "nccl-tests";
    spec.test = "all_reduce_perf";
    spec.host = "gpu-07";
    spec.command.words = {"all_reduce_perf"};
    window->showScreen(Screen::Benchmarks);
    const auto session = window->benchController()->live().begin(spec);
    bench::RunState state;
    state.id = "r1";
    state.phase = bench::Phase::Running;
    state.startedMs = QDateTime::currentMSecsSinceEpoch();
    session->state(state);
    const std::string log(kLog);
    const std::size_t cut = log.find("     2097152");
    session->output(std::string_view(log).substr(0, cut));
    ASSERT_TRUE(test::waitFor([this] { return rows() == 2; })); // the first size, and the running one
    EXPECT_TRUE(action(ActionId::Stop)->isEnabled());
    QSignalSpy stopped(window->benchController(), &BenchController::stopRequested);
    action(ActionId::Stop)->trigger();
    ASSERT_EQ(stopped.count(), 1);
    EXPECT_EQ(stopped.front().front().toString(), QStringLiteral("r1"));
    const std::size_t end = log.find("# Avg bus");
    session->output(std::string_view(log).substr(cut, log.find('\n', end) + 1 - cut));
    state.phase = bench::Phase::Ended;
    state.endedMs = *state.startedMs + 5000;
    state.exitStatus = 0;
    session->finish(state);
    ASSERT_TRUE(test::waitFor([this] { return screen().view()->state->phase == bench::Phase::Ended; }));
    screen().settle();
    EXPECT_EQ(rows(), 3);
    EXPECT_TRUE(screen().head()->progressText().contains(QStringLiteral("3 of 3")));
    EXPECT_FALSE(screen().canStop());
}

TEST_F(BenchWindowTest, ATableAndAPictureAreCopiedAndWritten) {
    openLog(write("allreduce.log", kLog));
    action(ActionId::CopyText)->trigger();
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("size,count,")));
    action(ActionId::CopyPng)->trigger();
    EXPECT_TRUE(QGuiApplication::clipboard()->mimeData()->hasImage());
    for (const char *ending : {"png", "svg", "pdf", "csv"}) {
        const QString file =
            QString::fromStdString((folder.path() / "chart.").string()) + QLatin1String(ending);
        EXPECT_TRUE(window->benchController()->files().exportTo(file).has_value()) << ending;
        EXPECT_GT(QFileInfo(file).size(), 100) << ending;
    }
    EXPECT_FALSE(
        window->benchController()->files().exportTo(QStringLiteral("/nonexistent/chart.png")).has_value());
    EXPECT_FALSE(window->benchController()->files().exportTo(QStringLiteral("chart.doc")).has_value());
}

TEST_F(BenchWindowTest, TheKeyForTablesShowsTheRows) {
    openLog(write("allreduce.log", kLog));
    ASSERT_TRUE(action(ActionId::AsTree)->isEnabled());
    action(ActionId::AsTree)->trigger();
    EXPECT_FALSE(screen().pictures()->isVisible());
    EXPECT_TRUE(screen().rows()->isVisible());
}

TEST_F(BenchWindowTest, ANewRunIsOneActionAwayAndNothingRunsByItself) {
    QSignalSpy requested(window->benchController(), &BenchController::runRequested);
    action(ActionId::RunPlan)->trigger();
    EXPECT_EQ(window->screen(), Screen::Benchmarks);
    EXPECT_TRUE(screen().runPanel()->isVisible());
    EXPECT_EQ(requested.count(), 0);
}

TEST_F(BenchWindowTest, WhatIsToRunGoesToTheHostThatIsChosenInTheSidebar) {
    for (const char *deaf : {"localhost:1", "127.0.0.1:1"}) // nothing is listening there
        sessions->connectTo({QLatin1String(deaf), QStringLiteral("ops"), 0, {}, false});
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    const quint64 first = sessions->sessions().front()->id, second = sessions->sessions().back()->id;
    window->showScreen(Screen::Benchmarks);
    window->showHost(first);
    screen().showRunPanel(true);
    const auto *host = screen().runPanel()->hostBox();
    EXPECT_EQ(host->currentText(), sessions->find(first)->target());
    window->showHost(second);
    EXPECT_EQ(host->currentText(), sessions->find(second)->target());
    open(samples::mi355xServer(), "a.fscope"); // a run cannot go to a file
    EXPECT_EQ(host->currentText(), sessions->find(second)->target());
}

} // namespace
} // namespace fabricscope::app::window
