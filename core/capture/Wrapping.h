// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/LinePrefix.h"
#include "core/capture/Section.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// A place of a text whose line break is not the tool's, or missing.
struct LineBreak {
    std::size_t place = 0;
    bool isMissing = false; ///< false: the line break at the place is a terminal's
    bool isBlank = false;   ///< of one that is not the tool's: a mail's, in place of a blank

    friend bool operator==(const LineBreak &, const LineBreak &) = default;
};

/// What surrounds each line of a file: the prefixes of launchers and log collectors, the escape sequences of
/// terminals, and line breaks that a copy or a terminal changed. It is stored with the section, whose bytes
/// stay those of the file.
struct Wrapping {
    std::optional<LearnedPrefix> prefix;
    std::string label;    ///< only the lines with this label; empty: all lines
    bool escapes = false; ///< lines contain escape sequences
    /// Columns of the terminal that broke the lines behind their prefixes: a line without the prefix
    /// continues one of this width. 0: none did. Only with a prefix.
    std::size_t width = 0;
    /// It was a mail, which breaks lines between words: a line without the prefix continues one that its
    /// first word would have made wider than `width`.
    bool isMail = false;
    /// Of the text without the above, by their place, at most kMostBreaks.
    std::vector<LineBreak> breaks = {};
    static constexpr std::size_t kMostBreaks = std::size_t{1} << 14;

    /// "escapes time breaks=+80-12~9 label=node01": a missing line break after 80 bytes, 12 bytes later one
    /// of a terminal, and 9 bytes later one of a mail. "quote width=80": the lines behind "> " were broken at
    /// 80 columns; "quote mail=78": between words. Empty for no wrapping. Line feeds in a label do not occur.
    [[nodiscard]] std::string toString() const;
    /// std::nullopt for a text that toString() does not write: that of a newer version, of a hostile capture.
    [[nodiscard]] static std::optional<Wrapping> parse(std::string_view text);

    friend bool operator==(const Wrapping &, const Wrapping &) = default;
};

/// A text without its wrapping. Lines that are not wrapped like the others are left out, except for blank
/// ones. The places in it are those of `bytes` again through source(). `bytes` must outlive it.
class UnwrappedText {
public:
    UnwrappedText(std::string_view bytes, const Wrapping &wrapping);
    UnwrappedText(const UnwrappedText &) = delete; // views of it are given away
    UnwrappedText &operator=(const UnwrappedText &) = delete;

    [[nodiscard]] std::string_view view() const { return m_text; }
    [[nodiscard]] std::string_view bytes() const { return m_bytes; }
    /// The piece of bytes() from which a piece of view() was made: exactly, or its whole lines where escape
    /// sequences were removed from them. Prefixes between its lines belong to it.
    [[nodiscard]] std::string_view source(std::string_view piece) const;
    /// The same for whole lines of view(), with the prefix of the first one.
    [[nodiscard]] std::string_view sourceLines(std::string_view piece) const;
    /// Labels of lines that were left out, in order of appearance; at most kMostLabels.
    [[nodiscard]] const std::vector<std::string> &otherLabels() const { return m_otherLabels; }
    static constexpr std::size_t kMostLabels = 16;

private:
    struct Line {
        std::size_t at = 0;     ///< in view()
        std::size_t source = 0; ///< in bytes(): of what stands at `at`
        std::size_t begin = 0;  ///< in bytes(): of the whole line
        std::size_t end = 0;    ///< behind its line feed
        bool verbatim = true;   ///< it is a piece of bytes(): no escape sequence was removed
    };
    void take(const Wrapping &wrapping, std::string_view text, Line line);
    bool continued(const Wrapping &wrapping, std::string_view text, const Line &line);
    void changeBreaks(const std::vector<LineBreak> &breaks);
    void leaveOut(std::string_view label);
    [[nodiscard]] const Line &lineAt(std::size_t place) const;

    std::string_view m_bytes;
    std::string m_text;
    std::vector<Line> m_lines;
    std::vector<std::string> m_otherLabels;
    std::string m_before; ///< the line before, if it may have been broken behind its prefix
};

/// Whether a line without a prefix continues `before`, the line above it, which a terminal of so many columns
/// broke, or a mail between words. Blank lines continue nothing.
[[nodiscard]] bool isRestAtWidth(std::size_t width, std::string_view before, std::string_view line,
                                 bool isMail = false);

/// The content of a section without its wrapping: a copy.
[[nodiscard]] std::string unwrappedBytes(const Section &section);

} // namespace fabricscope::capture
