// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace fabricscope::app::cli {

/// One line per subcommand: adds its options to the parser and stores the function that runs it. `status`
/// receives the exit status.
void addCapture(CLI::App &app, int &status);
void addImport(CLI::App &app, int &status);
void addShow(CLI::App &app, int &status);
void addDiff(CLI::App &app, int &status);
void addRender(CLI::App &app, int &status);
void addNcclTopo(CLI::App &app, int &status);
void addBench(CLI::App &app, int &status);
void addRuns(CLI::App &app, int &status);
void addDemo(CLI::App &app, int &status);
void addNcclLog(CLI::App &app, int &status);

} // namespace fabricscope::app::cli
