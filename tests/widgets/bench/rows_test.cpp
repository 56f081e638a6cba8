// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/BenchTable.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/common/theme/Fonts.h"

#include <QHeaderView>
#include <QPaintEvent>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

TEST(BenchRows, AreNotScrolledSidewaysWhatFollowsFromOthersGoes) {
    const bench::BenchView view = samples::allReduceView();
    BenchRows table;
    table.setTable(present::BenchTable(view, present::chartsOf(view).front()), false);
    table.resize(900, 300);
    table.show();
    const auto isHidden = [&table](const char *name) {
        for (int at = 0; at < table.rows()->columnCount(); ++at)
            if (table.rows()->headerData(at, Qt::Horizontal).toString() == QLatin1String(name))
                return table.isColumnHidden(at);
        ADD_FAILURE() << name;
        return true;
    };
    const auto isScrolled = [&table] {
        return table.horizontalHeader()->length() > table.viewport()->width();
    };
    EXPECT_FALSE(isHidden("count"));
    int width = 900;
    while (!isHidden("count") && width > 100) {
        EXPECT_FALSE(isScrolled()) << width;
        table.resize(width -= 10, 300);
    }
    EXPECT_GT(width, 300);
    for (const int narrower : {0, 30, 60}) {
        table.resize(width - narrower, 300);
        EXPECT_FALSE(isScrolled()) << width - narrower;
        EXPECT_TRUE(isHidden("count"));
        EXPECT_FALSE(isHidden("busbw"));
    }
    while (!isHidden("algbw") && width > 100) {
        EXPECT_FALSE(isScrolled()) << width;
        table.resize(width -= 10, 300);
    }
    EXPECT_FALSE(isScrolled()) << width;
    EXPECT_FALSE(isHidden("busbw"));
    EXPECT_NE(table.rows()->table().csv().find("count"), std::string::npos) << "a copy has all of them";
    table.resize(900, 300);
    EXPECT_FALSE(isHidden("count"));
}

TEST(BenchRows, GoToTheEndOfTheViewAsTheirHeadingDoes) {
    test::applyTheme(ThemeKind::Dark);
    const bench::BenchView view = samples::allReduceView();
    for (const int font : {kUiFontSize, kMaxUiFontSize}) {
        setUiFontSize(font);
        BenchRows table;
        table.setTable(present::BenchTable(view, present::chartsOf(view).front()), false);
        table.resize(1400, 300);
        table.show();
        table.selectRow(1);
        QApplication::processEvents();
        ASSERT_LT(table.horizontalHeader()->length(), table.viewport()->width()) << "there is room for air";
        const QImage image = table.viewport()->grab().toImage();
        const int right = image.width() - 1;
        for (const int row : {0, 1, 2}) {
            const int top = table.rowViewportPosition(row);
            EXPECT_EQ(image.pixelColor(right, top + table.rowHeight(row) - 1), tokenColour(Token::Line))
                << row;
            EXPECT_EQ(image.pixelColor(right, top + 3),
                      tokenColour(row == 1 ? Token::AccentBg : Token::Canvas))
                << row;
        }
        const QImage head = table.horizontalHeader()->grab().toImage();
        EXPECT_EQ(head.pixelColor(head.width() - 1, head.height() - 1), tokenColour(Token::Line));
    }
    setUiFontSize(kUiFontSize);
}

TEST(BenchRows, AnotherSelectionIsPaintedUpToTheEnd) {
    test::applyTheme(ThemeKind::Dark);
    const bench::BenchView view = samples::allReduceView();
    BenchRows table;
    table.setTable(present::BenchTable(view, present::chartsOf(view).front()), false);
    table.resize(1400, 300);
    table.show();
    QApplication::processEvents();
    QRegion painted;
    class Watch : public QObject {
    public:
        explicit Watch(QRegion &region) : m_region(region) {}
        bool eventFilter(QObject *, QEvent *event) override {
            if (event->type() == QEvent::Paint)
                m_region += static_cast<QPaintEvent *>(event)->region();
            return false;
        }

    private:
        QRegion &m_region;
    } watch(painted);
    table.viewport()->installEventFilter(&watch);
    table.selectRow(2);
    ASSERT_TRUE(test::waitFor([&painted] { return !painted.isEmpty(); }));
    EXPECT_TRUE(painted.contains(QPoint(table.viewport()->width() - 1, table.rowViewportPosition(2) + 3)));
}

} // namespace
} // namespace fabricscope::widgets
