// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/CustomParser.h"

#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

std::vector<Results> read(std::string_view expression, std::string_view text) {
    const auto parser = makeCustomParser(expression);
    if (!parser) {
        ADD_FAILURE() << parser.error().toString();
        return {};
    }
    (*parser)->feed(text);
    (*parser)->end();
    return (*parser)->results();
}

TEST(CustomParser, NamedGroupsAreColumns) {
    const auto runs =
        read(R"(size (?<size>\d+) (?:takes|took) (?<us>[\d.]+) us, (?<gbps>\S+) Gb/s (?<verdict>\w+))",
             "start\nsize 1024 took 1.5 us, 5.4 Gb/s good\nsize 2048 takes 2 us, N/A Gb/s bad\n");
    ASSERT_EQ(runs.size(), 1U);
    ASSERT_EQ(runs[0].series.size(), 2U);
    EXPECT_EQ(runs[0].series[0].name, "us");
    EXPECT_EQ(runs[0].series[0].axis, Axis::Bytes);
    ASSERT_EQ(runs[0].series[1].points.size(), 2U);
    EXPECT_DOUBLE_EQ(runs[0].series[1].points[0].x, 1024);
    EXPECT_DOUBLE_EQ(runs[0].series[1].points[0].y.value(), 5.4);
    EXPECT_FALSE(runs[0].series[1].points[1].y);
    ASSERT_EQ(runs[0].series[0].points[0].fields.size(), 1U);
    EXPECT_EQ(runs[0].series[0].points[0].fields[0].text, "good");
}

TEST(CustomParser, WithoutASizeTheRowsAreCounted) {
    const auto runs = read(R"((?<power>\d+) W)", "70 W\nerror: nothing\n71 W\n");
    ASSERT_EQ(runs.size(), 1U);
    ASSERT_EQ(runs[0].series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(runs[0].series[0].points[1].x, 1);
    EXPECT_EQ(runs[0].series[0].axis, Axis::Index);
}

TEST(CustomParser, WhatCannotBeUsedIsAnError) {
    for (const char *expression : {"", "(", "no group", "(unnamed)", "(?<a>x)\\1", "(?<a", "(?<>x)"})
        EXPECT_FALSE(makeCustomParser(expression)) << expression;
}

TEST(CustomParser, AnExpressionThatCouldTakeForEverDoesNot) {
    const auto runs = read("(?<a>(x+x+)+)y", std::string(3000, 'x') + "\n");
    EXPECT_TRUE(runs.empty());
}

} // namespace
} // namespace fabricscope::bench
