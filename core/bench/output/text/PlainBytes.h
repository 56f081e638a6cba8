// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::bench::output {

/// The incoming bytes of a log, converted to UTF-8 without a byte order mark: PowerShell's > and Tee-Object
/// write UTF-16. The text does not depend on how the bytes are split.
class PlainBytes {
public:
    /// Calls take(text) with the text available so far.
    template<class Take> void feed(std::string_view bytes, Take &&take) {
        if (m_kind == Kind::Plain) {
            take(bytes);
            return;
        }
        m_waiting += bytes;
        if (m_kind == Kind::Unknown)
            decide();
        give(take);
    }
    /// The bytes held back: only of a log that is shorter than a byte order mark.
    template<class Take> void end(Take &&take) {
        if (m_kind == Kind::Unknown && !m_waiting.empty())
            take(std::string_view(m_waiting));
        m_waiting.clear();
    }

private:
    enum class Kind : std::uint8_t { Unknown, Plain, LittleEndian, BigEndian };

    void decide() {
        static constexpr std::string_view kMark = "\xEF\xBB\xBF", kLittleEndianMark = "\xFF\xFE",
                                          kBigEndianMark = "\xFE\xFF";
        for (const std::string_view mark : {kMark, kLittleEndianMark, kBigEndianMark})
            if (m_waiting.size() < mark.size() && mark.starts_with(m_waiting))
                return; // it may become a byte order mark
        m_kind = m_waiting.starts_with(kLittleEndianMark) ? Kind::LittleEndian
                 : m_waiting.starts_with(kBigEndianMark)  ? Kind::BigEndian
                                                          : Kind::Plain;
        m_waiting.erase(0, m_kind != Kind::Plain ? 2 : m_waiting.starts_with(kMark) ? 3 : 0);
    }

    template<class Take> void give(Take &&take) {
        if (m_kind == Kind::Unknown)
            return;
        std::string text;
        if (m_kind == Kind::Plain)
            text.swap(m_waiting);
        std::size_t at = 0;
        for (; at + 1 < m_waiting.size(); at += 2)
            append(text, unitAt(at));
        m_waiting.erase(0, at);
        if (!text.empty())
            take(std::string_view(text));
    }

    [[nodiscard]] unsigned unitAt(std::size_t at) const {
        const unsigned first = static_cast<unsigned char>(m_waiting[at]);
        const unsigned second = static_cast<unsigned char>(m_waiting[at + 1]);
        return m_kind == Kind::LittleEndian ? first | second << 8 : first << 8 | second;
    }

    /// Surrogates become "?": no tool prints such characters in text that is read here.
    static void append(std::string &text, unsigned unit) {
        if (unit < 0x80) {
            text += static_cast<char>(unit);
        } else if (unit < 0x800) {
            text += static_cast<char>(0xC0 | unit >> 6);
            text += static_cast<char>(0x80 | (unit & 0x3F));
        } else if (unit >= 0xD800 && unit < 0xE000) {
            text += '?';
        } else {
            text += static_cast<char>(0xE0 | unit >> 12);
            text += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
            text += static_cast<char>(0x80 | (unit & 0x3F));
        }
    }

    Kind m_kind = Kind::Unknown;
    std::string m_waiting;
};

} // namespace fabricscope::bench::output
