// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::capture {

/// Not a name of a file: too long, or with control characters.
[[nodiscard]] bool isBadName(std::string_view name);
/// Whether only "/" and "." are left of a path.
[[nodiscard]] bool isLastComponent(std::string_view rest);
/// Whether a link may have this target.
[[nodiscard]] bool mayBeTarget(std::string_view target);

} // namespace fabricscope::capture
