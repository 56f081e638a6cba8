// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/GdrProof.h"

#include "core/bench/Ceiling.h"
#include "core/bench/Statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fabricscope::bench {

GdrProof gdrProof(std::span<const TrafficSample> samples) {
    constexpr double kBusy = 0.1, kIdle = 0.1, kLeastEqual = 0.7, kMostEqual = 1.5;
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
        proof.why = "the NIC carried nothing, or its counters could not be read";
        return proof;
    }
    if (!nic || !gpu) {
        proof.why = gpuRead ? "GPU and NIC were never read at the same time while the NIC was busy"
                            : "the GPU's PCIe traffic cannot be read here";
        return proof;
    }
    proof.nic = nic->median;
    proof.gpu = gpu->median;
    const double share = gpu->median / nic->median;
    const std::string figures =
        fmt::format("the NIC carried {:.1f} GB/s, the GPU's PCIe link {:.1f} GB/s", nic->median, gpu->median);
    if (share < kIdle) {
        proof.way = GdrProof::Way::Staged;
        proof.why = figures + ": the data came from host memory";
    } else if (share >= kLeastEqual && share <= kMostEqual) {
        proof.way = GdrProof::Way::Direct;
        proof.why = figures + ": the data went straight from GPU to NIC";
    } else {
        proof.why = figures + ": that proves neither";
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

} // namespace fabricscope::bench
