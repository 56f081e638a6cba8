// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::app::window {

/// The window program: fabricscope-window. Exit status as in design/cli.md: 0 done, 2 wrong usage, 3
/// something could not be read or written, 4 a file is not what it claims to be.
int run(int argc, char **argv);

} // namespace fabricscope::app::window
