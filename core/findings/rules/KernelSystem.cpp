// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kId = "kernel.system";
constexpr std::string_view kMemory =
    "Linux, mm/oom_kill.c; Documentation/admin-guide/cgroup-v2.rst: memory.max";
constexpr std::string_view kLockups = "Linux, Documentation/admin-guide/lockup-watchdogs.rst";
constexpr std::string_view kFileSystems = "Linux, fs/ext4/super.c, fs/btrfs/messages.c, fs/xfs/xfs_fsops.c";
constexpr std::string_view kOopses = "Linux, Documentation/admin-guide/bug-hunting.rst";

constexpr std::array kRules = {
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "code of the kernel or of a module failed (oops)[ ({count} times)]: {text}",
         .remedy =
             "Restart the host; the lines below it name the code (RIP) and its module in brackets: update "
             "that driver",
         .source = kOopses},
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "the kernel panicked[ ({count} times)][: {part}]",
         .remedy = "Look at the lines before it for the cause; set up kdump, to have a dump of the next one",
         .source = "Linux, kernel/panic.c; Documentation/admin-guide/kdump/kdump.rst",
         .variant = "panic"},
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "the kernel reported a bug[ ({count} times)]: {text}",
         .remedy =
             "Restart the host; update the kernel and the drivers in the trace below it; test the memory",
         .source = kOopses,
         .variant = "bug"},
    Rule{.id = kId,
         .severity = Severity::Warning,
         .title = "[CPU {cpu}][{!cpu}a CPU] was stuck in the kernel[ for {seconds} s] (soft lockup)[, in the "
                  "process {process}][; this is the first of {count} {count:such line|such lines}]",
         .remedy =
             "Look at the trace below it for the driver; in a VM, check that the hypervisor gives it its "
             "CPUs",
         .source = kLockups,
         .variant = "soft_lockup"},
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "a CPU was stuck in the kernel with interrupts off (hard lockup)[ ({count} times)]",
         .remedy = "Look at the trace below it for the driver; update BIOS, kernel and drivers",
         .source = kLockups,
         .variant = "hard_lockup"},
    Rule{.id = kId,
         .severity = Severity::Warning,
         .title = "a CPU or a task kept the kernel waiting (RCU stall)[ ({count} times)]",
         .remedy =
             "Look at the trace below it for the driver; in a VM, check that the hypervisor gives it its "
             "CPUs",
         .source = "Linux, Documentation/RCU/stallwarn.rst",
         .variant = "rcu_stall"},
    Rule{.id = kId,
         .severity = Severity::Warning,
         .title =
             "a process waited in the kernel[ for more than {seconds} s] (hung task)[: {process}][; this is "
             "the first of {count} {count:such line|such lines}]",
         .remedy = "Look at the trace below it for what it waits for: a file system, a drive or a driver",
         .source = "Linux, Documentation/admin-guide/sysctl/kernel.rst: hung_task_timeout_secs",
         .variant = "hung_task"},
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "memory ran out, and the kernel ended a process[: {process}][; this is the first of "
                  "{count} {count:such line|such lines}]",
         .remedy =
             "Find what uses the memory (the table of tasks before it); run fewer processes, or limit them",
         .source = kMemory,
         .variant = "out_of_memory"},
    Rule{.id = kId,
         .severity = Severity::Warning,
         .title = "the memory limit of a container or cgroup was reached, and the kernel ended a process[: "
                  "{process}][; this is the first of {count} {count:such line|such lines}]",
         .remedy =
             "Raise the limit (memory.max; of a pod, resources.limits.memory), or let its processes use less",
         .source = kMemory,
         .variant = "out_of_memory_cgroup"},
    Rule{
        .id = kId,
        .severity = Severity::Error,
        .title =
            "memory, or a cgroup's limit of it, ran out[ for {process}], and the kernel looked for a process "
            "to end[; this is the first of {count} {count:such line|such lines}]",
        .remedy =
            "Find what uses the memory (the table of tasks below it); run fewer processes, or limit them",
        .source = kMemory,
        .variant = "out_of_memory_unnamed"},
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "[{at}: ]the kernel made the file system read-only, because of errors[ ({count} times)]",
         .remedy =
             "Look for errors of its drive, and replace that; check the file system while it is not mounted "
             "(fsck)",
         .source = kFileSystems,
         .variant = "read_only"},
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "[{at}: ]the kernel shut the file system down, because of errors[ ({count} times)]",
         .remedy =
             "Look for errors of its drive, and replace that; check the file system while it is not mounted "
             "(xfs_repair)",
         .source = kFileSystems,
         .variant = "shut_down"},
    Rule{.id = kId,
         .severity = Severity::Warning,
         .title = "[{at}: ]the file system has errors[ ({count} times)]: {text}",
         .remedy = "Look for errors of its drive; check the file system while it is not mounted (fsck, "
                   "xfs_repair)",
         .source = kFileSystems,
         .variant = "file_system_errors"},
    Rule{.id = kId,
         .severity = Severity::Warning,
         .title = "[{at}: ]the drive could not read or write[ ({count} times)]",
         .remedy =
             "Check the drive (nvme smart-log, smartctl), its slot and cables; replace it if it has errors",
         .source = "Linux, block/blk-mq.c: blk_print_req_error()",
         .variant = "io_error"},
    Rule{.id = kId,
         .severity = Severity::Error,
         .title = "a part of the host reached its critical temperature[ ({count} times)]",
         .remedy = "Check airflow, fans and heatsinks: the host shuts itself down",
         .source = "Linux, drivers/thermal/thermal_core.c",
         .variant = "overheated"},
};

} // namespace

std::span<const Rule> kernelSystem() {
    return kRules;
}

} // namespace fabricscope::findings::areas
