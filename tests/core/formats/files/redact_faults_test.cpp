// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A redacted text has the faults of the text: the words by which they are found are kept.
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/host/KernelFault.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

/// "device.fault.remap_pending" of each finding.
std::vector<std::string> findingsOf(const capture::Capture &capture) {
    const auto topology = topology::build(std::make_shared<const host::Host>(readHost(capture)));
    std::vector<std::string> found;
    for (const topology::Node &node : topology->nodes())
        for (const findings::Finding &finding : node.findings)
            found.push_back(finding.rule + "." + finding.variant);
    return found;
}

constexpr const char *kTexts[] = {
    "ROCk module is NOT loaded, possibly no GPU devices\n",
    "Unable to open /dev/kfd read-write: Permission denied\n",
    "ERROR:root:Driver not initialized (amdgpu not found in modules)\n",
    "Unable to detect any GPU devices, check amdgpu version and module status (sudo modprobe amdgpu)\n",
    "AmdSmiLibraryException: Error code: 34 | AMDSMI_STATUS_NO_DRV - No driver\n",
    "GPU  POWER  GPU_T  MEM_T  DOUBLE_ECC  TVIOL_ACTIVE\n  0  751 W  104 \u00b0C  61 \u00b0C  2  ACTIVE\n",
    "[    0.000000] Linux version 6.8.0\n"
    "[ 91.1] mlx5_core 0000:a3:00.0: mlx5_health_report:poll_health:8:(pid 0): device's health compromised - "
    "reached miss count\n"
    "[ 92.1] mlx5_core 0000:a4:00.0: print_health_info:4:(pid 0): synd 0x8: unrecoverable hardware error\n"
    "[ 93.1] mlx5_core 0000:a5:00.0: Port module event[error]: module 0, Cable error, Power budget exceeded\n"
    "[ 94.1] mlx5_core 0000:a6:00.0: wait_func:9:(pid 1): ACCESS_REG(0x805) timeout. Will cause a leak of a "
    "command resource\n"
    "[ 95.1] bnxt_en 0000:a7:00.0 ens1: Firmware fatal reset event detected\n"
    "[ 96.1] amdgpu 0000:b1:00.0: amdgpu: ring sdma0 timeout, signaled seq=7, emitted seq=9\n"
    "[ 97.1] amdgpu 0000:b2:00.0: amdgpu: 3 uncorrectable hardware errors detected in umc block\n"
    "[ 98.1] amdgpu 0000:b3:00.0: amdgpu: GPU Recovery Failed: -110\n"
    "[ 99.1] pcieport 0000:40:01.1: pciehp: Slot(7): Card not present\n"
    "[100.1] AMD-Vi: Event logged [IO_PAGE_FAULT device=0000:41:00.0 domain=0x000f address=0x12 "
    "flags=0x0020]\n"
    "[101.1] EDAC MC0: 1 UE memory read error on DIMM_B2 (channel:1 slot:0 page:0x1)\n"
    "[102.1] NVRM: GPU 0000:c1:00.0: RmInitAdapter failed! (0x62:0xffff:2401)\n"
    "[103.1] NVRM: API mismatch: the client has the version 570.86, but\n"
    "[104.1] BERT: Error records from previous boot:\n",
    "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
    "GPU 00000000:A3:00.0\n    Product Name                          : NVIDIA X900\n"
    "    GPU Recovery Action                   : Reset\n    Fabric\n"
    "        State                             : In Progress\n    ECC Errors\n        Volatile\n"
    "            SRAM Correctable              : 2\n            DRAM Uncorrectable            : 3\n"
    "        Aggregate\n            SRAM Threshold Exceeded       : Yes\n    Retired Pages\n"
    "        Pending Page Blacklist            : Yes\n    Remapped Rows\n"
    "        Pending                           : Yes\n        Remapping Failure Occurred        : Yes\n",
    "GPU 0: NVIDIA X900 (UUID: GPU-11)\n\t Link 0: Replay Errors: 2\n\t Link 0: CRC Errors: 3\n",
    "$ ethtool -S ens1np0\nNIC statistics:\n     rx_packets: 812\n     rx_out_of_buffer: 12\n"
    "     rx_crc_errors_phy: 3\n     rx_prio3_buf_discard: 4\n     link_down_events_phy: 2\n"
    "     module_bad_shorted: 0\n",
    "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
    "GPU 00000000:A3:00.0\n    Product Name                          : NVIDIA X900\n    GPU Link Info\n"
    "        Replays Since Reset               : 812\n        Replay Number Rollovers           : 3\n"
    "    Clocks Event Reasons\n        HW Slowdown                       : Active\n"
    "            HW Thermal Slowdown           : Active\n",
};

/// A kernel's message of each kind and variant, as drivers print them; the device, where it has one, is D.
constexpr const char *kMessages[] = {
    "pci D: 15.752 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x2 link at 0000:20:01.1 (capable "
    "of 126.016 "
    "Gb/s with 32.0 GT/s PCIe x4 link)",
    "pcieport D: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)",
    "pcieport D: PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction Layer, (Requester ID)",
    "pcieport D: PCIe Bus Error: severity=Uncorrectable (Non-Fatal), type=Transaction Layer, (Completer ID)",
    "pcieport D: AER: Multiple Uncorrectable (Non-Fatal) error received: D",
    "pcieport D: AER: Correctable error message received from D",
    "nvme D: AER: can't recover (no error_detected callback)",
    "pcieport D: AER: device recovery failed",
    "pcieport D: DPC: containment event, status:0x1f01 source:0x0000",
    "pcieport D: pciehp: Slot(12): Link Down",
    "pcieport D: pciehp: Slot(12): Link Up",
    "pcieport D: pciehp: Slot(12): Card not present",
    "pcieport D: pciehp: Slot(12): Power fault",
    "DMAR: DRHD: handling fault status reg 3",
    "DMAR: [DMA Read NO_PASID] Request device [c1:00.0] fault addr 0xfeed0000 [fault reason 0x06] PTE Read "
    "access is not set",
    "DMAR: [INTR-REMAP] Request device [c1:00.0] fault index 0x22 [fault reason 0x22] Present field in the "
    "IRTE entry is clear",
    "arm-smmu-v3 arm-smmu-v3.3.auto: event 0x10 received:",
    "arm-smmu-v3 arm-smmu-v3.3.auto: event: F_TRANSLATION client: D sid: 0x100 ssid: 0x0 iova: 0xffff0000 "
    "ipa: 0x0",
    "AMD-Vi: Event logged [IO_PAGE_FAULT device=D domain=0x001a address=0xfee00000 flags=0x0000]",
    "AMD-Vi: Event logged [ILLEGAL_DEV_TABLE_ENTRY device=D pasid=0x00000 address=0x7fff0000 flags=0x0a00]",
    "AMD-Vi: Completion-Wait loop timed out",
    "NVRM: GPU at PCI:0000:c1:00: GPU-0 has fallen off the bus.",
    "NVRM: Xid (PCI:0000:c1:00): 79, pid=812, GPU has fallen off the bus.",
    "EDAC MC0: 1 UE memory read error on CPU_SrcID#0_MC#1_Chan#0_DIMM#0 (channel:0 slot:0 page:0x1)",
    "NVRM: Xid (PCI:0008:c1:00): 79, pid=812, GPU has fallen off the bus.",
    "NVRM: Xid (PCI:0000:c1:00): 48, pid=812, name=python3, An uncorrectable double bit error (DBE) has been "
    "detected",
    "NVRM: Xid (PCI:0000:c1:00): 74, pid=812, NVLink: fatal error detected on link 3(0x10000, 0x0, 0x0, 0x0, "
    "0x0, 0x0, 0x0)",
    "nvidia-nvswitch0: SXid (PCI:0000:c2:00.0): 20034, Fatal, Link 30 LTSSM Fault Up",
    "vfio-pci D: Unable to change power state from D3cold to D0, device inaccessible",
    "pci D: not ready 65535ms after FLR; giving up",
    "vfio-pci D: not ready 1023ms after FLR; waiting",
    "amdgpu D: amdgpu: device lost from bus!",
    "NVRM: GPU 0000:c1:00.0: RmInitAdapter failed! (0x24:0xffff:1507)",
    "amdgpu D: amdgpu: GPU reset begin!",
    "amdgpu D: amdgpu: GPU reset(3) succeeded!",
    "amdgpu D: amdgpu: GPU reset(4) failed",
    "amdgpu D: amdgpu: GPU reset end with ret = -62",
    "amdgpu D: amdgpu: GPU Recovery Failed: -19",
    "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring gfx_0.0.0 timeout, signaled seq=88, emitted seq=90",
    "amdgpu D: amdgpu: ring comp_1.0.0 timeout, but soft recovered",
    "amdgpu D: amdgpu: 7 uncorrectable hardware errors detected in umc block",
    "amdgpu D: amdgpu: socket: 0, die: 1, 2 correctable hardware errors detected in total in gfx block",
    "amdgpu D: amdgpu: [gfxhub0] no-retry page fault (src_id:0 ring:24 vmid:8 pasid:32770)",
    "amdgpu D: amdgpu: Fatal error during GPU init",
    "amdgpu D: amdgpu: XGMI: Set topology failure on device 22, hive 44, ret -22; error",
    "mlx5_core D: mlx5_health_report:poll_health:800:(pid 0): device's health compromised - reached miss "
    "count",
    "mlx5_core D: print_health_info:440:(pid 0): Health issue observed, firmware internal error, severity(3) "
    "ERROR:",
    "mlx5_core D: poll_health:825:(pid 0): Fatal error 3 detected",
    "mlx5_core D: print_health_info:452:(pid 0): synd 0x1: firmware internal error",
    "mlx5_core D: mlx5_fw_fatal_reporter_err_work:700:(pid 812): health recovery failed",
    "mlx5_core D: mlx5_function_enable:1200:(pid 1): Firmware over 120000 MS in pre-initializing state, "
    "aborting",
    "mlx5_core D: temp_warn:190:(pid 0): High temperature on sensors with bit set 0x0 0x2",
    "mlx5_core D: mlx5_pcie_event:300:(pid 812): Detected insufficient power on the PCIe slot (27W).",
    "mlx5_core D: wait_func_handle_exec_timeout:1100:(pid 812): cmd[3]: CREATE_MKEY(0x200) No done "
    "completion; Will cause "
    "a leak of a command resource",
    "mlx5_core D ens9f0np0: Link down",
    "mlx5_core D: Port module event[error]: module 3, Cable error, High Temperature",
    "mlx5_core D: Port module event[error]: module 3, Cable error, Bus stuck (I2C or data shorted)",
    "mlx5_core D: Port module event[error]: module 3, Cable error, One or more network ports have been "
    "powered down due "
    "to insufficient/unadvertised power on the PCIe slot",
    "mlx5_core D: Port module event: module 3, Cable unplugged",
    "mlx5_core D ens9f0np0: TX timeout detected",
    "ice D ens9f0: tx_timeout: VSI_num: 12, Q 3, NTC: 0x1, HW_HEAD: 0x2, NTU: 0x3, INT: 0x1",
    "ice D ens9f0: NETDEV WATCHDOG: CPU: 7: transmit queue 3 timed out 5120 ms",
    "bnxt_en D ens9f0np0: NIC Link is Down",
    "bnxt_en D ens9f0np0: Error (timeout: 500015) msg {0x23 0x3ed} len:0",
    "bnxt_en D ens9f0np0: Firmware not responding, status: 0x8008",
    "bnxt_en D ens9f0np0: Received fatal firmware reset event, min wait 1000 ms",
    "bnxt_en D ens9f0np0: Firmware fatal reset event detected",
    "bnxt_en D ens9f0np0: Detected firmware fatal condition, resetting",
    "bnxt_en D ens9f0np0: Chip temperature has gone above the critical thermal threshold!",
    "bnxt_en D ens9f0np0: Chip temperature has crossed the fatal threshold",
    "bnxt_en D: QPLIB: cmdq[0x81]=0x1 timedout (20000)msec",
    "ionic D: DEVCMD IONIC_CMD_IDENTIFY (1) timeout after 5 secs",
    "ionic D: FW heartbeat stalled at 812",
    "ice D: Rebuild failed, unload and reload driver",
    "EDAC MC0: 3 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x12 "
    "offset:0x0 grain:32)",
    "EDAC MC1: 1 UE memory write error on DIMM_C1 (channel:2 slot:1 page:0x0 offset:0x0 grain:32)",
    "BERT: Error records from previous boot:",
    "mce: [Hardware Error]: CPU 3: Machine Check: 0 Bank 7: 8c00004000010090",
    "mce: [Hardware Error]: CPU 3: Machine Check Exception: 5 Bank 7: be00000000800400",
    "[Hardware Error]: Corrected error, no action required.",
    "[Hardware Error]: Deferred error, no action required.",
    "[Hardware Error]: Uncorrected, software containable error.",
    "[Hardware Error]: System Fatal error.",
    "{1}[Hardware Error]: event severity: recoverable",
    "{1}[Hardware Error]: event severity: corrected",
    "mce: [Hardware Error]: Machine check events logged",
    "CPU12: Package temperature above threshold, cpu clock throttled (total events = 3)",
    "NVRM: API mismatch: the client has the version 555.42.02, but",
    "NVRM: The NVIDIA GPU 0000:c1:00.0 (PCI ID: 10de:2901)\nNVRM: installed in this system requires use of "
    "the NVIDIA "
    "open kernel modules.",
    "failing symbol_get of non-GPLONLY symbol nvidia_p2p_get_pages.",
    "nvidia D: probe with driver nvidia failed with error -1",
    "mlx5_core: probe of D failed with error -110",
    "vfio-pci D: vfio_bar_restore: reset recovery - restoring BARs",
    "pci D: BAR 2: no space for [mem size 0x4000000000 64bit pref]",
    "pci D: bridge window [mem size 0x00200000]: can't assign; no space",
    "pci D: Firmware has broken MPS, using 256",
};

/// What is said about a message: its kind, and the rule and variant of its fault.
std::vector<std::string> faultsIn(const host::Host &host) {
    std::vector<std::string> all;
    for (const host::KernelMessage &message : host.kernelMessages) {
        const host::KernelFault fault = host::kernelFaultOf(message.kind, message.text);
        all.push_back(fmt::format("{} {}.{} xid {} bus {} of {}", static_cast<int>(message.kind), fault.rule,
                                  fault.variant, fault.xid, static_cast<int>(fault.bus),
                                  message.device ? message.device->toString() : ""));
    }
    return all;
}

TEST(RedactFaults, OfEachKernelMessageStay) {
    std::size_t lost = 0;
    for (const char *message : kMessages) {
        const std::string_view text = message;
        std::string log = "[    0.000000] Linux version 6.8.0 (gcc)\n";
        for (std::string_view rest = text; !rest.empty();) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            log += "[  812.443000] ";
            for (std::size_t i = 0; i < line.size(); ++i) { // " D", "=D", ": D": the device
                const bool isDevice = line[i] == 'D' && i > 0 && (line[i - 1] == ' ' || line[i - 1] == '=') &&
                                      (i + 1 == line.size() || line[i + 1] == ':' || line[i + 1] == ' ');
                log += isDevice ? "0000:c1:00.0" : std::string(1, line[i]);
            }
            log += '\n';
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        }
        const auto capture = importPieces({{"dmesg.txt", log}});
        ASSERT_TRUE(capture) << log;
        const auto expected = faultsIn(readHost(*capture));
        EXPECT_GT(expected.size(), 0U) << log;
        const capture::Capture redacted = capture::redacted(*capture, "key");
        const auto found = faultsIn(readHost(redacted));
        EXPECT_EQ(found, expected) << log << redacted.sections.at(0).bytes();
        lost += found == expected ? 0 : 1;
    }
    EXPECT_EQ(lost, 0U) << "of " << std::size(kMessages);
}

TEST(RedactFaults, AreThoseOfTheText) {
    for (const char *text : kTexts) {
        const auto capture = importPieces({{"pasted.txt", text}});
        ASSERT_TRUE(capture);
        const auto expected = findingsOf(*capture);
        EXPECT_GT(expected.size(), 0U) << text;
        EXPECT_EQ(findingsOf(capture::redacted(*capture, "key")), expected) << text;
    }
}

} // namespace
} // namespace fabricscope::formats
