// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"
#include "core/layout/bench/BenchJudged.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// A host that a log may be of.
struct LogHost {
    std::string key, words;         ///< of the choice
    std::vector<std::string> names; ///< it goes by
    BenchHost facts;                ///< both
};

/// Whose log it is, by what the log says: a host's name that ranks name, else the buses of the GPUs, where
/// one host alone has them all. Index in `hosts`; absent where the log does not tell.
[[nodiscard]] std::optional<std::size_t> hostOfLog(const bench::Results &results,
                                                   std::span<const LogHost> hosts);

} // namespace fabricscope::layout
