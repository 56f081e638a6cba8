// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/BenchTable.h"

#include "core/base/HostText.h"
#include "core/bench/judge/Repeats.h"
#include "core/bench/run/CollectiveHalf.h"
#include "core/bench/view/BenchProgress.h"
#include "core/bench/view/LibraryPage.h"
#include "core/present/bench/ChartScale.h"
#include "core/present/bench/ChartSpec.h"
#include "core/present/bench/HeatDomain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::present {

using bench::BandPoint;
using bench::BenchView;
using bench::LibraryPage;
using bench::progressOf;

namespace {

constexpr std::string_view kSimulated = "simulated";

using bench::CollectiveHalf;
using bench::CollectiveRow;
using Kind = BenchChart::Kind;

constexpr std::size_t kMaxColumns = 128; ///< of a matrix or of series side by side

/// The columns of a collective's row; one column per line.
struct CollectiveField {
    const char *name, *unit;
    bool strong, inOtherHalf;
    SlimOptional<double> CollectiveHalf::*value; ///< nullptr: size or count
};
constexpr CollectiveField kCollectiveFields[] = {
    {"size", "", true, false, nullptr},
    {"count", "", false, false, nullptr},
    {"time", "µs", false, false, &CollectiveHalf::timeUs},
    {"algbw", "GB/s", false, false, &CollectiveHalf::algbw},
    {"busbw", "GB/s", true, false, &CollectiveHalf::busbw},
    {"in place", "GB/s", false, true, &CollectiveHalf::busbw},
    {"#wrong", "", false, false, &CollectiveHalf::wrong},
};
constexpr std::size_t kSize = 0, kCount = 1, kAlgbw = 3, kWrong = 6;

/// The worse of both halves: the log shows which one.
std::optional<double> wrongOf(const CollectiveRow &row) {
    std::optional<double> worst;
    for (const auto *half : {&row.outOfPlace, &row.inPlace})
        if (*half && (*half)->wrong && (!worst || *(*half)->wrong > *worst))
            worst = (*half)->wrong;
    return worst;
}

bool sameXs(const bench::Series &a, const bench::Series &b) {
    return a.points.size() == b.points.size() &&
           std::equal(a.points.begin(), a.points.end(), b.points.begin(),
                      [](const bench::Point &one, const bench::Point &other) { return one.x == other.x; });
}

const char *nameOfX(bench::Axis axis) {
    static constexpr const char *kNames[] = {"size", "time", "row", "rate", "batch"};
    return kNames[static_cast<std::size_t>(axis)];
}

const char *unitOfX(bench::Axis axis) {
    return axis == bench::Axis::Seconds ? "s" : axis == bench::Axis::Rate ? "1/s" : "";
}

} // namespace

BenchTable::BenchTable(const BenchView &view, const BenchChart &chart)
    : m_results(view.results), m_chart(chart), m_isSimulated(isSimulated(view)) {
    switch (chart.kind) {
    case Kind::Collective:
        makeCollective(view);
        break;
    case Kind::Lines:
        makeLines(view);
        break;
    case Kind::Bars:
        makeBars();
        break;
    case Kind::Matrix:
        makeMatrix();
        break;
    case Kind::Library:
        makeLibrary(view);
        break;
    }
    findDecimals();
}

const bench::Series &BenchTable::series(std::size_t index) const {
    return m_results->series[m_chart.series[index]];
}

// What there is

void BenchTable::makeCollective(const BenchView &view) {
    m_outOfPlace = bench::hasOutOfPlace(*m_results);
    const auto &rows = m_results->rows;
    const auto any = [&](auto has) {
        return std::any_of(rows.begin(), rows.end(), has);
    };
    const bool both = m_outOfPlace && any([](const CollectiveRow &row) { return row.inPlace.has_value(); });
    const bool counts = any([](const CollectiveRow &row) { return row.count.has_value(); });
    for (std::size_t field = 0; field < std::size(kCollectiveFields); ++field) {
        const CollectiveField &each = kCollectiveFields[field];
        if ((each.inOtherHalf && !both) || (field == kCount && !counts))
            continue;
        m_fields.push_back(field);
        m_columns.push_back({each.name, each.unit, each.strong, true, 0, field == kCount || field == kAlgbw});
    }
    if (view.baseline)
        compareWith(view.baseline->points);
    m_rows = rows.size();
    if (view.isRunning())
        m_running = progressOf(view, 0).running;
}

void BenchTable::compareWith(const std::vector<BandPoint> &baseline) {
    if (baseline.empty())
        return;
    m_baseline = baseline;
    m_differenceColumn = m_columns.size();
    m_columns.push_back({"vs base", "%", false, true, 1});
}

/// Series with the same x values share a table; others follow below.
void BenchTable::makeLines(const BenchView &view) {
    m_sideBySide = m_chart.series.size() < kMaxColumns;
    for (std::size_t index = 1; index < m_chart.series.size() && m_sideBySide; ++index)
        m_sideBySide = sameXs(series(0), series(index));
    const std::string unit = m_chart.unit;
    if (!m_sideBySide) {
        m_columns = {{"name", "", false, false, 0},
                     {nameOfX(m_chart.axis), unitOfX(m_chart.axis), true, true, 0},
                     {"value", unit, true, true, 0}};
        for (std::size_t index = 0; index < m_chart.series.size(); ++index) {
            m_starts.push_back(m_rows);
            m_rows += series(index).points.size();
        }
        return;
    }
    m_columns.push_back({nameOfX(m_chart.axis), unitOfX(m_chart.axis), true, true, 0});
    m_rows = series(0).points.size();
    bool repeats = false;
    for (std::size_t index = 0; index < m_chart.series.size(); ++index) {
        const bench::Series &each = series(index);
        const bool spreads = !each.points.empty() && bench::spreadOf(each.points.front()).has_value();
        repeats = repeats || spreads;
        m_columns.push_back(
            {spreads && !each.subject.empty() ? each.subject : each.name, unit, true, true, 0});
        m_lines.emplace_back(index, false);
        if (!spreads)
            continue;
        m_columns.push_back({"±", "%", false, true, 0});
        m_lines.emplace_back(index, true);
    }
    if (m_chart.series.size() != 1)
        return;
    if (m_rows > 0 && !repeats)
        for (const bench::Field &field : series(0).points.front().fields)
            if (m_columns.size() < kMaxColumns)
                m_columns.push_back({field.name, field.unit, false, true, 0});
    if (const auto *baseline = view.baseline ? view.baseline->of(series(0)) : nullptr)
        compareWith(*baseline);
}

void BenchTable::makeBars() {
    m_columns = {{"name", "", false, false, 0}, {"value", m_chart.unit, true, true, 0}};
    m_rows = m_chart.series.size();
    if (m_rows > 0 && !series(0).points.empty())
        for (const bench::Field &field : series(0).points.front().fields)
            m_columns.push_back({field.name, field.unit, false, true, 0});
}

void BenchTable::makeMatrix() {
    const bench::Matrix &matrix = m_results->matrices[m_chart.matrix];
    m_columns.push_back({"", "", false, false, 0});
    for (const std::string &name : matrix.columns)
        if (m_columns.size() < kMaxColumns)
            m_columns.push_back({name, "", true, true, 0});
    m_rows = std::max(matrix.rows.size(), matrix.values.size());
}

/// The sections one below another.
void BenchTable::makeLibrary(const BenchView &view) {
    m_library = view.library;
    m_columns = {{"section", "", false, false, 0},
                 {"name", "", false, false, 0},
                 {"is", "", true, false, 0},
                 {"note", "", false, false, 0}};
    for (const LibraryPage::Section &section : m_library->sections) {
        m_starts.push_back(m_rows);
        m_rows += section.rows.size();
    }
}

/// As many decimals as the value of the column that needs most; a column is aligned on its last digit.
void BenchTable::findDecimals() {
    constexpr std::size_t kLooked = 10000; // rows examined; later ones are rounded alike
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        if (column == m_differenceColumn || !m_columns[column].number)
            continue;
        double greatest = 0;
        int decimals = 0;
        for (std::size_t row = 0; row < std::min(m_rows, kLooked); ++row)
            if (const Cell cell = at(row, column); cell.value && std::isfinite(*cell.value)) {
                greatest = std::max(greatest, std::abs(*cell.value));
                decimals = std::max(decimals, decimalsOf(*cell.value));
            }
        m_columns[column].decimals = std::min(decimals, greatest >= 10000 ? 1 : greatest >= 1 ? 2 : 4);
    }
}

// Cells

BenchTable::Cell BenchTable::collectiveAt(std::size_t row, std::size_t column) const {
    const CollectiveRow &each = m_results->rows[row];
    if (column >= m_fields.size())
        return {difference(row), {}};
    const std::size_t field = m_fields[column];
    if (field == kSize)
        return {static_cast<double>(each.sizeBytes), {}};
    if (field == kCount)
        return {each.count ? std::optional(static_cast<double>(*each.count)) : std::nullopt, {}};
    if (field == kWrong)
        return {wrongOf(each), {}};
    const CollectiveField &known = kCollectiveFields[field];
    const auto &half = bench::mainHalf(each, m_outOfPlace != known.inOtherHalf);
    return {half ? (*half).*known.value : std::nullopt, {}};
}

BenchTable::Cell BenchTable::linesAt(std::size_t row, std::size_t column) const {
    if (!m_sideBySide) {
        const auto next = std::upper_bound(m_starts.begin(), m_starts.end(), row);
        const auto index = static_cast<std::size_t>(next - m_starts.begin()) - 1;
        const bench::Point &point = series(index).points[row - m_starts[index]];
        return column == 0 ? Cell{std::nullopt, series(index).name}
                           : Cell{column == 1 ? std::optional(point.x) : point.y, {}};
    }
    if (column == m_differenceColumn)
        return {difference(row), {}};
    if (column == 0)
        return {series(0).points[row].x, {}};
    if (column <= m_lines.size()) {
        const auto &[index, isSpread] = m_lines[column - 1];
        const bench::Point &point = series(index).points[row];
        return {isSpread ? spreadPercent(point) : point.y, {}};
    }
    const auto &fields = series(0).points[row].fields;
    const std::size_t field = column - m_lines.size() - 1;
    return field < fields.size() ? Cell{fields[field].value, fields[field].text} : Cell{};
}

std::optional<double> BenchTable::spreadPercent(const bench::Point &point) {
    const auto spread = bench::spreadOf(point);
    if (!spread || spread->count < 2)
        return std::nullopt;
    constexpr double kSteps = 100; // two decimals, the precision of measurements
    return std::round(spread->percent() * kSteps) / kSteps;
}

BenchTable::Cell BenchTable::barAt(std::size_t row, std::size_t column) const {
    const bench::Series &bar = series(row);
    if (column == 0)
        return {std::nullopt, bar.name};
    if (bar.points.empty())
        return {};
    const bench::Point &point = bar.points.front();
    if (column == 1)
        return {point.y, {}};
    return column - 2 < point.fields.size()
               ? Cell{point.fields[column - 2].value, point.fields[column - 2].text}
               : Cell{};
}

BenchTable::Cell BenchTable::matrixAt(std::size_t row, std::size_t column) const {
    const bench::Matrix &matrix = m_results->matrices[m_chart.matrix];
    if (column == 0)
        return {std::nullopt, row < matrix.rows.size() ? matrix.rows[row] : std::to_string(row)};
    return {cellValue(matrix, row, column - 1), {}};
}

BenchTable::Cell BenchTable::libraryAt(std::size_t row, std::size_t column) const {
    const auto next = std::upper_bound(m_starts.begin(), m_starts.end(), row);
    const auto index = static_cast<std::size_t>(next - m_starts.begin()) - 1;
    const LibraryPage::Section &section = m_library->sections[index];
    const LibraryPage::Row &each = section.rows[row - m_starts[index]];
    const std::string *const texts[] = {&section.title, &each.what, &each.value, &each.note};
    return {std::nullopt, *texts[std::min(column, std::size(texts) - 1)]};
}

BenchTable::Cell BenchTable::at(std::size_t row, std::size_t column) const {
    switch (m_chart.kind) {
    case Kind::Collective:
        return collectiveAt(row, column);
    case Kind::Lines:
        return linesAt(row, column);
    case Kind::Bars:
        return barAt(row, column);
    case Kind::Matrix:
        return matrixAt(row, column);
    case Kind::Library:
        return libraryAt(row, column);
    }
    return {};
}

std::string BenchTable::cell(std::size_t row, std::size_t column) const {
    if (row >= rows() || column >= m_columns.size())
        return {};
    const bool isBytes = m_chart.axis == bench::Axis::Bytes && column == (m_sideBySide ? 0U : 1U);
    if (isRunning(row))
        return column == 0 ? byteLabel(*m_running) : column == 1 ? "running" : "";
    const Cell cell = at(row, column);
    if (!cell.value)
        return cell.text;
    if (isBytes && m_chart.kind != Kind::Matrix)
        return byteLabel(*cell.value);
    const std::string sign = column == m_differenceColumn && *cell.value > 0 ? "+" : "";
    return sign + valueLabel(*cell.value, m_columns[column].decimals) +
           (column == m_differenceColumn ? " %" : "");
}

/// The x of a row, and the value there.
std::pair<double, std::optional<double>> BenchTable::reached(std::size_t row) const {
    if (m_chart.kind != Kind::Collective) {
        const bench::Point &point = series(0).points[row];
        return {point.x, point.y};
    }
    const CollectiveRow &each = m_results->rows[row];
    const auto &half = bench::mainHalf(each, m_outOfPlace);
    return {static_cast<double>(each.sizeBytes), half ? half->busbw : std::nullopt};
}

std::optional<double> BenchTable::difference(std::size_t row) const {
    if (m_baseline.empty() || row >= m_rows)
        return std::nullopt;
    const auto [x, y] = reached(row);
    const auto base =
        std::lower_bound(m_baseline.begin(), m_baseline.end(), x,
                         [](const BandPoint &point, double position) { return point.x < position; });
    if (!y || base == m_baseline.end() || base->x != x || !base->middle || *base->middle <= 0)
        return std::nullopt;
    return 100 * (*y / *base->middle - 1);
}

std::optional<double> BenchTable::xOf(std::size_t row) const {
    if (m_chart.kind != Kind::Collective && m_chart.kind != Kind::Lines)
        return std::nullopt;
    if (isRunning(row))
        return m_running;
    return row < m_rows ? at(row, m_sideBySide ? 0 : 1).value : std::nullopt;
}

std::optional<std::size_t> BenchTable::rowOf(double x) const {
    for (std::size_t row = 0; row < rows(); ++row)
        if (const auto here = xOf(row); here == x)
            return row;
    return std::nullopt;
}

bool BenchTable::isWrong(std::size_t row) const {
    return m_chart.kind == Kind::Collective && row < m_rows && wrongOf(m_results->rows[row]).value_or(0) >= 1;
}

// CSV

std::string BenchTable::csv() const {
    std::string out;
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        const BenchColumn &each = m_columns[column];
        out += (column > 0 ? "," : "") +
               HostText(each.name + (each.unit.empty() ? "" : " [" + each.unit + "]")).csv();
    }
    if (m_isSimulated)
        out += fmt::format(",{}", kSimulated);
    out += "\r\n";
    for (std::size_t row = 0; row < m_rows; ++row) {
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const Cell cell = at(row, column);
            const bool known = cell.value && std::isfinite(*cell.value);
            out += (column > 0 ? "," : "") +
                   (known ? fmt::format("{}", *cell.value) : HostText(cell.text).csv());
        }
        if (m_isSimulated)
            out += ",yes"; // in each row: rows are copied and sorted without their header
        out += "\r\n";
    }
    return out;
}

} // namespace fabricscope::present
