// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/LstopoLine.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"

#include <algorithm>
#include <array>

namespace fabricscope::formats {

namespace {

constexpr std::string_view kBlanks = " \t";

/// Words that need no number behind them.
constexpr std::array<std::string_view, 16> kTypes = {
    "Machine", "HostBridge", "PCIBridge",    "PCI",   "Bridge",  "Net", "Network", "OpenFabrics",
    "GPU",     "CoProc",     "Co-Processor", "Block", "Storage", "DMA", "Memory",  "OSDev"};

std::string_view withoutBlanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text;
}

/// Where the bracket that opens the text is closed; quotes may hold brackets.
std::size_t closing(std::string_view text) {
    unsigned depth = 0;
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"')
            quoted = !quoted;
        else if (!quoted && text[at] == '(')
            ++depth;
        else if (!quoted && text[at] == ')' && --depth == 0)
            return at;
    }
    return std::string_view::npos;
}

/// Takes "(...)" off the front, if it is there; its inside, up to the end where it is not closed.
std::string_view takeBrackets(std::string_view &rest) {
    if (!rest.starts_with('('))
        return {};
    const std::size_t end = closing(rest);
    const std::string_view inside = rest.substr(1, end == std::string_view::npos ? end : end - 1);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return inside;
}

std::string_view takeWordBefore(std::string_view &rest, std::string_view ends) {
    const std::string_view word = rest.substr(0, rest.find_first_of(ends));
    rest.remove_prefix(word.size());
    return word;
}

/// "L#4", "L#4-6" of several, or "P#4"; the number if it is the kernel's.
struct Index {
    bool isIndex = false;
    std::optional<unsigned> kernels;
};
Index indexOf(std::string_view word) {
    const auto number = numberAfter(word.substr(0, word.find_first_of(" \t-")), word.substr(0, 2));
    if (!number || !(word.starts_with("L#") || word.starts_with("P#")))
        return {};
    return {true, word.starts_with('P') ? number : std::nullopt};
}

/// "0b:00.1" or "0b:00.1-3" or "0b:00.7-01.2": the last of several has the same bus.
void readBusId(LstopoObject &object, std::string_view word) {
    const auto dash = word.find('-');
    object.address = pci::Address::parse(word.substr(0, dash));
    if (!object.address || dash == std::string_view::npos)
        return;
    std::string_view end = word.substr(dash + 1);
    pci::Address last = *object.address;
    if (const auto dot = end.find('.'); dot != std::string_view::npos) {
        const auto device = parseInteger<std::uint8_t>(end.substr(0, dot), 16);
        if (!device || *device > 31)
            return;
        last.device = *device;
        end.remove_prefix(dot + 1);
    }
    const auto function = parseInteger<std::uint8_t>(end, 16);
    if (function && *function <= 7) {
        last.function = *function;
        object.last = last;
    }
}

/// Takes one object off the front; std::nullopt if there is none.
std::optional<LstopoObject> takeObject(std::string_view &rest) {
    LstopoObject object;
    rest = withoutBlanks(rest);
    object.type = takeWordBefore(rest, " \t(");
    (void)takeBrackets(rest); // its subtype: "GPU(RSMI)"
    rest = withoutBlanks(rest);
    constexpr std::string_view kDirections[] = {"Host->PCI", "PCI->PCI"}; // format 1
    for (const std::string_view direction : kDirections)
        if (object.type == "Bridge" && rest.starts_with(direction))
            rest = withoutBlanks(rest.substr(direction.size()));
    const Index index = indexOf(rest);
    if (!index.isIndex && std::find(kTypes.begin(), kTypes.end(), object.type) == kTypes.end())
        return std::nullopt;
    object.osIndex = index.kernels;
    if (index.isIndex || (object.type == "PCI" && !rest.starts_with('('))) {
        const std::string_view word = takeWordBefore(rest, " \t(");
        if (!index.isIndex)
            readBusId(object, word);
        rest = withoutBlanks(rest);
    }
    object.attributes = takeBrackets(rest);
    if (const Index inside = indexOf(object.attributes); inside.kernels)
        object.osIndex = inside.kernels;
    if (const auto busId = lstopoAttribute(object.attributes, "busid"); !busId.empty())
        readBusId(object, busId);
    rest = withoutBlanks(rest);
    if (rest.starts_with('"')) {
        rest.remove_prefix(1);
        object.name = takeUntil(rest, '"');
    }
    return object;
}

} // namespace

std::vector<LstopoObject> parseLstopoLine(std::string_view line) {
    std::vector<LstopoObject> objects;
    unsigned count = 1;
    if (const auto group = line.find(" x { "); group != std::string_view::npos) {
        count = parseInteger<unsigned>(line.substr(0, group)).value_or(0);
        line.remove_prefix(group + 5);
        if (count == 0)
            return {};
    }
    constexpr std::size_t kMost = 32; // in a line: levels of caches, cores and threads
    while (objects.size() < kMost) {
        auto object = takeObject(line);
        if (!object)
            return {};
        object->count = count;
        objects.push_back(*object);
        line = withoutBlanks(line);
        if (line.empty() || line.starts_with('}'))
            return objects;
        if (!line.starts_with("+ "))
            return {};
        line.remove_prefix(2);
    }
    return objects;
}

std::optional<LstopoAttribute> takeLstopoAttribute(std::string_view &rest) {
    while (!(rest = withoutBlanks(rest)).empty()) {
        const std::string_view name = takeWordBefore(rest, " \t=");
        if (!rest.starts_with('='))
            continue;
        rest.remove_prefix(1);
        if (!rest.starts_with('"'))
            return LstopoAttribute{name, takeWordBefore(rest, kBlanks)};
        rest.remove_prefix(1);
        return LstopoAttribute{name, takeUntil(rest, '"')};
    }
    return std::nullopt;
}

std::string_view lstopoAttribute(std::string_view attributes, std::string_view name) {
    while (const auto attribute = takeLstopoAttribute(attributes))
        if (attribute->name == name)
            return attribute->value;
    return {};
}

} // namespace fabricscope::formats
