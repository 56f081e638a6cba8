// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::host {

/// What a reader of the kernel's log adds to a message's own line, from other lines that belong to it.
struct KernelNotes {
    std::string errors;      ///< names: "Bad TLP, Replay Timer Timeout"; why a driver failed
    std::string first, last; ///< times, as the log has them, of the first and the last of several such lines
    std::string later;       ///< a line that states the contrary: "Link Up", "Cable plugged"
};

/// A message's line and what was added to it, as KernelMessage::text.
[[nodiscard]] std::string textWithNotes(std::string_view line, const KernelNotes &notes);
[[nodiscard]] KernelNotes notesOf(std::string_view text);
/// The message's own line. What a host wrote as notes ends it, too.
[[nodiscard]] std::string_view withoutNotes(std::string_view text);

} // namespace fabricscope::host
