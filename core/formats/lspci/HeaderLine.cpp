// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/HeaderLine.h"

#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/lspci/ClassNames.h"
#include "core/formats/lspci/Words.h"

namespace fabricscope::formats::lspci {

namespace {

struct Ids {
    std::uint16_t vendor = 0, device = 0;
};

/// "10de:26b1" and nothing else.
std::optional<Ids> parseIds(std::string_view text) {
    if (text.size() != 9 || text[4] != ':')
        return std::nullopt;
    const auto vendor = exactHex(text.substr(0, 4), 4);
    const auto device = exactHex(text.substr(5), 4);
    if (!vendor || !device)
        return std::nullopt;
    return Ids{*vendor, *device};
}

/// "WORDS [10de:26b1]": takes the pair off the end.
std::optional<Ids> takeIds(std::string_view &text) {
    constexpr std::size_t kLength = 11;
    if (text.size() < kLength || text[text.size() - kLength] != '[' || text.back() != ']')
        return std::nullopt;
    const auto ids = parseIds(text.substr(text.size() - kLength + 1, kLength - 2));
    if (ids)
        text = trimmed(text.substr(0, text.size() - kLength));
    return ids;
}

/// "... (LABEL hh ...)" anywhere: what is in the parentheses is taken off the end of `text`.
std::optional<std::uint8_t> takeParenthesis(std::string_view &text, std::string_view label) {
    const auto at = text.rfind(label);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto value = exactHex(text.substr(at + label.size(), 2), 2);
    if (!value)
        return std::nullopt;
    text = trimmed(text.substr(0, at));
    return static_cast<std::uint8_t>(*value);
}

constexpr std::string_view kDevice = "Device ";

/// "Intel Corporation Device" of "Intel Corporation Device [8086:09a2]": pci.ids had no name for it.
bool isNameless(std::string_view name) {
    constexpr std::string_view kWord = "Device";
    return name.ends_with(kWord) &&
           (name.size() == kWord.size() || name[name.size() - kWord.size() - 1] == ' ');
}

} // namespace

std::optional<std::uint16_t> exactHex(std::string_view text, std::size_t digits) {
    const auto value = text.size() == digits ? hexNumber(text) : std::nullopt;
    return value ? std::optional(static_cast<std::uint16_t>(*value)) : std::nullopt;
}

std::optional<std::uint16_t> takeBracketed(std::string_view &text) {
    constexpr std::size_t kLength = 6;
    if (text.size() < kLength || text[text.size() - kLength] != '[' || text.back() != ']')
        return std::nullopt;
    const auto value = exactHex(text.substr(text.size() - kLength + 1, 4), 4);
    if (value)
        text = trimmed(text.substr(0, text.size() - kLength));
    return value;
}

ParsedClass parseClass(std::string_view text) {
    text = trimmed(text);
    if (const auto code = takeBracketed(text))
        return {code, false};
    constexpr std::string_view kClass = "Class ";
    if (const auto code = exactHex(text, 4))
        return {code, false};
    if (beginsWith(text, kClass))
        if (const auto code = exactHex(text.substr(kClass.size()), 4))
            return {code, false};
    return {classByName(text), true};
}

ParsedDevice parseDevice(std::string_view text) {
    ParsedDevice words;
    text = trimmed(text);
    const std::string_view whole = text;
    std::optional<Ids> ids = parseIds(text);
    if (ids)
        text = {};
    else
        ids = takeIds(text);
    if (!ids && beginsWith(text, kDevice)) {
        ids = parseIds(text.substr(kDevice.size()));
        if (ids)
            text = {};
    }
    words.name = text;
    if (ids) {
        if (isNameless(words.name))
            words.name = whole; // the IDs are all that names it
        words.vendor = ids->vendor;
        words.device = ids->device;
        return words;
    }
    words.vendor = vendorByName(text);
    words.vendorByName = words.vendor.has_value();
    // "NVIDIA Corporation Device 26b1": what pci.ids had no name for.
    constexpr std::size_t kTail = kDevice.size() + 4;
    if (text.size() > kTail && text[text.size() - kTail - 1] == ' ' &&
        beginsWith(text.substr(text.size() - kTail), kDevice))
        words.device = exactHex(text.substr(text.size() - 4), 4);
    return words;
}

HeaderLine parseHeaderLine(std::string_view text) {
    HeaderLine header;
    text = trimmed(text);
    const auto progIf = takeParenthesis(text, "(prog-if ");
    header.progIf = progIf;
    header.revision = takeParenthesis(text, "(rev ");
    const auto colon = text.find(": ");
    if (colon == std::string_view::npos) {
        header.parsedClass = parseClass(text); // "0300", or words before a hex dump
        return header;
    }
    header.parsedClass = parseClass(text.substr(0, colon));
    header.device = parseDevice(text.substr(colon + 2));
    return header;
}

std::optional<pci::Address> headerAddress(std::string_view line, std::string_view &behind) {
    constexpr std::size_t kLongest = 16; // "ffffffff:ff:1f.7"
    if (line.size() < 7 || (hexDigit(line[0]) > 0xF))
        return std::nullopt;
    const auto end = line.find_first_of(" \t");
    const std::string_view name = line.substr(0, end);
    if (name.size() > kLongest)
        return std::nullopt;
    const auto address = pci::Address::parse(name);
    if (address)
        behind = end == std::string_view::npos ? std::string_view{} : trimmed(line.substr(end));
    return address;
}

} // namespace fabricscope::formats::lspci
