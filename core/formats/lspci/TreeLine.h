// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// The pieces of a line of `lspci -t`, taken off its front.
namespace fabricscope::formats::lspci {

/// Whether a line begins as those of a tree do: "-[0000:00]-", "-+-[0000:00]-", " |  +-01.1-...", " \-[...]".
[[nodiscard]] bool isTreeLine(std::string_view line);

/// The same of a line that may have been broken before its first element is reported: "|  +-0".
[[nodiscard]] bool beginsAsBranch(std::string_view line);

/// A BAR of the function above, as -tvv lists them.
[[nodiscard]] bool isRegionOfTree(std::string_view line);
/// Whether a line ends within its branches, where no blank can be: "|  +-01.1-[0000".
[[nodiscard]] bool isBroken(std::string_view line);

struct TreeBus {
    std::uint32_t domain = 0;
    std::uint8_t number = 0;
};
/// "[0000:20]".
[[nodiscard]] std::optional<TreeBus> takeBus(std::string_view &rest);
/// "0000:60:" before "01.1-[61-73]-": how `lspci -t -s` begins. Nothing is taken where it is none.
[[nodiscard]] std::optional<TreeBus> takeAddressOfSubtree(std::string_view &rest);

struct TreeSlot {
    std::uint8_t device = 0, function = 0;
};
/// "1f.7".
[[nodiscard]] std::optional<TreeSlot> takeSlot(std::string_view &rest);

struct TreeRange {
    std::uint8_t first = 0, last = 0;
};
/// "-[02]-", "-[61-73]-", and "-[0000:02]-" of old versions: the buses below a bridge. Nothing is taken where
/// there are none.
[[nodiscard]] std::optional<TreeRange> takeRange(std::string_view &rest);

} // namespace fabricscope::formats::lspci
