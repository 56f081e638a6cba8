// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/StitchExamination.h"
#include "tests/core/layout/Soundness.h"
#include "tests/support/MadeStitch.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(StitchFileText, NumbersItsLines) {
    const auto lines = linesOf("<a>\r\n  <b/>\n</a>");
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].text, "<a>");
    EXPECT_EQ(lines[2].number, 3U);
    EXPECT_THAT(linesOf(""), IsEmpty());
    EXPECT_EQ(linesOf(std::string(kMostFileLines + 100, '\n')).back().kind, StitchFileLine::Kind::Gap);
    EXPECT_EQ(linesOf("a\x1b[31mb").front().text.find('\x1b'), std::string::npos);
}

TEST(StitchFileText, ADifferenceHasTheNumbersOfBothFiles) {
    using Kind = StitchFileLine::Kind;
    std::string before, after;
    for (int line = 1; line <= 30; ++line) {
        before += fmt::format("line {}\n", line);
        after += line == 5 || line == 25 ? fmt::format("other {}\n", line) : fmt::format("line {}\n", line);
    }
    const auto lines = differenceOf(before, after);
    ASSERT_EQ(lines.size(), 2 * 8 + 1U); // each with three lines around, and the gap
    EXPECT_EQ(lines[0].number, 2U);
    EXPECT_EQ(lines[3].kind, Kind::Removed);
    EXPECT_EQ(lines[3].number, 5U);
    EXPECT_EQ(lines[4].kind, Kind::Added);
    EXPECT_EQ(lines[4].text, "other 5");
    EXPECT_EQ(lines[8].kind, Kind::Gap);
    EXPECT_THAT(differenceOf(before, before), IsEmpty());
}

TEST(StitchExamination, OfNothingIsNothing) {
    const auto examination = examineStitch({});
    EXPECT_EQ(examination->table.sentence(), "No VM is chosen.");
    EXPECT_EQ(seenByGuest(*examination), nullptr);
    EXPECT_THAT(examination->checks, IsEmpty());
}

TEST(StitchExamination, OfAGuestAloneNothingHasPassedThatIsNotKnown) {
    const auto examination =
        examineStitch({nullptr,
                       made::topologyOf(made::flatVm()),
                       "",
                       {},
                       nullptr,
                       StitchFile{"/etc/topo.xml", "<system version=\"2\">\n</system>\n"}});
    EXPECT_TRUE(examination->verification.has_value());
    EXPECT_EQ(examination->path, "/etc/topo.xml");
    const auto pairs = std::find_if(examination->checks.begin(), examination->checks.end(),
                                    [](const StitchCheck &check) { return check.value == "not known"; });
    ASSERT_NE(pairs, examination->checks.end());
    EXPECT_TRUE(pairs->severity.has_value());
    // What the checks count is what there is to be paged through.
    std::size_t counted = 0;
    for (const StitchCheck &check : examination->checks)
        if (const auto at = check.value.find(" problem"); at != std::string::npos)
            counted += std::stoul(check.value.substr(check.value.rfind(' ', at - 1) + 1));
    EXPECT_GT(counted, 0U);
    EXPECT_EQ(counted, examination->verification->problems.size());
}

/// "As seen by": the guest's addresses beside the host's, in boxes that are as wide as these need.
TEST(SeenByGuest, StandsInTheBoxesOfItsDevicesAndNoOther) {
    made::Stitched made = made::stitched({}, 3);
    StitchExamination examination{made.host, made.guest, "vm-03a", made.stitch, made.table(), {}, {},
                                  {},        {},         {},       {}};
    TopologyOptions options;
    options.seenBy = seenByGuest(examination);
    ASSERT_NE(options.seenBy, nullptr);
    EXPECT_EQ(options.seenBy->onHost.size(), 6U);
    const Picture picture{made.host, layoutTopology(*made.host, options)};
    for (const char *address :
         {"0002:00:01.0", "0002:00:02.0", "0002:00:03.0", "0002:00:09.0", "0002:00:0b.0"})
        EXPECT_TRUE(picture.says(address)) << address;
    EXPECT_FALSE(picture.says("0002:00:04.0"));
    EXPECT_THAT(picture.area(made::deviceNamed(*made.host, "GPU1").toString())->label,
                HasSubstr("GPU1 0002:00:02.0 in vm-03a"));
    expectSoundPicture(picture);
}

} // namespace
} // namespace fabricscope::layout
