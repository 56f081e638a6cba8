// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cost of a path across the CPU if the links alone show no difference.
#include "core/affinity/Examine.h"
#include "tests/core/affinity/FabricBuilder.h"
#include "tests/core/affinity/SampleGuest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::affinity {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr PathWord P = PathWord::Pix;

/// The reason for GPU0 using the NIC at distance `word` while its own is idle.
std::string reasonAt(PathWord word, std::optional<double> crossing) {
    Fabric fabric = buildFabric({{P, word}});
    fabric.crossing = crossing;
    Inputs inputs;
    inputs.run = {{0, 1, 0}};
    return pairsOf(judge(fabric, inputs), Basis::Run).at(0)->reason;
}

TEST(Crossing, GivesTheLibrarysInterSocketValueForEquallyFastLinks) {
    EXPECT_THAT(reasonAt(PathWord::Sys, 16), HasSubstr("the library assumes 16.0 GB/s between sockets"));
    EXPECT_THAT(reasonAt(PathWord::Sys, std::nullopt), Not(HasSubstr("between sockets")));
    EXPECT_THAT(reasonAt(PathWord::Node, 16), Not(HasSubstr("between sockets"))) << "within one socket";
}

TEST(Crossing, TheFigureIsTheLibrarysForThisKindOfCpuAlsoWhereThereIsOne) {
    EXPECT_EQ(examineFile(samples::fileOf({0, 1, 2}), {}).decisions.interCpuBandwidth, 16) << "AMD, RCCL";
    std::string intel = samples::fileOf({0, 1, 2});
    intel.replace(intel.find("AuthenticAMD"), 12, "GenuineIntel");
    intel.replace(intel.find("191"), 3, "6");
    EXPECT_EQ(examineFile(intel, {}).decisions.interCpuBandwidth, 6) << "an old Intel, RCCL 2.21";
}

} // namespace
} // namespace fabricscope::affinity
