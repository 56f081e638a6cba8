// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/BenchJudged.h"

#include "core/affinity/Examine.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/judge/Judge.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace fabricscope::bench {

namespace {

using Rating = TransportFact::Rating;

/// Lower bound of a heat map's colours: values below it have the darkest colour.
constexpr double kHeatFrom = 0.75;

/// The unit of the first thing drawn; collectives print no unit next to each number.
std::string unitOf(const Results &results) {
    if (!results.rows.empty())
        return "GB/s";
    for (const Series &series : results.series)
        if (fromUnit(1, series.unit))
            return series.unit;
    for (const Matrix &matrix : results.matrices)
        if (fromUnit(1, matrix.unit))
            return matrix.unit;
    return {};
}

void putCeiling(BenchView &view, const Ceiling &ceiling) {
    const std::string unit = unitOf(*view.results);
    const auto most = ceiling.most ? inUnit(*ceiling.most, unit) : std::nullopt;
    if (!most)
        return;
    view.ceiling = BenchCeiling{*most, unit,
                                fmt::format("ceiling {:.4g} {}: {}", *most, shownUnit(unit), ceiling.source)};
    if (!view.results->matrices.empty())
        view.domain =
            HeatDomain{*most * kHeatFrom, *most,
                       fmt::format("75 to 100 % of {:.4g} {}: {}", *most, shownUnit(unit), ceiling.source)};
}

void putFindings(BenchView &view, std::vector<findings::Finding> findings) {
    view.findings.insert(view.findings.end(), std::make_move_iterator(findings.begin()),
                         std::make_move_iterator(findings.end()));
}

/// Sockets although there are RDMA NICs are a problem; so is staging through host memory.
TransportFact factOf(const TransportUse &use) {
    TransportFact fact{Rating::Good, use.via, fmt::format("{} connections", use.connections)};
    if (!use.overNetwork)
        return fact;
    if (use.via.find("Socket") != std::string::npos)
        return {Rating::Bad, use.via + ", no RDMA", fact.value};
    const std::uint64_t direct = use.direct.value_or(0);
    if (direct == use.connections)
        return {Rating::Good, use.via + " with GDRDMA", fact.value};
    return {direct == 0 ? Rating::Bad : Rating::Warning, use.via + " with GDRDMA",
            fmt::format("{} of {}", direct, use.connections)};
}

void putTransport(BenchView &view) {
    const LibraryTransport &library = view.results->library;
    for (const TransportUse &use : library.transports)
        view.transport.push_back(factOf(use));
    if (!library.bootstrapInterface.empty())
        view.transport.push_back({Rating::Good, "Bootstrap interface", library.bootstrapInterface});
    if (library.topologyFile.empty())
        return;
    if (library.topologyFileLoaded)
        view.transport.push_back({Rating::Good, "Topology file loaded", library.topologyFile});
    else
        view.transport.push_back(
            {Rating::Warning, "Topology file set, not loaded in this log", library.topologyFile});
}

RunFacts factsOf(const BenchView &view, const BenchHost &host) {
    RunFacts facts;
    if (host.topology && host.examination) {
        facts.topology = host.topology.get();
        facts.examination = host.examination.get();
    }
    if (view.spec) {
        facts.environment = view.spec->command.environment;
        facts.test = view.spec->test;
    }
    std::size_t direct = 0, staged = 0;
    bool network = false;
    for (const TransportUse &use : view.results->library.transports) {
        if (!use.overNetwork)
            continue;
        network = true;
        direct += use.direct.value_or(0);
        staged += use.connections - std::min(use.connections, use.direct.value_or(0));
    }
    if (!view.results->library.transports.empty()) {
        facts.overNetwork = network;
        facts.gdrConnections = direct;
        facts.stagedConnections = staged;
    }
    return facts;
}

} // namespace

void judgeBench(BenchView &view, const BenchHost &host, const Baseline &baseline) {
    const RunFacts facts = factsOf(view, host);
    JudgeInput input = judgeInput(*view.results, facts);
    input.baseline = baseline;
    putCeiling(view, input.ceiling);
    putFindings(view, judge(*view.results, input));
    putTransport(view);
}

} // namespace fabricscope::bench
