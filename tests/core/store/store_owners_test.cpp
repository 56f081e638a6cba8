// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunOwners.h"
#include "tests/core/store/StoreFolder.h"

#include <gmock/gmock.h>

namespace fabricscope::store {
namespace {

using bench::Phase;
using testing::HasSubstr;

const RunOwner kOwner{"machine host", "boot", "pid:[1]", 42, 4711};

class StoreOwners : public StoreFolder {
protected:
    void keep(const std::string &id, Phase phase, const RunOwner *owner, bool detached = false,
              std::int64_t createdMs = 1000) {
        bench::RunRecord record = recordOf(id, createdMs);
        record.state.phase = phase;
        record.spec.detached = detached;
        record.spec.longest = std::chrono::seconds(60);
        ASSERT_TRUE(store.add(record, owner));
    }
    Phase phaseOf(const std::string &id) { return (**store.find(id)).state.phase; }
    std::size_t mark(OwnerState state, std::int64_t nowMs = 2000) {
        const auto marked = markInterrupted(store, nowMs, [&](const RunOwner &owner) {
            looked.push_back(owner);
            return state;
        });
        EXPECT_TRUE(marked.has_value());
        return marked.value_or(99);
    }

    RunStore store = opened();
    std::vector<RunOwner> looked;
};

TEST_F(StoreOwners, ARunOfAProgramThatIsGoneIsInterrupted) {
    keep("run-1", Phase::Running, &kOwner);
    ASSERT_TRUE(store.append("run-1", Stream::Output, 1500, "a row\n"));
    ASSERT_TRUE(store.flush());
    EXPECT_EQ(hasUnfinished(store), true);
    EXPECT_EQ(mark(OwnerState::Gone), 1U);
    EXPECT_EQ(looked, std::vector{kOwner});
    const auto run = store.find("run-1");
    EXPECT_EQ((*run)->state.phase, Phase::Interrupted);
    EXPECT_EQ(toString((*run)->state.phase), "interrupted");
    EXPECT_THAT((*run)->state.why, HasSubstr("killed"));
    EXPECT_EQ((*run)->state.endedMs, 1500) << "when the last of it came";
    EXPECT_EQ(hasUnfinished(store), false);
    EXPECT_EQ(mark(OwnerState::Gone), 0U) << "once";
}

TEST_F(StoreOwners, AnInterruptedRunNamesTheProcessesOfOthersThatWereSeenAndHowToLookForAll) {
    keep("run-1", Phase::Running, &kOwner);
    bench::RunState state = (**store.find("run-1")).state;
    state.containment = "subreaper";
    state.remaining = {{8993, "sudo", "root", bench::RemainingProcess::Reason::Denied}};
    ASSERT_TRUE(store.setState(state));
    keep("run-2", Phase::Running, &kOwner);
    EXPECT_EQ(mark(OwnerState::Gone), 2U);
    const auto whyOf = [&](const char *id) {
        return (**store.find(id)).state.why;
    };
    EXPECT_THAT(whyOf("run-1"),
                HasSubstr(" (sudo), as last seen: process 8993 (sudo) of root; to check (newest "
                          "last): "));
    EXPECT_THAT(whyOf("run-2"), HasSubstr(" (sudo); to check (newest last): "));
    EXPECT_THAT(whyOf("run-2"), testing::EndsWith("ps -eo pid,ppid,user,lstart,args --sort=start_time"))
        << "root's processes, too, and after the tool's has ended";
}

TEST_F(StoreOwners, OneOfALivingProgramIsNotWhateverItsAge) {
    keep("run-1", Phase::Running, &kOwner);
    EXPECT_EQ(mark(OwnerState::Alive, std::int64_t{1} << 50), 0U);
    EXPECT_EQ(phaseOf("run-1"), Phase::Running);
}

TEST_F(StoreOwners, OneOfAnUnknownProgramIsOnceItMustHaveEnded) {
    keep("elsewhere", Phase::Running, &kOwner);
    keep("of-an-older-version", Phase::Stopping, nullptr);
    EXPECT_EQ(mark(OwnerState::Unknown), 0U);
    EXPECT_EQ(mark(OwnerState::Unknown, 1000 + 60000 + kLongestSlackMs), 0U);
    EXPECT_EQ(mark(OwnerState::Unknown, 1001 + 60000 + kLongestSlackMs), 2U);
    EXPECT_EQ(phaseOf("elsewhere"), Phase::Interrupted);
    EXPECT_EQ(phaseOf("of-an-older-version"), Phase::Interrupted);
}

TEST_F(StoreOwners, WhatHasEndedOrGoesOnByItselfIsNeverLookedAt) {
    for (const Phase phase : {Phase::Ended, Phase::Stopped, Phase::Lost, Phase::Failed})
        keep("run-" + std::to_string(static_cast<int>(phase)), phase, &kOwner);
    EXPECT_EQ(mark(OwnerState::Gone, std::int64_t{1} << 50), 0U);
    EXPECT_TRUE(looked.empty());
}

TEST_F(StoreOwners, ADetachedRunGoesOnWithoutItsProgramAsLongAsItMay) {
    keep("detached", Phase::Running, &kOwner, true);
    keep("of-an-older-version", Phase::Running, nullptr, true);
    EXPECT_EQ(mark(OwnerState::Gone), 0U);
    const std::int64_t lastMs = 1000 + 60000 + kDetachedSlackMs;
    EXPECT_EQ(mark(OwnerState::Gone, lastMs), 0U);
    EXPECT_EQ(mark(OwnerState::Alive, lastMs + 1), 1U) << "of nobody";
    EXPECT_EQ(phaseOf("detached"), Phase::Running) << "somebody follows it";
    EXPECT_EQ(mark(OwnerState::Gone, lastMs + 1), 1U);
    EXPECT_EQ(phaseOf("detached"), Phase::Interrupted);
    EXPECT_THAT((**store.find("detached")).state.why, HasSubstr("no report within"));
    RunStore::Filter filter;
    filter.isUnfinished = true;
    EXPECT_EQ(*store.count(filter), 0U);
    filter.orInterrupted = true;
    EXPECT_EQ(store.list(filter)->size(), 2U) << "a fetch may still tell how it ended";
}

TEST_F(StoreOwners, ADetachedRunWhoseProgramWasKilledAsItStartedIsInterrupted) {
    keep("starting", Phase::Starting, &kOwner, true);
    EXPECT_EQ(mark(OwnerState::Alive), 0U);
    EXPECT_EQ(mark(OwnerState::Unknown), 0U);
    EXPECT_EQ(mark(OwnerState::Gone), 1U);
    EXPECT_EQ(phaseOf("starting"), Phase::Interrupted);
    EXPECT_THAT((**store.find("starting")).state.why, HasSubstr("before the start of the run was confirmed"));
}

TEST_F(StoreOwners, OfTwoProgramsOneAloneKeepsARun) {
    const RunOwner other{"machine host", "boot", "pid:[1]", 43, 4712};
    keep("run-1", Phase::Running, &kOwner, true);
    const auto lives = [](const RunOwner &) {
        return OwnerState::Alive;
    };
    const auto isGone = [](const RunOwner &) {
        return OwnerState::Gone;
    };
    EXPECT_EQ(takeOver(store, "run-1", kOwner, lives), true) << "it has it already";
    EXPECT_EQ(isOwnedByAnother(store, "run-1", kOwner, lives), false);
    EXPECT_EQ(isOwnedByAnother(store, "run-1", other, lives), true);
    EXPECT_EQ(takeOver(store, "run-1", other, lives), false);
    EXPECT_EQ(takeOver(store, "run-1", other, isGone), true);
    EXPECT_EQ(takeOver(store, "run-1", kOwner, lives), false);
    ASSERT_TRUE(release(store, "run-1", kOwner));
    EXPECT_EQ(takeOver(store, "run-1", kOwner, lives), false) << "only the one that has it lets it go";
    ASSERT_TRUE(release(store, "run-1", other));
    EXPECT_EQ(takeOver(store, "run-1", kOwner, lives), true);
}

TEST_F(StoreOwners, RunIsEndedWhenItsProgramReportsTheEndLate) {
    keep("run-1", Phase::Running, &kOwner);
    EXPECT_EQ(mark(OwnerState::Gone), 1U);
    bench::RunState state = (**store.find("run-1")).state;
    state.phase = Phase::Ended;
    ASSERT_TRUE(store.setState(state));
    EXPECT_EQ(phaseOf("run-1"), Phase::Ended);
}

} // namespace
} // namespace fabricscope::store
