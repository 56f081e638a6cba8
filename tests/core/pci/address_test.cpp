// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Address.h"

#include <gtest/gtest.h>

namespace fabricscope::pci {
namespace {

TEST(Address, IsParsedInEveryCustomaryForm) {
    EXPECT_EQ(Address::parse("0000:41:00.0"), (Address{0, 0x41, 0, 0}));
    EXPECT_EQ(Address::parse("41:1f.7"), (Address{0, 0x41, 0x1f, 7}));
    EXPECT_EQ(Address::parse("10000:e1:00.0"), (Address{0x10000, 0xe1, 0, 0})) << "VMD";
    EXPECT_EQ(Address::parse("00000000:41:00.0"), (Address{0, 0x41, 0, 0})) << "nvidia-smi";
    EXPECT_EQ(Address::parse("FFFFFFFF:FF:1F.7"), (Address{0xFFFFFFFF, 0xFF, 0x1F, 7}));
}

TEST(Address, IsNotMadeOfAnythingElse) {
    for (const char *text : {"",
                             "0",
                             ":",
                             ".",
                             "00.0",
                             "0000:41:00",
                             "0000:41:00.",
                             "0000:41:00.8",
                             "0000:41:20.0",
                             "0000:4g:00.0",
                             "000:41:00.0",
                             "000000000:41:00.0",
                             "0x00:41:00.0",
                             ":41:00.0",
                             "0000.41:00.0",
                             "0000:41.00.0",
                             " 41:00.0",
                             "41:00.0 ",
                             "-1:00.0",
                             "0000:41:00.0/",
                             "+000:41:00.0",
                             "00000:1:00.0"})
        EXPECT_EQ(Address::parse(text), std::nullopt) << text;
}

TEST(Address, PrintsWhatItParses) {
    for (const char *text : {"0000:00:00.0", "0000:ff:1f.7", "10000:01:00.0", "abcdef01:23:04.5"}) {
        const auto address = Address::parse(text);
        ASSERT_TRUE(address) << text;
        EXPECT_EQ(address->toString(), text);
    }
    EXPECT_EQ((Address{0x10000, 0x41, 3, 1}).toShortString(), "41:03.1");
}

TEST(Address, SortsByDomainThenBusThenDevice) {
    const Address order[] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0},
                             {0, 1, 0, 0}, {1, 0, 0, 0}, {0x10000, 0, 0, 0}};
    for (std::size_t i = 1; i < std::size(order); ++i) {
        EXPECT_LT(order[i - 1], order[i]);
        EXPECT_LT(order[i - 1].key(), order[i].key());
    }
}

} // namespace
} // namespace fabricscope::pci
