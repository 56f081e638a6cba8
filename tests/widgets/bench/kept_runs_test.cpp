// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A window that starts where runs were kept before.
#include "app/window/BenchController.h"
#include "app/window/BenchHistory.h"
#include "core/capture/Capture.h"
#include "core/store/RunStore.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/bench/BenchRowModel.h"
#include "widgets/bench/BenchRows.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/topology/StatePage.h"

#include <QComboBox>
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

class KeptRunsWindowTest : public ShellTest {
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
    /// Another window on the same database.
    void restart() {
        window.reset();
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{});
        sessions->setRunStore(path);
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->resize(1440, 900);
        window->show();
        window->showScreen(Screen::Benchmarks);
        settle();
    }
    void settle() const {
        ASSERT_TRUE(test::waitFor([this] { return window->benching()->isSettled(); }));
        screen().settle();
    }
    [[nodiscard]] widgets::BenchScreen &screen() const { return *window->bench(); }
    /// "r2 r1".
    [[nodiscard]] std::string listed() const {
        QStringList ids;
        for (const auto &each : screen().content().earlier)
            ids << each.id;
        return ids.join(QLatin1Char(' ')).toStdString();
    }

    std::string path;
};

TEST_F(KeptRunsWindowTest, AreListedWhenTheWindowStartsAndAClickOpensOne) {
    keep("r1", "gpu-1", 1000);
    keep("r2", "gpu-2", 2000);
    keep("r3", "gpu-1", 3000);
    restart();
    EXPECT_EQ(listed(), std::string("r3 r2 r1")) << "the newest first";
    QListView *list = screen().side()->earlier();
    ASSERT_TRUE(list->isVisible());
    EXPECT_NE(test::buttonNamed(*screen().statePage(), QStringLiteral("Open log…")), nullptr);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(list->model()->index(0, 0)).center());
    ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
    screen().settle();
    EXPECT_EQ(screen().rows()->rows()->rowCount(), 1);
    EXPECT_EQ(screen().view()->key, "kept:r3:0");
    ASSERT_TRUE(screen().view()->baseline) << "the run before it on the same host";
    EXPECT_EQ(screen().view()->compareWith.all.back().key, "run:r1");
}

TEST_F(KeptRunsWindowTest, TheButtonInTheMiddleOpensTheNewest) {
    keep("r1", "gpu-1", 1000);
    keep("r2", "gpu-1", 2000);
    restart();
    auto *open = test::buttonNamed(*screen().statePage(), QStringLiteral("Open the newest"));
    ASSERT_NE(open, nullptr);
    open->click();
    ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
    EXPECT_EQ(screen().view()->key, "kept:r2:0");
}

TEST_F(KeptRunsWindowTest, OfOneHostAloneWhereThatIsChosen) {
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

TEST_F(KeptRunsWindowTest, ARunWhoseEndNobodyToldIsThereAndCannotBeStopped) {
    keep("r1", "gpu-1", 1000, bench::Phase::Running);
    restart();
    ASSERT_EQ(listed(), std::string("r1"));
    EXPECT_NE(screen().content().earlier.front().step.note.find("no end is known"), std::string::npos);
    Q_EMIT screen().earlierWanted(QStringLiteral("r1"));
    ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
    EXPECT_FALSE(screen().canStop());
    EXPECT_EQ(screen().view()->state->phase, bench::Phase::Lost);
}

TEST_F(KeptRunsWindowTest, AreJudgedByTheirHostAsItWasThen) {
    keep("r1", "gpu-1", 1000);
    {
        auto store = store::RunStore::open(path);
        ASSERT_TRUE(store);
        capture::Capture capture = made::toCapture(made::flatVm());
        capture.target = "gpu-1";
        const auto bytes = capture::serialize(capture);
        ASSERT_TRUE(bytes);
        ASSERT_TRUE(store->addCapture("r1", {"gpu-1", "c1", 1795250000000}, *bytes));
    }
    restart();
    std::shared_ptr<bridge::HistoryRead> read;
    QObject::connect(window->benching()->history(), &BenchHistory::opened, window.get(),
                     [&](const std::shared_ptr<bridge::HistoryRead> &each) { read = each; });
    Q_EMIT screen().earlierWanted(QStringLiteral("r1"));
    ASSERT_TRUE(test::waitFor([this] { return screen().view() != nullptr; }));
    ASSERT_TRUE(read != nullptr && read->opened);
    EXPECT_NE(read->opened->facts.topology, nullptr);
    EXPECT_NE(read->opened->facts.examination, nullptr);
    ASSERT_EQ(screen().view()->hosts.size(), 1U);
    EXPECT_EQ(screen().view()->hosts.front().find("gpu-1, read "), 0U) << screen().view()->hosts.front();
}

TEST_F(KeptRunsWindowTest, ADamagedDatabaseIsSaidInASentenceAndNothingElseBreaks) {
    std::ofstream(path) << "not a database, surely";
    restart();
    EXPECT_TRUE(listed().empty());
    EXPECT_TRUE(screen().content().earlierNote.startsWith(QStringLiteral("Kept runs cannot be read: ")));
    EXPECT_TRUE(screen().side()->isVisible());
}

TEST_F(KeptRunsWindowTest, ADatabaseThatIsDeletedMeanwhileIsSaidInASentence) {
    keep("r1", "gpu-1", 1000);
    restart();
    ASSERT_EQ(listed(), std::string("r1"));
    for (const char *end : {"", "-wal", "-shm"})
        std::filesystem::remove(path + end);
    window->showScreen(Screen::Topology);
    window->showScreen(Screen::Benchmarks);
    settle();
    EXPECT_TRUE(listed().empty());
    EXPECT_TRUE(screen().content().earlierNote.startsWith(QStringLiteral("The database of runs is gone: ")));
}

TEST_F(KeptRunsWindowTest, AnotherProgramMayWriteMeanwhile) {
    keep("r1", "gpu-1", 1000);
    auto database = store::Database::open(path, {});
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->execute("BEGIN IMMEDIATE; UPDATE run SET note='half'"));
    restart();
    EXPECT_EQ(listed(), std::string("r1"));
    EXPECT_TRUE(screen().content().earlierNote.isEmpty());
    ASSERT_TRUE(database->execute("COMMIT"));
    keep("r2", "gpu-1", 2000); // what the other one kept is there when somebody looks again
    window->showScreen(Screen::Topology);
    window->showScreen(Screen::Benchmarks);
    settle();
    EXPECT_EQ(listed(), std::string("r2 r1"));
}

} // namespace
} // namespace fabricscope::app::window
