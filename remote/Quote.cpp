// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/Quote.h"

namespace fabricscope::remote {

std::optional<std::string> shellQuoted(std::string_view text) {
    if (text.find('\0') != std::string_view::npos)
        return std::nullopt;
    std::string quoted = "'";
    for (char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    quoted += '\'';
    return quoted;
}

} // namespace fabricscope::remote
