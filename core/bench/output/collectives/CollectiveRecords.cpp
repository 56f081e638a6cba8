// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/collectives/CollectiveRecords.h"

#include "core/base/HostText.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/Diagnostics.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

/// The names that the tests give their collectives, and the programs that run them.
struct Program {
    std::string_view name, program;
};
constexpr std::array kPrograms = {
    Program{"AllReduce", "all_reduce_perf"}, Program{"AllReduceWithBias", "all_reduce_bias_perf"},
    Program{"AllGather", "all_gather_perf"}, Program{"ReduceScatter", "reduce_scatter_perf"},
    Program{"AlltoAll", "alltoall_perf"},    Program{"AllToAll", "alltoall_perf"},
    Program{"AlltoAllv", "alltoallv_perf"},  Program{"AllToAllV", "alltoallv_perf"},
    Program{"SendRecv", "sendrecv_perf"},    Program{"Broadcast", "broadcast_perf"},
    Program{"Reduce", "reduce_perf"},        Program{"Scatter", "scatter_perf"},
    Program{"Gather", "gather_perf"},        Program{"HyperCube", "hypercube_perf"},
};

std::string programOf(std::string_view name) {
    const auto known = std::find_if(kPrograms.begin(), kPrograms.end(),
                                    [&](const Program &one) { return one.name == name; });
    return known != kPrograms.end() ? std::string(known->program) : HostText(name).plain(100);
}

} // namespace

void takeBounds(ResultsBuilder &builder, std::size_t run, std::optional<std::uint64_t> outOfBounds,
                bool okay) {
    Results &results = builder.at(run);
    results.summary.outOfBounds = outOfBounds;
    const bool checked = builder.hasChecked(run);
    if (checked)
        results.summary.passed = okay;
    if (!results.rows.empty()) // without a row it is not known
        builder.setFact(run, "validated", checked ? "yes" : "no");
}

bool hasWrong(const CollectiveRow &row) {
    const auto wrong = [](const std::optional<CollectiveHalf> &half) {
        return half && half->wrong && *half->wrong > 0;
    };
    return wrong(row.outOfPlace) || wrong(row.inPlace);
}

bool CollectiveRecords::take(const Record &record, std::string_view ranks, std::string_view gpus) {
    const auto size = countOf(record.size);
    const bool inPlace = record.inPlace == "1";
    if (!size || record.name.empty() || (!inPlace && record.inPlace != "0") || !isValue(record.busbw))
        return false;
    if (m_run == ResultsBuilder::kNoRun || m_name != record.name) {
        m_run = m_builder->begin("rccl-tests");
        m_name = record.name;
        m_wrongReported = false;
        m_builder->at(m_run).test = programOf(record.name);
        m_builder->fact(m_run, "ranks", ranks.empty() ? gpus : ranks);
    }
    const CollectiveHalf half{numberOf(record.time), numberOf(record.algbw), numberOf(record.busbw),
                              numberOf(record.wrong), std::nullopt};
    const GrowingList<CollectiveRow> &rows = m_builder->at(m_run).rows;
    CollectiveRow row;
    row.sizeBytes = *size;
    row.type = HostText(record.type).plain(32);
    row.redop = HostText(record.redop).plain(32);
    const bool second = inPlace && !rows.empty() && !rows.back().inPlace && rows.back().sizeBytes == *size &&
                        rows.back().type == row.type && rows.back().redop == row.redop;
    if (second) {
        m_builder->at(m_run).rows.back().inPlace = half;
        m_builder->rowChanged(m_run);
    } else {
        (inPlace ? row.inPlace : row.outOfPlace) = half;
        m_builder->addRow(m_run, std::move(row));
    }
    if (!m_wrongReported && half.wrong && *half.wrong > 0) {
        m_wrongReported = true;
        m_builder->diagnostic(m_run, explainedDiagnostic(Symptom::WrongValues,
                                                         m_name + ", " + std::to_string(*size) +
                                                             " bytes: #wrong " + std::string(record.wrong),
                                                         m_builder->line()));
    }
    return true;
}

void CollectiveRecords::end() {
    if (m_run != ResultsBuilder::kNoRun)
        m_builder->ended(m_run);
    m_run = ResultsBuilder::kNoRun;
}

} // namespace fabricscope::bench::output
