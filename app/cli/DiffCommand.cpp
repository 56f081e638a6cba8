// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/terminal/ExitStatus.h"
#include "core/base/Print.h"
#include "core/findings/Severity.h"
#include "core/fleet/Difference.h"
#include "core/json/DiffJson.h"
#include "core/report/TextDiff.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string before, after, failOn = "error";
    bool json = false;
    CollectFlags collect;
};

bool fails(const fleet::Comparison &comparison, const std::string &failOn) {
    const auto least = findings::severityFromName(failOn);
    return std::any_of(comparison.differences.begin(), comparison.differences.end(),
                       [&](const fleet::Difference &difference) { return difference.severity >= *least; });
}

int execute(const Arguments &arguments) {
    const Collected before = openSource(arguments.before, arguments.collect);
    const Collected after = openSource(arguments.after, arguments.collect);
    // Reports both before it ends, so that one call shows all errors.
    const int statusBefore = reportFailure(before);
    const int statusAfter = reportFailure(after);
    const int status = std::max(statusBefore, statusAfter);
    if (!before.snapshot.topology || !after.snapshot.topology)
        return status;
    const fleet::Side left{*before.snapshot.topology, before.snapshot.capture.get(), arguments.before};
    const fleet::Side right{*after.snapshot.topology, after.snapshot.capture.get(), arguments.after};
    const fleet::Comparison comparison = fleet::compare(left, right);
    if (arguments.json) {
        printVerbatim(json::diffDocument(left, right, comparison));
    } else {
        winsize size{};
        const std::size_t width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
        printLines(report::diffText(left, right, comparison, {width, nullptr}));
    }
    if (status != kDone)
        return status;
    return fails(comparison, arguments.failOn) ? kFindings : kDone;
}

} // namespace

void addDiff(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = app.add_subcommand("diff", "Show what changed between two captures");
    command->footer(std::string(kTargetText) +
                    "\nExit status: 0; 1 if a change reaches the severity of --fail-on (note: any change).\n"
                    "Example: fabricscope diff gpu-07-monday.fscope gpu-07-tuesday.fscope --fail-on note");
    command->add_option("A", arguments->before, "Before: a capture, or a TARGET to collect")->required();
    command->add_option("B", arguments->after, "After: likewise")->required();
    command->add_flag("--json", arguments->json, "One JSON document on standard output");
    command->add_option("--fail-on", arguments->failOn, "Minimum severity for exit status 1")
        ->check(CLI::IsMember(
            std::vector<std::string>(findings::kSeverityNames.begin(), findings::kSeverityNames.end())))
        ->capture_default_str();
    arguments->collect.addTo(*command);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
