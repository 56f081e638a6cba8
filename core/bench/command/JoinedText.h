// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

enum class LineBreaks : std::uint8_t { Kept, Joined };

/// A text without what may interrupt a word: escape sequences of terminals, and, if lines are joined, line
/// breaks with the frame and the labels around them ("0: " of srun -l, "[1,0]<stdout>:" of mpirun, times).
/// Characters in percent-encoding, also with a line break within it, and in the escapes of JSON are decoded,
/// also where only some are encoded. Each character has its place in the text. A text that may continue is
/// read up to what is complete.
class JoinedText {
public:
    /// `isLineStart`: the text is preceded by a line break.
    JoinedText(std::string_view text, bool isWhole, LineBreaks breaks, bool isLineStart = false);

    [[nodiscard]] std::string_view view() const { return m_view; }
    /// Where in the text a character of view() begins and ends.
    [[nodiscard]] std::size_t begin(std::size_t at) const { return m_places[at].begin; }
    [[nodiscard]] std::size_t end(std::size_t at) const { return m_places[at].begin + m_places[at].size; }
    [[nodiscard]] bool isEncoded(std::size_t at) const { return m_places[at].size > 1; }
    /// The line of a character, counted from 0; that of the end of the text.
    [[nodiscard]] std::size_t line(std::size_t at) const { return m_places[at].line; }
    [[nodiscard]] std::size_t lastLine() const { return m_line; }
    /// The length of the text that was read; the rest is an incomplete sequence or label.
    [[nodiscard]] std::size_t read() const { return m_at; }
    /// Whether the text ended on another line than this character, or may do so: it ends with blanks.
    [[nodiscard]] bool isAtBreak(std::size_t at) const { return m_isAtBlank || line(at) != m_line; }
    /// Whether that rest is blank: a line break may follow.
    [[nodiscard]] bool isAtBlank() const { return m_isAtBlank; }

private:
    struct Place {
        std::uint32_t begin = 0, line = 0;
        std::uint16_t size = 1;
    };
    [[nodiscard]] bool step();
    [[nodiscard]] bool percent();
    [[nodiscard]] bool brokenPercent();
    [[nodiscard]] bool backslash();
    [[nodiscard]] bool escapeSequence();
    [[nodiscard]] bool lineBreak();
    void add(char c, std::size_t size);
    void addByte(unsigned value, std::size_t size);

    std::string_view m_text;
    bool m_isWhole;
    LineBreaks m_breaks;
    std::size_t m_at = 0;
    std::uint32_t m_line = 0;
    std::uint32_t m_rest = 0, m_restLine = 0; ///< behind a line break, the digits of a character before it
    bool m_isAtBlank = false;
    std::string m_view;
    std::vector<Place> m_places;
};

} // namespace fabricscope::bench
