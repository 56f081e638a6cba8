// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/Collect.h"

#include <string>

namespace fabricscope::app::cli {

struct CopyToHost {
    std::string target, path, text;
    bool yes = false; ///< confirmed on the command line
};

/// Shows what will be done and the diff to the present file, then copies if that is confirmed by `yes` or on
/// the terminal. Otherwise nothing is done. `flags.client` must be set. Returns the exit status.
[[nodiscard]] int copyToHost(const CopyToHost &what, const CollectFlags &flags);

} // namespace fabricscope::app::cli
