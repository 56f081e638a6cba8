// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"
#include "core/bench/view/BenchJudged.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A host that a log may come from.
struct LogHost {
    std::string key, words;         ///< of the choice
    std::vector<std::string> names; ///< it goes by
    BenchHost facts;                ///< both
};

/// Which host a log comes from: by a host's name that ranks print, else by the buses of the GPUs, if exactly
/// one host has them all. Index in `hosts`; absent if the log does not show it.
[[nodiscard]] std::optional<std::size_t> hostOfLog(const Results &results, std::span<const LogHost> hosts);

} // namespace fabricscope::bench
