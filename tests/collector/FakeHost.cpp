// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/collector/FakeHost.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <random>

namespace fabricscope::collector {

namespace fs = std::filesystem;

FakeHost::FakeHost() {
    write("etc/hostname", "made-1\n");
    write("etc/machine-id", "0123456789abcdef0123456789abcdef\n");
    write("etc/os-release", "ID=made\nPRETTY_NAME=\"Made: a host\"\n");
    write("etc/fabricscope-simulated", "the tests\n");
    write("etc/fabricscope-limits", "max locked memory (kbytes, -l) unlimited\n");
    write("proc/cmdline", "root=/dev/vda iommu=pt no line feed");
    write("proc/sys/kernel/random/boot_id", "bea9b5b4-3351-4c12-ab2f-1a84477f96e7\n");
    write("sys/class/dmi/id/sys_vendor", "Made\n");
    write("sys/class/dmi/id/product_serial", "SN-4711\n");
    makePci();
    makeClasses();
    makeSoftware();
}

void FakeHost::write(const std::string &below, const std::string &content) {
    fs::create_directories(path(below).parent_path());
    std::ofstream(path(below), std::ios::binary) << content;
}

void FakeHost::program(const std::string &below, const std::string &content) {
    write(below, "#!/bin/sh\n" + content);
    ::chmod(path(below).c_str(), 0755);
}

void FakeHost::link(const std::string &below, const std::string &target) {
    fs::create_directories(path(below).parent_path());
    fs::create_symlink(target, path(below));
}

void FakeHost::hang(const std::string &below) {
    fs::create_directories(path(below).parent_path());
    fs::remove(path(below));
    EXPECT_EQ(::mkfifo(path(below).c_str(), 0644), 0);
}

void FakeHost::function(const std::string &below, const std::string &classCode, const std::string &config) {
    const std::string folder = "sys/devices/" + below + "/";
    const std::string name = fs::path(below).filename();
    write(folder + "class", classCode + "\n");
    write(folder + "vendor", "0x1002\n");
    write(folder + "device", "0x74a1\n");
    write(folder + "numa_node", "-1\n");
    write(folder + "resource", "0x0000000000000000 0x0000000000000000 0x0000000000000000\n"
                               "0x0000004000080000 0x00000040000fffff 0x0000000000140204\n");
    write(folder + "power_state", "D0\n");
    write(folder + "power/runtime_status", "active\n");
    write(folder + "current_link_speed", "32.0 GT/s PCIe\n");
    write(folder + "current_link_width", "16\n");
    write(folder + "max_link_speed", "32.0 GT/s PCIe\n");
    write(folder + "max_link_width", "16\n");
    write(folder + "config", config);
    link("sys/bus/pci/devices/" + name, "../../../devices/" + below);
}

void FakeHost::makePci() {
    function("pci0000:00/0000:00:01.0", "0x060400", hardConfig(4096, 1));
    function("pci0000:00/0000:00:01.0/0000:01:00.0", "0x120000", hardConfig(4096, 2));
    function("pci0000:00/0000:00:01.0/0000:01:00.1", "0x120000", hardConfig(4096, 3));
    function("pci0000:00/0000:00:02.0", "0x060400", hardConfig(4096, 4));
    function("pci0000:00/0000:00:02.0/0000:02:00.0", "0x020000", hardConfig(256, 5));
    function("pci10000:00/10000:00:00.0", "0x010802", hardConfig(4096, 6));
    function("pci0000:00/0000:00:1f.0", "0x0c0500", hardConfig(256, 7));
    const std::string gpu = "sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/";
    write(gpu + "sriov_numvfs", "1\n");
    link(gpu + "virtfn0", "../0000:01:00.1");
    link("sys/devices/pci0000:00/0000:00:01.0/0000:01:00.1/physfn", "../0000:01:00.0");
    fs::create_directories(path("sys/bus/pci/drivers/vfio-pci"));
    link("sys/devices/pci0000:00/0000:00:01.0/0000:01:00.1/driver", "../../../../bus/pci/drivers/vfio-pci");
    link(gpu + "driver", "../../../../bus/pci/drivers/not-there");
    write("sys/kernel/iommu_groups/7/type", "DMA-FQ\n");
    write("sys/kernel/iommu_groups/7/reserved_regions", "0x1 0x2 direct\n0x3 0x4 msi\n");
    link("sys/kernel/iommu_groups/7/devices/0000:01:00.1",
         "../../../../devices/pci0000:00/0000:00:01.0/0000:01:00.1");
    link("sys/devices/pci0000:00/0000:00:01.0/0000:01:00.1/iommu_group", "../../../../kernel/iommu_groups/7");
    write("sys/bus/pci/slots/3/address", "0000:01:00\n");
    write("sys/class/iommu/ivhd0/amd-iommu/cap", "1\n");
    write("sys/devices/system/node/online", "0\n");
    write("sys/devices/system/node/node0/distance", "10\n");
    write("sys/devices/system/cpu/online", "0-1\n");
    write("sys/devices/system/cpu/cpu0/topology/core_id", "0\n");
    write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Made\n\nprocessor\t: 1\n\n");
    write("proc/meminfo", "MemTotal: 1024 kB\n");
}

void FakeHost::makeClasses() {
    const std::string nic = "sys/devices/pci0000:00/0000:00:02.0/0000:02:00.0/";
    write(nic + "net/eth0/address", "9c:63:c0:d4:20:f0\n");
    write(nic + "net/eth0/speed", "400000\n");
    link(nic + "net/eth0/device", "../../../0000:02:00.0");
    link("sys/class/net/eth0", "../../devices/pci0000:00/0000:00:02.0/0000:02:00.0/net/eth0");
    const std::string rdma = "sys/class/infiniband/mlx5_0/";
    write(rdma + "node_guid", "9c63:c003:00d4:20f0\n");
    write(rdma + "ports/1/link_layer", "Ethernet\n");
    write(rdma + "ports/1/state", "4: ACTIVE\n");
    for (int i = 0; i < 40; ++i) {
        const bool used = i == 0 || i == 5;
        write(fmt::format("{}ports/1/gids/{}", rdma, i),
              used ? fmt::format("fe80:0000:0000:0000:0000:0000:0000:{:04x}\n", i + 1)
                   : "0000:0000:0000:0000:0000:0000:0000:0000\n");
        write(fmt::format("{}ports/1/gid_attrs/types/{}", rdma, i), "RoCE v2\n");
    }
    link(rdma + "device", "../../../devices/pci0000:00/0000:00:02.0/0000:02:00.0");
    write("sys/class/drm/card0/device/unique_id", "5d5d1122334455aa\n");
    write("sys/class/drm/card0-DP-1/device/unique_id", "no card\n");
    write("sys/class/kfd/kfd/topology/nodes/1/properties", "location_id 256\nunique_id 7\n");
    write("sys/class/kfd/kfd/topology/nodes/1/io_links/0/properties", "type 11\n");
    write("sys/class/nvme/nvme0/serial", "S64FNE0R802879      \n");
    write("proc/driver/nvidia/gpus/0000:01:00.0/information", "Model: \t\t Made GPU\n");
}

void FakeHost::makeSoftware() {
    using std::string_literals::operator""s;
    write("proc/modules", "amdgpu 1 0 - Live 0x0\nvfio_pci 1 0 - Live 0x0\n");
    write("sys/module/amdgpu/version", "6.12.12\n");
    write("sys/module/amdgpu/parameters/noretry", "-1\n");
    write("sys/module/snd/parameters/index", "0\n");
    write("proc/4242/cmdline",
          "/usr/bin/cloud-hypervisor\0--device\0path=/sys/bus/pci/devices/0000:01:00.1/,id=gpu\0"
          "--cmdline\0two\nlines password=hunter2,x=1\0"s);
    write("proc/17/cmdline", "/usr/sbin/sshd\0-D\0"s);
    write("proc/18/cmdline", "");
    write("etc/nccl.conf", "NCCL_DEBUG=WARN\nNCCL_TOPO_FILE=/etc/made-topo.xml\n");
    write("etc/made-topo.xml", "<system version=\"1\"/>\n");
    program("usr/bin/numactl", "echo \"available: 1 nodes (0) $*\"; echo trouble >&2; exit 3\n");
}

std::map<std::string, std::string> FakeHost::inventory() const {
    std::map<std::string, std::string> out;
    for (const auto &entry : fs::recursive_directory_iterator(m_folder.path())) {
        struct stat status {};
        EXPECT_EQ(::lstat(entry.path().c_str(), &status), 0);
        out[entry.path()] = fmt::format("{:o} {} {}.{}", status.st_mode, status.st_size,
                                        status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    }
    return out;
}

std::string hardConfig(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    constexpr std::string_view kAlphabet("\n\0\xff:/=\r0 @", 10);
    std::string out(size, '\0');
    for (char &c : out)
        c = kAlphabet[random() % kAlphabet.size()];
    return out;
}

std::string asHex(const std::string &name, const std::string &bytes) {
    std::string out = "=" + name + "\n";
    for (std::size_t i = 0; i < bytes.size(); ++i)
        out += fmt::format(" {:02x}{}", static_cast<unsigned char>(bytes[i]), i % 16 == 15 ? "\n" : "");
    return out;
}

} // namespace fabricscope::collector
