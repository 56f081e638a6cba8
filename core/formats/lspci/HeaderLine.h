// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::formats::lspci {

/// A class as printed by lspci: "VGA compatible controller [0300]", "0300", "Class 1633".
struct ParsedClass {
    std::optional<std::uint16_t> code; ///< class and subclass
    bool byName = false;               ///< found by its words; numbers take precedence
};
[[nodiscard]] ParsedClass parseClass(std::string_view text);

/// A vendor and a device, as words, as numbers, or both: "NVIDIA Corporation AD102GL [RTX 6000] [10de:26b1]",
/// "10de:26b1", "Vadatech Inc. Device 1234", "Device 1c5c:1327".
struct ParsedDevice {
    std::string_view name; ///< without the ids; empty where the text is ids only
    std::optional<std::uint16_t> vendor, device;
    bool vendorByName = false;
};
[[nodiscard]] ParsedDevice parseDevice(std::string_view text);

/// The first line of a function: "[0000:]41:00.0 CLASS: DEVICE (rev a1) (prog-if 00 [VGA controller])".
struct HeaderLine {
    ParsedClass parsedClass;
    ParsedDevice device;
    std::optional<std::uint8_t> revision;
    std::optional<std::uint8_t> progIf;
};
/// `text` is what follows the address.
[[nodiscard]] HeaderLine parseHeaderLine(std::string_view text);

/// The address at the start of such a line, in any of lspci's forms (also "41:00.0 "Class" ..." of -m and the
/// bare name before a hex dump); unknown if the line does not begin with one. `behind` is the rest, trimmed.
[[nodiscard]] std::optional<pci::Address> headerAddress(std::string_view line, std::string_view &behind);

/// A number of exactly `digits` hexadecimal digits.
[[nodiscard]] std::optional<std::uint16_t> exactHex(std::string_view text, std::size_t digits);
/// "WORDS [hhhh]": removes the number from the end and returns it.
[[nodiscard]] std::optional<std::uint16_t> takeBracketed(std::string_view &text);

} // namespace fabricscope::formats::lspci
