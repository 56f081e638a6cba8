// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/XmlText.h"

#include "core/base/Text.h"
#include "core/formats/hwloc/XmlTags.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

void appendUtf8(std::string &out, std::uint32_t code) {
    const auto byte = [&](std::uint32_t value) {
        out.push_back(static_cast<char>(value));
    };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | code >> 6);
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | code >> 12);
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | code >> 18);
        byte(0x80 | (code >> 12 & 0x3F));
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

struct Entity {
    std::string_view name;
    char character;
};
constexpr Entity kEntities[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};

/// "amp", "#38", "#x26"; nothing is appended where it is none of them.
bool appendReference(std::string &out, std::string_view name) {
    for (const Entity &known : kEntities)
        if (name == known.name) {
            out.push_back(known.character);
            return true;
        }
    if (name.substr(0, 1) != "#")
        return false;
    const bool hexadecimal = name.substr(1, 1) == "x";
    const auto code = parseInteger<std::uint32_t>(name.substr(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
    const bool surrogate = code && *code >= 0xD800 && *code < 0xE000;
    if (!code || *code > 0x10FFFF || surrogate)
        return false;
    appendUtf8(out, *code);
    return true;
}

} // namespace

std::string xmlText(std::string_view raw) {
    std::string text;
    text.reserve(raw.size());
    while (!raw.empty()) {
        const std::size_t plain = std::min(raw.find('&'), raw.size());
        text.append(raw.substr(0, plain));
        raw.remove_prefix(plain);
        if (raw.empty())
            break;
        constexpr std::size_t kLongest = 12; // "&#x0010FFFF;"
        const std::size_t end = raw.substr(0, kLongest).find(';');
        if (end == std::string_view::npos || !appendReference(text, raw.substr(1, end - 1))) {
            text.push_back('&');
            raw.remove_prefix(1);
        } else {
            raw.remove_prefix(end + 1);
        }
    }
    return text;
}

std::optional<std::string> utf8OfUtf16(std::string_view bytes) {
    const bool little = bytes.substr(0, 2) == "\xFF\xFE";
    if (!little && bytes.substr(0, 2) != "\xFE\xFF")
        return std::nullopt;
    const auto unit = [&](std::size_t at) -> std::uint32_t {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return little ? first | second << 8U : static_cast<std::uint32_t>(first << 8U | second);
    };
    constexpr std::uint32_t kReplacement = 0xFFFD;
    std::string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
        std::uint32_t code = unit(at);
        if (code >= 0xD800 && code < 0xDC00 && at + 3 < bytes.size() && unit(at + 2) >= 0xDC00 &&
            unit(at + 2) < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (unit(at + 2) - 0xDC00);
            at += 2;
        } else if (code >= 0xD800 && code < 0xE000) {
            code = kReplacement;
        }
        appendUtf8(text, code);
    }
    return text;
}

XmlRoot xmlRoot(std::string_view head) {
    const std::optional<std::string> converted = utf8OfUtf16(head);
    const std::string_view text = converted ? *converted : head;
    XmlRoot root;
    XmlTags tags(text);
    const auto first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n"); // the mark of UTF-8 too
    if (first == std::string_view::npos || text[first] != '<' || !tags.next() || !tags.isStart())
        return root;
    root.name = tags.name();
    if (tags.next() && tags.isStart() && tags.depth() == 1)
        root.firstChild = tags.name();
    return root;
}

} // namespace fabricscope::formats
