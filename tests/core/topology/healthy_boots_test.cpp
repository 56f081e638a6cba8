// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Boots of machines that work: what their logs hold, among it words that sound like faults.
#include "core/findings/Finding.h"
#include "core/topology/findings/KernelFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

struct Boot {
    const char *name;
    std::vector<const char *> lines;
};

const std::vector<const char *> kXeon = {
    "Linux version 6.8.0-60-generic (buildd@lcy02) (x86_64-linux-gnu-gcc-13) #63-Ubuntu SMP PREEMPT_DYNAMIC",
    "Command line: BOOT_IMAGE=/vmlinuz-6.8.0-60-generic root=/dev/mapper/vg-root ro intel_iommu=on iommu=pt",
    "BIOS-e820: [mem 0x0000000000000000-0x000000000009ffff] usable",
    "DMI: Dell Inc. PowerEdge XE9680/0YH2JJ, BIOS 2.4.4 01/02/2025",
    "MDS: Vulnerable: Clear CPU buffers attempted, no microcode",
    "ACPI: SRAT: Node 0 PXM 0 [mem 0x00000000-0x7fffffff]",
    "ACPI BIOS Warning (bug): 32/64X length mismatch in FADT/Gpe0Block: 128/64",
    "Zone ranges:",
    "mce: CPU0: Thermal monitoring enabled (TM1)",
    "DMAR: Host address width 46",
    "DMAR: DRHD base: 0x000000dbffc000 flags: 0x0",
    "DMAR: [Firmware Bug]: RMRR entry for device 00:14.0 is broken - applying workaround",
    "DMAR: IOMMU enabled",
    "DMAR-IR: Enabled IRQ remapping in x2apic mode",
    "APEI: Can not request [mem 0x7a2f1000-0x7a2f1fff] for APEI BERT registers",
    "HEST: Table parsing has been initialized.",
    "GHES: APEI firmware first mode is enabled by APEI bit and WHEA _OSC.",
    "ERST: Error Record Serialization Table (ERST) support is initialized.",
    "acpi PNP0A08:00: _OSC: platform does not support [AER LTR]",
    "acpi PNP0A08:03: _OSC: OS now controls [PCIeHotplug SHPCHotplug PME AER PCIeCapability LTR DPC]",
    "pci 0000:00:1c.5: [8086:a295] type 01 class 0x060400 PCIe Root Port",
    "pci 0000:03:00.0: [1a03:1150] type 01 class 0x060400 PCIe to PCI/PCI-X bridge",
    "pci 0000:03:00.0: PCI bridge to [bus 04]",
    "pci 0000:04:00.0: [1a03:2000] type 00 class 0x030000 conventional PCI endpoint",
    "pci 0000:04:00.0: Video device with shadowed ROM at [mem 0x000c0000-0x000dffff]",
    "pci 0000:01:00.0: [14e4:165f] type 00 class 0x020000 PCIe Endpoint",
    "pci 0000:1b:00.0: [10de:2330] type 00 class 0x030200 PCIe Endpoint",
    "pci 0000:1b:00.0: Max Payload Size set to 256 (was 128, max 256)",
    "pci 0000:1b:00.0: 504.112 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x16 link)",
    "pci 0000:18:00.0: [15b3:1021] type 00 class 0x020700 PCIe Endpoint",
    "pci 0000:17:01.0: bridge window [io  0x1000-0x0fff] to [bus 18-1b] add_size 1000",
    "pci 0000:17:01.0: bridge window [io  size 0x1000]: can't assign; no space",
    "pci 0000:17:01.0: bridge window [io  size 0x1000]: failed to assign",
    "pci 0000:17:01.0: BAR 13: no space for [io  size 0x1000]",
    "pci 0000:17:01.0: BAR 13: failed to assign [io  size 0x1000]",
    "pci 0000:01:00.0: BAR 6: no space for [mem size 0x00040000 pref]",
    "pci 0000:01:00.0: BAR 6: failed to assign [mem size 0x00040000 pref]",
    "pci 0000:01:00.0: ROM [mem size 0x00040000 pref]: can't assign; no space",
    "pci 0000:18:00.0: BAR 7: no space for [mem size 0x01000000 64bit pref]",
    "pci 0000:18:00.0: BAR 7: failed to assign [mem size 0x01000000 64bit pref]",
    "pci 0000:1b:00.0: BAR 2: no space for [mem size 0x2000000000 64bit pref]",
    "pci 0000:1b:00.0: BAR 2: failed to assign [mem size 0x2000000000 64bit pref]",
    "pci 0000:1b:00.0: BAR 2: assigned [mem 0x202000000000-0x203fffffffff 64bit pref]",
    "pci 0000:04:00.0: 2.000 Gb/s available PCIe bandwidth, limited by 2.5 GT/s PCIe x1 link at 0000:00:1c.5 "
    "(capable of 4.000 Gb/s with 5.0 GT/s PCIe x1 link)",
    "iommu: Default domain type: Passthrough (set via kernel command line)",
    "pcieport 0000:15:01.0: PME: Signaling with IRQ 124",
    "pcieport 0000:15:01.0: AER: enabled with IRQ 124",
    "pcieport 0000:15:01.0: DPC: enabled with IRQ 124",
    "pcieport 0000:15:01.0: DPC: error containment capabilities: Int Msg #0, RPExt+ PoisonedTLP+ SwTrigger+ "
    "RP PIO "
    "Log 4, DL_ActiveErr+",
    "pcieport 0000:36:01.0: pciehp: Slot #161 AttnBtn- PwrCtrl- MRL- AttnInd- PwrInd- HotPlug+ Surprise+ "
    "Interlock-",
    "pcieport 0000:36:01.0: pciehp: Slot(161): Card not present",
    "pcieport 0000:37:01.0: pciehp: Slot(162): Link Down",
    "pcieport 0000:37:01.0: pciehp: Slot(162): Card present",
    "pcieport 0000:37:01.0: pciehp: Slot(162): Link Up",
    "EDAC MC: Ver: 3.0.0",
    "EDAC MC0: Giving out device to module i10nm_edac controller Intel_10nm Socket#0 IMC#0: DEV 0000:7e:0c.0",
    "EDAC i10nm: v0.0.6",
    "RAS: Correctable Errors collector initialized.",
    "nvme nvme0: pci function 0000:c4:00.0",
    "nvme nvme0: Shutdown timeout set to 10 seconds",
    "nvme nvme0: 128/0/0 default/read/poll queues",
    "megaraid_sas 0000:65:00.0: FW now in Ready state",
    "tg3 0000:01:00.0 eno8303: Link is down",
    "tg3 0000:01:00.0 eno8303: Link is up at 1000 Mbps, full duplex",
    "mlx5_core 0000:18:00.0: firmware version: 28.42.1000",
    "mlx5_core 0000:18:00.0: 504.112 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x16 link)",
    "mlx5_core 0000:18:00.0: Rate limit: 127 rates are supported, range: 0Mbps to 195312Mbps",
    "mlx5_core 0000:18:00.0: Port module event: module 0, Cable unplugged",
    "mlx5_core 0000:18:00.0: Port module event: module 0, Cable plugged",
    "mlx5_core 0000:18:00.0: mlx5_pcie_event:301:(pid 11): PCIe slot advertised sufficient power (75W).",
    "mlx5_core 0000:18:00.0 ibp24s0: Link up",
    "mlx5_core 0000:18:00.0: mlx5_cmd_out_err:838:(pid 9): ACCESS_REG(0x805) op_mod(0x1) failed, status bad "
    "operation(0x2), syndrome (0x15c356), err(-22)",
    "nvidia: loading out-of-tree module taints kernel.",
    "nvidia: module verification failed: signature and/or required key missing - tainting kernel",
    "nvidia-nvlink: Nvlink Core is being initialized, major device number 510",
    "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.133.20  Release Build",
    "nvidia-modeset: Loading NVIDIA UNIX Open Kernel Mode Setting Driver for x86_64  570.133.20",
    "[drm] [nvidia-drm] [GPU ID 0x00001b00] Loading driver",
    "[drm] Initialized nvidia-drm 0.0.0 for 0000:1b:00.0 on minor 1",
    "nvidia-nvswitch0: using MSI",
    "nvidia 0000:1b:00.0: enabling device (0140 -> 0142)",
    "i801_smbus 0000:00:1f.4: SPD Write Disable is set",
    "i801_smbus: probe of i801_smbus.1 failed with error -16",
    "ipmi_si IPI0001:00: The BMC does not support setting the recv irq bit, compensating",
    "systemd[1]: Detected architecture x86-64.",
    "audit: type=1400 audit(1768942211.100:2): apparmor=\"STATUS\" operation=\"profile_load\"",
};

const std::vector<const char *> kEpyc = {
    "Linux version 5.14.0-503.11.1.el9_5.x86_64 (mockbuild@x86-64-03) (gcc 11.5.0) #1 SMP PREEMPT_DYNAMIC",
    "Command line: BOOT_IMAGE=(hd0,gpt2)/vmlinuz-5.14.0-503.11.1.el9_5.x86_64 root=/dev/mapper/rl-root "
    "iommu=pt",
    "DMI: Supermicro AS -8125GS-TNMR2/H13DSG-OM, BIOS 3.1 05/30/2025",
    "[Firmware Bug]: cpu 0, try to use APIC520 (LVT offset 2) for vector 0xf4, but the register is already "
    "in use",
    "AMD-Vi: Using global IVHD EFR:0x25bf732fa2295afe, EFR2:0x1d",
    "pci 0000:c0:00.2: AMD-Vi: IOMMU performance counters supported",
    "AMD-Vi: Extended features (0x25bf732fa2295afe, 0x1d): PPR X2APIC NX GT [5] IA GA PC GA_vAPIC",
    "AMD-Vi: Interrupt remapping enabled",
    "AMD-Vi: X2APIC enabled",
    "perf/amd_iommu: Detected AMD IOMMU #0 (2 banks, 4 counters/bank).",
    "iommu: Default domain type: Passthrough (set via kernel command line)",
    "MCE: In-kernel MCE decoding enabled.",
    "mce: Using 32 MCE banks",
    "EDAC MC0: Giving out device to module amd64_edac controller F19h_M10h: DEV 0000:00:18.3 (INTERRUPT)",
    "EDAC amd64: MC: 0:  65536MB 1:     0MB",
    "pci 0000:05:00.0: [1002:74a1] type 00 class 0x120000",
    "pci 0000:05:00.0: 504.112 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x16 link)",
    "pci 0000:06:00.0: [14e4:1760] type 00 class 0x020000",
    "pci 0000:07:00.0: [1dd8:1002] type 00 class 0x020000",
    "pci 0000:08:00.0: [1b21:1166] type 00 class 0x010601",
    "pci 0000:08:00.0: 7.876 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x1 link at 0000:00:02.1 "
    "(capable of 15.752 Gb/s with 8.0 GT/s PCIe x2 link)",
    "pcieport 0000:00:01.1: AER: enabled with IRQ 36",
    "pcieport 0000:00:01.1: pciehp: Slot #16 AttnBtn- PwrCtrl- MRL- AttnInd- PwrInd- HotPlug+ Surprise+",
    "pcieport 0000:00:03.1: pciehp: Slot(17): Card not present",
    "pcieport 0000:00:03.2: pciehp: Slot(18): Card not present",
    "amdgpu: Virtual CRAT table created for CPU",
    "amdgpu: Topology: Add CPU node",
    "[drm] amdgpu kernel modesetting enabled.",
    "amdgpu 0000:05:00.0: amdgpu: Fetched VBIOS from ROM BAR",
    "amdgpu 0000:05:00.0: amdgpu: Trusted Memory Zone (TMZ) feature not supported",
    "amdgpu 0000:05:00.0: amdgpu: MEM ECC is active.",
    "amdgpu 0000:05:00.0: amdgpu: SRAM ECC is active.",
    "amdgpu 0000:05:00.0: amdgpu: RAS INFO: ras initialized successfully, hardware ability[ffff] "
    "ras_mask[ffff]",
    "amdgpu 0000:05:00.0: amdgpu: RAS: optional ras ta ucode is not available",
    "amdgpu 0000:05:00.0: amdgpu: ring comp_1.0.0 uses VM inv eng 0 on hub 0",
    "amdgpu 0000:05:00.0: amdgpu: ring sdma0 uses VM inv eng 0 on hub 8",
    "amdgpu 0000:05:00.0: amdgpu: XGMI: Add node 1, hive 0x8b0f0a1e7d3c2a11.",
    "amdgpu 0000:05:00.0: amdgpu: XGMI: Set topology info successfully",
    "amdgpu 0000:05:00.0: amdgpu: socket: 0, die: 0, 0 uncorrectable hardware errors detected in total in "
    "umc block",
    "amdgpu 0000:05:00.0: amdgpu: ring kiq_0.2.1.0 uses VM inv eng 11 on hub 0",
    "amdgpu 0000:05:00.0: Direct firmware load for amdgpu/isp_4_1_1.bin failed with error -2",
    "amdgpu 0000:05:00.0: amdgpu: SMU is initialized successfully!",
    "amdgpu 0000:05:00.0: amdgpu: SMU: valid command, bad prerequisites: index:50 param:0x00000000 "
    "message:GetMetrics",
    "amdgpu 0000:05:00.0: amdgpu: socket: 0, die: 0, 0 deferred hardware errors detected in total in gfx "
    "block",
    "amdgpu 0000:05:00.0: amdgpu: PSP runtime database doesn't exist",
    "amdgpu 0000:05:00.0: amdgpu: PCIE atomic ops is supported",
    "[drm] Initialized amdgpu 3.61.0 20150101 for 0000:05:00.0 on minor 1",
    "bnxt_en 0000:06:00.0 ens2np0: Broadcom BCM57608 NetXtreme-E 400Gb Ethernet found at mem 20bfe10000",
    "bnxt_en 0000:06:00.0: 504.112 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x16 link)",
    "bnxt_en 0000:06:00.0 ens2np0: NIC Link is Down",
    "bnxt_en 0000:06:00.0 ens2np0: NIC Link is Up, 400000 Mbps (PAM4 112Gbps) full duplex, Flow control: ON",
    "bnxt_en 0000:06:00.0 ens2np0: FEC autoneg off encoding: Reed Solomon RS544_1XN",
    "bnxt_en 0000:06:00.0 bnxt_re0: Broadcom NetXtreme-C/E RoCE Driver",
    "ionic 0000:07:00.0: FW version 1.117.1-a-42",
    "ionic 0000:07:00.0: DEVCMD poll done in 12 ms",
    "ionic 0000:07:00.0: DEV_CMD IONIC_CMD_VF_CTRL (61) error, IONIC_RC_EOPNOTSUPP (15) failed",
    "ionic 0000:07:00.0 ens3: Link up - 400 Gbps",
    "pci 0000:00:01.3: broken device, retraining non-functional downstream link at 2.5GT/s",
    "pci 0000:00:01.3: retraining failed", // an empty slot
    "ast 0000:c2:00.0: [drm] Using ASPEED VGA driver",
    "ast 0000:c2:00.0: [drm] platform has no IO space, trying MMIO",
    "ccp 0000:22:00.5: SEV firmware update successful",
    "kvm_amd: SEV enabled (ASIDs 10 - 1006)",
    "clocksource: Switched to clocksource tsc",
};

const std::vector<const char *> kHpe = {
    "Linux version 5.15.0-139-generic (buildd@lcy02-amd64-067) (gcc 11.4.0) #149-Ubuntu SMP",
    "Command line: BOOT_IMAGE=/boot/vmlinuz-5.15.0-139-generic root=UUID=0b5e ro",
    "DMI: HPE ProLiant XD685/ProLiant XD685, BIOS A57 02/14/2025",
    "ERST: Error Record Serialization Table (ERST) support is initialized.",
    "pstore: Registered erst as persistent store backend",
    "hpwdt 0000:01:00.0: HPE Watchdog Timer Driver: NMI decoding initialized",
    "hpwdt 0000:01:00.0: HPE Watchdog Timer Driver: Version: 2.0.4",
    "pci 0000:01:00.1: [102b:0538] type 00 class 0x030000",
    "mgag200 0000:01:00.1: vgaarb: deactivate vga console",
    "mgag200 0000:01:00.1: 2.000 Gb/s available PCIe bandwidth, limited by 2.5 GT/s PCIe x1 link at "
    "0000:00:1c.4 "
    "(capable of 4.000 Gb/s with 5.0 GT/s PCIe x1 link)",
    "ice 0000:a3:00.0: The DDP package was successfully loaded: ICE OS Default Package version 1.3.36.0",
    "ice 0000:a3:00.0: 252.048 Gb/s available PCIe bandwidth (16.0 GT/s PCIe x16 link)",
    "ice 0000:a3:00.0 ens9f0: NIC Link is Down",
    "ice 0000:a3:00.0 ens9f0: NIC Link is up 100 Gbps Full Duplex, Requested FEC: RS-FEC, Negotiated FEC: "
    "RS-FEC",
    "ice 0000:a3:00.0 ens9f0: NIC Link is Down", // set up by the network's configuration
    "ice 0000:a3:00.0 ens9f0: NIC Link is up 100 Gbps Full Duplex, Requested FEC: RS-FEC, Negotiated FEC: "
    "RS-FEC",
    "ACPI Error: No handler for Region [SYSI] (000000000b5e) [IPMI] (20210730/evregion-130)",
    "ACPI: \\_SB_.PCI0: _OSC failed (AE_ERROR); disabling ASPM",
    "acpi ACPI000D:00: probe with driver acpi_power_meter failed with error -5",
    "usb 1-4: device descriptor read/64, error -71",
    "nvme nvme2: missing or invalid SUBNQN field.",
    "EXT4-fs (dm-0): mounted filesystem with ordered data mode. Opts: (null). Quota mode: none.",
};

const std::vector<const char *> kKvm = {
    "Linux version 6.8.0-1028-kvm (buildd@lcy02) (gcc 13.3.0) #33-Ubuntu SMP",
    "Command line: BOOT_IMAGE=/vmlinuz root=LABEL=cloudimg-rootfs ro console=tty1 console=ttyS0",
    "DMI: QEMU Standard PC (Q35 + ICH9, 2009), BIOS edk2-20240524 05/24/2024",
    "Hypervisor detected: KVM",
    "kvm-guest: PV EOI MSR enabled",
    "PCI: MMCONFIG for domain 0000 [bus 00-ff] at [mem 0xe0000000-0xefffffff] (base 0xe0000000)",
    "acpi PNP0A08:00: _OSC: OS requested [PCIeHotplug SHPCHotplug PME AER PCIeCapability LTR]",
    "pci 0000:01:00.0: [10de:2330] type 00 class 0x030200",
    "pci 0000:02:00.0: [1af4:1041] type 00 class 0x020000",
    "pci 0000:01:00.0: 2.000 Gb/s available PCIe bandwidth, limited by 2.5 GT/s PCIe x1 link at 0000:00:02.0 "
    "(capable of 504.112 Gb/s with 32.0 GT/s PCIe x16 link)",
    "pcieport 0000:00:02.0: pciehp: Slot #0 AttnBtn+ PwrCtrl+ MRL- AttnInd+ PwrInd+ HotPlug+ Surprise+",
    "pcieport 0000:00:02.3: pciehp: Slot(0-3): No device found",
    "pcieport 0000:00:02.4: pciehp: Slot(0-4): Card not present",
    "virtio_blk virtio2: [vda] 209715200 512-byte logical blocks (107 GB/100 GiB)",
    "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.133.20",
    "nvidia 0000:01:00.0: vgaarb: VGA decodes changed: olddecodes=none,decodes=none",
    "systemd[1]: Failed to put bus name to hashmap, ignoring: File exists",
};

const std::vector<const char *> kAzure = {
    "Linux version 6.8.0-1027-azure (buildd@bos03-amd64-019) (gcc 13.3.0) #32-Ubuntu SMP",
    "Command line: BOOT_IMAGE=/vmlinuz-6.8.0-1027-azure root=PARTUUID=be ro console=ttyS0 "
    "nvme_core.io_timeout=240",
    "DMI: Microsoft Corporation Virtual Machine/Virtual Machine, BIOS Hyper-V UEFI Release v4.1 08/23/2024",
    "Hyper-V: privilege flags low 0xae7f, high 0x3b8030, hints 0x1a0e24, misc 0xbed7b2",
    "hv_pci 47505500-0001-0000-3130-444532333330: PCI VMBus probing: Using version 0x10004",
    "hv_pci 47505500-0001-0000-3130-444532333330: PCI host bridge to bus 0001:00",
    "pci 0001:00:00.0: [10de:2330] type 00 class 0x030200",
    "pci 0101:00:00.0: [15b3:101e] type 00 class 0x020700",
    "pci 0101:00:00.0: 0.000 Gb/s available PCIe bandwidth, limited by Unknown x0 link at 0101:00:00.0 "
    "(capable of "
    "504.112 Gb/s with 32.0 GT/s PCIe x16 link)",
    "mlx5_core 0101:00:00.0: firmware version: 28.40.1000",
    "mlx5_core 0101:00:00.0: Rate limit: 127 rates are supported, range: 0Mbps to 195312Mbps",
    "hv_netvsc 6045bdd1-2b3c eth0: VF slot 2 added",
    "hv_netvsc 6045bdd1-2b3c eth0: Data path switched to VF: enP30832s1",
    "hv_utils: cannot register PTP clock: 0",
    "hyperv_fb: Unable to allocate enough contiguous physical memory on Gen 1 VM. Using MMIO instead.",
};

const std::vector<const char *> kAws = {
    "Linux version 6.1.134-152.225.amzn2023.x86_64 (mockbuild@ip-10-0-0-1) (gcc 11.5.0) #1 SMP",
    "Command line: BOOT_IMAGE=(hd0,gpt1)/boot/vmlinuz-6.1.134 root=UUID=7 ro console=tty0 "
    "console=ttyS0,115200n8",
    "DMI: Amazon EC2 p5.48xlarge/, BIOS 1.0 10/16/2017",
    "pci 0000:00:03.0: [1d0f:1111] type 00 class 0x030000",
    "pci 0000:53:00.0: [10de:2330] type 00 class 0x030200",
    "pci 0000:53:00.0: enabling Extended Tags",
    "pci 0000:53:00.0: 63.008 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x2 link)",
    "ena 0000:54:00.0: ENA device version: 0.10",
    "ena 0000:54:00.0 ens32: LLQ is not supported Fallback to host mode policy.",
    "efa 0000:4f:00.0: Setup irq:74 vector:0 name:efa-mgmnt@pci:0000:4f:00.0",
    "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.163.01",
    "vfio-pci 0000:53:00.0: enabling device (0000 -> 0002)",
    "vfio-pci 0000:53:00.0: vfio_ecap_init: hiding ecap 0x1e@0x134",
    "vfio-pci 0000:53:00.0: resetting",
    "vfio-pci 0000:53:00.0: reset done",
    "nvidia-nvlink: Nvlink Core is being initialized, major device number 241",
    "Lustre: Lustre: Build Version: 2.15.6",
    "systemd-journald[812]: Received client request to flush runtime journal.",
};

/// A capture's listing of the functions that the boot names: `lspci -nn`.
std::string listingOf(const Boot &boot) {
    std::string text;
    for (std::string_view line : boot.lines) {
        constexpr std::string_view kBegin = "pci ", kClass = " class 0x";
        const auto at = line.find(kClass);
        if (!line.starts_with(kBegin) || at == std::string_view::npos || line.find("] type ") == line.npos)
            continue;
        const auto ids = line.find('[');
        text += fmt::format("{} Device [{}]: Device {}\n", line.substr(kBegin.size(), 12),
                            line.substr(at + kClass.size(), 4), line.substr(ids, 11));
    }
    return text;
}

class HealthyBoot : public testing::TestWithParam<Boot> {
protected:
    static void expectNoWarning(const host::Host &host) {
        EXPECT_TRUE(host.kernel.known()) << "the log was read";
        const auto topology = build(std::make_shared<const host::Host>(host));
        for (const auto &[node, finding] : kernelFindings(*topology))
            EXPECT_EQ(finding.severity, findings::Severity::Note) << findings::title(finding);
    }
};

TEST_P(HealthyBoot, HasNoWarningAndNoError) {
    std::string text, journal;
    double seconds = 0;
    for (const char *line : GetParam().lines) {
        text += fmt::format("[{:12.6f}] {}\n", seconds += 0.031, line);
        journal += fmt::format("Jan 20 20:50:11 node-3 kernel: {}\n", line);
    }
    const std::string functions = listingOf(GetParam());
    for (const std::string &form : {text, journal}) {
        expectNoWarning(formats::hostOfText(form));
        // As in a capture: the devices and the host are known, and most lines are skipped.
        const host::Host host = formats::hostOfTexts(
            {"Linux node-3 6.8.0-60-generic #63-Ubuntu SMP PREEMPT_DYNAMIC Tue Apr 15 x86_64 GNU/Linux\n",
             functions, form});
        EXPECT_FALSE(host.functions.empty());
        EXPECT_TRUE(host.hostname.known());
        expectNoWarning(host);
    }
}

/// A system's log of several boots, and a boot that a capture has in several texts: what each boot holds once
/// is no fault that comes again and again.
TEST_P(HealthyBoot, HasNoWarningOverBootsAndTexts) {
    std::string text, boots, last;
    double seconds = 0;
    for (const char *line : GetParam().lines)
        text += fmt::format("[{:12.6f}] {}\n", seconds += 0.031, line);
    for (int day = 20; day < 25; ++day) {
        last.clear();
        for (const char *line : GetParam().lines)
            last += fmt::format("Jan {} 20:50:11 node-3 kernel: {}\n", day, line);
        boots += last;
    }
    expectNoWarning(formats::hostOfText(boots));
    expectNoWarning(formats::hostOfTexts({text, boots, last}));
    const host::Host once = formats::hostOfText(last), more = formats::hostOfTexts({last, last + "\n", text});
    ASSERT_EQ(once.kernelMessages.size(), more.kernelMessages.size());
    for (std::size_t i = 0; i < once.kernelMessages.size(); ++i)
        EXPECT_EQ(once.kernelMessages[i].count, more.kernelMessages[i].count) << once.kernelMessages[i].text;
}

INSTANTIATE_TEST_SUITE_P(OfEachKind, HealthyBoot,
                         testing::Values(Boot{"XeonWithH100", kXeon}, Boot{"EpycWithMi300x", kEpyc},
                                         Boot{"Hpe", kHpe}, Boot{"GuestOfKvm", kKvm}, Boot{"Azure", kAzure},
                                         Boot{"Aws", kAws}),
                         [](const auto &each) { return std::string(each.param.name); });

} // namespace

} // namespace fabricscope::topology
