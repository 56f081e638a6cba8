// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/FolderMembers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace fabricscope::capture {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(FolderMembers, AreSortedWhateverOrderTheyCameIn) {
    FolderMembers members;
    for (const auto &[name, id] :
         std::vector<FolderMembers::value_type>{{"b", 1}, {"d", 2}, {"a", 3}, {"e", 4}, {"c", 5}}) {
        EXPECT_FALSE(members.known(name));
        members.add(name, id);
        EXPECT_EQ(members.known(name), id) << "also before they are sorted";
    }
    members.sort();
    EXPECT_THAT(members,
                ElementsAre(Pair("a", 3U), Pair("b", 1U), Pair("c", 5U), Pair("d", 2U), Pair("e", 4U)));
    EXPECT_TRUE(members.contains("c"));
    EXPECT_FALSE(members.contains("bb"));
    EXPECT_EQ(members.lower_bound("bb")->first, "c");
    EXPECT_EQ(members.lower_bound("f"), members.end());
    members.add("aa", 6);
    EXPECT_EQ(members.known("aa"), 6U);
    members.sort();
    EXPECT_EQ(members.find("aa")->second, 6U);
    EXPECT_EQ(members.rbegin()->first, "e");
}

TEST(FolderMembers, OfAnEmptyFolderAreNone) {
    FolderMembers members;
    members.sort();
    EXPECT_EQ(members.begin(), members.end());
    EXPECT_FALSE(members.contains(""));
}

} // namespace
} // namespace fabricscope::capture
