// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::nccl {

/// As C's strtol reads it: blanks, a sign, "0x" or "0" in base 0, and as many digits as there are; 0 where
/// there is none; held at the ends of 64 bits.
[[nodiscard]] std::int64_t cNumber(std::string_view text, int base = 0);
/// As C's strtoull: a number that fits 64 bits unsigned.
[[nodiscard]] std::uint64_t cUnsigned(std::string_view text, int base = 0);
/// What `int x = strtol(...)` leaves of it.
[[nodiscard]] int cInt(std::string_view text);

/// busIdToInt64 of utils.cc: the hexadecimal digits in a row without ':' and '.', up to anything else.
[[nodiscard]] std::int64_t busIdNumber(std::string_view text);

/// The shortest decimal that is this float, as a double: 20.6f is 20.6.
[[nodiscard]] double plain(float value);

} // namespace fabricscope::nccl
