// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace fabricscope::formats {

/// Where a tool's text ends although more must follow: "it ends inside of its JSON"; empty for a text that
/// may be whole. Lists and blocks may end after any of their lines.
[[nodiscard]] std::string_view cutText(std::string_view section, std::string_view text);

/// Whether JSON can begin with this text: a bracket, and what a document has behind it. "[drm] ..." and
/// "[output truncated]" are text.
[[nodiscard]] bool beginsJson(std::string_view text);

/// The bytes of a document of JSON, from its first bracket to the one that closes it; npos if none does.
[[nodiscard]] std::size_t jsonLength(std::string_view json);

/// Whether JSON, from its first bracket on, ends inside of a bracket or string that was opened.
[[nodiscard]] bool isOpenJson(std::string_view json);

} // namespace fabricscope::formats
