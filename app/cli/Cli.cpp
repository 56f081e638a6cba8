// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Cli.h"

#include "app/cli/Commands.h"
#include "app/cli/WindowProgram.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/Invocation.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/demo/data/DemoFleet.h"
#include "app/jobs/judge/JudgeHostOptions.h"
#include "core/base/Print.h"
#include "remote/Client.h"
#include "remote/base/Secret.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace fabricscope::app::cli {

namespace {

/// CLI11 writes "INT:INT in [1 - 256]=16" for a number with limits; this writes "N (1 to 256), default 16".
class HelpFormatter : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option *option) const override {
        std::string text = CLI::Formatter::make_option_opts(option);
        constexpr std::string_view kLimits = "INT:INT in [", kTo = " - ", kDefault = ")=";
        const auto limits = text.find(kLimits);
        if (limits == std::string::npos)
            return text;
        text.replace(limits, kLimits.size(), "N (");
        if (const auto to = text.find(kTo, limits); to != std::string::npos)
            text.replace(to, kTo.size(), " to ");
        if (const auto end = text.find(']', limits); end != std::string::npos)
            text[end] = ')';
        if (const auto byDefault = text.find(kDefault, limits); byDefault != std::string::npos)
            text.replace(byDefault, kDefault.size(), "), default ");
        return text;
    }
};

bool isFlagForUs(std::string_view argument) {
    return argument == "-h" || argument == "--help" || argument == "--version";
}

bool isSubcommand(const CLI::App &app, std::string_view argument) {
    const auto commands = app.get_subcommands([](const CLI::App *) { return true; });
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App *command) { return command->get_name() == argument; });
}

/// A word that is not a file: a mistyped subcommand.
bool looksLikeCommand(std::string_view argument) {
    std::error_code error;
    return !argument.empty() && !argument.starts_with('-') &&
           argument.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos &&
           !std::filesystem::exists(argument, error);
}

/// Options of the window program that it may be started with, without `=VALUE`: its own, those by which
/// --render judges, and Qt's.
bool isForWindow(std::string_view option) {
    constexpr std::string_view kOwn[] = {
        "--capture", "--connect", "--ssh-config", "--known-hosts", "--screenshot-tour", "--render",   "-o",
        "--output",  "--view",    "--theme",      "--size",        "--notice",          "--help-all", "-v",
        "--"};
    constexpr std::string_view kQt[] = {"platform",        "platformpluginpath", "platformtheme", "plugin",
                                        "style",           "stylesheet",         "display",       "geometry",
                                        "qwindowgeometry", "qwindowicon",        "qwindowtitle",  "reverse",
                                        "session",         "widgetcount"};
    option = option.substr(0, option.find('='));
    const std::string_view name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    const auto judging = judgeOptions();
    return std::find(std::begin(kOwn), std::end(kOwn), option) != std::end(kOwn) ||
           std::find(std::begin(kQt), std::end(kQt), name) != std::end(kQt) ||
           std::any_of(judging.begin(), judging.end(),
                       [name](const JudgeOption &each) { return each.name == name; });
}

/// About the first of the words that no option takes. `argv`: after storeCommandLine().
std::string unexpectedText(const std::vector<std::string> &extras, char **argv) {
    const std::vector<std::string> &typed = commandLine();
    const auto first = std::find_if(typed.begin(), typed.end(), [&](const std::string &word) {
        return std::find(extras.begin(), extras.end(), word) != extras.end();
    });
    std::string shown = first == typed.end() ? std::string("a word") : argv[first - typed.begin()];
    if (const std::size_t value = shown.find('='); value != std::string::npos)
        shown.replace(value + 1, std::string::npos, "...");
    return fmt::format("fabricscope: unexpected argument: {}", shown);
}

int execute(int argc, char **argv) {
    CLI::App app(
        "fabricscope: topology (PCIe, NUMA, IOMMU, NCCL) and benchmarks of GPU servers and VMs, over SSH",
        "fabricscope");
    app.formatter(std::make_shared<HelpFormatter>()); // before the subcommands, which inherit it
    app.set_version_flag("--version",
                         fmt::format("fabricscope {} ({})", FABRICSCOPE_VERSION, remote::libraryVersion()));
    app.require_subcommand(1);
    int status = kDone;
    addCapture(app, status);
    addImport(app, status);
    addShow(app, status);
    addCheck(app, status);
    addDiff(app, status);
    addRender(app, status);
    addNcclTopo(app, status);
    addNcclLog(app, status);
    addBench(app, status);
    addRuns(app, status);
    addDemo(app, status);
    // Last: a subcommand without a footer gets the one that its parent has when it is added.
    app.footer(
        "Without a subcommand: the window; `fabricscope FILE...` opens files in it.\n"
        "Exit status: 0 done, 1 findings or a failed run (see --help of each subcommand), 2 wrong "
        "usage, 3 a target could not be reached or read, or output could not be written, 4 bad input.");

    // Anything that is neither a subcommand nor one of our flags is for the window program.
    if (argc == 2 && looksLikeCommand(argv[1]) && !isSubcommand(app, argv[1])) {
        printText(stderr, "{}: no such subcommand or file\n  see `fabricscope --help`\n", argv[1]);
        return kUsage;
    }
    if (argc > 1 && argv[1][0] == '-' && !isFlagForUs(argv[1]) && !isForWindow(argv[1])) {
        const std::string_view shown =
            std::string_view(argv[1]).substr(0, std::string_view(argv[1]).find('='));
        printText(stderr, "fabricscope: unknown option: {}\n  see `fabricscope --help`\n", shown);
        return kUsage;
    }
    if (argc == 1 || (!isFlagForUs(argv[1]) && !isSubcommand(app, argv[1])))
        return startWindow({argv + 1, argv + argc});
    try {
        std::vector<std::string> words(argv + 1, argv + argc);
        storeCommandLine(argc, argv);
        std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
        app.parse(std::move(words));
    } catch (const CLI::ExtrasError &) {
        printText(stderr, "{}\n  see --help\n", unexpectedText(app.remaining(true), argv));
        return kUsage;
    } catch (const CLI::ParseError &error) {
        std::ostringstream out, err;
        const int ended = app.exit(error, out, err);
        printLines(out.str());
        printLines(stderr, err.str());
        return ended == 0 ? kDone : kUsage;
    }
    return status;
}

} // namespace

int run(int argc, char **argv) {
    storeStartTime();
    remote::disableCoreDumps();
    if (argc > 1 && std::string_view(argv[1]) == demo::kDemoHostArgument)
        return demo::runDemoHosts(argc, argv);
    StandardStreams streams;
    int status = kUnreachable;
    try {
        status = execute(argc, argv);
    } catch (const std::system_error &) {
        if (!StandardStreams::hasFailed()) // otherwise Print.h threw it since it could not write
            throw;
    }
    return streams.finish(status);
}

} // namespace fabricscope::app::cli
