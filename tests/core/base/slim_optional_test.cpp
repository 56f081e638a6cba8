// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Units.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace fabricscope {
namespace {

using Number = SlimOptional<std::uint32_t>;

TEST(SlimOptional, IsUsedLikeAnOptional) {
    static_assert(sizeof(Number) == sizeof(std::uint32_t));
    Number number;
    EXPECT_FALSE(number.has_value());
    EXPECT_EQ(number, std::nullopt);
    EXPECT_EQ(number.value_or(7), 7U);
    number = 0;
    EXPECT_TRUE(number.has_value()) << "0 is a value";
    EXPECT_EQ(number, 0U);
    EXPECT_NE(number, Number());
    number.reset();
    EXPECT_FALSE(number);
}

TEST(SlimOptional, AndAnOptionalAreTurnedIntoEachOther) {
    const std::optional<std::uint32_t> some = Number(3), none = Number();
    EXPECT_EQ(some, 3U);
    EXPECT_FALSE(none.has_value());
    EXPECT_EQ(Number(some), Number(3));
    EXPECT_EQ(Number(none), Number());
    EXPECT_TRUE(Number(3) == some);
    EXPECT_TRUE(none == Number());
}

TEST(SlimOptional, NoneComesBeforeAll) {
    EXPECT_LT(Number(), Number(0));
    EXPECT_LT(Number(1), Number(2));
    EXPECT_FALSE(Number(0) < Number());
}

TEST(SlimOptional, HoldsQuantities) {
    SlimOptional<NumaNode> node;
    EXPECT_FALSE(node);
    node = NumaNode{0};
    EXPECT_EQ(node->value, 0);
    static_assert(sizeof node == sizeof(int));
}

} // namespace
} // namespace fabricscope
