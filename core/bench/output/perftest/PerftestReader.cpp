// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/perftest/PerftestReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Diagnostics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kSimulated = "simulated: ";

constexpr double kLargestSize = 8589934592.0; ///< 2^33: perftest's own largest is 2^31

/// The charted column: the first one that a header has; other values are additional fields.
constexpr std::array kDrawn = {std::string_view("BW average"), std::string_view("t_typical"),
                               std::string_view("t_avg")};

/// "RDMA_Write BW Test", "Send Bidirectional BW Test", "RDMA_Read Latency Test".
bool isTitle(std::string_view text) {
    static constexpr std::array kVerbs = {std::string_view("RDMA_"),   std::string_view("Send "),
                                          std::string_view("Atomic "), std::string_view("Raw "),
                                          std::string_view("Write "),  std::string_view("Read ")};
    const std::string_view title = trimmed(text);
    if (title.size() > 80 || !(title.ends_with("BW Test") || title.ends_with("Latency Test")))
        return false;
    return std::any_of(kVerbs.begin(), kVerbs.end(),
                       [&](std::string_view verb) { return title.starts_with(verb); });
}

bool isHeader(std::string_view text) {
    const std::string_view header = trimmed(text);
    return header.starts_with("#bytes") && header.find("#iterations") != std::string_view::npos;
}

bool isRule(std::string_view text) {
    const std::string_view rule = trimmed(text);
    return rule.size() > 20 && rule.find_first_not_of('-') == std::string_view::npos;
}

constexpr std::string_view kWaiting = "* Waiting for client to connect... *";

struct GpuLine {
    std::string_view needle, key;
};
constexpr std::array kGpuLines = {
    GpuLine{"Using ROCm Device with ID", "gpu_memory"}, GpuLine{"Picking device No.", "gpu_memory"},
    GpuLine{"Picking CUDA device", "gpu_memory"},       GpuLine{"using DMA-BUF", "dma_buf"},
    GpuLine{"Calling ibv_reg_dmabuf_mr", "dma_buf"},    GpuLine{"initializing CUDA", "gpu_memory"},
};

} // namespace

bool PerftestReader::begins(std::string_view line) {
    return isTitle(line) || isHeader(line) || trimmed(line) == kWaiting;
}

/// A part that a run has only once: a second one begins another run.
void PerftestReader::noteHeaderPart(HeaderPart what) {
    if (m_run == ResultsBuilder::kNoRun || results().complete || m_place == Place::Table ||
        (m_headerParts & ~kWaits) != 0 || (m_headerParts & what) != 0) {
        begin("perftest");
        m_columns.clear();
        m_remote = m_early = m_bothEnds = false;
        m_headerParts = 0;
    }
    m_headerParts |= what;
    m_place = Place::Banner;
}

/// Server and client in one log, their lines mixed: the same part comes again before any result or error.
bool PerftestReader::isOtherEnd(unsigned parts) const {
    if (m_run == ResultsBuilder::kNoRun || (m_headerParts & parts & kTitle) == 0 || m_place == Place::None)
        return false;
    const Results &run = m_builder.at(m_run);
    return !run.complete && run.diagnostics.empty() &&
           std::all_of(run.series.begin(), run.series.end(),
                       [](const Series &one) { return one.points.empty(); });
}

bool PerftestReader::noteOtherEnd() {
    m_bothEnds = true;
    m_builder.setFact(m_run, "role", "server and client in one log");
    return true;
}

bool PerftestReader::takeTitle(std::string_view text) {
    if (trimmed(text) == kWaiting) {
        noteHeaderPart(kWaits);
        m_builder.setFact(m_run, "role", "server");
        return true;
    }
    if (!isTitle(text))
        return false;
    if (isOtherEnd(kTitle) && results().test == collapsed(text))
        return noteOtherEnd();
    noteHeaderPart(kTitle);
    results().test = collapsed(text);
    return true;
}

/// "BW peak[Gb/sec]" and "99% percentile[usec]" are names of two words: a word without a bracket begins one.
bool PerftestReader::takeHeader(std::string_view text) {
    if (!isHeader(text))
        return false;
    if (m_place == Place::Table && isOtherEnd(kTitle | kTable))
        return noteOtherEnd();
    if (m_place != Place::Banner)
        noteHeaderPart(kTable);
    m_columns.clear();
    Cells cells;
    splitCells(text, cells);
    std::string title;
    for (const std::string_view word : cells) {
        title += (title.empty() ? "" : " ") + std::string(word);
        if (!word.starts_with('#') && title == word && word.find('[') == std::string_view::npos)
            continue; // its second word follows
        const NameAndUnit parts = splitUnit(title);
        m_columns.push_back({std::string(parts.name), std::string(parts.unit)});
        title.clear();
    }
    m_y = m_columns.size();
    for (const std::string_view drawn : kDrawn)
        for (std::size_t i = 0; i < m_columns.size() && m_y == m_columns.size(); ++i)
            if (m_columns[i].name == drawn)
                m_y = i;
    if (m_columns.size() < 3)
        m_columns.clear();
    else if (m_y == m_columns.size())
        m_y = 2;
    m_place = m_columns.empty() ? Place::None : Place::Table;
    if (!m_columns.empty())
        m_series = m_builder.series(m_run, m_columns[m_y].name, {}, m_columns[m_y].unit, Axis::Bytes);
    return true;
}

std::optional<PerftestReader::Row> PerftestReader::rowOf(std::string_view text) const {
    Cells cells;
    splitCells(text, cells);
    const std::size_t width = m_columns.size();
    if (m_place != Place::Table || cells.count < width)
        return std::nullopt;
    Row row;
    for (std::size_t i = 0; i < width; ++i) {
        std::string_view cell = cells[i];
        if (!isValue(cell)) { // stderr output directly follows the last cell
            const std::size_t length = i + 1 == width ? valueLength(cell) : 0;
            if (length == 0)
                return std::nullopt;
            row.noise = text.substr(static_cast<std::size_t>(cell.data() - text.data()) + length);
            cell = cell.substr(0, length);
        }
        const auto value = numberOf(cell);
        if (i < 2 && !countOf(cell))
            return std::nullopt;
        if (m_columns[i].name == "#bytes")
            row.point.x = value.value_or(0);
        else if (i == m_y)
            row.point.y = value;
        else
            row.point.fields.push_back(
                {m_columns[i].name, m_columns[i].unit, value, value ? std::string() : std::string(cell)});
    }
    if (row.noise.empty() && cells.count > width)
        row.noise = text.substr(static_cast<std::size_t>(cells[width].data() - text.data()));
    return row;
}

bool PerftestReader::takeRow(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos || text[begin] < '0' || text[begin] > '9')
        return false;
    auto row = rowOf(text);
    if (!row)
        return false;
    const bool implausible = row->point.x > kLargestSize;
    GrowingList<Point> *points = m_early ? &results().series[m_series].points : nullptr;
    if (implausible)
        m_builder.diagnostic(m_run, explainedDiagnostic(Symptom::ImplausibleRow,
                                                        text.substr(0, text.size() - row->noise.size()),
                                                        m_builder.line()));
    else if (points == nullptr)
        addPoint(std::move(row->point));
    else if (!points->empty() && std::as_const(*points).back() != row->point) {
        points->back() = std::move(row->point); // its last cell was incomplete
        m_builder.pointChanged(m_run);
    }
    if (!trimmed(row->noise).empty())
        takeOther(m_builder, m_run, row->noise);
    return true;
}

/// Of two ends in one log the second one's rows repeat sizes: they are a series of their own.
void PerftestReader::addPoint(Point &&point) {
    const auto &points = std::as_const(results().series[m_series].points);
    const bool again = m_bothEnds && !points.empty() && point.x <= points.back().x;
    std::size_t series = m_series;
    if (again)
        series = m_builder.series(m_run, m_columns[m_y].name + ", other end", {}, m_columns[m_y].unit,
                                  Axis::Bytes);
    m_builder.addPoint(m_run, series, std::move(point));
}

/// The last value of a row has all of its decimals (perftest_parameters.h).
bool PerftestReader::isWhole(std::string_view text) const {
    const auto row = rowOf(text);
    if (!row || !row->noise.empty())
        return false;
    const std::string_view last = text.substr(text.find_last_of(" \t") + 1);
    const std::size_t decimals = m_columns.back().name == "MsgRate" ? 6 : 2;
    const std::size_t point = last.rfind('.');
    return point != std::string_view::npos && last.size() - point - 1 >= decimals;
}

bool PerftestReader::tail(std::string_view text) {
    if (m_place != Place::Table || m_bothEnds || results().series.size() <= m_series)
        return false;
    auto row = rowOf(text);
    if (!row || row->point.x > kLargestSize || !row->noise.empty())
        return false;
    GrowingList<Point> &points = results().series[m_series].points;
    const std::size_t before = points.size();
    if (!m_early)
        m_builder.addPoint(m_run, m_series, std::move(row->point));
    else if (std::as_const(points).back() != row->point) {
        points.back() = std::move(row->point);
        m_builder.pointChanged(m_run);
    }
    m_early = m_early || points.size() > before;
    return true;
}

/// "local address: LID 0000 QPN 0x0016 ..." and "GID: ..." below it; with several QPs only the first.
bool PerftestReader::takeAddress(std::string_view text) {
    const std::string_view body = trimmed(text);
    const bool local = body.starts_with("local address:"), remote = body.starts_with("remote address:");
    if (local || remote) {
        m_remote = remote;
        firstFact(local ? "local_address" : "remote_address", body.substr(body.find(':') + 1));
        return true;
    }
    if (!body.starts_with("GID:"))
        return false;
    firstFact(m_remote ? "remote_gid" : "local_gid", body.substr(4));
    return true;
}

void PerftestReader::firstFact(std::string_view key, std::string_view value) {
    const auto &facts = results().context;
    if (std::none_of(facts.begin(), facts.end(), [&](const ContextFact &fact) { return fact.key == key; }))
        m_builder.fact(m_run, key, value);
}

/// One pair or two on a line: " Dual-port       : OFF\t\tDevice         : rxe0".
bool PerftestReader::takeBanner(std::string_view text) {
    if (m_place != Place::Banner)
        return false;
    for (const GpuLine &gpu : kGpuLines)
        if (text.find(gpu.needle) != std::string_view::npos) {
            m_builder.setFact(m_run, gpu.key, trimmed(text));
            return true;
        }
    if (takeAddress(text))
        return true;
    bool any = false;
    for (std::string_view rest = trimmed(text); !rest.empty();) {
        const std::size_t colon = rest.find(':');
        if (colon == std::string_view::npos || colon == 0 || colon > 40 || (rest[0] >= '0' && rest[0] <= '9'))
            break;
        const std::string_view key = rest.substr(0, colon);
        rest = rest.substr(colon + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        const std::size_t end = std::min({rest.find("  "), rest.find('\t'), rest.size()});
        m_builder.setFact(m_run, keyOf(key), rest.substr(0, end));
        rest = trimmed(rest.substr(end));
        any = true;
    }
    return any;
}

bool PerftestReader::line(std::string_view text) {
    if (m_place == Place::Table) {
        const bool row = takeRow(text);
        if (!row && m_early) { // the rest of the line showed that it is not a row
            results().series[m_series].points.pop_back();
            m_builder.pointChanged(m_run);
        }
        m_early = false;
        if (row)
            return true;
        if (isRule(text) && !results().series.empty() && !results().series[0].points.empty()) {
            m_builder.ended(m_run);
            m_place = m_bothEnds ? Place::Table : Place::None; // the other end's rows may follow
            return true;
        }
    }
    if (takeTitle(text) || takeHeader(text))
        return true;
    if (m_place == Place::Banner && isRule(text))
        return true;
    if (m_place == Place::Banner &&
        trimmed(text).starts_with(kSimulated)) { // printed by the demo hosts' tools
        results().version = collapsed(text);
        return true;
    }
    // A warning in the banner is not a fact.
    return text.find("WARNING") == std::string_view::npos && !diagnosticOf(text, 0) && takeBanner(text);
}

} // namespace fabricscope::bench::output
