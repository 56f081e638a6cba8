// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// Parsers for parts of a line of `lspci -t`, which remove the part from its front.
namespace fabricscope::formats::lspci {

/// Whether a line begins like one of a tree: "-[0000:00]-", "-+-[0000:00]-", " |  +-01.1-...", " \-[...]".
[[nodiscard]] bool isTreeLine(std::string_view line);

/// The same for a line that may be broken before its first complete element: "|  +-0".
[[nodiscard]] bool beginsAsBranch(std::string_view line);

/// Whether it is a BAR of the function above, as -tvv lists them.
[[nodiscard]] bool isRegionOfTree(std::string_view line);
/// Whether a line ends within its branches, where no blank can be: "|  +-01.1-[0000".
[[nodiscard]] bool isBroken(std::string_view line);

struct TreeBus {
    std::uint32_t domain = 0;
    std::uint8_t number = 0;
};
/// "[0000:20]".
[[nodiscard]] std::optional<TreeBus> takeBus(std::string_view &rest);
/// "0000:60:" before "01.1-[61-73]-": the start of `lspci -t -s`. Removes nothing if there is none.
[[nodiscard]] std::optional<TreeBus> takeAddressOfSubtree(std::string_view &rest);

struct TreeSlot {
    std::uint8_t device = 0, function = 0;
};
/// "1f.7".
[[nodiscard]] std::optional<TreeSlot> takeSlot(std::string_view &rest);

struct TreeRange {
    std::uint8_t first = 0, last = 0;
};
/// "-[02]-", "-[61-73]-", and "-[0000:02]-" of old versions: the buses below a bridge. Removes nothing if
/// there are none.
[[nodiscard]] std::optional<TreeRange> takeRange(std::string_view &rest);

} // namespace fabricscope::formats::lspci
