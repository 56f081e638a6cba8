// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::workspace {

/// Maximum number of hosts in one range, one list, or one command line.
inline constexpr std::size_t kMaxHosts = 65536;

enum class RangeGrammar : std::uint8_t {
    /// Slurm's and pdsh's hostlist: `mi300x-[001-064]`, `gpu[1-4,7,09-12]-[a,b],login1`. A number is as wide
    /// as the lower bound is written. Commas outside of brackets separate. `[fe80::1]` is an address.
    Hostlist,
    /// Ansible's: `www[01:50].example.com`, `db-[a:f]`, `n[00:10:2]`. No commas.
    Ansible,
};

/// All names that the text describes, in its order; a text without brackets and commas is itself. Errors:
/// a bracket that is not closed, is empty or runs backwards, more than kMaxHosts names.
[[nodiscard]] Result<std::vector<std::string>> expandRange(std::string_view text,
                                                           RangeGrammar grammar = RangeGrammar::Hostlist);

} // namespace fabricscope::workspace
