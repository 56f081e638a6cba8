// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/YamlReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricscope::workspace {

namespace {

bool isDash(std::string_view text) {
    return text.starts_with("- ") || text == "-";
}

bool isEmptyOrComment(std::string_view text) {
    return text.empty() || text.front() == '#';
}

std::string_view withoutEnd(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
        line.remove_suffix(1);
    return line;
}

} // namespace

std::string_view withoutYamlComment(std::string_view text) {
    if (text.starts_with('#'))
        return {};
    const auto hash = std::min(text.find(" #"), text.find("\t#"));
    return trimmed(text.substr(0, hash));
}

std::size_t yamlKeyEnd(std::string_view text) {
    std::size_t from = 0;
    if (text.starts_with('"') || text.starts_with('\'')) {
        const auto close = text.find(text.front(), 1);
        if (close == std::string_view::npos)
            return close;
        from = close + 1;
        while (from < text.size() && text[from] == ' ')
            ++from;
        return from < text.size() && text[from] == ':' &&
                       (from + 1 == text.size() || text[from + 1] == ' ' || text[from + 1] == '\t')
                   ? from
                   : std::string_view::npos;
    }
    if (text.starts_with('[') || text.starts_with('{') || text.starts_with('#'))
        return std::string_view::npos;
    const std::string_view line = withoutYamlComment(text);
    for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1))
        if (at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t')
            return at;
    return std::string_view::npos;
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

YamlReader::YamlReader(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    bool begun = false;
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view whole = withoutEnd(takeUntil(text, '\n'));
        if (whole == "..." || ((whole == "---" || whole.starts_with("--- ")) && begun))
            break; // the first document is all that is read
        if (whole == "---" || whole.starts_with('%'))
            continue;
        const auto indent = std::min(whole.find_first_not_of(' '), whole.size());
        begun = begun || !isEmptyOrComment(whole.substr(indent));
        m_lines.push_back({whole.substr(indent), indent, number});
    }
}

Result<YamlDocument> YamlReader::read() {
    skipEmpty();
    m_document.m_root = isEnd() ? add(YamlNode::Kind::Null) : block(line().indent, 0);
    skipEmpty();
    if (!isEnd())
        fail("this line belongs to no entry: check its indentation");
    if (m_error)
        return tl::unexpected(*m_error);
    m_document.makeIndex();
    return std::move(m_document);
}

void YamlReader::skipEmpty() {
    while (!isEnd() && isEmptyOrComment(line().text))
        ++m_at;
    if (!isEnd()) {
        m_number = line().number;
        if (line().text.starts_with('\t'))
            fail("tab in indentation");
    }
}

std::size_t YamlReader::block(std::size_t indent, int depth) {
    if (failed())
        return 0;
    if (depth > YamlDocument::kDeepest)
        return fail(fmt::format("nested deeper than {}", YamlDocument::kDeepest));
    if (isDash(line().text))
        return sequence(indent, depth);
    if (line().text.starts_with("? "))
        return fail("a key is not plain text");
    if (yamlKeyEnd(line().text) != std::string_view::npos)
        return map(indent, depth);
    const std::string_view text = line().text;
    return value(text, indent == 0 ? 0 : indent - 1, true, depth);
}

std::size_t YamlReader::sequence(std::size_t indent, int depth) {
    const std::size_t node = add(YamlNode::Kind::Sequence);
    while (!failed() && !isEnd() && line().indent == indent && isDash(line().text)) {
        m_number = line().number;
        std::string_view rest = line().text.substr(1);
        const std::size_t blanks = std::min(rest.find_first_not_of(' '), rest.size());
        rest.remove_prefix(blanks);
        std::size_t item = 0;
        if (!isEmptyOrComment(rest) && (isDash(rest) || yamlKeyEnd(rest) != std::string_view::npos)) {
            // "- key: value": the indentation of the map is that of the key.
            line().text = rest;
            line().indent = indent + 1 + blanks;
            item = block(line().indent, depth + 1);
        } else {
            item = value(rest, indent, false, depth + 1);
        }
        m_document.m_nodes[node].items.push_back(item);
        skipEmpty();
    }
    return node;
}

std::size_t YamlReader::map(std::size_t indent, int depth) {
    const std::size_t node = add(YamlNode::Kind::Map);
    while (!failed() && !isEnd() && line().indent == indent && !isDash(line().text)) {
        m_number = line().number;
        const std::string_view text = line().text;
        const std::size_t colon = yamlKeyEnd(text);
        if (colon == std::string_view::npos)
            return fail("a line without a key");
        std::string_view name = text.substr(0, colon);
        const bool isQuoted = name.starts_with('"') || name.starts_with('\'');
        std::string key = isQuoted ? quoted(name) : std::string(trimmed(name));
        const std::size_t field = value(trimmed(text.substr(colon + 1)), indent, true, depth + 1);
        m_document.m_nodes[node].fields.emplace_back(std::move(key), field);
        skipEmpty();
    }
    return node;
}

std::size_t YamlReader::value(std::string_view rest, std::size_t indent, bool inMap, int depth) {
    if (failed())
        return 0;
    const std::string anchor = takeAnchor(rest);
    const int number = m_number;
    std::size_t node = 0;
    if (isEmptyOrComment(rest)) {
        ++m_at;
        skipEmpty();
        // A sequence may follow its key without further indentation.
        const bool deeper =
            !isEnd() && (line().indent > indent || (inMap && line().indent == indent && isDash(line().text)));
        node = deeper ? block(line().indent, depth) : add(YamlNode::Kind::Null);
        if (!deeper && !failed())
            m_document.m_nodes[node].line = number;
    } else if (rest.front() == '*') {
        ++m_at;
        node = alias(withoutYamlComment(rest.substr(1)));
    } else if (rest.front() == '|' || rest.front() == '>') {
        node = blockScalar(rest, indent);
    } else if (rest.front() == '{' || rest.front() == '[' || rest.front() == '"' || rest.front() == '\'') {
        const std::string whole = gather(rest);
        std::string_view text = whole;
        node = failed() ? 0 : flow(text, depth);
        skipBlanks(text);
        if (!failed() && !isEmptyOrComment(text))
            return fail("text after the closing mark");
    } else {
        node = plain(rest, indent);
    }
    if (!anchor.empty() && !failed())
        m_anchors[anchor] = node;
    return node;
}

std::size_t YamlReader::blockScalar(std::string_view head, std::size_t indent) {
    const std::size_t node = add(YamlNode::Kind::Scalar);
    const char between = head.front() == '|' ? '\n' : ' ';
    std::string text;
    for (++m_at; !isEnd() && (line().text.empty() || line().indent > indent); ++m_at)
        text.append(text.empty() ? "" : std::string(1, between)).append(line().text);
    m_document.m_nodes[node].text = std::string(trimmed(text));
    m_document.m_nodes[node].quoted = true;
    return node;
}

std::size_t YamlReader::plain(std::string_view rest, std::size_t indent) {
    const std::size_t node = add(YamlNode::Kind::Scalar);
    std::string text(withoutYamlComment(rest));
    ++m_at;
    skipEmpty();
    while (!failed() && !isEnd() && line().indent > indent) {
        if (isDash(line().text) || yamlKeyEnd(line().text) != std::string_view::npos)
            return fail("this line follows a value: check its indentation");
        text.append(" ").append(withoutYamlComment(line().text));
        ++m_at;
        skipEmpty();
    }
    if (text == "~" || text == "null")
        m_document.m_nodes[node].kind = YamlNode::Kind::Null;
    else
        m_document.m_nodes[node].text = std::move(text);
    return node;
}

std::string YamlReader::takeAnchor(std::string_view &rest) {
    std::string anchor;
    while (rest.starts_with('&') || rest.starts_with('!')) {
        const auto end = std::min(rest.find(' '), rest.size());
        if (rest.front() == '&')
            anchor = rest.substr(1, end - 1);
        rest = trimmed(rest.substr(end));
    }
    return anchor;
}

std::size_t YamlReader::alias(std::string_view name) {
    const auto found = m_anchors.find(std::string(name));
    return found == m_anchors.end() ? fail(fmt::format("no anchor &{} before this", HostText(name).plain(60)))
                                    : found->second;
}

std::size_t YamlReader::add(YamlNode::Kind kind, std::string text) {
    YamlNode node;
    node.kind = kind;
    node.line = m_number;
    node.text = std::move(text);
    m_document.m_nodes.push_back(std::move(node));
    return m_document.m_nodes.size() - 1;
}

std::size_t YamlReader::fail(std::string what) {
    if (!m_error)
        m_error = Error{std::move(what), fmt::format("line {}", m_number), {}};
    if (m_document.m_nodes.empty())
        m_document.m_nodes.emplace_back();
    return 0;
}

Result<YamlDocument> readYaml(std::string_view text) {
    return YamlReader(text).read();
}

} // namespace fabricscope::workspace
