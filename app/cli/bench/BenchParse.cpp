// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchCommands.h"
#include "app/cli/bench/LongLog.h"
#include "app/cli/sources/ReadLog.h"
#include "app/cli/terminal/ExitStatus.h"
#include "core/base/Print.h"
#include "core/bench/judge/Judge.h"
#include "core/bench/judge/RowTally.h"
#include "core/bench/run/CustomParser.h"
#include "core/bench/run/OutputParser.h"
#include "core/json/SamplesJson.h"
#include "core/report/TextRows.h"
#include "core/report/TextSamples.h"
#include "core/report/TextSeries.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string file, tool = "auto", columns;
    bool json = false;
};

Result<std::unique_ptr<bench::OutputParser>> parserFor(const Arguments &arguments) {
    if (!arguments.columns.empty())
        return bench::makeCustomParser(arguments.columns);
    auto parser = bench::makeParser(arguments.tool);
    if (parser == nullptr)
        return failure(fmt::format("unknown tool '{}'", arguments.tool), {},
                       "see `fabricscope bench parse --help`");
    parser->restoreLines();
    return parser;
}

bool isBad(const bench::Results &run) {
    return run.summary.passed == false ||
           std::any_of(run.diagnostics.begin(), run.diagnostics.end(), [](const findings::Finding &finding) {
               return finding.severity == findings::Severity::Error;
           });
}

/// Findings about a run that need no data of the host.
std::string findingsOf(const bench::Results &run, const bench::RowTally &rows) {
    return report::findingsText(bench::judge(run, bench::judgeInput(run, {}), rows), terminalWidth());
}

/// For people: its tables, and findings about them.
std::string textOf(const bench::Results &run) {
    bench::RowTally rows = bench::tallyFor(run, bench::judgeInput(run, {}));
    for (const bench::CollectiveRow &row : run.rows)
        rows.add(row);
    return report::samplesText({&run, 1}, terminalWidth()) + findingsOf(run, rows);
}

int statusOf(const std::vector<bench::Results> &runs, const Arguments &arguments) {
    if (runs.empty()) {
        printText(
            stderr,
            "{}: no output of a known tool\n  choose one with --tool, or read any text with --columns\n",
            arguments.file);
        return kBadInput;
    }
    return std::any_of(runs.begin(), runs.end(), isBad) ? kFindings : kDone;
}

int failed(const Error &error) {
    printText(stderr, "{}\n", error.toString());
    return kUnreachable;
}

/// One JSON document, written row by row.
Result<> printDocument(LongLog &log) {
    const std::vector<bench::StreamedList> lists = log.lists();
    const json::SamplesFrame frame = json::samplesFrame(log.results(), {lists.begin(), lists.end()});
    bool isFirst = true;
    std::string between;
    const auto separate = [&] {
        if (!std::exchange(isFirst, false))
            printVerbatim(",\n" + between);
    };
    LongLog::Printer printer;
    printer.begin = [&](std::size_t place) {
        const std::string &piece = frame.pieces[place];
        printVerbatim(piece);
        between = std::string(piece.size() - piece.rfind('\n') - 1, ' ');
        isFirst = true;
    };
    printer.row = [&](std::size_t, const bench::CollectiveRow &row) {
        separate();
        printVerbatim(json::rowText(row, between.size()));
    };
    printer.point = [&](std::size_t, const bench::Point &point) {
        separate();
        printVerbatim(json::pointText(point, between.size()));
    };
    printer.end = [](std::size_t) {
    };
    auto printed = log.print(frame.lists, printer);
    if (printed)
        printVerbatim(frame.pieces.back());
    return printed;
}

/// Measured before they are printed.
struct Tables {
    std::map<std::size_t, report::RowsText> rows;             ///< by run
    std::map<bench::StreamedList, report::SeriesText> series; ///< their points
};

/// The tables, row by row.
class TablePrinter {
public:
    TablePrinter(LongLog &log, const Tables &tables)
        : m_tables(tables), m_runs(log.results()), m_lists(log.lists()) {}

    Result<> print(LongLog &log) {
        LongLog::Printer printer;
        printer.begin = [this](std::size_t place) {
            begin(m_lists[place], place);
        };
        printer.row = [this](std::size_t place, const bench::CollectiveRow &row) {
            m_tally.add(row);
            printLines(m_tables.rows.at(m_lists[place].run).line(row, m_width));
        };
        printer.point = [this](std::size_t place, const bench::Point &point) {
            printLines(m_tables.series.at(m_lists[place]).line(point, m_width));
        };
        printer.end = [this](std::size_t place) {
            end(m_lists[place].run, place);
        };
        auto printed = log.print(m_lists, printer);
        if (printed)
            printUntil(m_runs.size());
        return printed;
    }

private:
    /// Runs without such lists.
    void printUntil(std::size_t run) {
        for (; m_next < run; ++m_next)
            printLines((m_next == 0 ? "" : "\n") + textOf(m_runs[m_next]));
    }

    void begin(const bench::StreamedList &list, std::size_t place) {
        const bench::Results &run = m_runs[list.run];
        if (place == 0 || m_lists[place - 1].run != list.run) {
            printUntil(list.run);
            m_tally = bench::tallyFor(run, bench::judgeInput(run, {}));
            printLines((list.run == 0 ? "" : "\n") + report::samplesHead(run, m_width));
        }
        printLines(list.series ? m_tables.series.at(list).head(m_width)
                               : m_tables.rows.at(list.run).head(m_width));
    }

    void end(std::size_t run, std::size_t place) {
        printLines("\n");
        if (place + 1 < m_lists.size() && m_lists[place + 1].run == run)
            return;
        printLines(report::samplesTail(m_runs[run], m_tally, m_width) + findingsOf(m_runs[run], m_tally));
        m_next = run + 1;
    }

    const Tables &m_tables;
    const std::vector<bench::Results> &m_runs;
    std::vector<bench::StreamedList> m_lists;
    std::size_t m_width = terminalWidth();
    std::size_t m_next = 0; ///< run
    bench::RowTally m_tally;
};

int printAll(const std::vector<bench::Results> &runs, const Arguments &arguments) {
    if (arguments.json)
        printVerbatim(json::samplesDocument(runs));
    for (std::size_t i = 0; i < runs.size() && !arguments.json; ++i)
        printLines((i == 0 ? "" : "\n") + textOf(runs[i]));
    return statusOf(runs, arguments);
}

/// Series whose lines are mixed: a pass for each of them would take longer than their memory is worth.
Result<int> printInMemory(LogFile &file, const Arguments &arguments) {
    auto parser = std::move(*parserFor(arguments)); // it was made once before
    auto read = file.read([&](std::string_view bytes) {
        parser->feed(bytes);
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    parser->end();
    return printAll(parser->results(), arguments);
}

Result<int> printLong(LogFile &file, const Arguments &arguments) {
    constexpr std::size_t kMaxPasses = 16; // for points
    LongLog log(file, [&] { return std::move(*parserFor(arguments)); });
    Tables tables;
    auto surveyed = log.survey(
        [&](std::size_t run, const bench::CollectiveRow &row) {
            if (!arguments.json)
                tables.rows[run].measure(row);
        },
        [&](std::size_t run, std::size_t series, const bench::Point &point) {
            if (!arguments.json)
                tables.series[{run, series}].measure(log.results()[run].series[series], point);
        });
    if (!surveyed)
        return tl::unexpected(surveyed.error());
    const std::vector<bench::StreamedList> lists = log.lists();
    const bool havePoints =
        std::any_of(lists.begin(), lists.end(), [](const auto &list) { return list.series.has_value(); });
    if (havePoints && log.passes(lists) > kMaxPasses)
        return printInMemory(file, arguments);
    if (auto printed = arguments.json ? printDocument(log) : TablePrinter(log, tables).print(log); !printed)
        return tl::unexpected(printed.error());
    return statusOf(log.results(), arguments);
}

/// Of the values so far, those that a LongLog does not keep.
std::size_t streamedIn(const std::vector<bench::Results> &runs) {
    std::size_t count = 0;
    for (const bench::Results &run : runs) {
        count += run.rows.size();
        for (const bench::Series &series : run.series)
            count += bench::isStreamed(series) ? series.points.size() : 0;
    }
    return count;
}

/// Not a failure: with enough memory, all of it is printed.
void noteNoRoom(const std::string &log) {
    printText(stderr,
              "{}: all rows are held in memory: no space for a copy in the temporary folder\n  give the log "
              "as a file, or set TMPDIR to a folder with free space\n",
              log);
}

int execute(const Arguments &arguments) {
    constexpr std::size_t kMaxRows = 1 << 15; // that are kept: some 10 MB
    auto parser = parserFor(arguments);
    if (!parser) {
        printText(stderr, "{}\n", parser.error().toString());
        return kUsage;
    }
    auto file = LogFile::open(arguments.file, true);
    if (!file)
        return failed(file.error());
    std::size_t values = 0; // rows and points, also those that are always kept
    bool isLong = false, isNoted = false;
    const auto read = file->read([&](std::string_view bytes) {
        const bench::Change change = (*parser)->feed(bytes);
        values += change.rows + change.points;
        if (values <= kMaxRows)
            return true;
        values = streamedIn((*parser)->results());
        isLong = values > kMaxRows && file->isRepeatable();
        if (values > kMaxRows && !isLong && !std::exchange(isNoted, true))
            noteNoRoom(arguments.file);
        return !isLong;
    });
    if (!read)
        return failed(read.error());
    if (isLong) {
        parser->reset();
        const auto status = printLong(*file, arguments);
        return status ? *status : failed(status.error());
    }
    (*parser)->end();
    return printAll((*parser)->results(), arguments);
}

} // namespace

void addBenchParse(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = bench.add_subcommand("parse", "Show the numbers of a log and explain its errors");
    std::string keys;
    for (const std::string_view key : bench::parserKeys())
        keys += (keys.empty() ? "" : ", ") + std::string(key) + (key == "rcclras" ? " (also ncclras)" : "");
    command->footer(
        "Tools: " + keys +
        ".\nExit status: 0; 1 if the log holds an error or a failed test; 4 if not "
        "recognised.\nMemory: rows of nccl-tests, rccl-tests (text, CSV) and perftest are streamed: "
        "at most 64 MiB for any length.\nOther input (other tools, JSON, --columns) is held in "
        "memory, about 1 KiB per line.\nExample: fabricscope bench parse all_reduce.log --json");
    command->add_option("FILE", arguments->file, "Log file; - for standard input")->required();
    command->add_option("--tool", arguments->tool, "Tool that wrote the log (default: detected)");
    command->add_option(
        "--columns", arguments->columns,
        "Regular expression with a named group for each column: '(?<size>\\d+) +(?<gbps>[\\d.]+)'");
    command->add_flag("--json", arguments->json, "One JSON document on standard output");
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
