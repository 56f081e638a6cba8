// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/History.h"
#include "core/workspace/Workspace.h"

#include <gtest/gtest.h>

namespace fabricscope::workspace {
namespace {

/// Hosts 1 to 4 and capture 5, groups 10 "A" and 11 "B"; 1 and 2 are in A.
Workspace made() {
    Workspace workspace;
    workspace.groups = {{10, "A"}, {11, "B"}};
    for (Id id = 1; id <= 4; ++id)
        workspace.members.push_back(
            {id, {"h" + std::to_string(id), {}, 0, {}, {}, false}, {}, {}, 0, {}, {}});
    workspace.members.push_back({5, {}, {"old.fscope"}, {}, 0, {}, {}});
    workspace.members[0].group = workspace.members[1].group = 10;
    return workspace;
}

/// Members with their groups: "1@10 2@10 3 4 5".
std::string placesOf(const Workspace &workspace) {
    std::string text;
    for (const Member &member : workspace.members)
        text += (text.empty() ? "" : " ") + std::to_string(member.id) +
                (member.group == 0 ? "" : "@" + std::to_string(member.group));
    return text;
}

TEST(Workspace, AMuteReplacesThatOfTheSameFindingAndIsRemovedByItsValue) {
    const auto day = [](unsigned number) {
        return checks::Date{std::chrono::year(2026), std::chrono::month(12), std::chrono::day(number)};
    };
    const checks::Mute narrow{"link.narrow", "h1", "GPU5", "known", day(3)};
    auto value = withMute(made(), narrow, day(1));
    ASSERT_TRUE(value);
    checks::Mute longer = narrow;
    longer.until = day(24);
    value = withMute(*value, longer, day(1));
    ASSERT_TRUE(value);
    EXPECT_EQ(value->mutes, std::vector{longer});
    checks::Mute other = narrow;
    other.device = "GPU6";
    value = withMute(*value, other, day(1));
    ASSERT_TRUE(value);
    EXPECT_EQ(value->mutes, (std::vector{longer, other}));
    EXPECT_EQ(withoutMutes(*value, std::vector{narrow, longer}).mutes, std::vector{other});
    EXPECT_FALSE(withMute(*value, narrow, day(4))) << "its date has passed";
    value->mutes.assign(checks::MuteLimits::kMutes, other);
    EXPECT_FALSE(withMute(*value, narrow, day(1)));
    EXPECT_GT(bytesOf(*value), bytesOf(made()) + checks::MuteLimits::kMutes * sizeof(checks::Mute));
}

TEST(Workspace, MovesHostsIntoAGroupBehindTheOthersOrBeforeOneOfThem) {
    EXPECT_EQ(placesOf(withMoved(made(), std::vector<Id>{3}, 10)), "1@10 2@10 4 5 3@10");
    EXPECT_EQ(placesOf(withMoved(made(), std::vector<Id>{4, 3}, 10, 2)), "1@10 3@10 4@10 2@10 5");
    EXPECT_EQ(placesOf(withMoved(made(), std::vector<Id>{2}, 10, 1)), "2@10 1@10 3 4 5");
    EXPECT_EQ(placesOf(withMoved(made(), std::vector<Id>{1}, 0)), "2@10 3 4 5 1");
}

TEST(Workspace, AMoveUponItselfIsNoneAndCapturesAndUnknownGroupsMoveNothing) {
    EXPECT_EQ(placesOf(withMoved(made(), std::vector<Id>{1}, 10, 1)), "1@10 2@10 3 4 5");
    EXPECT_EQ(withMoved(made(), std::vector<Id>{5}, 10), made());
    EXPECT_EQ(withMoved(made(), std::vector<Id>{3}, 99), made());
    EXPECT_EQ(withMoved(made(), std::vector<Id>{77}, 10), made());
}

TEST(Workspace, GroupsHaveNamesThatAreTheirsAlone) {
    EXPECT_EQ(withGroup(made(), 12, "  C ")->groups.back(), (Group{12, "C"}));
    EXPECT_FALSE(withGroup(made(), 12, "A"));
    EXPECT_FALSE(withGroupRenamed(made(), 11, "A"));
    EXPECT_EQ(withGroupRenamed(made(), 11, "B2")->group(11)->name, "B2");
    EXPECT_EQ(*withGroupRenamed(made(), 11, "B"), made()) << "its own name is no other's";
}

TEST(Workspace, NamesAreBoundedAndCanBeShown) {
    for (const std::string &name : {std::string(), std::string("  \t"), std::string(121, 'x'),
                                    std::string("a\x1b[31m"), std::string("a\nb"), std::string("\xff")}) {
        EXPECT_FALSE(checkedName(name)) << name;
        EXPECT_FALSE(withGroup(made(), 12, name)) << name;
    }
    EXPECT_EQ(*checkedName(" MI355X bring-up "), "MI355X bring-up");
    EXPECT_TRUE(checkedName(std::string(120, 'x')));
    EXPECT_FALSE(withRenamed(made(), 1, "a\nb"));
}

TEST(Workspace, AnEmptyNameGivesAHostItsOwnBack) {
    const auto named = withRenamed(made(), 3, "head node");
    ASSERT_TRUE(named);
    EXPECT_EQ(named->member(3)->name, "head node");
    EXPECT_EQ(*withRenamed(*named, 3, " "), made());
}

TEST(Workspace, AGroupThatGoesLeavesItsHosts) {
    const Workspace rest = withoutGroup(made(), 10);
    EXPECT_EQ(placesOf(rest), "1 2 3 4 5");
    EXPECT_EQ(rest.groups.size(), 1U);
}

TEST(Workspace, RemovesHostsAndCaptures) {
    EXPECT_EQ(placesOf(without(made(), std::vector<Id>{2, 5, 99})), "1@10 3 4");
}

TEST(History, NamesItsSteps) {
    History<int> history(0);
    EXPECT_EQ(history.undoName(), "");
    history.change(1, "Rename a");
    history.change(2, "Remove b");
    EXPECT_EQ(history.undoName(), "Remove b");
    EXPECT_EQ(history.redoName(), "");
    history.undo();
    EXPECT_EQ(history.undoName(), "Rename a");
    EXPECT_EQ(history.redoName(), "Remove b");
}

/// made() with this name for host 1.
Workspace renamed(const std::string &name) {
    return *withRenamed(made(), 1, name);
}

TEST(History, ForgetsTheOldestStepsBeyondItsMemoryButNeverTheLast) {
    const std::size_t one = bytesOf(made());
    EXPECT_GT(one, 5 * sizeof(Member));
    History<Workspace> history(made(), 4 * one + 200);
    for (const char *name : {"a", "b", "c", "d", "e", "f"})
        history.change(renamed(name));
    int steps = 0;
    while (history.undo())
        ++steps;
    EXPECT_GE(steps, 2);
    EXPECT_LE(steps, 3);
    EXPECT_EQ(history.current().members[0].name, steps == 3 ? "c" : "d");
    History<Workspace> tiny(made(), 1);
    tiny.change(renamed("a"));
    tiny.change(renamed("b"));
    ASSERT_TRUE(tiny.undo());
    EXPECT_EQ(tiny.current().members[0].name, "a");
    EXPECT_FALSE(tiny.undo());
}

TEST(History, CountsTheTextsOfWhatItKeeps) {
    Workspace large = made();
    large.members[4].files.assign(64, std::string(4096, 'x'));
    EXPECT_GT(bytesOf(large), bytesOf(made()) + std::size_t{64} * 4096);
    large.members[0].moves.assign(1000, {"GPU0", "0000:05:00.0", std::string(100, 'n'), ""});
    EXPECT_GT(bytesOf(large), bytesOf(made()) + std::size_t{64} * 4096 + 100 * 1000);
}

TEST(History, AnAmendmentHoldsForAllValuesAndIsNoStep) {
    History<Workspace> history(made());
    history.change(without(made(), std::vector<Id>{1}), "Remove h1");
    history.undo();
    // A new host stays, whatever is undone or redone.
    history.amend([](Workspace &each) {
        each.members.push_back({6, {"h6", {}, 0, {}, {}, false}, {}, {}, 0, {}, {}});
    });
    EXPECT_FALSE(history.canUndo());
    EXPECT_EQ(placesOf(history.current()), "1@10 2@10 3 4 5 6");
    ASSERT_TRUE(history.redo());
    EXPECT_EQ(placesOf(history.current()), "2@10 3 4 5 6");
}

} // namespace
} // namespace fabricscope::workspace
