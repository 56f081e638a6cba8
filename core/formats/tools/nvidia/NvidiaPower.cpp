// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/nvidia/NvidiaPower.h"

#include "core/base/Text.h"
#include "core/formats/tools/ToolText.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace fabricscope::formats {

namespace {

constexpr std::string_view kCounters = "reasons_counters";

/// "700.00 W", "700.00"; what no GPU has is no limit.
std::optional<double> wattsOf(std::string_view text) {
    constexpr double kMost = 100'000;
    double watts = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), watts, std::chars_format::fixed);
    const std::string_view unit = trimmed({end, static_cast<std::size_t>(text.data() + text.size() - end)});
    const bool isKnown = error == std::errc{} && watts > 0 && watts < kMost && (unit.empty() || unit == "W");
    return isKnown ? std::optional(watts) : std::nullopt;
}

/// Seconds of "123456 us"; nvidia-smi counts microseconds.
std::optional<double> secondsOf(std::string_view text) {
    constexpr double kMicroseconds = 1e6;
    const auto count = parseInteger<std::uint64_t>(takeWord(text));
    const std::string_view unit = trimmed(text);
    return count && (unit.empty() || unit == "us")
               ? std::optional(static_cast<double>(*count) / kMicroseconds)
               : std::nullopt;
}

std::string timeText(double seconds) {
    constexpr double kMinute = 60, kHour = 3600, kMilliseconds = 1000;
    if (seconds < 1)
        return fmt::format("{:.3g} ms", seconds * kMilliseconds);
    if (seconds < kMinute)
        return fmt::format("{:.3g} s", seconds);
    return seconds < kHour ? fmt::format("{:.1f} min", seconds / kMinute)
                           : fmt::format("{:.1f} h", seconds / kHour);
}

/// The names of -q, of -q -x (without what they begin with) and of --query-gpu. Power capping is normal under
/// full load.
struct Counter {
    std::string_view name, shown;
};
constexpr Counter kTimes[] = {
    {"hw_thermal_slowdown", "HW thermal slowdown"}, {"hw_therm_slowdown", "HW thermal slowdown"},
    {"sw_thermal_slowdown", "SW thermal slowdown"}, {"sw_therm_slowdown", "SW thermal slowdown"},
    {"hw_power_braking", "HW power brake"},         {"hw_power_brake", "HW power brake"},
    {"hw_power_brake_slowdown", "HW power brake"},
};

} // namespace

void NvidiaPower::heading(std::string_view plain) {
    m_isOfModule = plain == "module_power_readings";
    m_areCounters = plain.ends_with(kCounters);
}

bool NvidiaPower::value(std::string_view plain, std::string_view value, host::EvidenceRef evidence) {
    return limit(plain, value, evidence) || (m_areCounters && counter(plain, value, evidence));
}

bool NvidiaPower::limit(std::string_view plain, std::string_view value, host::EvidenceRef evidence) {
    std::optional<double> *of = plain == "enforced_power_limit"                            ? &m_enforced
                                : plain == "current_power_limit" || plain == "power_limit" ? &m_current
                                : plain == "default_power_limit"                           ? &m_default
                                                                                           : nullptr;
    if (of == nullptr)
        return false;
    if (m_isOfModule)
        return true;
    const auto watts = wattsOf(value);
    *of = watts ? watts : *of;
    if (of != &m_default && watts)
        m_limitEvidence = evidence;
    return true;
}

bool NvidiaPower::counter(std::string_view plain, std::string_view value, host::EvidenceRef evidence) {
    if (const auto at = plain.find(kCounters); at != std::string_view::npos)
        plain.remove_prefix(std::min(at + kCounters.size() + 1, plain.size()));
    const auto *known = std::find_if(std::begin(kTimes), std::end(kTimes),
                                     [plain](const Counter &each) { return each.name == plain; });
    if (known == std::end(kTimes))
        return false;
    if (const auto seconds = secondsOf(value); seconds.value_or(0) > 0) {
        m_times.append(m_times.empty() ? "" : ", ")
            .append(known->shown)
            .append(" ")
            .append(timeText(*seconds));
        m_timesEvidence = evidence;
    }
    return true;
}

std::vector<NvidiaPower::Fault> NvidiaPower::take() {
    std::vector<Fault> faults;
    const auto now = m_enforced ? m_enforced : m_current;
    if (now && m_default && *now < *m_default)
        faults.push_back({"power_limit", fmt::format("{:g} W of {:g} W", *now, *m_default), m_limitEvidence});
    if (!m_times.empty())
        faults.push_back({"slowed_before", std::move(m_times), m_timesEvidence});
    *this = {};
    return faults;
}

} // namespace fabricscope::formats
