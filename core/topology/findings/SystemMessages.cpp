// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/SystemMessages.h"

#include "core/base/Text.h"

#include <algorithm>
#include <string>

namespace fabricscope::topology {

namespace {

struct Part {
    std::string_view variant, name, before, after;
};
// "watchdog: BUG: soft lockup - CPU#12 stuck for 26s! [python3:4412]", "INFO: task nvidia-smi:8812 blocked
// for more than 120 seconds.".
constexpr Part kParts[] = {
    {"soft_lockup", "cpu", "CPU#", " stuck"},
    {"soft_lockup", "seconds", "stuck for ", "s!"},
    {"soft_lockup", "process", "! [", "]"},
    {"hung_task", "seconds", "for more than ", " seconds"},
    {"hung_task", "process", "INFO: task ", " blocked"},
};

/// "Killed process 4412 (python3) total-vm:...": python3. Names may have brackets; what is before the number
/// may have some, too: "Out of memory (oom_kill_allocating_task): ...".
std::string_view killedProcess(std::string_view line) {
    constexpr std::string_view kProcess = " process ";
    const auto at = line.find(kProcess);
    if (at == std::string_view::npos)
        return {};
    std::string_view rest = line.substr(at + kProcess.size());
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    if (!rest.starts_with(" ("))
        return {};
    rest.remove_prefix(2);
    for (const std::string_view after : {") total-vm", ") score"}) // the second one: of older kernels
        if (const auto end = rest.find(after); end != std::string_view::npos)
            return trimmed(rest.substr(0, end));
    return {};
}

} // namespace

void setSystemParts(findings::Finding &finding, std::string_view line) {
    for (const Part &part : kParts) {
        const auto at = finding.variant == part.variant ? line.find(part.before) : line.npos;
        if (at == std::string_view::npos)
            continue;
        const std::string_view rest = line.substr(at + part.before.size());
        const auto end = rest.find(part.after);
        std::string_view value = trimmed(rest.substr(0, end));
        if (end == std::string_view::npos || value.empty())
            continue;
        if (part.name == "process")
            value = value.substr(0, value.rfind(':')); // without its id
        finding.set(std::string(part.name), std::string(value));
    }
    if (finding.variant == "out_of_memory" || finding.variant == "out_of_memory_cgroup")
        if (const std::string_view process = killedProcess(line); !process.empty())
            finding.set("process", std::string(process));
    constexpr std::string_view kInvoked = " invoked oom-killer";
    if (const auto at = line.find(kInvoked);
        finding.variant == "out_of_memory_unnamed" && at != std::string_view::npos && at > 0)
        finding.set("process", std::string(line.substr(0, at)));
}

} // namespace fabricscope::topology
