// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleBench.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/chart/ChartKeys.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/OverviewStrip.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/common/controls/Controls.h"

#include <QApplication>
#include <QClipboard>
#include <QItemSelectionModel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <QtCharts/QChart>
#include <QtCharts/QXYSeries>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {
namespace {

constexpr double kMiB = 1 << 20, k16M = 16 * kMiB, k256M = 256 * kMiB;

class RunChartTest : public ::testing::Test {
protected:
    void SetUp() override {
        screen.resize(1200, 814);
        screen.show();
        show(samples::allReduceView());
    }
    void show(const bench::BenchView &view, quint64 id = 1) {
        BenchContent content;
        content.id = id;
        content.runs = {view};
        screen.setContent(std::move(content));
        screen.settle();
        QTest::qWait(0); // the plot gets its size
    }
    [[nodiscard]] RunChart &chart() { return *screen.runChart(); }
    [[nodiscard]] LinePlot &plot() { return *screen.runChart()->plot(); }
    /// In the viewport, at the height of the middle of the plot.
    [[nodiscard]] QPoint placeOf(double x) {
        for (const draw::Area &area : plot().list().areas)
            if (const auto rect = plot().viewRect(area.node);
                area.label.rfind(present::byteLabel(x) + ":", 0) == 0)
                return rect.center();
        ADD_FAILURE() << "no " << x;
        return {};
    }
    void move(const QPoint &to, Qt::MouseButtons buttons = Qt::NoButton) {
        QMouseEvent event(QEvent::MouseMove, to, plot().viewport()->mapToGlobal(to), Qt::NoButton, buttons,
                          {});
        QApplication::sendEvent(plot().viewport(), &event);
    }
    void drag(const QPoint &from, const QPoint &to, Qt::MouseButton button = Qt::LeftButton) {
        QTest::mousePress(plot().viewport(), button, {}, from);
        move((from + to) / 2, button);
        move(to, button);
        QTest::mouseRelease(plot().viewport(), button, {}, to);
    }
    void wheel(const QPoint &at, int angle, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(at, plot().viewport()->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot().viewport(), &event);
    }
    [[nodiscard]] int selectedRow() {
        const auto rows = screen.rows()->selectionModel()->selectedRows();
        return rows.isEmpty() ? -1 : rows.front().row();
    }
    BenchScreen screen;
};

TEST_F(RunChartTest, ThePointAndTheRowAreOneSelection) {
    QTest::mouseClick(plot().viewport(), Qt::LeftButton, {}, placeOf(k16M));
    EXPECT_EQ(plot().selectedX(), k16M);
    EXPECT_EQ(selectedRow(), 4);
    screen.rows()->selectRow(8);
    EXPECT_EQ(plot().selectedX(), k256M);
    EXPECT_TRUE(plot().pointText().startsWith(QStringLiteral("256M: out of place 318.6 GB/s")));
    QTest::keyClick(&plot(), Qt::Key_Left);
    EXPECT_EQ(selectedRow(), 7);
    QTest::keyClick(&plot(), Qt::Key_Escape);
    EXPECT_EQ(selectedRow(), -1);
    EXPECT_EQ(plot().selectedX(), std::nullopt);
}

TEST_F(RunChartTest, TheSelectionStaysWhileRowsCome) {
    bench::BenchView view = samples::runningView(0);
    view.results = std::make_shared<const bench::Results>(samples::allReduce(8));
    show(view, 2);
    plot().choose(3);
    const auto x = plot().selectedX();
    view.results = std::make_shared<const bench::Results>(samples::allReduce(9));
    show(view, 2);
    EXPECT_EQ(plot().selectedX(), x);
    EXPECT_EQ(selectedRow(), 3);
}

TEST_F(RunChartTest, TheValueUnderThePointerGoesWithThePointer) {
    const auto readOuts = [this] {
        const auto &items = plot().list().items;
        return std::count_if(items.begin(), items.end(), [](const draw::Item &item) {
            return item.shape == draw::Item::Shape::Text && item.text == "out of place";
        });
    };
    EXPECT_EQ(readOuts(), 0);
    move(placeOf(k16M));
    EXPECT_EQ(plot().pointedX(), k16M);
    EXPECT_EQ(readOuts(), 1);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(plot().viewport(), &leave);
    EXPECT_EQ(plot().pointedX(), std::nullopt);
    EXPECT_EQ(readOuts(), 0);
}

TEST_F(RunChartTest, ADragZoomsAndADoubleClickShowsAll) {
    EXPECT_FALSE(chart().resetButton()->isVisible());
    drag(placeOf(k16M), placeOf(k256M));
    ASSERT_TRUE(chart().seen().zoom);
    EXPECT_NEAR(std::log2(chart().seen().zoom->low), 24, 0.1);
    EXPECT_NEAR(std::log2(chart().seen().zoom->high), 28, 0.1);
    EXPECT_TRUE(chart().resetButton()->isVisible());
    EXPECT_TRUE(chart().overview()->isVisible());
    EXPECT_LE(plot().list().areas.size(), 5U);
    QTest::mouseDClick(plot().viewport(), Qt::LeftButton, {}, {200, 100});
    EXPECT_FALSE(chart().seen().zoom);
    EXPECT_FALSE(chart().overview()->isVisible());
}

TEST_F(RunChartTest, CtrlAndTheWheelZoomAroundThePointerAndTheWheelAloneDoesNot) {
    wheel(placeOf(k16M), 120, {});
    EXPECT_FALSE(chart().seen().zoom);
    const QPoint at = placeOf(k16M);
    wheel(at, 120, Qt::ControlModifier);
    ASSERT_TRUE(chart().seen().zoom);
    EXPECT_NEAR(placeOf(k16M).x(), at.x(), 12) << "areas are cut at the edges";
    const auto zoom = *chart().seen().zoom;
    wheel(at, -120, Qt::ShiftModifier);
    ASSERT_TRUE(chart().seen().zoom);
    EXPECT_GT(chart().seen().zoom->low, zoom.low);
    wheel(at, -1200, Qt::ControlModifier);
    EXPECT_FALSE(chart().seen().zoom);
}

TEST_F(RunChartTest, KeysZoomPanAndReset) {
    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_Plus);
    QTest::keyClick(&plot(), Qt::Key_Plus);
    ASSERT_TRUE(chart().seen().zoom);
    const auto zoom = *chart().seen().zoom;
    QTest::keyClick(&plot(), Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_GT(chart().seen().zoom->low, zoom.low);
    QTest::keyClick(&plot(), Qt::Key_End);
    EXPECT_EQ(plot().selectedX(), 16384 * kMiB);
    EXPECT_TRUE(chart().seen().zoom->holds(16384 * kMiB)) << "what is selected moves into the zoom";
    QTest::keyClick(&plot(), Qt::Key_Minus);
    QTest::keyClick(&plot(), Qt::Key_0);
    EXPECT_FALSE(chart().seen().zoom);
}

TEST_F(RunChartTest, DraggingWithTheMiddleButtonPans) {
    plot().setZoom(present::ChartRange{k16M, k256M});
    drag({300, 100}, {200, 100}, Qt::MiddleButton);
    EXPECT_GT(chart().seen().zoom->low, k16M);
    EXPECT_NEAR(std::log2(chart().seen().zoom->high / chart().seen().zoom->low), 4, 1e-6);
}

TEST_F(RunChartTest, ItsFrameInTheOverviewIsDragged) {
    plot().setZoom(present::ChartRange{k16M, k256M});
    OverviewStrip *strip = chart().overview();
    const draw::Rect &window = strip->overview().window;
    const QPoint from(static_cast<int>(window.x + window.width / 2), 20);
    QTest::mousePress(strip, Qt::LeftButton, {}, from);
    const QPoint to = from + QPoint(60, 0);
    QMouseEvent event(QEvent::MouseMove, to, strip->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(strip, &event);
    QTest::mouseRelease(strip, Qt::LeftButton, {}, to);
    EXPECT_GT(chart().seen().zoom->low, k16M);
    EXPECT_NEAR(std::log2(chart().seen().zoom->high / chart().seen().zoom->low), 4, 1e-6);
}

TEST_F(RunChartTest, LinesAreSwitchedOffByTheirBoxes) {
    const auto &boxes = chart().keys()->boxes();
    ASSERT_EQ(boxes.size(), 4U); // two lines, the baseline and the ceiling
    EXPECT_EQ(boxes[0]->text(), QStringLiteral("out of place"));
    QTest::mouseClick(boxes[1], Qt::LeftButton);
    EXPECT_TRUE(plot().spec().lines[1].hidden);
    EXPECT_FALSE(plot().list().areas[4].label.find("in place") != std::string::npos);
    QTest::mouseClick(boxes[3], Qt::LeftButton);
    EXPECT_FALSE(plot().spec().ceiling);
    QTest::mouseClick(boxes[1], Qt::LeftButton);
    QTest::mouseClick(boxes[3], Qt::LeftButton);
    EXPECT_FALSE(plot().spec().lines[1].hidden);
    EXPECT_TRUE(plot().spec().ceiling);
}

TEST_F(RunChartTest, TheScaleIsLinearOrLogarithmic) {
    const double before = plot().list().areas.size();
    chart().scaleSwitch()->segment(1)->click();
    EXPECT_TRUE(plot().spec().logarithmic);
    EXPECT_EQ(plot().list().areas.size(), before);
    QTest::keyClick(&plot(), Qt::Key_L);
    EXPECT_FALSE(plot().spec().logarithmic);
    EXPECT_EQ(chart().scaleSwitch()->current(), 0);
}

TEST_F(RunChartTest, WhatIsExportedIsWhatIsSeen) {
    bench::BenchView view = samples::allReduceView();
    view.simulated = "MI355X";
    show(view, 3);
    EXPECT_TRUE(screen.csv().startsWith(QStringLiteral("size,count,"))) << "all rows with all columns";
    plot().setZoom(present::ChartRange{k16M, k256M});
    chart().keys()->boxes()[1]->click();
    EXPECT_TRUE(screen.csv().startsWith(QStringLiteral("size,out of place [GB/s],baseline low [GB/s],")));
    EXPECT_EQ(screen.csv().count(QStringLiteral("\r\n")), 6);
    EXPECT_EQ(screen.csv().count(QStringLiteral(",yes\r\n")), 5) << "each row is simulated";
    const auto picture = screen.picture(draw::approximateTextWidth);
    EXPECT_EQ(picture.areas.size(), 5U);
    EXPECT_TRUE(std::any_of(picture.items.begin(), picture.items.end(), [](const draw::Item &item) {
        return item.text.find("(simulated)") != std::string::npos;
    }));
}

TEST_F(RunChartTest, TheMenuCopiesExportsAndResets) {
    plot().choose(4);
    QMenu menu;
    chart().fillMenu(menu);
    QSignalSpy exported(&screen, &BenchScreen::exportRequested);
    QStringList texts;
    for (QAction *action : menu.actions()) {
        texts << action->text();
        if (action->menu() != nullptr)
            action->menu()->actions()[1]->trigger();
    }
    EXPECT_TRUE(texts.contains(QStringLiteral("Reset zoom")));
    EXPECT_TRUE(texts.contains(QStringLiteral("in place")));
    ASSERT_EQ(exported.count(), 1);
    EXPECT_EQ(exported.front().front().value<BenchScreen::Export>(), BenchScreen::Export::Svg);
    menu.actions().front()->trigger();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("16M: out of place 101.6 GB/s")));
}

TEST_F(RunChartTest, AnotherRunIsSeenWholeButATurnToTheTableChangesNothing) {
    plot().setZoom(present::ChartRange{k16M, k256M});
    plot().choose(0);
    const auto seen = chart().seen();
    screen.toggleTable();
    screen.toggleTable();
    EXPECT_EQ(chart().seen(), seen);
    EXPECT_EQ(selectedRow(), 4);
    show(samples::perftestView(), 9);
    EXPECT_FALSE(chart().seen().zoom);
    EXPECT_FALSE(plot().selectedX());
}

TEST_F(RunChartTest, CurvesAreAsManySeriesAsTheyHavePartsAndStayTheSameObjects) {
    bench::BenchView view = samples::runningView(0);
    view.results = std::make_shared<const bench::Results>(samples::allReduce(8));
    show(view, 4);
    const auto series = plot().chart()->series();
    view.results = std::make_shared<const bench::Results>(samples::allReduce(9));
    show(view, 4);
    EXPECT_EQ(plot().chart()->series(), series) << "refilled, not made anew";
    bench::Results gap = samples::allReduce(9);
    gap.rows[4].outOfPlace->busbw.reset();
    view.results = std::make_shared<const bench::Results>(std::move(gap));
    show(view, 4);
    EXPECT_EQ(plot().chart()->series().size(), series.size() + 1);
}

TEST_F(RunChartTest, ManyLinesHaveAMenuForThoseWithoutSpace) {
    present::ChartSpec spec;
    spec.axis = bench::Axis::Seconds;
    for (int line = 0; line < 40; ++line)
        spec.lines.push_back({"GPU <b>" + std::to_string(line), {{0, line * 1.0}, {10, line * 2.0}}});
    chart().setSpec(spec, QStringLiteral("many"));
    ASSERT_TRUE(chart().keys()->moreButton()->isVisible());
    QMenu *menu = chart().keys()->moreButton()->menu();
    Q_EMIT menu->aboutToShow();
    ASSERT_FALSE(menu->actions().isEmpty());
    EXPECT_EQ(menu->actions().back()->text(), QStringLiteral("GPU <b>39"));
    menu->actions().back()->setChecked(false);
    EXPECT_TRUE(plot().spec().lines[39].hidden);
}

} // namespace
} // namespace fabricscope::widgets
