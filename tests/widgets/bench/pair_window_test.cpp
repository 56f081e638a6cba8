// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/PairDialog.h"
#include "app/window/bench/PairRuns.h"
#include "core/store/RunStore.h"
#include "tests/widgets/bench/DemoWindowTest.h"
#include "tests/widgets/bench/ForeignQuestion.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/form/BenchRunPanel.h"

#include <QComboBox>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include <gtest/gtest.h>

/// A benchmark between two demo hosts.
namespace fabricscope::app::window {
namespace {

using bench::Phase;

class PairWindowTest : public DemoWindowTest {
protected:
    void SetUp() override {
        DemoWindowTest::SetUp();
        for (const char *host : {"vm-01a", "vm-02a"})
            connectTo(host);
    }

    PairDialog *dialog() const {
        action(ActionId::RunPairs)->trigger();
        return window->findChild<PairDialog *>();
    }
    void startAnyway() const {
        if (const auto *asked = window->findChild<PairDialog *>();
            asked != nullptr && asked->startButton()->text() == QLatin1String("Start anyway"))
            asked->startButton()->click();
    }
    static void selectOnly(QListWidget *list, int first) {
        for (int row = first; row < list->count(); ++row)
            list->item(row)->setCheckState(Qt::Unchecked);
    }
    /// Number of cells with a value in the shown matrix; -1: there is no matrix yet.
    [[nodiscard]] int filled() const {
        screen().settle();
        const bench::BenchView *view = screen().view();
        if (view == nullptr || view->results->matrices.empty())
            return -1;
        int count = 0;
        for (const auto &row : view->results->matrices.front().values)
            for (const auto &value : row)
                count += value ? 1 : 0;
        return count;
    }
};

TEST_F(PairWindowTest, PairsWaitUntilBothHostsHaveRoom) {
    bench::RunSpec busy; // its telemetry also uses some of the client's channels
    busy.tool = "custom";
    busy.host = "vm-01a";
    busy.command.words = {"sleep", "1000"};
    Q_EMIT screen().runPanel()->runRequested(busy, {});
    const auto phaseOf = [this](std::size_t run) {
        screen().settle();
        const auto &runs = screen().content().runs;
        return run < runs.size() && runs[run].state ? runs[run].state->phase : Phase::Lost;
    };
    ASSERT_TRUE(test::waitFor([&] {
        test::confirmForeignLoad(*window);
        return phaseOf(0) == Phase::Running;
    }));
    PairDialog *asked = dialog();
    ASSERT_NE(asked, nullptr);
    asked->serverBox()->setCurrentText(QStringLiteral("vm-02a"));
    asked->clientBox()->setCurrentText(QStringLiteral("vm-01a"));
    asked->secondsBox()->setValue(1);
    asked->concurrentBox()->setValue(8); // more than the other run leaves free
    asked->startButton()->click();
    ASSERT_TRUE(test::waitFor([&] {
        startAnyway();
        return phaseOf(1) == Phase::Waiting;
    }));
    EXPECT_NE(screen().content().runs[1].state->why, "") << "what it waits for";
    screen().showRun(0);
    EXPECT_TRUE(screen().stop());
    EXPECT_TRUE(test::waitFor([&] { return phaseOf(1) == Phase::Running; })) << "as soon as there is room";
    screen().showRun(1);
    EXPECT_TRUE(screen().stop());
    EXPECT_TRUE(test::waitFor([&] { return phaseOf(1) == Phase::Stopped; }));
}

TEST_F(PairWindowTest, PairsThatWaitedAreThereAtTheNextStartAndFillTheirMatrix) {
    const auto phases = [this] {
        test::confirmForeignLoad(*window);
        screen().settle();
        std::vector<Phase> all;
        for (const bench::BenchView &view : screen().content().runs)
            all.push_back(view.state ? view.state->phase : Phase::Lost);
        return all;
    };
    const auto answer = [this](const char *question, const QString &text) {
        auto *box = window->findChild<QMessageBox *>(QLatin1String(question));
        ASSERT_NE(box, nullptr);
        for (QAbstractButton *button : box->buttons())
            if (button->text().remove(QLatin1Char('&')) == text)
                return button->click();
        FAIL() << text.toStdString();
    };
    const QString session = QString::fromStdString((folder.path() / "session.fswork").string());
    window->autosaveSession(session);
    bench::RunSpec busy;
    busy.tool = "custom";
    busy.host = "vm-01a";
    busy.command.words = {"sleep", "1000"};
    Q_EMIT screen().runPanel()->runRequested(busy, {});
    ASSERT_TRUE(test::waitFor([&] { return phases() == std::vector{Phase::Running}; }));
    PairDialog *asked = dialog();
    ASSERT_NE(asked, nullptr);
    asked->serverBox()->setCurrentText(QStringLiteral("vm-02a"));
    asked->clientBox()->setCurrentText(QStringLiteral("vm-01a"));
    selectOnly(asked->serverDevices(), 2);
    selectOnly(asked->clientDevices(), 2);
    asked->secondsBox()->setValue(1);
    asked->concurrentBox()->setValue(8);
    asked->startButton()->click();
    ASSERT_TRUE(test::waitFor([&] {
        startAnyway();
        return phases() == std::vector{Phase::Running, Phase::Waiting};
    }));
    EXPECT_FALSE(window->close());
    answer("leavingRuns", QStringLiteral("Stop and quit"));
    ASSERT_TRUE(test::waitFor([this] { return !window->isVisible(); }));

    openWindow();
    for (const char *host : {"vm-01a", "vm-02a"})
        connectTo(host);
    window->showScreen(Screen::Benchmarks);
    window->autosaveSession(session);
    ASSERT_TRUE(test::waitFor([&] { return phases() == std::vector{Phase::Waiting}; }));
    EXPECT_EQ(screen().content().runs.front().state->why, "queued when the window was closed");
    answer("keptQueue", QStringLiteral("Start them"));
    ASSERT_TRUE(test::waitFor([&] { return phases() == std::vector{Phase::Ended}; }));
    EXPECT_EQ(filled(), 4);
}

TEST_F(PairWindowTest, HeatMapFillsCellByCellAndTheRunIsKept) {
    PairDialog *asked = dialog();
    ASSERT_NE(asked, nullptr);
    EXPECT_NE(asked->serverBox()->currentText(), asked->clientBox()->currentText());
    EXPECT_EQ(asked->serverDevices()->count(), 8);
    EXPECT_TRUE(asked->commands()->toPlainText().contains(QLatin1String("ib_write_bw -d ionic_7")));
    savePicture(*asked, QStringLiteral("two-hosts"));
    selectOnly(asked->serverDevices(), 2);
    selectOnly(asked->clientDevices(), 2);
    asked->secondsBox()->setValue(1);
    asked->startButton()->click();
    std::vector<int> seen; // each count once
    ASSERT_TRUE(test::waitFor([&] {
        startAnyway(); // other tests run tools on this machine
        const int now = filled();
        if (seen.empty() || seen.back() != now)
            seen.push_back(now);
        const bench::BenchView *view = screen().view();
        return view != nullptr && view->state && view->state->phase == Phase::Ended;
    }));
    EXPECT_EQ(filled(), 4);
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_GE(seen.size(), 3U) << "it came at once";
    EXPECT_EQ(window->findChild<PairDialog *>(), nullptr);
    const bench::BenchView &view = *screen().view();
    EXPECT_FALSE(view.simulated.empty());
    EXPECT_EQ(view.results->matrices.front().unit, "Gb/sec");
    savePicture(*window, QStringLiteral("two-hosts-matrix"));
    const auto kept = store::RunStore::open(store(), {.readOnly = true})->list();
    ASSERT_TRUE(kept && kept->size() == 1);
    EXPECT_EQ(kept->front().spec.tool, "perftest-mesh");
    EXPECT_EQ(kept->front().state.phase, Phase::Ended);
}

TEST_F(PairWindowTest, StopEndsItAndLeavesTheOtherCellsUnknown) {
    PairDialog *asked = dialog();
    ASSERT_NE(asked, nullptr);
    asked->startButton()->click();
    ASSERT_TRUE(test::waitFor([this] {
        startAnyway();
        return filled() >= 1;
    }));
    EXPECT_TRUE(screen().stop());
    ASSERT_TRUE(test::waitFor([this] {
        screen().settle();
        return screen().view()->state && screen().view()->state->phase == Phase::Stopped;
    }));
    EXPECT_LT(filled(), 64);
}

TEST_F(PairWindowTest, ReportsWhyItCannotStart) {
    PairDialog *asked = dialog();
    ASSERT_NE(asked, nullptr);
    selectOnly(asked->serverDevices(), 0);
    EXPECT_FALSE(asked->startButton()->isEnabled());
    asked->serverDevices()->item(0)->setCheckState(Qt::Checked);
    EXPECT_TRUE(asked->startButton()->isEnabled());
    asked->showUsers({QStringLiteral("pid 4711: ib_write_bw")});
    EXPECT_EQ(asked->startButton()->text(), QLatin1String("Start anyway"));
    asked->secondsBox()->setValue(3);
    EXPECT_EQ(asked->startButton()->text(), QLatin1String("Start")) << "it is another run: looked for again";
}

QStringList initiallyChecked(const QStringList &devices, const QStringList &software) {
    PairDialog::Sources sources;
    sources.hosts = {QStringLiteral("one")};
    sources.devices = [&](const QString &) {
        return devices;
    };
    sources.software = [&](const QString &) {
        return software;
    };
    sources.preview = [](const PairChoice &) {
        return PairPreview();
    };
    const PairDialog dialog(std::move(sources), {});
    EXPECT_EQ(dialog.serverDevices()->count(), devices.size() + software.size());
    return dialog.choice().serverDevices;
}

TEST(PairDialogOfSoftware, IsTickedOnlyWhereNoNicIsUp) {
    const QStringList nics = {QStringLiteral("mlx5_0")}, software = {QStringLiteral("rxe0")};
    EXPECT_EQ(initiallyChecked(nics, software), nics);
    EXPECT_EQ(initiallyChecked({}, software), software);
}

} // namespace
} // namespace fabricscope::app::window
