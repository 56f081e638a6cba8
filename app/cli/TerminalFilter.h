// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// What a terminal gets of everything that is printed: HostText's characters, so that no text of a host, a
/// file or the command line moves its cursor, renames its window or reorders a line, whoever forgot to ask.
/// Of our own control sequences only kClearLine passes, at the beginning of what is written at once, and only
/// where the caller knows that the bytes are the program's own: a tool's output may begin so, too.
class TerminalFilter {
public:
    static constexpr std::string_view kClearLine = "\r\033[K";

    /// Any split of the bytes gives the same text: the beginning of a character waits for the rest of it.
    [[nodiscard]] std::string feed(std::string_view bytes, bool isOwn = false);

private:
    std::string m_begun; ///< at most three bytes
};

} // namespace fabricscope::app::cli
