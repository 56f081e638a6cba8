// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/GrowingList.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace fabricscope::bench {
namespace {

using List = GrowingList<int>;
constexpr std::size_t kPiece = List::kPiece;

List matchesUpTo(std::size_t count) {
    List list;
    for (std::size_t i = 0; i < count; ++i)
        list.push_back(static_cast<int>(i));
    return list;
}

TEST(GrowingList, IsWhatAVectorIsWhateverIsDoneToIt) {
    std::mt19937 random(7);
    List list;
    std::vector<int> same;
    std::vector<std::pair<List, std::vector<int>>> copies; // copies must never change
    for (int step = 0; step < 20000; ++step) {
        const unsigned what = random() % 100;
        if (what < 80 || same.empty()) {
            list.push_back(step);
            same.push_back(step);
        } else if (what < 88) {
            list.pop_back();
            same.pop_back();
        } else if (what < 96) {
            const std::size_t at = random() % same.size();
            list[at] = -step;
            same[at] = -step;
        } else if (what < 99) {
            const std::size_t count = random() % 40;
            list.dropFront(count);
            same.erase(same.begin(),
                       same.begin() + static_cast<std::ptrdiff_t>(std::min(count, same.size())));
        } else if (copies.size() < 200) {
            copies.emplace_back(list, same);
        }
        ASSERT_EQ(list.size(), same.size()) << step;
    }
    copies.emplace_back(list, same);
    for (const auto &[copy, vector] : copies)
        ASSERT_TRUE(std::equal(copy.begin(), copy.end(), vector.begin(), vector.end()));
}

TEST(GrowingList, ACopySharesAllThatItHoldsAndGetsOnePieceOfItsOwnWhenOneGrows) {
    List list = matchesUpTo(10 * kPiece + 3);
    const List copy = list;
    EXPECT_EQ(copy.sharedWith(list), 11U);
    list.push_back(-1);
    EXPECT_EQ(copy.sharedWith(list), 10U);
    EXPECT_EQ(copy.size() + 1, list.size());
    list[0] = -2;
    EXPECT_EQ(copy.sharedWith(list), 9U);
    EXPECT_EQ(copy[0], 0);
}

TEST(GrowingList, TheLastOnesStayAndWholePiecesGo) {
    List list = matchesUpTo(3 * kPiece);
    const List before = list;
    list.dropFront(kPiece + 5);
    ASSERT_EQ(list.size(), 2 * kPiece - 5);
    EXPECT_EQ(std::as_const(list).front(), static_cast<int>(kPiece + 5));
    EXPECT_EQ(std::as_const(list).back(), static_cast<int>(3 * kPiece - 1));
    list.dropFront(10 * kPiece);
    EXPECT_TRUE(list.empty());
    list.push_back(4);
    EXPECT_EQ(list, List{4});
    EXPECT_EQ(before, matchesUpTo(3 * kPiece));
}

TEST(GrowingList, ServesTheLibrarysAlgorithms) {
    const List list = matchesUpTo(1000);
    EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), 499500);
    EXPECT_EQ(std::lower_bound(list.begin(), list.end(), 600) - list.begin(), 600);
    EXPECT_EQ(*std::max_element(list.begin(), list.end()), 999);
    EXPECT_EQ(list.begin()[7], 7);
    EXPECT_EQ((List{1, 2, 3}), List(list.begin() + 1, list.begin() + 4));
    EXPECT_NE((List{1, 2}), (List{1, 3}));
}

/// Under ThreadSanitizer, this tests that copies of one list may be used in several threads.
TEST(GrowingList, ItsCopiesAreReadWhileItGrows) {
    List list;
    std::vector<std::thread> readers;
    std::atomic<int> wrong{0};
    for (int copy = 0; copy < 40; ++copy) {
        for (int i = 0; i < 97; ++i)
            list.push_back(static_cast<int>(list.size()));
        readers.emplace_back([copied = list, &wrong] {
            for (std::size_t i = 0; i < copied.size(); ++i)
                wrong += copied[i] == static_cast<int>(i) ? 0 : 1;
        });
    }
    for (std::thread &reader : readers)
        reader.join();
    EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace fabricscope::bench
