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

#include <fmt/format.h>

#include <algorithm>
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
    const json::SamplesFrame frame = json::samplesFrame(log.results(), log.haveRows());
    bool isFirst = true;
    std::string between;
    LongLog::Printer printer;
    printer.begin = [&](std::size_t place) {
        const std::string &piece = frame.pieces[place];
        printVerbatim(piece);
        between = std::string(piece.size() - piece.rfind('\n') - 1, ' ');
        isFirst = true;
    };
    printer.row = [&](std::size_t, const bench::CollectiveRow &row) {
        if (!std::exchange(isFirst, false))
            printVerbatim(",\n" + between);
        printVerbatim(json::rowText(row, between.size()));
    };
    printer.end = [](std::size_t) {
    };
    auto printed = log.print(frame.runs, printer);
    if (printed)
        printVerbatim(frame.pieces.back());
    return printed;
}

/// The tables, row by row. `tables`: by run, measured.
Result<> printTables(LongLog &log, const std::vector<report::RowsText> &tables) {
    const std::size_t width = terminalWidth();
    const std::vector<bench::Results> &runs = log.results();
    const std::vector<bool> haveRows = log.haveRows();
    std::vector<std::size_t> inLog;
    for (std::size_t run = 0; run < runs.size(); ++run)
        if (haveRows[run])
            inLog.push_back(run);
    std::size_t next = 0; // run
    const auto printUntil = [&](std::size_t run) {
        for (; next < run; ++next)
            printLines((next == 0 ? "" : "\n") + textOf(runs[next]));
    };
    bench::RowTally rows;
    LongLog::Printer printer;
    printer.begin = [&](std::size_t place) {
        const std::size_t run = inLog[place];
        printUntil(run);
        rows = bench::tallyFor(runs[run], bench::judgeInput(runs[run], {}));
        printLines((run == 0 ? "" : "\n") + report::samplesHead(runs[run], width) + tables[run].head(width));
    };
    printer.row = [&](std::size_t place, const bench::CollectiveRow &row) {
        rows.add(row);
        printLines(tables[inLog[place]].line(row, width));
    };
    printer.end = [&](std::size_t place) {
        const bench::Results &run = runs[inLog[place]];
        printLines("\n" + report::samplesTail(run, rows, width) + findingsOf(run, rows));
        next = inLog[place] + 1;
    };
    auto printed = log.print(inLog, printer);
    if (printed)
        printUntil(runs.size());
    return printed;
}

int printLong(LogFile &file, const Arguments &arguments) {
    LongLog log(file, [&] { return std::move(*parserFor(arguments)); }); // it was made once before
    std::vector<report::RowsText> tables;
    const auto surveyed = log.survey([&](std::size_t run, const bench::CollectiveRow &row) {
        if (arguments.json)
            return;
        tables.resize(std::max(tables.size(), run + 1));
        tables[run].measure(row);
    });
    if (!surveyed)
        return failed(surveyed.error());
    if (const auto printed = arguments.json ? printDocument(log) : printTables(log, tables); !printed)
        return failed(printed.error());
    return statusOf(log.results(), arguments);
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
    std::size_t rows = 0;
    bool isLong = false, isNoted = false;
    const auto read = file->read([&](std::string_view bytes) {
        rows += (*parser)->feed(bytes).rows;
        isLong = rows > kMaxRows && file->isRepeatable();
        if (rows > kMaxRows && !isLong && !std::exchange(isNoted, true))
            noteNoRoom(arguments.file);
        return !isLong;
    });
    if (!read)
        return failed(read.error());
    if (isLong) {
        parser->reset();
        return printLong(*file, arguments);
    }
    (*parser)->end();
    const std::vector<bench::Results> &runs = (*parser)->results();
    if (arguments.json)
        printVerbatim(json::samplesDocument(runs));
    for (std::size_t i = 0; i < runs.size() && !arguments.json; ++i)
        printLines((i == 0 ? "" : "\n") + textOf(runs[i]));
    return statusOf(runs, arguments);
}

} // namespace

void addBenchParse(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = bench.add_subcommand("parse", "Show the numbers of a log and explain its errors");
    std::string keys;
    for (const std::string_view key : bench::parserKeys())
        keys += (keys.empty() ? "" : ", ") + std::string(key) + (key == "rcclras" ? " (also ncclras)" : "");
    command->footer("Tools: " + keys +
                    ".\nExit status: 0; 1 if the log holds an error or a failed test; 4 if not "
                    "recognised.\nMemory: rows of nccl-tests and rccl-tests (text, CSV) are streamed: at "
                    "most 64 MiB for any length.\nOther input (other tools, JSON, --columns) is held in "
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
