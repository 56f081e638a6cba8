// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/sources/ReadLog.h"
#include "app/cli/terminal/ExitStatus.h"
#include "core/base/Print.h"
#include "core/json/NcclLogJson.h"
#include "core/nccl/log/DebugLogReader.h"
#include "core/report/TextNcclLog.h"

#include <memory>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string file;
    bool json = false;
};

int execute(const Arguments &arguments) {
    nccl::log::DebugLogReader reader;
    const auto read = readLog(arguments.file, [&](std::string_view bytes) { reader.feed(bytes); });
    if (!read) {
        printText(stderr, "{}\n", read.error().toString());
        return kUnreachable;
    }
    reader.end();
    const nccl::log::DebugLog &log = reader.log();
    const bool isEmpty =
        log.infoLines == 0 && log.warnings.empty() && log.version.empty() && log.graphs.empty();
    if (arguments.json)
        printVerbatim(json::ncclLogDocument(log));
    else if (!isEmpty)
        printLines(report::ncclLogText(log, terminalWidth()));
    if (isEmpty) {
        printText(stderr, "{}: no lines of NCCL or RCCL\n  run the job with NCCL_DEBUG=INFO\n",
                  arguments.file);
        return kBadInput;
    }
    return log.warnings.empty() ? kDone : kFindings;
}

} // namespace

void addNcclLog(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = app.add_subcommand(
        "nccl-log", "Show transports, GDR, rings and explained warnings of an NCCL_DEBUG log");
    command->footer("Exit status: 0; 1 if the log holds a warning; 4 if it holds no NCCL or RCCL "
                    "lines.\nExample: fabricscope nccl-log job.log");
    command->add_option("FILE", arguments->file, "Log file; - for standard input")->required();
    command->add_flag("--json", arguments->json, "One JSON document on standard output");
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
