// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::remote {

/// One word of a POSIX shell that means exactly these bytes: the one way for a value into a script. The
/// result is for a script that /bin/sh reads from its standard input, never for a login shell's command line:
/// fish and tcsh quote otherwise. std::nullopt for a text with a NUL, which no shell can hold.
[[nodiscard]] std::optional<std::string> shellQuoted(std::string_view text);

} // namespace fabricscope::remote
