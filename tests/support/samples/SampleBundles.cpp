// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleBundles.h"

#include <fmt/format.h>

namespace fabricscope::test {

namespace {

// Buses of pair n: 04 + 4n the GPU's root port and 05 + 4n the GPU; 06 + 4n the NIC's root port and 07 + 4n
// the NIC.
int gpuBus(int index) {
    return 5 + 4 * index;
}
int nicBus(int index) {
    return 7 + 4 * index;
}

std::string rootPort(const BundledHost &host, int index, bool ofNic, const char *prefix) {
    const int bus = ofNic ? nicBus(index) : gpuBus(index);
    return fmt::format("{}00:{:02x}.0 PCI bridge [0604]: Intel Corporation Device [8086:352a] (rev 30) "
                       "(prog-if 00 [Normal decode])\n"
                       "\tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr+ Stepping- "
                       "SERR+ FastB2B- DisINTx+\n"
                       "\tNUMA node: {}\n\tIOMMU group: {}\n\tBus: primary=00, secondary={:02x}, "
                       "subordinate={:02x}, sec-latency=0\n"
                       "\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00\n"
                       "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
                       "\t\tLnkSta:\tSpeed 32GT/s, Width x16\n\tKernel driver in use: pcieport\n\n",
                       prefix, 2 + 2 * index + (ofNic ? 1 : 0), nodeOf(host, index), bus, bus, bus);
}

std::string device(const BundledHost &host, int index, bool ofNic, const char *prefix) {
    const int bus = ofNic ? nicBus(index) : gpuBus(index);
    return fmt::format(
        "{}{:02x}:00.0 {}\n\tNUMA node: {}\n\tIOMMU group: {}\n"
        "\tRegion 0: Memory at {:x}000000000 (64-bit, prefetchable) [size=16M]\n"
        "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n"
        "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
        "\t\tLnkSta:\tSpeed 32GT/s, Width {}\n"
        "\tKernel driver in use: {}\n\tKernel modules: {}\n\n",
        prefix, bus,
        ofNic ? "Ethernet controller [0200]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]"
              : "3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)",
        nodeOf(host, index), bus + 100, bus, index == 3 && !ofNic ? "x8 (downgraded)" : "x16",
        ofNic ? "mlx5_core" : "nvidia", ofNic ? "mlx5_core" : "nouveau, nvidia");
}

/// Root ports, GPUs and NICs; `prefix` is "0000:" for -D.
std::string lspciText(const BundledHost &host, const char *prefix = "") {
    std::string text;
    for (int i = 0; i < host.gpus; ++i)
        text += rootPort(host, i, false, prefix) + rootPort(host, i, true, prefix);
    for (int i = 0; i < host.gpus; ++i)
        text += device(host, i, false, prefix) + device(host, i, true, prefix);
    return text;
}

std::string dmesgText(const BundledHost &host) {
    return fmt::format(
        "[    0.000000] Linux version {} (buildd@x) (gcc 13) #63 SMP\n"
        "[    0.000000] Command line: BOOT_IMAGE=/vmlinuz root=/dev/sda1 iommu=pt\n"
        "[    0.912345] DMAR: IOMMU enabled\n[    3.000000] systemd[1]: Hostname set to <{}>.\n"
        "[ 7777.000000] NVRM: Xid (PCI:{}): 79, pid=1, GPU has fallen off the bus.\n",
        host.kernel, host.name, gpuAddress(2).substr(0, 10));
}

std::string lscpuText() {
    return "Architecture:            x86_64\nCPU(s):                  128\nOn-line CPU(s) list:     0-127\n"
           "Vendor ID:               GenuineIntel\nModel name:              Intel(R) Xeon(R) Platinum 8480C\n"
           "Socket(s):               2\nNUMA node(s):            2\nNUMA node0 CPU(s):       0-31,64-95\n"
           "NUMA node1 CPU(s):       32-63,96-127\n";
}

std::string numactlText() {
    std::string first, second;
    for (int cpu = 0; cpu < 128; ++cpu)
        (cpu / 32 % 2 == 0 ? first : second) += fmt::format(" {}", cpu);
    return fmt::format(
        "available: 2 nodes (0-1)\nnode 0 cpus:{}\nnode 0 size: 1031720 MB\nnode 0 free: 1 MB\n"
        "node 1 cpus:{}\nnode 1 size: 1032178 MB\nnode 1 free: 1 MB\nnode distances:\n"
        "node   0   1 \n  0:  10  21 \n  1:  21  10 \n",
        first, second);
}

std::string ipText(const BundledHost &host) {
    std::string text =
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n"
        "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n";
    for (int i = 0; i < host.gpus; ++i)
        text += fmt::format(
            "{}: ens{}np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default\n"
            "    link/ether 9c:63:c0:d4:20:{:02x} brd ff:ff:ff:ff:ff:ff promiscuity 0 numtxqueues 1 "
            "parentbus pci parentdev {}\n    inet 10.10.{}.7/24 scope global ens{}np0\n",
            i + 2, i, i, nicAddress(i), i, i);
    return text;
}

std::string dmidecodeText() {
    return "# dmidecode 3.5\nGetting SMBIOS data from sysfs.\n\nHandle 0x0000, DMI type 0, 26 bytes\nBIOS "
           "Information\n"
           "\tVendor: Made\n\tVersion: 2.3.1\n\nHandle 0x0001, DMI type 1, 27 bytes\nSystem Information\n"
           "\tManufacturer: Made Systems\n\tProduct Name: Eight GPU\n\tSerial Number: MADE0042\n\n";
}

std::string topoText(const BundledHost &host) {
    std::string text;
    for (int i = 0; i < host.gpus; ++i)
        text += fmt::format("\tGPU{}", i);
    text += "\tCPU Affinity\tNUMA Affinity\n";
    for (int i = 0; i < host.gpus; ++i) {
        text += fmt::format("GPU{}", i);
        for (int k = 0; k < host.gpus; ++k)
            text += i == k ? "\t X " : "\tNV18";
        text +=
            fmt::format("\t{}\t{}\n", nodeOf(host, i) == 0 ? "0-31,64-95" : "32-63,96-127", nodeOf(host, i));
    }
    return text + "\nLegend:\n\n  X    = Self\n  NV#  = Connection traversing a bonded set of # NVLinks\n";
}

std::string smiQuery(const BundledHost &host) {
    std::string text =
        fmt::format("\n==============NVSMI LOG==============\n\nDriver Version                            "
                    ": 570.86.15\nCUDA Version                              : 12.8\n\n"
                    "Attached GPUs                             : {}\n",
                    host.gpus);
    for (int i = 0; i < host.gpus; ++i)
        text += fmt::format("GPU 0000{}\n    Product Name                          : NVIDIA H100 80GB HBM3\n"
                            "    Serial Number                         : 16505220{:05}\n"
                            "    Minor Number                          : {}\n"
                            "    VBIOS Version                         : 96.00.61.00.0{}\n",
                            gpuAddress(i), i, i, i);
    return text;
}

std::string information(int index) {
    return fmt::format("Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t {}\nVideo BIOS: \t 96.00.61.00.0{}\n"
                       "Bus Type: \t PCIe\nBus Location: \t {}\nDevice Minor: \t {}\n",
                       90 + index, index, gpuAddress(index), index);
}

} // namespace

std::string gpuAddress(int index) {
    return fmt::format("0000:{:02x}:00.0", gpuBus(index));
}

std::string nicAddress(int index) {
    return fmt::format("0000:{:02x}:00.0", nicBus(index));
}

int nodeOf(const BundledHost &host, int index) {
    return index < host.gpus / 2 ? 0 : 1;
}

std::vector<Member> sosReport(const BundledHost &host) {
    const std::string top = "sosreport-" + host.name + "-0042-2026-11-21-abcdefg/";
    std::vector<Member> members;
    const auto add = [&](const std::string &name, const std::string &text) {
        members.push_back({top + name, text, '0', {}});
    };
    const auto link = [&](const std::string &name, const std::string &target) {
        members.push_back({top + name, {}, '2', target});
    };
    members.push_back({top, {}, '5', {}});
    add("version.txt", "sosreport: 4.5.6\n");
    add("sos_logs/sos.log", "2026-11-21 18:00:00,000 INFO: [plugin:pci] collected output of 'lspci -nnvv'\n");
    add("sos_reports/sos.html", "<html><body><h1>sosreport</h1><a href=\"x\">pci</a></body></html>\n");
    add("sos_reports/manifest.json", "{\"version\": \"4.5.6\", \"components\": {\"report\": {}}}\n");
    add("sos_commands/pci/lspci_-nnvv", lspciText(host));
    link("lspci", "sos_commands/pci/lspci_-nnvv");
    add("sos_commands/kernel/dmesg", dmesgText(host));
    link("dmesg", "sos_commands/kernel/dmesg");
    add("sos_commands/kernel/uname_-a",
        fmt::format("Linux {} {} #63-Ubuntu SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n", host.name, host.kernel));
    link("uname", "sos_commands/kernel/uname_-a");
    add("sos_commands/host/hostname", host.name + "\n");
    link("hostname", "sos_commands/host/hostname");
    add("sos_commands/processor/lscpu", lscpuText());
    add("sos_commands/numa/numactl_--hardware", numactlText());
    add("sos_commands/networking/ip_-d_address", ipText(host));
    add("sos_commands/hardware/dmidecode", dmidecodeText());
    add("sos_commands/nvidia/nvidia-smi_topo_-m", topoText(host));
    add("sos_commands/nvidia/nvidia-smi_-q", smiQuery(host));
    add("sos_commands/systemd/systemctl_list-units", "UNIT LOAD ACTIVE SUB DESCRIPTION\n");
    add("etc/hostname", host.name + "\n");
    add("etc/machine-id", host.machineId + "\n");
    add("etc/os-release", "PRETTY_NAME=\"Ubuntu 24.04.2 LTS\"\nNAME=\"Ubuntu\"\nID=ubuntu\n");
    add("etc/fstab", "/dev/sda1 / ext4 defaults 0 1\n");
    add("proc/cmdline", "BOOT_IMAGE=/vmlinuz root=/dev/sda1 iommu=pt\n");
    add("proc/version", fmt::format("Linux version {} (buildd@x) (gcc 13) #63 SMP\n", host.kernel));
    add("proc/meminfo", "MemTotal:       2113430488 kB\nMemFree: 1 kB\n");
    add("proc/cpuinfo",
        "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) Platinum 8480C\n");
    add("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    for (int i = 0; i < 2; ++i) {
        add(fmt::format("sys/devices/system/node/node{}/cpulist", i),
            i == 0 ? "0-31,64-95\n" : "32-63,96-127\n");
        add(fmt::format("sys/devices/system/node/node{}/distance", i), i == 0 ? "10 21\n" : "21 10\n");
    }
    return members;
}

std::string nvidiaBugReport(const BundledHost &host) {
    const std::string rule = "____________________________________________\n";
    const auto file = [&](const std::string &path, const std::string &text) {
        return rule + "\n*** " + path + "\n*** ls: -r--r--r-- 1 root root 0 2026-11-21 18:00:00.0 +0000 " +
               path + "\n" + text + "\n";
    };
    std::string report =
        rule +
        "\nStart of NVIDIA bug report log file.  Please include this file, along\nwith a detailed "
        "description "
        "of your problem.\n\nnvidia-bug-report.sh Version: 33964776\n\nDate: Sat Nov 21 18:00:00 UTC 2026\n" +
        fmt::format("uname: Linux {} {} #63-Ubuntu SMP x86_64 GNU/Linux\ncommand line flags: \n\n", host.name,
                    host.kernel);
    report += file("/etc/os-release", "PRETTY_NAME=\"Ubuntu 24.04.2 LTS\"\nNAME=\"Ubuntu\"\nID=ubuntu\n");
    report += rule + "\n*** /var/log/nvidia-installer.log does not exist\n\n";
    report += file("/proc/cmdline", "BOOT_IMAGE=/vmlinuz root=/dev/sda1 iommu=pt\n");
    report += file("/proc/meminfo", "MemTotal:       2113430488 kB\nMemFree: 1 kB\nMemAvailable: 1 kB\n");
    for (int i = 0; i < host.gpus; ++i)
        report += file("/proc/driver/nvidia/./gpus/" + gpuAddress(i) + "/information", information(i));
    report += rule + "\n/usr/bin/lspci -nnDvvvxxxx\n\n" + lspciText(host, "0000:") + "\n";
    report += rule + "\n/usr/bin/nvidia-smi --query\n\n" + smiQuery(host) + "\n";
    report += rule + "\n/usr/bin/nvidia-smi topo -m\n\n" + topoText(host) + "\n";
    report += rule + "\n/usr/bin/numactl -H\n\n" + numactlText() + "\n";
    report += rule + "\ndmesg:\n\n" + dmesgText(host) + "\n";
    return report + rule + "\nEnd of NVIDIA bug report log file.\n";
}

} // namespace fabricscope::test
