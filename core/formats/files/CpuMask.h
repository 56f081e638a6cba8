// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// Converts the kernel's CPU mask to a list: "00000000,000000ff" is "0-7", words of 32 bits with the highest
/// first; an empty mask is the empty list. hwloc's "0x0000000f,0xf0000000" and "0x0f" are accepted too.
/// std::nullopt if it is not a mask, or names CPUs beyond those of any machine.
[[nodiscard]] std::optional<std::string> cpuListOfMask(std::string_view mask);

} // namespace fabricscope::formats
