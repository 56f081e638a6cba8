// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// A line of a text that passed through terminals, mails and web pages, restored to what the tool printed.
struct PastedLine {
    /// Without indent, trailing blanks, "> " of mails and colour codes. Blanks and tabs inside are kept
    /// (no-break spaces become blanks). Valid until the next call of next(); evidence refers to `source`.
    std::string_view text;
    /// The line within the given bytes, without the line end.
    std::string_view source;
    /// Columns before `text`; tab stops are multiples of 8.
    std::size_t indent = 0;
    /// The previous line is as wide as the terminal was (several lines have that width, none is wider): if
    /// this line continues it, there is no blank between them.
    bool afterFullLine = false;

    [[nodiscard]] bool blank() const { return text.empty(); }
};

/// The lines of such a text. Line ends may be LF, CR LF, CR CR LF or CR, in any mixture; a leading byte order
/// mark is skipped. Accepts any bytes, in linear time; keeps one line of at most kLongest bytes (longer lines
/// that need cleaning are truncated).
///
/// Only the format determines whether a line continues the previous one (mails wrap at 72 to 80 columns, and
/// indents get lost): check whether it begins like a line of the format, and append it otherwise.
class PastedLines {
public:
    static constexpr std::size_t kLongest = std::size_t{1} << 20;

    /// Whether PastedLine::afterFullLine is needed: it requires a pass over all lines first.
    enum class Widths : std::uint8_t { Detected, Ignored };

    /// `damaged`: an unterminated last line is left out (half a value is a wrong value).
    explicit PastedLines(std::string_view bytes, bool damaged = false, Widths widths = Widths::Detected);

    /// False after the last line.
    bool next();
    [[nodiscard]] const PastedLine &line() const { return m_line; }

    /// Whether each line ends with one line feed and is, except for blanks, unchanged in the bytes.
    [[nodiscard]] bool areVerbatim() const { return !m_mayNeedCleaning && !m_hasReturns && !m_quoted; }
    /// The text from the beginning of the next line.
    [[nodiscard]] std::string_view unread() const { return m_rest; }
    /// Makes the line that contains `place` in unread() the next one; none if that is the end. Only if
    /// areVerbatim().
    void skipTo(const char *place);

private:
    void look();
    void clean(std::string_view raw);

    std::string_view m_rest;
    PastedLine m_line;
    std::string m_buffer;
    std::size_t m_terminalWidth = 0; ///< 0: lines are as the tool printed them
    bool m_lastWasFull = false;
    bool m_quoted = false;
    bool m_mayNeedCleaning = false; ///< mayNeedCleaning() of the whole text
    bool m_hasReturns = false;      ///< contains a CR, which may end lines
    bool m_damaged;
    bool m_endSeen = true; ///< the last line had a line end
};

/// Whether PastedLine::text of some line may differ from the text itself (escape sequences, non-ASCII
/// blanks); false for most texts: then what does not occur in the text does not occur in any line.
[[nodiscard]] bool mayNeedCleaning(std::string_view text);

/// The line without a leading shell prompt: "root@gpu-07:~# lspci -vvv" is "lspci -vvv"; empty if there is no
/// prompt.
[[nodiscard]] std::string_view withoutPrompt(std::string_view line);
/// Whether a line is a shell prompt, with or without a command.
[[nodiscard]] bool isPrompt(std::string_view line);

} // namespace fabricscope::formats
