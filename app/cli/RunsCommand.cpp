// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Cli.h"
#include "app/cli/Commands.h"
#include "app/jobs/BesideRun.h"
#include "app/jobs/RunStorePlace.h"
#include "core/base/Text.h"
#include "core/bench/Words.h"
#include "core/json/RunJson.h"
#include "core/store/RunStore.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string database, host, tool, id, output;
    std::vector<std::string> ids;
    bool json = false, telemetry = false;
};

int fail(const Error &error, int status) {
    fmt::print(stderr, "fabricscope: {}\n", error.toString());
    return status;
}

std::string placeOf(const Arguments &arguments) {
    return arguments.database.empty() ? runStorePath() : arguments.database;
}

/// Nothing was ever kept: that is no fault.
bool isAbsent(const std::string &path) {
    std::error_code error;
    return !std::filesystem::exists(path, error);
}

Result<store::RunStore> openStore(const Arguments &arguments, bool readOnly) {
    const std::string path = placeOf(arguments);
    if (path.empty() || isAbsent(path))
        return failure("no run has been kept yet", path);
    return store::RunStore::open(path, {readOnly, 0});
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
    std::string text = fmt::format("{:.5g} {}", *summary.best, sanitized(summary.unit, 32));
    if (summary.atBytes)
        text += " at " + bench::sizeText(static_cast<double>(*summary.atBytes));
    return text;
}

/// Nobody has heard yet how it ended.
bool isUnfetched(const bench::RunRecord &run) {
    return run.spec.detached && run.state.phase <= bench::Phase::Stopping;
}

/// "ended", with its status where that is not 0.
std::string endText(const bench::RunRecord &run) {
    if (!run.damage.empty())
        return "damaged";
    if (isUnfetched(run))
        return "detached, not fetched";
    const bench::RunState &state = run.state;
    const std::string_view phase = toString(state.phase);
    return state.exitStatus.value_or(0) == 0 ? std::string(phase)
                                             : fmt::format("{} ({})", phase, *state.exitStatus);
}

int list(const Arguments &arguments) {
    const std::string path = placeOf(arguments);
    std::vector<bench::RunRecord> runs;
    if (!path.empty() && !isAbsent(path)) {
        const auto store = store::RunStore::open(path, {true, 0});
        if (!store)
            return fail(store.error(), kBadInput);
        auto found = store->list({arguments.host, arguments.tool, {}, 1000});
        if (!found)
            return fail(found.error(), kBadInput);
        runs = std::move(*found);
    }
    if (arguments.json) {
        fmt::print("{}", json::runsDocument(runs));
        return kDone;
    }
    if (runs.empty()) {
        fmt::print("No run has been kept{}.\n", path.empty() ? "" : " in " + path);
        return kDone;
    }
    fmt::print("{:<32} {:<20} {:<18} {:<14} {:<22} {:<22} {}\n", "ID", "WHEN", "HOST", "TOOL", "TEST",
               "STATE", "BEST");
    for (const bench::RunRecord &run : runs)
        fmt::print("{:<32} {:<20} {:<18} {:<14} {:<22} {:<22} {}\n", sanitized(run.state.id, 64),
                   timeText(run.createdMs), sanitized(run.spec.host, 64), sanitized(run.spec.tool, 32),
                   sanitized(run.spec.test, 64), endText(run), bestText(run.summary));
    return kDone;
}

void printRun(const bench::RunRecord &run) {
    fmt::print("{} on {}, {}\n", sanitized(run.spec.test, 128), sanitized(run.spec.host, 128),
               timeText(run.createdMs));
    fmt::print("  {}\n", sanitized(bench::shellLine(run.spec.command), 4096));
    fmt::print("  state: {}{}\n", endText(run), run.state.why.empty() ? "" : ": " + sanitized(run.state.why));
    if (isUnfetched(run))
        fmt::print("  fabricscope bench run {} --fetch {} brings what it printed\n",
                   sanitized(run.spec.host, 128), sanitized(run.state.id, 64));
    fmt::print("  best: {}; rows: {}{}\n", bestText(run.summary), run.summary.rows,
               run.summary.complete ? "" : ", not complete");
    if (run.summary.average)
        fmt::print("  average as printed: {:.6g} (over all sizes: compare it with the same sizes only)\n",
                   *run.summary.average);
    if (!run.group.empty())
        fmt::print("  of {}: value '{}', round {}\n", sanitized(run.group, 64), sanitized(run.sweepValue, 64),
                   run.repeat + 1);
    for (const bench::RunCapture &capture : run.captures)
        fmt::print("  {} as it was read at {} is kept with it\n", sanitized(capture.host, 128),
                   timeText(capture.takenMs));
    if (!run.note.empty())
        fmt::print("  note: {}\n", sanitized(run.note));
    fmt::print("  output: {} bytes in {} lines, {} kept\n\n", run.state.outputBytes, run.state.outputLines,
               run.keptBytes);
}

Result<bench::RunRecord> found(const store::RunStore &store, const std::string &id) {
    auto run = store.find(id);
    if (!run)
        return tl::unexpected(run.error());
    if (!*run)
        return failure(fmt::format("there is no run '{}'", sanitized(id, 64)), "runs",
                       "fabricscope runs list names all");
    return std::move(**run);
}

int show(const Arguments &arguments) {
    const auto store = openStore(arguments, true);
    if (!store)
        return fail(store.error(), kBadInput);
    const auto run = found(*store, arguments.id);
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
        fmt::print("{}", json::runDocument(*run, output));
        return kDone;
    }
    printRun(*run);
    (void)store->read(run->state.id, [](const store::Chunk &chunk) {
        return std::fwrite(chunk.bytes.data(), 1, chunk.bytes.size(), stdout) == chunk.bytes.size();
    });
    return kDone;
}

/// What is kept beside the output and was asked for instead of it; absent: the output was.
Result<std::optional<std::string>> keptBeside(const store::RunStore &store, const bench::RunRecord &run,
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
                   ? failure("no telemetry was kept with this run", run.state.id, "bench run --telemetry")
                   : failure("no capture was kept with this run", run.state.id, "bench run keeps one");
    return bytes;
}

int exportRun(const Arguments &arguments) {
    const auto store = openStore(arguments, true);
    if (!store)
        return fail(store.error(), kBadInput);
    const auto run = found(*store, arguments.id);
    if (!run)
        return fail(run.error(), kBadInput);
    const bool asJson = arguments.output.ends_with(".json");
    const auto beside = keptBeside(*store, *run, arguments);
    if (!beside)
        return fail(beside.error(), kBadInput);
    std::ofstream file(arguments.output, std::ios::binary); // once there is something to write
    if (*beside) {
        file << **beside;
        return file.flush() ? kDone : fail({"the file cannot be written", arguments.output, {}}, kUsage);
    }
    std::string output;
    const auto read = store->read(run->state.id, [&](const store::Chunk &chunk) {
        if (asJson)
            output += chunk.bytes;
        else
            file << chunk.bytes;
        return static_cast<bool>(file);
    });
    if (!read)
        return fail(read.error(), kBadInput);
    if (asJson)
        file << json::runDocument(*run, output);
    file.close();
    if (!file)
        return fail({"the file cannot be written", arguments.output, "look at the path and the disk"},
                    kUsage);
    return kDone;
}

int remove(const Arguments &arguments) {
    auto store = openStore(arguments, false);
    if (!store)
        return fail(store.error(), kBadInput);
    int status = kDone;
    for (const std::string &id : arguments.ids) {
        const auto run = found(*store, id);
        const auto removed = run ? store->remove(run->state.id) : tl::unexpected(run.error());
        if (!removed)
            status = fail(removed.error(), kBadInput);
        else
            fmt::print(stderr, "{} is deleted\n", run->state.id);
    }
    return status;
}

} // namespace

void addRuns(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = app.add_subcommand("runs", "The runs that were kept: list, show, export, delete");
    command->require_subcommand(1);
    command->footer("Example: fabricscope runs list --host ai1\n"
                    "An id may be shortened as long as only one run's begins so.");
    command->add_option("--database", arguments->database,
                        "The file that runs are kept in (else fabricscope/runs.db below XDG_DATA_HOME)");
    const auto add = [&](const char *name, const char *what, int (*execute)(const Arguments &)) {
        CLI::App *sub = command->add_subcommand(name, what);
        sub->callback([arguments, &status, execute] { status = execute(*arguments); });
        return sub;
    };
    CLI::App *sub = add("list", "All of them, the newest first", list);
    sub->add_option("--host", arguments->host, "Only those on this host");
    sub->add_option("--tool", arguments->tool, "Only those of this tool");
    sub->add_flag("--json", arguments->json, "One JSON document on standard output");
    sub = add("show", "One of them with its output", show);
    sub->add_option("ID", arguments->id, "Which one")->required();
    sub->add_flag("--json", arguments->json, "One JSON document on standard output");
    sub = add("export", "One of them into a file", exportRun);
    sub->add_option("ID", arguments->id, "Which one")->required();
    sub->add_option("-o,--output", arguments->output,
                    "The file: .json is one document with everything, .fscope the host as it was "
                    "read before the run, anything else what the tool "
                    "printed as it came, standard error too")
        ->required();
    sub->add_flag("--telemetry", arguments->telemetry, "What was read of its host meanwhile, instead");
    sub = add("delete", "Some of them, for good", remove);
    sub->add_option("ID", arguments->ids, "Which ones")->required();
}

} // namespace fabricscope::app::cli
