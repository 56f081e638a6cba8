// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/RunJson.h"

#include "core/base/Text.h"
#include "core/bench/Environment.h"
#include "core/json/Json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <type_traits>

namespace fabricscope::json {

namespace {

constexpr ParseLimits kSpecLimits{std::size_t{1} << 20, 8, 20'000};

template<class T> void setKnown(Value &value, const char *key, const std::optional<T> &known) {
    if (known)
        value[key] = *known;
}

/// A number of this kind; a fraction, or one that is negative, is none where whole or unsigned ones are asked
/// for.
template<class T> std::optional<T> numberAt(const Value &value, const char *key) {
    const auto found = value.find(key);
    if (found == value.end())
        return std::nullopt;
    const bool fits = std::is_floating_point_v<T> ? found->is_number()
                      : std::is_signed_v<T>       ? found->is_number_integer()
                                                  : found->is_number_unsigned();
    return fits ? std::optional(found->template get<T>()) : std::nullopt;
}

std::string textAt(const Value &value, const char *key) {
    const auto found = value.find(key);
    return found != value.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Value specValue(const bench::RunSpec &spec) {
    Value value;
    value["tool"] = spec.tool;
    value["test"] = spec.test;
    value["host"] = spec.host;
    value["words"] = spec.command.words;
    Value &environment = value["environment"] = Value::array();
    for (const bench::EnvironmentValue &one : spec.command.environment)
        environment.push_back({{"name", one.name}, {"value", one.value}});
    value["directory"] = spec.command.directory;
    value["longest_s"] = spec.longest.count();
    return value;
}

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
        value["why"] = sanitized(state.why);
    value["spec"] = specValue(run.spec);
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
    value["kept_bytes"] = run.keptBytes;
    return value;
}

bool readWords(const Value &value, std::vector<std::string> &words) {
    if (!value.is_array())
        return false;
    for (const Value &word : value) {
        if (!word.is_string())
            return false;
        words.push_back(word.get<std::string>());
    }
    return true;
}

bool readEnvironment(const Value &value, std::vector<bench::EnvironmentValue> &environment) {
    if (!value.is_array())
        return false;
    for (const Value &one : value) {
        if (!one.is_object())
            return false;
        environment.push_back({textAt(one, "name"), textAt(one, "value")});
    }
    return true;
}

/// "NAME=value" of a secret, shortened to its name.
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
    if (!value)
        return tl::unexpected(value.error());
    bench::RunSpec spec;
    spec.tool = value->is_object() ? textAt(*value, "tool") : std::string();
    if (spec.tool.empty())
        return failure("it is no description of a run: it names no tool", "run", "fabricscope bench list");
    spec.test = textAt(*value, "test");
    spec.host = textAt(*value, "host");
    spec.command.directory = textAt(*value, "directory");
    const auto words = value->find("words");
    const auto environment = value->find("environment");
    if (words == value->end() || !readWords(*words, spec.command.words) ||
        (environment != value->end() && !readEnvironment(*environment, spec.command.environment)))
        return failure("words are texts, and the environment is a list of name and value", "run");
    constexpr std::int64_t kMostSeconds = 366LL * 24 * 3600;
    if (value->contains("longest_s")) {
        const auto longest = numberAt<std::int64_t>(*value, "longest_s");
        if (!longest || *longest < 1 || *longest > kMostSeconds)
            return failure("longest_s is out of range", "run", "1 second to a year");
        spec.longest = std::chrono::seconds(*longest);
    }
    return spec;
}

std::string summaryText(const bench::RunSummary &summary) {
    return dump(summaryValue(summary));
}

Result<bench::RunSummary> summaryFrom(std::string_view text) {
    const auto value = parse(text, kSpecLimits);
    if (!value)
        return tl::unexpected(value.error());
    if (!value->is_object())
        return failure("it is no summary of a run", "summary");
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

std::string runsDocument(std::span<const bench::RunRecord> runs) {
    Value document;
    document["schema"] = "fabricscope.runs/0";
    Value &list = document["runs"] = Value::array();
    for (const bench::RunRecord &run : runs)
        list.push_back(recordValue(run));
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
