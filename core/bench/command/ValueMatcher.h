// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"
#include "core/bench/command/JoinedText.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace fabricscope::bench {

struct ValueMatches {
    std::vector<SecretSpan>
        spans; ///< in order, not overlapping; of a value on several lines one for each line
    std::vector<SecretSpan> matches; ///< of whole values that may be on several lines
    std::size_t settled = 0;         ///< the text before it is final, regardless of what follows
    std::size_t keep = 0;            ///< a later match may need the text from here on
};

/// Finds values in a text: as they are, interrupted by line breaks or escape sequences, also where a blank of
/// them was, partly percent-encoded (JoinedText), and in hexadecimal dumps (DumpText). Also a long piece of a
/// value that looks random, such as one line of wrapped base64 among the lines of other processes; and the
/// beginning of a value that is marked as cut off ("hf_abcdef"..., as strace prints it) or quoted alone.
class ValueMatcher {
public:
    explicit ValueMatcher(std::vector<std::string> values);
    ValueMatcher(const ValueMatcher &) = delete; // m_pieces has views of m_sources
    ValueMatcher &operator=(const ValueMatcher &) = delete;

    [[nodiscard]] std::size_t longest() const { return m_longest; }
    /// `before`: the character before the text; `isEnd`: no more text follows.
    [[nodiscard]] ValueMatches find(std::string_view text, char before, bool isEnd) const;

    /// So many characters before a line break are no secret and not held back: any line may end with the
    /// first ones of a value.
    static constexpr std::size_t kMostBeforeBreak = 3;

private:
    void findPlain(std::string_view text, char before, bool isEnd, ValueMatches &found) const;
    void findCutOff(std::string_view text, bool isEnd, ValueMatches &found) const;
    void findJoined(const JoinedText &text, bool isEnd, ValueMatches &found) const;
    void findWithoutBlanks(const JoinedText &text, bool isEnd, ValueMatches &found) const;
    void findParts(const JoinedText &text, char before, bool isEnd, ValueMatches &found) const;
    void findPieces(const JoinedText &text, ValueMatches &found) const;
    void findLastLines(const JoinedText &text, bool isLineStart, bool isEnd, ValueMatches &found) const;
    void openPiece(const JoinedText &text, ValueMatches &found) const;
    void open(const JoinedText &text, std::size_t first, std::size_t size, ValueMatches &found) const;

    std::vector<std::string> m_values;
    std::vector<std::string> m_joined;    ///< the values as JoinedText reads them
    std::vector<std::string> m_blankless; ///< those with blanks, without them
    std::string m_sources;                ///< the values that have pieces, each before a NUL
    std::unordered_set<std::string_view> m_pieces;
    std::size_t m_longest = 0;
};

} // namespace fabricscope::bench
