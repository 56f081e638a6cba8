// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Assignment.h"
#include "tests/core/affinity/FabricBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <random>

namespace fabricscope::affinity {
namespace {

using testing::ElementsAre;

constexpr PathWord P = PathWord::Pix, X = PathWord::Pxb, N = PathWord::Node, S = PathWord::Sys,
                   U = PathWord::Unknown;

/// The cost of an assignment by definition; rows without any edge cost nothing.
std::int64_t costOf(const AssignmentProblem &problem, const std::vector<std::optional<std::size_t>> &answer) {
    std::int64_t total = 0;
    std::vector<std::size_t> load(problem.columns, 0);
    for (std::size_t row = 0; row < problem.rows; ++row) {
        if (!answer[row])
            continue;
        total += problem.costOf(row, *answer[row]) + problem.loadCost(load[*answer[row]]++);
    }
    return total;
}

/// The minimum over all assignments, by exhaustive search.
std::int64_t bruteForce(const AssignmentProblem &problem) {
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    std::vector<std::optional<std::size_t>> answer(problem.rows);
    const std::function<void(std::size_t)> place = [&](std::size_t row) {
        if (row == problem.rows) {
            best = std::min(best, costOf(problem, answer));
            return;
        }
        bool any = false;
        for (std::size_t column = 0; column < problem.columns; ++column)
            if (problem.costOf(row, column) != AssignmentProblem::kNoEdge) {
                any = true;
                answer[row] = column;
                place(row + 1);
            }
        if (!any) {
            answer[row].reset();
            place(row + 1);
        }
    };
    place(0);
    return best;
}

TEST(Assignment, IsTheCheapestOfAllForAnyProblemUpToFiveByFive) {
    std::mt19937 random(4711);
    int shared = 0;
    for (int round = 0; round < 3000; ++round) {
        AssignmentProblem problem;
        problem.rows = 1 + random() % 5;
        problem.columns = 1 + random() % 5;
        problem.sharing = random() % 30;
        problem.balance = random() % 7;
        for (std::size_t i = 0; i < problem.rows * problem.columns; ++i)
            problem.cost.push_back(random() % 6 == 0 ? AssignmentProblem::kNoEdge
                                                     : static_cast<std::int64_t>(random() % 25));
        const auto answer = cheapest(problem);
        ASSERT_EQ(costOf(problem, answer), bruteForce(problem)) << "round " << round;
        std::vector<std::size_t> load(problem.columns, 0);
        for (std::size_t row = 0; row < problem.rows; ++row) {
            const bool hasEdge =
                std::any_of(problem.cost.begin() + static_cast<std::ptrdiff_t>(row * problem.columns),
                            problem.cost.begin() + static_cast<std::ptrdiff_t>((row + 1) * problem.columns),
                            [](std::int64_t cost) { return cost != AssignmentProblem::kNoEdge; });
            ASSERT_EQ(answer[row].has_value(), hasEdge);
            if (answer[row] && ++load[*answer[row]] == 2)
                ++shared;
        }
    }
    EXPECT_GT(shared, 300) << "the problems must make sharing happen";
}

TEST(Assignment, OfRandomServersIsTheBestOfAll) {
    std::mt19937 random(99);
    constexpr std::array kWords = {P, X, PathWord::Phb, N, S};
    for (int round = 0; round < 500; ++round) {
        Fabric fabric;
        const std::size_t gpus = 1 + random() % 5;
        const std::size_t nics = 1 + random() % 5;
        fabric.gpus.resize(gpus);
        fabric.nics.resize(nics);
        for (std::size_t i = 0; i < gpus * nics; ++i)
            fabric.gpuNic.push_back({kWords.at(random() % kWords.size()), 0, GigabytesPerSecond{63}, {}});
        const auto ideal = idealNics(fabric);
        AssignmentProblem words; // distance and sharing only: the visible part
        words.rows = gpus;
        words.columns = nics;
        words.sharing = kCostOfSharing;
        std::vector<std::optional<std::size_t>> first(gpus);
        for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
            ASSERT_FALSE(ideal[gpu].empty());
            first[gpu] = ideal[gpu].front();
            for (std::size_t nic = 0; nic < nics; ++nic)
                words.cost.push_back(*costOfWord(fabric.reach(gpu, nic).word));
        }
        ASSERT_EQ(costOf(words, first), bruteForce(words)) << "round " << round;
    }
}

TEST(Assignment, IsNotGreedy) {
    // A greedy assignment gives NIC 0 to GPU0 and leaves GPU1 across sockets.
    EXPECT_THAT(idealNics(buildFabric({{P, P}, {P, S}})), ElementsAre(ElementsAre(1), ElementsAre(0)));
}

TEST(Assignment, KeepsTheOrderAmongEquals) {
    EXPECT_THAT(idealNics(buildFabric({{P, P, P}, {P, P, P}, {P, P, P}})),
                ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2)));
}

TEST(Assignment, SpreadsSharedNicsEvenly) {
    EXPECT_THAT(
        idealNics(buildFabric({{P, P}, {P, P}, {P, P}, {P, P}})),
        ElementsAre(ElementsAre(0), ElementsAre(testing::_), ElementsAre(testing::_), ElementsAre(1)));
    const auto ideal = idealNics(buildFabric({{P, P}, {P, P}, {P, P}, {P, P}}));
    int first = 0;
    for (const auto &nics : ideal)
        first += nics.front() == 0 ? 1 : 0;
    EXPECT_EQ(first, 2);
}

TEST(Assignment, GivesSeveralNicsWhereTheyAreAsNear) {
    EXPECT_THAT(idealNics(buildFabric({{P, P, S, S}, {S, S, P, P}})),
                ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
    EXPECT_THAT(idealNics(buildFabric({{P, N, S}, {S, S, P}})), ElementsAre(ElementsAre(0), ElementsAre(2)))
        << "a NIC that is farther than the first is nobody's";
}

TEST(Assignment, SharesRatherThanCrossesSocketsButNotRatherThanCrossesTheHostBridge) {
    EXPECT_THAT(idealNics(buildFabric({{P, S}, {P, S}})), ElementsAre(ElementsAre(0), ElementsAre(0)));
    EXPECT_THAT(idealNics(buildFabric({{P, N}, {P, N}})), ElementsAre(ElementsAre(0), ElementsAre(1)));
}

TEST(Assignment, IsEmptyForUnknownDistances) {
    EXPECT_THAT(idealNics(buildFabric({{U, S}, {S, U}})),
                ElementsAre(testing::IsEmpty(), testing::IsEmpty()));
    EXPECT_THAT(idealNics(buildFabric({{P, U}, {U, U}})), ElementsAre(ElementsAre(0), testing::IsEmpty()))
        << "nothing can be nearer than one switch";
}

TEST(Assignment, LeavesOutWhatIsNoCandidate) {
    Fabric fabric = buildFabric({{P, N, N, N}});
    fabric.nics[0].unused = true;
    fabric.nics[1].frontEnd = true;
    fabric.nics[2].isVirtual = true;
    EXPECT_THAT(idealNics(fabric), ElementsAre(ElementsAre(3)));
}

TEST(Assignment, PrefersTheWiderOfEquals) {
    Fabric fabric = buildFabric({{P, P}});
    fabric.gpuNic[0].bandwidth = GigabytesPerSecond{31.5};
    EXPECT_EQ(idealNics(fabric)[0].front(), 1u);
}

TEST(Assignment, OfTheLargestHostThatIsJudgedEnds) {
    Fabric fabric;
    fabric.gpus.resize(Fabric::kMaxGpus);
    fabric.nics.resize(Fabric::kMaxNics);
    std::mt19937 random(5);
    constexpr std::array kWords = {P, X, N, S};
    for (std::size_t i = 0; i < fabric.gpus.size() * fabric.nics.size(); ++i)
        fabric.gpuNic.push_back({kWords.at(random() % kWords.size()), 0, {}, {}});
    const auto ideal = idealNics(fabric);
    for (const auto &nics : ideal)
        ASSERT_FALSE(nics.empty());
    EXPECT_EQ(idealNics(fabric), ideal) << "the same again";
}

} // namespace
} // namespace fabricscope::affinity
