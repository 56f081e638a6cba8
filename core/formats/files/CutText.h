// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::formats {

/// Where a tool's text ends although more must follow: "it ends inside of its JSON"; empty for a text that
/// may be whole. Lists and blocks may end after any of their lines.
[[nodiscard]] std::string_view cutText(std::string_view section, std::string_view text);

/// Whether JSON, from its first bracket on, ends inside of a bracket or string that was opened.
[[nodiscard]] bool isOpenJson(std::string_view json);

} // namespace fabricscope::formats
