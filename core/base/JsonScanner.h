// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope {

/// The one reader of JSON that tools print, token by token and without a tree in memory; the program's own
/// documents go through core/json. Lenient where tools are wrong: a comma before a closing bracket (amd-smi,
/// RVS), Python's NaN and Infinity, several documents one after the other. Control characters in strings
/// become blanks, and other escaped characters outside ASCII "?": none is part of a name or a number.
class JsonScanner {
public:
    static constexpr std::size_t kDeepest = 64; ///< deeper is Broken

    /// Which words are values besides numbers.
    enum class Words : std::uint8_t {
        Json, ///< true, false, null and Python's: a text that only begins like JSON is Broken
        Any,  ///< N/A, and a word that is cut off
    };
    /// `longest`: bytes of a string or word; longer ones are cut.
    JsonScanner(Words words, std::size_t longest) : m_words(words), m_longest(longest) {}

    enum class Event : std::uint8_t {
        Value,
        OpenObject,
        CloseObject,
        OpenArray,
        CloseArray,
        NeedsMore, ///< the text is used up
        Broken,    ///< not JSON; so is everything after it
    };
    /// Continues at `at` in `text`, which a document may be split into between two tokens, as it is at the
    /// end of a line; `at` is then behind the token.
    Event next(std::string_view text, std::size_t &at);

    /// Of a Value: the string without its quotes, or the number or word as written.
    [[nodiscard]] const std::string &value() const { return m_value; }
    [[nodiscard]] bool isString() const { return m_isString; }
    [[nodiscard]] std::size_t begin() const { return m_begin; } ///< of the Value in `text`, with its quote
    /// Of the Value or of the object or array that was opened or closed; "" in an array and at the top.
    [[nodiscard]] const std::string &key() const { return m_key; }
    /// Keys of the open objects and arrays, from the top, without key().
    [[nodiscard]] const std::vector<std::string> &path() const { return m_path; }
    [[nodiscard]] std::size_t depth() const { return m_path.size(); }

private:
    enum class Expected : std::uint8_t { Value, ValueOrEnd, KeyOrEnd, Colon, CommaOrEnd };

    bool takeSeparator(std::string_view text, std::size_t &at);
    Event open(char bracket);
    Event close(char bracket);
    Event takeValue(std::string_view text, std::size_t &at);
    bool takeString(std::string_view text, std::size_t &at, std::string &out) const;
    bool takeWord(std::string_view text, std::size_t &at);
    void expectAfterValue();
    Event broken();

    Words m_words;
    std::size_t m_longest;
    std::string m_key, m_value;
    bool m_isString = false, m_isBroken = false;
    std::size_t m_begin = 0;
    std::vector<std::string> m_path;
    std::vector<char> m_open; ///< '{' or '['
    Expected m_expected = Expected::Value;
};

} // namespace fabricscope
