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
constexpr std::string_view kXgmi = "AMD SMI documentation: amd-smi xgmi --link-status";
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
         .severity = Severity::Warning,
         .title = "[{at}: ]{count} of its NVLinks {count:is|are} inactive[ ({detail})]",
         .remedy = "Check the fabric manager and the kernel's log (Xid 74); reset the GPU; reseat it or the "
                   "bridge",
         .source = kNvlink,
         .variant = "nvlink_inactive"},
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
         .severity = Severity::Note,
         .title = "[{at}: ]error counters are not zero: {detail}",
         .remedy = "Check whether they increase; then the cable, the transceiver and the switch's port",
         .source = kCounters,
         .variant = "counters"},
};

} // namespace

std::span<const Rule> toolReports() {
    return kRules;
}

} // namespace fabricscope::findings::areas
