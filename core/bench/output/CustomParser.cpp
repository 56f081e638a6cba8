// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/CustomParser.h"

#include "core/base/HostText.h"
#include "core/base/LineSplitter.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/Diagnostics.h"
#include "core/bench/output/text/ResultsBuilder.h"

#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::bench {

namespace {

using output::ResultsBuilder;

constexpr std::size_t kLongestLine = 4096, kLongestExpression = 1000, kMaxColumns = 32;

struct AxisName {
    std::string_view name;
    Axis axis;
};
constexpr std::array kAxisNames = {
    AxisName{"size", Axis::Bytes},   AxisName{"bytes", Axis::Bytes}, AxisName{"seconds", Axis::Seconds},
    AxisName{"time", Axis::Seconds}, AxisName{"rate", Axis::Rate},   AxisName{"batch", Axis::Batch},
};

/// An expression without names, and the name of each group in order; empty: unnamed.
struct Plain {
    std::string expression;
    std::vector<std::string> names;
};

/// "(?<size>\d+)" is "(\d+)" named "size".
Result<Plain> withoutNames(std::string_view expression) {
    Plain plain;
    bool inSet = false;
    for (std::size_t at = 0; at < expression.size(); ++at) {
        const char c = expression[at];
        plain.expression += c;
        if (c == '\\' && at + 1 < expression.size()) {
            plain.expression += expression[++at];
        } else if (c == '[' || c == ']') {
            inSet = c == '[';
        } else if (c == '(' && !inSet) {
            const std::string_view rest = expression.substr(at + 1);
            if (!rest.starts_with("?")) {
                plain.names.emplace_back();
            } else if (rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!")) {
                const std::size_t end = rest.find('>');
                if (end == std::string_view::npos || end == 2 || end > 66)
                    return failure("unterminated group name: '" + HostText(rest).plain(40) + "'");
                plain.names.push_back(HostText(rest.substr(2, end - 2)).plain());
                at += end + 1;
            }
        }
    }
    return plain;
}

class CustomParser : public OutputParser {
public:
    CustomParser(std::regex expression, std::vector<std::string> names)
        : m_builder("custom"), m_expression(std::move(expression)), m_names(std::move(names)) {
        for (std::size_t i = 0; i < m_names.size() && m_x == kNone; ++i)
            for (const AxisName &known : kAxisNames)
                if (m_names[i] == known.name) {
                    m_x = i;
                    m_axis = known.axis;
                }
        m_series.assign(m_names.size(), kNone);
    }

    Change feed(std::string_view bytes) override {
        m_splitter.feed(bytes, [this](std::string_view line) { take(line); });
        return m_builder.takeChange();
    }
    Change idle() override { return m_builder.takeChange(); }
    Change end() override {
        m_splitter.end([this](std::string_view line) { take(line); });
        return m_builder.takeChange();
    }
    [[nodiscard]] const std::vector<Results> &results() const override { return m_builder.results(); }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void take(std::string_view line) {
        m_builder.setLine(m_splitter.line());
        line = line.substr(0, kLongestLine);
        std::cmatch match;
        if (!std::regex_search(line.data(), line.data() + line.size(), match, m_expression)) {
            if (auto diagnostic = output::diagnosticOf(line, m_builder.line()))
                m_builder.diagnostic(m_builder.current(), std::move(*diagnostic));
            return;
        }
        if (m_run == kNone)
            m_run = m_builder.begin("custom");
        takeRow(match);
    }

    void takeRow(const std::cmatch &match) {
        const auto cell = [&](std::size_t column) {
            const std::csub_match &group = match[column + 1];
            return std::string_view(group.first, static_cast<std::size_t>(group.length()));
        };
        const auto x =
            m_x == kNone ? std::optional(static_cast<double>(m_rows)) : output::numberOf(cell(m_x));
        if (!x)
            return;
        ++m_rows;
        std::vector<Field> words;
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (i != m_x && !m_names[i].empty() && !output::isValue(cell(i)) && match[i + 1].matched)
                words.push_back(
                    {m_names[i], {}, std::nullopt, HostText(cell(i)).plain(ResultsBuilder::kLongestText)});
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (i == m_x || m_names[i].empty() || !output::isValue(cell(i)))
                continue;
            if (m_series[i] == kNone)
                m_series[i] = m_builder.series(m_run, m_names[i], {}, {}, m_axis);
            m_builder.addPoint(m_run, m_series[i], {*x, output::numberOf(cell(i)), std::exchange(words, {})});
        }
    }

    LineSplitter m_splitter;
    ResultsBuilder m_builder;
    std::regex m_expression;
    std::vector<std::string> m_names; ///< by group; empty: no column
    std::vector<std::size_t> m_series;
    std::size_t m_x = kNone, m_run = kNone;
    std::uint64_t m_rows = 0;
    Axis m_axis = Axis::Index;
};

} // namespace

Result<std::unique_ptr<OutputParser>> makeCustomParser(std::string_view expression) {
    if (expression.empty() || expression.size() > kLongestExpression)
        return failure("an expression has 1 to " + std::to_string(kLongestExpression) + " characters");
    auto plain = withoutNames(expression);
    if (!plain)
        return tl::unexpected(plain.error());
    const auto named = [](const std::string &name) {
        return !name.empty();
    };
    if (std::none_of(plain->names.begin(), plain->names.end(), named) || plain->names.size() > kMaxColumns)
        return failure("the expression has no named group, or more than " + std::to_string(kMaxColumns) +
                           " groups",
                       {}, "name each column: (?<gbps>[0-9.]+)");
    try {
        // Breadth first: time is bounded by the line, for every expression; back references are not
        // supported.
        std::regex compiled(plain->expression, std::regex::ECMAScript | std::regex_constants::__polynomial);
        return std::make_unique<CustomParser>(std::move(compiled), std::move(plain->names));
    } catch (const std::regex_error &error) {
        return failure(std::string("invalid expression: ") + error.what());
    }
}

} // namespace fabricscope::bench
