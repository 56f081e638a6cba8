// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the kernel logs of itself: panics, oopses, lockups, memory, hung tasks, file systems and drives.
#include "core/capture/redact/Redact.h"
#include "tests/core/topology/KernelFindingsText.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kBoot = "[    0.000000] Linux version 6.8.0\n";

std::string logOf(std::string_view message) {
    return kBoot + "[ 4912.000001] " + std::string(message) + "\n";
}

struct Line {
    const char *text;
    const char *begins; ///< how the only finding begins; empty: none
};
constexpr Line kLines[] = {
    {"Kernel panic - not syncing: Fatal exception in interrupt",
     "error kernel.system.panic: the kernel panicked: Fatal exception in interrupt"},
    {"---[ end Kernel panic - not syncing: Fatal exception ]---",
     "error kernel.system.panic: the kernel panicked: Fatal exception"},
    {"BUG: kernel NULL pointer dereference, address: 0000000000000038",
     "error kernel.system: code of the kernel or of a module failed (oops): BUG: kernel NULL pointer"},
    {"BUG: unable to handle page fault for address: ffffb5c2c0a41000", "error kernel.system: "},
    {"Unable to handle kernel paging request at virtual address ffff800000000010", "error kernel.system: "},
    {"Internal error: Oops: 0000000096000004 [#1] SMP", "error kernel.system: "},
    {"kernel BUG at mm/slub.c:4301!", "error kernel.system: "},
    {"general protection fault, probably for non-canonical address 0xdead000000000108: 0000 [#1] PREEMPT SMP",
     "error kernel.system: "},
    {"traps: python3[4412] general protection fault ip:55f1c0 sp:7ffe10 error:0 in python3.10", ""},
    {"invalid opcode: 0000 [#1] PREEMPT SMP NOPTI", "error kernel.system: "},
    {"BUG: Bad page state in process trainer  pfn:40c21a7",
     "error kernel.system.bug: the kernel reported a bug"},
    {"watchdog: BUG: soft lockup - CPU#37 stuck for 23s! [trainer:88121]",
     "warning kernel.system.soft_lockup: CPU 37 was stuck in the kernel for 23 s (soft lockup), in the "
     "process "
     "trainer"},
    {"NMI watchdog: Watchdog detected hard LOCKUP on cpu 5",
     "error kernel.system.hard_lockup: a CPU was stuck"},
    {"rcu: INFO: rcu_preempt self-detected stall on CPU", "warning kernel.system.rcu_stall: "},
    {"rcu: INFO: rcu_sched detected stalls on CPUs/tasks:", "warning kernel.system.rcu_stall: "},
    {"INFO: task kworker/u256:3:1204 blocked for more than 241 seconds.",
     "warning kernel.system.hung_task: a process waited in the kernel for more than 241 s (hung task): "
     "kworker/u256:3"},
    {"Out of memory: Killed process 90412 (trainer) total-vm:18000kB, anon-rss:9000kB, file-rss:0kB",
     "error kernel.system.out_of_memory: memory ran out, and the kernel ended a process: trainer"},
    {"Out of memory: Kill process 90412 (trainer) score 901 or sacrifice child",
     "error kernel.system.out_of_memory: memory ran out, and the kernel ended a process: trainer"},
    {"Out of memory (oom_kill_allocating_task): Killed process 512 (my (old) tool) total-vm:900kB, "
     "anon-rss:800kB",
     "error kernel.system.out_of_memory: memory ran out, and the kernel ended a process: my (old) tool"},
    {"Memory cgroup out of memory: Killed process 512 (exporter) total-vm:900kB, anon-rss:800kB",
     "warning kernel.system.out_of_memory_cgroup: the memory limit of a container or cgroup was reached, and "
     "the "
     "kernel ended a process: exporter"},
    {"trainer invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, "
     "oom_score_adj=0",
     "error kernel.system.out_of_memory_unnamed: "},
    {"EXT4-fs (nvme1n1p2): Remounting filesystem read-only",
     "error kernel.system.read_only: nvme1n1p2: the kernel made the file system read-only"},
    {"EXT4-fs (nvme1n1p2): re-mounted 6f0c. Quota mode: none.", ""},
    {"EXT4-fs error (device nvme1n1p2): ext4_lookup:1858: inode #77: comm trainer: iget: checksum invalid",
     "warning kernel.system.file_system_errors: nvme1n1p2: the file system has errors: EXT4-fs error "},
    {"XFS (nvme3n1): Metadata corruption detected at xfs_agf_verify+0x63/0x150 [xfs], xfs_agf block 0x1",
     "warning kernel.system.file_system_errors: nvme3n1: the file system has errors: XFS (nvme3n1): "},
    {"BTRFS info (device nvme2n1p1 state EA): forced readonly", "error kernel.system.read_only: nvme2n1p1: "},
    {"XFS (nvme3n1): Corruption of in-memory data (0x8) detected at xfs_defer_finish_noroll (fs/xfs/libxfs/"
     "xfs_defer.c:573).  Shutting down filesystem.",
     "error kernel.system.shut_down: nvme3n1: the kernel shut the file system down"},
    {"I/O error, dev nvme4n1, sector 81920 op 0x0:(READ) flags 0x80700 phys_seg 1 prio class 2",
     "warning kernel.system.io_error: nvme4n1: the drive could not read or write"},
    {"blk_update_request: critical medium error, dev sdq, sector 2048 op 0x0:(READ)",
     "warning kernel.system.io_error: sdq: "},
    {"blk_update_request: I/O error, dev fd0, sector 0 op 0x0:(READ) flags 0x0", ""},
    {"I/O error, dev sr0, sector 0 op 0x0:(READ) flags 0x0", ""},
    {"thermal thermal_zone3: critical temperature reached", "error kernel.system.overheated: "},
    {"watchdog: Delayed init of the lockup detector failed: -19", ""},
    {"rcu: Hierarchical RCU implementation.", ""},
    {"EXT4-fs (nvme1n1p2): mounted filesystem 6f0c r/w with ordered data mode.", ""},
};

TEST(KernelSystem, EachLineGivesItsFinding) {
    for (const Line &line : kLines) {
        const auto found = kernelFindingsOf(logOf(line.text));
        if (*line.begins == '\0')
            EXPECT_THAT(found, IsEmpty()) << line.text;
        else
            EXPECT_THAT(found, ElementsAre(StartsWith(line.begins))) << line.text;
    }
}

TEST(KernelSystem, EachLineGivesItsFindingWhenRedacted) {
    for (const Line &line : kLines) {
        const std::string text = logOf(line.text);
        const auto capture = formats::importPieces({{"dmesg.txt", text}});
        ASSERT_TRUE(capture);
        EXPECT_EQ(shortened(kernelFindingsOf(formats::readHost(capture::redacted(*capture, "key")))),
                  shortened(kernelFindingsOf(text)))
            << line.text;
    }
}

TEST(KernelSystem, LinesOfOneEventAreOneFinding) {
    EXPECT_THAT(
        kernelFindingsOf(kBoot + "[ 812.1] BUG: unable to handle page fault for address: ffffc0de\n"
                                 "[ 812.2] Oops: 0002 [#1] PREEMPT SMP NOPTI\n"
                                 "[ 812.9] Kernel panic - not syncing: Fatal exception\n"
                                 "[ 813.0] ---[ end Kernel panic - not syncing: Fatal exception ]---\n"),
        ElementsAre(StartsWith("error kernel.system: code of the kernel or of a module failed (oops): "),
                    "error kernel.system.panic: the kernel panicked: Fatal exception"));
    EXPECT_THAT(
        kernelFindingsOf(kBoot + "[ 9.1] trainer invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\n"
                                 "[ 9.2] Out of memory: Killed process 7 (trainer) total-vm:1kB\n"
                                 "[ 19.2] Out of memory: Killed process 8 (loader) total-vm:1kB\n"),
        ElementsAre("error kernel.system.out_of_memory: memory ran out, and the kernel ended a process: "
                    "trainer; this is the first of 2 such lines"));
    EXPECT_THAT(
        kernelFindingsOf(kBoot +
                         "[ 9.1] INFO: task a:1 blocked for more than 120 seconds.\n"
                         "[ 9.2] INFO: task b:2 blocked for more than 120 seconds.\n"
                         "[ 9.3] XFS (dm-4): Filesystem has been shut down due to log error (0x2).\n"
                         "[ 9.4] XFS (dm-5): Filesystem has been shut down due to log error (0x2).\n"),
        ElementsAre("warning kernel.system.hung_task: a process waited in the kernel for more than 120 s "
                    "(hung task): a; this is the first of 2 such lines",
                    "error kernel.system.shut_down: dm-4: the kernel shut the file system down, because of "
                    "errors",
                    "error kernel.system.shut_down: dm-5: the kernel shut the file system down, because of "
                    "errors"));
}

TEST(KernelSystem, OtherUnitsOfAJournalAreNotTheKernel) {
    EXPECT_THAT(
        kernelFindingsOf("Mar 03 11:00:00 node-2 kernel: Linux version 6.8.0\n"
                         "Mar 03 11:00:01 node-2 checker[9]: last boot: Kernel panic - not syncing: x\n"),
        IsEmpty());
    EXPECT_THAT(kernelFindingsOf("BUG: kernel NULL pointer dereference, address: 0000000000000038\n"
                                 "Kernel panic - not syncing: Fatal exception\n"),
                testing::SizeIs(2))
        << "dmesg -t";
}

} // namespace

} // namespace fabricscope::topology
