// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single lines of the kernel's log, and the finding that each gives.
#include "core/capture/redact/Redact.h"
#include "tests/core/topology/KernelFindingsText.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::IsEmpty;

struct Line {
    const char *name;
    const char *text;
    const char *begins; ///< how the only finding begins; empty: none
};

class KernelLine : public testing::TestWithParam<Line> {};

TEST_P(KernelLine, GivesItsFinding) {
    const std::string boot = "[    0.000000] Linux version 6.8.0\n";
    const auto found = kernelFindingsOf(boot + "[  912.345678] " + GetParam().text + "\n");
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
    auto redacted = shortened(kernelFindingsOf(formats::readHost(capture::redacted(*capture, "key"))));
    auto given = shortened(kernelFindingsOf(text));
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
    {"RasFatal", "amdgpu 0000:a3:00.0: {1}uncorrectable hardware error(ERREVENT_ATHUB_INTERRUPT) detected!",
     "error kernel.gpu_fault.fatal: 0000:a3:00.0: the GPU reported a fatal hardware error"},
    {"RasFatalOlder", "[drm] RAS event of type ERREVENT_ATHUB_INTERRUPT detected!",
     "error kernel.gpu_fault.fatal: the GPU reported a fatal hardware error"},
    {"RasNbif", "amdgpu 0000:a3:00.0: amdgpu: RAS controller interrupt triggered by NBIF error",
     "error kernel.gpu_fault.nbif: 0000:a3:00.0: "},
    {"RasMmhub",
     "amdgpu 0000:a3:00.0: amdgpu: {7}socket: 3, die: 1, 2 new uncorrectable hardware errors detected in "
     "mmhub "
     "block",
     "error kernel.gpu_fault.uncorrectable: 0000:a3:00.0: the GPU has uncorrectable hardware errors (RAS) in "
     "its "
     "memory hub (mmhub)"},
    {"RasSdma", "amdgpu 0000:a3:00.0: amdgpu: 1 uncorrectable hardware errors detected in sdma block",
     "error kernel.gpu_fault.uncorrectable: 0000:a3:00.0: the GPU has uncorrectable hardware errors (RAS) in "
     "its "
     "copy engines (sdma)"},
    {"RasWafl",
     "amdgpu 0000:a3:00.0: {1}socket: 6, die: 1, 1533 new correctable hardware errors detected in xgmi_wafl "
     "block",
     "note kernel.gpu_fault.correctable: 0000:a3:00.0: the GPU corrected hardware errors (RAS) in its XGMI "
     "and "
     "WAFL links"},
    {"RasDeferred",
     "amdgpu 0000:a3:00.0: amdgpu: socket: 0, die: 0, 4 new deferred hardware errors detected in umc block",
     "warning kernel.gpu_fault.deferred: 0000:a3:00.0: the GPU has deferred hardware errors (RAS) in its "
     "memory "
     "controllers (umc): not corrected"},
    {"RasDeferredOnly",
     "amdgpu 0000:a3:00.0: amdgpu: 0 uncorrectable hardware errors and 2 deferred hardware errors detected "
     "in UMC "
     "block",
     "warning kernel.gpu_fault.deferred: "},
    {"RasNone",
     "amdgpu 0000:a3:00.0: amdgpu: 0 uncorrectable hardware errors and 0 deferred hardware errors detected "
     "in UMC "
     "block",
     ""},
    {"RasGfx", "amdgpu 0000:a3:00.0: amdgpu: GFX SubBlock CPC_SCRATCH, Instance[0][0], DED 2",
     "error kernel.gpu_fault.uncorrectable: 0000:a3:00.0: the GPU has uncorrectable hardware errors (RAS) in "
     "its "
     "compute engine (gfx)"},
    {"RasPoison", "amdgpu 0000:a3:00.0: amdgpu: {3}RAS poison consumption, fed by client_id 0x1b",
     "error kernel.gpu_fault.poison: 0000:a3:00.0: a program read GPU memory that holds an uncorrected error "
     "(poison)"},
    {"AcaUncorrected", "amdgpu 0000:a3:00.0: {1}[Hardware Error]: aca entry[00].STATUS=0xbaa000000000080b",
     "error kernel.gpu_fault.aca_uncorrected: 0000:a3:00.0: the GPU logged hardware errors that were not"},
    {"AcaDeferred", "amdgpu 0000:a3:00.0: amdgpu: {9}[Hardware Error]: ACA[03/12].STATUS=0x9c2031000000011b",
     "warning kernel.gpu_fault.aca_deferred: 0000:a3:00.0: "},
    {"AcaCorrected", "amdgpu 0000:a3:00.0: {1}[Hardware Error]: aca entry[11].STATUS=0xd820000000060150",
     "note kernel.gpu_fault.aca_corrected: 0000:a3:00.0: "},
    {"AcaLogged",
     "amdgpu 0000:a3:00.0: amdgpu: [Hardware error] Accelerator Check Architecture events logged",
     "note kernel.gpu_fault.aca_logged: 0000:a3:00.0: "},
    {"WaflPcs", "amdgpu 0000:a3:00.0: amdgpu: WAFL PCS DataLossErr detected",
     "error kernel.gpu_fault.xgmi: 0000:a3:00.0: an XGMI or WAFL link"},
    {"XgmiPcs", "amdgpu 0000:a3:00.0: amdgpu: XGMI PCS ReplayTimeoutErr detected",
     "error kernel.gpu_fault.xgmi: 0000:a3:00.0: "},
    {"XgmiSetup", "amdgpu 0000:a3:00.0: amdgpu: XGMI: Failed to initialize XGMI session",
     "error kernel.gpu_fault.xgmi_setup: 0000:a3:00.0: "},
    {"RingTest",
     "amdgpu 0000:a3:00.0: [drm:amdgpu_ring_test_helper [amdgpu]] *ERROR* ring kiq_0.2.1.0 test failed "
     "(-110)",
     "error kernel.gpu_fault.ring_test: 0000:a3:00.0: a ring of the GPU failed the driver's test"},
    {"RingTestOlder", "[drm:amdgpu_ring_test_helper [amdgpu]] *ERROR* ring kiq_2.1.0 test failed (-110)",
     "error kernel.gpu_fault.ring_test: a ring"},
    {"SmuUnreadable",
     "amdgpu 0000:a3:00.0: amdgpu: SMU: response:0xFFFFFFFF for index:18 param:0x00000005 "
     "message:TransferTableSmu2Dram?",
     "error kernel.gpu_fault.smu_unreadable: 0000:a3:00.0: "},
    {"SmuRefused",
     "amdgpu 0000:a3:00.0: SMU: response:0x000000FA for index:7 param:0x00000000 "
     "message:DisableAllSmuFeatures?",
     "warning kernel.gpu_fault.smu: 0000:a3:00.0: "},
    {"SmuFailed", "amdgpu 0000:a3:00.0: amdgpu: Failed to export SMU metrics table!",
     "warning kernel.gpu_fault.smu: 0000:a3:00.0: "},
    {"SmuStarted", "amdgpu 0000:a3:00.0: amdgpu: SMU is initialized successfully!", ""},
    {"StartPsp", "[drm:amdgpu_device_fw_loading [amdgpu]] *ERROR* hw_init of IP block <psp> failed -22",
     "error kernel.gpu_fault.amd_init_psp: the amdgpu driver could not start the GPU"},
    {"Start", "amdgpu 0000:a3:00.0: amdgpu: Fatal error during GPU init",
     "error kernel.gpu_fault.amd_init: 0000:a3:00.0: the amdgpu driver could not start the GPU"},
    {"Psp", "amdgpu 0000:a3:00.0: amdgpu: PSP load kdb failed!",
     "error kernel.gpu_fault.psp: 0000:a3:00.0: "},
    {"Mailbox", "amdgpu: trn=2 ACK should not assert! wait again !",
     "error kernel.gpu_fault.mailbox: the GPU's mailbox for SR-IOV is stuck"},
    {"MailboxOfHost", "amdgpu 0000:a3:00.0: amdgpu: Doesn't get TRN_MSG_ACK from pf in 500 msec",
     "error kernel.gpu_fault.mailbox: 0000:a3:00.0: "},
    {"InitOlder", "NVRM: RmInitAdapter failed! (0x30:0xffff:660)",
     "error kernel.gpu_fault.nvidia_init: the NVIDIA driver could not start the GPU (RmInitAdapter failed: "},
    {"SwitchWithoutAddress", "nvidia-nvswitch0: SXid 12028, Non-fatal, Link 32 egress non-posted PRIV error",
     "warning kernel.sxid.nonfatal: SXid 12028"},
    {"SwitchOlder",
     "nvidia-nvswitch: SXid (PCI:0000:a5:00.0): 12028, Non-fatal, Link 32 egress non-posted PRIV "
     "error (First)",
     "warning kernel.sxid.nonfatal: 0000:a5:00.0: SXid 12028"},
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
    {"NotReady", "vfio-pci 0000:a3:00.0: not ready 65535ms after FLR; giving up",
     "error kernel.reset: 0000:a3:00.0: the device did not become ready after a function-level reset (FLR)"},
    {"NotReadyAfterResume", "pci 0000:a3:00.0: not ready 65535ms after resume; giving up",
     "error kernel.reset: 0000:a3:00.0: the device did not become ready after resuming"},
    {"NotReadyYet", "vfio-pci 0000:a3:00.0: not ready 8191ms after FLR; waiting", ""},
    {"VfioReserve", "vfio-pci 0000:a3:00.0: BAR 1: can't reserve [mem 0xd0000000-0xdfffffff 64bit pref]",
     "error kernel.vfio: 0000:a3:00.0: vfio-pci could not reserve the device's memory (BAR 1)"},
    {"VfioReserveOther", "vfio-pci 0000:a3:00.0: cannot reserve BAR 3", "error kernel.vfio: 0000:a3:00.0: "},
    {"ConsoleReserve", "bochs-drm 0000:a3:00.0: BAR 0: can't reserve [mem 0xf8000000-0xfbffffff]", ""},
    {"VfioInterrupt", "vfio-pci 0000:a3:00.0: Failed to setup INTx",
     "warning kernel.vfio.interrupt: 0000:a3:00.0: "},
    {"VfioMasks", "vfio-pci 0000:a3:00.0: Masking broken INTx support", ""},
    {"VfioReset", "vfio-pci 0000:a3:00.0: Failed to reset device: -25",
     "error kernel.vfio.reset: 0000:a3:00.0: "},
    {"VfioRestores", "vfio-pci 0000:a3:00.0: vfio_bar_restore: reset recovery - restoring BARs", ""},
    {"Retrain", "pcieport 0000:c0:03.1: retraining failed", "warning kernel.slot.retrain: 0000:c0:03.1: "},
    {"RetrainAtBoot", "pci 0000:c0:03.1: retraining failed", "note kernel.slot.retrain_boot: 0000:c0:03.1: "},
    {"RetrainWords", "pcieport 0000:c2:01.0: retraining failed",
     "warning kernel.slot.retrain: 0000:c2:01.0: the PCIe link below the port did not come up, and "
     "retraining "
     "failed"},
    {"NotReadyAfterDpc", "pci 0000:a3:00.0: not ready 1023ms after DPC; giving up",
     "error kernel.reset: 0000:a3:00.0: the device did not become ready after DPC cut off its link"},
    {"NotReadyAfterPower", "pci 0000:a3:00.0: not ready 1023ms after PM D3hot->D0; giving up",
     "error kernel.reset: 0000:a3:00.0: the device did not become ready after a power-state reset"},
    {"NotReadyOld", "vfio-pci 0000:a3:00.0: Failed to return from FLR",
     "error kernel.reset: 0000:a3:00.0: the device did not become ready after a function-level reset (FLR)"},
    {"ContainedOld", "dpc 0000:00:1c.0:pcie010: DPC containment event, status:0x1f01 source:0x0000",
     "error kernel.bus_error.contained: 0000:00:1c.0: "},
    {"ContainedOldBelow", "dpc 0001:c3:02.0:pcie210: DPC containment event, status:0x1f05 source:0xc400",
     "error kernel.bus_error.contained: 0001:c3:02.0: "},
    {"SlotDownOld", "pciehp 0000:c0:03.1:pcie004: Slot(12): Link Down",
     "warning kernel.slot: 0000:c0:03.1: the PCIe link of slot 12 went down"},
    {"SlotUpOld", "pciehp 0000:c0:03.1:pcie204: Slot(12): Link Up", ""},
    {"SlotStatus", "pcieport 0000:c0:03.1: pciehp: Failed to check link status",
     "warning kernel.slot.no_link: 0000:c0:03.1: the card of a slot did not bring its PCIe link up"},
    {"SlotStatusNamed", "pcieport 0000:c0:03.1: pciehp: Slot(7): Failed to check link status",
     "warning kernel.slot.no_link: 0000:c0:03.1: the card of slot 7 did not"},
    {"SlotNoAdapter", "pcieport 0000:c0:03.1: pciehp: No adapter on slot(3)",
     "note kernel.slot.empty: 0000:c0:03.1: slot 3 is empty"},
    {"AtsTimeout", "AMD-Vi: Event logged [IOTLB_INV_TIMEOUT device=0000:c1:00.0 address=0x100b1ab30]",
     "error kernel.iommu.no_answer: 0000:c1:00.0: the device did not answer the IOMMU in time"},
    {"NoAtomics", "kfd kfd: amdgpu: skipped device 1002:740f, PCI rejects atomics 730<0",
     "error kernel.gpu_fault.no_atomics: ROCm does not use a GPU, because PCIe atomics do not reach it: "},
    {"NoAtomicsOld", "kfd kfd: skipped device 1002:66a1, PCI rejects atomics",
     "error kernel.gpu_fault.no_atomics: "},
    {"AtomicsOfTheHost", "amdgpu 0000:03:00.0: amdgpu: PCIE atomic ops is not supported", ""},
    {"TextWithoutItsDevice", "amdgpu 0000:03:00.0: amdgpu: PSP load tos failed!",
     "error kernel.gpu_fault.psp: 0000:03:00.0: the GPU's security processor (PSP) did not load its "
     "firmware: "
     "PSP load tos failed!"},
    {"TextOfAPort", "ionic 0000:07:00.0 ens3: FW heartbeat stalled at 22",
     "error kernel.nic: 0000:07:00.0: the NIC's firmware failed: ens3: FW heartbeat stalled at 22"},
    {"CommandRefused", "ionic 0000:07:00.0: DEV_CMD IONIC_CMD_LIF_INIT (22) error, IONIC_RC_EIO (5) failed",
     "warning kernel.nic.refused: 0000:07:00.0: the NIC's firmware refused a command of its driver: "
     "DEV_CMD "},
    {"CommandRetried",
     "ionic 0000:07:00.0: DEV_CMD IONIC_CMD_FW_DOWNLOAD (252) error, IONIC_RC_EAGAIN (25) retrying...", ""},
    {"CommandUnknown",
     "ionic 0000:07:00.0: DEV_CMD IONIC_CMD_VF_CTRL (61) error, IONIC_RC_EOPNOTSUPP (15) failed", ""},
    {"FirmwareRuns", "ionic 0000:07:00.0: FW running 0x01", ""},
    {"NoneStarted", "NVRM: The NVIDIA probe routine failed for 2 device(s).",
     "error kernel.driver.none_started: the NVIDIA driver could not start some of the GPUs: "},
    {"OtherDriver", "NVRM: The NVIDIA probe routine was not called for 1 device(s).",
     "note kernel.driver.other_driver: the NVIDIA driver left GPUs to another driver"},
    {"Unsupported",
     "NVRM: The NVIDIA GPU 0000:a3:00.0 (PCI ID: 10de:20b0) installed in this system is not supported by the "
     "535.309.01 NVIDIA driver release.",
     "error kernel.driver.unsupported: 0000:a3:00.0: the loaded NVIDIA driver does not support the GPU"},
    {"ProbeOfABoardsPart", "i801_smbus: probe of i801.2 failed with error -16", ""},
};
INSTANTIATE_TEST_SUITE_P(OfTheHost, KernelLine, testing::ValuesIn(kHostLines),
                         [](const auto &each) { return std::string(each.param.name); });

} // namespace

} // namespace fabricscope::topology
