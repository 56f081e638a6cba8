// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/BenchCommands.h"
#include "app/cli/Cli.h"
#include "app/cli/ReadLog.h"
#include "core/bench/CustomParser.h"
#include "core/bench/Judge.h"
#include "core/bench/OutputParser.h"
#include "core/json/SamplesJson.h"
#include "core/report/TextSamples.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
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
        return failure(fmt::format("no tool of the key '{}' is known", arguments.tool), {},
                       "fabricscope bench parse --help names them");
    return parser;
}

bool isBad(const bench::Results &run) {
    return run.summary.passed == false ||
           std::any_of(run.troubles.begin(), run.troubles.end(),
                       [](const bench::Trouble &trouble) { return trouble.weight == bench::Weight::Error; });
}

/// For people: its tables, and what is to be said of them without knowing the host.
std::string textOf(const bench::Results &run) {
    return report::samplesText({&run, 1}, terminalWidth()) +
           report::findingsText(bench::judge(run, bench::judgeInput(run, {})), terminalWidth());
}

int execute(const Arguments &arguments) {
    auto parser = parserFor(arguments);
    if (!parser) {
        fmt::print(stderr, "{}\n", parser.error().toString());
        return kUsage;
    }
    const auto read = readLog(arguments.file, [&](std::string_view bytes) { (*parser)->feed(bytes); });
    if (!read) {
        fmt::print(stderr, "{}\n", read.error().toString());
        return kUnreachable;
    }
    (*parser)->end();
    const std::vector<bench::Results> &runs = (*parser)->results();
    if (arguments.json)
        fmt::print("{}", json::samplesDocument(runs));
    for (std::size_t i = 0; i < runs.size() && !arguments.json; ++i)
        fmt::print("{}{}", i == 0 ? "" : "\n", textOf(runs[i]));
    if (runs.empty()) {
        fmt::print(stderr,
                   "{}: holds no output of a tool that is known (--tool names one, --columns reads any)\n",
                   arguments.file);
        return kBadInput;
    }
    return std::any_of(runs.begin(), runs.end(), isBad) ? kFindings : kDone;
}

} // namespace

void addBenchParse(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        bench.add_subcommand("parse", "What a log says: its numbers, and its errors explained");
    std::string keys;
    for (const std::string_view key : bench::parserKeys())
        keys += (keys.empty() ? "" : ", ") + std::string(key);
    command->footer(
        "Tools: " + keys +
        ".\n"
        "Exit status: 0; 1 where the log holds an error or a test failed; 4 where it is no tool's output.\n"
        "Example: fabricscope bench parse all_reduce.log --json");
    command->add_option("FILE", arguments->file, "The log; - is the standard input")->required();
    command->add_option("--tool", arguments->tool,
                        "Read it as this tool's output (default: by what it says itself)");
    command->add_option(
        "--columns", arguments->columns,
        "A regular expression with named groups, each a column: '(?<size>\\d+) +(?<gbps>[\\d.]+)'");
    command->add_flag("--json", arguments->json, "One JSON document on standard output");
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
