// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/TextEdits.h"

#include <algorithm>

namespace fabricscope::affinity {

TextEdits::TextEdits(std::string_view text, const nccl::Version &version)
    : m_text(text)
    , m_newline(text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n")
    , m_ranges(nccl::elementRanges(text, version)) {}

std::optional<TextEdits::Spot> TextEdits::spotOf(std::uint32_t line, std::uint32_t column) const {
    const auto found = m_ranges.find({line, column});
    if (found == m_ranges.end() || found->second.begin >= found->second.end)
        return std::nullopt;
    Spot spot;
    spot.element = spot.lines = found->second;
    const auto newline =
        spot.element.begin == 0 ? std::string_view::npos : m_text.rfind('\n', spot.element.begin - 1);
    const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
    const std::string_view before = m_text.substr(start, spot.element.begin - start);
    const std::string_view behind = m_text.substr(spot.element.end);
    const bool blank = before.find_first_not_of(' ') == std::string_view::npos;
    const std::size_t end = behind.starts_with("\r\n") ? 2 : behind.starts_with('\n') ? 1 : 0;
    if (blank)
        spot.indent = before;
    spot.alone = blank && end > 0;
    if (spot.alone)
        spot.lines = {start, spot.element.end + end};
    return spot;
}

std::optional<TextEdits::Piece> TextEdits::cut(std::uint32_t line, std::uint32_t column) {
    const auto spot = spotOf(line, column);
    if (!spot)
        return std::nullopt;
    const bool taken = std::any_of(m_edits.begin(), m_edits.end(), [&](const Edit &edit) {
        return edit.begin < spot->lines.end && spot->lines.begin < edit.end;
    });
    if (taken)
        return std::nullopt;
    m_edits.push_back({spot->lines.begin, spot->lines.end, {}});
    return Piece{std::string(m_text.substr(spot->element.begin, spot->element.end - spot->element.begin)),
                 spot->indent};
}

std::string TextEdits::shifted(const Piece &piece, const std::string &indent) const {
    std::string text;
    for (std::string_view rest = piece.text; !rest.empty();) {
        const auto newline = rest.find('\n');
        std::string_view line = rest.substr(0, newline == std::string_view::npos ? newline : newline + 1);
        rest.remove_prefix(line.size());
        if (!text.empty() && line.starts_with(piece.indent)) {
            line.remove_prefix(piece.indent.size());
            text += indent;
        }
        text += line;
    }
    return text;
}

bool TextEdits::insertAfter(std::uint32_t line, std::uint32_t column, const std::vector<Piece> &pieces) {
    const auto spot = spotOf(line, column);
    if (!spot)
        return false;
    std::string text;
    for (const Piece &piece : pieces)
        text += spot->alone ? spot->indent + shifted(piece, spot->indent) + std::string(m_newline)
                            : shifted(piece, spot->indent);
    m_edits.push_back({spot->lines.end, spot->lines.end, std::move(text)});
    return true;
}

bool TextEdits::wrap(std::uint32_t line, std::uint32_t column, std::string_view head, std::string_view tail,
                     const std::vector<Piece> &pieces) {
    const auto spot = spotOf(line, column);
    const auto own = spot ? cut(line, column) : std::nullopt;
    if (!own)
        return false;
    const std::string inner = spot->indent + "  ";
    const std::string newline(m_newline);
    std::string text = spot->alone ? spot->indent : newline + spot->indent;
    text += std::string(head) + newline + inner + shifted(*own, inner) + newline;
    for (const Piece &piece : pieces)
        text += inner + shifted(piece, inner) + newline;
    text += spot->indent + std::string(tail) + newline;
    m_edits.back().text = std::move(text);
    return true;
}

std::string TextEdits::apply() const {
    std::vector<Edit> edits = m_edits;
    // At one place, insertions come before removals.
    std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::string text;
    std::size_t at = 0;
    for (const Edit &edit : edits) {
        if (edit.begin > at) // else it is within removed text: the check of the result detects that
            text += m_text.substr(at, edit.begin - at);
        text += edit.text;
        at = std::max(at, edit.end);
    }
    text += m_text.substr(at);
    return text;
}

} // namespace fabricscope::affinity
