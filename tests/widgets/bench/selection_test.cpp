// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleBench.h"
#include "widgets/bench/BenchSelection.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace fabricscope::widgets {
namespace {

BenchContent contentOf(std::vector<bench::BenchView> runs, std::size_t current = 0, quint64 id = 1) {
    BenchContent content;
    content.id = id;
    content.runs = std::move(runs);
    content.current = current;
    return content;
}

bench::BenchView named(bench::BenchView view, const std::string &key) {
    view.key = key;
    return view;
}

/// A run with two pictures.
bench::BenchView twoMatrices() {
    bench::BenchView view = samples::meshView();
    bench::Results results = *view.results;
    results.matrices.push_back(results.matrices.front());
    view.results = std::make_shared<const bench::Results>(std::move(results));
    return view;
}

TEST(BenchSelection, IsEmptyWithoutContent) {
    BenchSelection selection;
    EXPECT_FALSE(selection.update(std::nullopt));
    EXPECT_EQ(selection.view(), nullptr);
    EXPECT_EQ(selection.chart(), nullptr);
    EXPECT_FALSE(selection.hasCharts());
    EXPECT_FALSE(selection.hasRuns());
    EXPECT_FALSE(selection.chooseChart(0));
    EXPECT_FALSE(selection.isOtherRun(0));
}

TEST(BenchSelection, GrowsOnlyWhileTheSameRunHasTheSamePictures) {
    BenchSelection selection;
    EXPECT_FALSE(selection.update(contentOf({named(samples::allReduceView(3), "a")})));
    EXPECT_TRUE(selection.update(contentOf({named(samples::allReduceView(4), "a")})));
    EXPECT_FALSE(selection.update(contentOf({named(samples::allReduceView(5), "b")}))) << "another run";
    EXPECT_FALSE(selection.update(contentOf({named(samples::allReduceView(5), "b")}, 0, 2))) << "another log";
    EXPECT_FALSE(selection.update(contentOf({named(samples::meshView(), "b")}, 0, 2))) << "other pictures";
}

TEST(BenchSelection, KeepsThePictureWhileRowsAreAdded) {
    BenchSelection selection;
    selection.update(contentOf({named(twoMatrices(), "a")}));
    const int last = static_cast<int>(selection.titles().size()) - 1;
    ASSERT_GT(last, 0) << "a picture for each matrix";
    ASSERT_TRUE(selection.chooseChart(last));
    const QString identity = selection.identity();
    EXPECT_TRUE(selection.update(contentOf({named(twoMatrices(), "a")})));
    EXPECT_EQ(selection.chartIndex(), last);
    EXPECT_EQ(selection.identity(), identity);
    EXPECT_FALSE(selection.chooseChart(last + 1));
    EXPECT_EQ(selection.chartIndex(), last);
}

TEST(BenchSelection, StartsWithTheFirstPictureOfAnotherRun) {
    BenchSelection selection;
    selection.update(contentOf({twoMatrices(), samples::allReduceView()}));
    ASSERT_TRUE(selection.chooseChart(static_cast<int>(selection.titles().size()) - 1));
    const QString identity = selection.identity();
    EXPECT_TRUE(selection.isOtherRun(1));
    EXPECT_FALSE(selection.isOtherRun(0));
    EXPECT_FALSE(selection.isOtherRun(2));
    EXPECT_FALSE(selection.isOtherRun(-1));
    selection.chooseRun(1);
    selection.update(std::nullopt);
    EXPECT_EQ(selection.view(), &selection.content().runs[1]);
    EXPECT_EQ(selection.chartIndex(), 0);
    EXPECT_NE(selection.identity(), identity) << "runs without a key are known by their place";
}

TEST(BenchSelection, FindsThePictureOfARowAndOfACell) {
    BenchSelection selection;
    selection.update(contentOf({samples::meshView()}));
    findings::Place cell;
    cell.cell = findings::MatrixCell{};
    const int matrix = selection.chartOf(cell);
    ASSERT_GE(matrix, 0);
    EXPECT_EQ(matrix, selection.chartOfMatrix(0));
    ASSERT_TRUE(selection.chooseChart(matrix));
    EXPECT_EQ(selection.chart()->kind, present::BenchChart::Kind::Matrix);
    EXPECT_EQ(selection.chartOfMatrix(99), -1);
    selection.update(contentOf({samples::allReduceView()}, 0, 2));
    findings::Place row;
    row.sizeBytes = 1 << 20;
    ASSERT_TRUE(selection.chooseChart(selection.chartOf(row)));
    EXPECT_EQ(selection.chart()->axis, bench::Axis::Bytes);
    EXPECT_EQ(selection.chartOf(cell), -1) << "no matrix";
}

TEST(BenchSelection, HasRunsToChooseFromIfThereAreEarlierOnesOrAReasonWhyNot) {
    BenchSelection selection;
    BenchContent note;
    note.earlierNote = QStringLiteral("The database is locked");
    selection.update(note);
    EXPECT_TRUE(selection.hasRuns());
    EXPECT_EQ(selection.view(), nullptr);
}

} // namespace
} // namespace fabricscope::widgets
