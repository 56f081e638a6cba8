// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"

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
    bool asks = false;                                 ///< the command line does not answer it already
};
enum class StartAs { Attached, Detached, NotAtAll };
/// If they are expected to take kLongRun or longer in total: prints on standard error what would end them
/// and how to let one continue without this machine. Asks if that is possible: standard input and
/// standard error are a terminal, and this program is in its foreground. Enter alone starts them as
/// requested.
[[nodiscard]] StartAs offerDetached(const LongRuns &runs);

/// The arguments of this command line with --detach, without options that exclude it, and without secrets.
[[nodiscard]] std::vector<std::string> detachedArguments(std::vector<std::string> words);

} // namespace fabricscope::app::cli
