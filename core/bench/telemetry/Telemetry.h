// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Quantities of a device in telemetry, independent of the source's names. The unit is always the same.
enum class Quantity : std::uint8_t {
    GpuPower,            ///< W
    GpuPowerLimit,       ///< W
    GpuTemperature,      ///< degrees Celsius, of the hottest spot if reported
    GpuTemperatureLimit, ///< likewise: above it the GPU slows down
    GpuClock,            ///< MHz
    GpuLoad,             ///< %
    GpuPcie,             ///< Gb/s over the GPU's PCIe link, both directions together
    GpuPcieReceived,     ///< Gb/s, one direction
    GpuPcieSent,         ///< likewise
    GpuLinkWidth,        ///< lanes
    GpuPowerThrottle,    ///< % of the time, or 1: slowed down by its power limit
    GpuThermalThrottle,  ///< likewise, by its temperature
    NicSent,             ///< Gb/s
    NicReceived,         ///< Gb/s
    NicPauses,           ///< per second
    NicFaults,           ///< error events since the first reading
    CpuLoad,             ///< % of all CPUs
    CpuSoftirq,          ///< likewise
    MemoryAvailable,     ///< GiB
};

struct TelemetrySample {
    double seconds = 0; ///< since sampling started
    std::optional<double> value;
    friend bool operator==(const TelemetrySample &, const TelemetrySample &) = default;
};

/// One quantity of one device from one source, over time.
struct TelemetrySeries {
    Quantity quantity = Quantity::GpuPower;
    std::string device; ///< as named by its source: "GPU 2", "0000:c1:00.0", "ionic_3", "host"
    std::string name;   ///< of the series: "ionic_3 out of sequence"
    std::string tool;   ///< its source: "amd-smi"
    GrowingList<TelemetrySample> samples; ///< ascending
    std::uint64_t dropped = 0;            ///< number of older ones before the first of `samples`

    [[nodiscard]] std::optional<double> last() const; ///< the last known value
    [[nodiscard]] std::optional<double> most() const;
    friend bool operator==(const TelemetrySeries &, const TelemetrySeries &) = default;
};

/// All telemetry of one host during a run, from all sources, on one clock. A copy shares the samples.
class Telemetry {
public:
    /// Number of samples kept per series: an hour at one per second.
    static constexpr std::size_t kMaxSamples = 3600;

    /// Adds what is new since the last call with this source; `runs` is all its parser has, and the last run
    /// counts. `seconds`: now. Values that arrived together are one second apart, or as their own clock
    /// shows.
    void take(std::size_t source, std::span<const Results> runs, double seconds);
    /// The source's parser restarts; its series continue.
    void restart(std::size_t source);
    /// Adds a stored series, without its samples. Returns its number, or that of an existing equal one;
    /// absent: there are too many.
    std::optional<std::size_t> addSeries(TelemetrySeries timeSeries);
    /// Adds to the series of that number; a sample older than the last one is dropped.
    void addSample(std::size_t timeSeries, const TelemetrySample &sample);
    /// Why something cannot be read: "amd-smi: the host has no such program". Each is added once.
    void addGap(std::string text);

    [[nodiscard]] const std::vector<TelemetrySeries> &allSeries() const { return m_allSeries; }
    [[nodiscard]] const std::vector<std::string> &gaps() const { return m_gaps; }
    /// The series of a device under any of these names. If several sources report it, the one with the
    /// highest value: a driver may have a counter that never moves next to one that counts. nullptr: none.
    [[nodiscard]] const TelemetrySeries *find(Quantity quantity, std::span<const std::string> names) const;
    friend bool operator==(const Telemetry &, const Telemetry &) = default;

private:
    struct Place {
        std::size_t timeSeries = kNone, taken = 0;
        friend bool operator==(const Place &, const Place &) = default;
    };
    struct Source {
        std::size_t runs = 0;
        std::vector<Place> places; ///< by series of its last run
        friend bool operator==(const Source &, const Source &) = default;
    };
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    static constexpr std::size_t kMaxSeries = 4096, kMaxGaps = 64;
    std::size_t timeSeriesOf(const Results &results, const Series &series);
    static void fit(TelemetrySeries &timeSeries);

    /// Value of each counter when its parser restarted, by series.
    std::map<std::size_t, double> m_reached;

    std::vector<TelemetrySeries> m_allSeries;
    std::vector<Source> m_sources;
    std::vector<std::string> m_gaps;
};

} // namespace fabricscope::bench
