// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/topology/KernelFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "error kernel.nic.health: 0000:e1:00.0: ...", of each finding.
std::vector<std::string> findingsOf(const std::string &text) {
    const auto topology = build(std::make_shared<const host::Host>(formats::hostOfText(text)));
    std::vector<std::string> found;
    for (const auto &[node, finding] : kernelFindings(*topology)) {
        static constexpr const char *kSeverities[] = {"note", "warning", "error"};
        std::string line = kSeverities[static_cast<int>(finding.severity)];
        line += ' ' + finding.rule + (finding.variant.empty() ? "" : "." + finding.variant) + ": ";
        found.push_back(line + findings::title(finding));
    }
    return found;
}

struct Line {
    const char *name;
    const char *text;
    const char *begins; ///< how the only finding begins; empty: none
};

class KernelLine : public testing::TestWithParam<Line> {};

TEST_P(KernelLine, GivesItsFinding) {
    const std::string boot = "[    0.000000] Linux version 6.8.0\n";
    const auto found = findingsOf(boot + "[  912.345678] " + GetParam().text + "\n");
    if (*GetParam().begins == '\0') {
        EXPECT_THAT(found, IsEmpty());
    } else {
        ASSERT_EQ(found.size(), 1U);
        EXPECT_THAT(found[0], testing::StartsWith(GetParam().begins));
    }
}

constexpr Line kNicLines[] = {
    {"Health",
     "mlx5_core 0000:e1:00.0: poll_health:811:(pid 0): device's health compromised - reached miss count",
     "error kernel.nic.health: 0000:e1:00.0: the NIC's firmware does not respond"},
    {"Fatal", "mlx5_core 0000:e1:00.0: poll_health:790:(pid 0): Fatal error 3 detected",
     "error kernel.nic.health: 0000:e1:00.0"},
    {"Syndrome",
     "mlx5_core 0000:e1:00.0: print_health_info:430:(pid 0): synd 0x8: unrecoverable hardware error",
     "error kernel.nic.syndrome: 0000:e1:00.0: the NIC's firmware reported an error: unrecoverable hardware "
     "error"},
    {"NoSyndrome", "mlx5_core 0000:e1:00.0: print_health_info:430:(pid 0): synd 0x0: unrecognized error", ""},
    {"CommandStatus",
     "mlx5_core 0000:e1:00.0: mlx5_cmd_out_err:838:(pid 9): ACCESS_REG(0x805) op_mod(0x1) failed, status bad "
     "operation(0x2), syndrome (0x15c356), err(-22)",
     ""},
    {"NotRecovered", "mlx5_core 0000:e1:00.0: mlx5_health_try_recover:343:(pid 9): health recovery failed",
     "error kernel.nic.not_recovered"},
    {"Recovered", "mlx5_core 0000:e1:00.0: mlx5_health_try_recover:347:(pid 9): health recovery succeeded",
     ""},
    {"ModuleHot", "mlx5_core 0000:e1:00.0: Port module event[error]: module 1, Cable error, High Temperature",
     "error kernel.nic.module_hot: 0000:e1:00.0: the NIC's transceiver or cable is too hot"},
    {"ModulePower",
     "mlx5_core 0000:e1:00.0: Port module event[error]: module 1, Cable error, Power budget exceeded",
     "error kernel.nic.module_power"},
    {"ModuleBad",
     "mlx5_core 0000:e1:00.0: Port module event[error]: module 0, Cable error, Bad or shorted cable/module",
     "warning kernel.nic.module: 0000:e1:00.0: the NIC reported an error of its transceiver"},
    {"Unplugged", "mlx5_core 0000:e1:00.1: Port module event: module 1, Cable unplugged",
     "note kernel.nic.unplugged: 0000:e1:00.1"},
    {"Plugged", "mlx5_core 0000:e1:00.1: Port module event: module 1, Cable plugged", ""},
    {"Hot", "mlx5_core 0000:e1:00.0: temp_warn:205:(pid 0): High temperature on sensors with bit set 0 1",
     "error kernel.nic.hot"},
    {"SlotPower",
     "mlx5_core 0000:e1:00.0: mlx5_pcie_event:297:(pid 812): Detected insufficient power on the PCIe slot "
     "(26W).",
     "warning kernel.nic.slot_power: 0000:e1:00.0: the NIC's slot offers it too little power"},
    {"SlotPowerEnough",
     "mlx5_core 0000:e1:00.0: mlx5_pcie_event:302:(pid 812): PCIe slot advertised sufficient power (75W).",
     ""},
    {"Command",
     "mlx5_core 0000:e1:00.0: wait_func:1137:(pid 812): MANAGE_PAGES(0x108) timeout. Will cause a leak of a "
     "command resource",
     "error kernel.nic.command: 0000:e1:00.0: the NIC's firmware did not answer"},
    {"Transmit", "mlx5_core 0000:e1:00.0 ens9f0np0: TX timeout detected", "warning kernel.nic.transmit"},
    {"Watchdog", "NETDEV WATCHDOG: ens9f0np0 (ice): transmit queue 12 timed out 5012 ms",
     "warning kernel.nic.transmit: ens9f0np0: a transmit queue"},
    {"BnxtCommand", "bnxt_en 0000:e1:00.0 ens9np0: Error (timeout: 5000) msg {0x23 0x57e} len:0",
     "error kernel.nic.command"},
    {"BnxtRdma", "bnxt_en 0000:e1:00.0: QPLIB: cmdq[0x11]=0x3 timedout (20000)msec",
     "error kernel.nic.command"},
    {"BnxtFatal",
     "bnxt_en 0000:e1:00.0 ens9np0: Fatal firmware reset event, data1: 0x1, data2: 0x0, min wait 100 ms",
     "error kernel.nic: 0000:e1:00.0: the NIC's firmware failed: "},
    {"BnxtSolicited", "bnxt_en 0000:e1:00.0 ens9np0: Solicited firmware reset event, data1: 0x1", ""},
    {"BnxtHot",
     "bnxt_en 0000:e1:00.0 ens9np0: Chip temperature has gone above the critical thermal threshold!",
     "error kernel.nic.hot"},
    {"BnxtCool",
     "bnxt_en 0000:e1:00.0 ens9np0: Chip temperature has gone below the critical thermal threshold!", ""},
    {"Ionic", "ionic 0000:e1:00.0: DEVCMD IDENTIFY (1) timeout after 5 secs", "error kernel.nic.command"},
    {"IonicHeart", "ionic 0000:e1:00.0: FW heartbeat stalled at 4711", "error kernel.nic"},
    {"IonicHeartBack", "ionic 0000:e1:00.0: FW heartbeat restored at 4712", ""},
    {"Ice", "ice 0000:e1:00.0: Rebuild failed, unload and reload driver", "error kernel.nic"},
    {"LinkDown", "bnxt_en 0000:e1:00.0 ens9np0: NIC Link is Down", "note kernel.nic.link_down"},
    {"LinkUp", "bnxt_en 0000:e1:00.0 ens9np0: NIC Link is Up, 200000 Mbps full duplex, Flow control: none",
     ""},
};
INSTANTIATE_TEST_SUITE_P(OfNics, KernelLine, testing::ValuesIn(kNicLines),
                         [](const auto &each) { return std::string(each.param.name); });

constexpr Line kGpuLines[] = {
    {"Ring", "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring sdma1 timeout, signaled seq=7, emitted seq=9",
     "error kernel.gpu_fault.ring: the GPU did not finish work"},
    {"RingSoft", "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring gfx timeout, but soft recovered",
     "note kernel.gpu_fault.ring_recovered"},
    {"RingTests", "amdgpu 0000:a3:00.0: amdgpu: ring comp_1.0.0 uses VM inv eng 0 on hub 0", ""},
    {"ResetFailed", "amdgpu 0000:a3:00.0: amdgpu: GPU reset(4) failed",
     "error kernel.gpu_fault.reset_failed: 0000:a3:00.0: the driver could not reset"},
    {"ResetEnd", "amdgpu 0000:a3:00.0: amdgpu: GPU reset end with ret = -110",
     "error kernel.gpu_fault.reset_failed"},
    {"ResetDone", "amdgpu 0000:a3:00.0: amdgpu: GPU reset(3) succeeded!",
     "note kernel.gpu_fault.reset_done: 0000:a3:00.0: the GPU was reset, and recovered"},
    {"ResetBegun", "amdgpu 0000:a3:00.0: amdgpu: GPU reset begin!", "warning kernel.gpu_fault.reset: "},
    {"Uncorrectable",
     "amdgpu 0000:a3:00.0: amdgpu: socket: 1, die: 0, 3 uncorrectable hardware errors detected in total in "
     "umc block",
     "error kernel.gpu_fault.uncorrectable"},
    {"NoUncorrectable",
     "amdgpu 0000:a3:00.0: amdgpu: socket: 1, die: 0, 0 uncorrectable hardware errors detected in total in "
     "umc block",
     ""},
    {"Correctable",
     "amdgpu 0000:a3:00.0: amdgpu: 5 correctable hardware errors detected in umc block, no user action is "
     "needed",
     "note kernel.gpu_fault.correctable"},
    {"PageFault",
     "amdgpu 0000:a3:00.0: amdgpu: [mmhub0] no-retry page fault (src_id:0 ring:24 vmid:5 pasid:32771)",
     "warning kernel.gpu_fault.page_fault"},
    {"Init", "NVRM: GPU 0000:a3:00.0: RmInitAdapter failed! (0x24:0x72:1568)",
     "error kernel.gpu_fault.nvidia_init: 0000:a3:00.0: the NVIDIA driver could not start the GPU"},
    {"OffTheBus", "NVRM: GPU 0000:a3:00.0: GPU has fallen off the bus.",
     "error kernel.device_lost: 0000:a3:00.0: "},
    {"Mismatch",
     "NVRM: API mismatch: the client has the version 575.1, but this kernel module has the version 570.2.",
     "error kernel.driver.mismatch"},
    {"Loading", "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.1", ""},
};
INSTANTIATE_TEST_SUITE_P(OfGpus, KernelLine, testing::ValuesIn(kGpuLines),
                         [](const auto &each) { return std::string(each.param.name); });

constexpr Line kHostLines[] = {
    {"SlotDown", "pcieport 0000:c0:03.1: pciehp: Slot(12): Link Down",
     "warning kernel.slot: 0000:c0:03.1: the PCIe link of slot 12 went down"},
    {"SlotUp", "pcieport 0000:c0:03.1: pciehp: Slot(12): Link Up", ""},
    {"SlotEmpty", "pcieport 0000:c0:03.1: pciehp: Slot(12): Card not present",
     "warning kernel.slot.not_present"},
    {"SlotPower", "pcieport 0000:c0:03.1: pciehp: Slot(12): Power fault", "error kernel.slot.power"},
    {"AmdIommu",
     "AMD-Vi: Event logged [IO_PAGE_FAULT device=a3:00.0 domain=0x0031 address=0xdf00 flags=0x0020]",
     "warning kernel.iommu: 0000:a3:00.0: the IOMMU refused"},
    {"AmdIommuNewer",
     "ice 0000:a3:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x0031 address=0xdf00 flags=0x0020]",
     "warning kernel.iommu: 0000:a3:00.0: the IOMMU refused"},
    {"Dmar",
     "DMAR: [DMA Write NO_PASID] Request device [a3:00.0] fault addr 0xdf00 [fault reason 0x05] PTE Write "
     "access is not set",
     "warning kernel.iommu: 0000:a3:00.0: the IOMMU refused"},
    {"DmarStatus", "DMAR: DRHD: handling fault status reg 2", ""},
    {"IommuEnabled", "DMAR: IOMMU enabled", ""},
    {"MemoryCorrected",
     "EDAC MC2: 1 CE memory read error on CPU_SrcID#1_MC#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x7 "
     "offset:0x0)",
     "note kernel.memory: the host's memory corrected ECC errors at "
     "CPU_SrcID#1_MC#0_Chan#1_DIMM#0"},
    {"MemoryUncorrected",
     "EDAC MC2: 1 UE memory read error on CPU_SrcID#1_MC#0_Chan#1_DIMM#0 (channel:1 slot:0)",
     "error kernel.memory.uncorrected"},
    {"EdacStarts", "EDAC MC2: Giving out device to module i10nm_edac controller Intel_10nm Socket#1 IMC#0",
     ""},
    {"CheckCorrected", "mce: [Hardware Error]: CPU 24: Machine Check: 0 Bank 8: 8c00004200800090",
     "note kernel.machine_check.corrected"},
    {"CheckUncorrected", "mce: [Hardware Error]: CPU 24: Machine Check Exception: 5 Bank 1: bd80000000100134",
     "error kernel.machine_check"},
    {"CheckAmd", "[Hardware Error]: Corrected error, no action required.",
     "note kernel.machine_check.corrected"},
    {"CheckAmdFatal", "[Hardware Error]: System Fatal error.", "error kernel.machine_check"},
    {"CheckLogged", "mce: [Hardware Error]: Machine check events logged", "note kernel.machine_check.logged"},
    {"Apei", "{3}[Hardware Error]: event severity: recoverable", "error kernel.machine_check"},
    {"Throttled", "mce: CPU7: Package temperature above threshold, cpu clock throttled (total events = 4)",
     "warning kernel.machine_check.throttled"},
    {"LinkLimited",
     "mlx5_core 0000:a3:00.0: 63.008 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x8 link at "
     "0000:a0:01.1 (capable of 252.048 Gb/s with 16.0 GT/s PCIe x16 link)",
     "warning kernel.link_limited: 0000:a3:00.0: at boot its PCIe link was limited to 63.008 Gb/s instead of "
     "252.048 Gb/s by the 8.0 GT/s PCIe x8 link at 0000:a0:01.1"},
    {"LinkWhole", "mlx5_core 0000:a3:00.0: 252.048 Gb/s available PCIe bandwidth (16.0 GT/s PCIe x16 link)",
     ""},
    {"Probe", "mlx5_core: probe of 0000:a3:00.0 failed with error -110",
     "warning kernel.driver: 0000:a3:00.0: the driver mlx5_core could not start the device (error "
     "-110)"},
    {"ProbeOfABoardsPart", "i801_smbus: probe of i801.2 failed with error -16", ""},
};
INSTANTIATE_TEST_SUITE_P(OfTheHost, KernelLine, testing::ValuesIn(kHostLines),
                         [](const auto &each) { return std::string(each.param.name); });

TEST(KernelFindings, CountOneEventOnce) {
    EXPECT_THAT(findingsOf("[ 91.1] NVRM: Xid (PCI:0000:a3:00): 79, pid=7, GPU has fallen off the bus.\n"
                           "[ 91.2] NVRM: GPU 0000:a3:00.0: GPU has fallen off the bus.\n"
                           "[ 91.3] NVRM: GPU 0000:b3:00.0: GPU has fallen off the bus.\n"),
                ElementsAre("error kernel.xid.79: 0000:a3:00.0: Xid 79: the GPU has fallen off the bus",
                            testing::StartsWith("error kernel.device_lost: 0000:b3:00.0: ")));
    EXPECT_THAT(
        findingsOf("[ 91.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset begin!\n"
                   "[ 91.2] amdgpu 0000:a3:00.0: amdgpu: GPU mode1 reset\n"
                   "[ 91.3] amdgpu 0000:a3:00.0: amdgpu: GPU reset(2) succeeded!\n"),
        ElementsAre("note kernel.gpu_fault.reset_done: 0000:a3:00.0: the GPU was reset, and recovered"));
    EXPECT_THAT(
        findingsOf(
            "[ 91.1] mlx5_core 0000:a3:00.0: poll_health:1:(pid 0): device's health compromised - x\n"
            "[ 91.2] mlx5_core 0000:a3:00.0: print_health_info:2:(pid 0): synd 0x1: firmware internal error\n"
            "[ 95.1] mlx5_core 0000:a3:00.0: poll_health:1:(pid 0): device's health compromised - x\n"),
        ElementsAre(
            "error kernel.nic.health: 0000:a3:00.0: the NIC's firmware does not respond, or reported an "
            "error (2 times): firmware internal error"));
    EXPECT_THAT(findingsOf("[ 91.1] mce: [Hardware Error]: Machine check events logged\n"
                           "[ 91.2] EDAC MC0: 1 CE memory read error on unknown memory (channel:1)\n"),
                ElementsAre("note kernel.memory: the host's memory corrected ECC errors"));
}

TEST(KernelFindings, OfAResetThatSucceededAreOneNote) {
    EXPECT_THAT(findingsOf("[ 91.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset end with ret = 0\n"), IsEmpty());
    EXPECT_THAT(findingsOf("[ 91.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset begin!\n"
                           "[ 92.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset succeeded, trying to resume\n"
                           "[ 93.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset(2) succeeded!\n"),
                ElementsAre(testing::AllOf(testing::StartsWith("note kernel.gpu_fault.reset_done: "),
                                           testing::Not(testing::HasSubstr("times")))));
}

TEST(KernelFindings, OfAnXidNameItsGpuInEachForm) {
    for (const char *form : {"PCI:0000:a3:00", "PCI:0000:a3:00 GPU-I:05", "0000:a3:00", "PCI:0000:a3:00.0"})
        EXPECT_THAT(findingsOf(std::string("[ 91.1] NVRM: Xid (") + form + "): 79, pid=9\n"),
                    ElementsAre(testing::StartsWith("error kernel.xid.79: 0000:a3:00.0: ")))
            << form;
}

TEST(KernelFindings, CountASyndromeOnce) {
    EXPECT_THAT(
        findingsOf("[ 91.1] mlx5_core 0000:a3:00.0: print_health_info:430:(pid 0): synd 0x1: firmware "
                   "internal error\n"
                   "[ 91.1] mlx5_core 0000:a3:00.0: print_health_info:431:(pid 0): ext_synd 0x8a6b\n"),
        ElementsAre(testing::Not(testing::HasSubstr("times"))));
}

TEST(KernelFindings, OfThePreviousBootAreNoFaultsOfThisOne) {
    EXPECT_THAT(findingsOf("[ 0.1] BERT: Error records from previous boot:\n"
                           "[ 0.1] [Hardware Error]: event severity: fatal\n"
                           "[ 0.1] [Hardware Error]:  Error 0, type: fatal\n"),
                ElementsAre(testing::StartsWith("warning kernel.machine_check.previous_boot: ")));
    EXPECT_THAT(findingsOf("[ 0.1] BERT: Error records from previous boot:\n"
                           "[ 0.1] [Hardware Error]: event severity: fatal\n"
                           "[ 9.1] usb 1-1: new device\n"
                           "[ 99.1] {1}[Hardware Error]: event severity: fatal\n"),
                testing::Contains(testing::StartsWith("error kernel.machine_check: ")));
}

TEST(KernelFindings, OfTheHostAreNotAboutTheGpuBeforeThem) {
    EXPECT_THAT(findingsOf("[ 91.1] NVRM: Xid (PCI:0000:a3:00): 31, pid=9, name=x, Ch 1\n"
                           "[ 92.1] NVRM: API mismatch: the client has the version 1, but\n"),
                testing::Contains(testing::AllOf(testing::StartsWith("error kernel.driver.mismatch: "),
                                                 testing::Not(testing::HasSubstr("a3:00.0")))));
}

TEST(KernelFindings, CountLinesWhoseAddressesDiffer) {
    EXPECT_THAT(findingsOf("[ 91.1] EDAC MC0: 1 CE memory read error on DIMM_B2 (page:0x1)\n"
                           "[ 92.1] EDAC MC0: 1 CE memory read error on DIMM_B2 (page:0x2)\n"
                           "[ 93.1] EDAC MC0: 1 CE memory read error on DIMM_C1 (page:0x3)\n"),
                ElementsAre("note kernel.memory: the host's memory corrected ECC errors at DIMM_B2 "
                            "(logged 2 times)",
                            "note kernel.memory: the host's memory corrected ECC errors at DIMM_C1"));
}

TEST(KernelFindings, TakeTheDeviceFromTheLineThatNamesIt) {
    EXPECT_THAT(findingsOf("[ 91.1] NVRM: The NVIDIA GPU 0000:a3:00.0\n[ 91.1] NVRM: (PCI ID: 10de:2901)\n"
                           "[ 91.1] NVRM: installed in this system has\n"
                           "[ 91.1] NVRM: fallen off the bus and is not responding to commands.\n"),
                ElementsAre(testing::StartsWith("error kernel.device_lost: 0000:a3:00.0: ")));
    EXPECT_THAT(
        findingsOf(
            "[ 91.1] NVRM: The NVIDIA GPU 0000:a3:00.0 (PCI ID: 10de:2901)\n"
            "[ 91.1] NVRM: installed in this system requires use of the NVIDIA open kernel modules.\n"),
        ElementsAre(testing::StartsWith("error kernel.driver.open: 0000:a3:00.0: ")));
}

} // namespace

} // namespace fabricscope::topology
