// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/documents/JsonLines.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

namespace fabricscope::bench::output {

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

/// The place of a text in m_text.
std::uint32_t JsonLines::keep(const std::string &text) {
    const std::size_t begin = m_text.size();
    m_text.append(text, 0, kMaxText - begin);
    m_cut = m_cut || m_text.size() - begin < text.size();
    return static_cast<std::uint32_t>(begin);
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
    node.key = keep(m_scanner.key());
    node.keyLength = static_cast<std::uint32_t>(m_text.size()) - node.key;
    if (kind == JsonValue::Kind::Text || kind == JsonValue::Kind::Word) {
        node.text = keep(m_scanner.value());
        node.textLength = static_cast<std::uint32_t>(m_text.size()) - node.text;
    }
    if (!m_levels.empty()) {
        Level &level = m_levels.back();
        (level.last == kNone ? m_nodes[level.node].first : m_nodes[level.last].next) = at;
        level.last = at;
    }
    return at;
}

void JsonLines::take(JsonScanner::Event event) {
    using Event = JsonScanner::Event;
    switch (event) {
    case Event::Value:
        add(m_scanner.isString() ? JsonValue::Kind::Text : JsonValue::Kind::Word);
        break;
    case Event::OpenObject:
    case Event::OpenArray:
        m_levels.push_back(
            {add(event == Event::OpenObject ? JsonValue::Kind::Object : JsonValue::Kind::Array)});
        break;
    default:
        m_levels.pop_back();
    }
    if (m_scanner.depth() == 0)
        m_state = State::Closed;
}

JsonLines::State JsonLines::line(std::string_view text) {
    std::size_t at = 0;
    while (m_state == State::Empty || m_state == State::Open) {
        const JsonScanner::Event event = m_scanner.next(text, at);
        if (event == JsonScanner::Event::NeedsMore)
            break;
        m_state = State::Open;
        if (event == JsonScanner::Event::Broken)
            m_state = State::Broken;
        else
            take(event);
    }
    return m_state;
}

} // namespace fabricscope::bench::output
