// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Units.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <type_traits>

namespace fabricscope {
namespace {

TEST(ByteCount, IsWrittenAsLspciWritesIt) {
    EXPECT_EQ(toString(ByteCount{0}), "0");
    EXPECT_EQ(toString(ByteCount{64}), "64");
    EXPECT_EQ(toString(ByteCount{4096}), "4K");
    EXPECT_EQ(toString(ByteCount{512ULL << 20}), "512M");
    EXPECT_EQ(toString(ByteCount{64ULL << 30}), "64G");
    EXPECT_EQ(toString(ByteCount{256ULL << 40}), "256T");
    EXPECT_EQ(toString(ByteCount{1ULL << 63}), "8E");
}

TEST(ByteCount, IsRoundedOnlyWhereItIsLongAndUneven) {
    EXPECT_EQ(toString(ByteCount{1025}), "1025");
    EXPECT_EQ(toString(ByteCount{123456789}), "117.7M");
    EXPECT_EQ(toString(ByteCount{UINT64_MAX}), "16.0E");
}

TEST(ByteCount, IsRoundedAsThePrintedDoubleWouldBe) {
    for (std::uint64_t bytes = 10241; bytes < std::uint64_t{1} << 50; bytes = (bytes + bytes / 97) | 1) {
        double scaled = static_cast<double>(bytes);
        std::size_t step = 0;
        for (; scaled >= 1024; scaled /= 1024)
            ++step;
        EXPECT_EQ(toString(ByteCount{bytes}), fmt::format("{:.1f}{}", scaled, " KMGTP"[step])) << bytes;
    }
    // Ties in the first decimal: 10.25, 10.75, ...
    for (std::uint64_t quarters = 41; quarters < 4096; quarters += 2)
        EXPECT_EQ(toString(ByteCount{quarters << 18}),
                  fmt::format("{:.1f}M", static_cast<double>(quarters) / 4));
}

TEST(Bandwidth, HasOneDecimalAndItsUnit) {
    EXPECT_EQ(toString(GigabytesPerSecond{63.015}), "63.0 GB/s");
    EXPECT_EQ(toString(GigabytesPerSecond{0.25}), "0.2 GB/s");
}

TEST(Quantities, ComparesOnlyWhatHasTheSameUnit) {
    EXPECT_LT(NumaNode{0}, NumaNode{1});
    EXPECT_EQ(IommuGroup{7}, IommuGroup{7});
    static_assert(!std::is_convertible_v<GigabytesPerSecond, GigabitsPerSecond>);
    static_assert(!std::is_convertible_v<int, NumaNode>);
}

} // namespace
} // namespace fabricscope
