// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What VMMs report about passed-through devices in addition to their host addresses.
#include "tests/core/formats/Captures.h"
#include "tests/core/formats/LibvirtTexts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <set>

namespace fabricscope::formats {
namespace {

using capture::Part;
using host::VmDevice;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string process(std::initializer_list<std::string_view> arguments) {
    std::string text = "@pid 4711\n";
    for (const std::string_view argument : arguments)
        text += fmt::format("={}\n", argument);
    return text;
}

/// The compared text: "0000:41:00.0 at 1:00 5.0 id=gpu0 mac=..".
std::string textOf(const VmDevice &device) {
    std::string text = device.onHost ? device.onHost->toString() : "its own";
    if (device.inGuest) {
        text += fmt::format(" at {:x}:{:02x}", device.inGuest->domain, device.inGuest->rootBus);
        for (const auto &slot : device.inGuest->slots)
            text += fmt::format(" {:x}.{}", slot.device, slot.function);
    }
    if (device.segment)
        text += fmt::format(" segment={}", *device.segment);
    if (!device.id.empty())
        text += " id=" + device.id;
    if (!device.mac.empty())
        text += " mac=" + device.mac;
    return text;
}

std::vector<std::string> deviceTextsOf(const std::vector<TestSection> &sections) {
    const host::Host host = hostOf(sections);
    EXPECT_EQ(host.vms.size(), 1U);
    std::vector<std::string> lines;
    if (!host.vms.empty())
        for (const VmDevice &device : host.vms[0].deviceInfo)
            lines.push_back(textOf(device));
    return lines;
}

std::vector<std::string> deviceTextsOf(std::initializer_list<std::string_view> arguments) {
    return deviceTextsOf({{"vmm", process(arguments)}});
}

TEST(CloudHypervisor, ReadsSegmentsSlotsAndMacs) {
    EXPECT_THAT(
        deviceTextsOf({"cloud-hypervisor", "--device",
                       "path=/sys/bus/pci/devices/0000:41:00.0/,id=gpu0,pci_segment=2,pci_device_id=3",
                       "path=/sys/bus/pci/devices/0000:42:00.0/,pci_device_id=9",
                       "path=/sys/bus/pci/devices/0000:43:00.0/,pci_device_id=32,pci_segment=1", "--net",
                       "tap=vmtap0,mac=52:54:00:AA:00:01,id=net0", "tap=t1"}),
        ElementsAre("0000:41:00.0 at 2:00 3.0 segment=2 id=gpu0", "0000:42:00.0 at 0:00 9.0",
                    "0000:43:00.0 segment=1", "its own id=net0 mac=52:54:00:aa:00:01"));
}

TEST(CloudHypervisor, QuotesWithBracketsAndMarks) {
    EXPECT_THAT(
        deviceTextsOf(
            {"cloud-hypervisor", "--device",
             R"(id="a,path=/sys/bus/pci/devices/0000:66:00.0",path=/sys/bus/pci/devices/0000:41:00.0)",
             "x=[1,path=/sys/bus/pci/devices/0000:67:00.0],path=/sys/bus/pci/devices/0000:42:00.0",
             "x=]]],path=/sys/bus/pci/devices/0000:43:00.0", "x=[[path=0000:44:00.0"}),
        ElementsAre("0000:41:00.0 id=a,path=/sys/bus/pci/devices/0000:66:00.0", "0000:42:00.0",
                    "0000:43:00.0"));
}

TEST(CloudHypervisor, ReadsItsSocketAndTheMemoryOfItsZones) {
    const auto host =
        hostOf({{"vmm", process({"cloud-hypervisor", "--api-socket", "path=/run/ch/a.sock", "--memory",
                                 "size=0", "--memory-zone", "id=m0,size=4G", "id=m1,size=512M"})}});
    EXPECT_EQ(host.vms.at(0).apiSocket, "/run/ch/a.sock");
    EXPECT_EQ(host.vms.at(0).name, "a");
    EXPECT_EQ(host.vms.at(0).memory->value, (4ULL << 30) + (512ULL << 20));
    EXPECT_FALSE(hostOf({{"vmm", process({"cloud-hypervisor", "--memory", "size=99999999999999999999G"})}})
                     .vms.at(0)
                     .memory);
}

TEST(Qemu, ReadsThePathOfADeviceBelowItsPorts) {
    EXPECT_THAT(
        deviceTextsOf(
            {"qemu-system-x86_64", "-device", "vfio-pci,host=0000:41:00.0,id=h0,bus=pci.5,addr=0x0",
             "-device", "pcie-root-port,port=16,chassis=5,id=pci.5,bus=pcie.0,multifunction=on,addr=0x2.1",
             "-device", "vfio-pci,host=0000:42:00.0,bus=pcie.0,addr=5.1", "-device",
             "vfio-pci,host=0000:43:00.0,bus=pcie.0", "-device", "pxb-pcie,bus_nr=128,id=px,bus=pcie.0",
             "-device", "pcie-root-port,id=rp,bus=px,addr=0", "-device", "x3130-upstream,id=up,bus=rp",
             "-device", "xio3130-downstream,id=down,bus=up,addr=3", "-device",
             "vfio-pci,host=0000:44:00.0,bus=down"}),
        ElementsAre("0000:41:00.0 at 0:00 2.1 0.0 id=h0", "0000:42:00.0 at 0:00 5.1", "0000:43:00.0",
                    "0000:44:00.0 at 0:80 0.0 0.0 3.0 0.0"));
}

TEST(Qemu, PlacesADeviceWithoutABusOnTheRootBus) {
    EXPECT_THAT(deviceTextsOf({"qemu-system-x86_64", "-device", "vfio-pci,host=0000:41:00.0,addr=0x8",
                               "-device", "vfio-pci,host=0000:42:00.0"}),
                ElementsAre("0000:41:00.0 at 0:00 8.0", "0000:42:00.0"));
}

TEST(Qemu, ReadsTheSameFromJson) {
    EXPECT_THAT(
        deviceTextsOf(
            {"qemu-system-x86_64", "-device",
             R"({"driver":"pcie-root-port","port":16,"id":"pci.5","bus":"pcie.0","addr":"0x2"})", "-device",
             R"({"driver":"vfio-pci","host":"0000:41:00.0","id":"hostdev0","bus":"pci.5","addr":"0x0"})",
             "-device", R"({"driver":"vfio-pci","host":"0000:42:00.0","bus":"pcie.0","addr":40})", "-device",
             R"({ "id" : "a\"b", "driver" : "vfio-pci-nohotplug", "nested": {"host": "0000:66:00.0"},)"
             R"( "sysfsdev": "/sys/bus/pci/devices/0000:43:00.0" , "addr": "0x0.0x1", "bus":"pci.5.0"})",
             "-device",
             R"({"driver":"virtio-net-pci","mac":"52:54:00:12:34:56","bus":"pcie.0","addr":"0x3"})"}),
        ElementsAre("0000:41:00.0 at 0:00 2.0 0.0 id=hostdev0", "0000:42:00.0 at 0:00 5.0",
                    R"(0000:43:00.0 at 0:00 2.0 0.1 id=a"b)", "its own at 0:00 3.0 mac=52:54:00:12:34:56"));
}

TEST(Qemu, DoublesCommasThatSeparateNothing) {
    const auto host =
        hostOf({{"vmm", process({"qemu-system-x86_64", "-name", "guest=a,,host=b,debug-threads=on", "-device",
                                 "vfio-pci,id=x,,host=0000:66:00.0,host=0000:41:00.0", "-m",
                                 "size=2048k,slots=2"})}});
    EXPECT_EQ(host.vms.at(0).name, "a,host=b");
    EXPECT_EQ(textOf(host.vms.at(0).deviceInfo.at(0)), "0000:41:00.0 id=x,host=0000:66:00.0");
    EXPECT_EQ(host.vms.at(0).memory->value, 2048U * 1024);
}

TEST(Qemu, SurvivesBusesInACircleAndBadSlots) {
    EXPECT_THAT(deviceTextsOf({"qemu",
                               "-device",
                               "pcie-root-port,id=a,bus=b,addr=1",
                               "-device",
                               "pcie-root-port,id=b,bus=a,addr=1",
                               "-device",
                               "vfio-pci,host=0000:41:00.0,bus=a",
                               "-device",
                               "vfio-pci,host=0000:42:00.0,bus=pcie.0,addr=20.0",
                               "-device",
                               "vfio-pci,host=0000:43:00.0,bus=pcie.0,addr=1.8",
                               "-device",
                               "vfio-pci,host=0000:44:00.0,bus=nowhere,addr=1",
                               "-device",
                               R"({"driver":)",
                               "-device",
                               R"({"driver":"vfio-pci","host":)",
                               "-device",
                               ",,,,",
                               "-device",
                               "="}),
                ElementsAre("0000:41:00.0", "0000:42:00.0", "0000:43:00.0", "0000:44:00.0"));
}

TEST(Crosvm, AndLkvmGiveGuestAddresses) {
    EXPECT_THAT(deviceTextsOf({"crosvm", "run", "--vfio",
                               "/sys/bus/pci/devices/0000:41:00.0,guest-address=00:05.0,iommu=viommu"}),
                ElementsAre("0000:41:00.0 at 0:00 5.0"));
    EXPECT_THAT(deviceTextsOf({"lkvm", "run", "--vfio-pci", "0000:41:00.0", "--vfio-pci", "not one"}),
                ElementsAre("0000:41:00.0"));
}

const TestSection kChProcess = {"vmm",
                                process({"cloud-hypervisor", "--api-socket", "/run/ch/a.sock", "--device",
                                         "path=/sys/bus/pci/devices/0000:41:00.0/,id=gpu0"})};

// In the form of cloud-hypervisor's VmInfo, including a hot-plugged device.
const std::string kVmInfo = R"({"config":{"cpus":{"boot_vcpus":4},"platform":{"uuid":"aaaa-1"},
"net":[{"tap":"t","mac":"52:54:00:00:00:01","id":"_net1","pci_segment":0}],
"devices":[{"path":"/sys/bus/pci/devices/0000:41:00.0/","iommu":false,"id":"gpu0","pci_segment":2},
{"path":"/sys/bus/pci/devices/0000:42:00.0/","iommu":false,"id":"_vfio7","pci_segment":0}]},
"state":"Running","memory_actual_size":1,
"device_tree":{"gpu0":{"id":"gpu0","resources":[{"PciBar":{"index":0}}],"parent":null,"children":[],
"pci_bdf":"0002:00:03.0"},"_vfio7":{"id":"_vfio7","parent":null,"children":[],"pci_bdf":"0000:00:1f.0"},
"_net1":{"id":"_net1","parent":"_virtio-pci-_net1","children":[],"pci_bdf":null},
"_virtio-pci-_net1":{"id":"_virtio-pci-_net1","parent":null,"children":["_net1"],"pci_bdf":"0000:00:02.0"},
"__serial":{"id":"__serial","pci_bdf":null}}})";

capture::Capture withInfo(const std::string &json, const std::string &origin) {
    capture::Capture capture = captureOf({kChProcess, {"tool-ch-remote", json, Part::Root}});
    capture.sections.back().meta().origin = origin;
    return capture;
}

TEST(ChRemote, ReadsGuestAddressesIncludingHotpluggedDevices) {
    const auto capture = withInfo(kVmInfo, "ch-remote --api-socket /run/ch/a.sock info");
    const host::Host host = readHost(capture);
    std::vector<std::string> lines;
    for (const VmDevice &device : host.vms.at(0).deviceInfo)
        lines.push_back(textOf(device));
    EXPECT_THAT(lines, ElementsAre("0000:41:00.0 id=gpu0",
                                   "its own at 0:00 2.0 segment=0 id=_net1 mac=52:54:00:00:00:01",
                                   "0000:41:00.0 at 2:00 3.0 segment=2 id=gpu0",
                                   "0000:42:00.0 at 0:00 1f.0 segment=0 id=_vfio7"));
    EXPECT_EQ(host.vms[0].uuid, "aaaa-1");
    EXPECT_EQ(host.vms[0].deviceInfo[2].by, VmDevice::By::Api);
    EXPECT_EQ(evidenceText(capture, host.vms[0].deviceInfo[2].evidence), "\"0002:00:03.0\"");
    EXPECT_EQ(host.vms[0].devices.size(), 2U);
}

TEST(ChRemote, OutputOfAnotherVmIsReportedAndIgnored) {
    const host::Host host = readHost(withInfo(kVmInfo, "ch-remote --api-socket /run/ch/b.sock info"));
    EXPECT_EQ(host.vms.at(0).deviceInfo.size(), 1U);
    EXPECT_THAT(host.warnings, Contains(HasSubstr("whose process was not found")));
}

TEST(ChRemote, SurvivesDamage) {
    for (std::size_t length = 0; length < kVmInfo.size(); length += 7)
        EXPECT_EQ(readHost(withInfo(kVmInfo.substr(0, length), "ch-remote --api-socket /run/ch/a.sock info"))
                      .vms.size(),
                  1U);
}

// `virsh dumpxml` of a q35 domain, shortened.
const std::string kDomain = R"(<domain type='kvm' id='3'>
  <name>train-7</name>
  <uuid>AAAAAAAA-bbbb-cccc-dddd-eeeeeeeeeeee</uuid>
  <devices>
    <controller type='pci' index='0' model='pcie-root'><alias name='pcie.0'/></controller>
    <controller type='pci' index='6' model='pcie-root-port'>
      <model name='pcie-root-port'/><target chassis='6' port='0x15'/><alias name='pci.6'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x5'/>
    </controller>
    <controller type='pci' index='7' model='pcie-expander-bus'>
      <target busNr='180'><node>1</node></target><address type='pci' bus='0x00' slot='0x04' function='0x0'/>
    </controller>
    <controller type='pci' index='8' model='pcie-root-port'>
      <address type='pci' domain='0x0000' bus='0x07' slot='0x00' function='0x0'/>
    </controller>
    <controller type='usb' index='6' model='qemu-xhci'>
      <address type='pci' domain='0x0000' bus='0x02' slot='0x00' function='0x0'/></controller>
    <interface type='bridge'><mac address='52:54:00:AB:cd:01'/><source bridge='br0'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x03' function='0x0'/></interface>
    <interface type='hostdev' managed='yes'>
      <mac address='04:90:81:aa:00:01'/>
      <source><address type='pci' domain='0x0000' bus='0x51' slot='0x00' function='0x1'/></source>
      <alias name='hostdev1'/>
      <address type='pci' domain='0x0000' bus='0x08' slot='0x00' function='0x0'/>
    </interface>
    <hostdev mode='subsystem' type='pci' managed='yes'>
      <driver name='vfio'/>
      <source><address domain='0x0000' bus='0x41' slot='0x00' function='0x0'/></source>
      <alias name='hostdev0'/>
      <address type='pci' domain='0x0000' bus='0x06' slot='0x00' function='0x0'/>
    </hostdev>
    <hostdev mode='subsystem' type='usb'><source><address bus='1' device='2'/></source>
      <address type='usb' bus='0' port='1'/></hostdev>
    <hostdev mode='subsystem' type='pci'><source><address domain='0x0000' bus='0x42' slot='0x00' function='0x0'/>
      </source><address type='pci' bus='0x63' slot='0x00' function='0x0'/></hostdev>
  </devices>
</domain>
)";

std::vector<TestSection> withDomain(const std::string &xml) {
    return {{"vmm", process({"qemu-system-x86_64", "-name", "guest=train-7", "-uuid",
                             "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"})},
            {"tool-virsh", xml, Part::Root}};
}

TEST(Virsh, ReadsBothAddressesOfEachDevice) {
    EXPECT_THAT(deviceTextsOf(withDomain(kDomain)),
                ElementsAre("its own at 0:00 3.0 mac=52:54:00:ab:cd:01",
                            "0000:51:00.1 at 0:b4 0.0 0.0 id=hostdev1 mac=04:90:81:aa:00:01",
                            "0000:41:00.0 at 0:00 2.5 0.0 id=hostdev0", "0000:42:00.0"));
}

TEST(Virsh, MatchesByUuidThenNameAndReportsUnmatchedVms) {
    std::string other = kDomain;
    other.replace(other.find("AAAAAAAA"), 8, "BBBBBBBB");
    const host::Host host = hostOf(withDomain(other + "<domain><name>x</name></domain>"));
    EXPECT_THAT(host.vms.at(0).deviceInfo, IsEmpty()) << "its name alone, where its UUID is another";
    EXPECT_THAT(host.warnings, Contains(HasSubstr("libvirt runs 'x', but its process was not found")));
}

TEST(Virsh, OfADamagedDomainCostsTheNextOneNothing) {
    const std::string damaged = "<domain><name>a</name><devices><hostdev></devices></domain>\n";
    EXPECT_EQ(deviceTextsOf(withDomain(damaged + kDomain)).size(), 4U);
    for (std::size_t length = 0; length < kDomain.size(); length += 11)
        EXPECT_EQ(hostOf(withDomain(kDomain.substr(0, length))).vms.size(), 1U);
}

TEST(Virsh, OutputOfRealLibvirtGivesTheAddressOfEachDevice) {
    EXPECT_THAT(deviceTextsOf({{"vmm", process({"qemu-system-x86_64", "-uuid",
                                                "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"})},
                               {"tool-virsh", test::kLibvirtDump, Part::Root}}),
                ElementsAre("0000:82:00.1 at 0:b4 1.0 0.0 mac=52:54:00:82:00:01",
                            "its own at 0:00 2.0 0.0 mac=52:54:00:07:00:01", "0000:41:00.0 at 0:00 2.2 0.0",
                            "0000:81:00.0 at 0:b4 0.0 0.0", "0000:42:00.1 at 0:00 2.3 0.0"));
}

/// The JSON that libvirt passes to QEMU, with the root ports it created: the same addresses as in its XML.
TEST(Virsh, AndTheCommandLineOfTheSameMachineAgree) {
    const host::Host host =
        hostOf({{"vmm", test::kLibvirtProcess}, {"tool-virsh", test::kLibvirtDump, Part::Root}});
    ASSERT_EQ(host.vms.size(), 1U);
    std::map<VmDevice::By, std::set<std::string>> places;
    for (VmDevice device : host.vms[0].deviceInfo) {
        device.id.clear(); // assigned by libvirt when the machine starts
        device.mac.clear();
        if (device.onHost)
            places[device.by].insert(textOf(device));
    }
    EXPECT_EQ(places[VmDevice::By::CommandLine].size(), 4U);
    EXPECT_EQ(places[VmDevice::By::CommandLine], places[VmDevice::By::Libvirt]);
    EXPECT_EQ(host.vms[0].memory.valueOr({}).value, 2ULL << 30);
    EXPECT_EQ(host.vms[0].name, "train-7");
}

TEST(VirtualLinks, OfIpLinkAreTheirPhysicalFunctions) {
    const host::Host host =
        hostOf({{"net-links", "enp6s0 -> /sys/devices/pci0000:00/0000:51:00.0/net/enp6s0\n"
                              "ib0 -> /sys/devices/pci0000:00/0000:52:00.0/net/ib0\n"},
                {"tool-ip-link",
                 "2: enp6s0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group "
                 "default\n"
                 "    link/ether 04:90:81:31:06:00 brd ff:ff:ff:ff:ff:ff\n"
                 "    vf 1 MAC 04:90:81:37:31:48, spoof checking on\n"
                 "    vf 0     link/ether 04:90:81:37:30:C8 brd ff:ff:ff:ff:ff:ff, spoof checking on, "
                 "link-state auto\n"
                 "    vf 2     link/ether 00:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff\n    vf x link/ether 1\n"
                 "3: ib0: <BROADCAST> mtu 2044 qdisc mq state UP\n"
                 "    vf 0     link/infiniband 80:00:00 brd 00:ff, spoof checking off, NODE_GUID "
                 "06:90:81:ff:fe:37:30:c8, PORT_GUID 00:00:00:00:00:00:00:00, link-state auto\n"
                 "4: tap0: <BROADCAST> mtu 1\n    vf 0 link/ether 04:90:81:37:30:01\n",
                 Part::Tools}});
    std::vector<std::string> lines;
    for (const host::VirtualLink &link : host.virtualLinks)
        lines.push_back(
            fmt::format("{} {} {} {}", link.physical.toString(), link.number, link.mac, link.guid));
    EXPECT_THAT(lines, ElementsAre("0000:51:00.0 0 04:90:81:37:30:c8 ", "0000:51:00.0 1 04:90:81:37:31:48 ",
                                   "0000:52:00.0 0  069081fffe3730c8"));
}

TEST(VmmStart, IsReadBehindAnyProgramsName) {
    const host::Host host =
        hostOf({kChProcess,
                {"vmm-start", "4711/stat:4711 (a) b (c)) S 1 4711 4711 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 9 0 "
                              "723450 99 1\n99/stat:99 (x) S 1\n4711/stat:\n4712/x:1\n"}});
    EXPECT_DOUBLE_EQ(*host.vms.at(0).startedAfterBoot, 7234.5);
}

TEST(Processes, ThatRootSawTakeThePlaceOfTheUsers) {
    const host::Host host =
        hostOf({kChProcess,
                {"vmm", process({"cloud-hypervisor", "--device", "path=/sys/bus/pci/devices/0000:42:00.0/"}),
                 Part::Root}});
    EXPECT_THAT(host.vms.at(0).devices, ElementsAre(addressOf("0000:42:00.0")));
}

} // namespace
} // namespace fabricscope::formats
