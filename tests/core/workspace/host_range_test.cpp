// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/HostRange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::workspace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> expanded(std::string_view text, RangeGrammar grammar = RangeGrammar::Hostlist) {
    const auto names = expandRange(text, grammar);
    EXPECT_TRUE(names) << text << ": " << names.error().toString();
    return names.value_or(std::vector<std::string>());
}

TEST(HostRange, ANameWithoutBracketsIsItself) {
    EXPECT_THAT(expanded("gpu-07"), ElementsAre("gpu-07"));
    EXPECT_THAT(expanded("root@gpu-07:2222/docker:train"), ElementsAre("root@gpu-07:2222/docker:train"));
}

TEST(HostRange, LeadingZerosStayAndWidthGrowsWhereTheNumberDoes) {
    const auto names = expanded("mi300x-[001-064]");
    ASSERT_EQ(names.size(), 64U);
    EXPECT_EQ(names.front(), "mi300x-001");
    EXPECT_EQ(names[9], "mi300x-010");
    EXPECT_EQ(names.back(), "mi300x-064");
    EXPECT_THAT(expanded("n[8-11]"), ElementsAre("n8", "n9", "n10", "n11"));
    EXPECT_THAT(expanded("n[098-101]"), ElementsAre("n098", "n099", "n100", "n101"));
}

TEST(HostRange, SeveralBracketsAndListsMultiplyInOrder) {
    EXPECT_THAT(expanded("gpu[1-2,7,09-10]-[a,b]"),
                ElementsAre("gpu1-a", "gpu1-b", "gpu2-a", "gpu2-b", "gpu7-a", "gpu7-b", "gpu09-a", "gpu09-b",
                            "gpu10-a", "gpu10-b"));
    EXPECT_THAT(expanded("rack[a-c]"), ElementsAre("racka", "rackb", "rackc"));
}

TEST(HostRange, CommasOutsideOfBracketsSeparate) {
    EXPECT_THAT(expanded("gpu[01-02],login1, n[1]"), ElementsAre("gpu01", "gpu02", "login1", "n1"));
}

TEST(HostRange, UserPortAndContainerGoWithEachName) {
    EXPECT_THAT(expanded("ops@gpu-[1-2]:2222/docker:train"),
                ElementsAre("ops@gpu-1:2222/docker:train", "ops@gpu-2:2222/docker:train"));
}

TEST(HostRange, AnAddressOfIpv6IsNoRange) {
    EXPECT_THAT(expanded("root@[fe80::1]:22"), ElementsAre("root@[fe80::1]:22"));
}

TEST(HostRange, AnsiblesGrammarHasColonsLettersAndSteps) {
    EXPECT_THAT(expanded("www[01:03].example.com", RangeGrammar::Ansible),
                ElementsAre("www01.example.com", "www02.example.com", "www03.example.com"));
    EXPECT_THAT(expanded("db-[a:c]", RangeGrammar::Ansible), ElementsAre("db-a", "db-b", "db-c"));
    EXPECT_THAT(expanded("n[00:10:5]", RangeGrammar::Ansible), ElementsAre("n00", "n05", "n10"));
}

TEST(HostRange, WhatIsNoRangeIsAnErrorThatNamesIt) {
    for (const char *text : {"gpu[1-", "gpu1]", "gpu[]", "gpu[5-1]", "gpu[1-2-3]", "gpu[a-10]", "gpu[-]",
                             "gpu[1,]", "", "a,,b", "n[1-99999999999999999999]", "gpu[$(reboot)]"}) {
        const auto names = expandRange(text);
        ASSERT_FALSE(names) << text;
        EXPECT_FALSE(names.error().what.empty());
    }
    EXPECT_THAT(expandRange("gpu[5-1]").error().toString(), HasSubstr("'5-1'"));
}

TEST(HostRange, TheBoundIsCountedBeforeANameIsMade) {
    EXPECT_EQ(expanded("n[1-65536]").size(), kMaxHosts);
    for (const char *text : {"n[1-65537]", "n[1-256]-[1-257]", "n[0-999999999999999999]", "a[1-65536],b",
                             "[1-256][1-256][1-256][1-256][1-256][1-256][1-256][1-256]",
                             "n[1-2][1-2][1-2][1-2][1-2][1-2][1-2][1-2][1-2]"}) {
        const auto names = expandRange(text);
        ASSERT_FALSE(names) << text;
        EXPECT_THAT(names.error().what, HasSubstr("more than"));
    }
}

} // namespace
} // namespace fabricscope::workspace
