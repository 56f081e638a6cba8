// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/Host.h"
#include "core/host/OptionalText.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::host {
namespace {

TEST(Fact, IsUnknownUntilSet) {
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

TEST(Fact, OfAShortNumberKeepsTheEvidenceThatACaptureCanHave) {
    const EvidenceRef farthest{(1U << 26) - 1, 511, 4094};
    EXPECT_EQ(Fact<std::uint8_t>(3, farthest).evidence(), farthest);
    EXPECT_EQ(Fact<std::uint16_t>(3, {7, 0, 0}).evidence(), (EvidenceRef{7, 0, 0}));
    EXPECT_EQ(Fact<std::uint16_t>(3, {7, 600, 2}).evidence(), (EvidenceRef{7, 511, 2})) << "its beginning";
    for (const EvidenceRef beyond : {EvidenceRef{1U << 26, 5, 1}, EvidenceRef{7, 5, 4095}}) {
        const Fact<std::uint16_t> fact(3, beyond);
        EXPECT_EQ(*fact, 3);
        EXPECT_FALSE(fact.evidence().exists());
    }
}

template<class T> void expectTakenOverBehind(const T &value) {
    const EvidenceRef there{100, 9, 3};
    const Fact<T> fact(value, there);
    EXPECT_TRUE(fact.hasEvidence(there));
    EXPECT_FALSE(fact.hasEvidence({101, 9, 3}));
    EXPECT_FALSE(fact.hasEvidence({100, 9, 2}));
    Fact<T> behind;
    behind.copyShifted(fact, 40);
    EXPECT_EQ(behind, fact);
    EXPECT_EQ(behind.evidence(), (EvidenceRef{140, 9, 3}));
}

TEST(Fact, IsTakenOverFromAPlaceFartherBehind) {
    expectTakenOverBehind(std::uint8_t{5});
    expectTakenOverBehind(std::uint16_t{0x1002});
    expectTakenOverBehind(std::uint32_t{0x030200});
    expectTakenOverBehind(std::string("vfio-pci"));
    Fact<std::uint16_t> beyond;
    beyond.copyShifted(Fact<std::uint16_t>(3, {(1U << 26) - 1, 9, 4000}), 1);
    EXPECT_EQ(*beyond, 3);
    EXPECT_FALSE(beyond.evidence().exists()) << "never another section's";
    Fact<std::uint16_t> without;
    without.copyShifted(Fact<std::uint16_t>(3, {}), 40);
    EXPECT_TRUE(without.known());
    EXPECT_FALSE(without.evidence().exists());
}

TEST(Fact, IsTakenOverFromAnotherPlace) {
    const EvidenceRef there{10, 3, 1}, here{50, 3, 1};
    const Fact<int> number(4, there);
    EXPECT_TRUE(number.hasEvidence(there));
    EXPECT_FALSE(number.hasEvidence(here));
    EXPECT_FALSE(Fact<int>().hasEvidence({})) << "what nobody said stands nowhere";
    EXPECT_FALSE(Fact<std::string>().hasEvidence({}));
    Fact<int> again;
    again.copyFrom(number, here);
    EXPECT_EQ(again, number) << "the same fact from another line";
    EXPECT_EQ(again.evidence(), here);
}

TEST(Fact, CopiesOfATextShareIt) {
    const Fact<std::string> first("a text that is too long for the place inside a string", {1, 2, 3});
    Fact<std::string> second = first, third;
    third.copyFrom(first, {4, 5, 6});
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

TEST(Shared, LastsAsLongAsItsLastCopy) {
    const auto counted = std::make_shared<int>(7);
    {
        Shared<std::shared_ptr<int>> first(counted), second = first, third;
        third = second;
        EXPECT_TRUE(third.isCopyOf(first));
        first = first; // NOLINT(clang-diagnostic-self-assign-overloaded): that it does no harm
        second = std::move(third);
        first.reset();
        EXPECT_EQ(counted.use_count(), 2) << "held once, by the second";
    }
    EXPECT_EQ(counted.use_count(), 1);
}

TEST(SharedList, IsChangedWithoutChangingItsCopies) {
    SharedList<int> first;
    EXPECT_TRUE(first.empty());
    EXPECT_EQ(first, SharedList<int>{});
    first.push_back(1);
    SharedList<int> second = first;
    EXPECT_EQ(&first.items(), &second.items()) << "one for both";
    second.push_back(2);
    EXPECT_EQ(first, std::vector{1});
    EXPECT_EQ(second, (std::vector{1, 2}));
    second.clear();
    EXPECT_TRUE(second.empty());
    EXPECT_EQ(first.size(), 1U);
}

TEST(RareFacts, AreUnknownUntilSet) {
    PciFunction first, second;
    EXPECT_FALSE(std::as_const(first).rare->slotLabel.known());
    EXPECT_EQ(&*first.rare, &*second.rare) << "nothing is kept of those that have none";
    first.rare.edit().slotLabel = {"5", {}};
    EXPECT_EQ(*first.rare->slotLabel, "5");
    EXPECT_FALSE(second.rare->slotLabel.known());
    second = first;
    EXPECT_EQ(&*first.rare, &*second.rare);
    factOf(second, &RareFacts::slotLabel) = {"6", {}};
    EXPECT_EQ(*factOf(std::as_const(first), &RareFacts::slotLabel), "5");
}

TEST(OptionalText, IsATextOrNone) {
    const OptionalText none, empty(""), text("vfio-pci");
    EXPECT_FALSE(none);
    EXPECT_EQ(*none, "") << "to be asked first, and harmless all the same";
    EXPECT_TRUE(empty.has_value());
    EXPECT_FALSE(none == empty);
    EXPECT_EQ(text, "vfio-pci");
    EXPECT_EQ(text, std::optional<std::string>("vfio-pci"));
    EXPECT_EQ(none, std::nullopt);
    EXPECT_EQ(std::optional<std::string>(text).value_or(""), "vfio-pci");
    EXPECT_EQ(none.value_or("none"), "none");
}

} // namespace
} // namespace fabricscope::host
