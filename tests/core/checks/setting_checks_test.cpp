// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of the system, rights of device files, services and libraries.
#include "core/host/SystemFacts.h"
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"

#include <gmock/gmock.h>

namespace fabricscope::checks {
namespace {

using findings::Severity;
using testing::HasSubstr;

void add(host::Host &host, std::string_view tool, std::string_view name, std::string_view value,
         std::string_view device = {}) {
    host.toolFacts.push_back(
        {std::string(tool), std::string(device), std::string(name), std::string(value), {}});
}

/// The answer for a sound server with one more fact.
Answer answerWith(std::string_view id, std::string_view tool, std::string_view name, std::string_view value) {
    host::Host host = soundServer();
    add(host, tool, name, value);
    return CheckedSample(std::move(host)).answer(id);
}

/// A check, and a fact with which it passes and one with which it does not.
struct Row {
    std::string_view id, tool, name, good, bad;
    Severity severity; ///< a note does not fail it
};
const Row kRows[] = {
    {"system.shared_memory", host::kFileSystems, "/dev/shm size", "1048576 kB", "65536 kB", Severity::Error},
    {"system.disks", host::kFileSystems, "/tmp available", "2097152 kB", "1000 kB", Severity::Note},
    {"system.huge_pages", host::kKernelFiles, "transparent_hugepage", "madvise", "never", Severity::Note},
    {"system.governor", host::kKernelFiles, "cpufreq.governor", "performance", "powersave",
     Severity::Warning},
    {"system.clock", host::kClock, "clock offset", "0 s", "-90 s", Severity::Note},
    {"gpu.access", host::kDeviceFiles, "kfd", "rw crw-rw---- root render", "-- crw-rw---- root render",
     Severity::Error},
    {"rdma.access", host::kDeviceFiles, "infiniband/uverbs0", "rw crw-rw-rw- root root",
     "r- crw-rw-r-- root root", Severity::Error},
};

TEST(SettingChecks, PassFailAndAreUnknownWithoutTheFact) {
    for (const Row &row : kRows) {
        const Answer good = answerWith(row.id, row.tool, row.name, row.good);
        EXPECT_EQ(good.status, Status::Passed) << row.id << ": " << good.text;
        EXPECT_TRUE(good.findings.empty()) << row.id;
        const Answer bad = answerWith(row.id, row.tool, row.name, row.bad);
        EXPECT_EQ(bad.status, row.severity == Severity::Note ? Status::Passed : Status::Failed) << row.id;
        ASSERT_EQ(bad.findings.size(), 1U) << row.id;
        EXPECT_EQ(bad.findings.front().severity, row.severity) << row.id;
        const Answer none = CheckedSample(soundServer()).answer(row.id);
        EXPECT_EQ(none.status, Status::Unknown) << row.id << ": " << none.text;
        EXPECT_EQ(none.reason, Reason::NotCollected) << row.id;
        EXPECT_FALSE(none.decides.empty()) << row.id;
    }
}

TEST(SettingChecks, OfTheGovernorAreNotesWhereTheProcessorChooses) {
    host::Host host = soundServer();
    add(host, host::kKernelFiles, "cpufreq.governor", "powersave");
    add(host, host::kKernelFiles, "cpufreq.driver", "amd-pstate-epp");
    const Answer answer = CheckedSample(std::move(host)).answer("system.governor");
    EXPECT_EQ(answer.status, Status::Passed);
    ASSERT_EQ(answer.findings.size(), 1U);
    EXPECT_EQ(answer.findings.front().severity, Severity::Note);
    EXPECT_EQ(answerWith("system.governor", host::kSysctl, "vm.swappiness", "60").status,
              Status::NotApplicable)
        << "the settings were read, and there is no governor";
}

TEST(SettingChecks, OfDmabufNeedBothOptions) {
    const auto status = [](std::string_view p2p, std::string_view move, bool alwaysMoves = false) {
        host::Host host = soundServer();
        if (!p2p.empty())
            add(host, host::kKernelConfig, "CONFIG_PCI_P2PDMA", p2p);
        if (!move.empty())
            add(host, host::kKernelConfig, "CONFIG_DMABUF_MOVE_NOTIFY", move);
        if (alwaysMoves)
            add(host, host::kKernelSymbols, "dma_buf_invalidate_mappings", host::kPresent);
        return CheckedSample(std::move(host)).answer("gpu.dmabuf_config").status;
    };
    EXPECT_EQ(status("y", "y"), Status::Passed);
    EXPECT_EQ(status("n", "y"), Status::Failed);
    EXPECT_EQ(status("y", "n"), Status::Failed);
    EXPECT_EQ(status("y", ""), Status::Unknown);
    EXPECT_EQ(status("y", "", true), Status::Passed) << "newer kernels have no such option";
    EXPECT_EQ(status("", ""), Status::Unknown);
    host::Host host = soundServer();
    add(host, host::kKernelConfig, "CONFIG_PCI_P2PDMA", "n");
    add(host, host::kKernelFiles, "memory_peers", "amdkfd");
    EXPECT_EQ(CheckedSample(std::move(host)).answer("gpu.dmabuf_config").status, Status::Passed)
        << "NICs reach the memory of GPUs without DMA-BUF";
}

TEST(SettingChecks, NameTheReasonWhereTheUserMayNotRead) {
    const Answer answer =
        answerWith("system.huge_pages", host::kKernelFiles, "transparent_hugepage", host::kNotReadable);
    EXPECT_EQ(answer.status, Status::Unknown);
    EXPECT_EQ(answer.reason, Reason::NoPermission);
}

TEST(SettingChecks, OfCountersAreNeverMoreThanUnknown) {
    host::Host host = soundServer();
    add(host, host::kPortCounters, host::kCountersAtZero, "20", "mlx5_0/1");
    add(host, host::kPortCounters, "np_cnp_sent", "812", "mlx5_0/1");
    EXPECT_EQ(CheckedSample(host).answer("rdma.counters").status, Status::Passed)
        << "congestion control is no error";
    add(host, host::kPortCounters, "out_of_sequence", "7", "mlx5_0/1");
    const Answer answer = CheckedSample(std::move(host)).answer("rdma.counters");
    EXPECT_EQ(answer.status, Status::Unknown);
    EXPECT_THAT(answer.text, HasSubstr("mlx5_0/1 out_of_sequence 7"));
}

TEST(SettingChecks, OfFabricManagerApplyWithNvSwitchOnly) {
    host::Host host = soundServer();
    EXPECT_EQ(CheckedSample(host).answer("gpu.fabric_manager").status, Status::NotApplicable);
    host::PciFunction nvSwitch;
    nvSwitch.address = *pci::Address::parse("0000:c1:00.0");
    nvSwitch.vendor = host::Fact<std::uint16_t>(0x10de, {});
    nvSwitch.classCode = host::Fact<std::uint32_t>(0x068000, {});
    host.functions.push_back(nvSwitch);
    EXPECT_EQ(CheckedSample(host).answer("gpu.fabric_manager").status, Status::Unknown);
    host::Host inactive = host;
    add(inactive, host::kServices, "nvidia-fabricmanager", "failed");
    EXPECT_EQ(CheckedSample(inactive).answer("gpu.fabric_manager").status, Status::Failed);
    add(host, host::kServices, "nvidia-fabricmanager", "active");
    EXPECT_EQ(CheckedSample(host).answer("gpu.fabric_manager").status, Status::Passed);
    host.modules["nvidia"]["version"] = samples::text("570.86.15");
    add(host, host::kVersions, "Fabric Manager", "570.86.10");
    const Answer answer = CheckedSample(std::move(host)).answer("gpu.fabric_manager");
    ASSERT_EQ(answer.status, Status::Failed);
    EXPECT_EQ(answer.findings.front().variant, "version");
}

TEST(SettingChecks, OfProviderLibrariesNeedLibibverbs) {
    host::Host host = soundServer();
    EXPECT_EQ(CheckedSample(host).answer("rdma.provider").status, Status::Unknown);
    add(host, host::kProviderLibraries, "libcuda.so.1", "libcuda.so.580.95.05");
    EXPECT_EQ(CheckedSample(host).answer("rdma.provider").status, Status::NotApplicable);
    add(host, host::kProviderLibraries, "libibverbs.so.1", "libibverbs.so.1.14.44.0");
    EXPECT_EQ(CheckedSample(host).answer("rdma.provider").status, Status::Failed);
    for (const char *driver : {"mlx5", "ionic", "bnxt_re"})
        add(host, host::kProviderLibraries, std::string("lib") + driver + "-rdmav34.so", host::kPresent);
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.provider").status, Status::Passed);
}

TEST(SettingChecks, OfSharedSubnetsAskForArpSettings) {
    host::Host host = soundServer();
    for (host::NetInterface &interface : host.netInterfaces)
        interface.addresses.clear();
    EXPECT_EQ(CheckedSample(host).answer("rdma.shared_subnets").status, Status::Unknown);
    unsigned last = 1;
    for (host::NetInterface &interface : host.netInterfaces)
        interface.addresses = {"10.1.2." + std::to_string(last++) + "/24"};
    EXPECT_EQ(CheckedSample(host).answer("rdma.shared_subnets").status, Status::Unknown)
        << "no setting is known";
    const auto with = [&](std::string_view ignore, std::string_view announce, std::string_view filter) {
        host::Host set = host;
        std::vector<std::string> names{"all"};
        for (const host::NetInterface &interface : host.netInterfaces)
            names.push_back(interface.name);
        for (const std::string &name : names) {
            add(set, host::kSysctl, "net.ipv4.conf." + name + ".arp_ignore", ignore);
            add(set, host::kSysctl, "net.ipv4.conf." + name + ".arp_announce", announce);
            add(set, host::kSysctl, "net.ipv4.conf." + name + ".rp_filter", filter);
        }
        return CheckedSample(std::move(set)).answer("rdma.shared_subnets").status;
    };
    EXPECT_EQ(with("1", "2", "2"), Status::Passed);
    EXPECT_EQ(with("0", "0", "2"), Status::Failed);
    EXPECT_EQ(with("1", "2", "1"), Status::Failed) << "strict filtering drops answers over another port";
    for (host::NetInterface &interface : host.netInterfaces)
        interface.addresses = {"10.1." + std::to_string(last++) + ".1/24"};
    EXPECT_EQ(CheckedSample(std::move(host)).answer("rdma.shared_subnets").status, Status::Passed);
}

} // namespace
} // namespace fabricscope::checks
