// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/PlainText.h"

#include <cstdint>

namespace fabricscope::formats {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

void appendUtf8(std::string &out, std::uint32_t code) {
    const auto tail = [&](int shift) {
        out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0U | code >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

std::string fromUtf16(std::string_view bytes, bool bigEndian) {
    std::string out;
    out.reserve(bytes.size() / 2);
    const auto unit = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return bigEndian ? std::uint32_t{first} << 8 | second : std::uint32_t{second} << 8 | first;
    };
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        std::uint32_t code = unit(at);
        const bool high = code >= 0xD800 && code < 0xDC00;
        const std::uint32_t next = high && at + 3 < bytes.size() ? unit(at + 2) : 0;
        if (high && next >= 0xDC00 && next < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (next - 0xDC00);
            at += 2;
        } else if (code >= 0xD800 && code < 0xE000) {
            code = kReplacement;
        }
        appendUtf8(out, code);
    }
    return out;
}

} // namespace

PlainText::PlainText(std::string_view bytes) : m_bytes(bytes) {
    constexpr std::string_view kUtf8 = "\xEF\xBB\xBF", kLittleEndianMark = "\xFF\xFE",
                               kBigEndianMark = "\xFE\xFF";
    if (bytes.substr(0, kUtf8.size()) == kUtf8)
        m_bytes.remove_prefix(kUtf8.size());
    else if (bytes.substr(0, kLittleEndianMark.size()) == kLittleEndianMark ||
             bytes.substr(0, kBigEndianMark.size()) == kBigEndianMark)
        m_converted = fromUtf16(bytes.substr(2), bytes[0] == kBigEndianMark[0]);
}

} // namespace fabricscope::formats
