// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/TreeLine.h"

#include "core/formats/Hex.h"

#include <algorithm>

namespace fabricscope::formats::lspci {

namespace {

std::optional<std::uint8_t> hexPair(std::string_view text) {
    const unsigned value = text.size() == 2 ? hexByte(text[0], text[1]) : 0x100U;
    return value <= 0xFF ? std::optional(static_cast<std::uint8_t>(value)) : std::nullopt;
}

/// "0000:20", with up to eight digits of domain.
std::optional<TreeBus> parseBus(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon < 4 || colon > 8)
        return std::nullopt;
    const auto domain = hexNumber(text.substr(0, colon));
    const auto bus = hexPair(text.substr(colon + 1));
    if (!domain || !bus)
        return std::nullopt;
    return TreeBus{static_cast<std::uint32_t>(*domain), *bus};
}

std::string_view afterBars(std::string_view line) {
    return line.substr(std::min(line.find_first_not_of(" |\t"), line.size()));
}

} // namespace

std::optional<TreeBus> takeBus(std::string_view &rest) {
    const auto end = rest.find(']');
    if (rest.substr(0, 1) != "[" || end == std::string_view::npos || end > 12)
        return std::nullopt;
    const auto bus = parseBus(rest.substr(1, end - 1));
    if (bus)
        rest.remove_prefix(end + 1);
    return bus;
}

std::optional<TreeBus> takeAddressOfSubtree(std::string_view &rest) {
    constexpr std::size_t kLongest = 12; // "ffffffff:ff:"
    const auto first = rest.find(':');
    const auto second = first == std::string_view::npos ? first : rest.find(':', first + 1);
    if (second == std::string_view::npos || second >= kLongest)
        return std::nullopt;
    const auto bus = parseBus(rest.substr(0, second));
    std::string_view behind = rest.substr(second + 1);
    std::string_view probe = behind;
    if (!bus || !takeSlot(probe))
        return std::nullopt;
    rest = behind;
    return bus;
}

std::optional<TreeSlot> takeSlot(std::string_view &rest) {
    constexpr std::size_t kLength = 4;
    if (rest.size() < kLength || rest[2] != '.')
        return std::nullopt;
    const auto device = hexPair(rest.substr(0, 2));
    const unsigned function = hexDigit(rest[3]);
    const bool ends =
        rest.size() == kLength || rest[kLength] == ' ' || rest[kLength] == '-' || rest[kLength] == '\t';
    if (!device || *device > 31 || function > 7 || !ends)
        return std::nullopt;
    rest.remove_prefix(kLength);
    return TreeSlot{*device, static_cast<std::uint8_t>(function)};
}

std::optional<TreeRange> takeRange(std::string_view &rest) {
    const auto end = rest.find(']');
    if (rest.substr(0, 2) != "-[" || end == std::string_view::npos || end > 24)
        return std::nullopt;
    std::string_view text = rest.substr(2, end - 2);
    const auto dash = text.find('-');
    const auto number = [](std::string_view part) {
        const auto bus = parseBus(part);
        return bus ? std::optional(bus->number) : hexPair(part);
    };
    const auto first = number(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
    if (!first || !last)
        return std::nullopt;
    rest.remove_prefix(end + 1);
    return TreeRange{*first, *last};
}

bool beginsAsBranch(std::string_view line) {
    const std::string_view rest = afterBars(line);
    const bool branch = !rest.empty() && (rest[0] == '+' || rest[0] == '\\');
    return (branch && (rest.size() == 1 || rest[1] == '-')) || isTreeLine(line);
}

bool isRegionOfTree(std::string_view line) {
    const std::string_view rest = afterBars(line);
    for (const std::string_view words :
         {"Memory at ", "I/O ports at ", "Region ", "[virtual] ", "[enhanced] "})
        if (rest.substr(0, words.size()) == words)
            return true;
    return false;
}

bool isBroken(std::string_view line) {
    const std::string_view branches = afterBars(line);
    if (branches.find(' ') != std::string_view::npos)
        return false; // a name began
    std::string_view slot = branches.substr(branches.size() - std::min<std::size_t>(branches.size(), 4));
    return !takeSlot(slot);
}

bool isTreeLine(std::string_view line) {
    std::string_view rest = afterBars(line);
    if (rest.substr(0, 2) == "-+")
        return true;
    if (rest.substr(0, 2) == "+-" || rest.substr(0, 2) == "\\-") {
        rest.remove_prefix(2);
        return takeBus(rest) || takeSlot(rest);
    }
    if (rest.substr(0, 1) == "-") {
        rest.remove_prefix(1);
        return takeBus(rest).has_value();
    }
    return takeAddressOfSubtree(rest).has_value();
}

} // namespace fabricscope::formats::lspci
