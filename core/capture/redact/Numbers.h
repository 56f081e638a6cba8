// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::capture {

/// Which numbers a place allows besides the usual ones.
struct NumberForms {
    bool wide = false;      ///< decimals of up to 20 digits instead of 6: sizes in bytes
    bool wideHex = false;   ///< 0x... of 64 bits: registers, regions
    bool addresses = false; ///< bare hex that begins or ends a page: "3ffc0000000"
};

/// One number: decimal, 0x..., a few hex digits, with a unit ("80GB", "16GT", "x16", "4X"), a fraction, a
/// version of 2 to 6 parts. What may be an address, an account, a serial number or a GUID is none: decimals
/// of more than 6 digits, four parts of up to three digits, hex of more than four digits, 0x... beyond
/// 24 bits that is no address of memory (below 2^48, of whole pages).
[[nodiscard]] bool isAllowedNumber(std::string_view token, NumberForms forms);

/// "10.1.2.4", also with leading zeros: four parts of one to three digits.
[[nodiscard]] bool looksLikeIpv4(std::string_view token);

} // namespace fabricscope::capture
