// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Redact.h"
#include "core/host/SystemFacts.h"
#include "tests/core/formats/Captures.h"
#include "tests/fuzz/SectionSeeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricscope::formats {
namespace {

using host::SystemFacts;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// "NAME=VALUE" of each fact of this tool, with "DEVICE " before it if it has one.
std::vector<std::string> factsOf(const host::Host &host, std::string_view tool) {
    std::vector<std::string> texts;
    for (const host::ToolFact *fact : SystemFacts(host).of(tool))
        texts.push_back((fact->device.empty() ? "" : fact->device + " ") + fact->name + "=" + fact->value);
    return texts;
}

TEST(SystemFacts, AreSettingsByTheNamesOfSysctl) {
    const capture::Capture capture =
        captureOf({{"settings", "proc/sys/vm/swappiness:60\nproc/sys/net/ipv4/conf/bond0/rp_filter:2\n"
                                "!proc/sys/kernel/pid_max\n"}});
    const host::Host host = readHost(capture);
    EXPECT_THAT(
        factsOf(host, host::kSysctl),
        ElementsAre("vm.swappiness=60", "net.ipv4.conf.bond0.rp_filter=2", "kernel.pid_max=not readable"));
    const SystemFacts facts(host);
    ASSERT_NE(facts.find(host::kSysctl, "vm.swappiness"), nullptr);
    EXPECT_EQ(evidenceText(capture, facts.find(host::kSysctl, "vm.swappiness")->evidence),
              "proc/sys/vm/swappiness:60");
    EXPECT_EQ(facts.find(host::kSysctl, "vm.swappiness", "eth0"), nullptr);
    EXPECT_EQ(facts.find(host::kKernelFiles, "vm.swappiness"), nullptr);
    EXPECT_TRUE(facts.has(host::kSysctl));
    EXPECT_FALSE(facts.has(host::kKernelConfig));
}

TEST(SystemFacts, AreFilesOfTheKernel) {
    const host::Host host =
        hostOf({{"settings", "sys/kernel/mm/transparent_hugepage/enabled:always [madvise] never\n"
                             "sys/devices/system/cpu/cpufreq/boost:1\n"
                             "sys/devices/system/cpu/cpu0/cpuidle/state2/name:C2\n"
                             "sys/devices/system/cpu/cpu0/cpuidle/state2/disable:1\n"
                             "sys/devices/system/cpu/cpu0/cpuidle/state10/name:C10\n"
                             "proc/loadavg:5.18 3.82 2.31 5/116 3397\n"
                             "sys/devices/system/cpu/cpufreq/scaling_governor:500 performance\n"
                             "sys/devices/system/cpu/cpufreq/scaling_governor:8 powersave\n"
                             "sys/devices/system/cpu/cpufreq/scaling_governor:4 performance\n"
                             "sys/devices/system/cpu/cpufreq/scaling_driver:512 amd-pstate-epp\n"
                             "sys/kernel/mm/memory_peers:nv_mem amdkfd\n"
                             "sys/kernel/mm/memory_peers/nv_mem/version:1.3\nsys/memory_peers:\n"}});
    EXPECT_THAT(factsOf(host, host::kKernelFiles),
                ElementsAre("transparent_hugepage=madvise", "cpufreq.boost=1", "load average=5.18 3.82 2.31",
                            "memory_peers=nv_mem amdkfd", "memory_peers.nv_mem=1.3",
                            "memory_peers=no clients", "cpufreq.driver=amd-pstate-epp",
                            "cpufreq.governor=performance 504, powersave 8", "cpuidle.state2=C2, disabled",
                            "cpuidle.state10=C10"));
}

TEST(SystemFacts, KnowWhetherThereIsSwap) {
    const std::string heading = "proc/swaps:Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
    EXPECT_THAT(factsOf(hostOf({{"settings", heading}}), host::kKernelFiles), ElementsAre("swap=0 kB"));
    EXPECT_THAT(factsOf(hostOf({{"settings", heading + "proc/swaps:/dev/sda2  partition\t8388604\t\t0\t\t-2\n"
                                                       "proc/swaps:/a\\040b  file\t1024\t\t0\t\t-3\n"}}),
                        host::kKernelFiles),
                ElementsAre("swap=8389628 kB"));
    EXPECT_THAT(factsOf(hostOf({{"settings", "proc/loadavg:\n"}}), host::kKernelFiles), IsEmpty())
        << "unknown is not 0";
}

TEST(SystemFacts, AreOptionsAndSymbolsOfTheKernel) {
    EXPECT_THAT(factsOf(hostOf({{"kernel-config",
                                 "boot/config-6.8.0-1:# CONFIG_PCI_P2PDMA is not set\n"
                                 "boot/config-6.8.0-1:CONFIG_NUMA=y\nboot/config-6.8.0-1:CONFIG_X=m\n"}}),
                        host::kKernelConfig),
                ElementsAre("CONFIG_PCI_P2PDMA=n", "CONFIG_NUMA=y", "CONFIG_X=m"));
    EXPECT_THAT(factsOf(hostOf({{"kernel-config", "!boot/config-6.8.0-1\n"}}), host::kKernelConfig),
                ElementsAre("boot/config-6.8.0-1=not readable"));
    EXPECT_THAT(factsOf(hostOf({{"kernel-symbols", "read:1\nkallsyms:ib_umem_dmabuf_get\t[ib_uverbs]\n"}}),
                        host::kKernelSymbols),
                ElementsAre("ib_register_peer_memory_client=absent", "ib_umem_dmabuf_get=present",
                            "dma_buf_move_notify=absent", "dma_buf_invalidate_mappings=absent"));
    EXPECT_THAT(factsOf(hostOf({{"kernel-symbols", ""}}), host::kKernelSymbols), IsEmpty())
        << "not searched is not absent";
}

TEST(SystemFacts, AreRightsAndLibrariesOfDevices) {
    EXPECT_THAT(factsOf(hostOf({{"device-nodes", "kfd:rw crw-rw---- root render\n"}}), host::kDeviceFiles),
                ElementsAre("kfd=rw crw-rw---- root render"));
    const host::Host odd = hostOf({{"device-nodes", "kfd:rwx crw-rw---- root render\nkfd:rw root\n"}});
    EXPECT_THAT(odd.toolFacts, IsEmpty());
    EXPECT_THAT(odd.warnings, SizeIs(2));
    EXPECT_THAT(
        factsOf(hostOf({{"verbs", "uverbs0/abi_version:1\nuverbs0/ibdev:mlx5_0\nuverbs1/ibdev:mlx5_1\n"
                                  "uverbs2/ibdev:ionic_0\nuverbs2/abi_version:4\n"}}),
                host::kVerbsAbi),
        ElementsAre("mlx5_0 abi_version=1", "ionic_0 abi_version=4"));
    EXPECT_THAT(factsOf(hostOf({{"provider-libraries",
                                 "usr/lib64/libibverbs/libmlx5-rdmav34.so:../libmlx5.so.1.24.44.0\n"
                                 "usr/local/lib/libibverbs/libmlx5-rdmav34.so:../libmlx5.so.1.20.36.0\n"
                                 "usr/lib64/libibverbs/libsiw-rdmav34.so:\n"}}),
                        host::kProviderLibraries),
                ElementsAre("libmlx5-rdmav34.so=libmlx5.so.1.24.44.0", "libsiw-rdmav34.so=present"));
}

TEST(SystemFacts, AreCountersThatAreNotZeroAndHowManyAre) {
    EXPECT_THAT(
        factsOf(hostOf({{"rdma-counters", "mlx5_0/ports/1/counters/symbol_error:0\n"
                                          "mlx5_0/ports/1/hw_counters/out_of_sequence:7\n"
                                          "mlx5_0/ports/1/hw_counters/np_cnp_sent:0\n"
                                          "mlx5_0/ports/2/counters/symbol_error:0\n"
                                          "mlx5_1/ports/1/begin:\n"
                                          "mlx5_1/ports/1/counters/symbol_error:not a number\n"}}),
                host::kPortCounters),
        ElementsAre("mlx5_0/1 out_of_sequence=7", "mlx5_0/1 counters at 0=2", "mlx5_0/2 counters at 0=1"));
    const host::Host host = hostOf({{"net-counters", "eth0/begin:\neth0/carrier_changes:12\n"
                                                     "eth0/statistics/rx_errors:0\n"}});
    EXPECT_THAT(factsOf(host, host::kInterfaceCounters),
                ElementsAre("eth0 carrier_changes=12", "eth0 counters at 0=1"));
    EXPECT_THAT(host.toolFaults, IsEmpty()) << "a count since boot is no fault: its growth may be";
}

TEST(SystemFacts, AreServicesThatAreInstalled) {
    EXPECT_THAT(factsOf(hostOf({{"tool-systemctl", "Id=irqbalance.service\nLoadState=loaded\n"
                                                   "ActiveState=active\n\n"
                                                   "Id=opensm.service\nLoadState=not-found\n"
                                                   "ActiveState=inactive\n\n"
                                                   "ActiveState=inactive\nLoadState=masked\n"
                                                   "Id=nvidia-imex.service\n\nId=chrony.service\n"
                                                   "LoadState=loaded\nActiveState=failed\n\n"
                                                   "Id=chrony.service\nLoadState=loaded\n"
                                                   "ActiveState=failed\n"}}),
                        host::kServices),
                ElementsAre("irqbalance=active", "nvidia-imex=masked", "chrony=failed"));
    EXPECT_THAT(hostOf({{"tool-systemctl",
                         "System has not been booted with systemd as init system (PID 1). Can't operate.\n"
                         "Failed to connect to bus: Host is down\n"}})
                    .toolFacts,
                IsEmpty());
}

TEST(SystemFacts, AreFileSystemsByTheirPlace) {
    const std::string heading = "Filesystem     1024-blocks     Used Available Capacity Mounted on\n";
    const std::string shm = "shm 65536 0 65536 0% /dev/shm\n", rest = "overlay 1000 100 900 10% /\n";
    EXPECT_THAT(factsOf(hostOf({{"tool-df", heading + shm + rest}}), host::kFileSystems),
                ElementsAre("/dev/shm size=65536 kB", "/dev/shm available=65536 kB", "/tmp size=1000 kB",
                            "/tmp available=900 kB"));
    EXPECT_THAT(factsOf(hostOf({{"tool-df", "df: /dev/shm: No such file or directory\n" + heading + rest}}),
                        host::kFileSystems),
                ElementsAre("/tmp size=1000 kB", "/tmp available=900 kB"));
    EXPECT_THAT(factsOf(hostOf({{"tool-df", heading + shm}}), host::kFileSystems),
                ElementsAre("/dev/shm size=65536 kB", "/dev/shm available=65536 kB"));
}

TEST(SystemFacts, AreHowFarTheClockIsOff) {
    const auto offsetAt = [](std::int64_t startedMs) {
        capture::Capture capture = captureOf({{"tool-date", "1796027598\n"}});
        capture.sections.at(0).meta().startedMs = startedMs;
        return factsOf(readHost(capture), host::kClock);
    };
    constexpr std::int64_t kSecond = 1000;
    EXPECT_THAT(offsetAt(1796027598 * kSecond), ElementsAre("clock offset=0 s"));
    EXPECT_THAT(offsetAt(1796027599 * kSecond + 900), ElementsAre("clock offset=0 s")) << "a slow link";
    EXPECT_THAT(offsetAt(1796027538 * kSecond), ElementsAre("clock offset=60 s"));
    EXPECT_THAT(offsetAt(1796031198 * kSecond), ElementsAre("clock offset=-3599 s"));
    EXPECT_THAT(offsetAt(0), IsEmpty()) << "a file tells no time of its own";
}

TEST(SystemFacts, AreVersionsOfSoftware) {
    const host::Host host = hostOf({
        {"versions", "usr/local/cuda-13.0/version.json:      \"version\" : \"13.0.1\"\n"
                     "usr/local/cuda/version.json:      \"version\" : \"13.0.1\",\n"
                     "usr/local/cuda-12.9/version.json:   \"version\":\"12.9.1\"\n"},
        {"nccl-libraries", "opt/rocm-7.0.2/.info/version:7.0.2-56\nopt/rocm/.info/version:7.0.2-56\n"},
        {"tool-ofed-info", "MLNX_OFED_LINUX-24.10-0.7.0.0:\n"},
        {"tool-fabricmanager", "Fabric Manager version is : 550.90.07\n"},
        {"tool-imex", "IMEX version is: 570.86.15\n"},
        {"tool-ucx-info", "# Library version: 1.16.0\n# Library path: /usr/lib/libucs.so.0\n"},
        {"tool-mpirun", "mpirun (Open MPI) 4.1.6\n\nReport bugs to http://www.open-mpi.org\n"},
    });
    EXPECT_THAT(factsOf(host, host::kVersions),
                ElementsAre("ROCm=7.0.2", "CUDA=13.0.1", "CUDA=12.9.1", "OFED=MLNX_OFED_LINUX-24.10-0.7.0.0",
                            "Fabric Manager=550.90.07", "IMEX=570.86.15", "UCX=1.16.0", "Open MPI=4.1.6"));
    const auto mpi = [](const char *text) {
        return factsOf(hostOf({{"tool-mpirun", text}}), host::kVersions);
    };
    EXPECT_THAT(mpi("Intel(R) MPI Library for Linux* OS, Version 2021.9 Build 20230307\n"),
                ElementsAre("Intel MPI=2021.9"));
    EXPECT_THAT(mpi("HYDRA build details:\n    Version:                                 4.0.2\n"),
                ElementsAre("MPICH=4.0.2"));
    EXPECT_THAT(mpi("bash: mpirun: command not found\n"), IsEmpty());
    EXPECT_THAT(
        factsOf(hostOf({{"tool-ucx-info", "# UCT version=1.8.0 revision 0000000\n"}}), host::kVersions),
        ElementsAre("UCX=1.8.0"));
}

// What a capture that is passed on states is what the host stated, but for OFED's version, whose end looks
// like an address: 0.7.0.0.
TEST(SystemFacts, RemainInARedactedCapture) {
    std::size_t compared = 0;
    for (const fuzz::SectionSeed &seed : fuzz::sectionSeeds()) {
        if (seed.name == "tool-ofed-info")
            continue;
        const capture::Capture capture = captureOf({{seed.name, seed.bytes}});
        const host::Host host = readHost(capture);
        const host::Host redacted = readHost(capture::redacted(capture, "key"));
        for (const host::ToolFact &fact : host.toolFacts) {
            if (!host::isSystemFact(fact))
                continue;
            const host::ToolFact *same = SystemFacts(redacted).find(fact.tool, fact.name, fact.device);
            EXPECT_EQ(same != nullptr ? same->value : "(none)", fact.value)
                << seed.name << ": " << fact.device << " " << fact.name;
            ++compared;
        }
    }
    EXPECT_GE(compared, 40U);
}

} // namespace
} // namespace fabricscope::formats
