// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/perftest/UcxReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>

namespace fabricscope::bench::output {

namespace {

constexpr std::size_t kWidest = 400;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// "|              |              |       overhead (usec)        |   bandwidth (MB/s)  |  message rate
/// (msg/s) |".
bool isGroups(std::string_view text) {
    return text.starts_with('|') && text.size() < kWidest && has(text, "(usec)") &&
           has(text, "bandwidth (MB/s)");
}

/// "|    Stage     | # iterations | 50.0%ile | average | overall | ...".
bool isNames(std::string_view text) {
    return text.starts_with('|') && text.size() < kWidest && has(text, "Stage") && has(text, "# iterations");
}

} // namespace

bool UcxReader::begins(std::string_view line) {
    const std::string_view text = trimmed(line);
    return isGroups(text) || isNames(text) || text.starts_with("| API: ");
}

void UcxReader::beginRun() {
    if (m_run != ResultsBuilder::kNoRun && m_columns.empty())
        return;
    begin("ucx-perftest");
    m_groups.clear();
    m_columns.clear();
}

bool UcxReader::takeGroups(std::string_view text) {
    m_groups.clear();
    for (std::size_t at = 1; at < text.size() && m_groups.size() < Cells::kMost;) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        const NameAndUnit parts = splitUnit(trimmed(text.substr(at, end - at)), '(', ')');
        m_groups.push_back({std::string(trimmed(parts.name)), std::string(parts.unit), at, end});
        at = end + 1;
    }
    return true;
}

/// A name belongs to the group that it stands under.
bool UcxReader::takeNames(std::string_view text) {
    m_columns.clear();
    for (std::size_t at = 1, number = 0; at < text.size() && number < Cells::kMost; ++number) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        const std::size_t middle = at + (end - at) / 2;
        const auto group = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group &one) {
            return middle >= one.begin && middle < one.end;
        });
        std::string name(trimmed(text.substr(at, end - at)));
        if (number > 1) // "Stage" and "# iterations" come first
            m_columns.push_back(group == m_groups.end() ? Column{std::move(name), {}}
                                                        : Column{group->name + ' ' + name, group->unit});
        at = end + 1;
    }
    return true;
}

/// "[thread 0]    10   7.000 ...", "Final:   1000  ...".
bool UcxReader::takeRow(std::string_view text) {
    const bool thread = text.starts_with("[thread "), final = text.starts_with("Final:");
    const std::size_t end = text.find(thread ? ']' : ':');
    if ((!thread && !final) || end == std::string_view::npos || m_columns.empty())
        return false;
    Cells cells;
    splitCells(text.substr(end + 1), cells);
    if (cells.count != m_columns.size() + 1 || !countOf(cells[0]) ||
        !std::all_of(cells.begin(), cells.end(), isValue))
        return false;
    const std::string subject = final ? std::string("final") : std::string(text.substr(1, end - 1));
    const auto drawn = std::find_if(m_columns.begin(), m_columns.end(),
                                    [](const Column &one) { return one.name == "bandwidth average"; });
    const auto at = static_cast<std::size_t>(drawn == m_columns.end() ? 0 : drawn - m_columns.begin());
    Point point{0, numberOf(cells[at + 1]), {{"iterations", {}, numberOf(cells[0]), {}}}};
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (i != at)
            point.fields.push_back({m_columns[i].name, m_columns[i].unit, numberOf(cells[i + 1]), {}});
    const std::size_t series =
        m_builder.series(m_run, subject + ' ' + m_columns[at].name, subject, m_columns[at].unit, Axis::Index);
    const auto &all = results().series;
    if (series < all.size())
        point.x = static_cast<double>(all[series].points.size());
    m_builder.addPoint(m_run, series, std::move(point));
    if (final)
        m_builder.ended(m_run);
    return true;
}

bool UcxReader::line(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (begins(text)) {
        beginRun();
        if (isGroups(text))
            return takeGroups(text);
        if (isNames(text))
            return takeNames(text);
    }
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    if (text.starts_with("+--"))
        return true;
    if (!text.starts_with('|'))
        return takeRow(text);
    const std::string_view body = trimmed(text.substr(1, text.rfind('|') > 0 ? text.rfind('|') - 1 : 0));
    const std::size_t colon = body.find(':');
    if (colon == std::string_view::npos || !m_columns.empty())
        return true;
    const std::string_view value = trimmed(body.substr(colon + 1));
    if (body.starts_with("Test:"))
        results().test = HostText(value).plain(100);
    m_builder.fact(m_run, keyOf(body.substr(0, colon)), value);
    return true;
}

} // namespace fabricscope::bench::output
