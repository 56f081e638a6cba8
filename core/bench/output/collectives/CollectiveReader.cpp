// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/collectives/CollectiveReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/collectives/CollectiveRecords.h"
#include "core/bench/output/text/Diagnostics.h"
#include "core/bench/output/text/LogFinding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fabricscope::bench::output {

namespace {

/// Without the tool's prefix: "#", which some captures lose, and blanks.
std::string_view bodyOf(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t#");
    return begin == std::string_view::npos ? std::string_view() : trimmed(line.substr(begin));
}

/// The word after this text, removed from the front together with the text before it; empty if absent.
std::string_view takeAfter(std::string_view &text, std::string_view name) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + name.size());
    return takeUntil(text, ' ');
}

constexpr std::string_view kAverage = "Avg bus bandwidth";

struct ConfigField {
    std::string_view word, key;
};
/// In the order of the line: "warmup iters: 5 iters: 20 agg iters: 1".
constexpr std::array kConfigFields = {
    ConfigField{"nThread ", "threads"},
    ConfigField{"nGpus ", "gpus_per_thread"},
    ConfigField{"minBytes ", "min_bytes"},
    ConfigField{"maxBytes ", "max_bytes"},
    ConfigField{"step: ", "step"},
    ConfigField{"warmup iters: ", "warmup_iterations"},
    ConfigField{"iters: ", "iterations"},
    ConfigField{"agg iters: ", "aggregated_iterations"},
    ConfigField{"validation: ", "validation"},
    ConfigField{"graph: ", "graph"},
};

/// "Rank  0 Group  0 Pid  66421 on node01 device  0 [0x00] NAME": the number, where the line is one.
std::optional<std::uint64_t> rankOf(std::string_view body) {
    if (!body.starts_with("Rank ") || body.find(" Pid ") == std::string_view::npos ||
        body.find(" device ") == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = trimmed(body.substr(5));
    return countOf(takeUntil(rest, ' '));
}

constexpr std::array kTypes = {
    std::string_view("int8"),     std::string_view("uint8"),    std::string_view("int32"),
    std::string_view("uint32"),   std::string_view("int64"),    std::string_view("uint64"),
    std::string_view("half"),     std::string_view("float"),    std::string_view("double"),
    std::string_view("fp8_e4m3"), std::string_view("fp8_e5m2"), std::string_view("bfloat16"),
    std::string_view("f8e4m3"),   std::string_view("f8e5m2"),
};

/// The header of a row that cannot be anything else, for a log whose beginning is missing: its type is known,
/// and its size, time and bandwidth are consistent. Since 2.13 every row has an operation and a root; before,
/// only where they mean something, and "error" is a difference ("0e+00"). Empty: not such a row.
std::string headerOf(std::string_view line) {
    constexpr std::size_t kHalf = 4; // time, algbw, busbw, #wrong
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || line[begin] < '0' || line[begin] > '9' || line.size() > 400)
        return {};
    Cells cells;
    splitCells(line, cells);
    if (cells.count < 3 + 2 * kHalf || cells.count > 5 + 2 * kHalf || !countOf(cells[1]) ||
        std::find(kTypes.begin(), kTypes.end(), cells[2]) == kTypes.end())
        return {};
    const std::size_t first = cells.count - 2 * kHalf;
    std::string header = "size count type";
    for (std::size_t i = 3; i < first; ++i) {
        const bool root = numberOf(cells[i]).has_value();
        if (isValue(cells[i]) != root || header.ends_with(root ? "root" : "redop") || (!root && i > 3))
            return {};
        header += root ? " root" : " redop";
    }
    for (std::size_t i = first; i < cells.count; ++i)
        if (!isValue(cells[i]))
            return {};
    const auto size = numberOf(cells[0]), time = numberOf(cells[first]), algbw = numberOf(cells[first + 1]);
    if (!size || !time || !algbw || *time <= 0 ||
        std::abs(*size / *time / 1000 - *algbw) > 0.01 * *algbw + 0.01)
        return {};
    const bool difference = cells[first + 3].find('e') != std::string_view::npos;
    const std::string half = difference ? " time algbw busbw error" : " time algbw busbw #wrong";
    return header + half + half;
}

/// "# Avg bus bandwidth    : 165.789": all that some reports keep of a run.
std::optional<double> averageWithoutRows(std::string_view line) {
    const std::string_view body = bodyOf(line);
    if (!body.starts_with(kAverage))
        return std::nullopt;
    std::string_view rest = trimmed(body.substr(kAverage.size()));
    if (!rest.starts_with(':'))
        return std::nullopt;
    rest = trimmed(rest.substr(1));
    return numberOf(rest.substr(0, valueLength(rest)));
}

} // namespace

const CollectiveReader::Form CollectiveReader::kForms[] = {
    {"nThread ", true, &CollectiveReader::takeConfig},
    {"nccl-tests version ", true, &CollectiveReader::takeVersion},
    {"rccl-tests version ", true, &CollectiveReader::takeVersion},
    {"rccl-tests: Version ", true, &CollectiveReader::takeVersion},
    {"Collective test starting: ", true, &CollectiveReader::takeStarting},
    {"Using devices", true, &CollectiveReader::takeDevices},
    {"Rank ", true, &CollectiveReader::takeRank},
    {"Out of bounds values", false, &CollectiveReader::takeOutOfBounds},
    {kAverage, false, &CollectiveReader::takeAverage},
    {"Collective test concluded", false, &CollectiveReader::takeConcluded},
    {"NCCL version ", false, &CollectiveReader::takeLibrary},
    {"RCCL version ", false, &CollectiveReader::takeLibrary},
    {"HIP version ", false, &CollectiveReader::takeLibrary},
    {"ROCm version ", false, &CollectiveReader::takeLibrary},
    {"Hostname ", false, &CollectiveReader::takeLibrary},
    {"Librccl path ", false, &CollectiveReader::takeLibrary},
    {"Reducing maxBytes", false, &CollectiveReader::takeReduced},
    {"GPU memory usage", false, &CollectiveReader::takeLibrary},
    {"Blocking Enabled", false, &CollectiveReader::takeLibrary},
    {"Parallel Init Enabled", false, &CollectiveReader::takeLibrary},
    {"Per-Iteration Report", false, &CollectiveReader::takeLibrary},
    {"Testing ", false, &CollectiveReader::takeIgnored},
    {"Errors with asterisks", false, &CollectiveReader::takeIgnored},
    {"Writing JSON output", false, &CollectiveReader::takeIgnored},
};

bool CollectiveReader::begins(std::string_view line) {
    const std::string_view body = bodyOf(line);
    for (const Form &form : kForms)
        if (form.opens && body.starts_with(form.begins))
            return form.take != &CollectiveReader::takeRank || rankOf(body).has_value();
    return CollectiveTable::isHeader(body) || body.find("_perf ") != std::string_view::npos;
}

bool CollectiveReader::continues(std::string_view line) {
    return !headerOf(line).empty() || averageWithoutRows(line).has_value();
}

void CollectiveReader::noteHeaderPart(HeaderPart what, std::string_view tool) {
    const bool another = m_run == ResultsBuilder::kNoRun || (m_headerParts & what) != 0 ||
                         !results().rows.empty() || results().complete;
    if (another) {
        begin(tool);
        m_headerParts = 0;
        m_ranks = 0;
        m_wrongReported = false;
        m_above.clear();
        m_table = {};
        if (!m_testName.empty())
            results().test = m_testName;
        m_testName.clear();
    } else if (tool == "rccl-tests") {
        results().tool = tool;
    }
    m_headerParts |= what;
}

bool CollectiveReader::takeVersion(std::string_view body) {
    const bool amd = body.starts_with("rccl");
    noteHeaderPart(kVersion, amd ? "rccl-tests" : "nccl-tests");
    std::string_view rest = body.substr(std::string_view("nccl-tests version ").size());
    rest = trimmed(rest);
    results().version = HostText(takeUntil(rest, ' ')).plain(200);
    while (!rest.empty()) { // "nccl-headers=22602 nccl-library=22602"
        std::string_view word = takeUntil(rest, ' ');
        const std::string_view name = takeUntil(word, '=');
        m_builder.fact(m_run, keyOf(name), word);
    }
    return true;
}

bool CollectiveReader::takeStarting(std::string_view body) {
    noteHeaderPart(kStarting, "nccl-tests");
    results().test = HostText(trimmed(body.substr(body.find(':') + 1))).plain(200);
    return true;
}

bool CollectiveReader::takeConfig(std::string_view body) {
    noteHeaderPart(kConfig, "nccl-tests");
    m_builder.fact(m_run, "config", body);
    std::string_view rest = body;
    for (const ConfigField &word : kConfigFields)
        m_builder.fact(m_run, word.key, takeAfter(rest, word.word));
    return true;
}

bool CollectiveReader::takeDevices(std::string_view /*body*/) {
    noteHeaderPart(kDevices, "nccl-tests");
    return true;
}

bool CollectiveReader::takeRank(std::string_view body) {
    const auto rank = rankOf(body);
    if (!rank)
        return false;
    if (m_run == ResultsBuilder::kNoRun || !results().rows.empty() || results().complete ||
        (*rank == 0 && m_ranks > 0))
        noteHeaderPart(kDevices, "nccl-tests");
    if (body.find("AMD ") != std::string_view::npos || body.find("Radeon") != std::string_view::npos)
        results().tool = "rccl-tests";
    std::string_view rest = trimmed(body.substr(5));
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    m_builder.fact(m_run, "rank_" + std::to_string(*rank), collapsed(rest));
    m_builder.setFact(m_run, "ranks", std::to_string(++m_ranks));
    checkSingleRank(*rank, body);
    return true;
}

/// Several runs with a rank 0 that begin before one has a row are processes that were not connected to each
/// other; their lines are mixed, so that the second one's configuration may stand before both lists of ranks.
void CollectiveReader::checkSingleRank(std::uint64_t rank, std::string_view line) {
    const std::size_t before = std::exchange(m_lastRun, m_run);
    if (rank != 0 || m_singleRankReported || before == ResultsBuilder::kNoRun || before == m_run)
        return;
    const Results &other = m_builder.at(before);
    const auto config = [](const Results &run) {
        const auto found = std::find_if(run.context.begin(), run.context.end(),
                                        [](const ContextFact &fact) { return fact.key == "config"; });
        return found == run.context.end() ? std::string() : found->value;
    };
    const bool bare = other.rows.empty() && !other.complete && other.diagnostics.empty();
    const bool same = config(results()).empty() || config(other) == config(results());
    if (!bare || config(other).empty() || !same)
        return;
    m_singleRankReported = true;
    m_builder.diagnostic(m_run, explainedDiagnostic(Symptom::SingleRankRuns, line, m_builder.line()));
}

/// "NCCL version 2.16.2+cuda11.6" and "RCCL version : 2.30.4", "GPU memory usage : ...".
bool CollectiveReader::takeLibrary(std::string_view body) {
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    const std::size_t colon = body.find(" :"), version = body.find(" version ");
    const bool two = colon == std::string_view::npos;
    if (two && version == std::string_view::npos)
        return false;
    const std::size_t name = two ? version + 8 : colon;
    if (body.starts_with("RCCL"))
        results().tool = "rccl-tests";
    m_builder.fact(m_run, keyOf(body.substr(0, name)), body.substr(name + (two ? 1 : 2)));
    return true;
}

bool CollectiveReader::takeOutOfBounds(std::string_view body) {
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    std::string_view rest = trimmed(body.substr(body.find(':') + 1));
    const auto outOfBounds = countOf(takeUntil(rest, ' '));
    takeBounds(m_builder, m_run, outOfBounds, trimmed(rest).starts_with("OK"));
    return true;
}

bool CollectiveReader::takeAverage(std::string_view body) {
    if (m_run == ResultsBuilder::kNoRun) {
        if (!averageWithoutRows(body))
            return false;
        begin("nccl-tests");
    }
    std::string_view rest = trimmed(body.substr(body.find(':') + 1));
    results().summary.avgBusbw = numberOf(rest.substr(0, valueLength(rest))); // nccom-test appends "GB/s"
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    if (trimmed(rest) == "FAILED") // NCCL_TESTS_MIN_BW was not reached
        results().summary.passed = false;
    m_builder.ended(m_run);
    return true;
}

bool CollectiveReader::takeConcluded(std::string_view body) {
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    if (results().test.empty())
        results().test = HostText(trimmed(body.substr(body.find(':') + 1))).plain(200);
    m_builder.ended(m_run);
    return true;
}

bool CollectiveReader::takeReduced(std::string_view body) {
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    std::string_view rest = body;
    m_builder.setFact(m_run, "max_bytes", takeAfter(rest, " to "));
    m_builder.diagnostic(m_run, logFinding("log.sizes_reduced", body, m_builder.line()));
    return true;
}

bool CollectiveReader::takeIgnored(std::string_view /*body*/) {
    return m_run != ResultsBuilder::kNoRun;
}

/// For a log that begins in the middle of the table.
bool CollectiveReader::takeRowWithoutHeader(std::string_view line) {
    if (m_table.known() || m_run != ResultsBuilder::kNoRun)
        return false;
    const std::string header = headerOf(line);
    if (header.empty())
        return false;
    takeHeader(header);
    m_unitsNext = false;
    m_builder.diagnostic(m_run, logFinding("log.no_header", line, m_builder.line()));
    return takeRow(line);
}

bool CollectiveReader::takeHeader(std::string_view line) {
    noteHeaderPart(kHeader, "nccl-tests");
    m_table.takeHeader(line, m_above);
    m_unitsNext = true;
    return true;
}

void CollectiveReader::takeWrong(const CollectiveRow &row, std::string_view line) {
    if (m_wrongReported || !m_table.countsWrong() || !hasWrong(row))
        return;
    m_wrongReported = true;
    m_builder.diagnostic(m_run, explainedDiagnostic(Symptom::WrongValues, line, m_builder.line()));
}

bool CollectiveReader::takeRow(std::string_view line) {
    m_table.read(line, m_read);
    if (m_read.part == CollectiveTable::Part::None)
        return false;
    if (m_read.part != CollectiveTable::Part::Preamble) {
        takeWrong(m_read.row, line);
        if (m_read.continues && !results().rows.empty()) {
            results().rows.back() = std::move(m_read.row);
            m_builder.rowChanged(m_run);
        } else {
            m_builder.addRow(m_run, std::move(m_read.row));
        }
    }
    if (m_read.noise.size() > 1)
        takeOther(m_builder, m_run, m_read.noise);
    return true;
}

/// "mpirun -np 8 ./build/all_reduce_perf -b 8": the test of the next run.
void CollectiveReader::rememberTest(std::string_view line) {
    const std::size_t end = line.find("_perf ");
    if (end == std::string_view::npos)
        return;
    std::size_t begin = end;
    while (begin > 0 && (line[begin - 1] == '_' || (line[begin - 1] >= 'a' && line[begin - 1] <= 'z')))
        --begin;
    if (begin != end)
        m_testName = line.substr(begin, end + 5 - begin);
}

bool CollectiveReader::line(std::string_view text) {
    if ((m_table.known() && takeRow(text)) || takeRowWithoutHeader(text))
        return true;
    const std::string_view body = bodyOf(text);
    if (m_unitsNext) {
        m_unitsNext = false;
        m_table.takeUnits(body);
        if (body.starts_with("(B)"))
            return true;
    }
    if (body.empty())
        return text.find('#') != std::string_view::npos;
    if (CollectiveTable::isHeader(body))
        return takeHeader(text);
    for (const Form &form : kForms)
        if (body.starts_with(form.begins))
            return (this->*form.take)(body);
    if (body.find("-place") != std::string_view::npos && body.size() < 200) {
        m_above = body;
        return true;
    }
    rememberTest(text);
    return false;
}

} // namespace fabricscope::bench::output
