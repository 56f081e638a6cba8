// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/perftest/OsuReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kTitle = "# OSU ";

/// "# OSU MPI-ROCM Bandwidth Test v5.9": the version is its last word.
bool isTitle(std::string_view line) {
    return line.starts_with(kTitle) && line.size() < 120 && line.find(" Test v") != std::string_view::npos;
}

/// "Bandwidth (MB/s)", "Avg Latency(us)", "MB/s", "Iterations".
NameAndUnit titleOf(std::string_view title) {
    if (title.ends_with(')'))
        return splitUnit(title, '(', ')');
    return title.ends_with("/s") ? NameAndUnit{title == "MB/s" ? "Bandwidth" : "Rate", title}
                                 : NameAndUnit{title, {}};
}

/// "Send Buffer on DEVICE (D)" has no unit in its brackets.
bool isUnit(std::string_view text) {
    return text == "us" || text == "usec" || text == "ms" || text.ends_with("/s");
}

} // namespace

bool OsuReader::begins(std::string_view line) {
    return isTitle(trimmed(line));
}

/// "Size      Avg Latency(us)   Min Latency(us)", with at least two blanks between two columns; a barrier has
/// no size.
bool OsuReader::takeHeader(std::string_view body) {
    std::vector<Column> columns;
    for (std::string_view rest = body; !rest.empty() && columns.size() < Cells::kMost;) {
        const std::string_view title = trimmed(rest.substr(0, rest.find("  ")));
        rest = trimmed(rest.substr(std::min(rest.find("  "), rest.size())));
        const NameAndUnit parts = titleOf(title);
        columns.push_back({std::string(trimmed(parts.name)), std::string(parts.unit)});
    }
    const bool sized = !columns.empty() && columns[0].name == "Size";
    if (columns.size() < (sized ? 2U : 1U) || !isUnit(columns[sized ? 1 : 0].unit))
        return false;
    m_columns = std::move(columns);
    m_sized = sized;
    return true;
}

bool OsuReader::takeRow(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (m_columns.empty() || cells.count != m_columns.size() ||
        !std::all_of(cells.begin(), cells.end(), isValue))
        return false;
    const std::size_t drawn = m_sized ? 1 : 0;
    const auto size = numberOf(cells[0]);
    if (m_sized && !size)
        return false;
    const std::size_t series = m_builder.series(m_run, m_columns[drawn].name, {}, m_columns[drawn].unit,
                                                m_sized ? Axis::Bytes : Axis::Index);
    Point point{m_sized ? *size : 0, numberOf(cells[drawn]), {}};
    for (std::size_t i = drawn + 1; i < cells.count; ++i) {
        const auto value = numberOf(cells[i]);
        point.fields.push_back(
            {m_columns[i].name, m_columns[i].unit, value, value ? std::string() : std::string(cells[i])});
    }
    m_builder.addPoint(m_run, series, std::move(point));
    return true;
}

bool OsuReader::line(std::string_view text) {
    const std::string_view body = trimmed(text);
    if (isTitle(body)) {
        begin("osu");
        const std::size_t version = body.rfind(" v");
        results().test = HostText(body.substr(kTitle.size(), version - kTitle.size())).plain(100);
        results().version = HostText(body.substr(version + 2)).plain(40);
        m_columns.clear();
        return true;
    }
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    if (!body.starts_with('#'))
        return takeRow(body);
    const std::string_view words = trimmed(body.substr(1));
    if (m_columns.empty() && takeHeader(words))
        return true;
    const std::size_t colon = words.find(':');
    if (m_columns.empty() && colon != std::string_view::npos && colon < 40 && !words.starts_with('['))
        m_builder.fact(m_run, keyOf(words.substr(0, colon)),
                       words.substr(colon + 1)); // "Datatype: MPI_CHAR."
    else if (m_columns.empty())
        m_builder.fact(m_run, "note", words); // "Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)"
    return true;
}

/// The tests print no end. The last size, unless another one is asked for, is 4 MiB between two processes and
/// 1 MiB of collectives (OSU Micro-Benchmarks, MAX_MESSAGE_SIZE and MAX_MSG_SIZE_COLL).
void OsuReader::end() {
    if (m_run == ResultsBuilder::kNoRun || !m_sized || results().series.empty() ||
        results().series.back().points.empty())
        return;
    constexpr double kMebibyte = 1048576;
    const std::string_view test = results().test;
    static constexpr std::string_view kOfPairs[] = {" Bandwidth", " Message Rate", "Put", "Get"};
    const bool isLatency = test.ends_with(" Latency Test") && std::count(test.begin(), test.end(), ' ') == 2;
    const bool isOfPairs = isLatency || test.find("Multi") != test.npos ||
                           std::any_of(std::begin(kOfPairs), std::end(kOfPairs),
                                       [&](std::string_view words) { return test.find(words) != test.npos; });
    if (results().series.back().points.back().x == (isOfPairs ? 4 * kMebibyte : kMebibyte))
        m_builder.ended(m_run);
}

} // namespace fabricscope::bench::output
