// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::formats {

/// The command that a line of a session or a script's log announces; empty where it announces none. Behind a
/// prompt with a user's name any command; behind "$", "#", "+" and rules only the tools of the field, since
/// comments and headings look the same.
[[nodiscard]] std::string_view commandIn(std::string_view line);

/// A markdown heading or a line above a block without its signs: "## `lspci -tv`:" is "lspci -tv".
[[nodiscard]] std::string_view titleOf(std::string_view line);

/// The line without the "> " of quoted text.
[[nodiscard]] std::string_view withoutQuote(std::string_view line);

/// The path in "*** ls: -r--r--r-- 1 root root 0 2025-07-22 20:50:11.0 +0000 /proc/cpuinfo"; empty without
/// one.
[[nodiscard]] std::string_view fileOfListing(std::string_view line);

/// The tool whose text begins with such a line; empty where none does. Lines that are within the text of
/// the same tool too give the same name.
[[nodiscard]] std::string_view toolStartedBy(std::string_view line);

} // namespace fabricscope::formats
