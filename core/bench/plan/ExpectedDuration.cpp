// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/ExpectedDuration.h"

#include "core/base/Text.h"
#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Secrets.h"

#include <fmt/format.h>

namespace fabricscope::bench {

namespace {

constexpr std::int64_t kMaxSeconds = std::int64_t{366} * 86400;

std::optional<std::chrono::seconds> byOption(const RunSpec &spec) {
    const Tool *tool = toolOf(spec.tool);
    if (tool == nullptr)
        return std::nullopt;
    for (const Option &option : tool->options) {
        if (option.unit != "s" || (option.name != "Duration" && option.name != "Total time"))
            continue;
        const auto value = optionOf(spec.command, {option.flag});
        const auto seconds = value ? parseInteger<std::int64_t>(*value) : std::nullopt;
        if (seconds && *seconds > 0 && *seconds <= kMaxSeconds)
            return std::chrono::seconds(*seconds);
    }
    return std::nullopt;
}

} // namespace

std::optional<std::chrono::seconds> expectedDuration(const RunSpec &spec,
                                                     std::span<const RunRecord> earlier) {
    if (const auto requested = byOption(spec))
        return requested;
    const std::vector<std::string> words = withoutSecrets(spec.command).words; // as they are kept
    const RunRecord *newest = nullptr;
    for (const RunRecord &run : earlier)
        if (run.state.phase == Phase::Ended && run.state.startedMs && run.state.endedMs &&
            run.spec.host == spec.host && run.spec.command.words == words &&
            (newest == nullptr || run.createdMs > newest->createdMs))
            newest = &run;
    if (newest == nullptr || *newest->state.endedMs < *newest->state.startedMs)
        return std::nullopt;
    const std::int64_t ms = *newest->state.endedMs - *newest->state.startedMs;
    return std::chrono::seconds(std::min(ms / 1000, kMaxSeconds));
}

std::string durationText(std::chrono::seconds duration) {
    constexpr std::int64_t kMinute = 60, kHour = 3600;
    const std::int64_t seconds = duration.count();
    if (seconds < 2 * kMinute)
        return fmt::format("{} s", seconds);
    if (seconds < 2 * kHour)
        return fmt::format("{} min", (seconds + kMinute / 2) / kMinute);
    return fmt::format("{:.1f} h", static_cast<double>(seconds) / kHour);
}

} // namespace fabricscope::bench
