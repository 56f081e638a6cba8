// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/CpuMask.h"

#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

TEST(CpuMask, MasksOfTheKernelAndOfHwlocBecomeLists) {
    EXPECT_EQ(cpuListOfMask("ff"), "0-7");
    EXPECT_EQ(cpuListOfMask("00000000,00000001\n"), "0");
    EXPECT_EQ(cpuListOfMask("80000001,80000000"), "31-32,63");
    EXPECT_EQ(cpuListOfMask("0x0000000f,,0x00000001"), "0,64-67");
    EXPECT_EQ(cpuListOfMask("5"), "0,2");
    EXPECT_EQ(cpuListOfMask("0"), "");
}

TEST(CpuMask, WhatIsNoMaskIsUnknown) {
    for (const char *text : {"", "\n", "0-7", "xyz", "1ffffffff", "0x"})
        EXPECT_EQ(cpuListOfMask(text).value_or("unknown"), std::string(text) == "0x" ? "" : "unknown")
            << text;
    EXPECT_EQ(cpuListOfMask(std::string(1000000, ',')), std::nullopt);
}

} // namespace
} // namespace fabricscope::formats
