// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kMlx5 =
    "Linux, Documentation/networking/devlink/mlx5.rst: health reporters; drivers/net/ethernet/mellanox/mlx5/"
    "core/health.c, events.c and cmd.c";
constexpr std::string_view kNicDrivers =
    "Linux, the drivers mlx5_core, bnxt_en, bnxt_re, ionic and ice: their messages";
constexpr std::string_view kThermal = "NVIDIA, ConnectX user manuals: Monitoring (thermal thresholds)";
constexpr std::string_view kIommu =
    "Linux, drivers/iommu/amd/iommu.c, intel/dmar.c and arm/arm-smmu-v3; Documentation/arch/x86/iommu.rst";
constexpr std::string_view kBars = "Linux, drivers/pci/setup-res.c and setup-bus.c; NVIDIA, "
                                   "open-gpu-kernel-modules: nv_check_pci_config_space()";
constexpr std::string_view kNvme = "Linux, drivers/nvme/host/pci.c";
constexpr std::string_view kHotplug = "Linux, drivers/pci/hotplug/pciehp_ctrl.c";
constexpr std::string_view kRetrain = "Linux, drivers/pci/quirks.c: pcie_failed_link_retrain()";
constexpr std::string_view kVfio = "Linux, drivers/vfio/pci; drivers/pci/pci.c";
constexpr std::string_view kNvidia = "NVIDIA, open-gpu-kernel-modules: nv.c and nv-pci.c";
constexpr std::string_view kErrors =
    "Linux, Documentation/admin-guide/RAS: EDAC and machine checks; Intel SDM 3B, chapter 16; AMD APM 2, "
    "chapter 9";

constexpr std::array kRules = {
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC's firmware failed[ ({count} times)]: {text}",
         .remedy = "Reload the driver or power-cycle the host; if it happens again, update the firmware",
         .source = kNicDrivers},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC's firmware does not respond, or reported an error[ ({count} times)][: "
                  "{syndrome}]",
         .remedy = "Read devlink health show; reset the NIC (mlxfwreset) or power-cycle the host; then "
                   "update its firmware",
         .source = kMlx5,
         .variant = "health"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC's firmware reported an error[: {syndrome}][ ({count} times)]",
         .remedy = "Read devlink health show; reset the NIC (mlxfwreset) or power-cycle the host; then "
                   "update its firmware",
         .source = kMlx5,
         .variant = "syndrome"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the driver could not recover the NIC[ ({count} times)]",
         .remedy = "Power-cycle the host; if it happens again, update the NIC's firmware, and reseat it",
         .source = kMlx5,
         .variant = "not_recovered"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC's transceiver or cable is too hot[ ({count} times)]",
         .remedy = "Check airflow and fans, and the module's temperature: mlxlink -m, or ethtool -m",
         .source = kMlx5,
         .variant = "module_hot"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC's transceiver needs more power than its port supplies[ ({count} times)]",
         .remedy = "Use a transceiver that the card's release notes list",
         .source = kMlx5,
         .variant = "module_power"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NIC reported an error of its transceiver or cable[ ({count} times)]: {text}",
         .remedy = "Reseat the cable and transceiver; use ones that the card's release notes list",
         .source = kMlx5,
         .variant = "module"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Note, // an empty cage
         .title = "[{at}: ]the NIC reported that no cable is plugged in[ ({count} times)]",
         .remedy = "Plug in its cable if the port is meant to be used",
         .source = kMlx5,
         .variant = "unplugged"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC is too hot[ ({count} times)]",
         .remedy = "Check airflow, fans and the card's heatsink: it shuts itself down when it gets hotter",
         .source = kThermal,
         .variant = "hot"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NIC's slot offers it too little power[ ({count} times)]",
         .remedy =
             "Check the slot's power limit (lspci -vv, SltCap) and the card's power cable; the card may "
             "power its ports down",
         .source = kMlx5,
         .variant = "slot_power"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC's firmware did not answer commands of its driver[ ({count} times)]",
         .remedy = "Reload the driver or restart the host; if it happens again, update firmware and driver",
         .source = kNicDrivers,
         .variant = "command"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NIC's firmware refused a command of its driver[ ({count} times)]: {text}",
         .remedy = "Update the NIC's firmware and driver, so that they match",
         .source = kNicDrivers,
         .variant = "refused"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Error,
         .title = "[{at}: ]the NIC's firmware stopped[ ({count} times)]",
         .remedy = "Reload the driver or power-cycle the host; if it happens again, update the firmware",
         .source = kNicDrivers,
         .variant = "stopped"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Warning,
         .title = "[{at}: ]a transmit queue of the NIC was stuck[ ({count} times)]",
         .remedy = "Check the NIC's link and pause frames (ethtool -S); then update firmware and driver",
         .source = kNicDrivers,
         .variant = "transmit"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Note, // also logged where somebody sets a link down
         .title = "[{at}: ]the NIC's link went down[ ({count} times)]",
         .remedy = "If it continues: check its cable and transceiver, and the port at the switch",
         .source = kNicDrivers,
         .variant = "link_down"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NIC's firmware was reset after an error, not fatal[ ({count} times)]",
         .remedy = "If it happens again: update the NIC's firmware and driver",
         .source = kNicDrivers,
         .variant = "reset"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NIC's link went down {count} times[, first {first}, last {last}][{!down}, and "
                  "came up again][{?down}, and is down at the end of the log]",
         .remedy = "Reseat its cable and transceiver, or replace them; check the port at the switch and its "
                   "counters (ethtool -S, mlxlink)",
         .source = kNicDrivers,
         .variant = "flapping"},
    Rule{
        .id = "kernel.nic",
        .severity = Severity::Note, // also logged where somebody sets a link down
        .title =
            "[{at}: ]the NIC's link went down {count} times[, first {first}, last {last}], and came up again",
        .remedy = "If it continues: check its cable and transceiver, and the port at the switch",
        .source = kNicDrivers,
        .variant = "back"},
    Rule{.id = "kernel.nic",
         .severity = Severity::Warning,
         .title = "[{at}: ]no interface of the bond had a link[ ({count} times)]",
         .remedy = "Check the cables of its interfaces, and their ports at the switch",
         .source = "Linux, drivers/net/bonding/bond_main.c",
         .variant = "bond_down"},
    Rule{.id = "kernel.bar",
         .severity = Severity::Error,
         .title =
             "[{at}: ]there was no address space for the device's memory[, BAR {part}][, {size}]: its driver "
             "cannot use it",
         .remedy =
             "In the BIOS enable Above 4G Decoding and enlarge the MMIO window (MMIO High Size); in a VM "
             "enlarge "
             "the 64-bit PCI hole (pci-hole64-size, or opt/ovmf/X-PciMmio64Mb); or boot with pci=realloc",
         .source = kBars},
    Rule{.id = "kernel.bar",
         .severity = Severity::Note,
         .title = "[{at}: ]there was no address space for its virtual functions[, BAR {part}][, {size}]",
         .remedy = "To use VFs: enable SR-IOV and Above 4G Decoding in the BIOS, or boot with pci=realloc",
         .source = kBars,
         .variant = "vf"},
    Rule{.id = "kernel.nvme",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NVMe drive stopped answering, and was reset[ ({count} times)]",
         .remedy = "Check its power, slot and temperature (nvme smart-log); update its firmware",
         .source = kNvme},
    Rule{.id = "kernel.nvme",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NVMe drive did not complete requests in time[ ({count} times)]",
         .remedy =
             "Check its health and temperature (nvme smart-log), its slot and link; update its firmware",
         .source = kNvme,
         .variant = "timeout"},
    Rule{.id = "kernel.nvme",
         .severity = Severity::Error,
         .title = "[{at}: ]the NVMe drive did not become ready[ ({count} times)]",
         .remedy = "Power-cycle the host and reseat the drive; if it happens again, replace it",
         .source = kNvme,
         .variant = "not_ready"},
    Rule{.id = "kernel.nvme",
         .severity = Severity::Error,
         .title = "[{at}: ]the NVMe drive could not be reset, and was removed[ ({count} times)]",
         .remedy = "Power-cycle the host and reseat the drive; if it happens again, replace it",
         .source = kNvme,
         .variant = "removed"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Warning,
         .title = "[{at}: ]the PCIe link of [slot {part}][{!part}a slot] went down[ ({count} times)]",
         .remedy = "Check the device below it and its power; reseat the device, its riser and cables",
         .source = kHotplug},
    Rule{.id = "kernel.slot",
         .severity = Severity::Warning,
         .title = "[{at}: ]the card of [slot {part}][{!part}a slot] is no longer present[ ({count} times)]",
         .remedy = "If nobody removed it: check its power; reseat the card, its riser and cables",
         .source = kHotplug,
         .variant = "not_present"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Note,
         .title = "[{at}: ]the PCIe link of [slot {part}][{!part}a slot] went down[ ({count} times)], and "
                  "came back",
         .remedy = "If nobody changed the card: check its power; reseat the card, its riser and cables",
         .source = kHotplug,
         .variant = "back"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Note,
         .title = "[{at}: ][slot {part}][{!part}a PCIe slot] is empty",
         .source = kHotplug,
         .variant = "empty"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Warning,
         .title = "[{at}: ]the card of [slot {part}][{!part}a slot] did not bring its PCIe link up[ ({count} "
                  "times)]",
         .remedy = "Check the card's power; reseat the card, its riser and cables",
         .source = kHotplug,
         .variant = "no_link"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Error,
         .title = "[{at}: ][slot {part}][{!part}a PCIe slot] reported a power fault[ ({count} times)]",
         .remedy = "Check the card's power draw and cables, and the power supplies (BMC's log)",
         .source = kHotplug,
         .variant = "power"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Warning,
         .title = "[{at}: ]the PCIe link of [slot {part}][{!part}a slot] went down {count} times[, first "
                  "{first}, last {last}][{!down}, and came back][{?down}, and is down at the end of the log]",
         .remedy = "Check the card's power; reseat the card, its riser and cables",
         .source = kHotplug,
         .variant = "flapping"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Warning,
         .title = "[{at}: ]the PCIe link below the port did not come up, and retraining failed[ ({count} "
                  "times)]",
         .remedy = "Check the power of the device below the port; reseat the device, its riser and cables",
         .source = kRetrain,
         .variant = "retrain"},
    Rule{.id = "kernel.slot",
         .severity = Severity::Note, // an empty slot gives this, too
         .title = "[{at}: ]the PCIe link below the port did not come up at boot[ ({count} times)]",
         .remedy = "If a device is below the port: check its power; reseat the device, its riser and cables",
         .source = kRetrain,
         .variant = "retrain_boot"},
    Rule{.id = "kernel.iommu",
         .severity = Severity::Warning,
         .title = "[{at}: ]the IOMMU refused accesses of [{!unnamed}the device][{?unnamed}a device that the "
                  "log does not "
                  "name] to memory (page faults)[ ({count} times)]",
         .remedy = "For GPU-NIC traffic on bare metal set iommu=pt; otherwise update the device's driver and "
                   "firmware",
         .source = kIommu},
    Rule{.id = "kernel.iommu",
         .severity = Severity::Warning,
         .title = "[{at}: ]the IOMMU refused interrupts of [{!unnamed}the device][{?unnamed}a device that "
                  "the log does not "
                  "name][ ({count} times)]",
         .remedy = "Update the device's driver and firmware, and the BIOS",
         .source = kIommu,
         .variant = "interrupt"},
    Rule{.id = "kernel.iommu",
         .severity = Severity::Error,
         .title = "[{at}: ]the IOMMU did not finish a command of the kernel[ ({count} times)]",
         .remedy = "Look for a device that was lost; restart the host, and update the BIOS",
         .source = kIommu,
         .variant = "hung"},
    Rule{.id = "kernel.iommu",
         .severity = Severity::Error,
         .title = "[{at}: ]the device did not answer the IOMMU in time (ATS invalidation)[ ({count} times)]",
         .remedy = "Look for a device that was lost or hangs, and reset it or power-cycle the host; update "
                   "its firmware; if it happens again, switch ATS off (pci=noats)",
         .source = kIommu,
         .variant = "no_answer"},
    Rule{.id = "kernel.iommu",
         .severity = Severity::Warning,
         .title = "[{at}: ]the IOMMU logged an error[ ({count} times)]: {text}",
         .remedy = "Update the BIOS, and the device's driver and firmware",
         .source = kIommu,
         .variant = "event"},
    Rule{.id = "kernel.memory",
         .severity = Severity::Note,
         .title = "the host's memory corrected ECC errors[ at {part}][ (logged {count} times)]",
         .remedy = "If they continue: reseat or replace the DIMM (ras-mc-ctl --summary, BMC's log)",
         .source = kErrors},
    Rule{.id = "kernel.memory",
         .severity = Severity::Error,
         .title = "the host's memory has uncorrectable ECC errors[ at {part}][ (logged {count} times)]",
         .remedy = "Replace the DIMM (ras-mc-ctl --summary, BMC's log)",
         .source = kErrors,
         .variant = "uncorrected"},
    Rule{.id = "kernel.machine_check",
         .severity = Severity::Error,
         .title = "the host logged hardware errors that were not corrected[ ({count} times)]",
         .remedy = "Read rasdaemon's or the BMC's log for the part, and replace it",
         .source = kErrors},
    Rule{.id = "kernel.machine_check",
         .severity = Severity::Note,
         .title = "the host logged corrected hardware errors[ ({count} times)]",
         .remedy = "If they continue: read rasdaemon's or the BMC's log for the part",
         .source = kErrors,
         .variant = "corrected"},
    Rule{.id = "kernel.machine_check",
         .severity = Severity::Warning,
         .title = "the host logged deferred hardware errors: not corrected, not consumed[ ({count} times)]",
         .remedy = "Read rasdaemon's or the BMC's log for the part, and replace it",
         .source = kErrors,
         .variant = "deferred"},
    Rule{.id = "kernel.machine_check",
         .severity = Severity::Note,
         .title = "the host logged machine checks[ ({count} times)]; the kernel's log does not say which",
         .remedy = "Read rasdaemon's or the BMC's log for the part",
         .source = kErrors,
         .variant = "logged"},
    Rule{.id = "kernel.machine_check",
         .severity = Severity::Warning,
         .title = "the firmware recorded hardware errors during the previous boot",
         .remedy = "Read the record in the kernel's log (BERT) and the BMC's log for the part",
         .source = kErrors,
         .variant = "previous_boot"},
    Rule{.id = "kernel.machine_check",
         .severity = Severity::Warning,
         .title = "the CPUs were throttled because they were too hot[ ({count} times)]",
         .remedy = "Check airflow, fans and heatsinks",
         .source = "Linux, drivers/thermal/intel/therm_throt.c",
         .variant = "throttled"},
    Rule{
        .id = "kernel.link_limited",
        .severity = Severity::Warning,
        .title = "[{at}: ]at boot its PCIe link was limited to {current}[ instead of {possible}][ by the "
                 "{link} link][ at {port}]",
        .remedy =
            "Use a slot with the device's full width and speed; if this one has them, reseat the device, its "
            "riser and cables",
        .source = "Linux, drivers/pci/pci.c: __pcie_print_link_status()"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Warning,
         .title = "[{at}: ]the driver {driver} could not start the device (error {error})[ ({count} times)]",
         .remedy = "Look at the driver's lines before it",
         .source = "Linux, drivers/base/dd.c"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Error,
         .title = "the NVIDIA driver's kernel module and its libraries have different versions",
         .remedy = "Restart the host, or reload the driver after its update; remove a second copy of the "
                   "libraries from containers",
         .source = "NVIDIA, open-gpu-kernel-modules: API mismatch",
         .variant = "mismatch"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU requires NVIDIA's open kernel modules, and others are loaded[ ({count} "
                  "times)]",
         .remedy = "Install the open flavor of the same driver version",
         .source = "NVIDIA, Driver Installation Guide: Kernel Modules",
         .variant = "open"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Error,
         .title = "[{at}: ]the loaded NVIDIA driver does not support the GPU[ ({count} times)]",
         .remedy = "Install a driver release that lists the GPU; in a VM with a vGPU, the driver for guests",
         .source = kNvidia,
         .variant = "unsupported"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU requires NVIDIA's proprietary kernel modules, and the open ones are "
                  "loaded[ ({count} times)]",
         .remedy = "Install the proprietary flavor of the same driver version: the open one needs a GPU with "
                   "a GSP (Turing or later)",
         .source = "NVIDIA, Driver Installation Guide: Kernel Modules",
         .variant = "proprietary"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NVIDIA driver cannot use the GPU, because {driver} has it[ ({count} times)]",
         .remedy = "Keep the other driver from the GPU (blacklist it, for example nouveau, and rebuild the "
                   "initramfs), then restart the host",
         .source = kNvidia,
         .variant = "bound"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Error,
         .title = "the NVIDIA driver could not start some of the GPUs[ ({count} times)]: {text}",
         .remedy = "Look at the driver's lines before it",
         .source = kNvidia,
         .variant = "none_started"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Note, // of a host that passes its GPUs to VMs
         .title = "the NVIDIA driver left GPUs to another driver[ ({count} times)]",
         .remedy = "If the host is to use them: unload the other driver (nouveau, vfio-pci)",
         .source = kNvidia,
         .variant = "other_driver"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Warning,
         .title =
             "[{at}: ]the driver {driver} could not start (error {error}): the NIC has no RDMA[ ({count} "
             "times)]",
         .remedy = "Look at the driver's lines before it; update the NIC's firmware and driver, so that they "
                   "match",
         .source = "Linux, drivers/base/dd.c",
         .variant = "rdma"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Warning,
         .title = "the kernel refused nvidia_peermem: it does not fit the RDMA modules that are loaded",
         .remedy = "Install the NVIDIA driver again, after MLNX_OFED or DOCA-OFED; a library that uses "
                   "DMA-BUF does not need it",
         .source = "NVIDIA, GPUDirect RDMA documentation: nvidia-peermem",
         .variant = "peermem"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Warning,
         .title = "the loaded RDMA modules lack a matching ib_register_peer_memory_client: a peer memory "
                  "module could not be loaded",
         .remedy = "Install the GPU's driver again, after the RDMA modules; a library that uses DMA-BUF does "
                   "not need it",
         .source = "Linux, kernel/module: \"Unknown symbol\", \"disagrees about version of symbol\"",
         .variant = "peer_memory"},
    Rule{.id = "kernel.driver",
         .severity = Severity::Warning,
         .title = "[{at}: ]the NIC refused to create a queue pair[ ({count} times)]: programs get no RDMA "
                  "connection",
         .remedy =
             "Compare the versions of the NIC's firmware, its driver and rdma-core; check how many queue "
             "pairs are in use (rdma resource)",
         .source = "Linux, drivers/net/ethernet/mellanox/mlx5/core/cmd.c: mlx5_cmd_out_err()",
         .variant = "queue_pair"},
    Rule{.id = "kernel.reset",
         .severity = Severity::Error,
         .title = "[{at}: ]the device did not become ready[ after {part}][ ({count} times)]",
         .remedy = "Power-cycle the host; if it happens again: update the device's firmware, or choose "
                   "another kind of reset (reset_method in sysfs)",
         .source = "Linux, drivers/pci/pci.c: pci_dev_wait()"},
    Rule{.id = "kernel.vfio",
         .severity = Severity::Error,
         .title = "[{at}: ]vfio-pci could not reserve the device's memory[ (BAR {part})], because something "
                  "else uses it[ ({count} times)]",
         .remedy = "Let no other driver or console use the device: bind it to vfio-pci at boot "
                   "(vfio-pci.ids), boot with video=efifb:off, or remove and rescan it",
         .source = kVfio},
    Rule{.id = "kernel.vfio",
         .severity = Severity::Error,
         .title = "[{at}: ]the device cannot be passed through to a VM, because the firmware reserves memory "
                  "for it "
                  "(RMRR, IVMD)[ ({count} times)]",
         .remedy = "Look for a BIOS setting or an update that releases it, or ask the platform's vendor",
         .source = "Linux, drivers/iommu/intel/iommu.c, drivers/iommu/iommu.c",
         .variant = "reserved"},
    Rule{.id = "kernel.vfio",
         .severity = Severity::Error,
         .title =
             "devices cannot be passed through to VMs, because there is no interrupt remapping[ ({count} "
             "times)]",
         .remedy = "Enable VT-d or AMD-Vi with interrupt remapping in the BIOS, and boot without "
                   "intremap=off; allow_unsafe_interrupts=1 lets VMs send any interrupt",
         .source = "Linux, drivers/vfio/vfio_iommu_type1.c",
         .variant = "no_remapping"},
    Rule{.id = "kernel.vfio",
         .severity = Severity::Warning,
         .title = "[{at}: ]vfio-pci could not set up the device's interrupt (INTx)[ ({count} times)]",
         .remedy = "Let the device use MSI or MSI-X, or give its interrupt line to it alone",
         .source = kVfio,
         .variant = "interrupt"},
    Rule{.id = "kernel.vfio",
         .severity = Severity::Error,
         .title = "[{at}: ]vfio-pci could not reset the device[ ({count} times)]: {text}",
         .remedy = "Power-cycle the host; if it happens again: update the device's firmware, or choose "
                   "another kind of reset (reset_method in sysfs)",
         .source = kVfio,
         .variant = "reset"},
};

} // namespace

std::span<const Rule> kernelLog() {
    return kRules;
}

} // namespace fabricscope::findings::areas
