// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/SystemFault.h"

#include "core/base/Text.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::host {

namespace {

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

struct Row {
    std::string_view has, alsoHas, variant;
};

constexpr std::string_view kPanic = "panic", kReadOnly = "read_only", kShutDown = "shut_down",
                           kErrors = "file_system_errors", kInputOutput = "io_error";
// Linux: kernel/panic.c, mm/oom_kill.c, kernel/watchdog.c, kernel/rcu/tree_stall.h and tree_exp.h,
// kernel/hung_task.c, mm/page_alloc.c, fs/ext4/super.c, fs/btrfs, fs/xfs/xfs_fsops.c, block/blk-mq.c,
// drivers/thermal/thermal_core.c. Each other row of the log's rows is an oops.
constexpr Row kRows[] = {
    {"Kernel panic - not syncing", "", kPanic},
    {"invoked oom-killer", "", "out_of_memory_unnamed"},
    {"cgroup out of memory", "", "out_of_memory_cgroup"},
    {"Out of memory", "", "out_of_memory"},
    {"soft lockup - CPU#", "", "soft_lockup"},
    {"hard LOCKUP", "", "hard_lockup"},
    {" stall on CPU", "", "rcu_stall"},
    {" stalls on CPU", "", "rcu_stall"},
    {"INFO: task ", " for more than ", "hung_task"},
    {"Remounting filesystem read-only", "", kReadOnly},
    {"forced readonly", "", kReadOnly},
    {"hutting down filesystem", "", kShutDown},
    {"ilesystem has been shut down", "", kShutDown},
    {"EXT4-fs error (device ", "", kErrors},
    {"orruption detected at ", "", kErrors},
    {" error, dev ", "", kInputOutput},
    {"critical temperature", "", "overheated"},
    {"BUG: Bad page ", "", "bug"},
    {"BUG: scheduling while atomic", "", "bug"},
    {"", "", ""},
};

/// Of "EXT4-fs (nvme0n1p2): Remounting ...", "BTRFS info (device sda1 state EA): forced readonly".
std::string_view fileSystemOf(std::string_view text) {
    const auto open = text.find('(');
    if (open == std::string_view::npos)
        return {};
    text.remove_prefix(open + 1);
    if (constexpr std::string_view kDevice = "device "; text.starts_with(kDevice))
        text.remove_prefix(kDevice.size());
    const auto end = text.find_first_of(" )");
    return end == std::string_view::npos ? std::string_view{} : text.substr(0, end);
}

/// The text behind some words, up to one of these letters.
std::string_view behind(std::string_view text, std::string_view words, std::string_view ends) {
    const auto at = text.find(words);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + words.size());
    return trimmed(text.substr(0, std::min(text.find_first_of(ends), text.size())));
}

std::string_view partOf(std::string_view variant, std::string_view text) {
    if (variant == kPanic) {
        std::string_view cause = behind(text, "not syncing: ", "");
        if (const auto end = cause.find(" ]---"); end != std::string_view::npos) // its last line
            cause = cause.substr(0, end);
        return cause;
    }
    if (variant == kReadOnly || variant == kShutDown || variant == kErrors)
        return fileSystemOf(text);
    return variant == kInputOutput ? behind(text, " error, dev ", " ,") : std::string_view{};
}

/// Drives without a disk fail at each boot: "fd0", "sr0"; "loop7" is a file.
bool isNoDrive(std::string_view name) {
    const auto isNumbered = [&](std::string_view kind) {
        return name.starts_with(kind) && name.size() > kind.size() &&
               name.find_first_not_of("0123456789", kind.size()) == std::string_view::npos;
    };
    return isNumbered("fd") || isNumbered("sr") || isNumbered("loop");
}

} // namespace

KernelFault systemFaultOf(std::string_view text) {
    const auto *row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row &each) {
        return has(text, each.has) && has(text, each.alsoHas);
    });
    KernelFault fault;
    fault.rule = "kernel.system";
    fault.variant = row->variant; // the last row has no words
    fault.part = partOf(fault.variant, text);
    fault.isNoFault = fault.variant == kInputOutput && isNoDrive(fault.part);
    return fault;
}

} // namespace fabricscope::host
