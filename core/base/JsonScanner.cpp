// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonScanner.h"

#include "core/base/Text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fabricscope {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kWordEnd = " \t\r\n,:{}[]\"";
/// Python's json module prints the last four.
constexpr std::array<std::string_view, 7> kWords = {"true",     "false",     "null", "NaN",
                                                    "Infinity", "-Infinity", "nan"};

bool isNumber(std::string_view word) {
    if (word.find_first_of("0123456789") == std::string_view::npos) // "inf"
        return false;
    double value = 0;
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && rest == word.data() + word.size();
}

/// `at` is on the letter after the backslash, and on the last byte of the escape afterwards.
char escaped(std::string_view text, std::size_t &at) {
    const char letter = text[at];
    if (letter != 'u')
        return std::string_view("nrtbf").find(letter) == std::string_view::npos ? letter : ' ';
    const auto code = parseInteger<unsigned>(text.substr(at + 1, 4), 16);
    at += std::min<std::size_t>(4, text.size() - at - 1);
    return code && *code >= 0x20 && *code < 0x7F ? static_cast<char>(*code) : '?';
}

} // namespace

JsonScanner::Event JsonScanner::broken() {
    m_isBroken = true;
    m_open.clear();
    m_path.clear();
    return Event::Broken;
}

void JsonScanner::expectAfterValue() {
    m_expected = m_open.empty() ? Expected::Value : Expected::CommaOrEnd;
}

JsonScanner::Event JsonScanner::next(std::string_view text, std::size_t &at) {
    while (!m_isBroken) {
        at = std::min(text.find_first_not_of(kBlanks, at), text.size());
        if (at == text.size())
            return Event::NeedsMore;
        const char c = text[at];
        if (c == '}' || c == ']') {
            ++at;
            return close(c);
        }
        if (m_expected == Expected::Value || m_expected == Expected::ValueOrEnd)
            return takeValue(text, at);
        if (!takeSeparator(text, at))
            break;
    }
    return broken();
}

/// Or a key. `at` is at the token.
bool JsonScanner::takeSeparator(std::string_view text, std::size_t &at) {
    switch (m_expected) {
    case Expected::Colon:
        m_expected = Expected::Value;
        return text[at++] == ':';
    case Expected::CommaOrEnd:
        m_expected = m_open.back() == '{' ? Expected::KeyOrEnd : Expected::ValueOrEnd;
        return text[at++] == ',';
    default: // a key
        m_expected = Expected::Colon;
        return text[at] == '"' && takeString(text, at, m_key);
    }
}

JsonScanner::Event JsonScanner::takeValue(std::string_view text, std::size_t &at) {
    if (m_open.empty() || m_open.back() == '[')
        m_key.clear();
    const char c = text[at];
    if (c == '{' || c == '[') {
        ++at;
        return open(c);
    }
    m_begin = at;
    m_isString = c == '"';
    if (m_isString ? !takeString(text, at, m_value) : !takeWord(text, at))
        return broken();
    expectAfterValue();
    return Event::Value;
}

JsonScanner::Event JsonScanner::open(char bracket) {
    if (m_open.size() == kDeepest)
        return broken();
    m_open.push_back(bracket);
    m_path.push_back(m_key);
    m_expected = bracket == '{' ? Expected::KeyOrEnd : Expected::ValueOrEnd;
    return bracket == '{' ? Event::OpenObject : Event::OpenArray;
}

JsonScanner::Event JsonScanner::close(char bracket) {
    const char opened = bracket == '}' ? '{' : '[';
    if (m_open.empty() || m_open.back() != opened || m_expected == Expected::Value ||
        m_expected == Expected::Colon)
        return broken();
    m_open.pop_back();
    m_key = std::move(m_path.back());
    m_path.pop_back();
    expectAfterValue();
    return bracket == '}' ? Event::CloseObject : Event::CloseArray;
}

/// `at` is on the quote, and behind the closing one afterwards. A string does not continue in the next text.
bool JsonScanner::takeString(std::string_view text, std::size_t &at, std::string &out) const {
    out.clear();
    for (++at; at < text.size(); ++at) {
        char c = text[at];
        if (c == '"') {
            ++at;
            return true;
        }
        if (c == '\\') {
            if (++at == text.size())
                return false;
            c = escaped(text, at);
        }
        if (out.size() < m_longest)
            out += c;
    }
    return false;
}

bool JsonScanner::takeWord(std::string_view text, std::size_t &at) {
    const std::size_t end = std::min(text.find_first_of(kWordEnd, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end;
    m_value = word.substr(0, m_longest);
    return m_words == Words::Any
               ? !word.empty()
               : isNumber(word) || std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

} // namespace fabricscope
