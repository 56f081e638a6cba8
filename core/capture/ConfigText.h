// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::capture {

/// Converts binary config spaces, as one `grep -aH ''` prints those of many functions (each line feed in them
/// begins a new line that repeats "BDF/config:"), to the text that a separate `od` for each would give: a
/// line "=BDF", then lines of 16 bytes in hex. Lines of other forms (such as od's own) are not changed. Bytes
/// after the last complete 16 of a function are dropped: config spaces have 64, 256 or 4096 bytes.
[[nodiscard]] std::string configText(std::string_view packed);

} // namespace fabricscope::capture
