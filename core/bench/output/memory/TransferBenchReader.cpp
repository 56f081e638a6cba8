// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/TransferBenchReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kTitle = "TransferBench v";
constexpr std::size_t kLongestCsv = 16384;            ///< of a line with commas
constexpr std::string_view kBoxEdge = "\xe2\x94\x82"; ///< U+2502, a vertical line

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The text behind "TransferBench v", where it begins a run: not "$ ./TransferBench p2p".
bool isTitle(std::string_view text) {
    return trimmed(text).starts_with(kTitle);
}

/// "CPU 00", "GPU 07", "NIC 3".
bool isKind(std::string_view word) {
    return word == "CPU" || word == "GPU" || word == "NIC";
}

bool isArrow(std::string_view word) {
    return word == "->" || word == "<-" || word == "<->";
}

/// OUTPUT_TO_CSV=1 writes the same tables with commas, the version into the header of the environment table,
/// and no title (Client.cpp, Presets/*.hpp).
constexpr std::string_view kCsvTitle = "EnvVar,Value,Description,";
bool isCsvStart(std::string_view text) {
    const std::string_view body = trimmed(text);
    return body.starts_with(kCsvTitle) || body.starts_with("Bytes Per Direction,") ||
           (body.starts_with("SRC") && has(body.substr(0, 16), "DST,"));
}

std::string pairOf(std::string_view kind, std::string_view number) {
    return std::string(kind) + " " + std::string(number);
}

} // namespace

bool TransferBenchReader::begins(std::string_view line) {
    return isTitle(line) || isCsvStart(line);
}

bool TransferBenchReader::takeTitle(std::string_view text) {
    if (!isTitle(text))
        return false;
    std::string_view rest = trimmed(text).substr(kTitle.size());
    beginRun(takeUntil(rest, ' '));
    m_builder.fact(m_run, "build", rest);
    return true;
}

void TransferBenchReader::beginRun(std::string_view version) {
    begin("transferbench");
    results().version = HostText(version).plain(100);
    m_title = m_unit = m_test = {};
    m_columns.clear();
    m_matrices.clear();
    m_groups.clear();
    m_boxHeader.clear();
    m_csv = false;
}

/// Lines specific to the CSV form; others are parsed like the table, with commas as blanks.
bool TransferBenchReader::takeCsv(std::string_view text) {
    std::string_view body = trimmed(text);
    if (body.starts_with(kCsvTitle)) {
        const std::size_t version = body.find(kTitle);
        beginRun(
            version == std::string_view::npos
                ? std::string_view()
                : body.substr(version + kTitle.size(), body.find(')', version) - version - kTitle.size()));
        m_csv = true;
        return true;
    }
    if (m_run == ResultsBuilder::kNoRun && isCsvStart(text))
        beginRun({});
    m_csv = m_csv || (m_run != ResultsBuilder::kNoRun && isCsvStart(text));
    if (!m_csv || !has(body, ","))
        return false;
    // "NUM_ITERATIONS,10,Running 10  timed iteration(s)"
    const std::string_view name = trimmed(body.substr(0, body.find(',')));
    if (!name.empty() &&
        name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string_view::npos) {
        body.remove_prefix(body.find(',') + 1);
        m_builder.fact(m_run, name, takeUntil(body, ','));
        return true;
    }
    std::string plain(text.substr(0, kLongestCsv));
    std::replace(plain.begin(), plain.end(), ',', ' ');
    return takeHeader(plain) || takeRow(plain) || takeTotals(plain) || takeTransfer(text);
}

/// "SRC+EXE\DST    CPU 00    CPU 01       GPU 00" and "SRC\DST  GPU 00 ... STotal      Actual".
bool TransferBenchReader::takeHeader(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count < 3 || !cells[0].starts_with("SRC") || !cells[0].ends_with("DST"))
        return false;
    m_columns.clear();
    m_sumNames.clear();
    m_matrices.clear();
    for (std::size_t i = 1; i < cells.count; ++i) {
        if (isKind(cells[i]) && i + 1 < cells.count) {
            m_columns.push_back(pairOf(cells[i], cells[i + 1]));
            ++i;
        } else {
            m_sumNames.emplace_back(cells[i]);
        }
    }
    return true;
}

std::size_t TransferBenchReader::matrixFor(std::string_view arrow) {
    for (const ByArrow &known : m_matrices)
        if (known.arrow == arrow)
            return known.matrix;
    // Three lines per source are three quantities of the same pairs.
    const bool several = !arrow.empty() && has(m_title, "idirectional") && !m_title.starts_with("Uni");
    const std::string title = (m_title.empty() ? std::string("Pairs") : m_title) +
                              (several ? " " + std::string(arrow) : std::string());
    m_matrices.push_back(
        {std::string(arrow), m_builder.matrix(m_run, title, m_unit.empty() ? "GB/s" : m_unit, m_columns)});
    return m_matrices.back().matrix;
}

bool TransferBenchReader::takeRow(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (m_columns.empty() || cells.count < 3 || !isKind(cells[0]) || !countOf(cells[1]))
        return false;
    const std::string_view arrow = isArrow(cells[2]) ? cells[2] : std::string_view();
    const std::size_t first = arrow.empty() ? 2 : 3;
    if (cells.count != first + m_columns.size() + m_sumNames.size() ||
        !std::all_of(cells.begin() + first, cells.end(), isValue))
        return false;
    auto values = numbersOf(cells, first, first + m_columns.size());
    const std::string name = pairOf(cells[0], cells[1]);
    m_builder.addMatrixRow(m_run, matrixFor(arrow), name, std::move(values));
    for (std::size_t i = 0; i < m_sumNames.size(); ++i)
        m_builder.summary(m_run, m_sumNames[i] + " " + name, "GB/s", cells[first + m_columns.size() + i]);
    return true;
}

/// "RTotal  326.350 ...": a sum for each column, and of the sums.
bool TransferBenchReader::takeTotals(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count < m_columns.size() + 1 || m_columns.empty() || cells[0] != "RTotal")
        return false;
    for (std::size_t i = 1; i < cells.count; ++i)
        m_builder.summary(m_run,
                          "RTotal " + (i <= m_columns.size() ? m_columns[i - 1]
                                       : i == m_columns.size() + 1
                                           ? std::string("sum")
                                           : "Actual " + std::to_string(i - m_columns.size() - 1)),
                          "GB/s", cells[i]);
    return true;
}

/// "CPU->CPU  CPU->GPU ..." and below it "Averages (During UniDir):     22.23 ..."; "Average   bandwidth (GPU
/// Timed):   46.552 GB/s".
bool TransferBenchReader::takeAverages(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count > 0 && std::all_of(cells.begin(), cells.end(), [](std::string_view word) {
            return word.size() == 8 && word.substr(3, 2) == "->";
        })) {
        m_groups.assign(cells.begin(), cells.end());
        return true;
    }
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return false;
    const std::string name = collapsed(text.substr(0, colon));
    splitCells(text.substr(colon + 1), cells);
    if (name.starts_with("Averages") && cells.count == m_groups.size()) {
        const std::string prefix = has(name, "BiDir") ? "BiDir " : "UniDir ";
        for (std::size_t i = 0; i < cells.count; ++i)
            m_builder.summary(m_run, prefix + m_groups[i], "GB/s", cells[i]);
        return true;
    }
    if ((name.starts_with("Average") || name.starts_with("Aggregate")) && cells.count == 2 &&
        isValue(cells[0])) {
        m_builder.summary(m_run, name, cells[1], cells[0]);
        if (has(name, "CPU Timed"))
            m_builder.ended(m_run);
        return true;
    }
    return false;
}

/// " Executor: GPU 00 |  315.552 GB/s | 1.489 ms | 469762048 bytes | 326.317 GB/s (sum)" and
/// "     Transfer 00  |   47.056 GB/s | 1.426 ms | 67108864 bytes | F0 -> G000:008 -> F1".
bool TransferBenchReader::takeTransfer(std::string_view text) {
    const char bar = m_csv ? ',' : '|';
    if (text.find(bar) == std::string_view::npos || !has(text, " ms "))
        return false;
    std::vector<std::string_view> parts;
    for (std::string_view rest = text; !rest.empty() && parts.size() < 8;)
        parts.push_back(trimmed(takeUntil(rest, bar)));
    if (parts.size() < 4)
        return false;
    Cells rate, time, bytes;
    splitCells(parts[1], rate);
    splitCells(parts[2], time);
    splitCells(parts[3], bytes);
    if (rate.count != 2 || time.count != 2 || bytes.count != 2 || !numberOf(rate[0]))
        return false;
    Point point{
        0,
        numberOf(rate[0]),
        {{"time", std::string(time[1]), numberOf(time[0]), {}}, {"bytes", {}, numberOf(bytes[0]), {}}}};
    const std::string name = (m_test.empty() ? std::string() : m_test + " ") + collapsed(parts[0]);
    const std::string_view path = parts.size() > 4 && has(parts[4], "->") ? parts[4] : std::string_view();
    m_builder.addPoint(m_run, m_builder.series(m_run, name, path, rate[1], Axis::Index), std::move(point));
    return true;
}

/// "│ Rank   GPU │ MaxBw (GB/s)   AvgBw (GB/s) │" and rows below: words and their units, numbers.
bool TransferBenchReader::takeBox(std::string_view text) {
    if (!trimmed(text).starts_with(kBoxEdge))
        return false;
    std::string plain(text);
    for (std::size_t at = plain.find(kBoxEdge); at != std::string::npos; at = plain.find(kBoxEdge))
        plain.replace(at, kBoxEdge.size(), " ");
    Cells cells;
    splitCells(plain, cells);
    if (cells.count == 0)
        return true;
    if (!countOf(cells[0])) {
        m_boxHeader.clear();
        for (const std::string_view word : cells)
            if (word.starts_with('(') && !m_boxHeader.empty())
                m_boxHeader.back() += " " + std::string(word);
            else
                m_boxHeader.emplace_back(word);
        return true;
    }
    if (cells.count != m_boxHeader.size())
        return true;
    std::string name;
    std::optional<std::size_t> drawn;
    Point point;
    for (std::size_t i = 0; i < cells.count; ++i) {
        const NameAndUnit head = splitUnit(m_boxHeader[i], '(', ')');
        if (head.unit.empty() && !drawn) {
            name += (name.empty() ? "" : " ") + std::string(head.name) + " " + std::string(cells[i]);
        } else if (!drawn) {
            drawn = i;
            point.y = numberOf(cells[i]);
        } else {
            point.fields.push_back({std::string(head.name), std::string(head.unit), numberOf(cells[i]), {}});
        }
    }
    if (drawn)
        m_builder.addPoint(
            m_run,
            m_builder.series(m_run, name, name, splitUnit(m_boxHeader[*drawn], '(', ')').unit, Axis::Index),
            std::move(point));
    return true;
}

bool TransferBenchReader::line(std::string_view text) {
    if (takeTitle(text) || takeCsv(text))
        return true;
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    const std::string_view body = trimmed(text);
    if (const std::size_t unit = body.find(" GB/s [");
        unit != std::string_view::npos || body.starts_with("Summary:")) {
        m_title = body.substr(0, std::min(unit, body.size()));
        m_unit = "GB/s";
        m_columns.clear();
        return true;
    }
    if (body.starts_with("Test ") && body.ends_with(':') && body.size() < 40) {
        m_test = body.substr(0, body.size() - 1);
        return true;
    }
    // "NUM_ITERATIONS       =           10 : Running 10  timed iteration(s)"
    if (const std::size_t equals = text.find(" = ");
        equals != std::string_view::npos && equals < 40 &&
        body.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ =") >
            equals - static_cast<std::size_t>(body.data() - text.data())) {
        std::string_view rest = text.substr(equals + 3);
        m_builder.fact(m_run, trimmed(text.substr(0, equals)), takeUntil(rest, ':'));
        return true;
    }
    return takeHeader(text) || takeRow(text) || takeTotals(text) || takeBox(text) || takeTransfer(text) ||
           takeAverages(text);
}

} // namespace fabricscope::bench::output
