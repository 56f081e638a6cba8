// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/HeatMap.h"
#include "tests/support/samples/SampleAffinity.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"

#include <QScrollBar>
#include <QTest>

#include <gtest/gtest.h>

/// Column names stay visible while rows are scrolled.
namespace fabricscope::widgets {
namespace {

using layout::AffinityId;
using Part = AffinityId::Part;

/// The strip at the top of the view that contains the column names when nothing is scrolled.
QImage bandOf(const AreasView &view, double top, double height) {
    const QImage all = const_cast<AreasView &>(view).viewport()->grab().toImage();
    return all.copy(0, qRound(top * uiScale()), all.width(), qRound(height * uiScale()));
}

class AffinityHeadersTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        screen.resize(1200, 420);
        screen.show();
        const samples::PairingHost pairing = samples::pairingHost(samples::mi355xServer());
        AffinityContent content;
        content.host.host = 1;
        content.host.name = QStringLiteral("made");
        content.host.topology = pairing.topology;
        content.examination = samples::examinationOf(pairing, {2, 3}, true);
        screen.setContent(content);
        QCoreApplication::processEvents();
        screen.settle();
    }
    [[nodiscard]] AffinityView &view() const { return *screen.view(); }
    void scrollTo(int y) const {
        view().verticalScrollBar()->setValue(y);
        QCoreApplication::processEvents();
    }
    [[nodiscard]] double topOf(const AffinityId &id) const {
        return areaOf(view().list(), id.encoded())->rect.y;
    }

    AffinityScreen screen;
};

TEST_F(AffinityHeadersTest, TheNamesOfNicsStayAboveTheRowsAndTheirTipsWithThem) {
    ASSERT_GT(view().verticalScrollBar()->maximum(), 200) << "there is something to scroll";
    EXPECT_EQ(view().columnHeaders(), nullptr);
    const double row3 = topOf({Part::Cell, 3, 0});
    scrollTo(qRound(row3 * uiScale()) - 40);
    ASSERT_NE(view().columnHeaders(), nullptr);
    const HeaderBand band = *view().columnHeaders();
    const draw::Area *nic = areaOf(view().list(), AffinityId{Part::Nic, 0, 0}.encoded());
    EXPECT_GE(nic->rect.y, band.top);
    const QPoint over(qRound((nic->rect.x + nic->rect.width / 2) * uiScale()),
                      qRound((nic->rect.y + 4 - band.top) * uiScale()));
    const draw::Area *found = view().areaUnder(over);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->node, nic->node);
    const QImage scrolled = bandOf(view(), 0, band.height());
    scrollTo(0);
    EXPECT_EQ(bandOf(view(), band.top, band.height()), scrolled);
}

TEST_F(AffinityHeadersTest, SecondMatrixHasItsOwnHeadsAndNoneFollowTheLast) {
    const double peers = topOf({Part::Peer, 3, 0});
    screen.resize(1200, 330); // too low for the whole second matrix
    QCoreApplication::processEvents();
    scrollTo(qRound(peers * uiScale()) - 30);
    ASSERT_NE(view().columnHeaders(), nullptr);
    EXPECT_LT(view().columnHeaders()->bottom, peers);
    EXPECT_GT(view().columnHeaders()->top, topOf({Part::Cell, 7, 0}));
}

TEST_F(AffinityHeadersTest, ACellThatIsChosenByKeysDoesNotLieBelowTheNames) {
    scrollTo(view().verticalScrollBar()->maximum());
    view().choose(AffinityId{Part::Cell, 4, 0}.encoded());
    ASSERT_NE(view().columnHeaders(), nullptr);
    EXPECT_GE(view().viewRect(AffinityId{Part::Cell, 4, 0}.encoded()).top(),
              qFloor(view().columnHeaders()->height() * uiScale()));
}

TEST(BenchHeaders, TheNamesOfColumnsStayAboveAHeatMapThatIsScrolled) {
    BenchScreen screen;
    screen.resize(1200, 814);
    screen.show();
    bench::BenchView view = samples::meshView();
    bench::Results results = *view.results;
    bench::Matrix &matrix = results.matrices.front();
    matrix.rows.clear();
    matrix.values.clear();
    for (int row = 0; row < 64; ++row) {
        matrix.rows.push_back("row " + std::to_string(row));
        matrix.values.emplace_back(matrix.columns.size(), 388.0);
    }
    view.findings.clear();
    view.results = std::make_shared<const bench::Results>(std::move(results));
    BenchContent content;
    content.id = 1;
    content.runs = {view};
    screen.setContent(std::move(content));
    screen.settle();
    test::waitForNextFrame();
    const BenchPicture &picture = *screen.chartView();
    ASSERT_GT(picture.verticalScrollBar()->maximum(), 100);
    EXPECT_EQ(picture.columnHeaders(), nullptr);
    const double top = picture.list().areas.front().rect.y - layout::kHeatMapNames;
    const QImage before = bandOf(picture, top, layout::kHeatMapNames);
    picture.verticalScrollBar()->setValue(qRound(top * uiScale()) + 200);
    QCoreApplication::processEvents();
    ASSERT_NE(picture.columnHeaders(), nullptr);
    EXPECT_EQ(bandOf(picture, 0, layout::kHeatMapNames), before);
    EXPECT_EQ(picture.areaUnder({qRound(picture.list().areas.front().rect.x * uiScale()) + 4, 4}), nullptr)
        << "no cell below the names is pointed at";
}

} // namespace
} // namespace fabricscope::widgets
