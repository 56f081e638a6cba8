// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/SystemMessages.h"

#include "core/base/Text.h"

#include <string>

namespace fabricscope::topology {

namespace {

struct Part {
    std::string_view variant, name, before, after;
};
// "watchdog: BUG: soft lockup - CPU#12 stuck for 26s! [python3:4412]", "INFO: task nvidia-smi:8812 blocked
// for more than 120 seconds.", "Out of memory: Killed process 4412 (python3) total-vm:..., ...".
constexpr Part kParts[] = {
    {"soft_lockup", "cpu", "CPU#", " stuck"},
    {"soft_lockup", "seconds", "stuck for ", "s!"},
    {"soft_lockup", "process", "! [", "]"},
    {"hung_task", "seconds", "for more than ", " seconds"},
    {"hung_task", "process", "INFO: task ", " blocked"},
    {"out_of_memory", "process", " (", ") total-vm"},
    {"out_of_memory", "process", " (", ") score"}, // of older kernels
    {"out_of_memory_cgroup", "process", " (", ") total-vm"},
    {"out_of_memory_cgroup", "process", " (", ") score"},
};

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
        if (part.name == "process" && part.variant != "out_of_memory" &&
            part.variant != "out_of_memory_cgroup")
            value = value.substr(0, value.rfind(':')); // without its id
        finding.set(std::string(part.name), std::string(value));
    }
    constexpr std::string_view kInvoked = " invoked oom-killer";
    if (const auto at = line.find(kInvoked);
        finding.variant == "out_of_memory_unnamed" && at != std::string_view::npos && at > 0)
        finding.set("process", std::string(line.substr(0, at)));
}

} // namespace fabricscope::topology
