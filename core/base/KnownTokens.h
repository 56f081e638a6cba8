// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

// Tokens of well-known services are recognized by their prefix, without a key before them: "hf_...",
// "ghp_...", "github_pat_...", "glpat-...", "sk-...", "nvapi-...", "AKIA...", "xoxb-...", a JWT "eyJ...." and
// others; the table is in KnownTokens.cpp. A matching prefix is not enough: a device "hf_0", a function
// "hf_hub_download" or a host "sk-node-01" is not a token.

namespace fabricscope {

/// A possible token, recognized by its prefix.
struct KnownToken {
    std::size_t secret = 0; ///< where the part after the prefix begins; 0: no token
    std::size_t end = 0;    ///< end of its characters
    bool isOpen = false;    ///< it may continue in the next piece of the line
    bool isLong = false;    ///< it has the length and the characters of this kind of token
};

/// The token at this position of a line, which must be the start of a word. Checking all positions of a line
/// takes time linear in its length.
[[nodiscard]] KnownToken knownTokenAt(std::string_view line, std::size_t at);

} // namespace fabricscope
