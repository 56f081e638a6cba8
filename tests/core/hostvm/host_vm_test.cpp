// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Choice of the VM, conflicts, overrides, several VMs, and devices that stay unmatched.
#include "tests/core/hostvm/PassthroughHosts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace fabricscope::hostvm {
namespace {

using samples::address;
using samples::kAllSix;
using samples::mappedGuest;
using samples::matchesOf;
using samples::passthroughGuest;
using samples::passthroughHost;
using samples::slot;
using samples::vmWith;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kGpus = {"0000:41:00.0", "0000:42:00.0", "0000:43:00.0"};

TEST(Manual, AssignmentOverridesOtherSourcesAndReportsConflicts) {
    host::Host host = passthroughHost();
    host.vms.push_back(vmWith("vm-1", kGpus));
    for (unsigned i = 0; i < 3; ++i)
        host.vms[0].deviceInfo[i].inGuest = slot(static_cast<std::uint8_t>(1 + i));
    Options options;
    options.overrides = {{address("0000:00:01.0"), address("0000:43:00.0")}};
    const GuestMapping result = mappedGuest(host, passthroughGuest(), options);
    EXPECT_THAT(matchesOf(result), Contains("0000:00:01.0=0000:43:00.0 certain manual"));
    EXPECT_THAT(matchesOf(result), Contains(HasSubstr("0000:00:02.0=0000:42:00.0")));
    EXPECT_EQ(result.ofGuest(address("0000:00:03.0")), nullptr) << "its device is taken, and so it has none";
    ASSERT_EQ(result.conflicts.size(), 2U);
    EXPECT_THAT(result.conflicts[0].words, HasSubstr("but set manually"));
    EXPECT_THAT(result.guestOnly, Contains(address("0000:00:03.0")));
}

TEST(Manual, NoneOfTheHostIsKept) {
    host::Host host = passthroughHost();
    host.vms.push_back(vmWith("vm-1", {"0000:41:00.0"}));
    host.vms[0].deviceInfo[0].inGuest = slot(1);
    Options options;
    options.overrides = {{address("0000:00:01.0"), std::nullopt}};
    const GuestMapping result = mappedGuest(host, passthroughGuest(), options);
    EXPECT_EQ(result.ofGuest(address("0000:00:01.0")), nullptr);
    EXPECT_THAT(result.conflicts.at(0).words, HasSubstr("you marked 0000:00:01.0 as not on this host"));
}

TEST(Manual, WordAboutWhatIsNotThereDoesNothing) {
    Options options;
    options.overrides = {{address("0000:00:1f.0"), address("0000:41:00.0")},
                         {address("0000:00:01.0"), address("0000:ff:00.0")}};
    const GuestMapping result = mappedGuest(passthroughHost(), passthroughGuest(), options);
    EXPECT_THAT(matchesOf(result), testing::Each(testing::Not(HasSubstr("manual"))));
}

TEST(Conflict, BetweenAMacAndAnAddressIsTheAddresssAndShown) {
    host::Host host = passthroughHost();
    host.vms.push_back(vmWith("vm-1", {"0000:51:00.1", "0000:52:00.1", "0000:53:00.1"}));
    host.vms[0].deviceInfo[0].inGuest = slot(5);
    host.virtualLinks = {{address("0000:52:00.0"), 0, "04:90:81:aa:00:00", {}, {}}};
    const GuestMapping result = mappedGuest(host, passthroughGuest());
    EXPECT_THAT(matchesOf(result), Contains("0000:00:05.0=0000:51:00.1 certain guest address"));
    ASSERT_EQ(result.conflicts.size(), 1U);
    EXPECT_THAT(result.conflicts[0].guest, ElementsAre(address("0000:00:05.0")));
    EXPECT_THAT(result.conflicts[0].onHost, ElementsAre(address("0000:51:00.1"), address("0000:52:00.1")));
    EXPECT_THAT(result.conflicts[0].words, HasSubstr("the guest's 0000:00:05.0 is matched to 0000:51:00.1"));
    EXPECT_EQ(result.conflicts[0].proofs.size(), 2U);
}

TEST(Conflict, WithinOneSourceLeavesBothOut) {
    host::Host host = passthroughHost();
    host.vms.push_back(vmWith("vm-1", {"0000:41:00.0", "0000:42:00.0"}));
    host.vms[0].deviceInfo[0].inGuest = slot(1);
    host.vms[0].deviceInfo[1].inGuest = slot(1);
    const GuestMapping result = mappedGuest(host, passthroughGuest());
    EXPECT_THAT(result.matches, IsEmpty());
    EXPECT_THAT(result.conflicts.at(0).words, HasSubstr("neither is used"));
}

TEST(Conflict, OfTwoVmsThatNameOneDeviceIsShown) {
    host::Host host = passthroughHost();
    host.vms = {vmWith("vm-1", kGpus, 1), vmWith("vm-2", {"0000:42:00.0"}, 2)};
    const GuestMapping result = mappedGuest(host, passthroughGuest());
    ASSERT_EQ(result.conflicts.size(), 1U);
    EXPECT_EQ(result.conflicts[0].words,
              "vm-1 and vm-2 both claim 0000:42:00.0: only one of them can have it");
    EXPECT_EQ(result.conflicts[0].proofs.size(), 2U);
}

TEST(WhichVm, IsTheOneOfTheGuestsUuidWhateverTheName) {
    host::Host host = passthroughHost();
    host.vms = {vmWith("vm-1", {"0000:41:00.0"}, 1), vmWith("renamed", {"0000:43:00.0"}, 2)};
    host.vms[0].uuid = "11111111-0000-4000-8000-000000000001";
    host.vms[1].uuid = "11111111-0000-4000-8000-000000000002";
    host.vms[1].deviceInfo[0].inGuest = slot(1);
    host::Host guest = passthroughGuest();
    guest.productUuid = samples::text("11111111-0000-4000-8000-000000000002");
    const GuestMapping result = mappedGuest(host, guest);
    EXPECT_EQ(result.vm, 1U);
    EXPECT_EQ(result.how, "by UUID");
    EXPECT_THAT(matchesOf(result), ElementsAre(HasSubstr("0000:00:01.0=0000:43:00.0")));
}

TEST(WhichVm, IsIdentifiedByDevicesKnownToBothSides) {
    host::Host host = passthroughHost();
    host.vms = {vmWith("a", {"0000:41:00.0", "0000:51:00.1"}, 1),
                vmWith("b", {"0000:42:00.0", "0000:52:00.1"}, 2)};
    host.vms[1].deviceInfo[0].inGuest = slot(2);
    host.virtualLinks = {{address("0000:52:00.0"), 0, "04:90:81:aa:00:01", {}, {}}};
    const GuestMapping result = mappedGuest(host, passthroughGuest());
    EXPECT_EQ(result.vm, 1U);
    EXPECT_EQ(result.how, "by 1 of its devices");
    EXPECT_THAT(matchesOf(result), ElementsAre("0000:00:02.0=0000:42:00.0 certain guest address",
                                               "0000:00:06.0=0000:52:00.1 certain MAC"));
}

TEST(WhichVm, WithTheOnlyFittingDevicesIsAGuess) {
    host::Host host = passthroughHost();
    host.vms = {vmWith("a", kAllSix, 1), vmWith("b", {}, 2)};
    const GuestMapping result = mappedGuest(host, passthroughGuest());
    EXPECT_EQ(result.vm, 0U);
    EXPECT_THAT(matchesOf(result), testing::Each(HasSubstr("guess")));
    host.vms[0].uuid = "11111111-0000-4000-8000-000000000001";
    host::Host guest = passthroughGuest();
    guest.productUuid = samples::text("11111111-0000-4000-8000-000000000009");
    const GuestMapping other = mappedGuest(host, guest);
    EXPECT_FALSE(other.vm) << "its UUID says that it is another one";
    EXPECT_THAT(other.matches, IsEmpty());
    EXPECT_THAT(other.unknown, Contains(HasSubstr("which host VM this guest is")));
}

TEST(WhichVm, IsNotClaimedOfTwoThatFitAlike) {
    host::Host host = passthroughHost();
    host.vms = {vmWith("a", {"0000:41:00.0"}, 1), vmWith("b", {"0000:42:00.0"}, 2)};
    samples::SampleHostBuilder builder("vm-1");
    builder.host.hostname = samples::text("vm-1");
    builder.add("0000:00:01.0", samples::shapes::kGpu);
    const GuestMapping result = mappedGuest(host, builder.finish());
    EXPECT_FALSE(result.vm);
    EXPECT_THAT(matchesOf(result), testing::Not(Contains(HasSubstr("=0000:41"))));
    EXPECT_THAT(matchesOf(result), testing::Not(Contains(HasSubstr("=0000:42"))));
}

TEST(Times, OfAGuestThatBeganBeforeItsVmmAreAnotherRun) {
    host::Host host = passthroughHost(), guest = passthroughGuest();
    host.vms.push_back(vmWith("vm-1", {"0000:41:00.0"}));
    host.vms[0].deviceInfo[0].inGuest = slot(1);
    samples::matchByUuid(host.vms[0], guest);
    host.bootTime = samples::fact(1'000'000.0);
    host.vms[0].startedAfterBoot = samples::fact(7200.0);
    guest.bootTime = samples::fact(1'000'000.0 + 7203.5);
    guest.driversReady = {{address("0000:00:01.0"), "amdgpu", 43.5, {}},
                          {address("0000:00:02.0"), "amdgpu", 41.5, {}},
                          {address("0000:00:05.0"), "no GPU's", 99, {}}};
    const GuestMapping good = mappedGuest(host, guest);
    EXPECT_THAT(matchesOf(good), ElementsAre(HasSubstr("certain")));
    EXPECT_NEAR(good.times.toKernel.value_or(0), 3.5, 1e-6);
    EXPECT_EQ(good.times.toDrivers, 43.5);
    guest.bootTime = samples::fact(1'000'000.0 + 86400);
    EXPECT_FALSE(mappedGuest(host, guest).times.toKernel) << "the guest was started anew since";
    guest.bootTime = samples::fact(1'000'000.0 + 3600);
    const GuestMapping result = mappedGuest(host, guest);
    EXPECT_THAT(matchesOf(result), ElementsAre(HasSubstr("likely guest address")));
    EXPECT_THAT(result.unknown, Contains(HasSubstr("a boot 60 min before its VMM started")));
}

TEST(Nothing, IsClaimedOfHostsThatHaveNothingToDoWithEachOther) {
    for (const host::Host &other : {samples::laptop(), samples::oneGpu(), samples::vmdHost(), host::Host{}}) {
        EXPECT_THAT(mappedGuest(passthroughHost(), other).matches, IsEmpty());
        EXPECT_THAT(mappedGuest(other, passthroughGuest()).matches, IsEmpty());
    }
    const GuestMapping nothing = mappedGuest(host::Host{}, host::Host{});
    EXPECT_THAT(nothing.conflicts, IsEmpty());
    EXPECT_THAT(nothing.guestOnly, IsEmpty());
}

/// All sources at once, with all lists permuted.
TEST(Permuted, InputsGiveTheSameAnswer) {
    host::Host host = passthroughHost(), guest = passthroughGuest();
    host.vms = {vmWith("vm-1", kGpus, 1), vmWith("vm-2", {"0000:43:00.0"}, 2)};
    for (unsigned i = 0; i < 3; ++i)
        host.vms[0].deviceInfo[i].inGuest = slot(static_cast<std::uint8_t>(3 - i));
    for (unsigned i = 0; i < 3; ++i)
        host.virtualLinks.push_back({address(fmt::format("0000:5{}:00.0", i + 1)),
                                     0,
                                     fmt::format("04:90:81:aa:00:{:02x}", 2 - i),
                                     {},
                                     {}});
    const GuestMapping first = mappedGuest(host, guest);
    ASSERT_EQ(first.matches.size(), 6U);
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(host.virtualLinks.begin(), host.virtualLinks.end(), random);
        std::shuffle(host.vms[0].deviceInfo.begin(), host.vms[0].deviceInfo.end(), random);
        std::shuffle(guest.netInterfaces.begin(), guest.netInterfaces.end(), random);
        const GuestMapping next = mappedGuest(host, guest);
        EXPECT_EQ(matchesOf(next), matchesOf(first));
        ASSERT_EQ(next.conflicts.size(), first.conflicts.size());
        for (std::size_t i = 0; i < next.conflicts.size(); ++i)
            EXPECT_EQ(next.conflicts[i].words, first.conflicts[i].words);
        EXPECT_EQ(next.unknown, first.unknown);
    }
}

TEST(Damaged, HostsOfAnyKindEndInAnAnswerWithEachDeviceOnceAtMost) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const GuestMapping result =
            mappedGuest(samples::randomHost(seed, 200), samples::randomHost(seed / 2, 200));
        std::vector<Address> onHost;
        for (std::size_t i = 0; i < result.matches.size(); ++i) {
            EXPECT_TRUE(i == 0 || result.matches[i - 1].guest < result.matches[i].guest);
            ASSERT_FALSE(result.matches[i].proofs.empty());
            onHost.push_back(result.matches[i].onHost);
        }
        std::sort(onHost.begin(), onHost.end());
        EXPECT_EQ(std::adjacent_find(onHost.begin(), onHost.end()), onHost.end());
    }
}

} // namespace
} // namespace fabricscope::hostvm
