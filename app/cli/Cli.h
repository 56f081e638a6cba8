// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::app::cli {

/// The whole program without a window. Text or, with --json, one document on standard output;
/// messages, progress and warnings on standard error.
int run(int argc, char **argv);

} // namespace fabricscope::app::cli
