// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope {

/// Text from a host, a file or a user: unchecked bytes. It is shown and written only through
/// the function of the place where it will be, so that a name cannot move a cursor, open a tag or become a
/// formula. There is no conversion to a string, no stream operator and no formatter.
///
/// Every function returns valid UTF-8 of at most `maxBytes` bytes before escaping, ended with "…" where
/// something was cut. Bytes that are no character, control characters (C0, DEL, C1) and what changes the
/// direction or the visibility of other characters become U+FFFD.
///
/// Does not own its bytes: use it where the text is shown, do not store it.
class HostText {
public:
    static constexpr std::size_t kMaxBytes = 4096;

    constexpr explicit HostText(std::string_view bytes) : m_bytes(bytes) {}

    /// Values and widgets that show plain text: line feeds and tabs stay.
    [[nodiscard]] std::string plain(std::size_t maxBytes = kMaxBytes) const;
    /// One line of a terminal, a log or a list: line feeds and tabs become blanks.
    [[nodiscard]] std::string line(std::size_t maxBytes = kMaxBytes) const;
    /// Content or a quoted attribute of HTML and XML (SVG), XML 1.0's rules for characters included.
    [[nodiscard]] std::string markup(std::size_t maxBytes = kMaxBytes) const;
    /// A field of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front.
    [[nodiscard]] std::string csv(std::size_t maxBytes = kMaxBytes) const;
    /// Inline text of Markdown, cells of tables included: one line, markup escaped.
    [[nodiscard]] std::string markdown(std::size_t maxBytes = kMaxBytes) const;

private:
    std::string_view m_bytes;
};

} // namespace fabricscope
