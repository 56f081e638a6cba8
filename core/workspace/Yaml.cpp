// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/Yaml.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace fabricscope::workspace {

namespace {

/// What libyaml found next; released with it.
struct Event {
    yaml_event_t raw{};
    Event() = default;
    ~Event() { yaml_event_delete(&raw); }
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;
};

std::string textOf(const yaml_char_t *text) {
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char *>(text));
}

bool hasTabInIndentation(std::string_view text, std::size_t line) {
    for (; line > 0 && !text.empty(); --line)
        (void)takeUntil(text, '\n');
    const std::size_t first = text.find_first_not_of(' ');
    return first != std::string_view::npos && text[first] == '\t';
}

std::string lineName(std::size_t line) {
    return fmt::format("line {}", line + 1);
}

} // namespace

/// From libyaml's events to nodes. The first error ends it.
class YamlReader {
public:
    explicit YamlReader(std::string_view text);
    ~YamlReader() { yaml_parser_delete(&m_parser); }
    YamlReader(const YamlReader &) = delete;
    YamlReader &operator=(const YamlReader &) = delete;
    [[nodiscard]] Result<YamlDocument> read();

private:
    /// A collection whose end was not read yet.
    struct Open {
        std::size_t node = 0;
        std::string anchor;
        std::optional<std::string> key; ///< of a map, whose value comes next
    };

    Result<> take(const yaml_event_t &event);
    Result<> scalar(const yaml_event_t &event);
    Result<> alias(const yaml_event_t &event);
    Result<> open(YamlNode::Kind kind, const yaml_event_t &event, std::string anchor);
    void close();
    Result<> put(std::size_t node, const yaml_event_t &event);
    [[nodiscard]] bool isKey() const;
    [[nodiscard]] std::size_t add(YamlNode::Kind kind, const yaml_event_t &event);
    [[nodiscard]] Error parserError() const;

    std::string_view m_text;
    yaml_parser_t m_parser{};
    YamlDocument m_document;
    std::vector<Open> m_open;
    std::unordered_map<std::string, std::size_t> m_anchors;
};

YamlReader::YamlReader(std::string_view text) : m_text(text) {
    yaml_parser_initialize(&m_parser);
    yaml_parser_set_encoding(&m_parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char *>(text.data()),
                                 text.size());
}

Result<YamlDocument> YamlReader::read() {
    for (bool isDone = false; !isDone;) {
        Event event;
        if (yaml_parser_parse(&m_parser, &event.raw) == 0)
            return tl::unexpected(parserError());
        if (auto taken = take(event.raw); !taken)
            return tl::unexpected(taken.error());
        // The first document is all that is read.
        isDone = event.raw.type == YAML_DOCUMENT_END_EVENT || event.raw.type == YAML_STREAM_END_EVENT;
    }
    if (m_document.m_nodes.empty())
        m_document.m_nodes.emplace_back();
    m_document.makeIndex();
    return std::move(m_document);
}

Result<> YamlReader::take(const yaml_event_t &event) {
    switch (event.type) {
    case YAML_SCALAR_EVENT:
        return scalar(event);
    case YAML_ALIAS_EVENT:
        return alias(event);
    case YAML_SEQUENCE_START_EVENT:
        return open(YamlNode::Kind::Sequence, event, textOf(event.data.sequence_start.anchor));
    case YAML_MAPPING_START_EVENT:
        return open(YamlNode::Kind::Map, event, textOf(event.data.mapping_start.anchor));
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close();
        return {};
    default:
        return {};
    }
}

Result<> YamlReader::scalar(const yaml_event_t &event) {
    std::string text(reinterpret_cast<const char *>(event.data.scalar.value), event.data.scalar.length);
    if (isKey()) {
        m_open.back().key = std::move(text);
        return {};
    }
    const bool isPlain = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const bool isNull = isPlain && (text.empty() || text == "~" || text == "null");
    const std::size_t node = add(isNull ? YamlNode::Kind::Null : YamlNode::Kind::Scalar, event);
    m_document.m_nodes[node].quoted = !isPlain;
    if (!isNull)
        m_document.m_nodes[node].text = std::move(text);
    if (event.data.scalar.anchor != nullptr)
        m_anchors[textOf(event.data.scalar.anchor)] = node;
    return put(node, event);
}

Result<> YamlReader::alias(const yaml_event_t &event) {
    const std::string name = textOf(event.data.alias.anchor);
    const auto found = m_anchors.find(name);
    if (found == m_anchors.end())
        return failure(fmt::format("no anchor &{} before this", HostText(name).plain(60)),
                       lineName(event.start_mark.line));
    return put(found->second, event);
}

Result<> YamlReader::open(YamlNode::Kind kind, const yaml_event_t &event, std::string anchor) {
    if (m_open.size() >= YamlDocument::kDeepest)
        return failure(fmt::format("nested deeper than {}", YamlDocument::kDeepest),
                       lineName(event.start_mark.line));
    const std::size_t node = add(kind, event);
    if (auto there = put(node, event); !there)
        return there;
    m_open.push_back({node, std::move(anchor), {}});
    return {};
}

/// Only now the anchor may be used: nothing contains itself.
void YamlReader::close() {
    const Open &closed = m_open.back();
    if (!closed.anchor.empty())
        m_anchors[closed.anchor] = closed.node;
    m_open.pop_back();
}

Result<> YamlReader::put(std::size_t node, const yaml_event_t &event) {
    if (m_open.empty()) {
        m_document.m_root = node;
        return {};
    }
    if (isKey())
        return failure("a key is not plain text", lineName(event.start_mark.line));
    Open &parent = m_open.back();
    YamlNode &collection = m_document.m_nodes[parent.node];
    if (collection.kind == YamlNode::Kind::Sequence)
        collection.items.push_back(node);
    else
        collection.fields.emplace_back(*std::exchange(parent.key, std::nullopt), node);
    return {};
}

bool YamlReader::isKey() const {
    return !m_open.empty() && m_document.m_nodes[m_open.back().node].kind == YamlNode::Kind::Map &&
           !m_open.back().key;
}

std::size_t YamlReader::add(YamlNode::Kind kind, const yaml_event_t &event) {
    YamlNode node;
    node.kind = kind;
    node.line = static_cast<int>(event.start_mark.line) + 1;
    m_document.m_nodes.push_back(std::move(node));
    return m_document.m_nodes.size() - 1;
}

/// In libyaml's words, except for the most frequent fault: "did not find expected key, while parsing a block
/// mapping (line 3)".
Error YamlReader::parserError() const {
    if (hasTabInIndentation(m_text, m_parser.problem_mark.line))
        return Error{"tab in indentation", lineName(m_parser.problem_mark.line), {}};
    std::string what = m_parser.problem != nullptr ? m_parser.problem : "not YAML";
    if (m_parser.context != nullptr && m_parser.context_mark.line != m_parser.problem_mark.line)
        what += fmt::format(", {} ({})", m_parser.context, lineName(m_parser.context_mark.line));
    return Error{std::move(what), lineName(m_parser.problem_mark.line), {}};
}

const YamlNode *YamlDocument::own(const YamlNode &map, std::string_view key) const {
    const auto behind =
        std::upper_bound(map.byName.begin(), map.byName.end(), key,
                         [&](std::string_view name, std::size_t at) { return name < map.fields[at].first; });
    if (behind == map.byName.begin() || map.fields[*(behind - 1)].first != key)
        return nullptr;
    return &at(map.fields[*(behind - 1)].second);
}

const YamlNode *YamlDocument::find(const YamlNode &map, std::string_view key) const {
    const YamlNode *value = own(map, key);
    for (std::size_t index = 0; index < map.merged.size() && value == nullptr; ++index)
        value = own(at(map.merged[index]), key);
    return value;
}

void YamlDocument::makeIndex() {
    for (YamlNode &node : m_nodes) {
        node.byName.resize(node.fields.size());
        std::iota(node.byName.begin(), node.byName.end(), std::size_t{0});
        std::stable_sort(node.byName.begin(), node.byName.end(), [&](std::size_t a, std::size_t b) {
            return node.fields[a].first < node.fields[b].first;
        });
        for (const auto &[name, place] : node.fields) {
            if (name != "<<")
                continue;
            const YamlNode &source = at(place);
            if (source.kind == YamlNode::Kind::Map)
                node.merged.push_back(place);
            for (const std::size_t item : source.items)
                if (node.merged.size() < YamlNode::kMaxMerged)
                    node.merged.push_back(item);
        }
        node.merged.resize(std::min(node.merged.size(), YamlNode::kMaxMerged));
    }
}

std::string_view YamlDocument::text(const YamlNode &map, std::string_view key) const {
    const YamlNode *node = find(map, key);
    return node != nullptr && node->kind == YamlNode::Kind::Scalar ? std::string_view(node->text)
                                                                   : std::string_view();
}

Result<YamlDocument> readYaml(std::string_view text) {
    return YamlReader(text).read();
}

} // namespace fabricscope::workspace
