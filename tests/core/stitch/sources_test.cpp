// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each source by itself, on hosts that tell nothing else.
#include "tests/core/stitch/MadeVms.h"

#include <gmock/gmock.h>

namespace fabricscope::stitch {
namespace {

using made::address;
using made::kAllSix;
using made::matchesOf;
using made::passedGuest;
using made::passingHost;
using made::slot;
using made::stitched;
using made::vmWith;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

host::Host hostWith(host::VmProcess vm) {
    host::Host host = passingHost();
    host.vms.push_back(std::move(vm));
    return host;
}

TEST(Order, OfTheVmmsDevicesIsThatOfTheGuestsAddresses) {
    const Stitch result = stitched(hostWith(vmWith("vm-1", kAllSix)), passedGuest());
    EXPECT_EQ(result.vm, 0U);
    EXPECT_EQ(result.how, "by its name");
    EXPECT_EQ(result.vmm, "cloud-hypervisor");
    EXPECT_THAT(
        matchesOf(result),
        ElementsAre("0000:00:01.0=0000:41:00.0 likely order", "0000:00:02.0=0000:42:00.0 likely order",
                    "0000:00:03.0=0000:43:00.0 likely order", "0000:00:05.0=0000:51:00.1 likely order",
                    "0000:00:06.0=0000:52:00.1 likely order", "0000:00:07.0=0000:53:00.1 likely order"));
    EXPECT_THAT(result.guestOnly, IsEmpty()) << "virtio is nobody's device";
    EXPECT_THAT(result.handedIn, IsEmpty());
    EXPECT_THAT(result.unknown, Contains(HasSubstr("PCIe serial numbers need root on the host")));
}

TEST(Order, SaysNothingWhereOneIsMissing) {
    auto five = kAllSix;
    five.erase(five.begin()); // a GPU was plugged in later, and nobody tells which
    const Stitch result = stitched(hostWith(vmWith("vm-1", five)), passedGuest());
    EXPECT_THAT(matchesOf(result),
                ElementsAre(HasSubstr("00:05.0"), HasSubstr("00:06.0"), HasSubstr("00:07.0")));
    EXPECT_THAT(result.guestOnly,
                ElementsAre(address("0000:00:01.0"), address("0000:00:02.0"), address("0000:00:03.0")));
    EXPECT_THAT(result.handedIn, ElementsAre(address("0000:42:00.0"), address("0000:43:00.0")));
}

TEST(Order, GoesByTheGuestsDomainsWhereTheVmmTellsThem) {
    host::VmProcess vm = vmWith("vm-1", {"0000:43:00.0", "0000:41:00.0", "0000:42:00.0"});
    vm.told[0].segment = 2;
    vm.told[1].segment = 1;
    vm.told[2].segment = 1;
    made::Maker maker("vm-1");
    maker.host.hostname = made::text("vm-1");
    for (const char *bdf : {"0001:00:01.0", "0001:00:02.0", "0002:00:01.0"})
        maker.add(bdf, made::shapes::kGpu);
    EXPECT_THAT(matchesOf(stitched(hostWith(std::move(vm)), maker.finish())),
                ElementsAre(HasSubstr("0001:00:01.0=0000:41:00.0"), HasSubstr("0001:00:02.0=0000:42:00.0"),
                            HasSubstr("0002:00:01.0=0000:43:00.0")));
}

TEST(Order, OfDescriptorsIsThatOfTheirNumbersAndAGuessOnly) {
    host::VmProcess vm = vmWith("vm-1", {"0000:43:00.0", "0000:42:00.0", "0000:41:00.0", "0000:51:00.1"});
    for (host::VmDevice &device : vm.told)
        device.by = host::VmDevice::By::Descriptor;
    const Stitch result = stitched(hostWith(std::move(vm)), passedGuest());
    EXPECT_THAT(matchesOf(result),
                ElementsAre("0000:00:01.0=0000:43:00.0 guess order", "0000:00:02.0=0000:42:00.0 guess order",
                            "0000:00:03.0=0000:41:00.0 guess order"));
    EXPECT_THAT(onHypervisor(result, passingHost()).devices, IsEmpty())
        << "nobody shall be told to change a file by a guess";
}

TEST(GuestAddress, OfTheVmmIsCertainAndOverrulesTheOrder) {
    host::VmProcess vm = vmWith("vm-1", kAllSix);
    vm.told[0].inGuest = slot(3);
    vm.told[2].inGuest = slot(1);
    host::Host guest = passedGuest();
    made::knownByUuid(vm, guest);
    const Stitch result = stitched(hostWith(std::move(vm)), guest);
    EXPECT_THAT(matchesOf(result),
                testing::IsSupersetOf({"0000:00:01.0=0000:43:00.0 certain guest address",
                                       "0000:00:02.0=0000:42:00.0 likely order",
                                       "0000:00:03.0=0000:41:00.0 certain guest address"}));
    EXPECT_THAT(result.conflicts, IsEmpty()) << "the order of what is left contradicts nothing";
    EXPECT_EQ(result.matches[0].proofs[0].words,
              "the VMM's command line (cloud-hypervisor) puts 0000:43:00.0 at 0000:00:01.0");
}

TEST(GuestAddress, OfAVmThatOnlyItsNameTellsIsLikely) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0"});
    vm.told[0].inGuest = slot(1);
    EXPECT_THAT(matchesOf(stitched(hostWith(std::move(vm)), passedGuest())),
                ElementsAre("0000:00:01.0=0000:41:00.0 likely guest address"))
        << "another host may have a VM of this name, too";
}

TEST(GuestAddress, BelowABridgeIsOnTheBusThatTheGuestGaveIt) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0"});
    vm.told[0].inGuest = host::GuestPlace{0, 0, {{0x1d, 1}, {0, 0}}};
    made::Maker maker("vm-1");
    maker.host.hostname = made::text("vm-1");
    maker.add("0000:00:1d.1", made::shapes::kRootPort);
    maker.add("0000:07:00.0", "0000:00:1d.1", made::shapes::kGpu);
    host::Host guest = maker.finish();
    made::knownByUuid(vm, guest);
    EXPECT_THAT(matchesOf(stitched(hostWith(vm), guest)),
                ElementsAre("0000:07:00.0=0000:41:00.0 certain guest address"));
    host::Host without = guest;
    without.function(address("0000:00:1d.1"))->rare.edit().secondaryBus = {};
    EXPECT_THAT(matchesOf(stitched(hostWith(vm), without)), ElementsAre(HasSubstr("likely order")));
}

TEST(GuestAddress, OfTheApiIsMoreThanTheCommandLinesAndOfWhatIsGoneNothing) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0", "0000:42:00.0"});
    vm.told[0].inGuest = slot(1);
    vm.told[1].inGuest = slot(0x1e); // not there any more
    vm.told.push_back(vm.told[0]);
    vm.told.back().by = host::VmDevice::By::Api;
    vm.told.back().inGuest = slot(2);
    host::Host guest = passedGuest();
    made::knownByUuid(vm, guest);
    const Stitch result = stitched(hostWith(std::move(vm)), guest);
    EXPECT_THAT(matchesOf(result), ElementsAre("0000:00:02.0=0000:41:00.0 certain guest address"));
    EXPECT_THAT(result.unknown, Contains(HasSubstr("plugged in anew")));
    EXPECT_THAT(result.unknown, Contains(HasSubstr("the guest, which shows no device there")));
    EXPECT_THAT(result.handedIn, ElementsAre(address("0000:42:00.0")));
}

TEST(GuestAddress, OfAnotherModelIsNotFollowedAndSaid) {
    host::VmProcess vm = vmWith("vm-1", {"0000:41:00.0"});
    vm.told[0].inGuest = slot(5); // a NIC
    const Stitch result = stitched(hostWith(std::move(vm)), passedGuest());
    EXPECT_THAT(result.matches, IsEmpty());
    ASSERT_EQ(result.conflicts.size(), 1U);
    EXPECT_THAT(result.conflicts[0].words,
                HasSubstr("0000:00:05.0 is 1dd8:1003 and 0000:41:00.0 is 1002:75a0"));
}

TEST(Mac, ThatAPhysicalFunctionSetTellsItsVirtualOneWithoutAnyVmm) {
    host::Host host = passingHost();
    host.virtualLinks = {{address("0000:53:00.0"), 0, "04:90:81:aa:00:00", {}, {}},
                         {address("0000:51:00.0"), 0, "04:90:81:aa:00:02", {}, {}},
                         {address("0000:52:00.0"), 7, "04:90:81:aa:00:01", {}, {}}}; // there is no eighth
    const Stitch result = stitched(host, passedGuest());
    EXPECT_THAT(matchesOf(result), testing::IsSupersetOf({"0000:00:05.0=0000:53:00.1 certain MAC",
                                                          "0000:00:07.0=0000:51:00.1 certain MAC"}));
    EXPECT_FALSE(result.vm);
}

TEST(Mac, AsNodeGuidOfInfiniBandIsComparedWithoutColons) {
    host::Host host = passingHost(), guest = passedGuest();
    host.virtualLinks = {{address("0000:53:00.0"), 0, {}, "06908100aa000001", {}}};
    guest.rdmaDevices[1].nodeGuid = made::text("0690:8100:aa00:0001");
    EXPECT_THAT(matchesOf(stitched(host, guest)), Contains("0000:00:06.0=0000:53:00.1 certain MAC"));
}

TEST(Mac, ThatTwoHaveTellsNothing) {
    host::Host host = passingHost(), guest = passedGuest();
    host.virtualLinks = {{address("0000:51:00.0"), 0, "04:90:81:aa:00:00", {}, {}}};
    guest.netInterfaces[1].mac = guest.netInterfaces[0].mac; // a bond
    EXPECT_THAT(matchesOf(stitched(host, guest)), testing::Each(HasSubstr("guess")));
}

TEST(Mac, OfAVirtioInterfaceTellsTheVm) {
    host::Host host = hostWith(vmWith("another name", kAllSix));
    host::VmDevice virtio;
    virtio.mac = "52:54:00:00:00:01";
    host.vms[0].told.push_back(virtio);
    const Stitch result = stitched(host, passedGuest());
    EXPECT_EQ(result.vm, 0U);
    EXPECT_EQ(result.how, "by the MAC that its VMM gave it");
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
    const Stitch result =
        stitched(withSerials(passingHost(), {{"0000:41:00.0", 0x77}, {"0000:42:00.0", 0x78}}),
                 withSerials(passedGuest(), {{"0000:00:03.0", 0x77}, {"0000:00:01.0", 0x79}}));
    EXPECT_THAT(matchesOf(result), Contains("0000:00:03.0=0000:41:00.0 certain serial number"));
}

TEST(Serial, OfACardWithTwoFunctionsTellsNothing) {
    const Stitch result =
        stitched(withSerials(passingHost(), {{"0000:41:00.0", 0x77}, {"0000:42:00.0", 0x77}}),
                 withSerials(passedGuest(), {{"0000:00:03.0", 0x77}}));
    EXPECT_THAT(matchesOf(result), testing::Each(HasSubstr("guess")));
}

TEST(Earlier, CaptureOfTheHostKnowsWhatItsDriversShowed) {
    host::Host before = passingHost(), guest = passedGuest();
    for (host::Host *side : {&before, &guest}) {
        host::GpuFacts gpu;
        gpu.address = side == &before ? address("0000:43:00.0") : address("0000:00:01.0");
        gpu.uniqueId = made::text(side == &before ? "0xA5C0DE" : "0xa5c0de");
        side->gpus = {gpu};
    }
    Options options;
    options.earlier = &before;
    const Stitch result = stitched(passingHost(), guest, options);
    EXPECT_THAT(matchesOf(result), Contains("0000:00:01.0=0000:43:00.0 certain earlier capture"));
    EXPECT_EQ(result.matches[0].proofs[0].words,
              "before it was bound to vfio-pci the host showed the unique id 0xa5c0de");

    before.id.machineId = "another";
    const Stitch refused = stitched(passingHost(), guest, options);
    EXPECT_THAT(matchesOf(refused), testing::Each(HasSubstr("guess")));
    EXPECT_THAT(refused.unknown, Contains("the earlier capture is another host's: not used"));
}

TEST(BarSize, IsTheLastWordWhereModelsAreSeveral) {
    host::Host host = passingHost(), guest = passedGuest();
    // One GPU too many on the host: the order says nothing, but only one has this BAR.
    host.function(address("0000:42:00.0"))->bars = {{0, ByteCount{1ULL << 38}, 0}};
    guest.function(address("0000:00:03.0"))->bars = {{0, ByteCount{1ULL << 38}, 0}};
    host.function(address("0000:53:00.1"))->driver = {};
    std::erase_if(guest.functions, [](const auto &f) { return f.address == address("0000:00:01.0"); });
    EXPECT_THAT(matchesOf(stitched(host, guest)), Contains("0000:00:03.0=0000:42:00.0 guess BAR sizes"));
}

TEST(Hidden, ProcessesLeaveVfioAsAHintOnly) {
    const Stitch result = stitched(passingHost(), passedGuest());
    EXPECT_FALSE(result.vm);
    EXPECT_EQ(result.matches.size(), 6U);
    EXPECT_THAT(matchesOf(result), testing::Each(HasSubstr("guess order")));
    EXPECT_THAT(result.unknown, Contains(HasSubstr("hidepid")));
}

} // namespace
} // namespace fabricscope::stitch
