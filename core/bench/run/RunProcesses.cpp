// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/RunProcesses.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

#include <string_view>

namespace fabricscope::bench {

namespace {

/// "all_reduce_perf" of "/opt/tests/all_reduce_perf".
std::string programOf(const RunSpec &spec) {
    const std::string_view path =
        spec.command.words.empty() ? std::string_view() : spec.command.words.front();
    const std::string name = processName(path.substr(path.rfind('/') + 1)); // npos + 1 is 0
    return name.empty() ? "tool" : name;
}

/// "user@host:2222" as ssh takes it.
std::string sshTo(const std::string &host) {
    const auto colon = host.rfind(':'), bracket = host.rfind(']');
    const bool isAddress = host.find(':') != colon && bracket == std::string::npos;
    if (colon == std::string::npos || isAddress || (bracket != std::string::npos && bracket > colon))
        return "ssh " + host;
    std::string name = host.substr(0, colon);
    std::erase_if(name, [](char c) { return c == '[' || c == ']'; });
    return "ssh -p " + host.substr(colon + 1) + " " + name;
}

} // namespace

std::string processName(std::string_view text) {
    constexpr std::string_view kAllowed =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
    constexpr std::size_t kMost = 64;
    std::string name(text.substr(0, kMost));
    std::erase_if(name, [&](char c) { return kAllowed.find(c) == std::string_view::npos; });
    return name;
}

std::string processesText(const RunSpec &spec, std::optional<int> pid) {
    const std::string program = programOf(spec);
    return pid ? fmt::format("process {} ({}) or processes that it started", *pid, program)
               : "processes of " + program;
}

std::string remainingName(const RemainingProcess &process) {
    if (process.pid == 0)
        return fmt::format("{} {}", process.engine.empty() ? "container" : process.engine + " container",
                           process.container.empty() ? process.name : process.container);
    std::string text = fmt::format("process {}", process.pid);
    if (!process.name.empty())
        text += fmt::format(" ({})", process.name);
    if (!process.owner.empty())
        text += " of " + process.owner;
    if (!process.container.empty())
        text += " in container " + process.container;
    return text;
}

std::string lookupText(const RunSpec &spec) {
    const std::string host = HostText(spec.host).line(256);
    // A container has no address of its own.
    const bool isLocal = host.starts_with("local:"), isPlain = host.find('/') == std::string::npos;
    const std::string prefix = isLocal ? "" : isPlain ? sshTo(host) + " " : "on " + host + ": ";
    return prefix + "ps -eo pid,ppid,user,lstart,args --sort=start_time";
}

} // namespace fabricscope::bench
