// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope {

/// Splits incoming bytes into lines. A carriage return ends a line as a line feed does, so that each step of
/// a progress bar is a separate line; both together are one line end. The lines do not depend on how the
/// bytes are split.
class LineSplitter {
public:
    /// Of longer lines only the beginning is passed on; the rest is dropped.
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

    /// Passes on the last line if it has no line end.
    template<class Take> void end(Take &&take) {
        if (!m_tail.empty())
            emitLine({}, take);
    }

    /// The beginning of a line that has not ended yet.
    [[nodiscard]] std::string_view tail() const { return m_tail; }
    /// Number of the current line, from 1; line feeds are counted.
    [[nodiscard]] std::uint64_t line() const { return m_line; }

private:
    /// Passes on the lines ended by carriage returns in a text without line feeds; returns the text after the
    /// last one.
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
