// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Collect.h"

#include <string>

namespace fabricscope::app::cli {

struct CopyToHost {
    std::string target, path, text;
    bool yes = false; ///< confirmed on the command line
};

/// Shows what will be done and the difference to what is there, then copies where that is confirmed: by
/// `yes`, or typed on the terminal. Without either, nothing is done. The exit status.
[[nodiscard]] int copyToHost(const CopyToHost &what, const CollectFlags &flags);

} // namespace fabricscope::app::cli
