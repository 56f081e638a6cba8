// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench::output {

/// Removes the numbers that `grep -n` ("12:text", of lines around a match "12-text"), `grep -nH`
/// ("job.log:12:text") and `cat -n` ("    12<tab>text") put before the lines of a saved log. Whether the log
/// has them is decided on its beginning: numbers increase from line to line, as ranks in front of lines do
/// not. Lines of several files keep the name of theirs, as a label. Memory is bounded; the text does not
/// depend on how the bytes are split.
class LineNumbers {
public:
    /// Calls take(text) with what is left; the view holds during the call only.
    template<class Take> void feed(std::string_view bytes, Take &&take) {
        if (m_state == State::Absent)
            take(bytes);
        else if (const std::string text = process(bytes); !text.empty())
            take(std::string_view(text));
    }
    template<class Take> void end(Take &&take) {
        if (const std::string text = rest(); !text.empty())
            take(std::string_view(text));
    }

private:
    enum class State : std::uint8_t { Unknown, Absent, Present };
    struct Number {
        std::string_view file; ///< empty: none is named
        std::uint64_t value = 0;
        std::size_t length = 0; ///< of all that is in front of the text
    };

    static std::optional<Number> numberOf(std::string_view line, std::string_view file);
    std::string process(std::string_view bytes);
    std::string rest();
    void decide(std::string_view head);
    [[nodiscard]] std::string withoutNumbers(bool isEnd);

    State m_state = State::Unknown;
    std::string m_waiting;
    std::string m_file; ///< of the last line that names one
    bool m_hasSeveralFiles = false;
    bool m_isInLine = false; ///< the beginning of the current line was passed on
};

} // namespace fabricscope::bench::output
