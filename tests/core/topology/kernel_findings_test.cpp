// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Redact.h"
#include "core/findings/Finding.h"
#include "core/topology/findings/KernelFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "error kernel.nic.health: 0000:e1:00.0: ...", of each finding.
std::vector<std::string> findingsOf(const host::Host &host) {
    const auto topology = build(std::make_shared<const host::Host>(host));
    std::vector<std::string> found;
    for (const auto &[node, finding] : kernelFindings(*topology)) {
        static constexpr const char *kSeverities[] = {"note", "warning", "error"};
        std::string line = kSeverities[static_cast<int>(finding.severity)];
        line += ' ' + finding.rule + (finding.variant.empty() ? "" : "." + finding.variant) + ": ";
        found.push_back(line + findings::title(finding));
    }
    return found;
}

std::vector<std::string> findingsOf(const std::string &text) {
    return findingsOf(formats::hostOfText(text));
}

/// Rules and devices: what they name may be replaced.
std::vector<std::string> shortened(std::vector<std::string> findings) {
    constexpr std::size_t kSeverityAndRule = 2;
    for (std::string &each : findings) {
        std::size_t end = 0;
        for (std::size_t words = 0; words < kSeverityAndRule; ++words)
            end = each.find(' ', end + 1);
        each.resize(end);
    }
    return findings;
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

TEST_P(KernelLine, GivesItsFindingWhenRedacted) {
    const std::string text =
        std::string("[    0.000000] Linux version 6.8.0\n[  912.345678] ") + GetParam().text + "\n";
    const auto capture = formats::importPieces({{"dmesg.txt", text}});
    ASSERT_TRUE(capture);
    auto redacted = shortened(findingsOf(formats::readHost(capture::redacted(*capture, "key"))));
    auto given = shortened(findingsOf(text));
    if (text.find(" Bank ") != std::string::npos) // its status is a number that redaction replaces
        for (auto *each : {&redacted, &given})
            for (std::string &finding : *each)
                finding.clear();
    EXPECT_EQ(redacted, given);
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
    {"HealthHot",
     "mlx5_core 0000:e1:00.0: print_health_info:426:(pid 0): Health issue observed, High temperature, "
     "severity(3) ERROR:",
     "error kernel.nic.hot"},
    {"HealthNamed",
     "mlx5_core 0000:e1:00.0: print_health_info:426:(pid 0): Health issue observed, firmware internal error, "
     "severity(3) ERROR:",
     "error kernel.nic.health: 0000:e1:00.0: the NIC's firmware does not respond, or reported an error: "
     "firmware internal error"},
    {"BnxtNonFatal", "bnxt_en 0000:e1:00.0 ens9np0: Non-fatal firmware reset event, data1: 0x1",
     "warning kernel.nic.reset: 0000:e1:00.0: "},
    {"Mlx5Init", "mlx5_core 0000:e1:00.0: probe_one:1786:(pid 9): mlx5_init_one failed with error code -110",
     "warning kernel.driver: 0000:e1:00.0: the driver mlx5_core could not start the device (error -110)"},
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
    {"MinorInit", "NVRM: GPU 0000:a3:00.0: rm_init_adapter failed, device minor number 4",
     "error kernel.gpu_fault.nvidia_init: 0000:a3:00.0"},
    {"NvidiaBar", "NVRM: BAR1 is 0M @ 0x0 (PCI:0000:a3:00.0)",
     "error kernel.bar: 0000:a3:00.0: there was no address space for the device's memory, BAR 1"},
    {"TooHot", "amdgpu 0000:a3:00.0: amdgpu: ERROR: GPU over temperature range(SW CTF) detected!",
     "error kernel.gpu_fault.hot: 0000:a3:00.0"},
    {"BadPages",
     "amdgpu 0000:a3:00.0: amdgpu: RAS records:140 exceed threshold:128, GPU will not be initialized. "
     "Replace "
     "this GPU or increase the threshold",
     "error kernel.gpu_fault.bad_pages: 0000:a3:00.0"},
    {"BadPagesNear", "amdgpu 0000:a3:00.0: amdgpu: RAS records:118 exceeds 90% of threshold:128",
     "warning kernel.gpu_fault.bad_pages_near"},
    {"BadPagesFew", "amdgpu 0000:a3:00.0: amdgpu: RAS records:2 threshold:128", ""},
    {"XidSwitch",
     "NVRM: Xid (PCI:0000:a3:00): 109, pid=7, name=python, Ch 00000010, errorString CTX SWITCH TIMEOUT",
     "error kernel.xid.109: 0000:a3:00.0: Xid 109: the GPU did not switch between programs"},
    {"XidNvlink", "NVRM: Xid (PCI:0000:a3:00): 149, NETIR_LINK_EVT  Fatal   XC0 i0 Link 08",
     "error kernel.xid.nvlink: 0000:a3:00.0: Xid 149: an NVLink"},
    {"XidEcc", "NVRM: Xid (PCI:0000:a3:00): 140, pid=7, x", "error kernel.xid.140: "},
    {"XidInit", "NVRM: Xid (PCI:0000:a3:00): 143, x", "error kernel.xid.143: "},
    {"XidSecurity", "NVRM: Xid (PCI:0000:a3:00): 110, x", "error kernel.xid.110: "},
    {"XidBreak", "NVRM: Xid (PCI:0000:a3:00): 61, pid=7, 0d01(3100) 00000000", "error kernel.xid.61: "},
    {"RecoveryNone",
     "NVRM: Xid (PCI:0000:a3:00): 154, GPU recovery action changed from 0x1 (GPU Reset Required) to 0x0 "
     "(None)",
     "note kernel.xid.154_none: "},
    {"RecoveryReset",
     "NVRM: Xid (PCI:0000:a3:00): 154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset "
     "Required)",
     "error kernel.xid.154_reset: 0000:a3:00.0: Xid 154: the GPU requires a reset"},
    {"RecoveryReboot",
     "NVRM: Xid (PCI:0000:a3:00): 154, pid=9, name=x, GPU recovery action changed from 0x0 (None) to 0x2 "
     "(Node "
     "Reboot Required)",
     "error kernel.xid.154_reboot: "},
    {"RecoveryDrain",
     "NVRM: Xid (PCI:0000:a3:00): 154, GPU recovery action changed from 0x0 (None) to 0x3 (Drain P2P)",
     "warning kernel.xid.154_drain: "},
    {"RecoveryDrainReset",
     "NVRM: Xid (PCI:0000:a3:00): 154, GPU recovery action changed from 0x0 (None) to 0x4 (Drain and Reset)",
     "warning kernel.xid.154_drain_reset: "},
    {"SwitchNonFatal",
     "nvidia-nvswitch3: SXid (PCI:0000:a5:00.0): 12028, Non-fatal, Link 38 egress non-posted PRIV error "
     "(First)",
     "warning kernel.sxid.nonfatal: 0000:a5:00.0: SXid 12028"},
    {"SwitchFatal", "nvidia-nvswitch3: SXid (PCI:0000:a5:00.0): 20034, Fatal, Link 30 LTSSM Fault Up",
     "error kernel.sxid.fatal: 0000:a5:00.0: SXid 20034"},
    {"SwitchData",
     "nvidia-nvswitch3: SXid (PCI:0000:a5:00.0): 12028, Severity 1 Engine instance 38 Sub-engine "
     "instance 00",
     ""},
    {"Loading", "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.1", ""},
};
INSTANTIATE_TEST_SUITE_P(OfGpus, KernelLine, testing::ValuesIn(kGpuLines),
                         [](const auto &each) { return std::string(each.param.name); });

constexpr Line kHostLines[] = {
    {"SlotDown", "pcieport 0000:c0:03.1: pciehp: Slot(12): Link Down",
     "warning kernel.slot: 0000:c0:03.1: the PCIe link of slot 12 went down"},
    {"SlotUp", "pcieport 0000:c0:03.1: pciehp: Slot(12): Link Up", ""},
    {"SlotEmpty", "pcieport 0000:c0:03.1: pciehp: Slot(12): Card not present",
     "note kernel.slot.empty: 0000:c0:03.1: slot 12 is empty"},
    {"SlotWithoutLink", "pcieport 0000:c0:03.1: pciehp: Slot(12): No link",
     "warning kernel.slot.no_link: 0000:c0:03.1: the card of slot 12 did not"},
    {"Bar", "pci 0000:a3:00.0: BAR 2: failed to assign [mem size 0x2000000000 64bit pref]",
     "error kernel.bar: 0000:a3:00.0: there was no address space for the device's memory, BAR 2, 128"},
    {"BarNewer", "pci 0000:a3:00.0: BAR 2 [mem size 0x2000000000 64bit pref]: can't assign; no space",
     "error kernel.bar: 0000:a3:00.0: there was no address space for the device's memory, BAR 2, 128"},
    {"BarFailed", "pci 0000:a3:00.0: BAR 0 [mem size 0x01000000 64bit pref]: failed to assign",
     "error kernel.bar: 0000:a3:00.0"},
    {"BarOfVfs", "pci 0000:a3:00.0: VF BAR 0 [mem size 0x800000000 64bit pref]: can't assign; no space",
     "note kernel.bar.vf: "},
    {"BarOfVfsOlder", "pci 0000:a3:00.0: BAR 7: no space for [mem size 0x00800000 64bit pref]",
     "note kernel.bar.vf: "},
    {"BarOfPorts", "pci 0000:a3:00.0: BAR 5: failed to assign [io  size 0x0080]", ""},
    {"BarOfRom", "pci 0000:a3:00.0: BAR 6: failed to assign [mem size 0x00080000 pref]", ""},
    {"BridgeWindow", "pci 0000:a0:01.1: BAR 14: no space for [mem size 0x00200000]", ""},
    {"BridgeWindowNewer", "pci 0000:a0:01.1: bridge window [mem size 0x00200000]: can't assign; no space",
     ""},
    {"Contained", "pcieport 0000:c0:03.1: DPC: containment event, status:0x1f01 source:0x0000",
     "error kernel.bus_error.contained: 0000:c0:03.1: the port cut off"},
    {"Inaccessible",
     "nvidia 0000:a3:00.0: Unable to change power state from D3hot to D0, device inaccessible",
     "error kernel.device_lost: 0000:a3:00.0"},
    {"InaccessibleOlder",
     "nvidia 0000:a3:00.0: can't change power state from D3cold to D0 (config space inaccessible)",
     "error kernel.device_lost: 0000:a3:00.0"},
    {"NvmeDown", "nvme nvme3: controller is down; will reset: CSTS=0xffffffff, PCI_STATUS=0x10",
     "warning kernel.nvme: nvme3: the NVMe drive stopped answering"},
    {"NvmeRemoved", "nvme nvme3: Removing after probe failure status: -19",
     "error kernel.nvme.removed: nvme3"},
    {"NvmeTimeout", "nvme nvme3: I/O 812 (I/O Cmd) QID 18 timeout, aborting",
     "warning kernel.nvme.timeout: nvme3"},
    {"NvmeNotReady", "nvme nvme3: Device not ready; aborting initialisation, CSTS=0x0",
     "error kernel.nvme.not_ready: nvme3"},
    {"MemoryOfProgram", "mce: Uncorrected hardware memory error in user-access at 3fa0c1a000",
     "error kernel.memory.uncorrected"},
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
    {"SmmuUnnamed", "arm-smmu-v3 arm-smmu-v3.3.auto: event 0x10 received:",
     "warning kernel.iommu: the IOMMU refused accesses of a device that the log does not name to memory"},
    {"SmmuNamed",
     "arm-smmu-v3 arm-smmu-v3.3.auto: event: F_TRANSLATION client: 0000:a3:00.0 sid: 0x300 ssid: 0x0",
     "warning kernel.iommu: 0000:a3:00.0: the IOMMU refused accesses of the device to memory"},
    {"LinkUnknown",
     "mlx5_core 0101:00:00.0: 0.000 Gb/s available PCIe bandwidth, limited by Unknown x0 link at "
     "0101:00:00.0 "
     "(capable of 504.112 Gb/s with 32.0 GT/s PCIe x16 link)",
     ""},
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

TEST(KernelFindings, EndWhereTheLogStatesTheContrary) {
    const std::string slot = "] pcieport 0000:c0:03.1: pciehp: Slot(12): ";
    EXPECT_THAT(
        findingsOf("[ 91.1" + slot + "Link Down\n[ 91.2" + slot + "Card not present\n[ 95.1" + slot +
                   "Card present\n[ 95.2" + slot + "Link Up\n"),
        ElementsAre("note kernel.slot.back: 0000:c0:03.1: the PCIe link of slot 12 went down, and came "
                    "back"));
    EXPECT_THAT(findingsOf("[ 91.1" + slot + "Link Down\n[ 91.2" + slot + "Card not present\n"),
                ElementsAre("warning kernel.slot.not_present: 0000:c0:03.1: the card of slot 12 is no longer "
                            "present"));
    EXPECT_THAT(
        findingsOf("[ 91.1" + slot + "Link Down\n[ 95.2" + slot + "Link Up\n[ 97.1" + slot + "Link Down\n"),
        ElementsAre(testing::StartsWith("warning kernel.slot: ")))
        << "it went down again";
    const std::string port = "] mlx5_core 0000:e1:00.0: Port module event: module 0, Cable ";
    EXPECT_THAT(findingsOf("[ 9.1" + port + "unplugged\n[ 9.2" + port + "plugged\n"), IsEmpty());
    EXPECT_THAT(findingsOf("[ 9.1" + port + "plugged\n[ 9.2" + port + "unplugged\n").size(), 1U);
    const std::string link = "] ice 0000:e1:00.0 ens9: NIC Link is ";
    EXPECT_THAT(findingsOf("[ 9.1" + link + "Down\n[ 9.2" + link + "up 100 Gbps Full Duplex\n"), IsEmpty());
    const std::string bar = "] pci 0000:a3:00.0: BAR 2: ";
    const std::string size = " [mem size 0x2000000000 64bit pref]\n";
    EXPECT_THAT(findingsOf("[ 1.1" + bar + "no space for" + size + "[ 1.2" + bar + "failed to assign" + size +
                           "[ 1.3" + bar + "assigned [mem 0x20000000000-0x21fffffffff 64bit pref]\n"),
                IsEmpty());
    const std::string device = "] pci 0000:a3:00.0: ",
                      lacks = " [mem size 0x2000000000 64bit pref]: can't assign; no space\n",
                      has = " [mem 0x20000000000-0x21fffffffff 64bit pref]: assigned\n";
    EXPECT_THAT(findingsOf("[ 1.1" + device + "BAR 2" + lacks + "[ 1.2" + device + "VF BAR 2" + has),
                ElementsAre(testing::StartsWith("error kernel.bar: ")))
        << "the BAR of its VFs is another";
    EXPECT_THAT(findingsOf("[ 1.1" + device + "VF BAR 2" + lacks + "[ 1.2" + device + "BAR 2" + has),
                ElementsAre(testing::StartsWith("note kernel.bar.vf: ")));
    EXPECT_THAT(findingsOf("[ 1.1" + device + "VF BAR 2" + lacks + "[ 1.2" + device + "VF BAR 2" + has),
                IsEmpty());
    EXPECT_THAT(
        findingsOf("[ 9.1] NVRM: Xid (PCI:0000:a3:00): 79, pid=7, name=a; later: b, GPU has fallen off "
                   "the bus.\n"),
        ElementsAre(testing::StartsWith("error kernel.xid.79: ")))
        << "a program's name ends nothing";
    EXPECT_THAT(
        findingsOf("[ 1.1" + bar + "no space for" + size + "[ 1.2" + bar + "failed to assign" + size +
                   "[ 1.3] pci 0000:a3:00.0: BAR 4: failed to assign [mem size 0x02000000 64bit pref]\n"
                   "[ 1.4] pci 0000:a4:00.0: BAR 2: assigned [mem 0x20000000000-0x21fffffffff]\n")
            .size(),
        1U)
        << "several BARs of a device";
    EXPECT_THAT(findingsOf("[ 9.1] NVRM: This PCI I/O region assigned to your NVIDIA device is invalid:\n"
                           "[ 9.1] NVRM: BAR1 is 0M @ 0x0 (PCI:0000:a3:00.0)\n")
                    .size(),
                1U);
}

TEST(KernelFindings, OfARecoveryActionShowTheLast) {
    const std::string xid = "] NVRM: Xid (PCI:0000:a3:00): 154, GPU recovery action changed from ";
    EXPECT_THAT(findingsOf("[ 1.1" + xid + "0x0 (None) to 0x1 (GPU Reset Required)\n[ 2.1" + xid +
                           "0x1 (GPU Reset Required) to 0x2 (Node Reboot Required)\n"),
                ElementsAre(testing::StartsWith("error kernel.xid.154_reboot: 0000:a3:00.0: ")));
    EXPECT_THAT(findingsOf("[ 1.1" + xid + "0x0 (None) to 0x1 (GPU Reset Required)\n[ 2.1" + xid +
                           "0x1 (GPU Reset Required) to 0x0 (None)\n"),
                ElementsAre(testing::StartsWith("note kernel.xid.154_none: ")));
}

/// A record of the firmware.
std::string record(const std::vector<std::string> &lines, const std::string &number = "{3}") {
    std::string text;
    for (const std::string &line : lines)
        text += "[  912.5] " + number + "[Hardware Error]: " + line + "\n";
    return text;
}

TEST(KernelFindings, OfAFirmwaresRecordNameThePart) {
    const std::string begin = "Hardware error from APEI Generic Hardware Error Source: 4";
    EXPECT_THAT(
        findingsOf(record({begin, "event severity: corrected", " Error 0, type: corrected",
                           "  section_type: PCIe error", "  port_type: 4, root port",
                           "  device_id: 0000:c0:03.1", "  vendor_id: 0x8086, device_id: 0x352a"})),
        ElementsAre("note kernel.bus_error.corrected: 0000:c0:03.1: the kernel logged corrected errors "
                    "of the PCIe bus"));
    EXPECT_THAT(findingsOf(record({begin, "event severity: fatal", " Error 0, type: fatal",
                                   "  section_type: PCIe error", "  device_id: 0000:c0:03.1"})),
                ElementsAre(testing::StartsWith("error kernel.bus_error.fatal: 0000:c0:03.1: ")));
    EXPECT_THAT(
        findingsOf(record({begin, "event severity: recoverable", " Error 0, type: recoverable",
                           "  section_type: memory error", "  node: 1 card: 2 module: 0 rank: 1 bank: 4",
                           "  DIMM location: CPU1 DIMM_C1"})),
        ElementsAre("error kernel.memory.uncorrected: the host's memory has uncorrectable ECC errors at "
                    "CPU1 DIMM_C1"));
    EXPECT_THAT(findingsOf(record({begin, "event severity: corrected", "  section_type: memory error",
                                   "  node:1 card:2 module:0 rank:1",
                                   "  DIMM location: not present. DMI handle: 0x0000"})),
                ElementsAre("note kernel.memory: the host's memory corrected ECC errors at node:1 card:2 "
                            "module:0"));
    const auto capture = formats::importPieces(
        {{"dmesg.txt", "[ 0.0] Linux version 6.8.0\n" +
                           record({begin, "event severity: recoverable", "  section_type: memory error",
                                   "  node: 1 card: 2 module: 0", "  DIMM location: CPU1 DIMM_C1"}) +
                           record({begin, "event severity: fatal", "  section_type: PCIe error",
                                   "  device_id: 0000:c0:03.1"})}});
    ASSERT_TRUE(capture);
    EXPECT_THAT(shortened(findingsOf(formats::readHost(capture::redacted(*capture, "key")))),
                ElementsAre("error kernel.memory.uncorrected:", "error kernel.bus_error.fatal:"));
    // Two records, of which the second is of another part; and one of an unknown section.
    EXPECT_THAT(
        findingsOf(record({begin, "event severity: corrected", "  section_type: PCIe error",
                           "  device_id: 0000:c0:03.1"}) +
                   record({begin, "event severity: corrected", "  section_type: PCIe error",
                           "  device_id: 0000:c0:05.1"},
                          "{4}") +
                   record({begin, "event severity: fatal", "  section_type: unknown, 81212a96"}, "{5}")),
        ElementsAre(testing::HasSubstr("0000:c0:03.1"), testing::HasSubstr("0000:c0:05.1"),
                    testing::StartsWith("error kernel.machine_check: ")));
    EXPECT_THAT(findingsOf(record({begin, "event severity: info", "  section_type: PCIe error",
                                   "  device_id: 0000:c0:03.1"})),
                IsEmpty());
}

TEST(KernelFindings, OfALimitedLinkAreOfDevicesForData) {
    const std::string limited = ": 4.000 Gb/s available PCIe bandwidth, limited by 5.0 GT/s PCIe x1 link at "
                                "0000:00:1c.0 (capable of 8.000 Gb/s with 5.0 GT/s PCIe x2 link)\n";
    const std::string boot = "[ 0.0] Linux version 6.8.0\n";
    for (const char *found : {"0000:03:00.0: [1a03:2000] type 00 class 0x030000",
                              "0000:03:00.0: [1a03:1150] type 01 class 0x060400",
                              "0000:03:00.0: [1b21:2142] type 00 class 0x0c0330"})
        EXPECT_THAT(findingsOf(boot + "[ 1.1] pci " + found + "\n[ 1.2] pci 0000:03:00.0" + limited),
                    IsEmpty())
            << found;
    for (const char *found : {"0000:03:00.0: [10de:2330] type 00 class 0x030200",
                              "0000:03:00.0: [15b3:1021] type 00 class 0x020000"})
        EXPECT_EQ(findingsOf(boot + "[ 1.1] pci " + found + "\n[ 1.2] pci 0000:03:00.0" + limited).size(), 1U)
            << found;
    EXPECT_THAT(findingsOf(boot +
                           "[ 0.1] Hypervisor detected: KVM\n[ 1.1] pci 0000:03:00.0: [10de:2330] type "
                           "00 class 0x030200\n[ 1.2] pci 0000:03:00.0" +
                           limited),
                IsEmpty())
        << "a VM's ports are emulated";
}

TEST(KernelFindings, OfAContainmentHoldTheErrorThatLedToIt) {
    EXPECT_THAT(
        findingsOf("[ 9.1] pcieport 0000:c0:03.1: DPC: containment event, status:0x1f01\n"
                   "[ 9.1] pcieport 0000:c0:03.1: PCIe Bus Error: severity=Uncorrectable (Non-Fatal), "
                   "type=Transaction Layer\n"
                   "[ 9.2] pcieport 0000:c0:03.1: AER: device recovery failed\n"),
        ElementsAre(testing::StartsWith("error kernel.bus_error.contained: "),
                    testing::StartsWith("error kernel.bus_error.not_recovered: ")));
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
