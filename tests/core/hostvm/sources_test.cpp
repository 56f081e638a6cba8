// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each source alone, on hosts without the others.
#include "tests/core/hostvm/PassthroughHosts.h"

#include <gmock/gmock.h>

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

host::Host hostWith(host::VmProcess vm) {
    host::Host host = passthroughHost();
    host.vms.push_back(std::move(vm));
    return host;
}

TEST(Order, OfTheVmmsDevicesIsThatOfTheGuestsAddresses) {
    const GuestMapping result = mappedGuest(hostWith(vmWith("vm-1", kAllSix)), passthroughGuest());
    EXPECT_EQ(result.vm, 0U);
    EXPECT_EQ(result.how, "by name");
    EXPECT_EQ(result.vmm, "cloud-hypervisor");
    EXPECT_THAT(
        matchesOf(result),
        ElementsAre("0000:00:01.0=0000:41:00.0 likely order", "0000:00:02.0=0000:42:00.0 likely order",
                    "0000:00:03.0=0000:43:00.0 likely order", "0000:00:05.0=0000:51:00.1 likely order",
                    "0000:00:06.0=0000:52:00.1 likely order", "0000:00:07.0=0000:53:00.1 likely order"));
    EXPECT_THAT(result.guestOnly, IsEmpty()) << "virtio is nobody's device";
    EXPECT_THAT(result.assignedDevices, IsEmpty());
    EXPECT_THAT(result.unknown, Contains(HasSubstr("PCIe serial numbers require root on the host")));
}

TEST(Order, MatchesNothingWhenADeviceIsMissing) {
    auto five = kAllSix;
    five.erase(five.begin()); // a GPU was added later, at an unknown position
    const GuestMapping result = mappedGuest(hostWith(vmWith("vm-1", five)), passthroughGuest());
    EXPECT_THAT(matchesOf(result),
                ElementsAre(HasSubstr("00:05.0"), HasSubstr("00:06.0"), HasSubstr("00:07.0")));
    EXPECT_THAT(result.guestOnly,
                ElementsAre(address("0000:00:01.0"), address("0000:00:02.0"), address("0000:00:03.0")));
    EXPECT_THAT(result.assignedDevices, ElementsAre(address("0000:42:00.0"), address("0000:43:00.0")));
}

TEST(Order, FollowsGuestDomainsReportedByTheVmm) {
    host::VmProcess vm = vmWith("vm-1", {"0000:43:00.0", "0000:41:00.0", "0000:42:00.0"});
    vm.deviceInfo[0].segment = 2;
    vm.deviceInfo[1].segment = 1;
    vm.deviceInfo[2].segment = 1;
    samples::SampleHostBuilder builder("vm-1");
    builder.host.hostname = samples::text("vm-1");
    for (const char *bdf : {"0001:00:01.0", "0001:00:02.0", "0002:00:01.0"})
        builder.add(bdf, samples::shapes::kGpu);
    EXPECT_THAT(matchesOf(mappedGuest(hostWith(std::move(vm)), builder.finish())),
                ElementsAre(HasSubstr("0001:00:01.0=0000:41:00.0"), HasSubstr("0001:00:02.0=0000:42:00.0"),
                            HasSubstr("0002:00:01.0=0000:43:00.0")));
}

TEST(Order, OfDescriptorsIsThatOfTheirNumbersAndAGuessOnly) {
    host::VmProcess vm = vmWith("vm-1", {"0000:43:00.0", "0000:42:00.0", "0000:41:00.0", "0000:51:00.1"});
    for (host::VmDevice &device : vm.deviceInfo)
        device.by = host::VmDevice::By::Descriptor;
    const GuestMapping result = mappedGuest(hostWith(std::move(vm)), passthroughGuest());
    EXPECT_THAT(matchesOf(result),
                ElementsAre("0000:00:01.0=0000:43:00.0 guess order", "0000:00:02.0=0000:42:00.0 guess order",
                            "0000:00:03.0=0000:41:00.0 guess order"));
    EXPECT_THAT(onHypervisor(result, passthroughHost()).devices, IsEmpty())
        << "nobody shall be told to change a file by a guess";
}

TEST(GuestAddress, OfTheVmmIsCertainAndOverrulesTheOrder) {
    host::VmProcess vm = vmWith("vm-1", kAllSix);
    vm.deviceInfo[0].inGuest = slot(3);
    vm.deviceInfo[2].inGuest = slot(1);
    host::Host guest = passthroughGuest();
    samples::matchByUuid(vm, guest);
    const GuestMapping result = mappedGuest(hostWith(std::move(vm)), guest);
    EXPECT_THAT(matchesOf(result),
                testing::IsSupersetOf({"0000:00:01.0=0000:43:00.0 certain guest address",
                                       "0000:00:02.0=0000:42:00.0 likely order",
                                       "0000:00:03.0=0000:41:00.0 certain guest address"}));
    EXPECT_THAT(result.conflicts, IsEmpty()) << "the order of what is left contradicts nothing";
    EXPECT_EQ(result.matches[0].proofs[0].words,
              "the VMM's command line (cloud-hypervisor) puts 0000:43:00.0 at 0000:00:01.0");
}

TEST(GuestAddress, IsLikelyWhenTheVmIsIdentifiedByNameOnly) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0"});
    vm.deviceInfo[0].inGuest = slot(1);
    EXPECT_THAT(matchesOf(mappedGuest(hostWith(std::move(vm)), passthroughGuest())),
                ElementsAre("0000:00:01.0=0000:41:00.0 likely guest address"))
        << "another host may have a VM of this name, too";
}

TEST(GuestAddress, BelowABridgeIsOnTheBusThatTheGuestGaveIt) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0"});
    vm.deviceInfo[0].inGuest = host::GuestPlace{0, 0, {{0x1d, 1}, {0, 0}}};
    samples::SampleHostBuilder builder("vm-1");
    builder.host.hostname = samples::text("vm-1");
    builder.add("0000:00:1d.1", samples::shapes::kRootPort);
    builder.add("0000:07:00.0", "0000:00:1d.1", samples::shapes::kGpu);
    host::Host guest = builder.finish();
    samples::matchByUuid(vm, guest);
    EXPECT_THAT(matchesOf(mappedGuest(hostWith(vm), guest)),
                ElementsAre("0000:07:00.0=0000:41:00.0 certain guest address"));
    host::Host without = guest;
    without.function(address("0000:00:1d.1"))->rare.edit().secondaryBus = {};
    EXPECT_THAT(matchesOf(mappedGuest(hostWith(vm), without)), ElementsAre(HasSubstr("likely order")));
}

TEST(GuestAddress, OfTheApiIsMoreThanTheCommandLinesAndOfWhatIsGoneNothing) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0", "0000:42:00.0"});
    vm.deviceInfo[0].inGuest = slot(1);
    vm.deviceInfo[1].inGuest = slot(0x1e); // no longer there
    vm.deviceInfo.push_back(vm.deviceInfo[0]);
    vm.deviceInfo.back().by = host::VmDevice::By::Api;
    vm.deviceInfo.back().inGuest = slot(2);
    host::Host guest = passthroughGuest();
    samples::matchByUuid(vm, guest);
    const GuestMapping result = mappedGuest(hostWith(std::move(vm)), guest);
    EXPECT_THAT(matchesOf(result), ElementsAre("0000:00:02.0=0000:41:00.0 certain guest address"));
    EXPECT_THAT(result.unknown, Contains(HasSubstr("replugged")));
    EXPECT_THAT(result.unknown, Contains(HasSubstr("to the guest, but it is not there")));
    EXPECT_THAT(result.assignedDevices, ElementsAre(address("0000:42:00.0")));
}

TEST(GuestAddress, OfAnotherModelIsRejectedAsAConflict) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0"});
    vm.deviceInfo[0].inGuest = slot(5); // a NIC
    const GuestMapping result = mappedGuest(hostWith(std::move(vm)), passthroughGuest());
    EXPECT_THAT(result.matches, IsEmpty());
    ASSERT_EQ(result.conflicts.size(), 1U);
    EXPECT_THAT(result.conflicts[0].words,
                HasSubstr("0000:00:05.0 is 1dd8:1003 and 0000:41:00.0 is 1002:75a0"));
}

TEST(Mac, SetByThePhysicalFunctionIdentifiesTheVirtualFunctionWithoutAVmm) {
    host::Host host = passthroughHost();
    host.virtualLinks = {{address("0000:53:00.0"), 0, "04:90:81:aa:00:00", {}, {}},
                         {address("0000:51:00.0"), 0, "04:90:81:aa:00:02", {}, {}},
                         {address("0000:52:00.0"), 7, "04:90:81:aa:00:01", {}, {}}}; // there is no function 8
    const GuestMapping result = mappedGuest(host, passthroughGuest());
    EXPECT_THAT(matchesOf(result), testing::IsSupersetOf({"0000:00:05.0=0000:53:00.1 certain MAC",
                                                          "0000:00:07.0=0000:51:00.1 certain MAC"}));
    EXPECT_FALSE(result.vm);
}

TEST(Mac, AsNodeGuidOfInfiniBandIsComparedWithoutColons) {
    host::Host host = passthroughHost(), guest = passthroughGuest();
    host.virtualLinks = {{address("0000:53:00.0"), 0, {}, "06908100aa000001", {}}};
    guest.rdmaDevices[1].nodeGuid = samples::text("0690:8100:aa00:0001");
    EXPECT_THAT(matchesOf(mappedGuest(host, guest)), Contains("0000:00:06.0=0000:53:00.1 certain MAC"));
}

TEST(Mac, SharedByTwoInterfacesIsIgnored) {
    host::Host host = passthroughHost(), guest = passthroughGuest();
    host.virtualLinks = {{address("0000:51:00.0"), 0, "04:90:81:aa:00:00", {}, {}}};
    guest.netInterfaces[1].mac = guest.netInterfaces[0].mac; // a bond
    EXPECT_THAT(matchesOf(mappedGuest(host, guest)), testing::Each(HasSubstr("guess")));
}

TEST(Mac, OfAVirtioInterfaceIdentifiesTheVm) {
    host::Host host = hostWith(vmWith("another name", kAllSix));
    host::VmDevice virtio;
    virtio.mac = "52:54:00:00:00:01";
    host.vms[0].deviceInfo.push_back(virtio);
    const GuestMapping result = mappedGuest(host, passthroughGuest());
    EXPECT_EQ(result.vm, 0U);
    EXPECT_EQ(result.how, "by the MAC that its VMM set");
    EXPECT_EQ(result.matches.size(), 6U);
}

host::Host withSerials(host::Host host, const std::vector<std::pair<const char *, std::uint64_t>> &serials) {
    for (const auto &[bdf, serial] : serials) {
        pci::ConfigSpace config;
        config.serialNumber = serial;
        host.function(address(bdf))->config = config;
    }
    return host;
}

TEST(Serial, ReadByRootOnBothSidesIsCertain) {
    const GuestMapping result =
        mappedGuest(withSerials(passthroughHost(), {{"0000:41:00.0", 0x77}, {"0000:42:00.0", 0x78}}),
                    withSerials(passthroughGuest(), {{"0000:00:03.0", 0x77}, {"0000:00:01.0", 0x79}}));
    EXPECT_THAT(matchesOf(result), Contains("0000:00:03.0=0000:41:00.0 certain serial number"));
}

TEST(Serial, SharedByTwoFunctionsIsIgnored) {
    const GuestMapping result =
        mappedGuest(withSerials(passthroughHost(), {{"0000:41:00.0", 0x77}, {"0000:42:00.0", 0x77}}),
                    withSerials(passthroughGuest(), {{"0000:00:03.0", 0x77}}));
    EXPECT_THAT(matchesOf(result), testing::Each(HasSubstr("guess")));
}

TEST(Earlier, CaptureOfTheHostKnowsWhatItsDriversShowed) {
    host::Host before = passthroughHost(), guest = passthroughGuest();
    for (host::Host *side : {&before, &guest}) {
        host::GpuFacts gpu;
        gpu.address = side == &before ? address("0000:43:00.0") : address("0000:00:01.0");
        gpu.uniqueId = samples::text(side == &before ? "0xA5C0DE" : "0xa5c0de");
        side->gpus = {gpu};
    }
    Options options;
    options.earlier = &before;
    const GuestMapping result = mappedGuest(passthroughHost(), guest, options);
    EXPECT_THAT(matchesOf(result), Contains("0000:00:01.0=0000:43:00.0 certain earlier capture"));
    EXPECT_EQ(result.matches[0].proofs[0].words,
              "before vfio-pci bound it, the host showed the unique id 0xa5c0de");

    before.id.machineId = "another";
    const GuestMapping refused = mappedGuest(passthroughHost(), guest, options);
    EXPECT_THAT(matchesOf(refused), testing::Each(HasSubstr("guess")));
    EXPECT_THAT(refused.unknown, Contains("the earlier capture is from another host: not used"));
}

TEST(BarSize, IsTheLastWordWhereModelsAreSeveral) {
    host::Host host = passthroughHost(), guest = passthroughGuest();
    // One extra GPU on the host: the order is inconclusive, but only one GPU has this BAR.
    host.function(address("0000:42:00.0"))->bars = {{0, ByteCount{1ULL << 38}, 0}};
    guest.function(address("0000:00:03.0"))->bars = {{0, ByteCount{1ULL << 38}, 0}};
    host.function(address("0000:53:00.1"))->driver = {};
    std::erase_if(guest.functions, [](const auto &f) { return f.address == address("0000:00:01.0"); });
    EXPECT_THAT(matchesOf(mappedGuest(host, guest)), Contains("0000:00:03.0=0000:42:00.0 guess BAR sizes"));
}

TEST(Hidden, ProcessesLeaveVfioAsAHintOnly) {
    const GuestMapping result = mappedGuest(passthroughHost(), passthroughGuest());
    EXPECT_FALSE(result.vm);
    EXPECT_EQ(result.matches.size(), 6U);
    EXPECT_THAT(matchesOf(result), testing::Each(HasSubstr("guess order")));
    EXPECT_THAT(result.unknown, Contains(HasSubstr("hidepid")));
}

} // namespace
} // namespace fabricscope::hostvm
