// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/Hex.h"

#include <gtest/gtest.h>

#include <string>

namespace fabricscope::formats {
namespace {

TEST(Hex, EightDigitsAtOnceAreWhatTheyAreOneByOne) {
    for (const std::string digits : {"00000000", "0123aBcD", "ffffFFFF", "9a8B7c6D"}) {
        ASSERT_EQ(hexEight(digits.data()), hexNumber(digits)) << digits;
        for (std::size_t place = 0; place < digits.size(); ++place)
            for (int byte = 0; byte < 256; ++byte) { // every value at every position
                std::string other = digits;
                other[place] = static_cast<char>(byte);
                if (const auto number = hexNumber(other))
                    ASSERT_EQ(hexEight(other.data()), *number) << other;
                else
                    ASSERT_GT(hexEight(other.data()), 0xFFFFFFFFU) << byte << " at " << place;
            }
    }
}

} // namespace
} // namespace fabricscope::formats
