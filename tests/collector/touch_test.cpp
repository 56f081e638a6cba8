// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/collector/InEveryShell.h"

namespace fabricscope::collector {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class TouchPart : public InEveryShell {};

INSTANTIATE_TEST_SUITE_P(InEveryShell, TouchPart, testing::Range(std::size_t{0}, shells().size()), nameOf);

TEST_P(TouchPart, BringsTheRestOfWhatTheKernelHoldsBeforeItTouches) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    options.environment = {{"NCCL_IB_HCA", "mlx5_0=1"}, {"RCCL_X", "two\nlines"}, {"OTHER", "NCCL_NOT=1"}};
    const RunResult result = runScript(shell(), {"touch"}, options);
    EXPECT_EQ(result.names().front(), "pci");
    EXPECT_THAT(result.text("pci"),
                HasSubstr("0000:01:00.0/resource:0x0000000000000000 0x0000000000000000 0x0000000000000000\n"
                          "0000:01:00.0/resource:0x0000004000080000 0x00000040000fffff 0x0000000000140204\n"
                          "0000:01:00.0/sriov_numvfs:1\n0000:01:00.0/power_state:D0\n"));
    EXPECT_EQ(result.text("iommu"), "7/reserved_regions:0x1 0x2 direct\n7/reserved_regions:0x3 0x4 msi\n");
    EXPECT_EQ(result.text("modules"), "amdgpu 1 0 - Live 0x0\nvfio_pci 1 0 - Live 0x0\n");
    EXPECT_EQ(result.text("cpu"), "cpu0/topology/core_id:0\n");
    EXPECT_EQ(result.text("module-params"), "amdgpu/version:6.12.12\namdgpu/parameters/noretry:-1\n");
    EXPECT_EQ(result.text("cpuinfo"), "processor\t: 0\nmodel name\t: Made\n") << "the first processor only";
    EXPECT_EQ(result.text("limits"), "max locked memory (kbytes, -l) unlimited\n")
        << "not those of this machine";
    EXPECT_THAT(result.text("nccl-conf"), HasSubstr("etc/nccl.conf:NCCL_DEBUG=WARN\n"));
    EXPECT_THAT(result.text("nccl-conf"), HasSubstr("env:NCCL_IB_HCA=mlx5_0=1\n"));
    EXPECT_THAT(result.text("nccl-conf"), Not(HasSubstr("NCCL_NOT")));
    EXPECT_EQ(result.text("nccl-topo"), "<system version=\"1\"/>\n");
    EXPECT_EQ(result.find("nccl-topo")->meta().origin, "/etc/made-topo.xml");
}

TEST_P(TouchPart, BringsTheProcessesThatHoldDevicesWithoutTheirPasswords) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    const RunResult result = runScript(shell(), {"touch"}, options);
    EXPECT_EQ(result.text("vmm"), "@pid 4242\n=/usr/bin/cloud-hypervisor\n=--device\n"
                                  "=path=/sys/bus/pci/devices/0000:01:00.1/,id=gpu\n=--cmdline\n"
                                  "=two lines password=***,x=1\n");
}

/// QEMU doubles a comma that is part of a value.
TEST_P(TouchPart, TakesACommaOfAPasswordForPartOfIt) {
    using std::string_literals::operator""s;
    FakeHost host;
    host.write("proc/4242/cmdline", "qemu-system-x86_64\0-spice\0password=zq1,,zq2,port=5900\0"
                                    "-object\0secret,id=s,data=zq3,,,format=raw\0"
                                    "-smbios\0type=11,value=zq4,,zq5,path=/zq6,,zq7\0"
                                    "-drive\0file=rbd:p/i:id=a:key=zq8,,zq9:conf=/etc/c\0"s);
    RunOptions options;
    options.root = host.root();
    const std::string vmm(runScript(shell(), {"touch"}, options).text("vmm"));
    EXPECT_EQ(vmm, "@pid 4242\n=qemu-system-x86_64\n=-spice\n=password=***,port=5900\n"
                   "=-object\n=secret,id=s,data=***,format=raw\n"
                   "=-smbios\n=type=11,value=***,path=***\n"
                   "=-drive\n=file=rbd:p/i:id=a:key=***:conf=/etc/c\n");
}

TEST_P(TouchPart, BringsWhenTheseProcessesBegan) {
    FakeHost host;
    host.write("proc/4242/stat",
               "4242 (cloud-hyperviso) S 1 4242 4242 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 77 0\n");
    RunOptions options;
    options.root = host.root();
    EXPECT_EQ(runScript(shell(), {"touch"}, options).text("vmm-start"),
              "4242/stat:4242 (cloud-hyperviso) S 1 4242 4242 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 77 0\n");
}

TEST_P(TouchPart, BringsConfigSpacesWholeForRootAndAnyBytes) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    for (const char *arguments : {"", "text", "slow"}) {
        options.arguments = arguments;
        const std::string config = runScript(shell(), {"touch"}, options).text("pci-config");
        EXPECT_THAT(config, HasSubstr(asHex("0000:01:00.0", hardConfig(4096, 2)))) << arguments;
        EXPECT_THAT(config, HasSubstr(asHex("0000:02:00.0", hardConfig(256, 5)))) << arguments;
        EXPECT_THAT(config, HasSubstr(asHex("10000:00:00.0", hardConfig(4096, 6)))) << arguments;
        // An SMBus controller: its capabilities are not needed, so even as root only the header is read.
        const std::string whole = hardConfig(256, 7);
        EXPECT_THAT(config, HasSubstr(asHex("0000:00:1f.0", isRoot() ? whole.substr(0, 64) : whole)))
            << arguments;
    }
}

TEST_P(TouchPart, NamesTheFunctionThatHangsAndBringsAllOthersOnTheSecondTry) {
    FakeHost host;
    host.hang("sys/devices/pci0000:00/0000:00:01.0/0000:01:00.1/current_link_width");
    RunOptions options;
    options.root = host.root();
    options.arguments = "slow";
    options.enough = [](std::string_view, std::string_view last) {
        return last == "0000:01:00.1/begin:";
    };
    const RunResult hung = runScript(shell(), {"touch"}, options);
    ASSERT_NE(hung.find("pci-touch"), nullptr);
    EXPECT_EQ(hung.find("pci-touch")->meta().damage, capture::Damage::Stuck);
    EXPECT_THAT(hung.text("pci-touch"), HasSubstr("0000:01:00.0/max_link_width:16\n"))
        << "what was read before has arrived";

    options.arguments = "slow -0000:01:00.1";
    options.enough = nullptr;
    const RunResult others = runScript(shell(), {"touch"}, options);
    EXPECT_EQ(others.done, 1);
    EXPECT_THAT(others.text("pci-touch"), HasSubstr("10000:00:00.0/max_link_width:16\n"));
    EXPECT_THAT(others.text("pci-touch"), Not(HasSubstr("0000:01:00.1")));
    EXPECT_THAT(others.text("pci-config"), HasSubstr("=0000:02:00.0\n"));
    EXPECT_THAT(others.text("net-touch"), HasSubstr("eth0/speed:400000\n"));
}

TEST_P(TouchPart, LosesOnlyTheBatchWhereAReadHangs) {
    FakeHost host;
    host.hang("sys/devices/pci0000:00/0000:00:02.0/0000:02:00.0/net/eth0/speed");
    RunOptions options;
    options.root = host.root();
    options.enough = [](std::string_view open, std::string_view) {
        return open == "net-touch";
    };
    const RunResult result = runScript(shell(), {"touch"}, options);
    EXPECT_THAT(result.text("pci-touch"), HasSubstr("0000:02:00.0/max_link_width:16\n"));
    EXPECT_THAT(result.text("pci-config"), HasSubstr("=0000:02:00.0\n"));
    EXPECT_EQ(result.find("net-touch")->meta().damage, capture::Damage::Stuck);
}

TEST_P(TouchPart, ReadsOnlyWhatItIsAskedFor) {
    const FakeHost host;
    RunOptions options;
    options.root = host.root();
    options.arguments = "slow 0000:02:00.0 rdma/mlx5_0";
    const RunResult some = runScript(shell(), {"touch"}, options);
    EXPECT_EQ(some.text("pci-touch"),
              "0000:02:00.0/begin:\n0000:02:00.0/current_link_speed:32.0 GT/s PCIe\n"
              "0000:02:00.0/current_link_width:16\n0000:02:00.0/max_link_speed:32.0 GT/s PCIe\n"
              "0000:02:00.0/max_link_width:16\n");
    EXPECT_EQ(some.text("pci-config"), asHex("0000:02:00.0", hardConfig(256, 5)));
    EXPECT_EQ(some.text("net-touch"), "");
    EXPECT_EQ(some.text("rdma-touch"), "mlx5_0/ports/1/begin:\nmlx5_0/ports/1/state:4: ACTIVE\n");
}

TEST_P(TouchPart, LetsSleepingDevicesLie) {
    FakeHost host;
    host.write("sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/power_state", "D3cold\n");
    host.write("sys/devices/pci0000:00/0000:00:02.0/power/runtime_status", "suspended\n");
    RunOptions options;
    options.root = host.root();
    const RunResult result = runScript(shell(), {"touch"}, options);
    for (const char *name : {"0000:01:00.0", "0000:00:02.0"}) {
        EXPECT_THAT(result.text("pci-touch"), Not(HasSubstr(std::string("\n") + name + "/")));
        EXPECT_THAT(result.text("pci-config"), Not(HasSubstr(std::string("=") + name)));
        EXPECT_THAT(result.notes, Contains(HasSubstr(std::string(name) + " is asleep")));
    }
    EXPECT_THAT(result.text("pci-touch"), HasSubstr("0000:01:00.1/current_link_width:16\n"));
}

} // namespace
} // namespace fabricscope::collector
