// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/bench/RunsUsage.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/jobs/run/RunStorePath.h"
#include "app/jobs/run/RunUpkeep.h"
#include "app/jobs/run/TelemetryRun.h"
#include "core/base/HostText.h"
#include "core/base/OutputFile.h"
#include "core/base/Print.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/run/PrintedEnd.h"
#include "core/json/RunJson.h"
#include "core/store/RunStore.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string database, host, tool, id, output;
    std::vector<std::string> ids;
    std::size_t most = store::RunStore::kAll;
    std::optional<std::string> limit;
    bool json = false, telemetry = false, force = false;
};

int fail(const Error &error, int status) {
    printText(stderr, "fabricscope: {}\n", error.toString());
    return status;
}

std::string placeOf(const Arguments &arguments) {
    return arguments.database.empty() ? runStorePath() : arguments.database;
}

/// No run was ever stored: not an error.
bool isAbsent(const std::string &path) {
    std::error_code error;
    return !std::filesystem::exists(path, error);
}

Result<store::RunStore> openStore(const Arguments &arguments, bool readOnly) {
    const std::string path = placeOf(arguments);
    if (path.empty() || isAbsent(path))
        return failure("no saved runs yet", path);
    return store::RunStore::open(path, {.readOnly = readOnly});
}

std::string timeText(std::int64_t ms) {
    if (ms <= 0)
        return "?";
    const std::time_t seconds = ms / 1000;
    std::tm local{};
    if (localtime_r(&seconds, &local) == nullptr)
        return "?";
    return fmt::format("{:%Y-%m-%d %H:%M:%S}", local);
}

std::string bestText(const bench::RunSummary &summary) {
    if (!summary.best)
        return "-";
    std::string text = fmt::format("{:.5g} {}", *summary.best, HostText(summary.unit).line(32));
    if (summary.atBytes)
        text += " at " + bench::sizeText(static_cast<double>(*summary.atBytes));
    return text;
}

/// A simulated host is marked, as everywhere.
std::string hostText(const bench::RunRecord &run, std::size_t most) {
    return HostText(run.spec.host).line(most) + (run.state.simulated.empty() ? "" : " (simulated)");
}

/// How the run ended is not known yet.
bool isUnfetched(const bench::RunRecord &run) {
    return run.spec.detached && run.state.phase <= bench::Phase::Stopping;
}

/// "ended", with the exit status if it is not 0, and whether its results are wrong.
std::string endText(const bench::RunRecord &run) {
    if (!run.damage.empty())
        return "damaged";
    if (isUnfetched(run))
        return "detached, not fetched";
    const bench::RunState &state = run.state;
    std::string phase(toString(state.phase));
    std::replace(phase.begin(), phase.end(), '_', ' '); // "may_still_run" is a name for programs
    const std::string end =
        state.exitStatus.value_or(0) == 0 ? phase : fmt::format("{} ({})", phase, *state.exitStatus);
    return run.summary.wrong.value_or(0) == 0 ? end : end + ", wrong values";
}

/// Marks runs of a program that was killed. If that cannot be written, they are listed unchanged.
void markInterrupted(const std::string &path) {
    if (const auto marked = markInterruptedRuns(path); marked && *marked > 0)
        printText(stderr,
                  "{} {} interrupted: the program that saved {} was killed, or a detached run was not "
                  "fetched within its time limit\n",
                  *marked, *marked == 1 ? "run was" : "runs were", *marked == 1 ? "it" : "them");
}

void printLine(const bench::RunRecord &run) {
    printText("{:<32} {:<20} {:<24} {:<14} {:<22} {:<22} {}\n", HostText(run.state.id).line(64),
              timeText(run.createdMs), hostText(run, 64), HostText(run.spec.tool).line(32),
              HostText(run.spec.test).line(64), endText(run), bestText(run.summary));
}

/// One by one, as they are read.
int listRuns(const store::RunStore &store, const std::string &path, const Arguments &arguments) {
    const store::RunStore::Filter filter{arguments.host, arguments.tool, {}, arguments.most};
    json::RunsDocument document;
    std::uint64_t shown = 0;
    if (arguments.json)
        printVerbatim(json::RunsDocument::beginning());
    const auto visited = store.visit(filter, [&](const bench::RunRecord &run) {
        if (arguments.json)
            printVerbatim(document.run(run));
        else if (shown == 0)
            printText("{:<32} {:<20} {:<24} {:<14} {:<22} {:<22} {}\n", "ID", "WHEN", "HOST", "TOOL", "TEST",
                      "STATE", "BEST");
        if (!arguments.json)
            printLine(run);
        ++shown;
        return true;
    });
    if (!visited)
        return fail(visited.error(), kBadInput);
    if (arguments.json)
        printVerbatim(document.end());
    else if (shown == 0)
        printText("No saved runs{}{} in {}.\n",
                  filter.host.empty() ? "" : " on " + HostText(filter.host).line(64),
                  filter.tool.empty() ? "" : " of " + HostText(filter.tool).line(32), path);
    const auto all = store.count(filter);
    if (all && shown < *all)
        printText(stderr, "{} of {} runs shown, newest first; omit --limit for all\n", shown, *all);
    return kDone;
}

int list(const Arguments &arguments) {
    const std::string path = placeOf(arguments);
    if (path.empty() || isAbsent(path)) {
        if (arguments.json)
            printVerbatim(json::RunsDocument::beginning() + json::RunsDocument().end());
        else
            printText("No saved runs{}.\n", path.empty() ? "" : " in " + path);
        return kDone;
    }
    markInterrupted(path);
    const auto store = store::RunStore::open(path, {.readOnly = true});
    return store ? listRuns(*store, path, arguments) : fail(store.error(), kBadInput);
}

int usage(const Arguments &arguments) {
    const auto store = openStore(arguments, true);
    return store ? showUsage(*store, placeOf(arguments), arguments.most, arguments.json)
                 : fail(store.error(), kBadInput);
}

int limit(const Arguments &arguments) {
    std::optional<std::uint64_t> bytes;
    if (arguments.limit) {
        const auto read = readSizeLimit(*arguments.limit);
        if (!read)
            return fail(read.error(), kUsage);
        bytes = *read;
    }
    auto store = openStore(arguments, false);
    return store ? changeLimit(*store, bytes) : fail(store.error(), kBadInput);
}

int pinAll(const Arguments &arguments, bool pinned) {
    auto store = openStore(arguments, false);
    return store ? pinRuns(*store, arguments.ids, pinned) : fail(store.error(), kBadInput);
}

int pin(const Arguments &arguments) {
    return pinAll(arguments, true);
}

int unpin(const Arguments &arguments) {
    return pinAll(arguments, false);
}

void printRun(const bench::RunRecord &run) {
    const std::string &what = run.spec.test.empty() ? run.spec.tool : run.spec.test;
    printText("{} on {}, {}\n", HostText(what).line(128), hostText(run, 128), timeText(run.createdMs));
    if (run.spec.command.words.empty())
        printText("  its command is not known here: it was started elsewhere, and fetched\n");
    else
        printText("  {}\n", HostText(bench::shellLine(bench::withoutSecrets(run.spec.command))).line(4096));
    const bool isKnown =
        run.state.phase != bench::Phase::Interrupted && run.state.phase != bench::Phase::Lost;
    if (run.state.startedMs)
        printText("  started: {}{}\n", timeText(*run.state.startedMs),
                  run.state.endedMs
                      ? (isKnown ? ", ended: " : ", last heard of: ") + timeText(*run.state.endedMs)
                      : "");
    printText("  state: {}{}\n", endText(run), run.state.why.empty() ? "" : ": " + run.state.why);
    if (isUnfetched(run) || (run.spec.detached && run.state.phase == bench::Phase::Interrupted))
        printText("  to fetch its output: fabricscope bench run {} --fetch {}\n",
                  HostText(run.spec.host).line(128), HostText(run.state.id).line(64));
    printText("  best: {}; rows: {}{}{}\n", bestText(run.summary), run.summary.rows,
              run.summary.complete || !bench::printsEnd(run.spec.tool) ? "" : ", incomplete",
              run.summary.wrong.value_or(0) > 0 ? fmt::format("; wrong values: {}", *run.summary.wrong)
                                                : std::string());
    if (run.summary.average)
        printText(
            "  average as printed by the tool: {:.6g} (over all sizes; compare only with the same sizes)\n",
            *run.summary.average);
    if (!run.group.empty())
        printText("  of {}: value '{}', repeat {}\n", HostText(run.group).line(64),
                  HostText(run.sweepValue).line(64), run.repeat + 1);
    for (const bench::RunCapture &capture : run.captures)
        printText("  capture of {}, {}, saved with the run\n", HostText(capture.host).line(128),
                  timeText(capture.takenMs));
    if (!run.note.empty())
        printText("  note: {}\n", run.note);
    printText("  output: {} bytes in {} lines, {} saved\n\n", run.state.outputBytes, run.state.outputLines,
              run.storedBytes);
}

int show(const Arguments &arguments) {
    markInterrupted(placeOf(arguments));
    const auto store = openStore(arguments, true);
    if (!store)
        return fail(store.error(), kBadInput);
    const auto run = findRun(*store, arguments.id);
    if (!run)
        return fail(run.error(), kBadInput);
    std::string output;
    const auto read = store->read(run->state.id, [&](const store::Chunk &chunk) {
        if (arguments.json)
            output += chunk.bytes;
        return true;
    });
    if (!read)
        return fail(read.error(), kBadInput);
    if (arguments.json) {
        printVerbatim(json::runDocument(*run, bench::withoutSecrets(output)));
        return kDone;
    }
    printRun(*run);
    bench::SecretFilter filter; // an older version kept what a tool printed as it came
    const auto print = [](const std::string &bytes) {
        return StandardStreams::writeToolOutput(stdout, bytes);
    };
    (void)store->read(run->state.id,
                      [&](const store::Chunk &chunk) { return print(filter.feed(chunk.bytes)); });
    print(filter.finish());
    return kDone;
}

/// An attachment that was requested instead of the output; std::nullopt: the output was requested.
Result<std::optional<std::string>> storedAttachment(const store::RunStore &store, const bench::RunRecord &run,
                                                    const Arguments &arguments) {
    const bool isCapture = arguments.output.ends_with(".fscope");
    if (!arguments.telemetry && !isCapture)
        return std::optional<std::string>();
    Result<std::optional<std::string>> bytes = std::optional<std::string>();
    if (arguments.telemetry)
        bytes = store.attachment(run.state.id, kTelemetryFile);
    else if (!run.captures.empty())
        bytes = store.capture(run.captures.front().id);
    if (bytes && !*bytes)
        return arguments.telemetry
                   ? failure("no telemetry was saved with this run", run.state.id, "run with --telemetry")
                   : failure("no capture was saved with this run", run.state.id,
                             "bench run saves one, if data can be collected from the host");
    return bytes;
}

int exportRun(const Arguments &arguments) {
    const auto store = openStore(arguments, true);
    if (!store)
        return fail(store.error(), kBadInput);
    const auto run = findRun(*store, arguments.id);
    if (!run)
        return fail(run.error(), kBadInput);
    const bool asJson = arguments.output.ends_with(".json");
    const auto attached = storedAttachment(*store, *run, arguments);
    if (!attached)
        return fail(attached.error(), kBadInput);
    OutputFile file(arguments.output, ReadableBy::Owner);
    if (*attached) {
        file.write(**attached);
    } else {
        std::string output;
        bench::SecretFilter filter;
        const auto read = store->read(run->state.id, [&](const store::Chunk &chunk) {
            if (!asJson)
                return file.write(filter.feed(chunk.bytes));
            output += chunk.bytes;
            return true;
        });
        if (!read)
            return fail(read.error(), kBadInput);
        file.write(asJson ? json::runDocument(*run, bench::withoutSecrets(output)) : filter.finish());
    }
    return file.commit() ? kDone : StandardStreams::cannotWrite(arguments.output);
}

/// Whether a run may go on, as far as its record shows: it has no end yet, or the program that started it
/// detached was killed and its time limit is not reached.
bool mayGoOn(const bench::RunRecord &run) {
    if (!run.damage.empty())
        return false;
    if (run.state.phase <= bench::Phase::Stopping)
        return true;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto age = now - std::chrono::milliseconds(run.createdMs);
    return run.spec.detached && run.state.phase == bench::Phase::Interrupted && age < run.spec.longest;
}

/// Once its record is deleted, no list shows a run that goes on.
void refuseToDelete(const bench::RunRecord &run) {
    const std::string id = HostText(run.state.id).line(64), host = HostText(run.spec.host).line(256);
    const std::string stop =
        run.spec.detached
            ? "to stop it first: " +
                  bench::shellLine({{"fabricscope", "bench", "run", host, "--fetch", id, "--stop"}, {}, {}})
            : "stop it first in the program that runs it";
    printText(
        stderr,
        "fabricscope: {} was not deleted: it may still be running on {}, and `runs list` would no longer "
        "show it; {}; to delete it all the same, without stopping it: --force\n",
        id, host, stop);
}

int remove(const Arguments &arguments) {
    markInterrupted(placeOf(arguments)); // attached ones do not go on
    auto store = openStore(arguments, false);
    if (!store)
        return fail(store.error(), kBadInput);
    int status = kDone;
    for (const std::string &id : arguments.ids) {
        const auto run = findRun(*store, id);
        if (run && !arguments.force && mayGoOn(*run)) {
            refuseToDelete(*run);
            status = std::max<int>(status, kUsage);
            continue;
        }
        const auto removed = run ? store->remove(run->state.id) : tl::unexpected(run.error());
        if (!removed)
            status = fail(removed.error(), kBadInput);
        else
            printText(stderr, "{} deleted\n", run->state.id);
    }
    return status;
}

} // namespace

void addRuns(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        app.add_subcommand("runs", "Saved runs: list, show, export, delete, usage, limit, pin");
    command->require_subcommand(1);
    command->add_option(
        "--database", arguments->database,
        "Run database (default: fabricscope/runs.db in $XDG_DATA_HOME, or in ~/.local/share)");
    const auto add = [&](const char *name, const char *what, int (*execute)(const Arguments &)) {
        CLI::App *sub = command->add_subcommand(name, what);
        sub->callback([arguments, &status, execute] { status = execute(*arguments); });
        return sub;
    };
    CLI::App *sub = add("list", "List runs, newest first", list);
    sub->add_option("--host", arguments->host, "Only runs on this host");
    sub->add_option("--tool", arguments->tool, "Only runs of this tool");
    sub->add_option("--limit", arguments->most, "Maximum number of runs, newest first (default: all)")
        ->check(CLI::Range(1, std::numeric_limits<int>::max()).description(""))
        ->type_name("N");
    sub->add_flag("--json", arguments->json, "One JSON document on standard output");
    sub = add("show", "Show a run with its output", show);
    sub->add_option("ID", arguments->id, "Run ID, or a unique prefix of one")->required();
    sub->add_flag("--json", arguments->json, "One JSON document on standard output");
    sub = add("export", "Write a run to a file", exportRun);
    sub->add_option("ID", arguments->id, "Run ID, or a unique prefix of one")->required();
    sub->add_option("-o,--output", arguments->output,
                    "Output file: .json for everything in one document, .fscope for the host's capture "
                    "before the run, else the tool's output with standard error")
        ->required();
    sub->add_flag("--telemetry", arguments->telemetry, "Write the host's telemetry instead");
    sub = add("delete", "Delete runs permanently; a run that may still be running only with --force", remove);
    sub->add_option("ID", arguments->ids, "Run IDs, or unique prefixes")->required();
    sub->add_flag("--force", arguments->force,
                  "Also delete runs that may still be running; they are not stopped");
    sub->footer("Example, to stop a detached run first: fabricscope bench run ai1 --fetch ID --stop");
    sub = add("usage", "Show the size of the database and of each run, largest first", usage);
    sub->add_option("--limit", arguments->most, "Maximum number of runs, largest first (default: all)")
        ->check(CLI::Range(1, std::numeric_limits<int>::max()).description(""))
        ->type_name("N");
    sub->add_flag("--json", arguments->json, "One JSON document on standard output");
    sub = add("limit", "Show or set the size limit of all saved runs", limit);
    sub->footer("Default: 10 GiB. If the database is larger when a run finishes, the oldest runs are "
                "deleted.\nPinned runs, runs of today and unfinished runs are never deleted "
                "automatically.\nExample: fabricscope runs limit 2G");
    sub->add_option("SIZE", arguments->limit,
                    "Bytes, with K, M, G or T for powers of 1024, at most 8388607T; 0: no limit");
    sub = add("pin", "Exclude runs from automatic deletion", pin);
    sub->add_option("ID", arguments->ids, "Run IDs, or unique prefixes")->required();
    sub = add("unpin", "Undo `pin`", unpin);
    sub->add_option("ID", arguments->ids, "Run IDs, or unique prefixes")->required();
    // Last: a subcommand without a footer gets the one that its parent has when it is added.
    command->footer("Example: fabricscope runs list --host ai1");
}

} // namespace fabricscope::app::cli
