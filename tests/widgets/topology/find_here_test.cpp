// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Support.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/DeviceSearchOutlines.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QLineEdit>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

class FindHereTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        screen.resize(1000, 800);
        screen.show();
        screen.setContent(test::contentOf(test::snapshotOf(samples::mi355xServer())));
        screen.settle();
        bar = new DeviceSearchBar(&screen);
        bar->open();
    }
    void type(const char *text) { QTest::keyClicks(bar->field(), QLatin1String(text)); }
    [[nodiscard]] std::string selectedName() const {
        return screen.selected() ? screen.content().topology->node(*screen.selected()).name : "";
    }

    TopologyScreen screen;
    DeviceSearchBar *bar = nullptr;
};

TEST_F(FindHereTest, CountsOutlinesAndGoesFromHitToHit) {
    type("kind:gpu");
    EXPECT_EQ(bar->hits(), 8);
    EXPECT_EQ(bar->count(), QStringLiteral("8 found"));
    EXPECT_EQ(bar->outlines()->nodes().size(), 8U);
    QTest::keyClick(bar->field(), Qt::Key_Return);
    EXPECT_EQ(bar->count(), QStringLiteral("1 of 8"));
    EXPECT_EQ(selectedName(), "GPU0");
    QTest::keyClick(bar->field(), Qt::Key_Return);
    QTest::keyClick(bar->field(), Qt::Key_Return);
    EXPECT_EQ(bar->count(), QStringLiteral("3 of 8"));
    QTest::keyClick(bar->field(), Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(bar->count(), QStringLiteral("2 of 8"));
    EXPECT_EQ(selectedName(), "GPU1");
}

TEST_F(FindHereTest, WhatIsNotFoundFadesAndWhatIsHasAnOutline) {
    const auto &topology = *screen.content().topology;
    const auto pixel = [&](const char *bdf, double dx, double dy) {
        const draw::Area *area = screen.scene()->areaOf(test::nodeAt(topology, bdf));
        const QPoint at = screen.view()->mapFromScene(QPointF(area->rect.x + dx, area->rect.y + dy));
        return screen.view()->viewport()->grab().toImage().pixelColor(at);
    };
    const QColor strip = pixel("0000:46:00.0", 1.5, 30);
    EXPECT_EQ(strip, tokenColour(Token::Gpu));
    type("26:00.0");
    ASSERT_EQ(bar->hits(), 1);
    EXPECT_NE(pixel("0000:46:00.0", 1.5, 30), strip);
    const draw::Area *hit = screen.scene()->areaOf(test::nodeAt(topology, "0000:26:00.0"));
    const auto hasLine = [&](double from,
                             double to) { // subpixel positions of lines vary
        for (double y = from; y <= to; y += 0.5)
            if (pixel("0000:26:00.0", hit->rect.width / 2, y) == tokenColour(Token::Accent))
                return true;
        return false;
    };
    EXPECT_TRUE(hasLine(-1, 2));
    EXPECT_FALSE(hasLine(-5, -2));
    QTest::keyClick(bar->field(), Qt::Key_Return);
    EXPECT_TRUE(hasLine(-5, -2)) << "the one that the count is at";
    QTest::keyClick(bar->field(), Qt::Key_Escape);
    EXPECT_EQ(pixel("0000:46:00.0", 1.5, 30), strip);
}

TEST_F(FindHereTest, EscapeInTheFieldAndInThePictureEndsIt) {
    type("gpu");
    QTest::keyClick(bar->field(), Qt::Key_Escape);
    EXPECT_FALSE(bar->isVisible());
    EXPECT_EQ(bar->hits(), 0);
    EXPECT_TRUE(bar->outlines()->nodes().empty());
    bar->open();
    type("gpu");
    screen.select(test::nodeAt(*screen.content().topology, "46:00.0"));
    QTest::keyClick(screen.view(), Qt::Key_Escape);
    EXPECT_FALSE(bar->isVisible());
    EXPECT_EQ(selectedName(), "GPU2") << "the first Esc ends the search only";
    QTest::keyClick(screen.view(), Qt::Key_Escape);
    EXPECT_FALSE(screen.selected());
}

TEST_F(FindHereTest, ReportsAnUnknownKeyword) {
    type("is:broken");
    EXPECT_EQ(bar->hits(), 0);
    EXPECT_TRUE(bar->queryError().contains(QStringLiteral("is:broken is unknown")));
    bar->field()->setText(QStringLiteral("is:degraded"));
    EXPECT_TRUE(bar->queryError().isEmpty());
    EXPECT_GE(bar->hits(), 2);
}

TEST_F(FindHereTest, AnotherHostIsSearchedForTheSame) {
    QSignalSpy changed(bar, &DeviceSearchBar::changed);
    type("kind:gpu");
    EXPECT_GT(changed.count(), 0);
    screen.setContent(test::contentOf(test::snapshotOf(samples::oneGpu()), 2));
    screen.settle();
    EXPECT_EQ(bar->hits(), 1);
    EXPECT_EQ(bar->count(), QStringLiteral("1 found"));
}

TEST_F(FindHereTest, IsAboveThePictureWhichItDoesNotCoverAndHiddenOnErrorPages) {
    for (const QSize size : {QSize(1000, 800), QSize(700, 500)}) {
        screen.resize(size);
        type("x");
        test::settleLayout();
        const QWidget *view = screen.view();
        EXPECT_TRUE(bar->isVisible());
        EXPECT_TRUE(screen.rect().contains(bar->geometry()));
        EXPECT_FALSE(bar->geometry().intersects(QRect(view->mapTo(&screen, QPoint()), view->size())));
    }
    TopologyContent gone;
    gone.host = 3;
    gone.error = UnreachableInfo{};
    screen.setContent(gone);
    EXPECT_FALSE(bar->isVisible());
}

} // namespace
} // namespace fabricscope::widgets
