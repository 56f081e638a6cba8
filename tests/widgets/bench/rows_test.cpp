// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/BenchTable.h"
#include "tests/support/samples/SampleBench.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"

#include <QHeaderView>

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

} // namespace
} // namespace fabricscope::widgets
