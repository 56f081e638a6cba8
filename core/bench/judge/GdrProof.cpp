// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/GdrProof.h"

#include "core/bench/run/Ceiling.h"
#include "core/bench/run/Statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricscope::bench {

namespace {

using Q = Quantity;

constexpr double kGbytesPerGbit = 1.0 / 8;
/// Readings of two tools, each once a second, belong together within this many seconds.
constexpr double kMaxSkewSeconds = 1.2;

/// The known value that is nearest in time, where one is near enough.
std::optional<double> valueAt(const TelemetrySeries *timeSeries, double seconds) {
    if (timeSeries == nullptr)
        return std::nullopt;
    const auto &samples = timeSeries->samples;
    const auto first =
        std::lower_bound(samples.begin(), samples.end(), seconds - kMaxSkewSeconds,
                         [](const TelemetrySample &sample, double least) { return sample.seconds < least; });
    std::optional<double> value;
    double nearest = kMaxSkewSeconds;
    for (auto sample = first; sample != samples.end() && sample->seconds <= seconds + kMaxSkewSeconds;
         ++sample)
        if (const double away = std::abs(sample->seconds - seconds); sample->value && away <= nearest) {
            nearest = away;
            value = sample->value;
        }
    return value;
}

/// Both directions of a device: as one quantity where a tool reports only their sum.
struct BothDirections {
    const TelemetrySeries *sum = nullptr, *in = nullptr, *out = nullptr;

    BothDirections(const Telemetry &telemetry, std::optional<Q> combined, Q received, Q sent,
                   std::span<const std::string> names)
        : sum(combined ? telemetry.find(*combined, names) : nullptr)
        , in(telemetry.find(received, names))
        , out(telemetry.find(sent, names)) {}

    [[nodiscard]] std::optional<double> at(double seconds) const {
        if (const auto both = valueAt(sum, seconds))
            return *both * kGbytesPerGbit;
        const auto a = valueAt(in, seconds), b = valueAt(out, seconds);
        return a || b ? std::optional((a.value_or(0) + b.value_or(0)) * kGbytesPerGbit) : std::nullopt;
    }
    /// The series whose readings set the pace.
    [[nodiscard]] const TelemetrySeries *timeSeries() const {
        const TelemetrySeries *one = out != nullptr ? out : in;
        return sum != nullptr && (one == nullptr || sum->most()) ? sum : one;
    }
};

BothDirections gpuTraffic(const Telemetry &telemetry, std::span<const std::string> names) {
    return {telemetry, Q::GpuPcie, Q::GpuPcieReceived, Q::GpuPcieSent, names};
}

/// The names of the GPU in use, else of the one whose link carried most.
std::vector<std::string> gpuNames(const Telemetry &telemetry, const UsedDevices &used) {
    if (!used.gpus.empty())
        return used.gpus.front().names;
    std::vector<std::string> busiest;
    double most = -1;
    for (const TelemetrySeries &timeSeries : telemetry.allSeries()) {
        const bool isLink = timeSeries.quantity == Q::GpuPcie || timeSeries.quantity == Q::GpuPcieReceived ||
                            timeSeries.quantity == Q::GpuPcieSent;
        if (isLink && timeSeries.most().value_or(-1) > most) {
            most = *timeSeries.most();
            busiest = {timeSeries.device};
        }
    }
    return busiest;
}

} // namespace

GdrProof gdrProof(std::span<const TrafficSample> samples) {
    constexpr double kBusy = 0.1, kIdle = 0.1, kMinEqual = 0.7, kMaxEqual = 1.5;
    GdrProof proof;
    double busiest = 0;
    bool gpuRead = false;
    for (const TrafficSample &sample : samples) {
        busiest = std::max(busiest, sample.nic.value_or(0));
        gpuRead = gpuRead || sample.gpu.has_value();
    }
    std::vector<double> nics, gpus;
    for (const TrafficSample &sample : samples)
        if (sample.nic && sample.gpu && *sample.nic >= kBusy * busiest) {
            nics.push_back(*sample.nic);
            gpus.push_back(*sample.gpu);
        }
    proof.samples = nics.size();
    const auto nic = spreadOf(std::move(nics)), gpu = spreadOf(std::move(gpus));
    if (busiest <= 0) {
        proof.why = "no NIC traffic, or its counters could not be read";
        return proof;
    }
    if (!nic || !gpu) {
        proof.why = gpuRead ? "no telemetry sample has both GPU and NIC while the NIC was busy"
                            : "the GPU's PCIe traffic cannot be read";
        return proof;
    }
    proof.nic = nic->median;
    proof.gpu = gpu->median;
    const double share = gpu->median / nic->median;
    const std::string figures =
        fmt::format("the NIC carried {:.1f} GB/s, the GPU's PCIe link {:.1f} GB/s", nic->median, gpu->median);
    if (share < kIdle) {
        proof.dataPath = GdrProof::DataPath::Staged;
        proof.why = figures + ": the data came from host memory";
    } else if (share >= kMinEqual && share <= kMaxEqual) {
        proof.dataPath = GdrProof::DataPath::Direct;
        proof.why = figures + ": the data went directly from GPU to NIC";
    } else {
        proof.why = figures + ": inconclusive";
    }
    return proof;
}

std::vector<TrafficSample> trafficOf(GigabytesPerSecond nic, const Results &telemetry,
                                     std::string_view subject) {
    std::vector<TrafficSample> samples;
    for (const Series &series : telemetry.series) {
        if (series.subject != subject || !fromUnit(1, series.unit))
            continue;
        if (samples.size() < series.points.size())
            samples.resize(series.points.size(), {nic.value, {}});
        for (std::size_t i = 0; i < series.points.size(); ++i)
            if (series.points[i].y)
                samples[i].gpu =
                    samples[i].gpu.value_or(0) + fromUnit(*series.points[i].y, series.unit)->value;
    }
    return samples;
}

std::vector<TrafficSample> trafficSamples(const Telemetry &telemetry, const UsedDevices &used,
                                          std::optional<GigabytesPerSecond> toolRate) {
    std::vector<TrafficSample> samples;
    if (used.nics.empty())
        return samples;
    const std::vector<std::string> gpu = gpuNames(telemetry, used);
    const BothDirections link = gpuTraffic(telemetry, gpu);
    const BothDirections port(telemetry, std::nullopt, Q::NicReceived, Q::NicSent, used.nics.front().names);
    const bool isRead = port.timeSeries() != nullptr && port.timeSeries()->most().has_value();
    const TelemetrySeries *pace = isRead ? port.timeSeries() : link.timeSeries();
    if (pace == nullptr)
        return samples;
    for (const TelemetrySample &sample : pace->samples) {
        TrafficSample both{isRead ? port.at(sample.seconds) : std::nullopt, link.at(sample.seconds)};
        if (!isRead && toolRate)
            both.nic = toolRate->value;
        samples.push_back(both);
    }
    return samples;
}

std::optional<GigabytesPerSecond> reportedRate(const Results &results) {
    std::optional<GigabytesPerSecond> toolRate;
    if (results.tool == "perftest")
        for (const Series &series : results.series)
            if (series.name.find("average") != std::string::npos && !series.points.empty() &&
                series.points.back().y)
                toolRate = fromUnit(*series.points.back().y, series.unit);
    return toolRate;
}

std::optional<GdrProof> proofOf(const Telemetry &telemetry, const UsedDevices &used,
                                std::optional<GigabytesPerSecond> toolRate) {
    if (!used.gpuMemory || used.nics.empty())
        return std::nullopt;
    GdrProof proof = gdrProof(trafficSamples(telemetry, used, toolRate));
    if (proof.samples == 0 && !telemetry.gaps().empty())
        proof.why += fmt::format(" ({})", fmt::join(telemetry.gaps(), "; "));
    return proof;
}

} // namespace fabricscope::bench
