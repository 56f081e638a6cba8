// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoder.h"

#include <utility>

namespace fabricscope {

namespace {

constexpr std::uint32_t kNoCharacter = 0xFFFD;
constexpr std::uint16_t kHighFrom = 0xD800, kLowFrom = 0xDC00, kPairsEnd = 0xE000;
constexpr std::uint32_t kPairBits = 10, kBeyond = 0x10000;

} // namespace

std::string_view TextDecoder::feed(std::string_view bytes) {
    m_text.clear();
    if (m_form == Form::NotKnown) {
        m_first += bytes;
        if (!decide(false))
            return {};
        bytes = m_first;
    }
    if (m_form == Form::Utf8)
        return bytes;
    for (const char byte : bytes)
        take(byte);
    return m_text;
}

std::string_view TextDecoder::end() {
    m_text.clear();
    if (m_form == Form::NotKnown) {
        static_cast<void>(decide(true));
        return m_first;
    }
    if (m_half >= 0 || m_high != 0)
        put(kNoCharacter);
    m_half = -1;
    m_high = 0;
    return m_text;
}

/// False if what has arrived may still become a mark. Removes the mark.
bool TextDecoder::decide(bool isAll) {
    static constexpr std::pair<std::string_view, Form> kMarks[] = {
        {"\xFF\xFE", Form::LittleEndian}, {"\xFE\xFF", Form::BigEndian}, {"\xEF\xBB\xBF", Form::Utf8}};
    for (const auto &[mark, form] : kMarks) {
        if (m_first.starts_with(mark)) {
            m_first.erase(0, mark.size());
            m_form = form;
            return true;
        }
        if (!isAll && mark.starts_with(m_first))
            return false;
    }
    m_form = Form::Utf8;
    return true;
}

void TextDecoder::take(char byte) {
    const int value = static_cast<unsigned char>(byte);
    if (m_half < 0) {
        m_half = value;
        return;
    }
    const int first = std::exchange(m_half, -1);
    takeUnit(
        static_cast<std::uint16_t>(m_form == Form::LittleEndian ? value << 8 | first : first << 8 | value));
}

void TextDecoder::takeUnit(std::uint16_t unit) {
    const std::uint16_t high = std::exchange(m_high, std::uint16_t{0});
    const bool isLow = unit >= kLowFrom && unit < kPairsEnd;
    if (high != 0 && isLow)
        return put(kBeyond + (static_cast<std::uint32_t>(high - kHighFrom) << kPairBits) + (unit - kLowFrom));
    if (high != 0)
        put(kNoCharacter);
    if (unit >= kHighFrom && unit < kLowFrom)
        m_high = unit;
    else
        put(isLow ? kNoCharacter : unit);
}

void TextDecoder::put(std::uint32_t character) {
    const auto tail = [&](unsigned shift) {
        m_text += static_cast<char>(0x80 | (character >> shift & 0x3F));
    };
    if (character < 0x80) {
        m_text += static_cast<char>(character);
    } else if (character < 0x800) {
        m_text += static_cast<char>(0xC0 | character >> 6);
        tail(0);
    } else if (character < kBeyond) {
        m_text += static_cast<char>(0xE0 | character >> 12);
        tail(6);
        tail(0);
    } else {
        m_text += static_cast<char>(0xF0 | character >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace fabricscope
