// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/affinity/HostVerdict.h"

#include <gmock/gmock.h>

namespace fabricscope::present {
namespace {

using findings::Finding;
using findings::Severity;
using testing::ElementsAre;
using testing::IsEmpty;

Finding found(Severity severity, const std::string &device) {
    Finding finding("device.fault", "lost");
    finding.severity = severity;
    finding.device = device;
    return finding;
}

const affinity::Verdict kPaired{std::nullopt, "All 8 GPUs use their own NIC.", {}, {}, true};
const affinity::Verdict kMispaired{Severity::Error, "2 of 8 GPUs are mispaired.", "Why.", {"Fix."}, true};

TEST(HostVerdict, IsThatOnThePairsIfNothingIsWorse) {
    const HostVerdict host = hostVerdict(&kMispaired, {found(Severity::Error, "GPU3")});
    EXPECT_EQ(host.verdict.sentence, kMispaired.sentence);
    EXPECT_FALSE(host.finding);
    EXPECT_THAT(host.notes, IsEmpty());
    EXPECT_EQ(hostVerdict(&kPaired, {}).verdict.sentence, kPaired.sentence);
}

TEST(HostVerdict, IsTheWorstFindingIfThePairsAreBetter) {
    const std::vector<Finding> findings{found(Severity::Warning, "GPU1"), found(Severity::Error, "GPU3"),
                                        found(Severity::Error, "GPU5")};
    const HostVerdict host = hostVerdict(&kPaired, findings);
    EXPECT_EQ(host.finding, 1U);
    EXPECT_EQ(host.verdict.severity, Severity::Error);
    EXPECT_EQ(host.verdict.sentence, findings::claim(findings[1]));
    EXPECT_EQ(host.verdict.fix, findings::steps(findings[1]));
    EXPECT_THAT(host.notes,
                ElementsAre(kPaired.sentence, findings::claim(findings[0]), findings::claim(findings[2])));
}

TEST(HostVerdict, NeedsNoPairs) {
    EXPECT_EQ(hostVerdict(nullptr, {found(Severity::Warning, "GPU1")}).finding, 0U);
    EXPECT_THAT(hostVerdict(nullptr, {}).verdict.sentence, IsEmpty());
}

} // namespace
} // namespace fabricscope::present
