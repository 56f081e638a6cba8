// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/DetachOffer.h"

#include "app/cli/terminal/Invocation.h"
#include "app/cli/terminal/TerminalQuestion.h"
#include "app/jobs/run/RunStorePath.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/plan/ExpectedDuration.h"
#include "core/store/RunStore.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace fabricscope::app::cli {

namespace {

constexpr std::size_t kMaxEarlier = 200;

std::vector<bench::RunRecord> earlierOn(const bench::RunSpec &spec) {
    const std::string path = runStorePath();
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return {};
    const auto store = store::RunStore::open(path, {.readOnly = true});
    return store ? store->list({spec.host, spec.tool, {}, kMaxEarlier})
                       .value_or(std::vector<bench::RunRecord>())
                 : std::vector<bench::RunRecord>();
}

/// The expected duration, as far as known.
std::chrono::seconds expectedOf(const std::vector<bench::RunSpec> &specs) {
    std::chrono::seconds sum{0};
    std::vector<bench::RunRecord> earlier;
    const bench::RunSpec *before = nullptr;
    for (const bench::RunSpec &spec : specs) {
        if (before == nullptr || before->host != spec.host || before->tool != spec.tool)
            earlier = earlierOn(spec);
        before = &spec;
        sum += bench::expectedDuration(spec, earlier).value_or(std::chrono::seconds(0));
    }
    return sum;
}

/// A question would stop a job in the background.
bool isAtTerminal() {
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1 &&
           ::tcgetpgrp(STDIN_FILENO) == ::getpgrp() && hasTerminal();
}

StartAs ask(bool canDetach) {
    const std::string text = canDetach ? "Start attached (Enter), detached (d), or cancel (n)? "
                                       : "Start (Enter), or cancel (n)? ";
    const auto answer = askTerminal({text, true});
    const std::string_view word = answer ? answer->view() : "n";
    if (word.empty() || word == "a" || word == "attached" || word == "y" || word == "yes")
        return StartAs::Attached;
    if (canDetach && (word == "d" || word == "detached"))
        return StartAs::Detached;
    printText(stderr, "Nothing started.\n");
    return StartAs::NotAtAll;
}

} // namespace

std::vector<std::string> detachedArguments(std::vector<std::string> words) {
    const auto tool = std::find(words.begin(), words.end(), "--"); // the tool's command follows it
    const auto run = std::find(words.begin(), tool, "run");
    if (run == tool)
        return {};
    const auto behind =
        std::remove_if(run, tool, [](const std::string &word) { return word == "--telemetry"; });
    const std::size_t place = static_cast<std::size_t>(run - words.begin()) + 1;
    words.erase(behind, tool);
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), "--detach");
    bench::Command command;
    command.words = std::move(words);
    return bench::withoutSecrets(std::move(command)).words;
}

StartAs offerDetached(const LongRuns &runs) {
    const std::chrono::seconds expected = runs.expected.value_or(expectedOf(runs.specs));
    if (runs.specs.empty() || expected < bench::kLongRun)
        return StartAs::Attached;
    const std::string host = HostText(runs.specs.front().host).line(256);
    const std::string what = runs.specs.size() == 1 ? fmt::format("{}: this run takes", host)
                                                    : fmt::format("these {} runs take", runs.specs.size());
    printText(stderr,
              "{} about {}. The host ends a run after {} s without contact (for example, this machine sleeps "
              "or the connection stalls).\n  A longer --lease allows longer interruptions.{}\n",
              what, bench::durationText(expected), runs.lease,
              runs.canDetach           ? " A detached run continues without contact."
              : runs.specs.size() == 1 ? ""
                                       : " Only a single run can be detached.");
    if (runs.asks && isAtTerminal())
        return ask(runs.canDetach);
    bench::Command command;
    if (runs.canDetach)
        command.words = detachedArguments(commandLine());
    if (!command.words.empty())
        printText(stderr, "  To detach it, stop it and run:\n  {}\n",
                  HostText(bench::shellLine(command)).line(8192));
    return StartAs::Attached;
}

} // namespace fabricscope::app::cli
