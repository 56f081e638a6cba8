// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/History.h"
#include "core/workspace/WhatIfMoves.h"
#include "tests/support/samples/SampleAffinity.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::workspace {
namespace {

TEST(History, GoesBackAndForthAndForgetsWhatWasUndoneOnAChange) {
    History<int> history(1);
    EXPECT_FALSE(history.canUndo());
    EXPECT_FALSE(history.undo());
    history.change(2);
    history.change(3);
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(history.current(), 2);
    EXPECT_TRUE(history.redo());
    EXPECT_EQ(history.current(), 3);
    EXPECT_FALSE(history.redo());
    history.undo();
    history.undo();
    history.change(9);
    EXPECT_EQ(history.current(), 9);
    EXPECT_FALSE(history.canRedo());
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(history.current(), 1);
}

TEST(History, IsBounded) {
    History<int> history(0);
    for (int i = 1; i <= 1000; ++i)
        history.change(i);
    int steps = 0;
    while (history.undo())
        ++steps;
    EXPECT_EQ(steps, 200);
    EXPECT_EQ(history.current(), 800);
}

std::size_t mispaired(const affinity::Judgement &judgement) {
    return static_cast<std::size_t>(
        std::count_if(judgement.pairs.begin(), judgement.pairs.end(), [&](const affinity::Pair &pair) {
            return pair.basis == judgement.leading() && pair.mispaired;
        }));
}

std::size_t firstNic(const affinity::Judgement &judgement, std::size_t gpu) {
    for (const affinity::Pair &pair : judgement.pairs)
        if (pair.basis == judgement.leading() && pair.gpu == gpu)
            return pair.nic.value();
    return 0;
}

TEST(WhatIfMoves, MovesBuildOnEachOther) {
    const auto examination = samples::examinationOf(samples::pairingHost(samples::mi355xServer()), {2, 3});
    const affinity::Judgement &now = examination->judgement;
    ASSERT_EQ(mispaired(now), 2U);
    const std::size_t right = firstNic(now, 3), other = firstNic(now, 0);
    const WhatIfMove mend = moveOf(now.fabric, 2, right);
    const auto one = hypothesisOf(now, examination->inputs, now.leading(), {mend});
    ASSERT_TRUE(one.last);
    EXPECT_TRUE(one.last->better);
    EXPECT_EQ(mispaired(one.last->judgement), 0U);
    // GPU2 then takes the NIC of GPU0, which gets GPU2's in return.
    const auto two =
        hypothesisOf(now, examination->inputs, now.leading(), {mend, moveOf(now.fabric, 2, other)});
    EXPECT_EQ(two.sentences.size(), 2U);
    EXPECT_TRUE(two.last->worse);
    EXPECT_EQ(mispaired(two.last->judgement), 2U);
    EXPECT_EQ(firstNic(two.last->judgement, 0), right);
    EXPECT_EQ(mispaired(now), 2U); // the judgement is not changed
}

TEST(WhatIfMoves, CountsMovesOfDevicesThatAreGone) {
    const auto examination = samples::examinationOf(samples::pairingHost(samples::mi355xServer()));
    const auto result = hypothesisOf(examination->judgement, examination->inputs,
                                     examination->judgement.leading(), {{"GPU9", "0000:ff:00.0", "x", "y"}});
    EXPECT_FALSE(result.last);
    EXPECT_EQ(result.impossible, 1U);
}

} // namespace
} // namespace fabricscope::workspace
