// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope {

/// A text as it arrives, converted to UTF-8: by its byte order mark, UTF-16 of either order
/// (what PowerShell's ">" writes) is converted, and the mark itself goes. Without one the bytes are passed
/// on unchanged. Invalid sequences become U+FFFD. The text is the same for every split of the bytes.
class TextDecoder {
public:
    /// What these bytes bring. The view holds until the next call, and as long as `bytes`.
    [[nodiscard]] std::string_view feed(std::string_view bytes);
    /// What is left where no more will come.
    [[nodiscard]] std::string_view end();

private:
    enum class Form : std::uint8_t { NotKnown, Utf8, LittleEndian, BigEndian };
    [[nodiscard]] bool decide(bool isAll);
    void take(char byte);
    void takeUnit(std::uint16_t unit);
    void put(std::uint32_t character);

    Form m_form = Form::NotKnown;
    std::string m_first; ///< until the form is known: at most a mark and what came with its last byte
    std::string m_text;
    int m_half = -1;          ///< of a unit; -1: none
    std::uint16_t m_high = 0; ///< half of a pair of units; 0: none
};

} // namespace fabricscope
