// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"

#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// One object of a line that lstopo prints in a terminal. Views into that line.
struct LstopoObject {
    std::string_view type;       ///< "Package", "PCI", "Net"
    std::string_view attributes; ///< what is in brackets behind it: "P#0 125GB", "busid=0000:01:00.0 id=..."
    std::string_view name;       ///< of an OS device: "eth0"
    std::optional<unsigned> osIndex;     ///< the number behind "P#"
    std::optional<pci::Address> address; ///< of a PCI object
    unsigned count = 1;                  ///< "3 x { PCI 0b:00.1-3 (Ethernet) }"
    std::optional<pci::Address> last;    ///< of those
};

/// "L2 L#0 (512KB) + Core L#0 + PU L#0 (P#0)": each is inside the one before it. Empty if the line is none of
/// lstopo's.
[[nodiscard]] std::vector<LstopoObject> parseLstopoLine(std::string_view line);

/// The next NAME=VALUE of the attributes; values with blanks are in quotes. What is no such pair is skipped.
struct LstopoAttribute {
    std::string_view name, value;
};
[[nodiscard]] std::optional<LstopoAttribute> takeLstopoAttribute(std::string_view &rest);

/// The value of this attribute; empty if there is none.
[[nodiscard]] std::string_view lstopoAttribute(std::string_view attributes, std::string_view name);

} // namespace fabricscope::formats
