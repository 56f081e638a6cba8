// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/telemetry/Telemetry.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricscope::bench {

namespace {

using Q = Quantity;

/// A column of a tool, by its series' name after the device's.
struct ColumnRow {
    std::string_view tool, column;
    Q quantity;
    double scale; ///< to the quantity's unit
};

constexpr double kMegabyte = 8e-3;                // MB/s in Gb/s
constexpr double kMebibyte = 8 * 1048576.0 / 1e9; // rocm-smi's MB are 1024 x 1024 bytes
constexpr double kMegabit = 1e-3;

constexpr ColumnRow kColumns[] = {
    {"nvidia-smi-dmon", "pwr", Q::GpuPower, 1},
    {"nvidia-smi-dmon", "gtemp", Q::GpuTemperature, 1},
    {"nvidia-smi-dmon", "sm", Q::GpuLoad, 1},
    {"nvidia-smi-dmon", "pclk", Q::GpuClock, 1},
    {"nvidia-smi-dmon", "rxpci", Q::GpuPcieReceived, kMegabyte},
    {"nvidia-smi-dmon", "txpci", Q::GpuPcieSent, kMegabyte},
    {"nvidia-smi-dmon", "pviol", Q::GpuPowerThrottle, 1},
    {"nvidia-smi-dmon", "tviol", Q::GpuThermalThrottle, 1},
    {"amd-smi", "POWER", Q::GpuPower, 1},
    {"amd-smi", "POWER_USAGE", Q::GpuPower, 1},
    {"amd-smi", "GPU_TEMP", Q::GpuTemperature, 1},
    {"amd-smi", "HOTSPOT_TEMP", Q::GpuTemperature, 1},
    {"amd-smi", "GFX_UTIL", Q::GpuLoad, 1},
    {"amd-smi", "GFX%", Q::GpuLoad, 1},
    {"amd-smi", "GFX_CLOCK", Q::GpuClock, 1},
    {"amd-smi", "GFX_CLK", Q::GpuClock, 1},
    {"amd-smi", "PCIE_BW", Q::GpuPcie, kMegabit},
    {"amd-smi", "PVIOL", Q::GpuPowerThrottle, 1},
    {"amd-smi", "TVIOL", Q::GpuThermalThrottle, 1},
    {"rocm-smi", "Estimated maximum PCIe bandwidth over the last second", Q::GpuPcie, kMebibyte},
    {"counters", "power", Q::GpuPower, 1},
    {"counters", "power limit", Q::GpuPowerLimit, 1},
    {"counters", "temperature", Q::GpuTemperature, 1},
    {"counters", "temperature limit", Q::GpuTemperatureLimit, 1},
    {"counters", "clock", Q::GpuClock, 1},
    {"counters", "load", Q::GpuLoad, 1},
    {"counters", "link width", Q::GpuLinkWidth, 1},
    {"counters", "PCIe received", Q::GpuPcieReceived, 1},
    {"counters", "PCIe sent", Q::GpuPcieSent, 1},
    {"counters", "sent", Q::NicSent, 1},
    {"counters", "sent by RDMA", Q::NicSent, 1},
    {"counters", "received", Q::NicReceived, 1},
    {"counters", "received by RDMA", Q::NicReceived, 1},
    {"counters", "pauses", Q::NicPauses, 1},
    {"counters", "CPU load", Q::CpuLoad, 1},
    {"counters", "softirq", Q::CpuSoftirq, 1},
    {"counters", "memory available", Q::MemoryAvailable, 1},
};

/// The column of a series; a second source of the same has its key appended: "sent (tx_bytes)".
std::string_view columnOf(const Series &series) {
    std::string_view column = series.name;
    if (column.starts_with(series.subject))
        column.remove_prefix(std::min(column.size(), series.subject.size() + 1));
    return column.substr(0, column.find(" ("));
}

std::optional<ColumnRow> rowOf(const Results &results, const Series &series) {
    const std::string_view column = columnOf(series);
    const auto *found = std::find_if(std::begin(kColumns), std::end(kColumns), [&](const ColumnRow &row) {
        return row.tool == results.tool && row.column == column;
    });
    if (found != std::end(kColumns))
        return *found;
    if (results.tool == "counters" && series.unit.empty())
        return ColumnRow{"counters", column, Q::NicFaults, 1};
    return std::nullopt;
}

std::size_t knownOf(const TelemetrySeries &timeSeries) {
    return static_cast<std::size_t>(
        std::count_if(timeSeries.samples.begin(), timeSeries.samples.end(),
                      [](const TelemetrySample &sample) { return sample.value.has_value(); }));
}

} // namespace

std::optional<double> TelemetrySeries::last() const {
    for (std::size_t at = samples.size(); at-- > 0;)
        if (samples[at].value)
            return samples[at].value;
    return std::nullopt;
}

std::optional<double> TelemetrySeries::most() const {
    std::optional<double> most;
    for (const TelemetrySample &sample : samples)
        if (sample.value && (!most || *sample.value > *most))
            most = sample.value;
    return most;
}

std::size_t Telemetry::timeSeriesOf(const Results &results, const Series &series) {
    const auto row = rowOf(results, series);
    if (!row)
        return kNone;
    return addSeries({row->quantity, series.subject, series.name, results.tool, {}}).value_or(kNone);
}

std::optional<std::size_t> Telemetry::addSeries(TelemetrySeries timeSeries) {
    const auto known = std::find_if(m_allSeries.begin(), m_allSeries.end(), [&](const TelemetrySeries &each) {
        return each.tool == timeSeries.tool && each.name == timeSeries.name;
    });
    if (known != m_allSeries.end())
        return static_cast<std::size_t>(known - m_allSeries.begin());
    if (m_allSeries.size() >= kMaxSeries)
        return std::nullopt;
    m_allSeries.push_back(std::move(timeSeries));
    return m_allSeries.size() - 1;
}

void Telemetry::addSample(std::size_t timeSeries, const TelemetrySample &sample) {
    if (timeSeries >= m_allSeries.size())
        return;
    TelemetrySeries &to = m_allSeries[timeSeries];
    if (!to.samples.empty() && !(sample.seconds >= std::as_const(to.samples).back().seconds))
        return;
    to.samples.push_back(sample);
    fit(to);
}

void Telemetry::fit(TelemetrySeries &timeSeries) {
    if (timeSeries.samples.size() <= kMaxSamples)
        return;
    const std::size_t more = timeSeries.samples.size() - kMaxSamples;
    timeSeries.samples.dropFront(more);
    timeSeries.dropped += more;
}

void Telemetry::restart(std::size_t source) {
    if (source >= m_sources.size())
        return;
    for (const Place &place : m_sources[source].places)
        if (place.timeSeries != kNone && m_allSeries[place.timeSeries].quantity == Q::NicFaults)
            m_reached[place.timeSeries] = m_allSeries[place.timeSeries].last().value_or(0);
    m_sources[source] = {};
}

void Telemetry::take(std::size_t source, std::span<const Results> runs, double seconds) {
    constexpr std::size_t kMaxSources = 16;
    if (runs.empty() || source >= kMaxSources)
        return;
    if (source >= m_sources.size())
        m_sources.resize(source + 1);
    Source &known = m_sources[source];
    if (known.runs != runs.size())
        known = {runs.size(), {}};
    const Results &results = runs.back();
    for (std::size_t i = 0; i < results.series.size(); ++i) {
        const Series &series = results.series[i];
        if (i >= known.places.size())
            known.places.push_back({timeSeriesOf(results, series), 0});
        Place &place = known.places[i];
        const std::size_t from = std::exchange(place.taken, series.points.size());
        if (place.timeSeries == kNone || from >= series.points.size())
            continue;
        const auto row = rowOf(results, series);
        const auto reached = m_reached.find(place.timeSeries);
        const double before = reached != m_reached.end() ? reached->second : 0;
        GrowingList<TelemetrySample> &samples = m_allSeries[place.timeSeries].samples;
        for (std::size_t at = from; at < series.points.size(); ++at) {
            const Point &point = series.points[at];
            const double ago = series.axis == Axis::Seconds
                                   ? series.points.back().x - point.x
                                   : static_cast<double>(series.points.size() - 1 - at);
            // A host may report any time: samples are clamped to between our start and now.
            const double least = samples.empty() ? 0 : std::min(samples.back().seconds, seconds);
            const double then = std::clamp(seconds - ago, least, std::max(least, seconds));
            samples.push_back({then, point.y ? std::optional(before + *point.y * row->scale) : std::nullopt});
        }
        fit(m_allSeries[place.timeSeries]);
    }
}

void Telemetry::addGap(std::string text) {
    if (m_gaps.size() < kMaxGaps && std::find(m_gaps.begin(), m_gaps.end(), text) == m_gaps.end())
        m_gaps.push_back(std::move(text));
}

const TelemetrySeries *Telemetry::find(Quantity quantity, std::span<const std::string> names) const {
    const TelemetrySeries *best = nullptr;
    for (const TelemetrySeries &timeSeries : m_allSeries) {
        if (timeSeries.quantity != quantity ||
            std::find(names.begin(), names.end(), timeSeries.device) == names.end())
            continue;
        if (best == nullptr ||
            (knownOf(timeSeries) > 0 && (knownOf(*best) == 0 || *timeSeries.most() > *best->most())))
            best = &timeSeries;
    }
    return best;
}

} // namespace fabricscope::bench
