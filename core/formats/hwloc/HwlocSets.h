// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// A set of CPUs or nodes as hwloc writes it (hwloc_bitmap_snprintf): words of 32 bits in hexadecimal, the
/// highest first, separated by commas, empty ones zero: "0x00ffffff,,,0x00ffffff". As a list: "0-23,96-119",
/// "" for the empty set. std::nullopt where it is no such set, is infinite ("0xf...f"), or has members beyond
/// what any machine has (HostLimits::kCpuNumber).
[[nodiscard]] std::optional<std::string> hwlocSetAsList(std::string_view set);

/// The number of the only member; std::nullopt if there is none or several.
[[nodiscard]] std::optional<unsigned> onlyMemberOfHwlocSet(std::string_view set);

} // namespace fabricscope::formats
