// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchCommands.h"
#include "app/cli/terminal/ExitStatus.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/base/Text.h"
#include "core/bench/catalogue/Tools.h"
#include "core/json/ToolsJson.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string tool;
    bool json = false;
};

void printAll() {
    std::size_t width = 0;
    for (const bench::Tool &tool : bench::tools())
        width = std::max(width, tool.key.size());
    for (const bench::Tool &tool : bench::tools()) {
        printText("{:<{}}  {}\n{:<{}}  ", tool.key, width, tool.needs, "", width);
        for (std::size_t i = 0; i < tool.tests.size(); ++i)
            printText("{}{}", i > 0 ? ", " : "", tool.tests[i].name);
        printText("\n");
    }
    printText("\nDetails: fabricscope bench list TOOL\n");
}

void printOption(const bench::Option &option) {
    std::string facts;
    if (!option.unit.empty())
        facts = option.unit;
    if (!option.defaultValue.empty())
        facts += fmt::format("{}default {}", facts.empty() ? "" : "; ", option.defaultValue);
    printText("  {:<18} {:<20} {}{}\n", option.flag, option.name, option.meaning,
              facts.empty() ? "" : " (" + facts + ")");
}

void printOne(const bench::Tool &tool) {
    printText("{}: {}\n\nTests\n", tool.name, tool.needs);
    for (const bench::Test &test : tool.tests)
        printText("  {:<26} {}\n", test.name, test.meaning);
    printText("\nOptions\n");
    for (const bench::Option &option : tool.options)
        printOption(option);
    if (!tool.presets.empty())
        printText("\nReady-made\n");
    for (const bench::Preset &preset : tool.presets)
        printText("  {:<20} {} {}\n  {:<20} {}\n", preset.name, preset.test, preset.words, "",
                  preset.meaning);
    if (tool.recipe.empty())
        return;
    printText("\nInstallation\n");
    for (std::string_view recipe = tool.recipe; !recipe.empty();)
        printText("  {}\n", takeUntil(recipe, '\n'));
}

int execute(const Arguments &arguments) {
    const bench::Tool *one = arguments.tool.empty() ? nullptr : bench::toolOf(arguments.tool);
    if (one == nullptr && !arguments.tool.empty()) {
        printText(stderr, "unknown tool '{}'\n  see `fabricscope bench list`\n",
                  HostText(arguments.tool).line(64));
        return kUsage;
    }
    if (arguments.json)
        printVerbatim(json::toolsDocument(one != nullptr ? std::span(one, 1) : bench::tools()));
    else if (one != nullptr)
        printOne(*one);
    else
        printAll();
    return kDone;
}

} // namespace

void addBenchList(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = bench.add_subcommand("list", "Known tools: tests, options, installation");
    command->footer("Example: fabricscope bench list perftest");
    command->add_option("TOOL", arguments->tool, "Tool to show with all its options");
    command->add_flag("--json", arguments->json, "One JSON document on standard output");
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
