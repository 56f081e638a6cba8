// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/bench/DemoWindowTest.h"
#include "tests/widgets/bench/ForeignQuestion.h"
#include "widgets/affinity/AffinityModel.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityTables.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/bench/form/BenchDeviceRow.h"
#include "widgets/bench/form/BenchRunFoot.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/VerdictBar.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>

#include <gtest/gtest.h>

#include <algorithm>

/// From a pair on the Affinity screen to its measurement, on demo hosts.
namespace fabricscope::app::window {
namespace {

using layout::AffinityId;

class MeasurePairTest : public DemoWindowTest {
protected:
    [[nodiscard]] widgets::AffinityScreen &affinity() const { return *window->affinity(); }
    [[nodiscard]] widgets::BenchRunPanel &panel() const { return *screen().runPanel(); }
    [[nodiscard]] AffinityId cellOf(std::string_view gpu, std::string_view nic) const {
        const affinity::Fabric &fabric = affinity().shown()->table().fabric();
        const auto row = std::find_if(fabric.gpus.begin(), fabric.gpus.end(),
                                      [&](const affinity::Gpu &each) { return each.name == gpu; });
        EXPECT_NE(row, fabric.gpus.end());
        const auto column = fabric.nicNamed(nic);
        EXPECT_TRUE(column);
        return {AffinityId::Part::Cell, static_cast<std::size_t>(row - fabric.gpus.begin()),
                column.value_or(0)};
    }
    void choose(std::string_view gpu, std::string_view nic) const {
        window->showScreen(Screen::Affinity);
        ASSERT_TRUE(test::waitFor([this] { return affinity().shown() != nullptr; }));
        affinity().selectCell(cellOf(gpu, nic));
    }
    void press(QAbstractButton *button) const {
        ASSERT_TRUE(button->isVisible() && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void expectFilledIn(const char *host, const char *gpu, const char *nic) const {
        EXPECT_EQ(window->screen(), Screen::Benchmarks);
        EXPECT_TRUE(panel().isVisible());
        EXPECT_EQ(panel().hostBox()->currentText(), QLatin1String(host));
        EXPECT_EQ(panel().toolBox()->currentData().toString(), QLatin1String("perftest"));
        EXPECT_EQ(panel().testBox()->currentText(), QLatin1String("ib_write_bw"));
        EXPECT_TRUE(panel().deviceRow()->isVisible());
        EXPECT_TRUE(panel().deviceRow()->gpuBox()->currentText().startsWith(QLatin1String(gpu)));
        EXPECT_TRUE(panel().deviceRow()->nicBox()->currentText().startsWith(QLatin1String(nic)));
        EXPECT_TRUE(panel().deviceRow()->loopbackBox()->isChecked());
        EXPECT_EQ(panel().obstacle(), QString());
        EXPECT_TRUE(screen().content().runs.empty()) << "nothing was started";
    }
    [[nodiscard]] bool waitForMeasurement() const {
        return test::waitFor([this] {
            test::confirmForeignLoad(*window); // other tests run tools on this machine
            screen().settle();
            const bench::BenchView *view = screen().view();
            return view != nullptr && view->state && view->state->phase == bench::Phase::Ended;
        });
    }
    /// The text of the table cell, which has the same value as the picture.
    [[nodiscard]] QString cellText(std::string_view gpu, std::string_view nic) const {
        const auto *model = affinity().tables()->nicTable()->model();
        const auto expected = cellOf(gpu, nic).encoded();
        for (int row = 0; row < model->rowCount(); ++row)
            for (int column = 0; column < model->columnCount(); ++column)
                if (const QModelIndex at = model->index(row, column);
                    at.data(widgets::AffinityModel::CellRole).toUInt() == expected)
                    return at.data().toString();
        return {};
    }
    [[nodiscard]] bool commandHas(const char *words) const {
        return panel().commandLine().contains(QLatin1String(words));
    }
};

TEST_F(MeasurePairTest, APairOfAVmIsFilledInAndMeasuredOnlyOnceRunIsPressed) {
    connectTo("vm-02a");
    choose("GPU3", "ionic_3");
    EXPECT_FALSE(affinity().routePanel()->accessibleText().contains(QLatin1String("belongs to")));
    savePicture(*window, QStringLiteral("measure-pair-affinity"));
    press(affinity().routePanel()->measureButton());
    expectFilledIn("vm-02a", "GPU3", "ionic_3");
    EXPECT_TRUE(commandHas("ib_write_bw -d ionic_3 ")) << qPrintable(panel().commandLine());
    EXPECT_TRUE(commandHas(" --use_rocm=3 ")) << qPrintable(panel().commandLine());
    savePicture(*window, QStringLiteral("measure-pair-vm"));
    press(panel().foot()->runButton());
    ASSERT_TRUE(waitForMeasurement());
    const bench::Results &results = *screen().view()->results;
    EXPECT_EQ(results.tool, "perftest");
    ASSERT_FALSE(results.series.empty());
    EXPECT_EQ(results.series.front().points.size(), 23U) << "the client's alone, all sizes";
    EXPECT_EQ(screen().view()->state->exitStatus, 0);
    savePicture(*window, QStringLiteral("measure-pair-result"));
}

TEST_F(MeasurePairTest, ResultIsShownInCellRouteAndVerdictAndSaved) {
    const auto expectMeasured = [this] {
        ASSERT_TRUE(test::waitFor([this] {
            affinity().settle();
            return cellText("GPU2", "ionic_3").contains(QStringLiteral("% lost"));
        })) << qPrintable(cellText("GPU2", "ionic_3"));
        EXPECT_TRUE(cellText("GPU2", "ionic_3").contains(QStringLiteral(" of 48.5")))
            << qPrintable(cellText("GPU2", "ionic_3"));
        EXPECT_FALSE(cellText("GPU2", "ionic_3").contains(QStringLiteral("63.0")));
        EXPECT_TRUE(
            affinity().verdictBar()->why().startsWith(QStringLiteral("Measured: GPU2 to ionic_3 37.")))
            << qPrintable(affinity().verdictBar()->why());
        EXPECT_TRUE(window->verdictBar()->why().startsWith(QStringLiteral("Measured: GPU2 to ionic_3 37.")));
    };
    connectTo("mi355x-02"); // provides the distances of the VM
    connectTo("vm-02a");
    choose("GPU2", "ionic_3");
    EXPECT_TRUE(test::waitFor([this] {
        affinity().settle();
        return cellText("GPU2", "ionic_3").contains(QStringLiteral("63.0"));
    })) << qPrintable(cellText("GPU2", "ionic_3"));
    press(affinity().routePanel()->measureButton());
    press(panel().foot()->runButton());
    ASSERT_TRUE(waitForMeasurement());
    choose("GPU2", "ionic_3");
    expectMeasured();
    EXPECT_TRUE(affinity().routePanel()->accessibleText().contains(QStringLiteral("48.5 GB/s expected")));
    EXPECT_TRUE(affinity().routePanel()->accessibleText().contains(QRegularExpression(
        QStringLiteral("GB/s of ib_write_bw, [0-9]{1,2} [A-Z][a-z]{2} [0-9]{2}:[0-9]{2}; "))))
        << affinity().routePanel()->accessibleText().toStdString();
    savePicture(*window, QStringLiteral("measure-pair-cell"));

    openWindow(); // a new window: the stored runs are read
    connectTo("mi355x-02");
    connectTo("vm-02a");
    choose("GPU2", "ionic_3");
    expectMeasured();
}

TEST_F(MeasurePairTest, UsesHostMemoryForAGpuHeldByAVmAndReportsIt) {
    connectTo("mi355x-02");
    choose("GPU2", "ionic_2");
    EXPECT_TRUE(affinity().routePanel()->accessibleText().contains(QLatin1String(
        "GPU2 is passed through to vm-02a: a run on this host measures host memory to ionic_2, not "
        "this pair.")))
        << affinity().routePanel()->accessibleText().toStdString();
    QMenu *menu = affinity().actions().menuFor(cellOf("GPU2", "ionic_2"));
    const auto actions = menu->actions();
    const auto measure = std::find_if(actions.begin(), actions.end(), [](const QAction *each) {
        return each->text() == QStringLiteral("Measure this pair…");
    });
    ASSERT_NE(measure, actions.end());
    (*measure)->trigger();
    expectFilledIn("mi355x-02", "GPU2", "ionic_2");
    EXPECT_TRUE(commandHas("ib_write_bw -d ionic_2 ")) << qPrintable(panel().commandLine());
    EXPECT_FALSE(commandHas("--use_rocm"));
    const auto labels = panel().findChildren<QLabel *>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel *each) {
        return each->text().contains(QLatin1String("GPU2: it belongs to vm-02a, so host memory is used"));
    }));
    savePicture(*window, QStringLiteral("measure-pair-host"));
}

TEST_F(MeasurePairTest, AnotherPairAfterAChangeByHandIsFilledInAnew) {
    connectTo("vm-01a");
    choose("GPU1", "ionic_1");
    press(affinity().routePanel()->measureButton());
    panel().words()->setPlainText(QStringLiteral("true"));
    choose("GPU5", "ionic_2");
    EXPECT_TRUE(action(ActionId::MeasurePair)->isEnabled());
    action(ActionId::MeasurePair)->trigger();
    expectFilledIn("vm-01a", "GPU5", "ionic_2");
    EXPECT_TRUE(commandHas("ib_write_bw -d ionic_2 ")) << qPrintable(panel().commandLine());
    EXPECT_TRUE(commandHas(" --use_rocm=5 ")) << qPrintable(panel().commandLine());
    panel().deviceRow()->loopbackBox()->setChecked(false);
    EXPECT_FALSE(commandHas("127.0.0.1"));
}

TEST_F(MeasurePairTest, OfAFileNothingCanBeMeasured) {
    open(samples::flatVm(), "vm.fscope");
    window->showScreen(Screen::Affinity);
    ASSERT_TRUE(test::waitFor([this] { return affinity().shown() != nullptr; }));
    affinity().selectCell({AffinityId::Part::Cell, 0, 0});
    EXPECT_FALSE(affinity().routePanel()->measureButton()->isVisible());
    EXPECT_FALSE(action(ActionId::MeasurePair)->isEnabled());
}

} // namespace
} // namespace fabricscope::app::window
