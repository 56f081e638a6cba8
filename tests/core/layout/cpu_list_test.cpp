// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/CpuList.h"

#include <gtest/gtest.h>

namespace fabricscope::layout {
namespace {

TEST(CpuCount, CountsRangesAndSingleCpus) {
    EXPECT_EQ(cpuCount("0"), 1U);
    EXPECT_EQ(cpuCount("0-31,64-95"), 64U);
    EXPECT_EQ(cpuCount("0,2,4-5\n"), 4U);
}

TEST(CpuCount, IsNoneForANodeWithoutCpus) {
    EXPECT_EQ(cpuCount(""), 0U);
    EXPECT_EQ(cpuCount(" \n"), 0U);
}

TEST(CpuCount, IsUnknownForWhatIsNoList) {
    for (const char *text : {"x", "3-1", "1-", "-1", "1,,2", "1-2-3", "99999999999", "0x1"})
        EXPECT_EQ(cpuCount(text), std::nullopt) << text;
}

} // namespace
} // namespace fabricscope::layout
