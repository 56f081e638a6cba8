// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/ResultsBuilder.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::bench::output {

/// Pairs of GPUs that cannot reach each other's memory, as a tool's table or lines state it: collected, then
/// reported as one finding that names them.
class ClosedPairs {
public:
    /// By the tool's numbers, in any order; `line`: the text that states it.
    void add(std::string_view from, std::string_view to, std::string_view line, std::uint64_t number);
    /// Another pair of GPUs can: then those that cannot are no matter of their model.
    void addOpen() { m_hasOpen = true; }
    /// `name`: what stands before the numbers, "GPU" or "device "; `why`: what the tool states. Nothing where
    /// there are none.
    void report(ResultsBuilder &builder, std::size_t run, std::string_view name, std::string_view why);

private:
    std::set<std::pair<unsigned, unsigned>> m_pairs, m_reported;
    bool m_hasOpen = false;
    std::string m_line; ///< the first
    std::uint64_t m_number = 0;
};

} // namespace fabricscope::bench::output
