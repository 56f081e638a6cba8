// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/PastedLines.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// A line of a text and the few lines after it, as PastedLine::text has them: where a text begins, its second
/// line often shows what it is.
class NextLines {
public:
    static constexpr std::size_t kCount = 4;

    explicit NextLines(std::string_view text);

    /// False after the last line.
    bool next();
    /// The current line; with a number up to kCount - 1 one after it, empty behind the end of the text.
    [[nodiscard]] std::string_view line(std::size_t ahead = 0) const;
    /// Columns before the current line's text.
    [[nodiscard]] std::size_t indent() const { return m_lines[m_at].indent; }
    /// In the text: where the current line begins, and where the next one does.
    [[nodiscard]] std::size_t begin() const { return m_lines[m_at].begin; }
    [[nodiscard]] std::size_t end() const { return m_lines[m_at].end; }

private:
    struct Line {
        std::string text;
        std::size_t begin = 0, end = 0, indent = 0;
        bool isThere = false;
    };
    void read(Line &line);

    std::string_view m_text;
    PastedLines m_pasted;
    std::array<Line, kCount> m_lines; ///< a ring
    std::size_t m_at = 0;             ///< of the current line in it
    bool m_isFirst = true;
};

} // namespace fabricscope::formats
