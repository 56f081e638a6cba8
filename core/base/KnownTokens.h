// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

// Tokens of well known services are found by how they begin, without a key in front of them: "hf_...",
// "ghp_...", "github_pat_...", "glpat-...", "sk-...", "nvapi-...", "AKIA...", "xoxb-...", a JWT
// "eyJ...." and others; the table is in KnownTokens.cpp. What only begins so is none: a device "hf_0", a
// function "hf_hub_download", a host "sk-node-01".

namespace fabricscope {

/// What may be a token, by its beginning.
struct KnownToken {
    std::size_t secret = 0; ///< where it goes on behind the beginning that shows its kind; 0: there is none
    std::size_t end = 0;    ///< where its letters end
    bool isOpen = false;    ///< it may go on behind the end of the line
    bool isLong = false;    ///< it is as long and of such letters as this kind of token is
};

/// At this place of a line, which must begin a word there. Going through all places of a line takes time
/// linear to its length.
[[nodiscard]] KnownToken knownTokenAt(std::string_view line, std::size_t at);

} // namespace fabricscope
