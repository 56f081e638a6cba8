// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/DemoFleet.h"
#include "app/window/PairDialog.h"
#include "app/window/PairRuns.h"
#include "core/store/RunStore.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/bench/BenchHead.h"
#include "widgets/bench/BenchScreen.h"

#include <QComboBox>
#include <QDir>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include <gtest/gtest.h>

/// A benchmark between two demo hosts, over real SSH: their tools compute what they print.
namespace fabricscope::app::window {
namespace {

using bench::Phase;

class PairWindowTest : public ShellTest {
protected:
    void SetUp() override {
        demo::DemoFleetOptions options;
        options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
        auto fleet = demo::DemoFleet::start(options);
        ASSERT_TRUE(fleet.has_value()) << fleet.error().toString();
        m_fleet = std::move(*fleet);
        ShellTest::SetUp();
        ShellTest::TearDown(); // another one, that knows the demo hosts
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions =
            std::make_unique<SessionController>(SshFiles{m_fleet->configFile(), m_fleet->knownHosts()});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->resize(1440, 900);
        window->show();
        sessions->setRunStore(store());
        for (const char *host : {"vm-01a", "vm-02a"})
            window->showHost(sessions->connectTo({QLatin1String(host), {}, 0, {}, false}));
        ASSERT_TRUE(test::waitFor([this] {
            for (const auto &session : sessions->sessions())
                if (!session->snapshot.examination)
                    return false;
            return !sessions->busy();
        }));
    }
    void TearDown() override {
        ShellTest::TearDown();
        m_fleet.reset();
    }

    [[nodiscard]] std::string store() const { return (folder.path() / "runs.db").string(); }
    [[nodiscard]] widgets::BenchScreen &screen() const { return *window->bench(); }
    PairDialog *dialog() const {
        action(ActionId::RunPairs)->trigger();
        return window->findChild<PairDialog *>();
    }
    void startAnyway() const {
        if (const auto *asked = window->findChild<PairDialog *>();
            asked != nullptr && asked->startButton()->text() == QLatin1String("Start all the same"))
            asked->startButton()->click();
    }
    static void keepOnly(QListWidget *list, int first) {
        for (int row = first; row < list->count(); ++row)
            list->item(row)->setCheckState(Qt::Unchecked);
    }
    /// Those of the shown matrix that have a value; -1: there is no matrix yet.
    [[nodiscard]] int filled() const {
        screen().settle();
        const layout::BenchView *view = screen().view();
        if (view == nullptr || view->results->matrices.empty())
            return -1;
        int count = 0;
        for (const auto &row : view->results->matrices.front().values)
            for (const auto &value : row)
                count += value ? 1 : 0;
        return count;
    }
    void keepPicture(QWidget &widget, const QString &name) const {
        const QString place = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/dialogs");
        ASSERT_TRUE(QDir().mkpath(place));
        EXPECT_TRUE(widget.grab().save(QStringLiteral("%1/%2.png").arg(place, name)));
    }

    std::unique_ptr<demo::DemoFleet> m_fleet;
};

TEST_F(PairWindowTest, HeatMapFillsCellByCellAndTheRunIsKept) {
    PairDialog *asked = dialog();
    ASSERT_NE(asked, nullptr);
    EXPECT_NE(asked->serverBox()->currentText(), asked->clientBox()->currentText());
    EXPECT_EQ(asked->serverDevices()->count(), 8);
    EXPECT_TRUE(asked->commands()->toPlainText().contains(QLatin1String("ib_write_bw -d ionic_7")));
    keepPicture(*asked, QStringLiteral("two-hosts"));
    keepOnly(asked->serverDevices(), 2);
    keepOnly(asked->clientDevices(), 2);
    asked->secondsBox()->setValue(1);
    asked->startButton()->click();
    std::vector<int> seen; // each count once
    ASSERT_TRUE(test::waitFor([&] {
        startAnyway(); // other tests run tools on this machine
        const int now = filled();
        if (seen.empty() || seen.back() != now)
            seen.push_back(now);
        const layout::BenchView *view = screen().view();
        return view != nullptr && view->state && view->state->phase == Phase::Ended;
    }));
    EXPECT_EQ(filled(), 4);
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_GE(seen.size(), 3U) << "it came at once";
    EXPECT_EQ(window->findChild<PairDialog *>(), nullptr);
    const layout::BenchView &view = *screen().view();
    EXPECT_FALSE(view.simulated.empty());
    EXPECT_EQ(view.results->matrices.front().unit, "Gb/sec");
    keepPicture(*window, QStringLiteral("two-hosts-matrix"));
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

TEST_F(PairWindowTest, SaysWhyItCannotStart) {
    PairDialog *asked = dialog();
    ASSERT_NE(asked, nullptr);
    keepOnly(asked->serverDevices(), 0);
    EXPECT_FALSE(asked->startButton()->isEnabled());
    asked->serverDevices()->item(0)->setCheckState(Qt::Checked);
    EXPECT_TRUE(asked->startButton()->isEnabled());
    asked->showUsers({QStringLiteral("pid 4711: ib_write_bw")});
    EXPECT_EQ(asked->startButton()->text(), QLatin1String("Start all the same"));
    asked->secondsBox()->setValue(3);
    EXPECT_EQ(asked->startButton()->text(), QLatin1String("Start")) << "it is another run: looked for again";
}

QStringList tickedAtFirst(const QStringList &devices, const QStringList &software) {
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
    EXPECT_EQ(tickedAtFirst(nics, software), nics);
    EXPECT_EQ(tickedAtFirst({}, software), software);
}

} // namespace
} // namespace fabricscope::app::window
