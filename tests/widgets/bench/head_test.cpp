// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/common/controls/Controls.h"

#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

/// The buttons above the picture: none disappears, and none moves while a run goes on and ends.
namespace fabricscope::widgets {
namespace {

constexpr qint64 kStart = 1795250000000;
/// Widths of the Benchmarks screen in common windows with the sidebar, and smaller ones.
constexpr int kWidths[] = {480, 640, 860, 1100, 1200, 1440, 1680, 1920};

class BenchHeadTest : public ::testing::Test {
protected:
    void SetUp() override {
        screen.setClock([] { return kStart + 302000; });
        screen.show();
    }
    void show(bench::BenchView view) {
        view.key = "live:1:0";
        view.simulated = "the demo";
        BenchContent content;
        content.id = 1;
        content.runs = {std::move(view)};
        screen.setContent(std::move(content));
        screen.settle();
        test::waitForNextFrame();
    }
    void fit(int width) {
        screen.resize(width, 814);
        test::settleLayout();
    }
    [[nodiscard]] BenchHeader &head() const { return *screen.head(); }
    /// In screen coordinates; empty if it is not visible.
    [[nodiscard]] QRect placeOf(const QWidget *widget) const {
        return widget->isVisible() ? QRect(widget->mapTo(&screen, QPoint()), widget->size()) : QRect();
    }
    [[nodiscard]] QStringList menuTexts() const {
        QStringList texts;
        if (!head().moreButton()->isVisible())
            return texts;
        Q_EMIT head().moreButton()->menu()->aboutToShow();
        for (const QAction *action : head().moreButton()->menu()->actions())
            texts << action->text();
        return texts;
    }
    [[nodiscard]] static bench::BenchView endedView() {
        bench::BenchView view = samples::runningView(kStart);
        view.state->phase = bench::Phase::Ended;
        view.state->endedMs = kStart + 302000;
        return view;
    }
    [[nodiscard]] static bench::BenchView emptyView() {
        bench::BenchView view = samples::runningView(kStart);
        view.results = std::make_shared<const bench::Results>();
        return view;
    }

    BenchScreen screen;
};

TEST_F(BenchHeadTest, AtAnyWidthEachActionIsSeenWholeOrInTheMenu) {
    for (const int width : kWidths)
        for (const auto &view : {samples::runningView(kStart), endedView()}) {
            show(view);
            fit(width);
            const QStringList menu = menuTexts();
            for (const QPushButton *button :
                 {head().exportButton(), head().twoHostsButton(), head().newRunButton()})
                EXPECT_NE(button->isVisible(), menu.contains(button->text()))
                    << qPrintable(button->text()) << " at " << width;
            EXPECT_NE(head().viewSwitch()->isVisible(), menu.contains(QStringLiteral("View"))) << width;
            EXPECT_TRUE(head().stopButton()->isVisible()) << width;
            int right = 0;
            for (const QWidget *each :
                 {static_cast<QWidget *>(head().chartButton()), static_cast<QWidget *>(head().viewSwitch()),
                  static_cast<QWidget *>(head().moreButton()), static_cast<QWidget *>(head().exportButton()),
                  static_cast<QWidget *>(head().twoHostsButton()),
                  static_cast<QWidget *>(head().newRunButton()),
                  static_cast<QWidget *>(head().stopButton())}) {
                if (!each->isVisible())
                    continue;
                const QRect place = placeOf(each);
                EXPECT_GE(place.left(), right) << "none lies over another, at " << width;
                EXPECT_GE(place.width(), each->minimumSizeHint().width()) << width;
                right = place.right();
            }
            EXPECT_LE(right, placeOf(&head()).right()) << width;
        }
}

TEST_F(BenchHeadTest, WhereThereIsRoomNothingIsInAMenu) {
    show(samples::runningView(kStart));
    fit(1680);
    EXPECT_FALSE(head().moreButton()->isVisible());
    EXPECT_TRUE(head().exportButton()->isVisible() && head().twoHostsButton()->isVisible());
}

TEST_F(BenchHeadTest, NoOtherButtonTakesTheRoomOfTheName) {
    for (int width = 560; width < 1700; width += 20) {
        show(samples::allReduceView());
        fit(width);
        const auto *name = test::child<ElidedLabel>(
            head(), [](const ElidedLabel &each) { return each.text() == QLatin1String("all_reduce_perf"); });
        ASSERT_NE(name, nullptr);
        EXPECT_TRUE(!head().newRunButton()->isVisible() || name->width() >= name->sizeHint().width())
            << width;
    }
}

TEST_F(BenchHeadTest, TheTitleOfTheChartIsReadInFullWhereThereIsRoom) {
    show(samples::perftestView());
    fit(1440);
    EXPECT_EQ(head().chartButton()->text(), QStringLiteral("BW peak, BW average"));
    fit(860);
    EXPECT_TRUE(head().chartButton()->text().endsWith(QStringLiteral("…")));
}

TEST_F(BenchHeadTest, ButtonsKeepTheirPlacesFromTheFirstRowToTheEndOfTheRun) {
    for (const int width : kWidths) {
        show(emptyView());
        fit(width);
        const auto places = [this] { // from left to right: the height of the row may grow by 1 px
            QList<int> edges;
            for (const QWidget *each :
                 {head().stopButton(), head().newRunButton(), head().twoHostsButton(), head().exportButton()})
                edges << placeOf(each).left() << placeOf(each).right();
            return edges;
        };
        const auto before = places();
        const QRect stop = placeOf(head().stopButton());
        ASSERT_FALSE(stop.isEmpty());
        EXPECT_TRUE(head().stopButton()->isEnabled());
        show(samples::runningView(kStart));
        EXPECT_EQ(places(), before) << "with rows, at " << width;
        show(endedView());
        EXPECT_EQ(places(), before) << "at its end, at " << width;
        EXPECT_FALSE(head().stopButton()->isEnabled());
        EXPECT_EQ(screen.childAt(stop.center()), static_cast<QWidget *>(head().stopButton()))
            << "who aims at Stop starts nothing, at " << width;
    }
}

TEST_F(BenchHeadTest, TheFormOfANewRunDoesNotMoveWhereTheRunAboveItEnds) {
    for (const int width : kWidths) {
        show(samples::runningView(kStart));
        fit(width);
        screen.showRunPanel(true);
        QTest::qWait(20);
        const QRect stop = placeOf(head().stopButton()), form = placeOf(screen.runPanel());
        ASSERT_FALSE(stop.isEmpty() || form.isEmpty()) << width;
        show(endedView());
        EXPECT_EQ(screen.childAt(stop.center()), static_cast<QWidget *>(head().stopButton()))
            << "who aims at Stop hits nothing of the form, at " << width;
        EXPECT_EQ(placeOf(screen.runPanel()).top(), form.top()) << width;
        screen.showRunPanel(false);
        screen.showRunPanel(true);
        EXPECT_FALSE(head().isVisible()) << "a form that is opened afterwards stands alone, at " << width;
        screen.showRunPanel(false);
    }
}

TEST_F(BenchHeadTest, StopIsRedWhileItCanBePressedAndOnlyThen) {
    const auto isRed = [this] {
        const QImage picture = head().stopButton()->grab().toImage();
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixelColor(x, y) == tokenColour(Token::Error))
                    return true;
        return false;
    };
    for (const ThemeKind theme :
         {ThemeKind::Light, ThemeKind::HighContrastDark, ThemeKind::HighContrastLight, ThemeKind::Dark}) {
        test::applyTheme(theme);
        show(samples::runningView(kStart));
        EXPECT_TRUE(isRed()) << static_cast<int>(theme);
        show(endedView());
        EXPECT_FALSE(isRed()) << static_cast<int>(theme);
    }
}

TEST_F(BenchHeadTest, TheMenuDoesWhatTheButtonsDo) {
    show(samples::runningView(kStart));
    fit(480);
    const auto action = [this](const QString &text) {
        Q_EMIT head().moreButton()->menu()->aboutToShow();
        for (QAction *each : head().moreButton()->menu()->actions())
            if (each->text() == text)
                return each;
        return static_cast<QAction *>(nullptr);
    };
    QSignalSpy exported(&screen, &BenchScreen::exportRequested),
        pairs(&screen, &BenchScreen::twoHostsRequested), opened(&screen, &BenchScreen::runPanelOpened);
    ASSERT_NE(action(QStringLiteral("Export")), nullptr);
    action(QStringLiteral("Export"))->menu()->actions().back()->trigger();
    action(QStringLiteral("Two hosts…"))->trigger();
    action(QStringLiteral("View"))->menu()->actions().at(1)->trigger();
    EXPECT_EQ(head().viewSwitch()->current(), static_cast<int>(BenchHeader::Look::Table));
    EXPECT_EQ(exported.count(), 1);
    EXPECT_EQ(pairs.count(), 1);
    action(QStringLiteral("New run…"))->trigger();
    EXPECT_EQ(opened.count(), 1);
}

} // namespace
} // namespace fabricscope::widgets
