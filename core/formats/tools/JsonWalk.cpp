// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/JsonWalk.h"

#include "core/formats/Hex.h"

#include <algorithm>

namespace fabricscope::formats {

void JsonWalk::skipBlanks() {
    m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size());
}

JsonWalk::Event JsonWalk::stop() {
    m_at = m_text.size();
    m_open.clear();
    m_path.clear();
    return Event::End;
}

// Escapes of letters that have none in what tools print become "?".
bool JsonWalk::readString(std::string &out) {
    out.clear();
    for (++m_at; m_at < m_text.size(); ++m_at) {
        char c = m_text[m_at];
        if (c == '"') {
            ++m_at;
            return true;
        }
        if (c == '\\') {
            if (++m_at == m_text.size())
                return false;
            c = m_text[m_at];
            if (c == 'u') {
                const auto code = hexNumber(m_text.substr(m_at + 1, 4));
                m_at += std::min<std::size_t>(4, m_text.size() - m_at - 1);
                c = code && *code >= 0x20 && *code < 0x7F ? static_cast<char>(*code) : '?';
            } else if (c == 'n' || c == 't' || c == 'r' || c == 'b' || c == 'f') {
                c = ' ';
            }
        }
        if (out.size() < kLongest)
            out += c;
    }
    return false;
}

JsonWalk::Event JsonWalk::close(char c) {
    const char opened = c == '}' ? '{' : '[';
    if (m_open.empty() || m_open.back() != opened)
        return stop();
    ++m_at;
    m_open.pop_back();
    m_key = std::move(m_path.back());
    m_path.pop_back();
    return c == '}' ? Event::CloseObject : Event::CloseArray;
}

JsonWalk::Event JsonWalk::next() {
    for (skipBlanks(); at(','); skipBlanks())
        ++m_at;
    if (m_at >= m_text.size())
        return stop();
    if (at('}') || at(']'))
        return close(m_text[m_at]);
    m_key.clear();
    if (!m_open.empty() && m_open.back() == '{') {
        if (!at('"') || !readString(m_key))
            return stop();
        skipBlanks();
        if (!at(':'))
            return stop();
        ++m_at;
        skipBlanks();
    }
    if (at('{') || at('[')) {
        if (m_open.size() >= kDeepest)
            return stop();
        m_open.push_back(m_text[m_at++]);
        m_path.push_back(m_key);
        return m_open.back() == '{' ? Event::OpenObject : Event::OpenArray;
    }
    const std::size_t begin = m_at;
    if (at('"')) {
        if (!readString(m_value))
            return stop();
    } else {
        m_at = std::min(m_text.find_first_of(",]} \t\r\n\"[{:", m_at), m_text.size());
        m_value = m_text.substr(begin, std::min(m_at - begin, kLongest));
        if (m_value.empty())
            return stop();
    }
    m_source = m_text.substr(begin, m_at - begin);
    return Event::Value;
}

} // namespace fabricscope::formats
