// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"
#include "core/bench/run/Results.h"
#include "core/bench/run/RunState.h"
#include "core/findings/Finding.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

struct LibraryPage;

/// The upper limit of a curve, and its reason.
struct BenchCeiling {
    double value = 0;
    std::string unit;  ///< of `value`, as the tool's header says it: "GB/s"
    std::string words; ///< "ceiling 400, 8 × 400 Gb/s per node"
    friend bool operator==(const BenchCeiling &, const BenchCeiling &) = default;
};

/// What the earlier runs reached at one x. Unknown if none of them covered it.
struct BandPoint {
    double x = 0;
    std::optional<double> low, middle, high; ///< in the unit of the chart
    friend bool operator==(const BandPoint &, const BandPoint &) = default;
};

/// The same for a quantity that is drawn as a curve.
struct SeriesBand {
    std::string name, unit;        ///< of the curve, as Series has them
    std::vector<BandPoint> points; ///< by x, ascending
    friend bool operator==(const SeriesBand &, const SeriesBand &) = default;
};

struct BenchBaseline {
    std::string words;             ///< "baseline, 10 runs, min to max"
    std::vector<BandPoint> points; ///< by x, ascending; of busbw out of place for collectives
    /// Names of variables with a different value, or set in only one of the runs.
    std::vector<std::string> changedVariables = {};
    std::vector<SeriesBand> series = {};
    /// nullptr: there is no such curve.
    [[nodiscard]] const std::vector<BandPoint> *of(const Series &curve) const;
    friend bool operator==(const BenchBaseline &, const BenchBaseline &) = default;
};

/// How data travels, from NCCL's log or from counters read during the run: "NET/IB with
/// GDRDMA", "16 of 16 ranks".
struct TransportFact {
    enum class Rating : std::uint8_t { Good, Note, Warning, Bad, Unknown } rating = Rating::Unknown;
    std::string text, value;
    bool isCounted = false; ///< from the devices' counters; else from the log
    friend bool operator==(const TransportFact &, const TransportFact &) = default;
};

struct TelemetryPoint {
    double seconds = 0; ///< since the first one
    std::optional<double> value;
    friend bool operator==(const TelemetryPoint &, const TelemetryPoint &) = default;
};

/// One counter of one machine during the run; the worst of its devices if it has several.
struct TelemetryLine {
    std::string subject; ///< "vm-01a"
    std::string name;    ///< "GPU power"
    std::string unit;    ///< "W"
    std::optional<double> limit;
    std::vector<TelemetryPoint> points; ///< ascending
    friend bool operator==(const TelemetryLine &, const TelemetryLine &) = default;
};

/// The range of a matrix's colours. Never the least and greatest of the data: a uniform one looks uniform.
struct HeatDomain {
    double low = 0, high = 0;
    std::string words; ///< where it comes from: "75 to 100 % of 8 × 400 Gb/s"
    friend bool operator==(const HeatDomain &, const HeatDomain &) = default;
};

/// A line of the list at the left: a step of a plan, or a run of a log.
struct BenchStep {
    std::string name, note; ///< "all_reduce_perf", "15 sizes, up to 16G"
    Phase phase = Phase::Ended;
    std::optional<findings::Severity> worst; ///< of its findings, or because it did not complete
    std::optional<double> seconds;           ///< that it took, or takes so far
    friend bool operator==(const BenchStep &, const BenchStep &) = default;
};

/// "Stop when": a condition that ends the run automatically.
struct StopRule {
    std::string key;   ///< for the code that applies it
    std::string words; ///< "#wrong > 0"
    bool enabled = true;
    std::optional<double> percent = {}; ///< of the baseline, or the ceiling; unset: not configurable
    int rows = 0;                       ///< in a row; 0: likewise
    friend bool operator==(const StopRule &, const StopRule &) = default;
};

/// One of a few, of which one is chosen.
struct BenchChoices {
    struct Choice {
        std::string key, words;
        friend bool operator==(const Choice &, const Choice &) = default;
    };
    std::vector<Choice> all; ///< empty: there is nothing to choose
    std::string chosen;      ///< a key of them
    friend bool operator==(const BenchChoices &, const BenchChoices &) = default;
};

/// One run as the screen shows it, saved or live. Everything but the results may be missing;
/// what is missing is not shown.
struct BenchView {
    std::shared_ptr<const Results> results; ///< never nullptr
    std::optional<RunSpec> spec;            ///< of a run of this program
    std::optional<RunState> state;          ///< likewise; a saved log has none
    std::optional<std::int64_t> lastRowMs;  ///< when its last row came; Unix time
    std::string source;                     ///< "vm-01a", "all_reduce.log"
    std::string simulated;                  ///< empty: it is not
    std::optional<BenchCeiling> ceiling;
    std::optional<BenchBaseline> baseline;
    std::optional<HeatDomain> domain; ///< of all its matrices
    std::vector<findings::Finding> findings;
    std::vector<TransportFact> transport;
    std::shared_ptr<const LibraryPage> library; ///< what NCCL's log says; nullptr: there is nothing of it
    std::vector<TelemetryLine> telemetry;
    std::vector<StopRule> stopRules;
    std::vector<std::string> hosts; ///< "vm-01a, ranks 0 to 7"
    std::string key;                ///< unique among all that are shown, while they come and go
    BenchChoices compareWith;       ///< of a run of this program: what it is compared with
    BenchChoices hostOfLog;         ///< of a saved log: its host
    std::string sweepValue;         ///< of the variable of a sweep; empty: it is not part of one
    std::string stepValue;          ///< "NCCL_MIN_NCHANNELS=16, 2 of 3": which step of a sweep it is

    /// It is running, or waiting to run.
    [[nodiscard]] bool canStop() const { return state && state->phase < Phase::Stopping; }
    /// Neither finished nor aborted.
    [[nodiscard]] bool isRunning() const {
        return state && state->phase <= Phase::Stopping && state->phase != Phase::Waiting;
    }
};

} // namespace fabricscope::bench
