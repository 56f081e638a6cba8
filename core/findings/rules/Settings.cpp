// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of the kernel, rights, services and libraries of a host: made in core/checks.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kSysctl =
    "Linux, Documentation/networking/ip-sysctl.rst: arp_ignore, arp_announce, "
    "rp_filter";

constexpr std::array kRules = {
    Rule{.id = "system.shared_memory",
         .severity = Severity::Error,
         .title = "/dev/shm has {actual}; NCCL and RCCL need about {expected}",
         .sentence = "Ranks on one host exchange data through it, and fail to start where it is full.",
         .remedy =
             "Start the container with --shm-size or --ipc=host (of a pod: an emptyDir of medium Memory at "
             "/dev/shm)",
         .source = "NVIDIA, NCCL documentation, Troubleshooting: Sharing data"},
    Rule{.id = "system.disks",
         .severity = Severity::Note,
         .title = "/tmp has {actual} free",
         .remedy = "Delete files in /tmp, or give jobs another TMPDIR",
         .source = "azurehpc-health-checks: free space"},
    Rule{.id = "system.huge_pages",
         .severity = Severity::Note,
         .title = "transparent huge pages are off",
         .remedy = "Write {expected} to /sys/kernel/mm/transparent_hugepage/enabled",
         .source = "Linux, Documentation/admin-guide/mm/transhuge.rst; AMD, tuning guides of EPYC"},
    Rule{.id = "system.governor",
         .severity = Severity::Warning,
         .title = "the CPUs' frequency governor is {actual}",
         .sentence = "The CPUs are slow for the first microseconds of each step of a job.",
         .remedy =
             "Set the governor {expected}; tuned's profile throughput-performance keeps it after a reboot",
         .source = "Linux, Documentation/admin-guide/pm/cpufreq.rst; perftest: CPU frequency warning"},
    Rule{.id = "system.governor",
         .severity = Severity::Note,
         .title = "the CPUs choose their frequency themselves, with the governor {actual}",
         .remedy = "Set the governor {expected} for the lowest latency",
         .source = "Linux, Documentation/admin-guide/pm/amd-pstate.rst, intel_pstate.rst: active mode",
         .variant = "hardware"},
    Rule{.id = "system.clock",
         .severity = Severity::Note,
         .title = "the clock is {actual} {direction} that of the machine that collected",
         .sentence = "Logs of several hosts cannot be compared by their times.",
         .remedy = "Let chrony or ntpd set the clock",
         .source = "chronyc(1), tracking"},
    Rule{.id = "gpu.dmabuf_config",
         .severity = Severity::Error,
         .title = "the kernel was built without {actual}",
         .sentence = "NICs cannot access GPU memory by DMA-BUF.",
         .remedy = "Boot a kernel that has both CONFIG_PCI_P2PDMA and CONFIG_DMABUF_MOVE_NOTIFY",
         .source = "RCCL, src/misc/rocmwrap.cc; openucx/ucx pull request 9064"},
    Rule{.id = "gpu.access",
         .severity = Severity::Error,
         .title = "the user may not open {files} ({actual})",
         .sentence = "Programs of this user find no GPU.",
         .remedy = "Add the user to the groups video and render, and log in again",
         .source = "AMD, ROCm installation: permissions of GPU access"},
    Rule{.id = "gpu.fabric_manager",
         .severity = Severity::Error,
         .title = "the service nvidia-fabricmanager is {actual}",
         .sentence = "GPUs behind NVSwitch cannot start CUDA (error 802, system not yet initialized).",
         .remedy = "Start nvidia-fabricmanager; its log names what keeps it from running",
         .source = "NVIDIA, Fabric Manager for NVSwitch systems, user guide"},
    Rule{.id = "gpu.fabric_manager",
         .severity = Severity::Error,
         .title = "Fabric Manager is of version {actual}, and the driver is of {expected}",
         .sentence = "Fabric Manager stops: both must be of the same version.",
         .remedy = "Install Fabric Manager {expected}, from the same repository as the driver",
         .source = "NVIDIA, Fabric Manager for NVSwitch systems, user guide; NVIDIA/gpu-operator issue 544",
         .variant = "version"},
    Rule{.id = "rdma.access",
         .severity = Severity::Error,
         .title = "the user may not open {files} ({actual})",
         .sentence = "Programs of this user find no RDMA device.",
         .remedy =
             "Make /dev/infiniband/uverbs* readable and writable for users (rdma-core's rules for udev do)",
         .source = "rdma-core, Documentation/udev.md"},
    Rule{.id = "rdma.provider",
         .severity = Severity::Warning,
         .title = "libibverbs has no provider library for {devices}",
         .sentence = "Programs that use the host's libraries do not find {count:it|them}.",
         .remedy = "Install the NIC's user-space package: rdma-core's ibverbs-providers, or its maker's",
         .source = "rdma-core, Documentation/libibverbs.md"},
    Rule{.id = "rdma.shared_subnets",
         .severity = Severity::Warning,
         .title = "{interfaces} are in one subnet, with {actual}",
         .sentence = "Each answers for the addresses of the others: connections take the wrong port or fail.",
         .remedy = "Give each port a subnet of its own, or set {expected}",
         .source = kSysctl},
};

} // namespace

std::span<const Rule> settings() {
    return kRules;
}

} // namespace fabricscope::findings::areas
