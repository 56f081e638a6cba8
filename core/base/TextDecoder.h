// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope {

/// Converts a text to UTF-8 as it arrives. With a byte order mark, UTF-16 of either byte order (written by
/// PowerShell's ">") is converted, and the mark is removed. Without one the bytes are passed on unchanged.
/// Invalid sequences become U+FFFD. The text does not depend on how the bytes are split.
class TextDecoder {
public:
    /// The text from these bytes. The view is valid until the next call, and as long as `bytes`.
    [[nodiscard]] std::string_view feed(std::string_view bytes);
    /// The rest, when no more bytes will come.
    [[nodiscard]] std::string_view end();

private:
    enum class Form : std::uint8_t { NotKnown, Utf8, LittleEndian, BigEndian };
    [[nodiscard]] bool decide(bool isAll);
    void take(char byte);
    void takeUnit(std::uint16_t unit);
    void put(std::uint32_t character);

    Form m_form = Form::NotKnown;
    std::string m_first; ///< until the encoding is known: at most a mark and what arrived with its last byte
    std::string m_text;
    int m_half = -1;          ///< first byte of a unit; -1: none
    std::uint16_t m_high = 0; ///< high surrogate of a pair; 0: none
};

} // namespace fabricscope
