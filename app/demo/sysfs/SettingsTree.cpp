// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/SettingsTree.h"

#include "app/demo/sysfs/SysfsPaths.h"

#include <fmt/format.h>

#include <set>

namespace fabricscope::app::demo {

namespace {

struct Setting {
    const char *path, *value;
};

constexpr Setting kSettings[] = {
    {"proc/sys/vm/zone_reclaim_mode", "0"},
    {"proc/sys/vm/nr_hugepages", "0"},
    {"proc/sys/vm/swappiness", "10"},
    {"proc/sys/vm/overcommit_memory", "0"},
    {"proc/sys/vm/max_map_count", "1048576"},
    {"proc/sys/net/core/rmem_max", "67108864"},
    {"proc/sys/net/core/wmem_max", "67108864"},
    {"proc/sys/kernel/pid_max", "4194304"},
    {"proc/sys/kernel/threads-max", "12379092"},
    {"proc/sys/kernel/yama/ptrace_scope", "1"},
    {"sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never"},
    {"sys/kernel/mm/transparent_hugepage/defrag", "always defer defer+madvise [madvise] never"},
    {"proc/swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority"},
    {"proc/loadavg", "0.31 0.42 0.40 2/4120 90210"},
};

/// Interfaces of one subnet answer only for their own addresses.
void writeNetSettings(TreeWriter &out, const std::string &interface) {
    const std::string at = "proc/sys/net/ipv4/conf/" + interface;
    out.line(at + "/rp_filter", "2");
    out.line(at + "/arp_ignore", "1");
    out.line(at + "/arp_announce", "2");
}

/// "ionic" of ionic_0.
std::string providerOf(const DemoRdma &rdma) {
    return rdma.name.substr(0, rdma.name.find_first_of("_0123456789"));
}

void writeProvider(TreeWriter &out, const std::string &provider) {
    const std::string folder = "usr/lib/x86_64-linux-gnu/";
    const std::string file = fmt::format("{}lib{}.so.1.0.50.0", folder, provider);
    out.line(file, "simulated");
    out.link(fmt::format("{}libibverbs/lib{}-rdmav34.so", folder, provider), file);
}

void writeNic(TreeWriter &out, const DemoHost &host, const DemoFunction &function) {
    const std::string at = netPath(host, function, *function.net);
    out.line(at + "/carrier_changes", function.net->operstate == "up" ? "2" : "0");
    for (const char *counter : {"rx_errors", "tx_errors", "rx_crc_errors"})
        out.line(at + "/statistics/" + counter, "0");
    if (function.rdma)
        writeNetSettings(out, function.net->name);
}

} // namespace

void writeSettings(TreeWriter &out, const DemoHost &host) {
    for (const Setting &setting : kSettings)
        out.line(setting.path, setting.value);
    writeNetSettings(out, "all");
    writeNetSettings(out, "default");
    std::set<std::string> providers;
    for (const auto &[address, function] : host.functions) {
        if (function.net)
            writeNic(out, host, function);
        if (function.rdma)
            providers.insert(providerOf(*function.rdma));
    }
    for (const std::string &provider : providers)
        writeProvider(out, provider);
    out.file("boot/config-" + host.kernelRelease,
             "# Simulated: only what fabricscope reads.\nCONFIG_NUMA=y\nCONFIG_NUMA_BALANCING=y\n"
             "CONFIG_PCI_IOV=y\nCONFIG_PCI_P2PDMA=y\nCONFIG_ZONE_DEVICE=y\nCONFIG_DMABUF_MOVE_NOTIFY=y\n"
             "CONFIG_HSA_AMD_P2P=y\n# CONFIG_IOMMU_DEFAULT_PASSTHROUGH is not set\n");
    out.file("proc/kallsyms", "0000000000000000 T dma_buf_move_notify\n"
                              "0000000000000000 T ib_umem_dmabuf_get\t[ib_uverbs]\n");
}

void writeCpuSettings(TreeWriter &out, const DemoHost &host) {
    if (host.virtualization != "none")
        return;
    const std::string at = "sys/devices/system/cpu/";
    for (int package = 0; package < host.cpu.sockets; ++package) {
        const std::string policy = fmt::format("{}cpufreq/policy{}", at, package * host.cpu.coresPerSocket);
        out.line(policy + "/scaling_governor", "performance");
        out.line(policy + "/scaling_driver", "acpi-cpufreq");
    }
    out.line(at + "cpufreq/boost", "1");
    out.line(at + "cpuidle/current_driver", "acpi_idle");
    constexpr Setting kStates[] = {{"POLL", "0"}, {"C1", "0"}, {"C2", "1"}};
    int number = 0;
    for (const Setting &state : kStates) {
        const std::string folder = fmt::format("{}cpu0/cpuidle/state{}", at, number++);
        out.line(folder + "/name", state.path);
        out.line(folder + "/disable", state.value);
    }
}

std::string deviceFiles(const DemoHost &host) {
    constexpr int kFirstRenderMinor = 128;
    std::string gpus, nics;
    int verbs = 0;
    for (const auto &[address, function] : host.functions) {
        if (function.gpu && host.gpuModel)
            gpus += fmt::format("dri/renderD{}:rw crw-rw---- root render\n",
                                kFirstRenderMinor + function.gpu->card);
        if (function.rdma && function.net)
            nics += fmt::format("infiniband/uverbs{}:rw crw-rw-rw- root root\n", verbs++);
    }
    if (!gpus.empty())
        gpus = "kfd:rw crw-rw---- root render\n" + gpus;
    if (!nics.empty())
        nics = "infiniband/rdma_cm:rw crw-rw-rw- root root\n" + nics;
    return gpus + nics;
}

std::string services() {
    constexpr Setting kServices[] = {{"nvidia-fabricmanager", "not-found inactive"},
                                     {"nvidia-persistenced", "not-found inactive"},
                                     {"nvidia-imex", "not-found inactive"},
                                     {"irqbalance", "loaded active"},
                                     {"opensm", "not-found inactive"},
                                     {"opensmd", "not-found inactive"},
                                     {"openibd", "not-found inactive"},
                                     {"chronyd", "not-found inactive"},
                                     {"chrony", "loaded active"},
                                     {"ntp", "not-found inactive"},
                                     {"ntpd", "not-found inactive"},
                                     {"ntpsec", "not-found inactive"},
                                     {"systemd-timesyncd", "not-found inactive"},
                                     {"tuned", "not-found inactive"},
                                     {"firewalld", "not-found inactive"},
                                     {"ufw", "loaded inactive"},
                                     {"nftables", "loaded inactive"}};
    std::string text;
    for (const Setting &service : kServices) {
        const std::string states = service.value;
        const auto blank = states.find(' ');
        text += fmt::format("{}Id={}.service\nLoadState={}\nActiveState={}\n", text.empty() ? "" : "\n",
                            service.path, states.substr(0, blank), states.substr(blank + 1));
    }
    return text;
}

} // namespace fabricscope::app::demo
