// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/telemetry/TelemetryLog.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace fabricscope::bench {

namespace {

/// In the order of Quantity; stored in databases, so they must not change.
constexpr std::array<std::string_view, 19> kQuantities = {
    "gpu_power",     "gpu_power_limit", "gpu_temperature",    "gpu_temperature_limit",
    "gpu_clock",     "gpu_load",        "gpu_pcie",           "gpu_pcie_received",
    "gpu_pcie_sent", "gpu_link_width",  "gpu_power_throttle", "gpu_thermal_throttle",
    "nic_sent",      "nic_received",    "nic_pauses",         "nic_faults",
    "cpu_load",      "cpu_softirq",     "memory_available"};
static_assert(kQuantities.size() == static_cast<std::size_t>(Quantity::MemoryAvailable) + 1);

constexpr std::string_view kSeries = "course", kGap = "gap", kUnknown = "-";
constexpr std::size_t kMaxName = 256;

std::optional<Quantity> quantityOf(std::string_view word) {
    const auto *found = std::find(kQuantities.begin(), kQuantities.end(), word);
    return found == kQuantities.end() ? std::nullopt
                                      : std::optional(static_cast<Quantity>(found - kQuantities.begin()));
}

/// Without characters that would end a field or a line.
std::string field(std::string_view text) {
    std::string safe = HostText(text).plain(kMaxName);
    std::replace_if(
        safe.begin(), safe.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
    return safe;
}

std::optional<double> numberFrom(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Fills in one Telemetry, line by line.
class Reader {
public:
    void line(std::string_view text) {
        const std::string_view first = takeUntil(text, '\t');
        if (first == kSeries)
            timeSeries(text);
        else if (first == kGap)
            m_telemetry.addGap(std::string(text));
        else if (const auto number = parseInteger<std::size_t>(first))
            sample(*number, text);
    }
    [[nodiscard]] Telemetry take() { return std::move(m_telemetry); }

private:
    void timeSeries(std::string_view rest) {
        const auto number = parseInteger<std::size_t>(takeUntil(rest, '\t'));
        const auto quantity = quantityOf(takeUntil(rest, '\t'));
        const std::string_view tool = takeUntil(rest, '\t'), device = takeUntil(rest, '\t');
        if (!number || !quantity || rest.empty())
            return;
        if (const auto at = m_telemetry.addSeries(
                {*quantity, std::string(device), std::string(rest), std::string(tool), {}}))
            m_allSeries[*number] = *at;
    }
    void sample(std::size_t number, std::string_view rest) {
        const auto timeSeries = m_allSeries.find(number);
        const auto seconds = numberFrom(takeUntil(rest, '\t'));
        const auto value = numberFrom(rest);
        if (timeSeries != m_allSeries.end() && seconds && (value || rest == kUnknown))
            m_telemetry.addSample(timeSeries->second, {*seconds, value});
    }

    Telemetry m_telemetry;
    std::map<std::size_t, std::size_t> m_allSeries; ///< by number in the text
};

} // namespace

std::string TelemetryWriter::more(const Telemetry &telemetry) {
    std::string text;
    const auto to = std::back_inserter(text);
    const auto &allSeries = telemetry.allSeries();
    for (std::size_t number = 0; number < allSeries.size(); ++number) {
        const TelemetrySeries &timeSeries = allSeries[number];
        if (number >= m_samples.size()) {
            fmt::format_to(to, "{}\t{}\t{}\t{}\t{}\t{}\n", kSeries, number,
                           kQuantities.at(static_cast<std::size_t>(timeSeries.quantity)),
                           field(timeSeries.tool), field(timeSeries.device), field(timeSeries.name));
            m_samples.push_back(0);
        }
        std::uint64_t &written = m_samples[number];
        for (written = std::max(written, timeSeries.dropped);
             written < timeSeries.dropped + timeSeries.samples.size(); ++written) {
            const TelemetrySample &sample = timeSeries.samples[written - timeSeries.dropped];
            if (sample.value && std::isfinite(*sample.value))
                fmt::format_to(to, "{}\t{}\t{}\n", number, sample.seconds, *sample.value);
            else
                fmt::format_to(to, "{}\t{}\t{}\n", number, sample.seconds, kUnknown);
        }
    }
    for (; m_gaps < telemetry.gaps().size(); ++m_gaps)
        fmt::format_to(to, "{}\t{}\n", kGap, field(telemetry.gaps()[m_gaps]));
    return text;
}

Telemetry telemetryFrom(std::string_view text) {
    Reader reader;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        reader.line(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return reader.take();
}

} // namespace fabricscope::bench
