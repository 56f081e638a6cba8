// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// A line of a text that went through terminals, mails and web pages, as the tool had printed it.
struct PastedLine {
    /// Without what is around it: indent, blanks at the end, "> " of mails, colour codes. Blanks and tabs
    /// inside stay (no-break spaces become blanks). Lives until the next next(); evidence is cut by `source`.
    std::string_view text;
    /// Where it is in the bytes given, without the line end: a view into them.
    std::string_view source;
    /// Columns before `text`; tabs go to multiples of 8.
    std::size_t indent = 0;
    /// The line before this one is as wide as the terminal was (several lines have that width, none is
    /// wider): if this one continues it, it does so without a blank between them.
    bool afterFullLine = false;

    [[nodiscard]] bool blank() const { return text.empty(); }
};

/// The lines of such a text, one after the other. Ends of lines may be LF, CR LF, CR CR LF or CR, in any
/// mixture; a byte order mark in front is passed over. Any bytes, linear time; it keeps one line of at most
/// kLongest bytes (longer ones that need cleaning lose the rest).
///
/// Whether a line continues the one before (mails wrap at 72 to 80 columns, and indents get lost) only the
/// format knows: ask whether it begins as lines of the format do, and else append it.
class PastedLines {
public:
    static constexpr std::size_t kLongest = std::size_t{1} << 20;

    /// Whether PastedLine::afterFullLine is asked for: it takes a look at all lines first.
    enum class Widths : std::uint8_t { Detected, Ignored };

    /// `damaged`: the last line is left out where no line end follows it (half a value is a wrong value).
    explicit PastedLines(std::string_view bytes, bool damaged = false, Widths widths = Widths::Detected);

    /// False behind the last line.
    bool next();
    [[nodiscard]] const PastedLine &line() const { return m_line; }

    /// Each line ends with one line feed and is, but for blanks, as in the bytes.
    [[nodiscard]] bool areVerbatim() const { return !m_mayNeedCleaning && !m_hasReturns && !m_quoted; }
    /// From the beginning of the line that next() will find.
    [[nodiscard]] std::string_view unread() const { return m_rest; }
    /// That line is the one that `place` in unread() is in; none where it is the end. Only where
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
    bool m_mayNeedCleaning = false; ///< mayNeedCleaning() of all of it
    bool m_hasReturns = false;      ///< a CR is somewhere: it may end lines
    bool m_damaged;
    bool m_endSeen = true; ///< a line end followed the line that was taken last
};

/// Whether PastedLine::text of some line may not be a piece of the text as is (escape sequences, other
/// blanks than ASCII's); false for most texts: what does not stand in them stands in none of their lines.
[[nodiscard]] bool mayNeedCleaning(std::string_view text);

/// The line without the prompt of a shell in front: "root@gpu-07:~# lspci -vvv" is "lspci -vvv"; empty where
/// none stands there.
[[nodiscard]] std::string_view withoutPrompt(std::string_view line);
/// Whether a line is a shell's prompt, with a command behind it or without.
[[nodiscard]] bool isPrompt(std::string_view line);

} // namespace fabricscope::formats
