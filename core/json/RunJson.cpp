// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/RunJson.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/plan/Environment.h"
#include "core/json/SpecJson.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope::json {

namespace {

Value summaryValue(const bench::RunSummary &summary) {
    Value value;
    value["rows"] = summary.rows;
    setKnown(value, "best", summary.best);
    if (!summary.unit.empty())
        value["unit"] = summary.unit;
    setKnown(value, "at_bytes", summary.atBytes);
    setKnown(value, "avg_busbw_gbytes_per_s", summary.average);
    setKnown(value, "out_of_bounds", summary.wrong);
    value["complete"] = summary.complete;
    return value;
}

constexpr std::array<std::string_view, 3> kReasons = {"denied", "stuck",
                                                      "unsure"}; ///< as RemainingProcess::Reason

Value remainingValue(const std::vector<bench::RemainingProcess> &remaining) {
    Value list = Value::array();
    for (const bench::RemainingProcess &process : remaining) {
        Value &value = list.emplace_back(Value::object());
        value[process.pid == 0 ? "container" : "name"] = HostText(process.name).plain();
        if (process.pid != 0) {
            value["pid"] = process.pid;
            value["owner"] = HostText(process.owner).plain();
        }
        if (!process.engine.empty())
            value["engine"] = HostText(process.engine).plain();
        if (!process.container.empty())
            value[process.pid == 0 ? "container_name" : "in_container"] = HostText(process.container).plain();
        if (process.pid != 0 || process.reason != bench::RemainingProcess::Reason::Stuck)
            value["reason"] = kReasons.at(static_cast<std::size_t>(process.reason));
    }
    return list;
}

void addContainment(Value &value, const bench::RunState &state) {
    if (!state.containment.empty())
        value["containment"] = HostText(state.containment).plain();
    if (!state.remaining.empty())
        value["remaining"] = remainingValue(state.remaining);
    if (!state.simulated.empty())
        value["simulated"] = HostText(state.simulated).plain();
}

bench::RemainingProcess remainingFrom(const Value &value) {
    bench::RemainingProcess process;
    process.pid = numberAt<int>(value, "pid").value_or(0);
    process.name = textAt(value, process.pid == 0 ? "container" : "name");
    process.owner = textAt(value, "owner");
    process.engine = textAt(value, "engine");
    process.container = textAt(value, process.pid == 0 ? "container_name" : "in_container");
    const auto reason = std::find(kReasons.begin(), kReasons.end(), textAt(value, "reason"));
    if (reason != kReasons.end())
        process.reason = static_cast<bench::RemainingProcess::Reason>(reason - kReasons.begin());
    return process;
}

Value recordValue(const bench::RunRecord &run) {
    const bench::RunState &state = run.state;
    Value value;
    value["id"] = state.id;
    value["phase"] = toString(state.phase);
    value["created_ms"] = run.createdMs;
    setKnown(value, "started_ms", state.startedMs);
    setKnown(value, "ended_ms", state.endedMs);
    setKnown(value, "exit_status", state.exitStatus);
    if (!state.why.empty())
        value["why"] = HostText(state.why).plain();
    addContainment(value, state);
    value["spec"] = specValue(bench::withoutSecrets(run.spec));
    if (!run.group.empty()) {
        value["group"] = run.group;
        value["sweep_value"] = run.sweepValue;
        value["repeat"] = run.repeat;
    }
    if (!run.note.empty())
        value["note"] = run.note;
    Value &captures = value["captures"] = Value::array();
    for (const bench::RunCapture &capture : run.captures)
        captures.push_back({{"host", capture.host}, {"id", capture.id}, {"taken_ms", capture.takenMs}});
    value["summary"] = summaryValue(run.summary);
    value["output_bytes"] = state.outputBytes;
    value["output_lines"] = state.outputLines;
    value["kept_bytes"] = run.storedBytes;
    return value;
}

/// Shortens "NAME=value" of a secret to its name.
void hideAssignment(Value &entry) {
    if (!entry.is_string())
        return;
    const auto text = entry.get<std::string>();
    const std::string name = text.substr(0, text.find('='));
    if (name.size() < text.size() && bench::isSecret(name))
        entry = fmt::format("{}={}", name, bench::kSecretPlaceholder);
}

} // namespace

std::string specText(const bench::RunSpec &spec) {
    return dump(specValue(spec));
}

Result<bench::RunSpec> specFrom(std::string_view text) {
    const auto value = parse(text, kSpecLimits);
    return value ? specOf(*value) : tl::unexpected(value.error());
}

std::string summaryText(const bench::RunSummary &summary) {
    return dump(summaryValue(summary));
}

Result<bench::RunSummary> summaryFrom(std::string_view text) {
    const auto value = parse(text, kSpecLimits);
    if (!value)
        return tl::unexpected(value.error());
    if (!value->is_object())
        return failure("it is not a run summary", "summary");
    bench::RunSummary summary;
    summary.rows = numberAt<std::uint64_t>(*value, "rows").value_or(0);
    summary.best = numberAt<double>(*value, "best");
    summary.unit = textAt(*value, "unit");
    summary.atBytes = numberAt<std::uint64_t>(*value, "at_bytes");
    summary.average = numberAt<double>(*value, "avg_busbw_gbytes_per_s");
    summary.wrong = numberAt<std::uint64_t>(*value, "out_of_bounds");
    summary.complete = value->value("complete", Value(false)) == Value(true);
    return summary;
}

std::string containmentText(const bench::RunState &state) {
    Value value = Value::object();
    addContainment(value, state);
    return value.empty() ? std::string() : dump(value);
}

void readContainment(std::string_view text, bench::RunState &state) {
    const auto value = parse(text, kSpecLimits);
    if (!value || !value->is_object())
        return;
    state.containment = textAt(*value, "containment");
    state.simulated = textAt(*value, "simulated");
    if (const auto list = value->find("remaining"); list != value->end() && list->is_array())
        for (const Value &process : *list)
            if (process.is_object())
                state.remaining.push_back(remainingFrom(process));
}

std::string RunsDocument::beginning() {
    return "{\n  \"schema\": \"fabricscope.runs/0\",\n  \"runs\": [";
}

std::string RunsDocument::run(const bench::RunRecord &run) {
    std::string text = std::exchange(m_isEmpty, false) ? "\n    " : ",\n    ";
    const std::string value = dump(recordValue(run));
    for (const char c : trimmed(value)) // strings in JSON contain no line feeds
        text += c == '\n' ? std::string("\n    ") : std::string(1, c);
    return text;
}

std::string RunsDocument::end() const {
    return m_isEmpty ? "]\n}\n" : "\n  ]\n}\n";
}

std::string usageDocument(const bench::StoreUsage &usage, std::span<const bench::RunSize> runs) {
    Value document;
    document["schema"] = "fabricscope.runs_usage/0";
    document["size_bytes"] = usage.bytes;
    document["limit_bytes"] = usage.limit == 0 ? Value(nullptr) : Value(usage.limit);
    document["run_count"] = usage.runs;
    document["pinned_count"] = usage.pinned;
    Value &list = document["runs"] = Value::array();
    for (const bench::RunSize &run : runs)
        list.push_back({{"id", run.id},
                        {"host", run.host},
                        {"tool", run.tool},
                        {"created_ms", run.createdMs},
                        {"pinned", run.isPinned},
                        {"size_bytes", run.total()},
                        {"output_bytes", run.output},
                        {"telemetry_bytes", run.telemetry},
                        {"files_bytes", run.files},
                        {"captures_bytes", run.captures}});
    return dump(document);
}

std::string runDocument(const bench::RunRecord &run, std::string_view output) {
    Value document;
    document["schema"] = "fabricscope.run/0";
    document.update(recordValue(run));
    document["output"] = output;
    return dump(document);
}

std::string withoutSecretEnvironment(std::string text) {
    auto value = parse(text);
    if (!value || !value->is_object())
        return text;
    const auto environment = value->find("env");
    if (environment == value->end())
        return text;
    if (environment->is_object())
        for (auto &[name, held] : environment->items())
            if (bench::isSecret(name))
                held = bench::kSecretPlaceholder;
    if (environment->is_array())
        for (Value &entry : *environment)
            hideAssignment(entry);
    return dump(*value);
}

} // namespace fabricscope::json
