// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/documents/JsonForms.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/Diagnostics.h"
#include "core/bench/output/text/LogFinding.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

/// Keys of "config" and the names of the same facts in the text's first line.
struct ConfigKey {
    std::string_view key, fact;
};
constexpr std::array kConfig = {
    ConfigKey{"nthreads", "threads"},
    ConfigKey{"ngpus", "gpus_per_thread"},
    ConfigKey{"minimum_bytes", "min_bytes"},
    ConfigKey{"maximum_bytes", "max_bytes"},
    ConfigKey{"warmup_iters", "warmup_iterations"},
    ConfigKey{"iterations", "iterations"},
    ConfigKey{"aggregated_iterations", "aggregated_iterations"},
    ConfigKey{"validation", "validation"},
    ConfigKey{"graph", "graph"},
};

/// Keys of -I, with the names of the text's columns.
struct IterationKey {
    std::string_view key, column;
};
constexpr std::array kIterations = {IterationKey{"min_us", "i_min"}, IterationKey{"max_us", "i_max"},
                                    IterationKey{"p99_us", "i_p99"}, IterationKey{"cv_pct", "i_cv%"}};

/// The whole environment is written: only the library's own variables are not secret.
constexpr std::array kSavedVariables = {std::string_view("NCCL_"), std::string_view("RCCL_")};

void takeConfig(const JsonValue &config, JsonTarget &target) {
    for (const ConfigKey &one : kConfig)
        target.builder.fact(target.run, one.fact, config[one.key].text());
    const JsonValue factor = config["step_factor"], bytes = config["step_bytes"];
    if (factor || bytes)
        target.builder.fact(target.run, "step",
                            std::string((factor ? factor : bytes).text()) +
                                (factor ? "(factor)" : "(bytes)"));
    std::size_t ranks = 0;
    for (JsonValue device = config["devices"].first(); device; device = device.next(), ++ranks)
        target.builder.fact(
            target.run, "rank_" + std::string(device["rank"].text()),
            "Group " + std::string(device["group"].text()) + " Pid " + std::string(device["pid"].text()) +
                " on " + std::string(device["hostname"].text()) + " device " +
                std::string(device["device"].text()) + " [" + std::string(device["device_hex"].text()) +
                "] " + std::string(device["device_info"].text()));
    // Without MPI the program only writes the first of its devices.
    const double here = config["nthreads"].number().value_or(0) * config["ngpus"].number().value_or(0);
    if (ranks > 0)
        target.builder.setFact(
            target.run, "ranks",
            std::to_string(ranks == 1 && here > 1 && here < 1e6 ? static_cast<std::size_t>(here) : ranks));
}

std::optional<CollectiveHalf> halfOf(const JsonValue &half) {
    if (!half.isObject())
        return std::nullopt;
    const JsonValue cpu = half["cpu_time"];
    return CollectiveHalf{(cpu ? cpu : half["time"]).number(), half["alg_bw"].number(),
                          half["bus_bw"].number(), half["nwrong"].number(), half["hipevt"].number()};
}

void takeIterations(const JsonValue &stats, std::string_view behind, CollectiveRow &row) {
    for (const IterationKey &one : kIterations)
        if (const auto value = stats[one.key].number())
            row.more.push_back({std::string(one.column) + std::string(behind), {}, value, {}});
}

bool takeRow(const JsonValue &result, JsonTarget &target) {
    const auto size = countOf(result["size"].text());
    if (!size)
        return false;
    CollectiveRow row;
    row.sizeBytes = *size;
    row.count = countOf(result["count"].text());
    row.type = HostText(result["type"].word()).plain(32);
    row.redop = HostText(result["redop"].word()).plain(32);
    row.root = parseInteger<int>(trimmed(result["root"].text())); // "    -1", a string
    row.outOfPlace = halfOf(result["out_of_place"]);
    row.inPlace = halfOf(result["in_place"]);
    takeIterations(result["out_of_place_per_iter"], "", row);
    takeIterations(result["in_place_per_iter"], " in place", row);
    const bool wrong = hasWrong(row);
    target.builder.addRow(target.run, std::move(row));
    return wrong;
}

void takeSummary(const JsonValue &root, JsonTarget &target) {
    ResultsBuilder &builder = target.builder;
    if (const JsonValue bounds = root["out_of_bounds"])
        takeBounds(builder, target.run, countOf(bounds["count"].text()), bounds["okay"].text() == "true");
    if (const JsonValue average = root["average_bus_bandwidth"]) {
        builder.at(target.run).summary.avgBusbw = average["bandwidth"].number();
        if (average["okay"].text() == "false") // NCCL_TESTS_MIN_BW was not reached
            builder.at(target.run).summary.passed = false;
    }
    for (JsonValue error = root["errors"].first(); error; error = error.next())
        if (!trimmed(error.word()).empty() && !takeOther(builder, target.run, error.text()))
            builder.diagnostic(target.run, logFinding("log.error_line", error.text(), builder.line()));
    if (target.whole && root["average_bus_bandwidth"])
        builder.ended(target.run);
}

} // namespace

bool isCollectiveJson(const JsonValue &root) {
    return root["args"].isArray() && (root["nccl_version"] || root["rccl_version"]);
}

void readCollectiveJson(const JsonValue &root, JsonTarget &target) {
    ResultsBuilder &builder = target.builder;
    target.run = builder.begin(root["rccl_version"] ? "rccl-tests" : "nccl-tests");
    const std::string_view program = root["args"].first().text();
    builder.at(target.run).test = HostText(program.substr(program.rfind('/') + 1)).plain(200);
    builder.fact(target.run, "nccl_library", root["nccl_version"].text());
    builder.fact(target.run, "rccl_library", root["rccl_version"].text());
    for (JsonValue variable = root["env"].first(); variable; variable = variable.next()) {
        std::string_view value = variable.text();
        const std::string_view name = takeUntil(value, '=');
        if (std::any_of(kSavedVariables.begin(), kSavedVariables.end(),
                        [&](std::string_view prefix) { return name.starts_with(prefix); }))
            builder.fact(target.run, name, value);
    }
    takeConfig(root["config"], target);
    bool wrongReported = false;
    for (JsonValue result = root["results"].first(); result; result = result.next())
        if (takeRow(result, target) && !std::exchange(wrongReported, true))
            builder.diagnostic(
                target.run,
                explainedDiagnostic(Symptom::WrongValues,
                                    "nwrong > 0 at " + std::string(result["size"].text()) + " bytes",
                                    builder.line()));
    takeSummary(root, target);
}

bool isRecordsJson(const JsonValue &root) {
    const JsonValue record = root.isArray() ? root.first() : root;
    return record["busBw"] && record["inPlace"] && record["size"];
}

void readRecordsJson(const JsonValue &root, JsonTarget &target) {
    const auto take = [&](const JsonValue &record) {
        return target.records.take([&](std::string_view key) { return record[key].word(); });
    };
    if (!root.isArray()) {
        take(root);
        target.run = target.records.run();
        return;
    }
    for (JsonValue record = root.first(); record; record = record.next())
        take(record);
    target.run = target.records.run();
    if (target.whole)
        target.records.end();
}

} // namespace fabricscope::bench::output
