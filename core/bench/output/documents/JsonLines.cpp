// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/documents/JsonLines.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kWordEnd = " \t,:{}[]\"";
/// Python's json module prints the last four.
constexpr std::array kWords = {std::string_view("true"),     std::string_view("false"),
                               std::string_view("null"),     std::string_view("NaN"),
                               std::string_view("Infinity"), std::string_view("-Infinity"),
                               std::string_view("nan")};

struct Escape {
    char letter, meaning;
};
constexpr std::array kEscapes = {Escape{'n', '\n'}, Escape{'t', '\t'}, Escape{'r', '\r'},  Escape{'b', '\b'},
                                 Escape{'f', '\f'}, Escape{'"', '"'},  Escape{'\\', '\\'}, Escape{'/', '/'}};

} // namespace

JsonValue::Kind JsonValue::kind() const {
    return m_document == nullptr ? Kind::None : m_document->m_nodes[m_at].kind;
}

std::string_view JsonValue::key() const {
    if (m_document == nullptr)
        return {};
    const JsonLines::Node &node = m_document->m_nodes[m_at];
    return std::string_view(m_document->m_text).substr(node.key, node.keyLength);
}

std::string_view JsonValue::text() const {
    if (m_document == nullptr)
        return {};
    const JsonLines::Node &node = m_document->m_nodes[m_at];
    return std::string_view(m_document->m_text).substr(node.text, node.textLength);
}

std::optional<double> JsonValue::number() const {
    return numberOf(trimmed(text()));
}

std::string_view JsonValue::word() const {
    return kind() == Kind::Word && text() == "null" ? std::string_view() : text();
}

JsonValue JsonValue::operator[](std::string_view key) const {
    for (JsonValue one = isObject() ? first() : JsonValue(); one; one = one.next())
        if (one.key() == key)
            return one;
    return {};
}

JsonValue JsonValue::first() const {
    const std::uint32_t at = m_document == nullptr ? JsonLines::kNone : m_document->m_nodes[m_at].first;
    return at == JsonLines::kNone ? JsonValue() : JsonValue(m_document, at);
}

JsonValue JsonValue::next() const {
    const std::uint32_t at = m_document == nullptr ? JsonLines::kNone : m_document->m_nodes[m_at].next;
    return at == JsonLines::kNone ? JsonValue() : JsonValue(m_document, at);
}

bool JsonLines::mayBegin(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.empty() || (text[0] != '{' && text[0] != '['))
        return false;
    const std::string_view rest = trimmed(text.substr(1));
    return rest.empty() || rest[0] == (text[0] == '{' ? '"' : '{') || text == "{}" || text == "[]";
}

JsonValue JsonLines::root() const {
    return m_nodes.empty() ? JsonValue() : JsonValue(this, 0);
}

std::uint32_t JsonLines::add(JsonValue::Kind kind) {
    const bool kept = m_levels.empty() || m_levels.back().node != kNone;
    if (!kept || m_nodes.size() == kMaxValues) {
        m_cut = true;
        return kNone;
    }
    const auto at = static_cast<std::uint32_t>(m_nodes.size());
    Node &node = m_nodes.emplace_back();
    node.kind = kind;
    node.key = m_key;
    node.keyLength = m_keyLength;
    if (!m_levels.empty()) {
        Level &level = m_levels.back();
        (level.last == kNone ? m_nodes[level.node].first : m_nodes[level.last].next) = at;
        level.last = at;
    }
    return at;
}

void JsonLines::keep(char c) {
    if (m_text.size() < kMaxText)
        m_text += c;
    else
        m_cut = true;
}

/// Called after a value has ended: sets what may follow.
void JsonLines::ended() {
    m_expected = Expected::CommaOrEnd;
    m_keyLength = 0;
    if (m_levels.empty())
        m_state = State::Closed;
}

bool JsonLines::open(bool object) {
    if (m_levels.size() == kDeepest)
        return false;
    const std::uint32_t node = add(object ? JsonValue::Kind::Object : JsonValue::Kind::Array);
    m_levels.push_back({node, kNone, object});
    m_expected = object ? Expected::KeyOrEnd : Expected::ValueOrEnd;
    m_keyLength = 0;
    return true;
}

bool JsonLines::close(bool object) {
    if (m_levels.empty() || m_levels.back().object != object || m_expected == Expected::Value ||
        m_expected == Expected::Colon)
        return false;
    m_levels.pop_back();
    ended();
    return true;
}

/// `at` is on the quote, and after the closing one afterwards. Escaped non-ASCII characters become "?": none
/// is part of a name or a number.
bool JsonLines::takeString(std::string_view text, std::size_t &at, std::uint32_t &begin,
                           std::uint32_t &length) {
    begin = static_cast<std::uint32_t>(m_text.size());
    for (++at; at < text.size(); ++at) {
        char c = text[at];
        if (c == '"') {
            ++at;
            length = static_cast<std::uint32_t>(m_text.size()) - begin;
            return true;
        }
        if (c == '\\') {
            if (++at == text.size())
                return false;
            const auto known = std::find_if(kEscapes.begin(), kEscapes.end(),
                                            [&](const Escape &one) { return one.letter == text[at]; });
            if (known != kEscapes.end()) {
                c = known->meaning;
            } else if (text[at] == 'u' && text.size() - at > 4) {
                const auto code = parseInteger<unsigned>(text.substr(at + 1, 4), 16);
                if (!code)
                    return false;
                c = *code >= 0x20 && *code < 0x7F ? static_cast<char>(*code) : '?';
                at += 4;
            } else {
                return false;
            }
        }
        keep(c);
    }
    return false; // strings do not continue on the next line
}

bool JsonLines::takeWord(std::string_view text, std::size_t &at) {
    const std::size_t end = std::min(text.find_first_of(kWordEnd, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!numberOf(word) && std::find(kWords.begin(), kWords.end(), word) == kWords.end())
        return false;
    const auto begin = static_cast<std::uint32_t>(m_text.size());
    for (const char c : word)
        keep(c);
    const std::uint32_t node = add(JsonValue::Kind::Word);
    if (node != kNone) {
        m_nodes[node].text = begin;
        m_nodes[node].textLength = static_cast<std::uint32_t>(m_text.size()) - begin;
    }
    at = end;
    ended();
    return true;
}

/// One token.
bool JsonLines::take(std::string_view text, std::size_t &at) {
    const char c = text[at];
    if (c == '}' || c == ']') {
        ++at;
        return close(c == '}');
    }
    switch (m_expected) {
    case Expected::Colon:
        m_expected = Expected::Value;
        ++at;
        return c == ':';
    case Expected::CommaOrEnd:
        m_expected = m_levels.back().object ? Expected::KeyOrEnd : Expected::ValueOrEnd;
        ++at;
        return c == ',';
    case Expected::KeyOrEnd:
        m_expected = Expected::Colon;
        return c == '"' && takeString(text, at, m_key, m_keyLength);
    case Expected::Value:
    case Expected::ValueOrEnd:
        break;
    }
    if (c == '{' || c == '[') {
        ++at;
        return open(c == '{');
    }
    if (c != '"')
        return takeWord(text, at);
    std::uint32_t begin = 0, length = 0;
    if (!takeString(text, at, begin, length))
        return false;
    if (const std::uint32_t node = add(JsonValue::Kind::Text); node != kNone) {
        m_nodes[node].text = begin;
        m_nodes[node].textLength = length;
    }
    ended();
    return true;
}

JsonLines::State JsonLines::line(std::string_view text) {
    std::size_t at = text.find_first_not_of(kBlanks);
    if (m_state == State::Empty && at != std::string_view::npos)
        m_state = State::Open;
    for (; m_state == State::Open && at != std::string_view::npos; at = text.find_first_not_of(kBlanks, at))
        if (!take(text, at))
            m_state = State::Broken;
    return m_state;
}

} // namespace fabricscope::bench::output
