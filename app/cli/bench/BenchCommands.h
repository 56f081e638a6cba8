// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace fabricscope::app::cli {

// One line per subcommand of `bench`, as in Commands.h; each in its own file.
void addBenchList(CLI::App &bench, int &status);
void addBenchParse(CLI::App &bench, int &status);
void addBenchPlan(CLI::App &bench, int &status);
void addBenchRun(CLI::App &bench, int &status);
void addBenchPair(CLI::App &bench, int &status);

} // namespace fabricscope::app::cli
