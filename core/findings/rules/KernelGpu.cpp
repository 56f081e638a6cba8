// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the kernel logs of GPUs, besides NVIDIA's Xid.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kAmdgpu =
    "Linux, drivers/gpu/drm/amd/amdgpu; Documentation/gpu/amdgpu/ras.rst: AMDGPU RAS support";

constexpr std::array kRules = {
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU is too hot: it passed its critical temperature[ ({count} times)]",
         .remedy = "Check airflow, fans and heatsink or coolant; the driver may shut the host down",
         .source = kAmdgpu,
         .variant = "hot"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU's memory has more bad pages than allowed (RAS)[ ({count} times)]",
         .remedy = "Check amd-smi bad-pages, and have the GPU replaced: the driver may refuse to start it",
         .source = kAmdgpu,
         .variant = "bad_pages"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the driver retired pages of the GPU's memory[ ({count} times)]: {text}",
         .remedy =
             "Reset the GPU when it is free; watch amd-smi bad-pages, and have the GPU replaced if they get "
             "more",
         .source = kAmdgpu,
         .variant = "pages_retired"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Note,
         .title = "[{at}: ]the GPU's list of retired pages has entries[ ({count} times)]: {text}",
         .remedy = "Watch amd-smi bad-pages, and have the GPU replaced if they get more",
         .source = kAmdgpu,
         .variant = "pages_recorded"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the GPU's memory has nearly as many bad pages as allowed (RAS)[ ({count} times)]",
         .remedy = "Check amd-smi bad-pages, and plan to have the GPU replaced",
         .source = kAmdgpu,
         .variant = "bad_pages_near"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Note,
         .title = "[{at}: ]the GPU was reset, and recovered[ ({count} times)]",
         .remedy = "Look at the messages before it for the cause; programs on the GPU were ended",
         .source = kAmdgpu,
         .variant = "reset_done"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the driver began to reset the GPU[ ({count} times)], and logged no end",
         .remedy = "Look at the messages before it for the cause; check the GPU with amd-smi",
         .source = kAmdgpu,
         .variant = "reset"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the driver could not reset the GPU[ ({count} times)]",
         .remedy = "Power-cycle the host; if it happens again, have the GPU replaced",
         .source = kAmdgpu,
         .variant = "reset_failed"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU did not finish work in time (ring timeout)[ ({count} times)]",
         .remedy =
             "Find the program that ran on it; if several programs do this, update driver and firmware, "
             "and run RVS",
         .source = kAmdgpu,
         .variant = "ring"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Note,
         .title = "[{at}: ]the GPU did not finish work in time, and recovered without a reset[ ({count} "
                  "times)]",
         .source = kAmdgpu,
         .variant = "ring_recovered"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU did not give up a queue of a process in time (preemption)[ ({count} "
                  "times)]",
         .remedy = "Look for a reset of the GPU behind it, and for the program that ran on it; update driver "
                   "and firmware",
         .source = kAmdgpu,
         .variant = "preemption"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the GPU's scheduler (MES) did not answer the driver[ ({count} times)]",
         .remedy = "Look for a reset of the GPU behind it; if it happens again, update driver and firmware",
         .source = kAmdgpu,
         .variant = "scheduler"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Note, // graphics of a CPU, or an old card, next to the GPUs for computing
         .title = "[{at}: ]KFD does not support a GPU: ROCm cannot use it[ ({count} times)]",
         .remedy = "If it is a GPU for computing: install a newer kernel or amdgpu-dkms",
         .source = kAmdgpu,
         .variant = "no_kfd"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title =
             "[{at}: ]a program accessed GPU memory that it does not have (page fault)[ ({count} times)]",
         .remedy = "Find the program (process in the log), and debug it with rocgdb",
         .source = kAmdgpu,
         .variant = "page_fault"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the NVIDIA driver could not start the GPU[ (RmInitAdapter failed: {code})][ "
                  "({count} times)]",
         .remedy = "Check that driver and GPU match (open kernel modules from Blackwell on) and the log's "
                   "lines before it; power-cycle the host; then reseat the GPU",
         .source = "NVIDIA, open-gpu-kernel-modules: RmInitAdapter()",
         .variant = "nvidia_init"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "the NVIDIA driver could not start the GPU with the minor number {part}[ ({count} times)]",
         .remedy =
             "Find its address by the number (Device Minor in /proc/driver/nvidia/gpus, Minor Number of "
             "nvidia-smi -q); look at the log's lines before it; power-cycle the host; then reseat the GPU",
         .source = "NVIDIA, open-gpu-kernel-modules: RmInitAdapter()",
         .variant = "nvidia_init_minor"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the amdgpu driver could not start the GPU[ ({count} times)][: {errors}]",
         .remedy = "Check the log's lines before it; power-cycle the host; if it happens again, update the "
                   "driver, then have the GPU checked",
         .source = kAmdgpu,
         .variant = "amd_init"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the amdgpu driver could not start the GPU, because its security processor (PSP) "
                  "did not start[ ({count} times)]: {errors}",
         .remedy = "Power-cycle the host (off and on: a restart does not reset the PSP); if it happens "
                   "again, update the GPU's firmware and the driver",
         .source = kAmdgpu,
         .variant = "amd_init_psp"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the amdgpu driver could not start the GPU, because it found no VBIOS[ ({count} "
                  "times)]: {errors}",
         .remedy = "In a VM: give the GPU its ROM (romfile); on the host: enable the option ROM in the BIOS, "
                   "power-cycle the host, and update the GPU's firmware",
         .source = kAmdgpu,
         .variant = "amd_init_vbios"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the amdgpu driver could not start the GPU, because a firmware file is missing[ "
                  "({count} times)]: {errors}",
         .remedy = "Install the driver's firmware files (amdgpu-dkms-firmware or linux-firmware), then "
                   "rebuild the initramfs",
         .source = kAmdgpu,
         .variant = "amd_init_firmware"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]ROCm does not use a GPU, because PCIe atomics do not reach it[ ({count} times)]: "
                  "{text}",
         .remedy = "Enable PCIe atomics (AtomicOps) in the BIOS, or move the GPU to a slot whose ports route "
                   "them; in a VM, give the virtual root port atomics",
         .source = "Linux, drivers/gpu/drm/amd/amdkfd/kfd_device.c",
         .variant = "no_atomics"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title =
             "[{at}: ]the GPU's security processor (PSP) did not load its firmware[ ({count} times)]: {text}",
         .remedy = "Power-cycle the host (off and on: a restart does not reset the PSP); if it happens "
                   "again, update the GPU's firmware and the driver",
         .source = kAmdgpu,
         .variant = "psp"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title =
             "[{at}: ]a ring of the GPU failed the driver's test: it does not take work[ ({count} times)]",
         .remedy = "Reset the GPU, or power-cycle the host; if it happens again, update driver and firmware, "
                   "then have the GPU checked",
         .source = kAmdgpu,
         .variant = "ring_test"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU's power controller (SMU) cannot be read: the GPU no longer answers[ "
                  "({count} times)]",
         .remedy = "Check that the GPU is still there (lspci); power-cycle the host; if it happens again, "
                   "reseat the GPU",
         .source = kAmdgpu,
         .variant = "smu_unreadable"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the GPU's power controller (SMU) did not do what the driver asked[ ({count} "
                  "times)]: {text}",
         .remedy = "Reset the GPU, or power-cycle the host; if it happens again, update driver and firmware",
         .source = kAmdgpu,
         .variant = "smu"},
    Rule{
        .id = "kernel.gpu_fault",
        .severity = Severity::Error,
        .title =
            "[{at}: ]the GPU's mailbox for SR-IOV is stuck: a message was not acknowledged[ ({count} times)]",
        .remedy = "In a VM: check the GPU's driver on the host; on the host: power-cycle it",
        .source = kAmdgpu,
        .variant = "mailbox"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU reported a fatal hardware error (RAS, ERREVENT_ATHUB_INTERRUPT)[ ({count} "
                  "times)]",
         .remedy = "Reset the GPU and those linked with it by XGMI, or restart the host; check amd-smi "
                   "metric --ecc; if it happens again, have it replaced",
         .source = kAmdgpu,
         .variant = "fatal"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU's PCIe interface (NBIF) reported a hardware error (RAS)[ ({count} times)]",
         .remedy = "Check the PCIe errors of the GPU and its ports; reset the GPU; if it happens again, "
                   "reseat it, then have it replaced",
         .source = kAmdgpu,
         .variant = "nbif"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]a program read GPU memory that holds an uncorrected error (poison)[ ({count} "
                  "times)]",
         .remedy = "Restart the program; check amd-smi bad-pages; if it happens again, have the GPU replaced",
         .source = kAmdgpu,
         .variant = "poison"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU has uncorrectable hardware errors (RAS)[ in its {part}][ ({count} times)]",
         .remedy = "Reset the GPU, and check amd-smi bad-pages and amd-smi metric --ecc; if it happens "
                   "again, have it replaced",
         .source = kAmdgpu,
         .variant = "uncorrectable"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the GPU has deferred hardware errors (RAS)[ in its {part}]: not corrected, not "
                  "used yet[ ({count} times)]",
         .remedy = "Reset the GPU when it is free, and check amd-smi bad-pages; if it happens again, have it "
                   "replaced",
         .source = kAmdgpu,
         .variant = "deferred"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Note,
         .title = "[{at}: ]the GPU corrected hardware errors (RAS)[ in its {part}][ ({count} times)]",
         .remedy = "If they continue: check amd-smi metric --ecc",
         .source = kAmdgpu,
         .variant = "correctable"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU logged hardware errors that were not corrected (ACA)[ ({count} times)]",
         .remedy = "Check amd-smi metric --ecc and amd-smi bad-pages; reset the GPU; if it happens again, "
                   "have it replaced",
         .source = kAmdgpu,
         .variant = "aca_uncorrected"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the GPU logged deferred hardware errors (ACA): not corrected, not used yet[ "
                  "({count} times)]",
         .remedy = "Reset the GPU when it is free, and check amd-smi bad-pages; if it happens again, have it "
                   "replaced",
         .source = kAmdgpu,
         .variant = "aca_deferred"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Note,
         .title = "[{at}: ]the GPU logged corrected hardware errors (ACA)[ ({count} times)]",
         .remedy = "If they continue: check amd-smi metric --ecc",
         .source = kAmdgpu,
         .variant = "aca_corrected"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Note,
         .title = "[{at}: ]the GPU logged hardware errors (ACA)[ ({count} times)]; the kernel's log does not "
                  "say which",
         .remedy = "Check amd-smi metric --ecc",
         .source = kAmdgpu,
         .variant = "aca_logged"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]an XGMI or WAFL link of the GPU has an error[ ({count} times)]: {text}",
         .remedy = "Check amd-smi xgmi and amd-smi metric --xgmi-err; reset the GPUs of the link",
         .source = kAmdgpu,
         .variant = "xgmi"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the driver could not set up the GPU's XGMI links[ ({count} times)]: {text}",
         .remedy = "Check that all GPUs of the host are there (amd-smi list) and their links (amd-smi xgmi); "
                   "power-cycle the host",
         .source = kAmdgpu,
         .variant = "xgmi_setup"},
};

} // namespace

std::span<const Rule> kernelGpu() {
    return kRules;
}

} // namespace fabricscope::findings::areas
