// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Runs that are to be started one after another, attached.
struct LongRuns {
    std::vector<bench::RunSpec> specs;
    std::optional<std::chrono::seconds> expected = {}; ///< of all; unset: by the specs
    int lease = 0;                                     ///< seconds
    bool canDetach = false;                            ///< --detach can carry it
    bool asks = false;                                 ///< nothing on the command line has answered already
};
enum class StartAs { Attached, Detached, NotAtAll };
/// Where they are expected to take kLongRun or longer together: prints on standard error what ends them and
/// how to let one go on without this machine. Asks, where that can be answered: standard input and standard
/// error are a terminal, and this program is in its foreground. Just Enter starts them as they were asked
/// for.
[[nodiscard]] StartAs offerDetached(const LongRuns &runs);

/// The words of this command line with --detach, without what excludes it, and without secrets.
[[nodiscard]] std::vector<std::string> detachedArguments(std::vector<std::string> words);

} // namespace fabricscope::app::cli
