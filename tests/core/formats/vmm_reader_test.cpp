// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/Captures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using capture::Part;
using testing::ElementsAre;
using testing::IsEmpty;

std::string process(unsigned pid, std::initializer_list<const char *> arguments) {
    std::string text = "@pid " + std::to_string(pid) + "\n";
    for (const char *argument : arguments)
        text += std::string("=") + argument + "\n";
    return text;
}

host::VmProcess vmOf(std::initializer_list<const char *> arguments) {
    const host::Host host = hostOf({{"vmm", process(4711, arguments)}});
    EXPECT_EQ(host.vms.size(), 1U);
    return host.vms.empty() ? host::VmProcess{} : host.vms[0];
}

TEST(VmmReader, TakesSeveralDevicesBehindOneOptionOfCloudHypervisor) {
    const auto vm =
        vmOf({"/usr/local/bin/cloud-hypervisor", "--api-socket", "path=/run/vm-03a.sock", "--device",
              "path=/sys/bus/pci/devices/0000:41:00.0/,id=gpu0,iommu=on,x_nv_gpudirect_clique=0",
              "path=/sys/bus/pci/devices/0000:42:00.1/", "--memory", "size=64G", "--platform",
              "num_pci_segments=4,uuid=11111111-2222-3333-4444-555555555555"});
    EXPECT_EQ(vm.vmm, "cloud-hypervisor");
    EXPECT_EQ(vm.name, "vm-03a");
    EXPECT_EQ(vm.uuid, "11111111-2222-3333-4444-555555555555");
    EXPECT_EQ(vm.pid, 4711U);
    EXPECT_THAT(vm.devices, ElementsAre(addressOf("0000:41:00.0"), addressOf("0000:42:00.1")));
}

TEST(VmmReader, TakesJoinedOptions) {
    const auto vm = vmOf(
        {"cloud-hypervisor", "--api-socket=/run/a.sock", "--device=path=/sys/bus/pci/devices/0000:41:00.0"});
    EXPECT_EQ(vm.name, "a");
    EXPECT_THAT(vm.devices, ElementsAre(addressOf("0000:41:00.0")));
}

TEST(VmmReader, TakesThreeFormsOfQemusDevices) {
    const auto vm =
        vmOf({"/usr/bin/qemu-system-x86_64", "-name", "guest=train-7,debug-threads=on", "-uuid",
              "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee", "-device",
              "vfio-pci,host=0000:41:00.0,id=hostdev0,bus=pci.5,addr=0x0", "-device",
              "vfio-pci,sysfsdev=/sys/devices/pci0000:00/0000:00:01.0/0000:42:00.0/"
              "83b8f4f2-509f-382f-3c1e-e6bfe0fa1001",
              "-device", R"({"driver":"vfio-pci","host":"0000:43:00.0","id":"hostdev1","bus":"pci.6"})",
              "-device", "virtio-net-pci,netdev=n0,host=0000:44:00.0", "-device",
              R"({"id": "x", "driver": "virtio-blk-pci"})"});
    EXPECT_EQ(vm.vmm, "qemu");
    EXPECT_EQ(vm.name, "train-7");
    EXPECT_EQ(vm.uuid, "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee");
    EXPECT_THAT(vm.devices,
                ElementsAre(addressOf("0000:41:00.0"), addressOf("0000:42:00.0"), addressOf("0000:43:00.0")));
}

TEST(VmmReader, TakesQemusShortForms) {
    const auto vm = vmOf({"kvm", "-name", "plain", "-device", "vfio-pci,host=41:00.0"});
    EXPECT_EQ(vm.name, "plain");
    EXPECT_THAT(vm.devices, ElementsAre(addressOf("0000:41:00.0")));
}

TEST(VmmReader, KnowsOtherMonitors) {
    EXPECT_THAT(
        vmOf({"/usr/bin/crosvm", "run", "--vfio", "/sys/bus/pci/devices/0000:41:00.0,iommu=viommu"}).devices,
        ElementsAre(addressOf("0000:41:00.0")));
    EXPECT_EQ(vmOf({"firecracker", "--id", "micro-1"}).name, "micro-1");
}

TEST(VmmReader, LeavesProcessesOutThatOnlyTalkOfVfio) {
    EXPECT_THAT(hostOf({{"vmm", process(1, {"vim", "vfio-pci.conf"}) +
                                    process(2, {"/bin/sh", "-c", "echo vfio"}) + process(3, {})}})
                    .vms,
                IsEmpty());
}

TEST(VmmReader, SurvivesDamagedLists) {
    const host::Host host =
        hostOf({{"vmm", "=orphan\n@pid x\n=qemu\n@pid 99999999999999999999\n=qemu\n"
                        "@pid 7\n=qemu-system\n=-device\n@pid 8\n=qemu\n=-device\n=\n=-name\n"}});
    ASSERT_EQ(host.vms.size(), 2U);
    EXPECT_EQ(host.vms[0].pid, 7U);
    EXPECT_THAT(host.vms[1].devices, IsEmpty());
    EXPECT_EQ(host.warnings.size(), 2U);
}

TEST(VmmReader, BoundsTheDevicesOfOneMachine) {
    std::string text = "@pid 1\n=cloud-hypervisor\n=--device\n";
    for (int i = 0; i < 5000; ++i) {
        char line[64];
        std::snprintf(line, sizeof line, "=path=/sys/bus/pci/devices/%04x:00:00.0/\n", i);
        text += line;
    }
    EXPECT_EQ(hostOf({{"vmm", text}}).vms.at(0).devices.size(), 512U);
}

TEST(VmmReader, JoinsDescriptorsWithTheDevicesOfTheirGroup) {
    const std::vector<TestSection> sections = {
        {"pci-links", "0000:40:01.0/driver -> /sys/bus/pci/drivers/pcieport\n"
                      "0000:40:01.0/iommu_group -> /sys/kernel/iommu_groups/41\n"
                      "0000:41:00.0/driver -> /sys/bus/pci/drivers/vfio-pci\n"
                      "0000:41:00.0/iommu_group -> /sys/kernel/iommu_groups/41\n"
                      "0000:42:00.0/driver -> /sys/bus/pci/drivers/vfio-pci\n"
                      "0000:42:00.0/iommu_group -> /sys/kernel/iommu_groups/42\n"},
        {"vmm", process(4711, {"qemu-system-x86_64", "-name", "a"})},
        {"vmm-fds",
         "lrwx------ 1 root root 64 Nov 21 09:00 4711/fd/25 -> /dev/vfio/41\n"
         "lrwx------ 1 root root 64 Nov 21 09:00 4711/fd/26 -> /dev/vfio/vfio\n"
         "lrwx------ 1 root root 64 Nov 21 09:00 4711/fd/27 -> /dev/vfio/devices/vfio3\n"
         "lrwx------ 1 root root 64 Nov 21 09:00 9999/fd/3 -> /dev/vfio/42\n"
         "vfio3/device -> /sys/devices/pci0000:00/0000:00:01.0/0000:43:00.0\n",
         Part::Root}};
    const host::Host host = hostOf(sections);
    ASSERT_EQ(host.vms.size(), 1U);
    EXPECT_THAT(host.vms[0].devices, ElementsAre(addressOf("0000:41:00.0"), addressOf("0000:43:00.0")))
        << "the bridge of the group is nobody's device, and 9999 is no virtual machine";
}

/// From a real QEMU, which opened the groups in the order of its devices, while `ls` sorts alphabetically.
TEST(VmmReader, TakesWhatIsHeldInTheOrderOfItsDescriptors) {
    std::string links;
    for (const char *pair : {"23:00.0 20", "24:00.0 21", "63:00.0 11", "64:00.0 12"})
        links += fmt::format("0000:{0:.7}/driver -> /sys/bus/pci/drivers/vfio-pci\n"
                             "0000:{0:.7}/iommu_group -> /sys/kernel/iommu_groups/{1}\n",
                             pair, pair + 8);
    const host::Host host = hostOf({{"pci-links", links},
                                    {"vmm", process(366, {"qemu-system-x86_64", "-readconfig", "vm.cfg"})},
                                    {"vmm-fds",
                                     "366/fd/10 -> /dev/vfio/vfio\n366/fd/14 -> /dev/vfio/11\n"
                                     "366/fd/18 -> /dev/vfio/12\n366/fd/23 -> /dev/vfio/21\n"
                                     "366/fd/9 -> /dev/vfio/20\n366/fd/90 -> /dev/vfio/20\n"
                                     "366/fd/x -> /dev/vfio/20\n",
                                     Part::Root}});
    EXPECT_THAT(host.vms.at(0).devices, ElementsAre(addressOf("0000:23:00.0"), addressOf("0000:63:00.0"),
                                                    addressOf("0000:64:00.0"), addressOf("0000:24:00.0")));
    EXPECT_EQ(host.vms[0].deviceInfo.size(), 4U) << "a group that is held twice is one";
}

} // namespace
} // namespace fabricscope::formats
