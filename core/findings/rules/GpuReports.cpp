// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kXgmi = "AMD SMI documentation: amd-smi xgmi";
constexpr std::string_view kXgmiErrors =
    "Linux, drivers/gpu/drm/amd/amdgpu/amdgpu_xgmi.c: xgmi_error; amd-smi metric --xgmi-err, rocm-smi "
    "--showxgmierr";
constexpr std::string_view kAmdTopology = "amd-smi topology, rocm-smi --showtopo, --showtopoaccess";

constexpr std::string_view kAmdRas =
    "AMD SMI documentation: amd-smi static --ras; amd-smi's CHANGELOG, 7.0.2";
constexpr std::string_view kNvidiaMemory =
    "NVIDIA, GPU Memory Error Management; nvidia-smi(1): ECC Errors, Remapped Rows";

constexpr std::string_view kNvidiaPages = "NVIDIA, Dynamic Page Retirement; nvidia-smi(1): Retired Pages";

constexpr std::string_view kBars =
    "AMD, ROCm documentation: Use of BAR memory, PCIe P2P requires large BARs; NVIDIA, GPUDirect RDMA: BAR "
    "sizes; PCI Express Base Specification, 7.8.6 Resizable BAR";
constexpr std::string_view kFabricManager =
    "NVIDIA, Fabric Manager User Guide: CUDA programs fail with error 802 until it has set up the NVSwitches";

constexpr std::array kRules = {
    Rule{
        .id = "device.fault",
        .severity = Severity::Warning,
        .title =
            "[{at}: ]{count} of its XGMI links {count:is|are} disabled, more than of other GPUs[ ({detail})]",
        .remedy = "Check the kernel's log (amdgpu); reset the GPUs of the link; reseat them",
        .source = kXgmi,
        .variant = "xgmi_disabled"},
    Rule{
        .id = "device.fault",
        .severity = Severity::Note, // boards of some models connect their GPUs unequally
        .title =
            "[{at}: ]{count} of its XGMI links {count:is|are} disabled, more than of other GPUs[ ({detail})]",
        .remedy =
            "If the board connects all GPUs equally: check the kernel's log (amdgpu); reset the GPUs of "
            "the link; reseat them",
        .source = kXgmi,
        .variant = "xgmi_disabled_other"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its XGMI links are slower than those of other GPUs ({detail})",
         .remedy = "Compare the models and firmware of the GPUs (amd-smi firmware); restart the host, and "
                   "reseat the GPU if it stays slower",
         .source = kXgmi,
         .variant = "xgmi_slow"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its XGMI links had errors since they were read last ({detail})",
         .remedy = "Read them again under load (rocm-smi --showxgmierr): reading clears them; check the "
                   "kernel's log (amdgpu); reseat the GPU if they come back",
         .source = kXgmiErrors,
         .variant = "xgmi_errors"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]it has no XGMI link to another GPU, {count} {count:other GPU has|other GPUs have}",
         .remedy =
             "Check amd-smi xgmi --link-status and the kernel's log (amdgpu, XGMI, hive); reseat the GPU",
         .source = kAmdTopology,
         .variant = "xgmi_none"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // of another model, or without a bridge, that is normal
         .title = "[{at}: ]it has no XGMI link to another GPU, {count} {count:other GPU has|other GPUs have}",
         .remedy = "If it is of their model: check amd-smi xgmi --link-status and the kernel's log (amdgpu, "
                   "XGMI, hive); reseat the GPU",
         .source = kAmdTopology,
         .variant = "xgmi_none_other"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title =
             "{count} {count:pair|pairs} of GPUs {count:is|are} connected by PCIe, although both have XGMI "
             "links to other GPUs ({detail})",
         .remedy =
             "Check amd-smi xgmi --link-status and the kernel's log (amdgpu, XGMI, hive); reseat the GPUs",
         .source = kAmdTopology,
         .variant = "xgmi_missing"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "{count} {count:pair|pairs} of GPUs cannot use P2P, others can ({detail})",
         .remedy = "Check ACS and the IOMMU, large BARs in the BIOS, and the kernel's log (amdgpu)",
         .source = kAmdTopology,
         .variant = "p2p_some"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "{count} {count:pair|pairs} of GPUs cannot use P2P ({detail})",
         .remedy =
             "Check ACS and the IOMMU, and large BARs in the BIOS; RCCL uses host memory for these pairs",
         .source = kAmdTopology,
         .variant = "p2p_none"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]it is at the temperature at which it throttles ({detail})",
         .remedy = "Check fans, air flow or coolant, and the seat of its cooler",
         .source = "AMD SMI documentation: amd-smi static --limit, amd-smi metric --temperature",
         .variant = "hot_limit"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{detail} shows N/A for it where other GPUs have values",
         .remedy = "Check the kernel's log (amdgpu), and whether the GPU sleeps (power/runtime_status in its "
                   "folder of /sys/bus/pci/devices)",
         .source = "AMD SMI documentation: amd-smi monitor; rocm-smi",
         .variant = "no_values"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]more pages of its memory are retired than its threshold allows",
         .remedy = "Have the GPU replaced",
         .source = kAmdRas,
         .variant = "bad_pages_threshold"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]amd-smi states ECC of its memory (UMC) as disabled",
         .source = kAmdRas,
         .variant = "ecc_off"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]a repair is pending until it is reset: {detail}",
         .remedy = "Reset the GPU when it is free: nvidia-smi --gpu-reset, or restart the host",
         .source = kNvidiaMemory,
         .variant = "repair_pending"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "[{at}: ]its memory cannot be repaired",
         .remedy = "Have the GPU replaced",
         .source = kNvidiaMemory,
         .variant = "unrepairable"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} {count:page|pages} of its memory {count:is|are} retired[ ({detail})]",
         .remedy = "Have it replaced: NVIDIA's documentation names 60 pages for that",
         .source = kNvidiaPages,
         .variant = "retired_pages_many"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // a few in its life are normal
         .title = "[{at}: ]{count} {count:page|pages} of its memory {count:is|are} retired[ ({detail})]",
         .remedy = "If the number increases: run NVIDIA's diagnostics; its documentation names 60 pages for "
                   "a replacement",
         .source = kNvidiaPages,
         .variant = "retired_pages"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} {count:bank|banks} of its memory {count:has|have} no spare rows left",
         .remedy = "Have the GPU replaced when a remapping fails",
         .source = kNvidiaMemory,
         .variant = "no_spare_rows"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its vGPU has no license ({detail})",
         .cost = "NVIDIA lowers the performance of vGPUs without a license after a time of grace",
         .remedy = "Check the license server and nvidia-gridd in the VM (nvidia-smi -q, License Status)",
         .source = "NVIDIA, Virtual GPU Client Licensing User Guide",
         .variant = "vgpu_unlicensed"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]it is at or above its maximum operating temperature ({detail})",
         .remedy = "Check fans, air flow or coolant, and the seat of its cooler",
         .source = "nvidia-smi(1): Temperature",
         .variant = "hot_operating"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]it has no NVLink to another GPU, {count} {count:other GPU has|other GPUs have}",
         .remedy =
             "Check nvidia-smi nvlink -s, the fabric manager and the kernel's log (Xid 74); reset the GPU; "
             "reseat it or the bridge",
         .source = "nvidia-smi(1): topo -m, nvlink; NVIDIA, Fabric Manager User Guide",
         .variant = "nvlink_none"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // of another model, or without a bridge, that is normal
         .title = "[{at}: ]it has no NVLink to another GPU, {count} {count:other GPU has|other GPUs have}",
         .remedy = "If it is of their model: check nvidia-smi nvlink -s, the fabric manager and the kernel's "
                   "log (Xid 74)",
         .source = "nvidia-smi(1): topo -m, nvlink",
         .variant = "nvlink_none_other"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its power limit is below its default ({detail})",
         .cost = "lower clocks under load",
         .remedy =
             "If nobody set it on purpose: nvidia-smi -i GPU -pl WATTS as root; if it stays lower, check "
             "the power limit of the chassis in its BMC, and the power supplies",
         .source = "nvidia-smi(1): Power Readings, Enforced Power Limit and Default Power Limit",
         .variant = "power_limit"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]its clocks were held down before: {detail} in all",
         .remedy =
             "Check whether it increases under load: nvidia-smi -q -d PERFORMANCE; then check cooling and "
             "power supplies",
         .source = "nvidia-smi(1): Clocks Event Reasons Counters",
         .variant = "slowed_before"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title =
             "{count} {count:pair of GPUs has|pairs of GPUs have} fewer NVLinks than all others ({detail})",
         .remedy = "Check the links (nvidia-smi nvlink -s) and the kernel's log (Xid, SXid), then the fabric "
                   "manager's log; reset the GPUs of the pair, or restart the host",
         .source =
             "nvidia-smi topo -m: NV#, the NVLinks between two GPUs; NVSwitches connect all GPUs equally",
         .variant = "nvlink_fewer"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]its largest BAR is {detail}: Resizable BAR (large BAR) is off",
         .cost = "no P2P between these GPUs, and no GPUDirect RDMA with NICs: only the part behind the BAR "
                 "can be reached",
         .remedy =
             "In the BIOS: enable Above 4G Decoding and Resizable BAR. For a VM: a larger MMIO window of "
             "its firmware",
         .source = kBars,
         .variant = "bar_small"},
    Rule{.id = "device.fault",
         .severity = Severity::Error,
         .title = "the service {at} failed[ ({detail})]",
         .cost = "without it CUDA does not start on GPUs behind NVSwitches (error 802)",
         .remedy = "Look for the cause: journalctl -u nvidia-fabricmanager; its version must be the driver's",
         .source = kFabricManager,
         .variant = "fabric_manager"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "the service {at} is not running[ ({detail})]",
         .remedy = "On a host with NVSwitches start it: systemctl enable --now nvidia-fabricmanager; without "
                   "them that is normal",
         .source = kFabricManager,
         .variant = "fabric_manager_off"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "the service {at} failed[ ({detail})]",
         .remedy = "Look for the cause: systemctl status and journalctl -u with its name",
         .source = "systemctl(1): status",
         .variant = "service_failed"},
};

} // namespace

std::span<const Rule> gpuReports() {
    return kRules;
}

} // namespace fabricscope::findings::areas
