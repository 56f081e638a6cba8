// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/bench/BenchStepModel.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/bench/chart/TelemetryPlot.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/topology/StatePage.h"

#include <QAccessible>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

constexpr qint64 kStart = 1795250000000;

class BenchScreenTest : public ::testing::Test {
protected:
    void SetUp() override {
        screen.setClock([this] { return now; });
        screen.resize(1200, 814);
        screen.show();
    }
    void show(std::vector<bench::BenchView> runs, std::size_t current = 0, quint64 id = 1) {
        BenchContent content;
        content.id = id;
        content.title = QStringLiteral("Log");
        content.runs = std::move(runs);
        content.current = current;
        screen.setContent(std::move(content));
        screen.settle();
    }
    [[nodiscard]] BenchRowModel &rows() const { return *screen.rows()->rows(); }

    qint64 now = kStart + 302000;
    BenchScreen screen;
};

TEST_F(BenchScreenTest, EmptyScreenOffersToOpenALog) {
    EXPECT_EQ(screen.view(), nullptr);
    QSignalSpy requested(&screen, &BenchScreen::openLogRequested);
    auto *open = screen.findChild<QPushButton *>(QString(), Qt::FindChildrenRecursively);
    for (QPushButton *button : screen.findChildren<QPushButton *>())
        if (button->isVisible() && button->text().startsWith(QStringLiteral("Open log")))
            open = button;
    QTest::mouseClick(open, Qt::LeftButton);
    EXPECT_EQ(requested.count(), 1);
}

TEST_F(BenchScreenTest, ASavedRunAndALiveOneHaveTheSamePictureAndRows) {
    show({samples::allReduceView(14)});
    const auto saved = screen.picture(draw::approximateTextWidth);
    const int savedRows = rows().rowCount();
    bench::BenchView live = samples::runningView(kStart);
    live.state->phase = bench::Phase::Ended;
    show({live}, 0, 2);
    EXPECT_EQ(rows().rowCount(), savedRows);
    EXPECT_EQ(screen.picture(draw::approximateTextWidth).areas.size(), saved.areas.size());
}

TEST_F(BenchScreenTest, ShowsProgressAndEstimatedTimeOfARun) {
    show({samples::runningView(kStart)});
    EXPECT_TRUE(
        screen.head()->progressText().startsWith(QStringLiteral("14 of 15 sizes, elapsed 5:02, ETA ")));
    EXPECT_TRUE(screen.head()->stopButton()->isVisible());
    EXPECT_EQ(screen.footer(), QStringLiteral("Wrong values: 0"));
}

TEST_F(BenchScreenTest, NewRowsAreInsertedAndNothingElseMoves) {
    bench::BenchView view = samples::runningView(kStart);
    view.results = std::make_shared<const bench::Results>(samples::allReduce(5));
    show({view});
    ASSERT_EQ(rows().rowCount(), 6); // the running size
    QSignalSpy inserted(&rows(), &QAbstractItemModel::rowsInserted);
    QSignalSpy reset(&rows(), &QAbstractItemModel::modelReset);
    view.results = std::make_shared<const bench::Results>(samples::allReduce(6));
    test::waitForNextFrame();
    show({view});
    EXPECT_EQ(rows().rowCount(), 7);
    EXPECT_EQ(inserted.count(), 1);
    EXPECT_EQ(reset.count(), 0);
}

TEST_F(BenchScreenTest, ChangesAreShownAtMostTenTimesASecondAndTheLastOneAlways) {
    bench::BenchView view = samples::runningView(kStart);
    int painted = 0;
    QObject::connect(&rows(), &QAbstractItemModel::dataChanged, &screen, [&painted] { ++painted; });
    QObject::connect(&rows(), &QAbstractItemModel::modelReset, &screen, [&painted] { ++painted; });
    for (std::size_t count = 1; count <= 12; ++count) { // all within one event loop turn
        view.results = std::make_shared<const bench::Results>(samples::allReduce(count));
        BenchContent content;
        content.id = 1;
        content.runs = {view};
        screen.setContent(std::move(content));
    }
    EXPECT_EQ(painted, 1);
    ASSERT_TRUE(QTest::qWaitFor([this] { return rows().rowCount() == 13; }));
    EXPECT_EQ(painted, 2);
}

TEST_F(BenchScreenTest, WhileNobodySeesItNothingIsLaidOut) {
    show({samples::runningView(kStart)});
    screen.hide();
    const int before = rows().rowCount();
    BenchContent content;
    content.id = 1;
    content.runs = {samples::allReduceView()};
    test::waitForNextFrame();
    screen.setContent(content);
    test::waitForNextFrame();
    EXPECT_EQ(rows().rowCount(), before);
    EXPECT_TRUE(screen.content().runs.front().state.has_value());
    screen.show();
    EXPECT_FALSE(screen.content().runs.front().state.has_value());
}

TEST_F(BenchScreenTest, StopAsksForTheRunThatIsShown) {
    show({samples::runningView(kStart)});
    QSignalSpy stopped(&screen, &BenchScreen::stopRequested);
    QTest::mouseClick(screen.head()->stopButton(), Qt::LeftButton);
    ASSERT_EQ(stopped.count(), 1);
    EXPECT_EQ(stopped.front().front().toString(), QStringLiteral("run-1"));
    bench::BenchView stopping = samples::runningView(kStart);
    stopping.state->phase = bench::Phase::Stopping;
    test::waitForNextFrame();
    show({stopping});
    EXPECT_FALSE(screen.head()->stopButton()->isEnabled()); // only once
    EXPECT_FALSE(screen.stop());
    show({samples::allReduceView()}, 0, 2);
    EXPECT_TRUE(screen.head()->stopButton()->isVisible()) << "in its place, so that nothing slides there";
    EXPECT_FALSE(screen.head()->stopButton()->isEnabled());
}

TEST_F(BenchScreenTest, TheSideHasCommandEnvironmentAndWhatDiffers) {
    show({samples::runningView(kStart)});
    EXPECT_TRUE(screen.side()->command().contains(QStringLiteral("NCCL_TOPO_FILE=topo.xml")));
    EXPECT_TRUE(screen.side()->command().contains(QStringLiteral("all_reduce_perf -b 1M")));
    EXPECT_TRUE(screen.side()->rowTexts().contains(
        QStringLiteral("NCCL_TOPO_FILE topo.xml, differs from the baseline")));
    EXPECT_TRUE(screen.side()->rowTexts().contains(QStringLiteral("vm-01a, ranks 0 to 7")));
}

TEST_F(BenchScreenTest, TheSideScrollsWhereItIsTooLowForItsLines) {
    screen.resize(860, 420);
    show({samples::allReduceView()});
    test::waitForNextFrame();
    show({samples::runningView(kStart)}, 0, 2);
    test::waitForNextFrame();
    int lines = 0;
    for (const QLabel *label : screen.side()->findChildren<QLabel *>())
        if (label->isVisible()) {
            ++lines;
            EXPECT_GE(label->height(), label->hasHeightForWidth() ? label->heightForWidth(label->width())
                                                                  : label->sizeHint().height())
                << qPrintable(label->text());
        }
    EXPECT_GE(lines, 5);
}

TEST_F(BenchScreenTest, SideShowsTheParametersOfALog) {
    show({samples::allReduceView()});
    EXPECT_TRUE(screen.side()->command().isEmpty());
    EXPECT_TRUE(screen.side()->rowTexts().contains(QStringLiteral("max bytes 17179869184")));
}

TEST_F(BenchScreenTest, AStopRuleIsTakenBackByItsBox) {
    show({samples::runningView(kStart)});
    QSignalSpy requested(&screen, &BenchScreen::stopRuleRequested);
    for (CheckBox *box : screen.side()->findChildren<CheckBox *>())
        if (box->text() == QStringLiteral("#wrong > 0"))
            box->click();
    ASSERT_EQ(requested.count(), 1);
    EXPECT_EQ(requested.front()[0].toString(), QStringLiteral("wrong"));
    EXPECT_FALSE(requested.front()[1].toBool());
}

TEST_F(BenchScreenTest, RunsAreChosenAtTheLeft) {
    show({samples::allReduceView(), samples::perftestView(), samples::meshView()});
    QListView *steps = screen.side()->steps();
    ASSERT_EQ(steps->model()->rowCount(), 3);
    steps->setCurrentIndex(steps->model()->index(1, 0));
    EXPECT_EQ(screen.view()->results->tool, "perftest");
    EXPECT_EQ(rows().rowCount(), 23);
    EXPECT_TRUE(screen.head()->chartButton()->isVisible()); // bandwidth, and message rate
    screen.showChart(1);
    EXPECT_EQ(rows().headerData(1, Qt::Horizontal).toString(), QStringLiteral("MsgRate"));
}

TEST_F(BenchScreenTest, RetainsTheUsersChoiceWhileRowsArrive) {
    show({samples::allReduceView(), samples::perftestView()}, 1);
    screen.showChart(1);
    test::waitForNextFrame();
    show({samples::allReduceView(), samples::perftestView()}, 1);
    EXPECT_EQ(screen.chart(), 1);
}

TEST_F(BenchScreenTest, ShowsFindingsAndTransportOnTheRight) {
    bench::BenchView view = samples::allReduceView();
    view.findings.emplace_back("result.dip").set("count", 1).set("where", "in place only");
    show({view});
    EXPECT_TRUE(
        screen.facts()->texts().contains(QString::fromStdString(findings::claim(view.findings.back()))));
    EXPECT_TRUE(screen.facts()->texts().contains(QStringLiteral("good: NET/IB with GDRDMA, 16 of 16 ranks")));
    EXPECT_TRUE(screen.facts()->pictures().empty());
    ASSERT_NE(screen.facts()->telemetry(), nullptr);
    EXPECT_GT(screen.facts()->telemetry()->list().areas.size(), 0U);
    EXPECT_TRUE(screen.facts()->isVisible());
}

TEST_F(BenchScreenTest, InASmallWindowTheFactsGoAndComeBackWhenAsked) {
    show({samples::allReduceView()});
    screen.resize(860, 614);
    EXPECT_FALSE(screen.facts()->isVisible());
    EXPECT_TRUE(screen.hidesFacts());
    screen.setFactsShown(true);
    EXPECT_TRUE(screen.facts()->isVisible());
    EXPECT_LE(screen.width(), 860);
}

TEST_F(BenchScreenTest, SmallWindowShowsTheFindingAndSwitchesColumns) {
    using Part = BenchPartsBar::Part;
    bench::BenchView view = samples::allReduceView();
    view.findings.emplace_back("result.dip").set("count", 1).set("where", "in place only");
    show({view});
    EXPECT_FALSE(screen.parts()->isVisible()); // everything fits
    screen.resize(860, 614);
    ASSERT_TRUE(screen.parts()->isVisible());
    EXPECT_TRUE(screen.side()->isVisible());
    const auto marked = [this] {
        std::vector<Part> all;
        for (const Part part : {Part::Results, Part::Runs, Part::Details})
            if (screen.parts()->tab(part)->isChecked())
                all.push_back(part);
        return all;
    };
    EXPECT_EQ(marked(), std::vector{Part::Runs}); // only one, although the results are visible next to it
    EXPECT_EQ(screen.parts()->sentence(), QString::fromStdString(findings::claim(view.findings.back())));
    QSignalSpy chosen(&screen, &BenchScreen::factsChosen);
    QTest::mouseClick(screen.parts()->tab(Part::Details), Qt::LeftButton);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().front().value<std::optional<bool>>(), true);
    EXPECT_TRUE(screen.facts()->isVisible());
    EXPECT_TRUE(screen.pictures()->isVisible()); // next to it
    EXPECT_EQ(marked(), std::vector{Part::Details});
    EXPECT_FALSE(screen.side()->isVisible());
    EXPECT_TRUE(screen.parts()->sentence().isEmpty()); // the finding is visible in the details
    QTest::mouseClick(screen.parts()->tab(Part::Results), Qt::LeftButton);
    EXPECT_FALSE(screen.facts()->isVisible());
    EXPECT_FALSE(screen.side()->isVisible());
    EXPECT_EQ(marked(), std::vector{Part::Results});
    screen.resize(1400, 800);
    EXPECT_TRUE(screen.side()->isVisible());
    EXPECT_TRUE(screen.facts()->isVisible());
    EXPECT_FALSE(screen.parts()->isVisible());
}

TEST_F(BenchScreenTest, ColumnReplacesTheResultsWhenBothDoNotFit) {
    using Part = BenchPartsBar::Part;
    show({samples::allReduceView(), samples::perftestView()}, 0);
    screen.resize(520, 614);
    EXPECT_TRUE(screen.pictures()->isVisible());
    QTest::mouseClick(screen.parts()->tab(Part::Details), Qt::LeftButton);
    EXPECT_TRUE(screen.facts()->isVisible());
    EXPECT_EQ(screen.facts()->width(), screen.width());
    EXPECT_FALSE(screen.pictures()->isVisible());
    EXPECT_TRUE(screen.parts()->tab(Part::Details)->isChecked());
    EXPECT_FALSE(screen.parts()->tab(Part::Results)->isChecked());
    QTest::mouseClick(screen.parts()->tab(Part::Runs), Qt::LeftButton);
    EXPECT_TRUE(screen.side()->isVisible());
    EXPECT_FALSE(screen.facts()->isVisible());
    Q_EMIT screen.side()->runSelected(1); // the selected run is shown
    EXPECT_TRUE(screen.pictures()->isVisible());
    EXPECT_FALSE(screen.side()->isVisible());
    screen.resize(1400, 800);
    EXPECT_TRUE(screen.side()->isVisible());
    EXPECT_LT(screen.side()->x(), screen.pictures()->mapTo(&screen, QPoint()).x());
}

TEST_F(BenchScreenTest, TheRowsTakeThePlaceOfThePictureAndGiveItBack) {
    show({samples::meshView()});
    EXPECT_FALSE(screen.rows()->isVisible());
    screen.toggleTable();
    EXPECT_TRUE(screen.rows()->isVisible());
    EXPECT_FALSE(screen.pictures()->isVisible());
    EXPECT_EQ(rows().rowCount(), 8);
    screen.toggleTable();
    EXPECT_TRUE(screen.pictures()->isVisible());
}

TEST_F(BenchScreenTest, HidesTheFooterWithoutText) {
    show({samples::allReduceView()});
    const QWidget *foot = screen.findChild<QWidget *>(QStringLiteral("sidebarFoot"));
    ASSERT_NE(foot, nullptr);
    EXPECT_TRUE(foot->isVisible());
    show({samples::meshView()}, 0, 2);
    ASSERT_TRUE(screen.footer().isEmpty());
    EXPECT_FALSE(foot->isVisible());
}

TEST_F(BenchScreenTest, KeysGoFromSizeToSizeAndFromCellToCell) {
    show({samples::allReduceView()});
    LinePlot *plot = screen.runChart()->plot();
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Right);
    QTest::keyClick(plot, Qt::Key_Right);
    EXPECT_TRUE(plot->pointText().startsWith(QStringLiteral("2M: out of place 19.1 GB/s")));
    QTest::keyClick(plot, Qt::Key_End);
    EXPECT_TRUE(plot->pointText().startsWith(QStringLiteral("16G:")));
    BenchPicture *picture = screen.chartView();
    show({samples::meshView()}, 0, 2);
    picture->choose(0);
    QTest::keyClick(picture, Qt::Key_Down);
    EXPECT_TRUE(picture->areaText().startsWith(QStringLiteral("vm-01a ionic_1 to ionic_0")));
    QTest::keyClick(picture, Qt::Key_Escape);
    EXPECT_TRUE(picture->areaText().isEmpty());
}

TEST_F(BenchScreenTest, AScreenReaderHearsEachSize) {
    show({samples::allReduceView()});
    QAccessibleInterface *chart = QAccessible::queryAccessibleInterface(screen.runChart()->plot());
    ASSERT_NE(chart, nullptr);
    EXPECT_EQ(chart->role(), QAccessible::Chart);
    EXPECT_EQ(chart->text(QAccessible::Name), QStringLiteral("Bus bandwidth"));
    ASSERT_EQ(chart->childCount(), 15);
    EXPECT_TRUE(
        chart->child(14)->text(QAccessible::Name).startsWith(QStringLiteral("16G: out of place 367.27")));
    const QModelIndex cell = rows().index(4, 4);
    EXPECT_EQ(cell.data(Qt::AccessibleTextRole).toString(), QStringLiteral("busbw: 101.60 GB/s"));
}

TEST_F(BenchScreenTest, WhatIsExportedIsWhatIsShown) {
    show({samples::perftestView()});
    screen.showChart(1);
    EXPECT_TRUE(screen.csv().startsWith(QStringLiteral("size,MsgRate [Mpps]\r\n2,")));
    const auto picture = screen.picture(draw::approximateTextWidth);
    EXPECT_EQ(picture.width, 960);
    QSignalSpy requested(&screen, &BenchScreen::exportRequested);
    screen.head()->exportButton()->menu()->actions().front()->trigger();
    ASSERT_EQ(requested.count(), 1);
}

TEST_F(BenchScreenTest, ShowsWhyALogCannotBeRead) {
    BenchContent content;
    content.id = 9;
    content.failure = QStringLiteral("x.log: cannot be read");
    screen.setContent(content);
    screen.settle();
    bool isShown = false;
    for (const QLabel *label : screen.findChildren<QLabel *>())
        isShown = isShown || (label->isVisible() && label->text() == content.failure);
    EXPECT_TRUE(isShown);
}

TEST_F(BenchScreenTest, ExplainsWhyARunMeasuredNothingAndOffersAnother) {
    screen.runPanel()->setHosts({QStringLiteral("gpu-07")});
    bench::BenchView view;
    view.results = std::make_shared<const bench::Results>();
    bench::RunState state;
    state.phase = bench::Phase::Failed;
    state.why = "gpu-07 has no program all_reduce_perf";
    view.state = state;
    show({view});
    const QPushButton *again = nullptr;
    bool isShown = false;
    for (const QLabel *label : screen.findChildren<QLabel *>())
        isShown = isShown || (label->isVisible() &&
                              withoutMarks(label->text()).startsWith(QStringLiteral("Not started: gpu-07")));
    for (const QPushButton *button : screen.findChild<StatePage *>()->findChildren<QPushButton *>())
        again = button->isVisible() ? button : again;
    EXPECT_TRUE(isShown);
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(again->text(), QStringLiteral("New run…"));
    QTest::mouseClick(const_cast<QPushButton *>(again), Qt::LeftButton);
    EXPECT_TRUE(screen.showsRunPanel());
}

} // namespace
} // namespace fabricscope::widgets
