// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// Filters everything that is printed to a terminal: only HostText's characters pass, so that no text of a
/// host, a file or the command line can move the cursor, rename the window or reorder a line, even if a
/// caller forgot to sanitize it. Of our own control sequences only kClearLine passes, at the beginning of a
/// single write, and only if the caller states that the bytes are the program's own: a tool's output may
/// begin with it, too.
class TerminalFilter {
public:
    static constexpr std::string_view kClearLine = "\r\033[K";

    /// The result does not depend on how the bytes are split: an incomplete character waits for the rest of
    /// it.
    [[nodiscard]] std::string feed(std::string_view bytes, bool isOwn = false);

private:
    std::string m_begun; ///< at most three bytes
};

} // namespace fabricscope::app::cli
