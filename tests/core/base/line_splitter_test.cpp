// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/LineSplitter.h"

#include <gtest/gtest.h>

#include <vector>

namespace fabricscope {
namespace {

struct Line {
    std::string text;
    std::uint64_t number;
    friend bool operator==(const Line &, const Line &) = default;
};

std::vector<Line> linesOf(std::string_view bytes, std::size_t piece) {
    LineSplitter splitter;
    std::vector<Line> lines;
    const auto take = [&](std::string_view line) {
        lines.push_back({std::string(line), splitter.line()});
    };
    for (std::size_t at = 0; at < bytes.size(); at += piece)
        splitter.feed(bytes.substr(at, piece), take);
    splitter.end(take);
    return lines;
}

TEST(LineSplitter, LineFeedsAndCarriageReturnsEndLines) {
    const std::vector<Line> expected = {{"a", 1}, {"", 2}, {"b", 3}, {"c", 4}, {"d", 4}, {"", 5}, {"e", 6}};
    EXPECT_EQ(linesOf("a\n\nb\r\nc\rd\r\r\n\r\ne", 1000), expected);
}

TEST(LineSplitter, TheLinesAreTheSameForEverySplit) {
    const std::string bytes = "a\n\nbb\r\nccc\rdd\r\r\n\r\r\n\n\re\rf\n\r";
    for (std::size_t piece = 1; piece < bytes.size(); ++piece)
        EXPECT_EQ(linesOf(bytes, piece), linesOf(bytes, bytes.size())) << piece;
}

TEST(LineSplitter, OfALongLineTheBeginningIsGiven) {
    const std::string bytes = std::string(LineSplitter::kLongest + 5, 'x') + "\nb\n";
    for (const std::size_t piece : {std::size_t{1000}, bytes.size()}) {
        const std::vector<Line> lines = linesOf(bytes, piece);
        ASSERT_EQ(lines.size(), 2U);
        EXPECT_EQ(lines[0].text.size(), LineSplitter::kLongest);
        EXPECT_EQ(lines[1], (Line{"b", 2}));
    }
}

} // namespace
} // namespace fabricscope
