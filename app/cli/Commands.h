// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string_view>

namespace fabricscope::app::cli {

/// What TARGET means, for the help of subcommands that take one; capture's own help lists all forms.
inline constexpr std::string_view kTargetText =
    "TARGET: [user@]host[:port], an alias of the ssh configuration, or local: for this machine; ranges, "
    "containers and pods: see `fabricscope capture --help`.";

/// One line per subcommand: adds its options to the parser and stores the function that runs it. `status`
/// receives the exit status.
void addCapture(CLI::App &app, int &status);
void addImport(CLI::App &app, int &status);
void addShow(CLI::App &app, int &status);
void addCheck(CLI::App &app, int &status);
void addDiff(CLI::App &app, int &status);
void addRender(CLI::App &app, int &status);
void addNcclTopo(CLI::App &app, int &status);
void addBench(CLI::App &app, int &status);
void addRuns(CLI::App &app, int &status);
void addDemo(CLI::App &app, int &status);
void addNcclLog(CLI::App &app, int &status);

} // namespace fabricscope::app::cli
