// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/ForeignLoad.h"

#include "app/jobs/SupervisorScript.h"
#include "core/base/Text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace fabricscope::app {

namespace {

constexpr std::size_t kMostProcesses = 4096;
constexpr std::size_t kMostDevices = 256;

std::string ageText(std::chrono::seconds age) {
    constexpr int kMinute = 60, kHour = 3600, kDay = 86400;
    const auto seconds = age.count();
    if (seconds >= 2 * kDay)
        return fmt::format("{} days", seconds / kDay);
    if (seconds >= 2 * kHour)
        return fmt::format("{} h", seconds / kHour);
    return seconds >= 2 * kMinute ? fmt::format("{} min", seconds / kMinute) : fmt::format("{} s", seconds);
}

} // namespace

std::vector<ForeignUse> readForeignLoad(std::string_view output, const std::string &mark) {
    std::map<int, ForeignUse> uses;
    while (!output.empty()) {
        std::string_view line = takeUntil(output, '\n');
        if (!line.starts_with(mark))
            continue;
        line.remove_prefix(mark.size());
        const std::string_view word = takeUntil(line, ' ');
        const auto pid = parseInteger<int>(takeUntil(line, ' '));
        if (!pid || *pid <= 0 || (uses.size() >= kMostProcesses && uses.count(*pid) == 0))
            continue;
        if (word == "uses") {
            ForeignUse &use = uses[*pid];
            use.pid = *pid;
            if (use.devices.size() < kMostDevices)
                use.devices.push_back(sanitized(line, 64));
        } else if (const auto known = uses.find(*pid); word == "process" && known != uses.end()) {
            known->second.uid = parseInteger<std::uint32_t>(takeUntil(line, ' '));
            if (const auto age = parseInteger<std::int64_t>(takeUntil(line, ' ')); age && *age >= 0)
                known->second.age = std::chrono::seconds(*age);
            known->second.command = sanitized(trimmed(line), 300);
        }
    }
    std::vector<ForeignUse> list;
    for (auto &[pid, use] : uses) {
        std::sort(use.devices.begin(), use.devices.end());
        use.devices.erase(std::unique(use.devices.begin(), use.devices.end()), use.devices.end());
        list.push_back(std::move(use));
    }
    return list;
}

std::shared_ptr<RemoteScript> findForeignLoad(remote::Client &client, HostWay way, ForeignLoadDone done) {
    const SupervisorScript script(SupervisorScript::makeRunId());
    return RemoteScript::run(
        client, std::move(way), {}, script.load(), script.mark() + "begin",
        [done = std::move(done), mark = script.mark()](tl::expected<ScriptResult, remote::Failure> result) {
            if (!result)
                return done(tl::unexpected(result.error()));
            if (result->out.find(mark + "done") == std::string::npos)
                return done(tl::unexpected(
                    remote::Failure{remote::FailureKind::CommandFailed, remote::Stage::Command,
                                    "the host did not say to the end who uses its devices", "try again"}));
            done(readForeignLoad(result->out, mark));
        });
}

std::string describe(const ForeignUse &use) {
    std::string who = use.uid ? fmt::format("uid {}", *use.uid) : std::string("uid unknown");
    if (use.age)
        who += ", for " + ageText(*use.age);
    return fmt::format("pid {} ({}): {}: {}", use.pid, who, use.command.empty() ? "?" : use.command,
                       fmt::join(use.devices, " "));
}

} // namespace fabricscope::app
