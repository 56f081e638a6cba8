// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/SamplesJson.h"

#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/json/Json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string_view>

namespace fabricscope::json {

namespace {

using namespace bench;

/// In the order of bench::Axis.
constexpr std::array kAxes = {"bytes", "seconds", "index", "requests_per_s", "batch_size"};

template<class Number> void set(Value &value, const char *key, const std::optional<Number> &number) {
    if (number)
        value[key] = *number;
}

void setText(Value &value, const char *key, const std::string &text) {
    if (!text.empty())
        value[key] = text;
}

Value fieldValue(const Field &field) {
    if (field.value)
        return *field.value;
    return field.text.empty() ? Value() : Value(field.text);
}

/// The fields as keys of a point or row: "BW peak" becomes "bw_peak"; existing keys of the object are kept.
void setFields(Value &value, const std::vector<Field> &fields) {
    for (const Field &field : fields)
        if (std::string key = output::keyOf(field.name); !value.contains(key))
            value[std::move(key)] = fieldValue(field);
}

Value halfValue(const CollectiveHalf &half) {
    Value value = Value::object();
    set<double>(value, "time_us", half.timeUs);
    set<double>(value, "event_us", half.eventUs);
    set<double>(value, "algbw_gbytes_per_s", half.algbw);
    set<double>(value, "busbw_gbytes_per_s", half.busbw);
    set<double>(value, "wrong", half.wrong);
    return value;
}

Value rowValue(const CollectiveRow &row) {
    Value value = {{"size_bytes", row.sizeBytes}};
    set(value, "count", row.count);
    setText(value, "type", row.type);
    setText(value, "redop", row.redop);
    set(value, "root", row.root);
    if (row.outOfPlace)
        value["out_of_place"] = halfValue(*row.outOfPlace);
    if (row.inPlace)
        value["in_place"] = halfValue(*row.inPlace);
    setFields(value, row.more);
    return value;
}

Value pointValue(const Point &point) {
    Value value = {{"x", point.x}};
    value["y"] = point.y ? Value(*point.y) : Value();
    setFields(value, point.fields);
    return value;
}

Value seriesValue(const Series &series, const std::string &placeholder) {
    Value value = {{"name", series.name}};
    setText(value, "subject", series.subject);
    value["unit"] = series.unit;
    value["x"] = kAxes[static_cast<std::size_t>(series.axis)];
    Value &points = value["points"] = Value::array();
    if (!placeholder.empty())
        points.push_back(placeholder);
    for (const Point &point : series.points)
        points.push_back(pointValue(point));
    return value;
}

Value matrixValue(const Matrix &matrix) {
    Value value = {
        {"title", matrix.title}, {"unit", matrix.unit}, {"rows", matrix.rows}, {"cols", matrix.columns}};
    Value &rows = value["values"] = Value::array();
    for (const auto &row : matrix.values) {
        Value cells = Value::array();
        for (const auto &cell : row)
            cells.push_back(cell ? Value(*cell) : Value());
        rows.push_back(std::move(cells));
    }
    return value;
}

Value summaryValue(const Summary &summary) {
    Value value = Value::object();
    set(value, "avg_busbw_gbytes_per_s", summary.avgBusbw);
    set(value, "out_of_bounds", summary.outOfBounds);
    set(value, "passed", summary.passed);
    if (!summary.fields.empty()) {
        Value &fields = value["fields"] = Value::array();
        for (const Field &field : summary.fields) {
            Value one = {{"name", field.name}, {"value", fieldValue(field)}};
            setText(one, "unit", field.unit);
            fields.push_back(std::move(one));
        }
    }
    return value;
}

Value errorValue(const findings::Finding &finding) {
    Value value = {{"severity", findings::toString(finding.severity)}, {"text", bench::lineText(finding)}};
    setText(value, "meaning", bench::meaningOf(finding));
    setText(value, "remedy", findings::remedy(finding));
    value["line"] = finding.place.line;
    return value;
}

template<class Items, class Make> Value listOf(const Items &items, Make &&make) {
    Value list = Value::array();
    for (const auto &item : items)
        list.push_back(make(item));
    return list;
}

/// Placeholders for lists that are written one by one: each is followed by its number. They cannot occur in a
/// log: those have no control characters.
constexpr std::string_view kPlaceholder = "\x01list", kPlaceholderMark = "\"\\u0001list";

/// Of a list of this run; empty: it is written as it is.
using PlaceholderOf = std::function<std::string(std::optional<std::size_t> series)>;

/// Appends the keys of one run.
void setRun(Value &value, const Results &run, const PlaceholderOf &placeholderOf) {
    value["tool"] = run.tool;
    setText(value, "tool_version", run.version);
    setText(value, "test", run.test);
    value["first_line"] = run.firstLine;
    Value &context = value["context"] = Value::object();
    for (const ContextFact &fact : run.context)
        context[fact.key] = fact.value;
    if (!run.transport.empty()) {
        Value &transport = value["transport"] = Value::array();
        for (const ContextFact &fact : run.transport)
            transport.push_back(fact.value);
    }
    Value &series = value["series"] = Value::array();
    for (std::size_t at = 0; at < run.series.size(); ++at)
        series.push_back(seriesValue(run.series[at], placeholderOf(at)));
    if (const std::string rows = placeholderOf({}); !rows.empty())
        value["rows"] = Value::array({rows});
    else if (!run.rows.empty())
        value["rows"] = listOf(run.rows, rowValue);
    if (!run.matrices.empty())
        value["matrix"] = matrixValue(run.matrices[0]);
    if (run.matrices.size() > 1)
        value["matrices"] = listOf(run.matrices, matrixValue);
    value["summary"] = summaryValue(run.summary);
    value["errors"] = listOf(run.diagnostics, errorValue);
    value["complete"] = run.complete;
}

/// With all of its lists.
void setRun(Value &value, const Results &run) {
    setRun(value, run, [](std::optional<std::size_t>) { return std::string(); });
}

std::string indented(const Value &value, std::size_t indent) {
    std::string text;
    for (const char c : value.dump(2, ' ', false, Value::error_handler_t::replace)) {
        text += c;
        if (c == '\n') // none is inside a string
            text.append(indent, ' ');
    }
    return text;
}

Value measuredValue(const MeasuredRun &run, const Results *results) {
    Value value = Value::object();
    value["run_id"] = run.state.id;
    value["host"] = run.spec.host;
    value["step"] = run.step;
    setText(value, "sweep_value", run.value);
    value["repeat"] = run.repeat;
    value["phase"] = toString(run.state.phase);
    set(value, "exit_status", run.state.exitStatus);
    if (results != nullptr)
        setRun(value, *results);
    else
        value["tool"] = run.spec.tool;
    return value;
}

} // namespace

std::string measuredDocument(std::span<const MeasuredRun> runs) {
    Value document = {{"schema", "fabricscope.samples/0"}};
    const auto first =
        std::find_if(runs.begin(), runs.end(), [](const MeasuredRun &run) { return !run.results.empty(); });
    setRun(document, first == runs.end() ? Results{} : first->results.front());
    Value &all = document["runs"] = Value::array();
    for (const MeasuredRun &run : runs) {
        if (run.results.empty())
            all.push_back(measuredValue(run, nullptr));
        for (const Results &results : run.results)
            all.push_back(measuredValue(run, &results));
    }
    return dump(document);
}

std::string samplesDocument(std::span<const Results> runs) {
    return samplesFrame(runs, {}).pieces.front();
}

SamplesFrame samplesFrame(std::span<const Results> runs, const std::set<StreamedList> &streamed) {
    SamplesFrame frame;
    std::vector<StreamedList> numbered; // by the number of its placeholder
    Value document = {{"schema", "fabricscope.samples/0"}};
    const auto add = [&](Value &value, std::size_t run) {
        setRun(value, runs[run], [&](std::optional<std::size_t> series) {
            if (!streamed.contains({run, series}))
                return std::string();
            numbered.push_back({run, series});
            return std::string(kPlaceholder) + std::to_string(numbered.size() - 1);
        });
    };
    if (runs.empty())
        setRun(document, {});
    else
        add(document, 0);
    if (runs.size() > 1) {
        Value &all = document["runs"] = Value::array();
        for (std::size_t run = 0; run < runs.size(); ++run) {
            Value one = Value::object();
            add(one, run);
            all.push_back(std::move(one));
        }
    }
    std::string text = dump(document);
    std::size_t from = 0;
    for (std::size_t at = 0; (at = text.find(kPlaceholderMark, from)) != std::string::npos;) {
        frame.pieces.push_back(text.substr(from, at - from));
        std::size_t number = 0;
        for (at += kPlaceholderMark.size(); text[at] != '"'; ++at)
            number = number * 10 + static_cast<std::size_t>(text[at] - '0');
        frame.lists.push_back(numbered[number]);
        from = at + 1;
    }
    frame.pieces.push_back(from == 0 ? std::move(text) : text.substr(from));
    return frame;
}

std::string rowText(const CollectiveRow &row, std::size_t indent) {
    return indented(rowValue(row), indent);
}

std::string pointText(const Point &point, std::size_t indent) {
    return indented(pointValue(point), indent);
}

} // namespace fabricscope::json
