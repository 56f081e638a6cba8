// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A window that starts with stored runs.
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "core/bench/telemetry/TelemetryLog.h"
#include "core/bench/view/BenchTelemetry.h"
#include "core/capture/Capture.h"
#include "core/store/RunStore.h"
#include "tests/support/FindingValue.h"
#include "tests/support/samples/SampleTelemetry.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/topology/StatePage.h"

#include <QComboBox>
#include <QDateTime>
#include <QListView>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fabricscope::app::window {
namespace {

constexpr const char *kPrinted =
    "# nThread 1 nGpus 8 minBytes 1024 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
    "(GB/s)\n"
    "1024  256  float  sum  -1  49.58  21.15  37.01  0  49.11  21.35  37.36  0\n"
    "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 37.18\n#\n";

constexpr const char *kRule =
    "---------------------------------------------------------------------------------------\n";
constexpr const char *kWriteHeader =
    "                    RDMA_Write BW Test\n Dual-port       : OFF\t\tDevice         : ionic_3\n"
    " Number of qps   : 1\t\tTransport type : IB\n Connection type : RC\t\tUsing SRQ      : OFF\n"
    " remote address: LID 0000 QPN 0x0003 PSN 0x3\n GID: 00:00:255:255:10:00:00:02\n"
    " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n";

class PersistedRunsWindowTest : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        path = (folder.path() / "runs.db").string();
    }
    void keep(const std::string &id, const std::string &host, std::int64_t atMs,
              bench::Phase phase = bench::Phase::Ended) const {
        auto store = store::RunStore::open(path);
        ASSERT_TRUE(store);
        bench::RunRecord record;
        record.spec.tool = "nccl-tests";
        record.spec.test = "all_reduce_perf";
        record.spec.host = host;
        record.spec.command.words = {"all_reduce_perf"};
        record.state.id = id;
        record.state.phase = phase;
        record.state.startedMs = atMs;
        record.createdMs = atMs;
        record.summary.complete = phase == bench::Phase::Ended;
        ASSERT_TRUE(store->add(record));
        ASSERT_TRUE(store->append(id, store::Stream::Output, atMs, kPrinted));
        ASSERT_TRUE(store->flush());
    }
    /// Stores an ib_write_bw of GPU memory with this result; its test, NIC and peer are always the same.
    void persistWriteRun(const std::string &id, std::int64_t atMs, double gbits,
                         const bench::Telemetry &telemetry = {}) const {
        auto store = store::RunStore::open(path);
        ASSERT_TRUE(store);
        bench::RunRecord record;
        record.spec.tool = "perftest";
        record.spec.test = "ib_write_bw";
        record.spec.host = "gpu-1";
        record.spec.command.words = {"ib_write_bw", "-d", "ionic_3", "--use_rocm=1", "-a"};
        record.state.id = id;
        record.state.phase = bench::Phase::Ended;
        record.state.startedMs = record.createdMs = atMs;
        record.summary.complete = true;
        ASSERT_TRUE(store->add(record));
        std::string printed = kWriteHeader;
        for (const int bytes : {65536, 1048576, 8388608})
            printed += std::to_string(bytes) + " 5000 " + std::to_string(gbits + 1) + ' ' +
                       std::to_string(gbits) + " 0.05\n";
        ASSERT_TRUE(store->append(id, store::Stream::Output, atMs, printed + kRule));
        ASSERT_TRUE(store->flush());
        ASSERT_TRUE(store->saveTelemetry(id, store::RunStore::WriteMode::Append,
                                         bench::TelemetryWriter().more(telemetry)));
    }
    /// Clicks its line in the list.
    void openPersistedRun(int line) const {
        QListView *list = screen().side()->earlier();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(line, 0)).center());
        ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
        screen().settle();
    }
    /// Opens another window with the same database.
    void restart() {
        window.reset();
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{});
        sessions->tools().setStore(path);
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->resize(1440, 900);
        window->show();
        window->showScreen(Screen::Benchmarks);
        settle();
    }
    void settle() const {
        ASSERT_TRUE(test::waitFor([this] { return window->benchController()->isSettled(); }));
        screen().settle();
    }
    [[nodiscard]] widgets::BenchScreen &screen() const { return *window->bench(); }
    /// The ids of the listed runs: "r2 r1".
    [[nodiscard]] std::string listed() const {
        QStringList ids;
        for (const auto &each : screen().content().earlier)
            ids << each.id;
        return ids.join(QLatin1Char(' ')).toStdString();
    }

    std::string path;
};

TEST_F(PersistedRunsWindowTest, AreListedWhenTheWindowStartsAndAClickOpensOne) {
    keep("r1", "gpu-1", 1000);
    keep("r2", "gpu-2", 2000);
    keep("r3", "gpu-1", 3000);
    restart();
    EXPECT_EQ(listed(), std::string("r3 r2 r1")) << "the newest first";
    ASSERT_TRUE(screen().side()->earlier()->isVisible());
    EXPECT_NE(test::buttonNamed(*screen().statePage(), QStringLiteral("Open log…")), nullptr);
    openPersistedRun(0);
    EXPECT_EQ(screen().rows()->rows()->rowCount(), 1);
    EXPECT_EQ(screen().view()->key, "kept:r3:0");
    ASSERT_TRUE(screen().view()->baseline) << "the run before it on the same host";
    EXPECT_EQ(screen().view()->compareWith.all.back().key, "run:r1");
}

TEST_F(PersistedRunsWindowTest, AnEarlierPerftestIsTheBaselineOfTheNextInChartTableAndFindings) {
    persistWriteRun("r1", 1000, 392);
    persistWriteRun("r2", 2000, 390);
    persistWriteRun("r3", 3000, 196);
    restart();
    openPersistedRun(0);
    const bench::BenchView &view = *screen().view();
    ASSERT_EQ(view.key, "kept:r3:0");
    ASSERT_TRUE(view.baseline);
    EXPECT_EQ(view.baseline->words, "baseline, 2 earlier runs, min to max");
    const present::BenchTable &table = screen().rows()->rows()->table();
    ASSERT_LT(table.differenceColumn(), table.columns().size());
    EXPECT_NEAR(*table.difference(2), 100 * (196.0 / 391 - 1), 1e-6);
    const auto found = std::find_if(view.findings.begin(), view.findings.end(),
                                    [](const auto &each) { return each.rule == "result.below_baseline"; });
    ASSERT_NE(found, view.findings.end());
    EXPECT_EQ(test::valueOf(*found, "count"), "3");
    EXPECT_EQ(test::valueOf(*found, "runs"), "2");
    EXPECT_EQ(test::valueOf(*found, "percent"), "50");
    EXPECT_EQ(view.compareWith.all.back().key, "run:r1");
    Q_EMIT screen().compareRequested(QStringLiteral("none"));
    EXPECT_TRUE(test::waitFor([this] {
        screen().settle();
        return !screen().view()->baseline;
    }));
}

TEST_F(PersistedRunsWindowTest, TheTelemetryOfARunIsDrawnAgainWithTheVerdictThatItHad) {
    const bench::Telemetry direct = samples::telemetryWith(384), staged = samples::telemetryWith(0.2);
    persistWriteRun("r1", 1000, 384, direct);
    persistWriteRun("r2", 2000, 384, staged);
    restart();
    for (const auto &[line, telemetry] : {std::pair(0, &staged), std::pair(1, &direct)}) {
        openPersistedRun(line);
        ASSERT_TRUE(test::waitFor([this, line = line] {
            screen().settle();
            return screen().view()->key == (line == 0 ? "kept:r2:0" : "kept:r1:0");
        }));
        const bench::BenchView &view = *screen().view();
        bench::BenchView live; // the same data as judged during the run
        live.results = view.results;
        live.spec = view.spec;
        live.source = view.source;
        bench::putTelemetry(live, *telemetry, {});
        ASSERT_FALSE(live.telemetry.empty());
        EXPECT_EQ(view.telemetry, live.telemetry);
        ASSERT_EQ(live.transport.size(), 1U);
        EXPECT_EQ(view.transport.back(), live.transport.back());
        EXPECT_EQ(view.transport.back().rating,
                  line == 0 ? bench::TransportFact::Rating::Bad : bench::TransportFact::Rating::Good);
    }
}

TEST_F(PersistedRunsWindowTest, TheButtonInTheMiddleOpensTheNewest) {
    keep("r1", "gpu-1", 1000);
    keep("r2", "gpu-1", 2000);
    restart();
    auto *open = test::buttonNamed(*screen().statePage(), QStringLiteral("Open the newest"));
    ASSERT_NE(open, nullptr);
    open->click();
    ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
    EXPECT_EQ(screen().view()->key, "kept:r2:0");
}

TEST_F(PersistedRunsWindowTest, OfOneHostAloneWhereThatIsChosen) {
    keep("r1", "gpu-1", 1000);
    keep("r2", "gpu-2", 2000);
    restart();
    auto *hosts = screen().side()->findChild<QComboBox *>(QStringLiteral("earlierHost"));
    ASSERT_TRUE(hosts != nullptr && hosts->isVisible());
    hosts->setCurrentIndex(hosts->findData(QStringLiteral("gpu-1")));
    Q_EMIT hosts->activated(hosts->currentIndex());
    settle();
    EXPECT_EQ(listed(), std::string("r1"));
    EXPECT_EQ(hosts->currentText(), QStringLiteral("gpu-1"));
}

TEST_F(PersistedRunsWindowTest, AHostWhoseLastRunIsGoneIsStillNamedWhereItIsTheOnlyOneAskedFor) {
    keep("r1", "gpu-1", 1000);
    keep("r2", "gpu-2", 2000);
    restart();
    auto *hosts = screen().side()->findChild<QComboBox *>(QStringLiteral("earlierHost"));
    ASSERT_NE(hosts, nullptr);
    Q_EMIT hosts->activated(hosts->findData(QStringLiteral("gpu-1")));
    settle();
    ASSERT_TRUE(store::RunStore::open(path)->remove("r1").value_or(false));
    window->benchController()->history()->refresh();
    settle();
    EXPECT_EQ(listed(), std::string());
    EXPECT_TRUE(hosts->isVisible());
    EXPECT_EQ(hosts->currentText(), QStringLiteral("gpu-1"));
    Q_EMIT hosts->activated(hosts->findData(QString()));
    settle();
    EXPECT_EQ(listed(), std::string("r2"));
    EXPECT_EQ(hosts->findData(QStringLiteral("gpu-1")), -1) << "nothing of it is kept";
}

TEST_F(PersistedRunsWindowTest, RunWithoutAKnownEndIsListedAndCannotBeStopped) {
    keep("r1", "gpu-1", QDateTime::currentMSecsSinceEpoch(), bench::Phase::Running);
    restart();
    ASSERT_EQ(listed(), std::string("r1"));
    EXPECT_NE(screen().content().earlier.front().step.note.find("end unknown"), std::string::npos);
    Q_EMIT screen().earlierRunRequested(QStringLiteral("r1"));
    ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
    EXPECT_FALSE(screen().canStop());
    EXPECT_EQ(screen().view()->state->phase, bench::Phase::Lost);
}

TEST_F(PersistedRunsWindowTest, AreJudgedByTheirHostAsItWasThen) {
    keep("r1", "gpu-1", 1000);
    {
        auto store = store::RunStore::open(path);
        ASSERT_TRUE(store);
        capture::Capture capture = samples::toCapture(samples::flatVm());
        capture.target = "gpu-1";
        const auto bytes = capture::serialize(capture);
        ASSERT_TRUE(bytes);
        ASSERT_TRUE(store->addCapture("r1", {"gpu-1", "c1", 1795250000000}, *bytes));
    }
    restart();
    std::shared_ptr<HistoryRead> read;
    QObject::connect(window->benchController()->history(), &BenchHistory::opened, window.get(),
                     [&](const std::shared_ptr<HistoryRead> &each) { read = each; });
    Q_EMIT screen().earlierRunRequested(QStringLiteral("r1"));
    ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
    ASSERT_TRUE(read != nullptr && read->opened);
    EXPECT_NE(read->opened->facts.topology, nullptr);
    EXPECT_NE(read->opened->facts.examination, nullptr);
    ASSERT_EQ(screen().view()->hosts.size(), 1U);
    EXPECT_EQ(screen().view()->hosts.front().find("gpu-1, read "), 0U) << screen().view()->hosts.front();
}

TEST_F(PersistedRunsWindowTest, DamagedDatabaseIsReportedAndTheScreenStillWorks) {
    std::ofstream(path) << "not a database, surely";
    restart();
    EXPECT_TRUE(listed().empty());
    EXPECT_FALSE(screen().content().earlierNote.isEmpty());
    EXPECT_TRUE(screen().side()->isVisible());
}

TEST_F(PersistedRunsWindowTest, DatabaseDeletedMeanwhileIsReported) {
    keep("r1", "gpu-1", 1000);
    restart();
    ASSERT_EQ(listed(), std::string("r1"));
    for (const char *end : {"", "-wal", "-shm"})
        std::filesystem::remove(path + end);
    window->showScreen(Screen::Topology);
    window->showScreen(Screen::Benchmarks);
    settle();
    EXPECT_TRUE(listed().empty());
    EXPECT_TRUE(screen().content().earlierNote.startsWith(QStringLiteral("The run database is missing: ")));
}

TEST_F(PersistedRunsWindowTest, AnotherProgramMayWriteMeanwhile) {
    keep("r1", "gpu-1", 1000);
    auto database = store::Database::open(path, {});
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->execute("BEGIN IMMEDIATE; UPDATE run SET note='half'"));
    restart();
    EXPECT_EQ(listed(), std::string("r1"));
    EXPECT_TRUE(screen().content().earlierNote.isEmpty());
    ASSERT_TRUE(database->execute("COMMIT"));
    keep("r2", "gpu-1", 2000); // runs stored by another program appear when the screen is opened again
    window->showScreen(Screen::Topology);
    window->showScreen(Screen::Benchmarks);
    settle();
    EXPECT_EQ(listed(), std::string("r2 r1"));
}

} // namespace
} // namespace fabricscope::app::window
