// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/Contrast.h"

#include <gtest/gtest.h>

namespace fabricscope::draw {
namespace {

TEST(ContrastFormula, GivesTheRatiosOfTheStandardsOwnExamples) {
    EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
    EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.48, 0.005); // slightly too low for text
    EXPECT_NEAR(contrast({0x76, 0x76, 0x76}, {255, 255, 255}), 4.54, 0.005);
    EXPECT_DOUBLE_EQ(contrast({9, 90, 200}, {9, 90, 200}), 1);
}

} // namespace
} // namespace fabricscope::draw
