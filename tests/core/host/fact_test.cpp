// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/Host.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace fabricscope::host {
namespace {

TEST(Fact, IsUnknownUntilSomethingIsSaid) {
    EXPECT_FALSE(Fact<int>().known());
    EXPECT_FALSE(Fact<int>().evidence().exists());
    EXPECT_EQ(Fact<int>().valueOr(7), 7);
    EXPECT_EQ(Fact<std::string>().valueOr("none"), "none");
    EXPECT_EQ(*Fact<std::string>(), "") << "to be asked for known() first, and harmless all the same";
    EXPECT_FALSE(Fact<std::string>() == Fact<std::string>("", {})) << "empty is something else";
    EXPECT_FALSE(Fact<int>() == Fact<int>(0, {}));
}

TEST(Fact, IsKnownWithoutEvidenceToo) {
    const Fact<std::uint16_t> fact(0, {});
    EXPECT_TRUE(fact.known());
    EXPECT_FALSE(fact.evidence().exists());
    EXPECT_EQ(fact.evidence(), EvidenceRef());
}

TEST(Fact, KeepsTheLongestEvidence) {
    const EvidenceRef evidence{0xFFFFFFFF, EvidenceRef::kLongest, 0xFFFE};
    EXPECT_EQ(Fact<double>(1.5, evidence).evidence(), evidence);
    EXPECT_EQ(Fact<std::string>("text", evidence).evidence(), evidence);
}

TEST(Fact, IsTakenOverFromAnotherPlace) {
    const EvidenceRef there{10, 3, 1}, here{50, 3, 1};
    const Fact<int> number(4, there);
    EXPECT_TRUE(number.standsAt(there));
    EXPECT_FALSE(number.standsAt(here));
    EXPECT_FALSE(Fact<int>().standsAt({})) << "what nobody said stands nowhere";
    EXPECT_FALSE(Fact<std::string>().standsAt({}));
    Fact<int> again;
    again.takeOver(number, here);
    EXPECT_EQ(again, number) << "the same fact from another line";
    EXPECT_EQ(again.evidence(), here);
}

TEST(Fact, CopiesOfATextShareIt) {
    const Fact<std::string> first("a text that is too long for the place inside a string", {1, 2, 3});
    Fact<std::string> second = first, third;
    third.takeOver(first, {4, 5, 6});
    EXPECT_EQ(&*first, &*second);
    EXPECT_EQ(&*first, &*third);
    second = {"another", {}};
    EXPECT_EQ(first->substr(0, 6), "a text") << "who gets another one changes nobody else's";
}

TEST(Shared, IsWrittenToWithoutChangingItsCopies) {
    Shared<pci::ConfigSpace> first;
    EXPECT_FALSE(first.has_value());
    first.emplace().bytesRead = 256;
    Shared<pci::ConfigSpace> second = first;
    EXPECT_EQ(std::as_const(first).operator->(), std::as_const(second).operator->()) << "one for both";
    EXPECT_EQ(first, second);
    second->bytesRead = 64;
    EXPECT_EQ(std::as_const(first)->bytesRead, 256);
    EXPECT_FALSE(first == second);
    second.reset();
    EXPECT_TRUE(first.has_value());
    EXPECT_FALSE(first == second);
}

} // namespace
} // namespace fabricscope::host
