// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// A line by which the tool, its launcher or the library reports a problem, as a finding of a rule "log.*":
/// the line, made safe and truncated, is its evidence. `number`: in the log, from 1; 0: unknown.
[[nodiscard]] findings::Finding logFinding(std::string_view rule, std::string_view line,
                                           std::uint64_t number);
/// The line; if there is none, the title.
[[nodiscard]] std::string lineText(const findings::Finding &finding);
/// Its meaning in the field's terms; empty if unknown.
[[nodiscard]] std::string meaningOf(const findings::Finding &finding);

} // namespace fabricscope::bench
