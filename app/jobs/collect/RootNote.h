// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::app {

/// Begins the note of a capture without the root part, before sudo's message.
inline constexpr std::string_view kNotReadAsRoot = "not read as root";

} // namespace fabricscope::app
