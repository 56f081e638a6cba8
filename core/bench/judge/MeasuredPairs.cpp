// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/MeasuredPairs.h"

#include "core/affinity/Examine.h"
#include "core/bench/judge/Bands.h"
#include "core/bench/judge/Judge.h"
#include "core/bench/run/RunRecord.h"
#include "core/bench/run/UsedDevices.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricscope::bench {

namespace {

using affinity::Fabric;

constexpr double kBitsOfByte = 8;
/// Tests of perftest that move data in one direction.
constexpr std::string_view kTests[] = {"ib_write_bw", "ib_read_bw", "ib_send_bw"};
/// Smaller messages are limited by the message rate, not by the path; with many sizes the best one is not.
constexpr std::uint64_t kLargeMessage = std::uint64_t{64} << 10;

template<class Device>
std::optional<std::size_t> placeOf(const std::vector<Device> &devices, const std::string &name) {
    const auto found =
        std::find_if(devices.begin(), devices.end(), [&](const Device &each) { return each.name == name; });
    return found == devices.end() ? std::nullopt : std::optional<std::size_t>(found - devices.begin());
}

bool measuresPair(const RunRecord &run) {
    const bool isUnidirectional =
        std::find(std::begin(kTests), std::end(kTests), run.spec.test) != std::end(kTests) &&
        !optionOf(run.spec.command, {"-b", "--bidirectional"});
    const bool isWhole = run.state.phase == Phase::Ended && run.state.exitStatus.value_or(0) == 0;
    return run.spec.tool == "perftest" && isUnidirectional && isWhole && hostsOf(run.spec.host).size() == 1 &&
           run.summary.best && (run.summary.rows > 1 || run.summary.atBytes.value_or(0) >= kLargeMessage);
}

std::optional<MeasuredPair> pairOf(const RunRecord &run, const topology::Topology &topology,
                                   const affinity::Examination &examination) {
    if (!measuresPair(run))
        return std::nullopt;
    const auto rate = fromUnit(*run.summary.best, run.summary.unit);
    const UsedDevices used = usedDevices(run.spec, &topology, &examination);
    if (!rate || !used.gpuMemory || used.gpus.size() != 1 || used.nics.size() != 1)
        return std::nullopt;
    const Fabric &fabric = examination.judgement.fabric;
    const auto gpu = placeOf(fabric.gpus, used.gpus.front().name);
    const auto nic = placeOf(fabric.nics, used.nics.front().name);
    if (!gpu || !nic)
        return std::nullopt;
    MeasuredPair pair;
    pair.gpu = *gpu;
    pair.nic = *nic;
    pair.measured = *rate;
    pair.test = run.spec.test;
    pair.runId = run.state.id;
    pair.whenMs = run.createdMs;
    return pair;
}

/// The best pair of its GPU with one of that GPU's best NICs; nullptr: none was measured.
const MeasuredPair *bestOf(const MeasuredPair &pair, const std::vector<MeasuredPair> &all,
                           const affinity::Judgement &judgement) {
    if (pair.gpu >= judgement.ideal.size())
        return nullptr;
    const std::vector<std::size_t> &ideal = judgement.ideal[pair.gpu];
    const auto isIdeal = [&](std::size_t nic) {
        return std::find(ideal.begin(), ideal.end(), nic) != ideal.end();
    };
    if (isIdeal(pair.nic))
        return nullptr; // its own published value is what it should reach
    const MeasuredPair *best = nullptr;
    for (const MeasuredPair &other : all)
        if (other.gpu == pair.gpu && other.test == pair.test && isIdeal(other.nic) &&
            (best == nullptr || best->measured < other.measured))
            best = &other;
    return best;
}

void setExpected(MeasuredPair &pair, const std::vector<MeasuredPair> &all,
                 const affinity::Judgement &judgement) {
    const Fabric &fabric = judgement.fabric;
    if (const MeasuredPair *best = bestOf(pair, all, judgement)) {
        pair.expected = best->measured;
        pair.least = GigabytesPerSecond{best->measured.value * kReached};
        pair.source =
            fmt::format("{} to {}, measured", fabric.gpus[best->gpu].name, fabric.nics[best->nic].name);
        return;
    }
    const auto &rate = fabric.nics[pair.nic].rate;
    if (!rate)
        return;
    for (const Band &band : bandsFor({}, pair.test, 1, Carrier::Nics, rate->value))
        if (!band.floor) {
            pair.expected = fromUnit(band.high, band.unit);
            pair.least = fromUnit(band.low, band.unit);
            pair.source = band.source;
            return;
        }
    pair.expected = GigabytesPerSecond{rate->value / kBitsOfByte};
    pair.least = GigabytesPerSecond{pair.expected->value * kReached};
    pair.source = fmt::format("the rate of {}", fabric.nics[pair.nic].name);
}

/// "37.6 of 48.5 GB/s expected, 22 % lost".
std::string costOf(const MeasuredPair &pair) {
    if (!pair.expected)
        return fmt::format("{:.1f} GB/s", pair.measured.value);
    const std::string text =
        fmt::format("{:.1f} of {:.1f} GB/s expected", pair.measured.value, pair.expected->value);
    return pair.isLoss() ? fmt::format("{}, {:.0f} % lost", text, pair.lostShare() * 100) : text;
}

bool isInUse(const MeasuredPair &measured, const affinity::Judgement &judgement) {
    return std::any_of(judgement.pairs.begin(), judgement.pairs.end(), [&](const affinity::Pair &pair) {
        return pair.gpu == measured.gpu && pair.nic == measured.nic && judgement.isLeading(pair);
    });
}

/// Empty if no pair in use loses bandwidth.
std::string lossSentence(std::span<const MeasuredPair> pairs, const affinity::Judgement &judgement) {
    constexpr std::size_t kMaxNamed = 4;
    std::vector<const MeasuredPair *> losses;
    for (const MeasuredPair &pair : pairs)
        if (pair.isLoss() && isInUse(pair, judgement))
            losses.push_back(&pair);
    std::stable_sort(losses.begin(), losses.end(), [](const MeasuredPair *a, const MeasuredPair *b) {
        return a->lostShare() > b->lostShare();
    });
    std::string text;
    for (std::size_t i = 0; i < std::min(losses.size(), kMaxNamed); ++i)
        text += fmt::format("{}{} to {} {}", i == 0 ? "Measured: " : "; ",
                            judgement.fabric.gpus[losses[i]->gpu].name,
                            judgement.fabric.nics[losses[i]->nic].name, costOf(*losses[i]));
    if (losses.size() > kMaxNamed)
        text += fmt::format("; and {} more", losses.size() - kMaxNamed);
    return text.empty() ? text : text + '.';
}

} // namespace

double MeasuredPair::lostShare() const {
    if (!expected || expected->value <= 0)
        return 0;
    return std::max(0.0, 1 - measured.value / expected->value);
}

std::vector<MeasuredPair> measuredPairs(std::span<const RunRecord> runs, const topology::Topology &topology,
                                        const affinity::Examination &examination) {
    std::vector<MeasuredPair> pairs;
    for (const RunRecord &run : runs) {
        auto pair = pairOf(run, topology, examination);
        if (!pair)
            continue;
        const auto known = std::find_if(pairs.begin(), pairs.end(), [&](const MeasuredPair &each) {
            return each.gpu == pair->gpu && each.nic == pair->nic;
        });
        if (known == pairs.end())
            pairs.push_back(std::move(*pair));
        else if (known->whenMs < pair->whenMs)
            *known = std::move(*pair);
    }
    for (MeasuredPair &pair : pairs)
        setExpected(pair, pairs, examination.judgement);
    return pairs;
}

std::string measuredText(const MeasuredPair &pair) {
    return "measured " + costOf(pair);
}

affinity::Verdict withLosses(affinity::Verdict verdict, std::span<const MeasuredPair> pairs,
                             const affinity::Judgement &judgement) {
    const std::string losses = lossSentence(pairs, judgement);
    if (!losses.empty())
        verdict.why = verdict.why.empty() ? losses : losses + ' ' + verdict.why;
    return verdict;
}

} // namespace fabricscope::bench
