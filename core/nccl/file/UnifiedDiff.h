// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricscope::nccl {

/// Maximum number of differing lines in the middle of two texts; beyond it no difference is computed.
inline constexpr std::size_t kMaxDiffLines = 2000;

/// What `patch` takes to make `to` out of `from`: "--- path", "+++ path", hunks with three lines around.
/// Empty where they are equal, or differ over more than kMaxDiffLines. Time and memory: the square of the
/// lines between the first and the last that differ.
[[nodiscard]] std::string unifiedDiff(std::string_view from, std::string_view to, std::string_view path);

} // namespace fabricscope::nccl
