// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::capture {

/// Binary config spaces as one `grep -aH ''` prints those of many functions (each line feed in them begins a
/// new line that repeats "BDF/config:"), turned into the text that a single `od` for each would have given: a
/// line "=BDF", then lines of 16 bytes in hex. Lines of other forms (od's own among them) stay as they are.
/// Bytes behind the last whole 16 of a function are dropped: configurations come in 64, 256 or 4096.
[[nodiscard]] std::string configText(std::string_view packed);

} // namespace fabricscope::capture
