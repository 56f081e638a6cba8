// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/TelemetryFindings.h"

#include "core/bench/judge/JudgeParts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace fabricscope::bench {

namespace {

using Q = Quantity;

/// A device that shows something, and what.
struct Shown {
    std::string device, text;
};
using Look = std::function<std::optional<std::string>(const UsedDevice &)>;

std::vector<Shown> collect(const std::vector<UsedDevice> &devices, const Look &look) {
    std::vector<Shown> shown;
    for (const UsedDevice &device : devices)
        if (auto text = look(device))
            shown.push_back({device.name, std::move(*text)});
    return shown;
}

void find(std::vector<Finding> &findings, std::string_view rule, const std::vector<Shown> &shown) {
    if (shown.empty())
        return;
    constexpr std::size_t kMaxNamed = 8;
    std::vector<std::string> names;
    for (const Shown &each : shown)
        if (names.size() < kMaxNamed)
            names.push_back(each.device);
    if (shown.size() > kMaxNamed)
        names.push_back(fmt::format("{} more", shown.size() - kMaxNamed));
    Finding finding(rule);
    finding.set("devices", fmt::format("{}", fmt::join(names, ", ")));
    for (const Shown &each : shown)
        finding.evidence.push_back({each.device, each.text});
    findings.push_back(std::move(finding));
}

std::optional<double> maxOf(const Telemetry &telemetry, Q quantity, const UsedDevice &device) {
    const TelemetrySeries *timeSeries = telemetry.find(quantity, device.names);
    return timeSeries == nullptr ? std::nullopt : timeSeries->most();
}

std::optional<std::string> hot(const Telemetry &telemetry, const UsedDevice &device) {
    if (const auto slowed = maxOf(telemetry, Q::GpuThermalThrottle, device); slowed.value_or(0) > 0)
        return fmt::format("thermal violation {:g}", *slowed);
    const auto temperature = maxOf(telemetry, Q::GpuTemperature, device);
    const auto limit = maxOf(telemetry, Q::GpuTemperatureLimit, device);
    if (temperature && limit && *limit > 0 && *temperature >= *limit)
        return fmt::format("{:g} °C, limit {:g} °C", *temperature, *limit);
    return std::nullopt;
}

std::optional<std::string> capped(const Telemetry &telemetry, const UsedDevice &device) {
    if (const auto slowed = maxOf(telemetry, Q::GpuPowerThrottle, device); slowed.value_or(0) > 0)
        return fmt::format("power violation {:g}", *slowed);
    const auto power = maxOf(telemetry, Q::GpuPower, device);
    const auto limit = maxOf(telemetry, Q::GpuPowerLimit, device);
    if (power && limit && *limit > 0 && *power >= *limit)
        return fmt::format("{:.0f} W of {:.0f} W", *power, *limit);
    return std::nullopt;
}

std::optional<std::string> narrowed(const Telemetry &telemetry, const UsedDevice &device) {
    const TelemetrySeries *timeSeries = telemetry.find(Q::GpuLinkWidth, device.names);
    if (timeSeries == nullptr)
        return std::nullopt;
    const auto last = timeSeries->last(), most = timeSeries->most();
    if (!last || !most || *last >= *most)
        return std::nullopt;
    return fmt::format("x{:g} now, x{:g} before", *last, *most);
}

/// All counters of the NIC that moved: "out of sequence 12, timeouts 1".
std::optional<std::string> faulty(const Telemetry &telemetry, const UsedDevice &device) {
    std::string text;
    for (const TelemetrySeries &timeSeries : telemetry.allSeries()) {
        const bool isIts =
            std::find(device.names.begin(), device.names.end(), timeSeries.device) != device.names.end();
        if (timeSeries.quantity != Q::NicFaults || !isIts || timeSeries.last().value_or(0) <= 0)
            continue;
        std::string_view name = timeSeries.name;
        name.remove_prefix(std::min(name.size(), timeSeries.device.size() + 1));
        text += fmt::format("{}{} {:.0f}", text.empty() ? "" : ", ", name, *timeSeries.last());
    }
    return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::string> paused(const Telemetry &telemetry, const UsedDevice &device) {
    const auto most = maxOf(telemetry, Q::NicPauses, device);
    return most.value_or(0) > 0 ? std::optional(fmt::format("up to {:.0f} per second", *most)) : std::nullopt;
}

} // namespace

std::vector<Finding> telemetryFindings(const Telemetry &telemetry, const UsedDevices &used) {
    std::vector<Finding> findings;
    const auto look = [&](auto function) {
        return [&telemetry, function](const UsedDevice &device) {
            return function(telemetry, device);
        };
    };
    find(findings, "telemetry.hot", collect(used.gpus, look(hot)));
    find(findings, "telemetry.narrowed", collect(used.gpus, look(narrowed)));
    find(findings, "telemetry.nic_faults", collect(used.nics, look(faulty)));
    find(findings, "telemetry.capped", collect(used.gpus, look(capped)));
    find(findings, "telemetry.pauses", collect(used.nics, look(paused)));
    return findings;
}

} // namespace fabricscope::bench
