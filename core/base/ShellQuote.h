// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope {

/// One word of a POSIX shell's command, in single quotes. Every value that becomes part of a command goes
/// through this or shellWord(). Absent if the text contains a NUL, which no argument can.
[[nodiscard]] std::optional<std::string> shellQuoted(std::string_view text);

/// The same for commands that people read: without quotes where every shell takes the word literally. NULs
/// are left out.
[[nodiscard]] std::string shellWord(std::string_view text);

} // namespace fabricscope
