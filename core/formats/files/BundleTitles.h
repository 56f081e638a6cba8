// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::formats {

/// The command announced by a line of a session or a script's log; empty if it announces none. After a prompt
/// with a user name any command is accepted; after "$", "#", "+" and rules only known tools, since comments
/// and headings look the same.
[[nodiscard]] std::string_view commandIn(std::string_view line);

/// A markdown heading or a line above a block without its markup: "## `lspci -tv`:" is "lspci -tv".
[[nodiscard]] std::string_view titleOf(std::string_view line);

/// The line without the "> " of quoted text.
[[nodiscard]] std::string_view withoutQuote(std::string_view line);

/// The path in "*** ls: -r--r--r-- 1 root root 0 2025-07-22 20:50:11.0 +0000 /proc/cpuinfo"; empty without
/// one.
[[nodiscard]] std::string_view fileOfListing(std::string_view line);

} // namespace fabricscope::formats
