// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Parts within a line of YAML: flow collections and quoted scalars.
#include "core/base/Text.h"
#include "core/workspace/YamlReader.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::workspace {

namespace {

/// Whether the text so far is complete: quotes and brackets closed.
class Balance {
public:
    /// Adds one line; returns true once the text is complete.
    bool take(std::string_view text) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            const char c = text[at];
            const char before = at == 0 ? ' ' : text[at - 1];
            if (m_quote != 0) {
                if (c == '\\' && m_quote == '"')
                    ++at;
                else if (c == m_quote)
                    m_quote = 0;
                continue;
            }
            if (c == '#' && (before == ' ' || before == '\t'))
                break;
            if ((c == '"' || c == '\'') && std::string_view(" \t[{,:").find(before) != std::string_view::npos)
                m_quote = c;
            else if (c == '[' || c == '{')
                ++m_depth;
            else if (c == ']' || c == '}')
                --m_depth;
        }
        return m_quote == 0 && m_depth <= 0;
    }
    [[nodiscard]] bool inQuote() const { return m_quote != 0; }

private:
    char m_quote = 0;
    long m_depth = 0;
};

struct Escape {
    char letter;
    char meaning;
};
constexpr Escape kEscapes[] = {{'n', '\n'}, {'t', '\t'}, {'0', '\0'}, {'r', '\r'}, {'e', '\x1b'}};

} // namespace

std::string YamlReader::gather(std::string_view rest) {
    std::string whole(rest);
    Balance balance;
    bool isWhole = balance.take(rest);
    ++m_at;
    while (!isWhole && !isEnd()) {
        // A comment ends with its own line; line feeds keep the lines apart.
        whole.append("\n").append(line().text);
        isWhole = balance.take(line().text);
        ++m_at;
    }
    if (!isWhole)
        fail(balance.inQuote() ? "a quote is not closed" : "a bracket is not closed");
    return whole;
}

void YamlReader::skipBlanks(std::string_view &text) const {
    while (!text.empty()) {
        if (text.front() == ' ' || text.front() == '\t' || text.front() == '\n')
            text.remove_prefix(1);
        else if (text.front() == '#')
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        else
            return;
    }
}

std::size_t YamlReader::flow(std::string_view &text, int depth) {
    skipBlanks(text);
    if (failed() || depth > YamlDocument::kDeepest)
        return fail(fmt::format("nested deeper than {}", YamlDocument::kDeepest));
    std::string anchor;
    while (text.starts_with('&') || text.starts_with('!')) {
        const auto end = std::min(text.find_first_of(" \n,]}"), text.size());
        if (text.front() == '&')
            anchor = text.substr(1, end - 1);
        text.remove_prefix(end);
        skipBlanks(text);
    }
    std::size_t node = 0;
    if (text.starts_with('{')) {
        node = flowMap(text, depth);
    } else if (text.starts_with('[')) {
        node = flowSequence(text, depth);
    } else {
        bool isQuoted = false;
        const bool isAlias = text.starts_with('*');
        std::string scalar = flowScalar(text, isQuoted);
        if (isAlias)
            return alias(std::string_view(scalar).substr(1));
        const bool isNull = !isQuoted && (scalar.empty() || scalar == "~" || scalar == "null");
        node = add(isNull ? YamlNode::Kind::Null : YamlNode::Kind::Scalar, isNull ? "" : std::move(scalar));
        m_document.m_nodes[node].quoted = isQuoted;
    }
    if (!anchor.empty() && !failed())
        m_anchors[anchor] = node;
    return node;
}

std::size_t YamlReader::flowMap(std::string_view &text, int depth) {
    const std::size_t node = add(YamlNode::Kind::Map);
    text.remove_prefix(1);
    for (skipBlanks(text); !failed() && !text.starts_with('}'); skipBlanks(text)) {
        if (text.empty() || text.front() == '{' || text.front() == '[')
            return fail(text.empty() ? "a brace is not closed" : "a key is not plain text");
        bool isQuoted = false;
        const std::size_t before = text.size();
        std::string key = flowScalar(text, isQuoted);
        skipBlanks(text);
        std::size_t field = 0;
        if (text.starts_with(':')) {
            text.remove_prefix(1);
            field = flow(text, depth + 1);
        } else {
            field = add(YamlNode::Kind::Null);
        }
        if (failed())
            return 0;
        m_document.m_nodes[node].fields.emplace_back(std::move(key), field);
        skipBlanks(text);
        if (text.starts_with(','))
            text.remove_prefix(1);
        else if (!text.starts_with('}') || text.size() == before)
            return fail("a comma or a closing brace is missing");
    }
    if (!text.empty())
        text.remove_prefix(1);
    return node;
}

std::size_t YamlReader::flowSequence(std::string_view &text, int depth) {
    const std::size_t node = add(YamlNode::Kind::Sequence);
    text.remove_prefix(1);
    for (skipBlanks(text); !failed() && !text.starts_with(']'); skipBlanks(text)) {
        if (text.empty())
            return fail("a bracket is not closed");
        const std::size_t item = flow(text, depth + 1);
        if (failed())
            return 0;
        m_document.m_nodes[node].items.push_back(item);
        skipBlanks(text);
        if (text.starts_with(','))
            text.remove_prefix(1);
        else if (!text.starts_with(']'))
            return fail("a comma or a closing bracket is missing");
    }
    if (!text.empty())
        text.remove_prefix(1);
    return node;
}

std::string YamlReader::flowScalar(std::string_view &text, bool &isQuoted) {
    isQuoted = text.starts_with('"') || text.starts_with('\'');
    if (isQuoted)
        return quoted(text);
    // Plain scalar: up to a delimiter of the collection around it; a colon counts only if a blank follows.
    std::size_t end = 0;
    while (end < text.size()) {
        const char c = text[end];
        const bool colon =
            c == ':' && (end + 1 == text.size() ||
                         std::string_view(" \t\n,]}").find(text[end + 1]) != std::string_view::npos);
        if (colon || c == ',' || c == ']' || c == '}' || c == '\n')
            break;
        ++end;
    }
    std::string plain(withoutYamlComment(text.substr(0, end)));
    text.remove_prefix(end);
    return plain;
}

std::string YamlReader::quoted(std::string_view &text) {
    const char quote = text.front();
    std::string plain;
    std::size_t at = 1;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\'' && quote == '\'' && at + 1 < text.size() && text[at + 1] == '\'') {
            plain += '\'';
            ++at;
        } else if (c == quote) {
            text.remove_prefix(at + 1);
            return plain;
        } else if (c == '\\' && quote == '"' && at + 1 < text.size()) {
            const char letter = text[++at];
            const auto *escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                              [letter](const Escape &e) { return e.letter == letter; });
            plain += escape == std::end(kEscapes) ? letter : escape->meaning;
        } else {
            plain += c == '\n' ? ' ' : c;
        }
    }
    fail("a quote is not closed");
    text = {};
    return plain;
}

} // namespace fabricscope::workspace
