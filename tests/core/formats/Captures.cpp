// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/Captures.h"

#include <fmt/format.h>

#include <stdexcept>

namespace fabricscope::formats {

capture::Capture captureOf(const std::vector<TestSection> &sections) {
    capture::Capture capture;
    capture.target = "jane@gpu-07";
    for (const TestSection &section : sections) {
        capture::Section::Meta meta;
        meta.name = section.name;
        meta.origin = "/origin/of/" + section.name;
        meta.part = section.part;
        meta.damage = section.damage;
        meta.exitStatus = 0;
        capture.sections.emplace_back(meta, section.bytes);
    }
    return capture;
}

host::Host hostOf(const std::vector<TestSection> &sections) {
    return readHost(captureOf(sections));
}

std::string evidenceText(const capture::Capture &capture, host::EvidenceRef evidence) {
    if (!evidence.exists() || evidence.section >= capture.sections.size())
        return "(no evidence)";
    return capture.sections[evidence.section].bytes().substr(evidence.offset, evidence.length);
}

std::string configText(std::string_view bdf, const std::vector<std::uint8_t> &bytes) {
    std::string text = fmt::format("={}\n", bdf);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        text += fmt::format(" {:02x}{}", bytes[i], i % 16 == 15 || i + 1 == bytes.size() ? "\n" : "");
    return text;
}

host::Address addressOf(std::string_view bdf) {
    const auto address = pci::Address::parse(bdf);
    if (!address)
        throw std::invalid_argument("not an address: " + std::string(bdf));
    return *address;
}

namespace {

constexpr const char *kIdentity = "etc/hostname:gpu-07.example\n"
                                  "etc/machine-id:0123456789abcdef0123456789abcdef\n"
                                  "etc/os-release:NAME=\"Debian GNU/Linux\"\n"
                                  "etc/os-release:PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"
                                  "proc/version:Linux version 6.1.0-28-amd64 (debian@...) gcc-12\n"
                                  "proc/cmdline:BOOT_IMAGE=/vmlinuz iommu=pt amd_iommu=on\n"
                                  "proc/sys/kernel/random/boot_id:aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee\n"
                                  "proc/sys/kernel/hostname:gpu-07\n"
                                  "proc/sys/kernel/osrelease:6.1.0-28-amd64\n"
                                  "proc/sys/kernel/dmesg_restrict:1\n"
                                  "proc/sys/kernel/numa_balancing:1\n";

constexpr const char *kDevices =
    "0000:00:01.0 -> /sys/devices/pci0000:00/0000:00:01.0\n"
    "0000:01:00.0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0\n"
    "0000:02:00.0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/0000:02:00.0\n"
    "0000:02:01.0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/0000:02:01.0\n"
    "0000:03:00.0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/0000:02:00.0/0000:03:00.0\n"
    "0000:04:00.0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/0000:02:01.0/0000:04:00.0\n"
    "0000:04:00.1 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/0000:02:01.0/0000:04:00.1\n"
    "0000:40:01.0 -> /sys/devices/pci0000:40/0000:40:01.0\n"
    "0000:41:00.0 -> /sys/devices/pci0000:40/0000:40:01.0/0000:41:00.0\n"
    "0000:64:05.5 -> /sys/devices/pci0000:64/0000:64:05.5\n"
    "10000:01:00.0 -> /sys/devices/pci0000:64/0000:64:05.5/pci10000:00/10000:00:02.0/10000:01:00.0\n"
    "10000:00:02.0 -> /sys/devices/pci0000:64/0000:64:05.5/pci10000:00/10000:00:02.0\n";

std::string function(const char *bdf, const char *classCode, const char *vendor, const char *device,
                     const char *numa) {
    std::string text;
    const auto line = [&](const char *file, std::string_view value) {
        text += fmt::format("{}/{}:{}\n", bdf, file, value);
    };
    line("class", classCode);
    line("vendor", vendor);
    line("device", device);
    line("revision", "0x01");
    line("numa_node", numa);
    line("local_cpulist", "0-31,64-95");
    for (int i = 0; i < 13; ++i)
        line("resource", i == 0   ? "0x0000080000000000 0x0000080fffffffff 0x000000000014220c"
                         : i == 2 ? "0x0000000090000000 0x00000000901fffff 0x000000000014220c"
                                  : "0x0000000000000000 0x0000000000000000 0x0000000000000000");
    line("enable", "1");
    line("power_state", "D0");
    line("reset_method", "flr bus");
    line("aer_dev_correctable", "RxErr 3");
    line("aer_dev_correctable", "TOTAL_ERR_COR 3");
    return text;
}

std::string functions() {
    return function("0000:00:01.0", "0x060400", "0x1022", "0x14ab", "0") +
           function("0000:01:00.0", "0x060400", "0x1000", "0xc030", "0") +
           function("0000:02:00.0", "0x060400", "0x1000", "0xc030", "0") +
           function("0000:02:01.0", "0x060400", "0x1000", "0xc030", "0") +
           function("0000:03:00.0", "0x120000", "0x1002", "0x75a0", "0") +
           function("0000:04:00.0", "0x020000", "0x1dd8", "0x1002", "0") +
           function("0000:04:00.1", "0x020000", "0x1dd8", "0x1003", "0") +
           function("0000:40:01.0", "0x060400", "0x1022", "0x14ab", "1") +
           function("0000:41:00.0", "0x120000", "0x1002", "0x75a0", "1") +
           function("0000:64:05.5", "0x010400", "0x8086", "0x28c0", "-1") +
           function("10000:00:02.0", "0x060400", "0x8086", "0x347a", "-1") +
           function("10000:01:00.0", "0x010802", "0x144d", "0xa80a", "-1") +
           "0000:04:00.0/sriov_numvfs:1\n0000:04:00.0/sriov_totalvfs:8\n"
           "0000:01:00.0/secondary_bus_number:2\n0000:01:00.0/subordinate_bus_number:4\n";
}

constexpr const char *kLinks =
    "0000:00:01.0/driver -> /sys/bus/pci/drivers/pcieport\n"
    "0000:00:01.0/iommu_group -> /sys/kernel/iommu_groups/3\n"
    "0000:03:00.0/driver -> /sys/bus/pci/drivers/vfio-pci\n"
    "0000:03:00.0/iommu_group -> /sys/kernel/iommu_groups/27\n"
    "0000:04:00.0/driver -> /sys/bus/pci/drivers/ionic\n"
    "0000:04:00.0/iommu_group -> /sys/kernel/iommu_groups/28\n"
    "lrwxrwxrwx 1 root root 0 Nov 21 09:00 0000:04:00.0/virtfn0 -> ../0000:04:00.1\n"
    "lrwxrwxrwx 1 root root 0 Nov 21 09:00 0000:04:00.1/physfn -> ../0000:04:00.0\n"
    "0000:04:00.1/driver -> /sys/bus/pci/drivers/vfio-pci\n"
    "0000:04:00.1/iommu_group -> /sys/kernel/iommu_groups/29\n";

constexpr const char *kTouch = "0000:03:00.0/current_link_speed:32.0 GT/s PCIe\n"
                               "0000:03:00.0/current_link_width:8\n"
                               "0000:03:00.0/max_link_speed:32.0 GT/s PCIe\n"
                               "0000:03:00.0/max_link_width:16\n"
                               "0000:04:00.1/current_link_speed:Unknown\n"
                               "0000:04:00.1/current_link_width:0\n"
                               "0000:41:00.0/current_link_speed:Unknown\n"
                               "0000:41:00.0/current_link_width:63\n";

constexpr const char *kNuma = "online:0-1\n"
                              "node0/cpulist:0-31,64-95\n"
                              "node0/distance:10 32\n"
                              "node0/meminfo:Node 0 MemTotal:       131841892 kB\n"
                              "node0/meminfo:Node 0 MemFree:        100000000 kB\n"
                              "node1/cpulist:\n"
                              "node1/distance:32 10\n"
                              "node1/meminfo:Node 1 MemTotal:       131841892 kB\n";

constexpr const char *kVmm = "@pid 4711\n"
                             "=/usr/bin/cloud-hypervisor\n"
                             "=--api-socket\n"
                             "=path=/run/vms/vm-03a.sock\n"
                             "=--device\n"
                             "=path=/sys/bus/pci/devices/0000:03:00.0/,id=gpu0,iommu=on\n"
                             "=path=/sys/bus/pci/devices/0000:04:00.1/\n"
                             "=--cpus\n"
                             "=boot=32\n";

} // namespace

std::vector<TestSection> exampleServer() {
    std::vector<std::uint8_t> header(64, 0);
    header[0] = 0x02;
    header[1] = 0x10;
    return {
        {"identity", kIdentity},
        {"user", "uid=1000(jane) gid=1000(jane) groups=1000(jane),27(sudo)\n"},
        {"dmi", "sys_vendor:Example Corp.\nproduct_name:GX-8\nboard_name:GX8-MB\nbios_version:2.1b\n"},
        {"pci-devices", kDevices},
        {"pci", functions()},
        {"pci-links", kLinks},
        {"pci-slots", "5/address:0000:03:00\n"},
        {"iommu",
         "27/type:DMA\n27/reserved_regions:0x00000000fee00000 0x00000000feefffff msi\n28/type:identity\n"},
        {"iommu-devices", "3/devices/0000:00:01.0\n27/devices/0000:03:00.0\n28/devices/0000:04:00.0\n"},
        {"iommu-units", "ivhd0\nivhd1\n"},
        {"numa", kNuma},
        {"cpu", "online:0-127\nsmt/control:on\ncpu0/topology/physical_package_id:0\n"
                "cpu1/topology/physical_package_id:1\n"},
        {"cpuinfo", "model name\t: AMD EPYC 9575F 64-Core Processor\nflags\t\t: fpu vme sse2\n"},
        {"meminfo", "MemTotal:       263683784 kB\nMemFree: 1 kB\n"},
        {"vmm", kVmm},
        {"pci-touch", kTouch, capture::Part::Touch},
        {"pci-config",
         configText("0000:03:00.0", header) + configText("0000:41:00.0", std::vector<std::uint8_t>(64, 0xFF)),
         capture::Part::Touch},
    };
}

} // namespace fabricscope::formats
