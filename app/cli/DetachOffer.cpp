// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/DetachOffer.h"

#include "app/cli/Cli.h"
#include "app/jobs/RunStorePlace.h"
#include "core/base/HostText.h"
#include "core/bench/ExpectedDuration.h"
#include "core/bench/Secrets.h"
#include "core/store/RunStore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace fabricscope::app::cli {

namespace {

constexpr std::size_t kMostEarlier = 200;

std::vector<bench::RunRecord> earlierOn(const bench::RunSpec &spec) {
    const std::string path = runStorePath();
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return {};
    const auto store = store::RunStore::open(path, {.readOnly = true});
    return store ? store->list({spec.host, spec.tool, {}, kMostEarlier})
                       .value_or(std::vector<bench::RunRecord>())
                 : std::vector<bench::RunRecord>();
}

} // namespace

std::vector<std::string> detachedWords(std::vector<std::string> words) {
    const auto tool = std::find(words.begin(), words.end(), "--"); // behind it stands the tool's command
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

void offerDetached(const bench::RunSpec &spec, int lease, bool isAlone) {
    const auto expected = bench::expectedDuration(spec, earlierOn(spec));
    if (!expected || *expected < bench::kLongRun)
        return;
    const std::string host = HostText(spec.host).line(256);
    fmt::print(
        stderr,
        "{}: this run takes about {}. The host ends it when nothing is heard from here for {} s: when this "
        "machine sleeps, or its connection stalls.\n",
        host, bench::durationText(*expected), lease);
    bench::Command command;
    if (isAlone)
        command.words = detachedWords(commandLine());
    if (command.words.empty())
        fmt::print(stderr, "  A longer --lease lets it wait for that.\n");
    else
        fmt::print(
            stderr,
            "  A longer --lease lets it wait for that. To let it go on by itself, end it and run:\n  {}\n",
            HostText(bench::shellLine(command)).line(8192));
}

} // namespace fabricscope::app::cli
