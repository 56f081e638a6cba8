// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Section.h"

#include <gtest/gtest.h>

namespace fabricscope::capture {
namespace {

TEST(Section, GivesBackTheBytesItWasMadeOf) {
    std::string bytes = "0000:41:00.0/class:0x030200\n";
    bytes.push_back('\0');
    bytes += "\xff\xfe\x1b";
    EXPECT_EQ(Section({}, bytes).bytes(), bytes);
    EXPECT_EQ(Section({}, bytes).size(), bytes.size());
    EXPECT_EQ(Section({}, "").bytes(), "");
    EXPECT_EQ(Section().bytes(), "");
}

TEST(Section, HoldsRepetitiveTextSmall) {
    std::string bytes;
    for (int i = 0; i < 300000; ++i)
        bytes += "0000:41:00.0/numa_node:0\n";
    const Section section({}, bytes);
    EXPECT_LT(section.compressed().size(), bytes.size() / 100);
    EXPECT_EQ(section.bytes(), bytes);
}

TEST(Section, IsTheSameBeforeAndAfterPacking) {
    const std::string bytes(100000, 'x');
    Section section({}, bytes);
    const Section copy = section;
    EXPECT_EQ(section.content().view().data(), copy.content().view().data()) << "copies share their bytes";
    const std::string compressed = section.compressed();
    section.pack();
    section.pack();
    EXPECT_EQ(section.compressed(), compressed);
    EXPECT_EQ(section.bytes(), bytes);
    EXPECT_EQ(section.content().view(), bytes);
    EXPECT_EQ(section.size(), bytes.size());
    EXPECT_EQ(copy.content().view(), bytes);
    Section nothing;
    nothing.pack();
    EXPECT_EQ(nothing.content().view(), "");
}

TEST(Section, GivesOfDamagedBytesWhatCanBeInflatedAndNeverMoreThanItsSize) {
    const std::string bytes(3000000, 'x');
    const Section whole({}, bytes);
    const std::string compressed(whole.compressed());
    const auto cut = Section::fromCompressed({}, compressed.substr(0, compressed.size() / 2), bytes.size());
    EXPECT_LT(cut.bytes().size(), bytes.size());
    EXPECT_EQ(bytes.compare(0, cut.bytes().size(), cut.bytes()), 0);
    EXPECT_EQ(Section::fromCompressed({}, compressed, 10).bytes(), "xxxxxxxxxx");
    EXPECT_EQ(Section::fromCompressed({}, "no zstd at all", 100).bytes(), "");
    EXPECT_EQ(Section::fromCompressed({}, compressed, SIZE_MAX).bytes(), bytes);
}

TEST(Section, IsSoundOnlyWithTheBytesThatWereCompressed) {
    std::string bytes;
    for (int i = 0; i < 200; ++i)
        bytes += std::to_string(i * 7919 % 1000) + "/driver:mlx5_core\n";
    const std::string compressed = Section({}, bytes).compressed();
    EXPECT_TRUE(Section::fromCompressed({}, compressed, bytes.size()).inflated().isSound);
    EXPECT_TRUE(Section::fromCompressed({}, Section().compressed(), 0).inflated().isSound);
    EXPECT_FALSE(Section::fromCompressed({}, compressed, bytes.size() - 1).inflated().isSound);
    EXPECT_FALSE(Section::fromCompressed({}, compressed, bytes.size() + 1).inflated().isSound);
    EXPECT_FALSE(Section::fromCompressed({}, compressed + '\0', bytes.size()).inflated().isSound);
    for (std::size_t at = 0; at < compressed.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string flipped = compressed;
            flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
            const auto inflated = Section::fromCompressed({}, flipped, bytes.size()).inflated();
            EXPECT_TRUE(!inflated.isSound || inflated.bytes == bytes) << at << '.' << bit;
        }
}

TEST(Section, NamesOfPartsAndDamagesAreReadBack) {
    for (const Part part : {Part::Safe, Part::Touch, Part::Tools, Part::Root, Part::Import})
        EXPECT_EQ(partFromString(toString(part)), part);
    for (const Damage damage :
         {Damage::None, Damage::Truncated, Damage::TooLarge, Damage::Stuck, Damage::Corrupt})
        EXPECT_EQ(damageFromString(toString(damage)), damage);
    EXPECT_EQ(partFromString("Safe"), std::nullopt);
    EXPECT_EQ(damageFromString(""), std::nullopt);
}

} // namespace
} // namespace fabricscope::capture
