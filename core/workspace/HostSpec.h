// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/HostList.h"

namespace fabricscope::workspace {

/// `[user@]host[:port][/docker:NAME]`, `ssh://...`, `[address]:port`, `local:`, taken apart: name, address,
/// user, port and container of an entry. Errors: what could be taken for an option or mean something to a
/// shell, a port that is none.
[[nodiscard]] Result<HostEntry> parseHostSpec(std::string_view word);

/// A host name, an alias or a numeric address.
[[nodiscard]] bool isHostName(std::string_view text);
[[nodiscard]] bool isUserName(std::string_view text);
/// A path without control characters.
[[nodiscard]] bool isPath(std::string_view text);
/// IPv4 or IPv6, numeric.
[[nodiscard]] bool isAddress(std::string_view text);
/// From 1 to 65535; std::nullopt for anything else.
[[nodiscard]] std::optional<std::uint16_t> portOf(std::string_view text);
/// One or more `[user@]host[:port]` with commas: what ssh -J takes.
[[nodiscard]] bool isJump(std::string_view text);

} // namespace fabricscope::workspace
