// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/perftest/PerftestJsonReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

std::string_view unquoted(std::string_view text) {
    text = trimmed(text);
    while (text.starts_with('"'))
        text.remove_prefix(1);
    while (text.ends_with('"'))
        text.remove_suffix(1);
    return text;
}

/// The charted quantity: the first one that a result has.
constexpr std::array kDrawn = {std::string_view("BW_average"), std::string_view("t_typical"),
                               std::string_view("t_avg")};

/// The document does not name the unit of its bandwidth, which --report_gbits changes: it follows from the
/// rate of messages, as the two differ by a factor of 119. Rounding of a low rate is far less.
std::string_view unitOf(double bytes, double megaMessages, double bandwidth) {
    const double gigabits = megaMessages * bytes * 8 / 1e3, mebibytes = megaMessages * bytes * 1e6 / 1048576;
    const auto near = [&](double value) {
        return value > 0 && bandwidth > value / 2 && bandwidth < value * 2;
    };
    return near(gigabits) ? "Gb/sec" : near(mebibytes) ? "MB/sec" : std::string_view();
}

} // namespace

bool PerftestJsonReader::begins(std::string_view line) {
    const std::string_view text = trimmed(line);
    const std::size_t brace = text.find_first_not_of("{ \t");
    if (brace == std::string_view::npos)
        return false;
    const std::string_view name = text.substr(brace);
    return name.starts_with("test_info:") || name.starts_with("\"test_info\"");
}

void PerftestJsonReader::takePoint() {
    Point point;
    std::size_t drawn = m_fields.size();
    for (const std::string_view name : kDrawn)
        for (std::size_t i = 0; i < m_fields.size() && drawn == m_fields.size(); ++i)
            if (m_fields[i].name == name)
                drawn = i;
    std::optional<double> size, rate;
    for (const Field &field : m_fields) {
        if (field.name == "MsgSize")
            size = field.value;
        else if (field.name == "MsgRate")
            rate = field.value;
    }
    std::string_view unit = drawn < m_fields.size() && m_fields[drawn].name.starts_with("t_") ? "usec" : "";
    if (drawn < m_fields.size() && m_fields[drawn].name == "BW_average" && size && rate &&
        m_fields[drawn].value)
        unit = unitOf(*size, *rate, *m_fields[drawn].value);
    for (Field &field : m_fields)
        if (field.name == "BW_peak")
            field.unit = unit;
        else if (field.name == "MsgRate")
            field.unit = "Mpps";
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        if (m_fields[i].name == "MsgSize")
            point.x = m_fields[i].value.value_or(0);
        else if (i == drawn)
            point.y = m_fields[i].value;
        else
            point.fields.push_back(m_fields[i]);
    }
    if (drawn < m_fields.size())
        m_builder.addPoint(m_run, m_builder.series(m_run, m_fields[drawn].name, {}, unit, Axis::Bytes),
                           std::move(point));
    m_fields.clear();
}

void PerftestJsonReader::takePair(std::string_view name, std::string_view value) {
    if (m_results) {
        if (m_fields.size() < 64)
            m_fields.push_back({HostText(name).plain(64),
                                {},
                                numberOf(value),
                                numberOf(value) ? std::string() : HostText(value).plain(64)});
    } else if (name == "test") {
        results().test = HostText(value).plain(100);
        std::replace(results().test.begin(), results().test.end(), '_', ' ');
    } else {
        m_builder.fact(m_run, keyOf(name), value);
    }
}

bool PerftestJsonReader::line(std::string_view text) {
    if (begins(text)) {
        begin("perftest");
        m_depth = text.find('{') < text.find("test_info") ? 0 : 1;
        m_results = false;
    }
    if (m_run == ResultsBuilder::kNoRun || results().complete)
        return false;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(",{}"), rest.size());
        std::string_view pair = rest.substr(0, end);
        const char mark = end < rest.size() ? rest[end] : '\0';
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::string_view name = unquoted(takeUntil(pair, ':'));
        if (mark == '{') {
            m_results = m_results || name == "results";
            ++m_depth;
            continue;
        }
        if (!name.empty() && !trimmed(pair).empty())
            takePair(name, unquoted(pair));
        if (mark == '}' && --m_depth <= 1 && m_results) {
            takePoint();
            m_results = false;
            m_builder.ended(m_run);
        }
    }
    return true;
}

} // namespace fabricscope::bench::output
