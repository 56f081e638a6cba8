// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope {

/// Removes the escape sequences of a terminal (ECMA-48: colours, titles) from bytes that arrive in pieces. A
/// line end ends a sequence that is not complete, and stays. The blanks that web pages and mails put in place
/// of plain ones become those; zero width spaces are removed. The text does not depend on how the bytes are
/// split.
class EscapeFilter {
public:
    /// Calls take(text) with what is left; the view holds during the call only.
    template<class Take> void feed(std::string_view bytes, Take &&take) {
        const auto has = [bytes](char c) {
            return bytes.find(c) != std::string_view::npos;
        };
        if (m_state == State::Text && m_begun.empty() && !has(kEscape) && !has('\xC2') && !has('\xE2')) {
            take(bytes);
            return;
        }
        m_text.clear();
        for (const char c : bytes)
            add(c);
        take(std::string_view(m_text));
    }

private:
    static constexpr char kEscape = '\x1b';
    static constexpr std::size_t kLongest = 256; ///< of a sequence
    enum class State : std::uint8_t { Text, Escape, Control, Title };

    void add(char c) {
        const bool isLineEnd = c == '\n' || c == '\r';
        if (c == kEscape) { // in a title: the first byte of its end
            m_state = State::Escape;
            m_length = 0;
        } else if (m_state == State::Text || isLineEnd || ++m_length > kLongest) {
            m_state = State::Text;
            append(c);
        } else if (m_state == State::Escape) {
            const bool isIntermediate = c >= 0x20 && c < 0x30; // "(" of a character set, before its letter
            m_state = c == '['         ? State::Control
                      : c == ']'       ? State::Title
                      : isIntermediate ? State::Escape
                                       : State::Text;
        } else if (m_state == State::Title) {
            m_state = c == '\a' ? State::Text : State::Title;
        } else if (c < 0x20 || c >= 0x40) { // the last byte; no other one than 0x40 to 0x7E is part of it
            m_state = State::Text;
            if (c < 0x20 || c == 0x7F)
                append(c);
        }
    }

    struct Blank {
        std::string_view bytes, shown;
    };
    /// UTF-8 of U+00A0, U+2007, U+202F and U+200B.
    static constexpr Blank kBlanks[] = {
        {"\xC2\xA0", " "}, {"\xE2\x80\x87", " "}, {"\xE2\x80\xAF", " "}, {"\xE2\x80\x8B", ""}};

    void append(char c) {
        if (m_begun.empty() && c != '\xC2' && c != '\xE2') {
            m_text += c;
            return;
        }
        m_begun += c;
        bool mayBecomeOne = false;
        for (const Blank &blank : kBlanks) {
            if (blank.bytes == m_begun) {
                m_text += blank.shown;
                m_begun.clear();
                return;
            }
            mayBecomeOne = mayBecomeOne || blank.bytes.starts_with(m_begun);
        }
        if (mayBecomeOne)
            return;
        m_begun.pop_back();
        m_text += m_begun;
        m_begun.clear();
        append(c);
    }

    State m_state = State::Text;
    std::size_t m_length = 0; ///< of the sequence so far
    std::string m_text;
    std::string m_begun; ///< bytes of a character that may be one of kBlanks
};

} // namespace fabricscope
