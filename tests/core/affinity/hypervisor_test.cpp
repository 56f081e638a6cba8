// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Hypervisor.h"

#include <gtest/gtest.h>

namespace fabricscope::affinity {
namespace {

constexpr const char *kUuid = "3f1c7f0e-0000-4000-8000-0000000000aa";
constexpr const char *kOther = "3f1c7f0e-0000-4000-8000-0000000000bb";

host::Host guestOf(const std::string &name, const std::string &uuid) {
    host::Host guest;
    guest.hostname = host::Fact<std::string>(name, {});
    if (!uuid.empty())
        guest.productUuid = host::Fact<std::string>(uuid, {});
    return guest;
}

host::Host hypervisorOf(std::initializer_list<std::pair<const char *, const char *>> vms) {
    host::Host host;
    for (const auto &[name, uuid] : vms)
        host.vms.push_back({1, "qemu", name, uuid, {}, {}});
    return host;
}

TEST(Hypervisor, TheUuidDecidesInEitherCaseWhateverTheName) {
    const auto host = hypervisorOf({{"other", kOther}, {"renamed", "3F1C7F0E-0000-4000-8000-0000000000AA"}});
    const auto running = runningVm(host, guestOf("vm-1", kUuid));
    ASSERT_TRUE(running);
    EXPECT_EQ(running->vm, &host.vms[1]);
    EXPECT_EQ(running->by, RunningVm::By::Uuid);
    EXPECT_EQ(running->label(), "renamed");
}

TEST(Hypervisor, TheSameNameWithAnotherUuidIsAnotherVm) {
    EXPECT_FALSE(runningVm(hypervisorOf({{"vm-1", kOther}}), guestOf("vm-1", kUuid)));
}

TEST(Hypervisor, MatchesByNameAndReportsItIfAUuidIsMissing) {
    for (const auto &[vm, guest] : {std::pair{"", kUuid}, std::pair{kUuid, ""}, std::pair{"", ""}}) {
        const auto host = hypervisorOf({{"vm-1", vm}});
        const auto running = runningVm(host, guestOf("vm-1", guest));
        ASSERT_TRUE(running);
        EXPECT_EQ(running->by, RunningVm::By::Name);
        EXPECT_EQ(running->label(), "vm-1, by name");
        EXPECT_FALSE(runningVm(host, guestOf("vm-2", guest)));
    }
    EXPECT_FALSE(runningVm(hypervisorOf({{"vm-1", ""}, {"vm-1", ""}}), guestOf("vm-1", ""))) << "which?";
    EXPECT_FALSE(runningVm(hypervisorOf({{"", ""}}), guestOf("", ""))) << "nothing is no name";
}

TEST(Hypervisor, AmongSeveralTheUuidWinsAndANameMustBeOneHostsOnly) {
    const auto byName = hypervisorOf({{"vm-1", ""}}), byUuid = hypervisorOf({{"x", kUuid}});
    const host::Host guest = guestOf("vm-1", kUuid);
    const std::vector<const host::Host *> all = {nullptr, &byName, &byName, &byUuid};
    EXPECT_EQ(hypervisorAmong(all, guest), 3U);
    EXPECT_EQ(hypervisorAmong(std::span(all).first(2), guest), 1U);
    EXPECT_EQ(hypervisorAmong(std::span(all).first(3), guest), std::nullopt);
    host::Host nested = guestOf("vm-1", "");
    nested.vms = byName.vms;
    const std::vector<const host::Host *> itself = {&nested};
    EXPECT_EQ(hypervisorAmong(itself, nested), std::nullopt);
}

} // namespace
} // namespace fabricscope::affinity
