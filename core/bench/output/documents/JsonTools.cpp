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
#include <span>
#include <vector>

namespace fabricscope::bench::output {

namespace {

/// Keys of a test case with -v, and their names in the text.
struct SumKey {
    std::string_view key, word;
};
constexpr std::array kSums = {SumKey{"sum", "SUM"}, SumKey{"min", "MIN"}, SumKey{"max", "MAX"},
                              SumKey{"average", "AVG"}};

constexpr std::array kNvbandwidthFacts = {std::string_view("CUDA Runtime Version"),
                                          std::string_view("Driver Version"),
                                          std::string_view("git_version")};

void takeTestcase(const JsonValue &test, JsonTarget &target, int &waived) {
    ResultsBuilder &builder = target.builder;
    const std::string name(test["name"].text());
    const std::string_view status = test["status"].text();
    if (status == "Waived")
        builder.setFact(target.run, "waived", std::to_string(++waived));
    if (status == "Error" || test["error"])
        builder.diagnostic(
            target.run,
            logFinding("log.error_line", name + ": " + std::string(test["error"].text()), builder.line()));
    const std::string unit(splitUnit(test["bandwidth_description"].text(), '(', ')').unit);
    const JsonValue rows = test["bandwidth_matrix"];
    std::vector<std::string> columns;
    for (JsonValue cell = rows.first().first(); cell; cell = cell.next())
        columns.push_back(std::to_string(columns.size()));
    if (!columns.empty()) {
        const std::size_t matrix = builder.matrix(target.run, name, unit, std::move(columns));
        std::size_t number = 0;
        for (JsonValue row = rows.first(); row; row = row.next()) {
            std::vector<std::optional<double>> values;
            for (JsonValue cell = row.first(); cell; cell = cell.next())
                values.push_back(cell.number());
            builder.addMatrixRow(target.run, matrix, std::to_string(number++), std::move(values));
        }
    }
    for (const SumKey &sum : kSums)
        if (const JsonValue value = test[sum.key])
            builder.summary(target.run, std::string(sum.word) + " " + name, unit, value.text());
}

/// The text's names for the keys of the file; others are kept.
struct ServingKey {
    std::string_view key, name, unit;
};
constexpr std::array kServing = {
    ServingKey{"completed", "Successful requests", ""},
    ServingKey{"failed", "Failed requests", ""},
    ServingKey{"duration", "Benchmark duration", "s"},
    ServingKey{"total_input_tokens", "Total input tokens", ""},
    ServingKey{"total_output_tokens", "Total generated tokens", ""},
    ServingKey{"request_throughput", "Request throughput", "req/s"},
    ServingKey{"request_goodput", "Request goodput", "req/s"},
    ServingKey{"output_throughput", "Output token throughput", "tok/s"},
    ServingKey{"total_token_throughput", "Total Token throughput", "tok/s"},
};
constexpr std::array kServingFacts = {std::string_view("date"),           std::string_view("backend"),
                                      std::string_view("model_id"),       std::string_view("tokenizer_id"),
                                      std::string_view("num_prompts"),    std::string_view("burstiness"),
                                      std::string_view("max_concurrency")};

/// "mean_ttft_ms" is "Mean TTFT" in ms, "p99_itl_ms" is "P99 ITL".
ServingKey servingKeyOf(std::string_view key, std::string &name) {
    for (const ServingKey &known : kServing)
        if (known.key == key)
            return known;
    const std::size_t bar = key.find('_');
    if (!key.ends_with("_ms") || bar == std::string_view::npos || bar + 3 >= key.size())
        return {};
    name = std::string(key.substr(0, bar)) + " " + std::string(key.substr(bar + 1, key.size() - bar - 4));
    for (std::size_t i = 0; i < name.size(); ++i)
        if ((i == 0 || i > bar) && name[i] >= 'a' && name[i] <= 'z')
            name[i] = static_cast<char>(name[i] - 'a' + 'A');
    return {key, name, "ms"};
}

/// "gpu_id", "gpu" or what a link joins.
std::string subjectOf(const JsonValue &record) {
    for (const std::string_view key : {std::string_view("gpu_id"), std::string_view("gpuid"),
                                       std::string_view("gpu"), std::string_view("GPU")})
        if (const JsonValue gpu = record[key])
            return "GPU " + std::string(trimmed(gpu.text()));
    const JsonValue from = record["src"], to = record["dst"];
    return from && to ? std::string(from.text()) + " to " + std::string(to.text()) : std::string();
}

constexpr std::array kNoQuantities = {
    std::string_view("gpu_id"),   std::string_view("gpuid"), std::string_view("gpu"),
    std::string_view("GPU"),      std::string_view("src"),   std::string_view("dst"),
    std::string_view("loglevel"), std::string_view("time"),  std::string_view("gpu_index")};

/// A record's quantities become series, its verdict ("pass": "true") that of the run.
void takeRvsRecord(const JsonValue &record, JsonTarget &target) {
    ResultsBuilder &builder = target.builder;
    const std::string subject = subjectOf(record);
    for (JsonValue value = record.first(); value; value = value.next()) {
        const std::string_view key = value.key(), word = trimmed(value.word());
        if (std::find(kNoQuantities.begin(), kNoQuantities.end(), key) != kNoQuantities.end())
            continue;
        if (key == "pass" || key == "result") {
            const bool passed = word == "true" || word == "TRUE" || word == "PASS" || word == "pass";
            std::optional<bool> &verdict = builder.at(target.run).summary.passed;
            verdict = verdict.value_or(true) && passed;
            builder.summary(target.run, collapsed(subject + " pass"), {}, passed ? "TRUE" : "FALSE");
            if (!passed)
                builder.diagnostic(
                    target.run, logFinding("log.gpu_test_failed", subject + " pass: FALSE", builder.line()));
        } else if (const auto number = numberOf(word)) {
            builder.addSample(target.run, (subject.empty() ? "" : subject + " ") + std::string(key), subject,
                              {}, number);
        }
    }
}

/// Actions of a module; a record may have its own name: {"gst-1": {...}}.
void takeRvsActions(const JsonValue &module, JsonTarget &target) {
    for (JsonValue action = module.first(); action; action = action.next()) {
        target.builder.fact(target.run, "action", action.key());
        for (JsonValue record = action.first(); record; record = record.next())
            takeRvsRecord(record.first().isObject() ? record.first() : record, target);
    }
}

/// RVS's modules, as listed in its manual: other documents have a version and lists, too.
constexpr std::array kRvsModules = {
    std::string_view("gst"),   std::string_view("iet"),  std::string_view("pebb"), std::string_view("pbqt"),
    std::string_view("babel"), std::string_view("peqt"), std::string_view("gm"),   std::string_view("pesm"),
    std::string_view("rcqt"),  std::string_view("gpup"), std::string_view("mem"),  std::string_view("tst"),
    std::string_view("smqt"),
};

JsonValue moduleOf(const JsonValue &root) {
    for (const std::string_view name :
         root["version"] ? std::span(kRvsModules) : std::span<const std::string_view>())
        if (const JsonValue module = root[name]; module.isObject())
            return module;
    return {};
}

} // namespace

bool isNvbandwidthJson(const JsonValue &root) {
    return root["nvbandwidth"].isObject();
}

void readNvbandwidthJson(const JsonValue &root, JsonTarget &target) {
    ResultsBuilder &builder = target.builder;
    const JsonValue document = root["nvbandwidth"];
    target.run = builder.begin("nvbandwidth");
    builder.at(target.run).version = HostText(document["version"].text()).plain(100);
    for (const std::string_view key : kNvbandwidthFacts)
        builder.fact(target.run, keyOf(key), document[key].text());
    int gpu = 0, waived = 0;
    for (JsonValue device = document["GPU Device list"].first(); device; device = device.next())
        builder.fact(target.run, "device_" + std::to_string(gpu++), device.text());
    for (const std::string_view kind : {"error", "warning"})
        if (const JsonValue message = document[kind])
            builder.diagnostic(target.run, logFinding(kind == "error" ? "log.error_line" : "log.warning_line",
                                                      message.text(), builder.line()));
    for (JsonValue test = document["testcases"].first(); test; test = test.next())
        takeTestcase(test, target, waived);
    if (target.whole && document["testcases"])
        builder.ended(target.run);
}

bool isServingJson(const JsonValue &root) {
    return root["mean_ttft_ms"] && root["request_throughput"];
}

void readServingJson(const JsonValue &root, JsonTarget &target) {
    ResultsBuilder &builder = target.builder;
    if (target.run == ResultsBuilder::kNoRun) { // several rates in a file are one run, as in the text
        target.run = builder.begin("vllm");
        builder.at(target.run).test = "benchmark_serving";
    }
    for (const std::string_view key : kServingFacts)
        builder.setFact(target.run, key, root[key].word());
    const auto rate = root["request_rate"].number(); // "inf": all at once
    if (!rate)
        builder.setFact(target.run, "request_rate", root["request_rate"].word());
    if (const auto failed = parseInteger<std::uint64_t>(root["failed"].text()); failed.value_or(0) > 0) {
        Finding finding = explainedDiagnostic(
            Symptom::FailedRequests, "failed: " + std::string(root["failed"].text()), builder.line());
        finding.set("count", std::to_string(*failed));
        if (const auto succeeded = parseInteger<std::uint64_t>(root["completed"].text()))
            finding.set("succeeded", std::to_string(*succeeded));
        builder.diagnostic(target.run, std::move(finding));
    }
    std::string name;
    for (JsonValue value = root.first(); value; value = value.next()) {
        const ServingKey known = servingKeyOf(value.key(), name);
        if (known.name.empty() || value.isArray() || value.isObject())
            continue;
        const Axis axis = rate ? Axis::Rate : Axis::Index;
        const std::size_t series = builder.series(target.run, known.name, {}, known.unit, axis);
        const auto &all = builder.at(target.run).series;
        if (series < all.size())
            builder.addPoint(
                target.run, series,
                {rate.value_or(static_cast<double>(all[series].points.size())), value.number(), {}});
    }
    if (target.whole)
        builder.ended(target.run);
}

bool isRvsJson(const JsonValue &root) {
    const JsonValue record = root.isArray() ? root.first() : JsonValue();
    return moduleOf(root) || ((record["loglevel"] || record["loglevelname"]) && record["time"]);
}

void readRvsJson(const JsonValue &root, JsonTarget &target) {
    target.run = target.builder.begin("rvs");
    if (const JsonValue module = moduleOf(root)) {
        target.builder.at(target.run).test = HostText(module.key()).plain(100);
        takeRvsActions(module, target);
    } else {
        for (JsonValue record = root.first(); record; record = record.next())
            takeRvsRecord(record, target);
    }
    if (target.whole)
        target.builder.ended(target.run);
}

} // namespace fabricscope::bench::output
