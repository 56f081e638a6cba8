// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/bench/BenchCommands.h"

namespace fabricscope::app::cli {

void addBench(CLI::App &app, int &status) {
    CLI::App *command = app.add_subcommand("bench", "Benchmarks: tools, logs, plans and runs on hosts");
    command->require_subcommand(1);
    addBenchList(*command, status);
    addBenchParse(*command, status);
    addBenchPlan(*command, status);
    addBenchRun(*command, status);
    addBenchPair(*command, status);
}

} // namespace fabricscope::app::cli
