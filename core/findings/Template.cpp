// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Template.h"

#include <algorithm>

namespace fabricscope::findings {

namespace {

class Filler {
public:
    Filler(std::string_view text, const ArgumentOf &argument) : m_text(text), m_argument(argument) {}

    /// Fills up to one of these characters, without consuming it; false if an argument inside was absent.
    bool fill(std::string_view ends, std::string &out) {
        bool complete = true;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            const bool doubled = m_at + 1 < m_text.size() && m_text[m_at + 1] == c;
            if (std::string_view("{}[]").find(c) != std::string_view::npos && doubled) {
                out += c;
                m_at += 2;
            } else if (ends.find(c) != std::string_view::npos) {
                return complete;
            } else if (c == '[') {
                optional(out);
            } else if (c == '{') {
                complete = placeholder(out) && complete;
            } else {
                m_balanced = m_balanced && c != ']' && c != '}';
                out += c;
                ++m_at;
            }
        }
        m_balanced = m_balanced && ends.empty();
        return complete;
    }

    [[nodiscard]] bool isBalanced() const { return m_balanced; }

private:
    void skip() { m_at += m_at < m_text.size() ? 1 : 0; }

    void optional(std::string &out) {
        skip();
        std::string inside;
        if (fill("]", inside))
            out += inside;
        skip();
    }

    bool placeholder(std::string &out) {
        skip();
        const std::size_t begin = m_at;
        m_at = std::min(m_text.find_first_of(":}", m_at), m_text.size());
        std::string_view name = m_text.substr(begin, m_at - begin);
        const bool asks = name.starts_with('?'), denies = name.starts_with('!');
        name.remove_prefix(asks || denies ? 1 : 0);
        const std::optional<std::string> value = m_argument(name);
        bool complete = denies != value.has_value();
        if (m_at < m_text.size() && m_text[m_at] == ':') {
            complete = numbered(value, out) && complete;
        } else if (value && !asks && !denies) {
            out += *value;
        }
        m_balanced = m_balanced && m_at < m_text.size();
        skip();
        return complete;
    }

    /// ":one|many"
    bool numbered(const std::optional<std::string> &value, std::string &out) {
        const bool isOne = value == "1";
        std::string one, many;
        skip();
        const bool oneComplete = fill("|", one);
        skip();
        const bool manyComplete = fill("}", many);
        if (value)
            out += isOne ? one : many;
        return isOne ? oneComplete : manyComplete;
    }

    std::string_view m_text;
    const ArgumentOf &m_argument;
    std::size_t m_at = 0;
    bool m_balanced = true;
};

} // namespace

Filled filled(std::string_view text, const ArgumentOf &argument) {
    Filled result;
    result.isWhole = Filler(text, argument).fill({}, result.text);
    return result;
}

bool isWellFormed(std::string_view text) {
    std::string out;
    const ArgumentOf nothing = [](std::string_view) {
        return std::nullopt;
    };
    Filler filler(text, nothing);
    filler.fill({}, out);
    return filler.isBalanced();
}

} // namespace fabricscope::findings
