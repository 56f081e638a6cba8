// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/collector/InEveryShell.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace fabricscope::collector {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What readiness checks need.
class SettingsSections : public InEveryShell {
protected:
    [[nodiscard]] RunResult run(const FakeHost &host, const char *part, bool asNobody = false) const {
        RunOptions options;
        options.root = host.root();
        options.asNobody = asNobody && isRoot();
        return runScript(shell(), {part}, options);
    }
};

INSTANTIATE_TEST_SUITE_P(InEveryShell, SettingsSections, testing::Range(std::size_t{0}, shells().size()),
                         nameOf);

TEST_P(SettingsSections, BringSettingsWithEqualOnesCounted) {
    FakeHost host;
    host.write("proc/sys/vm/swappiness", "60\n");
    host.write("proc/sys/kernel/yama/ptrace_scope", "1\n");
    for (const char *interface : {"all", "eth0", "eth1", "bond7"})
        host.write(std::string("proc/sys/net/ipv4/conf/") + interface + "/rp_filter", "2\n");
    host.write("sys/class/net/bond7/mtu", "9000\n");
    host.link("sys/devices/pci0000:00/0000:00:02.0/0000:02:00.0/net/eth0/master",
              "../../../../../../class/net/bond7");
    for (int policy = 0; policy < 12; ++policy)
        host.write("sys/devices/system/cpu/cpufreq/policy" + std::to_string(policy) + "/scaling_governor",
                   policy == 9 ? "powersave\n" : "performance\n");
    host.write("sys/devices/system/cpu/cpu0/cpuidle/state1/name", "C1\n");
    host.write("sys/devices/system/cpu/cpu0/cpuidle/state1/disable", "0\n");
    host.write("proc/loadavg", "0.52 0.58 0.59 2/1200 4711\n");
    host.write("sys/kernel/mm/memory_peers/nv_mem/version", "1.3\n");
    const std::string text = run(host, "touch").text("settings");
    EXPECT_EQ(text, "proc/sys/vm/swappiness:60\nproc/sys/kernel/yama/ptrace_scope:1\n"
                    "proc/sys/net/ipv4/conf/all/rp_filter:2\nproc/sys/net/ipv4/conf/eth0/rp_filter:2\n"
                    "proc/sys/net/ipv4/conf/bond7/rp_filter:2\nproc/loadavg:0.52 0.58 0.59 2/1200 4711\n"
                    "sys/devices/system/cpu/cpu0/cpuidle/state1/name:C1\n"
                    "sys/devices/system/cpu/cpu0/cpuidle/state1/disable:0\n"
                    "sys/devices/system/cpu/cpufreq/scaling_governor:11 performance\n"
                    "sys/devices/system/cpu/cpufreq/scaling_governor:1 powersave\n"
                    "sys/kernel/mm/memory_peers:nv_mem\nsys/kernel/mm/memory_peers/nv_mem/version:1.3\n")
        << "policy9 is the last by name; eth1 has no RDMA";
}

// dash reads byte by byte, and of a number in /proc/sys the kernel then gives the first digit only.
TEST_P(SettingsSections, ReadNumbersOfThisKernelWhole) {
    RunOptions options;
    const std::string text = runScript(shell(), {"touch"}, options).text("settings");
    const std::string path = "proc/sys/vm/max_map_count";
    std::ifstream file("/" + path);
    std::string value;
    std::getline(file, value);
    ASSERT_GT(value.size(), 1U);
    EXPECT_THAT(text, HasSubstr(path + ":" + value + "\n"));
}

TEST_P(SettingsSections, NameWhatThisUserMayNotRead) {
    FakeHost host;
    host.write("proc/sys/vm/swappiness", "60\n");
    ::chmod(host.path("proc/sys/vm/swappiness").c_str(), 0);
    host.write("proc/sys/kernel/osrelease", "6.8.0-1\n");
    host.write("boot/config-6.8.0-1", "CONFIG_NUMA=y\n");
    ::chmod(host.path("boot/config-6.8.0-1").c_str(), 0);
    EXPECT_EQ(run(host, "touch", true).text("settings"), "!proc/sys/vm/swappiness\n");
    EXPECT_EQ(run(host, "tools", true).text("kernel-config"), "!boot/config-6.8.0-1\n");
}

TEST_P(SettingsSections, BringOptionsOfTheKernelOnly) {
    FakeHost host;
    host.write("proc/sys/kernel/osrelease", "6.8.0-1\n");
    host.write("boot/config-6.8.0-1", "# CONFIG_PCI_P2PDMA is not set\nCONFIG_NUMA=y\n"
                                      "CONFIG_NUMA_EMU=y\nCONFIG_SECRET=\"x\"\nCONFIG_PCI_IOV=y\n");
    host.write("boot/config-6.9", "CONFIG_PCI_P2PDMA=y\n");
    EXPECT_EQ(run(host, "tools").text("kernel-config"),
              "boot/config-6.8.0-1:# CONFIG_PCI_P2PDMA is not set\nboot/config-6.8.0-1:CONFIG_NUMA=y\n"
              "boot/config-6.8.0-1:CONFIG_PCI_IOV=y\n");
}

TEST_P(SettingsSections, BringNamesOfSymbolsWithoutAddresses) {
    FakeHost host;
    host.write("proc/kallsyms", "ffffffffc0a51230 T ib_umem_dmabuf_get\t[ib_uverbs]\n"
                                "ffffffffc0a51240 T ib_umem_dmabuf_get_pinned\t[ib_uverbs]\n"
                                "ffffffff81a51240 r __ksymtab_dma_buf_move_notify\n"
                                "ffffffff81a51250 T dma_buf_move_notify\n");
    EXPECT_EQ(run(host, "tools").text("kernel-symbols"),
              "read:1\nkallsyms:ib_umem_dmabuf_get\t[ib_uverbs]\nkallsyms:dma_buf_move_notify\n");
    std::filesystem::remove_all(host.path("sys/class/infiniband"));
    EXPECT_EQ(run(host, "tools").text("kernel-symbols"), "") << "a long list, read only where it matters";
}

TEST_P(SettingsSections, BringLinksOfProviderLibrariesAndVersions) {
    FakeHost host;
    host.write("usr/lib/x86_64-linux-gnu/libmlx5.so.1.24.44.0", "");
    host.link("usr/lib/x86_64-linux-gnu/libibverbs/libmlx5-rdmav34.so", "../libmlx5.so.1.24.44.0");
    host.write("usr/lib/x86_64-linux-gnu/libibverbs/libsiw-rdmav34.so", "");
    host.write("usr/local/cuda-13.0/version.json",
               "{\n   \"cuda_cccl\" : {\n      \"version\" : \"1.0\"\n   },\n   \"cuda\" : {\n"
               "      \"name\" : \"CUDA SDK\",\n      \"version\" : \"13.0.1\"\n   }\n}\n");
    const RunResult result = run(host, "tools");
    EXPECT_EQ(result.text("provider-libraries"),
              "usr/lib/x86_64-linux-gnu/libibverbs/libmlx5-rdmav34.so:../libmlx5.so.1.24.44.0\n"
              "usr/lib/x86_64-linux-gnu/libibverbs/libsiw-rdmav34.so:\n");
    EXPECT_EQ(result.text("versions"), "usr/local/cuda-13.0/version.json:      \"version\" : \"13.0.1\"\n");
}

TEST_P(SettingsSections, BringErrorsSinceBootOfPhysicalDevices) {
    FakeHost host;
    host.write("sys/devices/pci0000:00/0000:00:02.0/0000:02:00.0/net/eth0/carrier_changes", "3\n");
    host.write("sys/devices/pci0000:00/0000:00:02.0/0000:02:00.0/net/eth0/statistics/rx_errors", "0\n");
    host.write("sys/class/net/docker0/carrier_changes", "9\n");
    host.write("sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence", "7\n");
    host.write("sys/class/infiniband/mlx5_0/ports/1/hw_counters/lifespan", "10\n");
    host.write("sys/class/infiniband/mlx5_1/ports/1/hw_counters/out_of_sequence", "8\n");
    host.link("sys/class/infiniband/mlx5_1/device",
              "../../../devices/pci0000:00/0000:00:01.0/0000:01:00.1"); // a virtual function
    host.write("sys/class/infiniband_verbs/uverbs0/ibdev", "mlx5_0\n");
    host.write("sys/class/infiniband_verbs/uverbs0/abi_version", "1\n");
    const RunResult result = run(host, "touch");
    EXPECT_EQ(result.text("net-counters"), "eth0/carrier_changes:3\neth0/statistics/rx_errors:0\n");
    EXPECT_EQ(result.text("rdma-counters"), "mlx5_0/ports/1/hw_counters/out_of_sequence:7\n");
    EXPECT_EQ(result.text("verbs"), "uverbs0/abi_version:1\nuverbs0/ibdev:mlx5_0\n");
}

TEST_P(SettingsSections, BringWhatThisUserMayDoWithDeviceFiles) {
    FakeHost host;
    std::filesystem::remove(host.path("etc/fabricscope-simulated"));
    host.write("dev/kfd", "");
    host.write("dev/dri/renderD128", "");
    host.write("dev/dri/card0", "");
    ::chmod(host.path("dev/kfd").c_str(), 0);
    ::chmod(host.path("dev/dri/renderD128").c_str(), 0644);
    const std::string text = run(host, "touch", true).text("device-nodes");
    EXPECT_THAT(text, testing::MatchesRegex("dri/renderD128:r[w-] -rw-r--r-- [^ ]+ [^ ]+\n"
                                            "kfd:-- ---------- [^ ]+ [^ ]+\n"));
    EXPECT_THAT(text, Not(HasSubstr("card0")));
}

TEST_P(SettingsSections, AskForServicesAndSpace) {
    FakeHost host;
    host.program("usr/bin/systemctl", "echo \"$1 $6 $7 $8\"\n");
    host.program("usr/bin/df", "echo \"df $*\"\n");
    const RunResult result = run(host, "tools");
    EXPECT_EQ(result.text("tool-systemctl"), "show -p ActiveState nvidia-fabricmanager\n");
    EXPECT_EQ(result.text("tool-df"), "df -Pk /dev/shm /tmp\n");
}

} // namespace
} // namespace fabricscope::collector
