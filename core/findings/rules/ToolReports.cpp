// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kMemory =
    "NVIDIA, GPU Memory Error Management; nvidia-smi(1): ECC Errors, Remapped "
    "Rows, Retired Pages, GPU Recovery Action";
constexpr std::string_view kAmdMemory =
    "AMD SMI documentation: amd-smi metric --ecc, amd-smi bad-pages; Linux, Documentation/gpu/amdgpu/ras.rst";
constexpr std::string_view kNvlink = "NVIDIA, Fabric Manager User Guide; nvidia-smi(1): nvlink";
constexpr std::string_view kFabricHealth = "nvidia-smi(1): Fabric; NVML: nvmlGpuFabricInfoV_t, health mask";
constexpr std::string_view kXgmi = "AMD SMI documentation: amd-smi xgmi --link-status";
constexpr std::string_view kReset = "nvidia-smi(1): GPU Reset Status, GPU Recovery Action, PCI";
constexpr std::string_view kClocks = "nvidia-smi(1): Clocks Event Reasons, Temperature";
constexpr std::string_view kNvml = "NVML API Reference: nvmlReturn_t";
constexpr std::string_view kRegisters =
    "PCI Express Base Specification: Device Status and Uncorrectable Error Status registers";
constexpr std::string_view kThrottle = "AMD SMI documentation: amd-smi metric --throttle";
constexpr std::string_view kAmdAccess =
    "AMD, ROCm installation: prerequisites (groups, /dev/kfd); AMD SMI: error codes";
constexpr std::string_view kEthtool = "ethtool(8)";
constexpr std::string_view kLimits = "AMD SMI documentation: amd-smi static --limit, amd-smi monitor";
constexpr std::string_view kCounters =
    "Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/"
    "counters.rst; rdma-statistic(8)";

constexpr std::array kRules = {
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]a tool reports a fault of it[: {detail}]",
         .source = "the tool"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]{count} uncorrectable ECC {count:error|errors}[ ({detail})]",
         .remedy = "Reset the GPU; if errors come back, run its vendor's diagnostics, and have it replaced",
         .source = kMemory,
         .variant = "ecc_uncorrected"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]{count} corrected ECC {count:error|errors}[ ({detail})]",
         .remedy = "Check whether they increase",
         .source = kMemory,
         .variant = "ecc_corrected"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]{count} uncorrectable ECC {count:error|errors} before the driver was loaded last",
         .source = kMemory,
         .variant = "ecc_lifetime"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]its SRAM exceeds the threshold of uncorrectable errors",
         .remedy = "Have the GPU replaced",
         .source = kMemory,
         .variant = "sram_threshold"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]row remapping of its memory is pending until it is reset",
         .remedy = "Reset the GPU when it is free: nvidia-smi --gpu-reset",
         .source = kMemory,
         .variant = "remap_pending"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]a row of its memory could not be remapped",
         .remedy = "Have the GPU replaced",
         .source = kMemory,
         .variant = "remap_failed"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title =
             "[{at}: ]{count} {count:row|rows} of its memory {count:was|were} replaced after uncorrectable "
             "errors",
         .remedy = "Check whether the number increases; have the GPU replaced when a remapping fails",
         .source = kMemory,
         .variant = "remapped"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]its NVLink fabric is not healthy: {detail}",
         .remedy =
             "Check its links (nvidia-smi nvlink -s), then the NVLink switches and cables of the rack and "
             "the fabric manager's or NMX controller's log; jobs over this GPU are slower or fail",
         .source = kFabricHealth,
         .variant = "fabric_health"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its NVLink fabric is being recovered ({detail})",
         .remedy =
             "Wait until it is over (nvidia-smi -q, Fabric), then restart the jobs; if it does not end, "
             "check the NVLink switches of the rack",
         .source = kFabricHealth,
         .variant = "fabric_recovery"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]pages of its memory are to be retired, and the driver was not reloaded yet",
         .remedy = "Reset the GPU when it is free, or reload the driver",
         .source = kMemory,
         .variant = "retire_pending"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]its driver asks for a recovery: {detail}",
         .remedy = "Do so when the GPU is free: nvidia-smi --gpu-reset, or restart the host",
         .source = kMemory,
         .variant = "recovery"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]it has not joined the NVLink fabric ({detail})",
         .remedy = "Check that nvidia-fabricmanager runs, and has the driver's version",
         .source = kNvlink,
         .variant = "fabric"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]nvidia-smi could not read it ({detail})",
         .remedy = "Look for an Xid in the kernel's log; reset the GPU, or restart the host",
         .source = "nvidia-smi(1)",
         .variant = "unreadable"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the driver lost the GPU",
         .remedy = "Look for an Xid in the kernel's log; power-cycle the host; if it "
                   "happens again, reseat the GPU",
         .source = "nvidia-smi(1)",
         .variant = "lost"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]it requires a reset",
         .remedy = "Stop its jobs; reset the GPU: nvidia-smi --gpu-reset, or restart the host",
         .source = kReset,
         .variant = "reset_required"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its driver recommends a reset when its jobs have ended",
         .remedy = "Drain the host of jobs; then nvidia-smi --gpu-reset",
         .source = kReset,
         .variant = "reset_advised"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its clocks are held down by heat (HW thermal slowdown)",
         .remedy = "Check fans, air flow or coolant, and the seat of its cooler",
         .source = kClocks,
         .variant = "slowed_heat"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its clocks are held down by the power supply (HW power brake slowdown)",
         .remedy = "Check the power supplies, their cables and the power limit of the chassis",
         .source = kClocks,
         .variant = "slowed_power"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its clocks are held down by the hardware (HW slowdown)",
         .remedy = "Check its temperature, cooling and power supply: nvidia-smi -q -d PERFORMANCE",
         .source = kClocks,
         .variant = "slowed"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the driver holds its clocks down because of heat (SW thermal slowdown)",
         .remedy = "Check fans, air flow or coolant",
         .source = kClocks,
         .variant = "slowed_driver"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "{count} {count:GPU|GPUs} of the list {count:is|are} partitioned ({detail})",
         .cost =
             "one job over all partitions is slower than on whole GPUs: memory and collectives are shared",
         .remedy =
             "For whole GPUs: end all programs on them, containers too; then on the host sudo amd-smi set "
             "--memory-partition NPS1, which reloads the driver, and sudo amd-smi set --compute-partition "
             "SPX. A container that runs keeps the old devices of /dev/dri and blocks the reload: stop it "
             "before, and create it anew with the devices that are there afterwards",
         .source = "AMD, MI300X partitioning: SPX, CPX, NPS1, NPS4; AMD SMI: amd-smi set, amd-smi partition",
         .variant = "partitioned"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]it has reached its slowdown temperature ({detail})",
         .remedy = "Check fans, air flow or coolant, and the seat of its cooler",
         .source = kClocks,
         .variant = "hot"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]{count} PCIe {count:replay|replays} since its last reset",
         .remedy = "Check whether they increase under load; then reseat it, and check its riser and cables",
         .source = kReset,
         .variant = "replays"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} PCIe replays since its last reset",
         .cost = "each is a packet that arrived damaged and was sent again",
         .remedy = "Reseat it, and check its riser and cables; then check under load whether they increase",
         .source = "NVIDIA DCGM, diagnostics: max_pcie_replays, 80 in a PCIe test; its health checks warn of "
                   "more than 8 a minute",
         .variant = "replays_many"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its PCIe replay counter rolled over {count} {count:time|times}",
         .remedy = "Reseat it, and check its riser and cables",
         .source = kReset,
         .variant = "replay_rollovers"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]a change of its ECC mode is pending ({detail})",
         .remedy = "Reset the GPU when it is free, or restart the host",
         .source = kMemory,
         .variant = "ecc_pending"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]no program can use it: its compute mode is Prohibited",
         .cost = "each CUDA program fails with cudaErrorDevicesUnavailable",
         .remedy = "sudo nvidia-smi -c DEFAULT (with -i NUMBER for one GPU)",
         .source = "nvidia-smi(1): Compute Mode",
         .variant = "compute_prohibited"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]a change of its MIG mode is pending ({detail})",
         .remedy = "Reset the GPU when it is free: nvidia-smi --gpu-reset, or restart the host",
         .source = "NVIDIA, Multi-Instance GPU User Guide",
         .variant = "mig_pending"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its infoROM is corrupted",
         .remedy = "Update its firmware as the vendor says; if that does not help, have it replaced",
         .source = "nvidia-smi(1)",
         .variant = "inforom"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the NVIDIA driver cannot be reached: it is not loaded",
         .remedy =
             "Load it (modprobe nvidia); if that fails, check dmesg, Secure Boot, and that it was built "
             "for this kernel (dkms status)",
         .source = kNvml,
         .variant = "no_driver"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "nvidia-smi cannot reach the NVIDIA driver, although it is loaded",
         .remedy =
             "Check dmesg for NVRM and Xid messages, and that /dev/nvidiactl exists (nvidia-modprobe -u "
             "-c=0). If the driver was updated while loaded: reboot. In a container: start it with the "
             "NVIDIA Container Toolkit (--gpus all)",
         .source = kNvml,
         .variant = "driver_unreachable"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the loaded NVIDIA driver and its library have different versions",
         .remedy = "Restart the host, or stop what uses the GPUs and reload the driver (rmmod, modprobe): it "
                   "was updated while loaded. In a container: check the mounted library",
         .source = kNvml,
         .variant = "driver_mismatch"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "nvidia-smi does not find the NVIDIA driver's library (libnvidia-ml.so)",
         .remedy =
             "Install the driver's utilities and libraries of the loaded version, and run ldconfig. In a "
             "container: start it with the NVIDIA Container Toolkit (--gpus all)",
         .source = kNvml,
         .variant = "no_library"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the AMD driver (amdgpu) is not loaded",
         .remedy =
             "Load it (modprobe amdgpu); if that fails, check dmesg, Secure Boot, a blacklist "
             "(/etc/modprobe.d), and that it was built for this kernel (dkms status). In a container: check "
             "that /dev/kfd and /dev/dri are passed to it",
         .source = kAmdAccess,
         .variant = "amd_no_driver"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the tool cannot reach the AMD driver (amdgpu), although it is loaded",
         .remedy = "Check dmesg for amdgpu and kfd messages, and that /dev/kfd exists and the user may open "
                   "it. In a container: check that /dev/kfd and /dev/dri are passed to it",
         .source = kAmdAccess,
         .variant = "amd_driver_unreachable"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the user has no permission to use the AMD GPUs (/dev/kfd)",
         .remedy = "Add the user to the groups that own /dev/kfd and /dev/dri/render* (sudo usermod -aG "
                   "render,video USER), then log in again. In a container: --device=/dev/kfd "
                   "--device=/dev/dri --group-add render",
         .source = kAmdAccess,
         .variant = "amd_no_permission"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the AMD driver finds no GPU",
         .remedy =
             "Check lspci and the kernel's log (amdgpu), and that vfio-pci does not hold the GPUs. In a VM "
             "or a container: check that they are passed to it",
         .source = kAmdAccess,
         .variant = "amd_no_gpus"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the AMD GPUs cannot be used: {detail}",
         .remedy =
             "Check the kernel's log (amdgpu, kfd), the mode of /dev/kfd, and that no other program holds "
             "the GPUs",
         .source = kAmdAccess,
         .variant = "amd_kfd"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the library of AMD SMI could not be used: {detail}",
         .remedy = "Check that amdgpu is loaded, and that the library and the driver are of one ROCm release",
         .source = kAmdAccess,
         .variant = "amd_library"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the ROCm runtime could not be initialized: {detail}",
         .remedy =
             "Check the permissions of /dev/kfd and /dev/dri/render*, the kernel's log (amdgpu, kfd), and "
             "that the runtime and the driver are of one ROCm release",
         .source = kAmdAccess,
         .variant = "amd_hsa"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the NVIDIA driver finds no GPU",
         .remedy = "Check lspci and the kernel's log (NVRM). In a VM or a container: check that the GPUs are "
                   "passed to it",
         .source = kNvml,
         .variant = "no_gpus"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]nvidia-smi has no permission to use the GPU",
         .remedy =
             "Check the owner and mode of /dev/nvidia*, the groups of the user, and the device rules of "
             "the container or Slurm job",
         .source = kNvml,
         .variant = "no_permission"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the NVIDIA driver cannot be used: {detail}",
         .remedy = "Check the kernel's log (NVRM, Xid). In a container: restart it, it may have lost its "
                   "devices",
         .source = kNvml,
         .variant = "nvml"},
    Rule{.id = "device.fault", // several DIMMs at a channel run slower by design
         .severity = Severity::Note,
         .title = "{count} {count:DIMM runs|DIMMs run} below {count:its|their} rated speed ({detail})",
         .remedy = "Compare with the CPU's and the board's manual: its limit, and that for two DIMMs in a "
                   "channel; else set the memory's speed in the BIOS",
         .source = "dmidecode(8); SMBIOS Reference Specification, 7.18: Speed, Configured Memory Speed",
         .variant = "memory_below_rating"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "{count} {count:pair|pairs} of GPUs cannot use P2P ({detail})",
         .remedy = "Check ACS and the IOMMU, the driver's options, and that the GPUs share a root complex; "
                   "NCCL uses host memory for these pairs",
         .source = "nvidia-smi(1): topo -p2p",
         .variant = "p2p"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]no address was assigned to {detail}: its driver cannot use it",
         .remedy = "In the BIOS: enable Above 4G Decoding and large BARs. For a VM: a larger MMIO window. "
                   "Else try pci=realloc on the kernel's command line",
         .source = "lspci(8); Linux, drivers/pci/setup-bus.c",
         .variant = "bar_unassigned"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "its PCIe registers record: {detail}",
         .remedy =
             "Look for AER messages in the kernel's log; reseat it, and check its riser and cables. The "
             "bits stay set until they are cleared",
         .source = kRegisters,
         .variant = "registers"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "its PCIe registers record: {detail}",
         .remedy = "Look for AER messages in the kernel's log; the bit may date from the host's boot",
         .source = kRegisters,
         .variant = "registers_nonfatal"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "its PCIe registers record corrected errors of its link: {detail}",
         .remedy =
             "Clear the bits, and check whether they come back under load (lspci -vvv, CESta); then reseat "
             "it, and check its riser and cables",
         .source = kRegisters,
         .variant = "registers_corrected"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "nouveau drives this GPU: neither CUDA nor NCCL can use it",
         .remedy = "Install NVIDIA's driver, blacklist nouveau, and restart the host",
         .source = "NVIDIA, Driver Installation Guide: disabling nouveau",
         .variant = "nouveau"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} of its NVLinks {count:is|are} inactive[ ({detail})]",
         .remedy = "Check the fabric manager and the kernel's log (Xid 74); reset the GPU; reseat it or the "
                   "bridge",
         .source = kNvlink,
         .variant = "nvlink_inactive"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the InfiniBand link came up with one lane (1X)",
         .remedy =
             "Reseat the cable and transceiver, or replace them; check the port at the switch (mlxlink)",
         .source = "Linux, include/rdma/ib_verbs.h: ib_port_width",
         .variant = "port_narrow"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // subnets have LIDs of their own
         .title = "{count} {count:port has|ports have} the LID of another port ({detail})",
         .remedy =
             "Check whether these ports are in one subnet (sminfo -P PORT -C DEVICE): there each port needs "
             "its own; virtual functions share that of their port",
         .source = "InfiniBand Architecture Specification, volume 1: local identifiers",
         .variant = "lid_shared"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // without a bridge that is normal
         .title = "[{at}: ]none of its NVLinks is active",
         .remedy = "If it has an NVLink bridge or NVSwitches: check them, and the fabric manager",
         .source = kNvlink,
         .variant = "nvlink_unused"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} NVLink {count:error|errors} ({detail})",
         .remedy =
             "Check whether they increase (nvidia-smi nvlink -e); reset the GPU; reseat it or the bridge",
         .source = kNvlink,
         .variant = "nvlink_errors"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} of its XGMI links {count:is|are} down[ ({detail})]",
         .remedy = "Check the kernel's log (amdgpu); reset the GPUs of the link; reseat them",
         .source = kXgmi,
         .variant = "xgmi_down"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} {count:page|pages} of its memory {count:is|are} retired",
         .remedy = "Check amd-smi metric --ecc; if they increase, have the GPU replaced",
         .source = kAmdMemory,
         .variant = "bad_pages"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title =
             "[{at}: ]{count} {count:page|pages} of its memory {count:is|are} to be retired[ ({detail})]",
         .remedy = "Reset the GPU when it is free",
         .source = kAmdMemory,
         .variant = "bad_pages_pending"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} bad {count:page|pages} of its memory could not be reserved",
         .sentence = "Programs may still use {count:it|them}.",
         .remedy = "End the programs on the GPU, reset it, and read its bad pages again",
         .source =
             "AMD SMI documentation: amd-smi bad-pages; Linux, drivers/gpu/drm/amd/amdgpu/amdgpu_ras.c: "
             "gpu_vram_bad_pages",
         .variant = "bad_pages_unreservable"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]its link went down {count} {count:time|times} since the driver was loaded",
         .remedy = "Check whether it continues; then the cable, the transceiver and the switch's port",
         .source = kCounters,
         .variant = "link_downs"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its transceiver was too hot {count} {count:time|times}",
         .remedy = "Check the air flow at the ports, and the module: ethtool -m INTERFACE",
         .source = kCounters,
         .variant = "module_hot"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its module reports: {detail}",
         .remedy =
             "Check the air flow at the ports, the cable and the other end; clean or replace the module",
         .source = kEthtool,
         .variant = "module_alarm"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // of a port that nobody cabled that is normal
         .title = "[{at}: ]no link is detected[ ({detail})]",
         .remedy = "If the port is used: check the cable, the module and the other end",
         .source = kEthtool,
         .variant = "no_link"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "its GPUs have different versions of firmware: {detail}",
         .remedy = "Compare them with amd-smi firmware, and update the older ones",
         .source = "AMD SMI documentation: amd-smi firmware",
         .variant = "firmware_differs"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its clocks are held down ({detail})",
         .remedy = "Check fans, air flow or coolant, and the power supplies: amd-smi metric --throttle",
         .source = kThrottle,
         .variant = "throttled"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title =
             "[{at}: ]it is hot ({detail}): AMD Instinct GPUs lower their clocks from 100 \u00b0C at the "
             "hotspot or 105 \u00b0C in the memory",
         .remedy = "Check fans, air flow or coolant, and the seat of its cooler; compare with amd-smi static "
                   "--limit",
         .source = kLimits,
         .variant = "hot_amd"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // of other models it may be normal
         .title =
             "[{at}: ]its temperature is high for an AMD Instinct GPU ({detail}); its model is not known",
         .remedy = "If it is one: check fans, air flow or coolant, and the seat of its cooler; compare with "
                   "amd-smi static --limit",
         .source = kLimits,
         .variant = "hot_unknown"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title =
             "[{at}: ]{count} deferred ECC {count:error|errors}: not corrected, not used yet[ ({detail})]",
         .remedy = "Check amd-smi bad-pages; reset the GPU when it is free",
         .source = kAmdMemory,
         .variant = "ecc_deferred"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]it is at its power limit ({detail}), normal under full load",
         .remedy = "If it is idle: check its power limit (amd-smi static --limit)",
         .source = kThrottle,
         .variant = "throttled_power"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]error counters are not zero: {detail}",
         .remedy = "Check whether they increase; then the cable, the transceiver and the switch's port",
         .source = kCounters,
         .variant = "counters"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]packets were dropped for lack of receive buffers: {detail}",
         .remedy =
             "Check whether they increase; then enlarge the rings (ethtool -G INTERFACE rx), spread the "
             "load (queues, IRQ affinity), and for RoCE check PFC at both ends (mlnx_qos -i INTERFACE)",
         .source = kCounters,
         .variant = "counters_buffers"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]packets were lost or sent again: {detail}",
         .remedy =
             "Check whether they increase; then PFC and ECN at the NIC and the switches (mlnx_qos, pause "
             "and discard counters of the ports), then the cable",
         .source = kCounters,
         .variant = "counters_lost"},
};

} // namespace

std::span<const Rule> toolReports() {
    return kRules;
}

} // namespace fabricscope::findings::areas
