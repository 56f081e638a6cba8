// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// The kernel's mask of CPUs as its list: "00000000,000000ff" is "0-7", words of 32 bits with the highest
/// first; an empty mask is the empty list. hwloc's "0x0000000f,0xf0000000" and "0x0f" too. std::nullopt where
/// it is no mask, or names CPUs beyond what any machine has.
[[nodiscard]] std::optional<std::string> cpuListOfMask(std::string_view mask);

} // namespace fabricscope::formats
