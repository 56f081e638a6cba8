// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope {

/// Bytes as they come into lines. A carriage return ends a line as a line feed does, so that each step of a
/// progress bar is a separate line; the two together are one end. The lines are the same for every split of
/// the bytes.
class LineSplitter {
public:
    /// Of a longer line the beginning is given and the rest left out.
    static constexpr std::size_t kLongest = std::size_t{1} << 20;

    /// Calls take(line) for each line that these bytes end. The view holds during the call only.
    template<class Take> void feed(std::string_view bytes, Take &&take) {
        while (!bytes.empty()) {
            const std::size_t feed = std::min(bytes.find('\n'), bytes.size());
            const std::string_view rest = untilLastReturn(bytes.substr(0, feed), take);
            if (feed == bytes.size()) {
                appendToTail(rest);
                return;
            }
            if (!m_returned)
                emitLine(rest, take);
            m_returned = false;
            ++m_line;
            bytes.remove_prefix(feed + 1);
        }
    }

    /// The last line, where it lacks its end.
    template<class Take> void end(Take &&take) {
        if (!m_tail.empty())
            emitLine({}, take);
    }

    /// What came of a line that has no end yet.
    [[nodiscard]] std::string_view tail() const { return m_tail; }
    /// Number of the line that is being given, from 1; line feeds are counted.
    [[nodiscard]] std::uint64_t line() const { return m_line; }

private:
    /// Gives the lines that carriage returns end in a text without line feeds; what is behind the last one.
    template<class Take> std::string_view untilLastReturn(std::string_view text, Take &take) {
        for (std::size_t end = text.find('\r'); end != std::string_view::npos; end = text.find('\r')) {
            if (end > 0 || !m_returned)
                emitLine(text.substr(0, end), take);
            m_returned = true;
            text.remove_prefix(end + 1);
        }
        if (!text.empty())
            m_returned = false;
        return text;
    }

    void appendToTail(std::string_view text) { m_tail.append(text.substr(0, kLongest - m_tail.size())); }

    template<class Take> void emitLine(std::string_view text, Take &take) {
        if (m_tail.empty()) {
            take(text.substr(0, kLongest)); // as is, uncopied
            return;
        }
        appendToTail(text);
        take(std::string_view(m_tail));
        m_tail.clear();
    }

    std::string m_tail;
    std::uint64_t m_line = 1;
    bool m_returned = false; ///< the last byte was a carriage return
};

} // namespace fabricscope
