// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Cli.h"

int main(int argc, char **argv) {
    return fabricscope::app::cli::run(argc, argv);
}
