// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/BenchTelemetry.h"

#include "core/affinity/Examine.h"
#include "core/bench/judge/GdrProof.h"
#include "core/bench/judge/TelemetryFindings.h"
#include "core/bench/run/UsedDevices.h"
#include "core/bench/telemetry/Telemetry.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricscope::bench {

namespace {

using Q = Quantity;
using Rating = TransportFact::Rating;

enum class Of : std::uint8_t { Gpus, Nics, Host };
/// Which of several devices is the worst at a given time.
enum class Worst : std::uint8_t { Maximum, Minimum };

struct LineRow {
    Of of;
    Q quantity;
    const char *name, *unit;
    Worst worst;
    std::optional<Q> limit; ///< the least of the devices' counts
    int ofRate = 0;         ///< else this multiple of the device rate: one for each direction
};
/// In the order in which they are shown.
constexpr LineRow kLines[] = {
    {Of::Gpus, Q::GpuPower, "GPU power", "W", Worst::Maximum, Q::GpuPowerLimit},
    {Of::Gpus, Q::GpuTemperature, "GPU temp", "°C", Worst::Maximum, Q::GpuTemperatureLimit},
    {Of::Gpus, Q::GpuClock, "GPU clock", "MHz", Worst::Minimum, std::nullopt},
    {Of::Gpus, Q::GpuPcie, "GPU PCIe", "Gb/s", Worst::Minimum, std::nullopt, 2},
    {Of::Gpus, Q::GpuPcieReceived, "PCIe in", "Gb/s", Worst::Minimum, std::nullopt, 1},
    {Of::Gpus, Q::GpuPcieSent, "PCIe out", "Gb/s", Worst::Minimum, std::nullopt, 1},
    {Of::Nics, Q::NicSent, "NIC tx", "Gb/s", Worst::Minimum, std::nullopt, 1},
    {Of::Nics, Q::NicReceived, "NIC rx", "Gb/s", Worst::Minimum, std::nullopt, 1},
    {Of::Host, Q::CpuLoad, "CPU load", "%", Worst::Maximum, std::nullopt},
    {Of::Host, Q::CpuSoftirq, "softirq", "%", Worst::Maximum, std::nullopt},
};

/// Without the host's data the GPUs in use are unknown: all that telemetry names.
std::vector<UsedDevice> gpusOf(const Telemetry &telemetry, const UsedDevices &used) {
    if (!used.gpus.empty())
        return used.gpus;
    std::vector<UsedDevice> gpus;
    for (const TelemetrySeries &timeSeries : telemetry.allSeries()) {
        const bool known = std::any_of(gpus.begin(), gpus.end(),
                                       [&](const UsedDevice &gpu) { return gpu.name == timeSeries.device; });
        if (!known && timeSeries.device.starts_with("GPU "))
            gpus.push_back({timeSeries.device, {timeSeries.device}, std::nullopt});
    }
    return gpus;
}

/// One curve of several: the worst value of each half second.
std::vector<TelemetryPoint> together(const std::vector<const TelemetrySeries *> &allSeries, Worst worst) {
    constexpr double kBuckets = 2; // a second
    std::map<std::int64_t, TelemetryPoint> points;
    for (const TelemetrySeries *timeSeries : allSeries)
        for (const TelemetrySample &sample : timeSeries->samples) {
            const auto bucket = static_cast<std::int64_t>(std::floor(sample.seconds * kBuckets));
            TelemetryPoint &point =
                points.try_emplace(bucket, TelemetryPoint{sample.seconds, {}}).first->second;
            if (!sample.value)
                continue;
            const bool isWorse = !point.value || (worst == Worst::Maximum ? *sample.value > *point.value
                                                                          : *sample.value < *point.value);
            if (isWorse)
                point.value = sample.value;
        }
    std::vector<TelemetryPoint> ordered;
    ordered.reserve(points.size());
    for (const auto &[bucket, point] : points)
        ordered.push_back(point);
    return ordered;
}

std::optional<double> limitOf(const LineRow &row, const Telemetry &telemetry,
                              const std::vector<UsedDevice> &devices) {
    std::optional<double> least;
    for (const UsedDevice &device : devices) {
        std::optional<double> limit = device.rate;
        if (limit)
            *limit *= row.ofRate;
        if (row.ofRate == 0)
            limit.reset();
        if (row.limit)
            if (const auto *timeSeries = telemetry.find(*row.limit, device.names))
                limit = timeSeries->last();
        if (limit && (!least || *limit < *least))
            least = limit;
    }
    return least ? std::optional(std::round(*least)) : std::nullopt;
}

constexpr const char *kBits = "Gb/s", *kBytes = "GB/s";
constexpr double kBitsOfByte = 8;

/// One unit per screen: that of the run's measurement. Network tests use bits, all others bytes.
bool countsBits(const BenchView &view) {
    const std::string &tool = view.spec ? view.spec->tool : view.results->tool;
    return tool.starts_with("perftest");
}

void toBytes(TelemetryLine &line) {
    constexpr double kTenth = 10;
    line.unit = kBytes;
    if (line.limit)
        line.limit = std::round(*line.limit / kBitsOfByte * kTenth) / kTenth;
    for (TelemetryPoint &point : line.points)
        if (point.value)
            *point.value /= kBitsOfByte;
}

bool isRate(const LineRow &row) {
    return row.unit == std::string_view(kBits);
}

/// Pairs are measured one after another: the busiest of their devices counts, not one that waits for its
/// turn.
Worst worstOf(const LineRow &row, const BenchView &view) {
    const bool takesTurns = view.spec && view.spec->tool == "perftest-mesh";
    return takesTurns && isRate(row) ? Worst::Maximum : row.worst;
}

/// Readings continue for a moment after the end, and the one that contains it covers a part of a second: for
/// a run that has ended, its last whole second is shown. If nothing was transferred for longer than that, the
/// run had stalled, and that is shown.
void cutIdleEnd(TelemetryLine &line) {
    constexpr double kWhole = 0.5; // of the most
    // Readings arrive once a second, and end within two seconds of the run's end.
    constexpr double kMaxIdleSeconds = 3;
    if (line.points.empty())
        return;
    double most = 0;
    for (const TelemetryPoint &point : line.points)
        most = std::max(most, point.value.value_or(0));
    const auto isIdle = [&](const TelemetryPoint &point) {
        return point.value.value_or(0) < most * kWhole;
    };
    std::size_t kept = line.points.size();
    while (kept > 1 && isIdle(line.points[kept - 1]))
        --kept;
    if (line.points.back().seconds - line.points[kept - 1].seconds <= kMaxIdleSeconds)
        line.points.resize(kept);
}

void putLine(BenchView &view, const LineRow &row, const Telemetry &telemetry,
             const std::vector<UsedDevice> &devices) {
    std::vector<const TelemetrySeries *> allSeries;
    for (const UsedDevice &device : devices)
        if (const auto *timeSeries = telemetry.find(row.quantity, device.names))
            allSeries.push_back(timeSeries);
    const bool isKnown = std::any_of(allSeries.begin(), allSeries.end(),
                                     [](const auto *timeSeries) { return timeSeries->most().has_value(); });
    if (!isKnown)
        return;
    TelemetryLine line{view.source, row.name, row.unit, limitOf(row, telemetry, devices), {}};
    line.points = together(allSeries, worstOf(row, view));
    if (isRate(row) && view.state && view.state->phase > Phase::Stopping)
        cutIdleEnd(line);
    if (isRate(row) && !countsBits(view))
        toBytes(line);
    view.telemetry.push_back(std::move(line));
}

/// The first seconds prove nothing, so nothing is shown.
bool isSettled(const Telemetry &telemetry) {
    constexpr std::size_t kEnough = 5;
    return !telemetry.gaps().empty() ||
           std::any_of(
               telemetry.allSeries().begin(), telemetry.allSeries().end(),
               [](const TelemetrySeries &timeSeries) { return timeSeries.samples.size() >= kEnough; });
}

} // namespace

TransportFact factOf(const GdrProof &proof) {
    struct PathRow {
        GdrProof::DataPath dataPath;
        Rating rating;
        const char *text;
    };
    static constexpr PathRow kPaths[] = {
        {GdrProof::DataPath::Direct, Rating::Good, "GPUDirect RDMA, measured"},
        {GdrProof::DataPath::Staged, Rating::Bad, "Through host memory"},
        {GdrProof::DataPath::Unknown, Rating::Unknown, "GPUDirect RDMA not proven"},
    };
    const auto *row = std::find_if(std::begin(kPaths), std::end(kPaths),
                                   [&](const PathRow &each) { return each.dataPath == proof.dataPath; });
    constexpr double kBits = 8;
    std::string value = "unknown";
    if (proof.nic && proof.gpu)
        value = fmt::format("{:.0f} of {:.0f} Gb/s", *proof.gpu * kBits, *proof.nic * kBits);
    return {row->rating, row->text, std::move(value), true};
}

void putTelemetry(BenchView &view, const Telemetry &telemetry, const BenchHost &host) {
    const UsedDevices used =
        usedDevices(view.spec.value_or(RunSpec{}), host.topology.get(), host.examination.get());
    const std::vector<UsedDevice> gpus = gpusOf(telemetry, used), all = {{"host", {"host"}, std::nullopt}};
    for (const LineRow &row : kLines)
        putLine(view, row, telemetry, row.of == Of::Gpus ? gpus : row.of == Of::Nics ? used.nics : all);
    for (findings::Finding &finding : telemetryFindings(telemetry, used))
        view.findings.push_back(std::move(finding));
    const auto proof = proofOf(telemetry, used, reportedRate(*view.results));
    if (!proof)
        return;
    view.transport.push_back(factOf(*proof));
    const auto add = [&](std::string_view rule) {
        view.findings.emplace_back(rule).set("why", proof->why);
    };
    if (proof->dataPath == GdrProof::DataPath::Staged)
        add("telemetry.staged");
    else if (proof->dataPath == GdrProof::DataPath::Unknown && isSettled(telemetry))
        add("telemetry.path_unknown");
}

} // namespace fabricscope::bench
