// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricscope {

/// Appends a line of a log as a terminal would have shown it: without escape sequences (ECMA-48), NUL and
/// BEL; no-break spaces as blanks, zero width spaces removed, backspaces carried out. Stops when `out` has
/// `most` bytes.
void appendShown(std::string_view line, std::string &out, std::size_t most);

} // namespace fabricscope
