// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents of the library's own tools: its RAS client and its profiler plugin "Inspector".
#include "core/base/HostText.h"
#include "core/bench/output/documents/JsonForms.h"
#include "core/bench/output/text/LogFinding.h"

#include <algorithm>
#include <array>
#include <string>

namespace fabricscope::bench::output {

namespace {

constexpr std::size_t kMaxReported = 64; ///< ranks with a finding of their own

std::string named(const char *words, std::string_view value) {
    return words + HostText(value).plain(100);
}

/// "rank 6 on node1, process 12306".
std::string rankText(const JsonValue &rank) {
    return named("rank ", rank["rank"].word()) + named(" on ", rank["host"].word()) +
           named(", process ", rank["pid"].word());
}

bool isSet(const JsonValue &value) {
    const std::string_view word = value.word();
    return !word.empty() && word != "0" && word != "false";
}

/// What a rank's "status" holds that a healthy one's does not.
std::string problemOf(const JsonValue &status) {
    std::string problem;
    for (const std::string_view key :
         {std::string_view("async_error"), std::string_view("abort_flag"), std::string_view("init_state")})
        if (isSet(status[key]))
            problem += (problem.empty() ? "" : ", ") + std::string(key) + ' ' +
                       HostText(status[key].word()).plain(40);
    return problem;
}

/// Whether two ranks have started different numbers of an operation.
bool countsDiffer(const JsonValue &ranks) {
    const JsonValue first = ranks.first()["collective_counts"];
    for (JsonValue rank = ranks.first().next(); rank; rank = rank.next())
        for (JsonValue count = rank["collective_counts"].first(); count; count = count.next())
            if (const JsonValue other = first[count.key()]; other && other.word() != count.word())
                return true;
    return false;
}

void takeFinding(JsonTarget &target, std::string_view rule, const std::string &text, Severity severity) {
    Finding finding = logFinding(rule, text, target.builder.line());
    finding.severity = severity;
    target.builder.diagnostic(target.run, std::move(finding));
}

struct RasSums {
    std::size_t ranks = 0, seen = 0, reported = 0;
    bool missing = false, failed = false, differing = false;
};

void takeCommunicator(const JsonValue &communicator, JsonTarget &target, RasSums &sums) {
    const std::string id = named("communicator ", communicator["hash"].word());
    const auto size = communicator["size"].number();
    const auto missing = communicator["missing_ranks_count"].number();
    std::size_t seen = 0;
    for (JsonValue rank = communicator["ranks"].first(); rank; rank = rank.next()) {
        ++seen;
        const std::string problem = problemOf(rank["status"]);
        if (problem.empty())
            continue;
        sums.failed = true;
        if (sums.reported++ < kMaxReported)
            takeFinding(target, "log.error_line", id + ", " + rankText(rank) + ": " + problem,
                        Severity::Error);
    }
    for (JsonValue rank = communicator["missing_ranks"].first(); rank; rank = rank.next())
        if (sums.reported++ < kMaxReported)
            takeFinding(target, "log.ras_rank", id + ", " + rankText(rank), Severity::Error);
    if (missing && *missing > 0) {
        sums.missing = true;
        takeFinding(target, "log.ras_rank",
                    id + ": no data from " + HostText(communicator["missing_ranks_count"].word()).plain(20) +
                        " of its ranks",
                    Severity::Error);
    }
    if (countsDiffer(communicator["ranks"])) {
        sums.differing = true;
        takeFinding(target, "log.warning_line",
                    id + ": its ranks have started different numbers of operations", Severity::Warning);
    }
    sums.ranks += size && *size > 0 && *size < 1e9 ? static_cast<std::size_t>(*size) : 0;
    sums.seen += seen;
    target.builder.fact(target.run, "communicator",
                        HostText(communicator["hash"].word()).plain(40) + ", size " +
                            HostText(communicator["size"].word()).plain(20) + ", ranks seen " +
                            std::to_string(seen));
}

} // namespace

bool isRasJson(const JsonValue &root) {
    return root["communicators"].isArray() && (root["nccl_version"] || root["rccl_version"]) &&
           root["communicators_count"];
}

void readRasJson(const JsonValue &root, JsonTarget &target) {
    ResultsBuilder &builder = target.builder;
    target.run = builder.begin("rcclras");
    const JsonValue version = root["nccl_version"] ? root["nccl_version"] : root["rccl_version"];
    builder.at(target.run).version = HostText(version.word()).plain(100);
    for (const std::string_view key :
         {std::string_view("cuda_runtime_version"), std::string_view("cuda_driver_version"),
          std::string_view("timestamp")})
        builder.fact(target.run, key, root[key].word());
    RasSums sums;
    for (JsonValue one = root["communicators"].first(); one; one = one.next())
        takeCommunicator(one, target, sums);
    builder.fact(target.run, "ranks", std::to_string(sums.ranks));
    builder.fact(target.run, "ranks_seen", std::to_string(sums.seen));
    builder.fact(target.run, "status",
                 sums.failed      ? "ERROR"
                 : sums.missing   ? "INCOMPLETE"
                 : sums.differing ? "MISMATCH"
                 : target.whole   ? "OK"
                                  : "");
    if (sums.failed || sums.missing)
        builder.at(target.run).summary.passed = false;
    else if (target.whole && !sums.differing)
        builder.at(target.run).summary.passed = true;
    if (target.whole)
        builder.ended(target.run);
}

/// Each line is one operation of one rank.
bool isInspectorJson(const JsonValue &root) {
    return root["header"].isObject() && root["coll_perf"].isObject() && root["coll_perf"]["coll"];
}

void readInspectorJson(const JsonValue &root, JsonTarget &target) {
    ResultsBuilder &builder = target.builder;
    if (target.run == ResultsBuilder::kNoRun) { // all lines of a log are one run
        target.run = builder.begin("nccl-inspector");
        builder.at(target.run).version =
            HostText(root["metadata"]["inspector_output_format_version"].word()).plain(40);
    }
    const JsonValue header = root["header"], perf = root["coll_perf"];
    const std::string id = HostText(header["id"].word()).plain(40);
    const std::string operation = HostText(perf["coll"].word()).plain(40);
    builder.setFact(target.run, "communicator_" + id,
                    HostText(header["n_ranks"].word()).plain(20) + " ranks, " +
                        HostText(header["nnodes"].word()).plain(20) + " nodes");
    const auto size = perf["coll_msg_size_bytes"].number();
    if (!size)
        return;
    Point point{*size, perf["coll_busbw_gbs"].number(), {}};
    const auto add = [&](const char *name, const char *unit, const JsonValue &value) {
        if (value)
            point.fields.push_back({name, unit, value.number(),
                                    value.number() ? std::string() : HostText(value.word()).plain(64)});
    };
    add("rank", "", header["rank"]);
    add("host", "", root["metadata"]["hostname"]);
    add("sequence number", "", perf["coll_sn"]);
    add("time", "us", perf["coll_exec_time_us"]);
    add("algbw", "GB/s", perf["coll_algobw_gbs"]);
    add("timing", "", perf["coll_timing_source"]);
    const std::string name = operation + " busbw, communicator " + id;
    builder.addPoint(target.run, builder.series(target.run, name, "communicator " + id, "GB/s", Axis::Bytes),
                     std::move(point));
}

} // namespace fabricscope::bench::output
