// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/verify/TextEdit.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using nccl::ElementRange;
using nccl::XmlNode;

constexpr std::size_t kIndent = 2; ///< per level, as in writeXml()

/// Our own elements without text between them, one per line, indented by `indent` blanks.
std::string inLines(std::string_view elements, std::size_t indent) {
    std::string lines;
    while (!elements.empty()) {
        const std::size_t end = std::min(elements.find('>'), elements.size() - 1) + 1;
        const std::string_view tag = elements.substr(0, end);
        elements.remove_prefix(end);
        if (tag.starts_with("</"))
            indent -= std::min(indent, kIndent);
        lines += fmt::format("{:{}}{}\n", "", indent, tag);
        if (!tag.starts_with("</") && !tag.ends_with("/>"))
            indent += kIndent;
    }
    return lines;
}

TextEdit one(std::size_t begin, std::size_t end, std::string text) {
    return {{{begin, end, std::move(text)}}};
}

} // namespace

std::string TextEdit::applied(std::string_view text) const {
    std::vector<const Piece *> order;
    for (const Piece &piece : pieces)
        order.push_back(&piece);
    std::stable_sort(order.begin(), order.end(),
                     [](const Piece *a, const Piece *b) { return a->begin < b->begin; });
    std::string result;
    std::size_t at = 0;
    for (const Piece *piece : order) {
        if (piece->begin < at || piece->end > text.size())
            continue;
        result += text.substr(at, piece->begin - at);
        result += piece->text;
        at = piece->end;
    }
    result += text.substr(at);
    return result;
}

ChangedLines changedLines(std::string_view before, std::string_view after) {
    if (before == after)
        return {};
    const std::size_t least = std::min(before.size(), after.size());
    std::size_t same = 0;
    ChangedLines changed{1, {}};
    std::size_t begin = 0; // start of the first line that differs
    for (; same < least && before[same] == after[same]; ++same)
        if (before[same] == '\n') {
            ++changed.line;
            begin = same + 1;
        }
    std::size_t tail = 0;
    while (tail < least - same && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    std::size_t end = std::max(after.size() - tail, begin);
    if (end == begin || after[end - 1] != '\n') // extend to the end of the line
        end = std::min(after.find('\n', end), after.size());
    while (end > begin && (after[end - 1] == '\n' || after[end - 1] == '\r'))
        --end;
    changed.text = after.substr(begin, end - begin);
    return changed;
}

std::optional<ElementRange> TextEditor::rangeOf(const XmlNode &node) const {
    const auto at = m_ranges.find({node.line, node.column});
    return at == m_ranges.end() || at->second.end <= at->second.begin ? std::nullopt
                                                                      : std::optional(at->second);
}

std::optional<ElementRange> TextEditor::startTag(const XmlNode &node) const {
    const auto range = rangeOf(node);
    if (!range)
        return std::nullopt;
    char quote = 0;
    for (std::size_t i = range->begin; i < range->end; ++i) {
        const char c = m_text[i];
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return ElementRange{range->begin, i + 1};
    }
    return std::nullopt;
}

ElementRange TextEditor::wholeLine(ElementRange range) const {
    std::size_t begin = range.begin, end = range.end;
    while (begin > 0 && m_text[begin - 1] == ' ')
        --begin;
    if (begin > 0 && m_text[begin - 1] != '\n')
        return range;
    if (end < m_text.size() && m_text[end] == '\r')
        ++end;
    if (end == m_text.size() || m_text[end] != '\n')
        return range;
    return {begin, end + 1};
}

auto TextEditor::rangeOf(ElementRange tag, std::string_view attribute) const
    -> std::optional<AttributeRange> {
    const std::string start = fmt::format(" {}=", attribute);
    const std::string_view upToEnd = std::string_view(m_text).substr(0, tag.end);
    std::size_t at = tag.begin;
    while ((at = upToEnd.find(start, at)) < tag.end) {
        const std::size_t open = at + start.size();
        const char quote = open < tag.end ? m_text[open] : '\0';
        const std::size_t close =
            quote == '"' || quote == '\'' ? upToEnd.find(quote, open + 1) : std::string_view::npos;
        if (close < tag.end && isOutsideQuotes(tag.begin, at))
            return AttributeRange{{at, close + 1}, {open + 1, close}};
        at = open;
    }
    return std::nullopt;
}

bool TextEditor::isOutsideQuotes(std::size_t begin, std::size_t at) const {
    char quote = 0;
    for (const char c : m_text.substr(begin, at - begin))
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
    return quote == 0;
}

TextEdit TextEditor::set(const XmlNode &node, std::string_view attribute, std::string_view value) const {
    const auto tag = startTag(node);
    if (!tag || value.find('"') != std::string_view::npos)
        return {};
    if (const auto range = rangeOf(*tag, attribute))
        return m_text[range->value.end] == '"'
                   ? one(range->value.begin, range->value.end, std::string(value))
                   : one(range->all.begin, range->all.end, fmt::format(" {}=\"{}\"", attribute, value));
    std::size_t end = tag->end - 1;
    if (end > tag->begin && m_text[end - 1] == '/')
        --end;
    while (end > tag->begin && m_text[end - 1] == ' ')
        --end;
    return one(end, end, fmt::format(" {}=\"{}\"", attribute, value));
}

TextEdit TextEditor::remove(const XmlNode &node, std::string_view attribute) const {
    const auto tag = startTag(node);
    const auto range = tag ? rangeOf(*tag, attribute) : std::nullopt;
    return range ? one(range->all.begin, range->all.end, {}) : TextEdit{};
}

TextEdit TextEditor::exchange(const XmlNode &a, const XmlNode &b) const {
    const auto first = rangeOf(a), second = rangeOf(b);
    if (!first || !second || !(first->end <= second->begin || second->end <= first->begin))
        return {};
    const auto text = [&](const ElementRange &range) {
        return std::string(m_text.substr(range.begin, range.end - range.begin));
    };
    return {{{first->begin, first->end, text(*second)}, {second->begin, second->end, text(*first)}}};
}

TextEdit TextEditor::unwrap(const XmlNode &node) const {
    const auto tag = startTag(node);
    const auto range = rangeOf(node);
    if (!tag || !range || tag->end == range->end)
        return {};
    const std::size_t closing = m_text.rfind("</", range->end);
    if (closing == std::string_view::npos || closing < tag->end)
        return {};
    const ElementRange open = wholeLine(*tag), close = wholeLine({closing, range->end});
    TextEdit edit{{{open.begin, open.end, {}}, {close.begin, close.end, {}}}};
    if (open.end == tag->end) // other elements are on its line
        return edit;
    const std::size_t outer = range->begin - open.begin;
    const std::size_t first = m_text.find_first_not_of(' ', open.end);
    const std::size_t inner = first == std::string_view::npos ? 0 : first - open.end;
    for (std::size_t line = open.end; inner > outer && line < close.begin;) {
        std::size_t blanks = 0;
        while (blanks < inner - outer && m_text[line + blanks] == ' ')
            ++blanks;
        if (blanks > 0)
            edit.pieces.push_back({line, line + blanks, {}});
        const std::size_t next = m_text.find('\n', line);
        line = next == std::string_view::npos ? close.begin : next + 1;
    }
    return edit;
}

TextEdit TextEditor::cut(const XmlNode &node) const {
    const auto range = rangeOf(node);
    if (!range)
        return {};
    const ElementRange all = wholeLine(*range);
    return one(all.begin, all.end, {});
}

TextEdit TextEditor::fill(const XmlNode &node, std::string_view content) const {
    const auto range = rangeOf(node);
    if (!range || range->end < 2 || m_text.substr(range->end - 2, 2) != "/>")
        return {};
    const ElementRange all = wholeLine(*range);
    if (all.end == range->end) // among others on a line
        return one(range->end - 2, range->end, fmt::format(">{}</{}>", content, node.name));
    const std::size_t indent = range->begin - all.begin;
    return one(range->end - 2, range->end,
               fmt::format(">\n{}{:{}}</{}>", inLines(content, indent + kIndent), "", indent, node.name));
}

TextEdit TextEditor::insertAfter(const XmlNode &node, std::string_view element) const {
    const auto range = rangeOf(node);
    if (!range)
        return {};
    const ElementRange all = wholeLine(*range);
    if (all.end == range->end) // among others on a line
        return one(all.end, all.end, std::string(element));
    return one(all.end, all.end, inLines(element, range->begin - all.begin));
}

} // namespace fabricscope::hostvm
