// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/parts/NextLines.h"

namespace fabricscope::formats {

NextLines::NextLines(std::string_view text)
    : m_text(text), m_pasted(text, false, PastedLines::Widths::Ignored) {
    for (Line &line : m_lines)
        read(line);
}

bool NextLines::next() {
    if (!m_isFirst) {
        read(m_lines[m_at]);
        m_at = (m_at + 1) % kCount;
    }
    m_isFirst = false;
    return m_lines[m_at].isThere;
}

std::string_view NextLines::line(std::size_t ahead) const {
    const Line &line = m_lines[(m_at + ahead) % kCount];
    return line.isThere ? std::string_view(line.text) : std::string_view{};
}

void NextLines::read(Line &line) {
    constexpr std::size_t kLongest = 4096; // a beginning is not longer
    line.isThere = m_pasted.next();
    if (!line.isThere)
        return;
    const PastedLine &pasted = m_pasted.line();
    line.text = pasted.text.substr(0, kLongest);
    line.begin = static_cast<std::size_t>(pasted.source.data() - m_text.data());
    line.end = m_text.size() - m_pasted.unread().size();
    line.indent = pasted.indent;
}

} // namespace fabricscope::formats
