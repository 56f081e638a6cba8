// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityCellPainter.h"

#include "core/draw/CellEdge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Item;
using draw::kNoPaint;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::AffinityCell;
using present::bandwidthText;
using present::CellMark;
using present::isRelayed;
using present::PathStyle;
using present::pathStyleOf;

namespace {

using findings::Severity;
using topology::PathWord;

constexpr double kPadding = 6, kTightPadding = 4, kTight = 78, kCorner = 7, kLossGap = 5;
constexpr float kRadius = 2, kMeasuredSize = 9;

/// The saturated fills are too strong for the faint text.
bool isStrong(PathWord word) {
    return word <= PathWord::Pxb && word != PathWord::Self;
}

struct CellText {
    TextStyle word, figure, small;
};

CellText textOf(const AffinityCell &cell, CellMark mark) {
    const bool highlighted = mark >= CellMark::Assigned;
    const Token dim =
        cell.reach.word == PathWord::Unknown || !isStrong(cell.reach.word) ? Token::Text3 : Token::Text2;
    const Token main = highlighted ? Token::Text : mark == CellMark::Best ? Token::Text2 : dim;
    const Token small = highlighted || mark == CellMark::Best ? Token::Text2 : dim;
    return {{highlighted ? Font::SansSemibold : Font::Sans, 11, main},
            {Font::Mono, 11, main},
            {Font::Sans, 9.5F, small}};
}

void paintCorner(Sketch &sketch, const Rect &rect, Token token) {
    Item &corner = sketch.line(
        level::kShapes,
        {{rect.right() - kCorner, rect.y}, {rect.right(), rect.y}, {rect.right(), rect.y + kCorner}},
        kNoPaint);
    corner.fill = solid(token);
}

std::string_view transportWord(const nccl::GpuGpu &pair) {
    static constexpr std::array<std::string_view, 4> kWords{"", "P2P", "SHM", "NET"};
    return kWords[static_cast<std::size_t>(pair.transport)];
}

/// The library's path type; PXN and P2C have a dashed outline.
void paintLibraryWord(Sketch &sketch, const Rect &line, const AffinityCell &cell, const TextStyle &style) {
    const double width = sketch.width(cell.libraryPath, style);
    const bool dashed = cell.library != nullptr && isRelayed(cell.library->type);
    sketch.text(level::kDetails, {line.x, line.y, width, line.height}, cell.libraryPath, style);
    if (!dashed)
        return;
    Item &edge = sketch.box(level::kDetails, {line.x - 3, line.y, width + 6, line.height}, kNoPaint,
                            solid(Token::PathPxb), 1);
    edge.dash = 2;
    edge.gap = 2;
}

void paintSmallLine(Sketch &sketch, const Rect &line, const AffinityCell &cell, const CellStyle &style,
                    CellMark mark, const TextStyle &text) {
    if (!cell.libraryPath.empty())
        paintLibraryWord(sketch, line, cell, text);
    const bool isTried = style.changed && mark != CellMark::Best; // where a device is moved to
    const std::string_view right = isTried                       ? "what-if"
                                   : mark == CellMark::Best      ? "best"
                                   : cell.libraryPeer != nullptr ? transportWord(*cell.libraryPeer)
                                                                 : cell.gdrWord();
    if (right.empty())
        return;
    TextStyle as = text;
    if (isTried)
        as.token = Token::Accent;
    sketch.text(level::kDetails, line, std::string(right), as, Align::Right);
}

/// A measured value replaces the links' figure, since it is what the pair really carries.
Token measuredToken(const bench::MeasuredPair &measured, CellMark mark) {
    return !measured.isLoss() ? Token::Text : mark == CellMark::Error ? Token::Error : Token::WarningText;
}

/// "of 48.5" and the loss; without "of" where they would touch.
void paintMeasuredLine(Sketch &sketch, const Rect &line, const bench::MeasuredPair &measured, CellMark mark,
                       TextStyle text) {
    text.size = kMeasuredSize;
    const std::string loss = measured.isLoss() ? fmt::format("−{:.0f} %", measured.lostShare() * 100) : "";
    if (measured.expected) {
        std::string expected = "of " + bandwidthText(measured.expected);
        if (!loss.empty() && sketch.width(expected, text) + kLossGap + sketch.width(loss, text) > line.width)
            expected = bandwidthText(measured.expected);
        sketch.text(level::kDetails, line, std::move(expected), text);
    }
    if (loss.empty())
        return;
    text.token = measuredToken(measured, mark);
    sketch.text(level::kDetails, line, loss, text, Align::Right);
}

} // namespace

void paintCellMark(Sketch &sketch, const Rect &rect, CellMark mark) {
    if (mark == CellMark::None)
        return;
    static constexpr std::array kTokens{Token::None,    Token::Text2,   Token::Text,
                                        Token::Warning, Token::Warning, Token::Error};
    const Token token = kTokens[static_cast<std::size_t>(mark)];
    Item &edge = sketch.box(level::kShapes, rect, kNoPaint, solid(token), kRadius);
    edge.strokeWidth = mark == CellMark::Best ? 1.5F : 2.0F;
    if (mark == CellMark::Best) {
        edge.dash = 3;
        edge.gap = 2;
    }
    if (mark >= CellMark::Slow)
        paintCorner(sketch, rect, token);
}

void paintPathChip(Sketch &sketch, const Rect &rect, const topology::Reach &reach) {
    const PathStyle *look = pathStyleOf(reach.word);
    const Token token = look != nullptr ? look->token : Token::Text3;
    sketch.box(level::kShapes, rect, look != nullptr ? tint(token, 16, Token::Panel) : kNoPaint, solid(token),
               kRadius);
    sketch.text(level::kWords, rect, topology::toString(reach), {Font::SansSemibold, 10, Token::Text},
                Align::Centre);
}

void paintAffinityCell(Sketch &sketch, const Rect &rect, const AffinityCell &cell, const CellStyle &style) {
    const CellMark mark = markOf(cell);
    const PathStyle *look = pathStyleOf(cell.reach.word);
    const bool unknown = cell.reach.word == PathWord::Unknown;
    if (look != nullptr)
        sketch.box(level::kShapes, rect, tint(look->token, look->percent, Token::Canvas), kNoPaint, kRadius);
    else
        sketch.box(level::kShapes, rect, kNoPaint, draw::kEmptyCellEdge, kRadius);
    paintCellMark(sketch, rect, mark);
    if (cell.self)
        return;
    CellText text = textOf(cell, mark);
    const bool tight = rect.width < kTight;
    if (tight) {
        text.figure.size = 10.5F;
        text.word.size = std::min(text.word.size, 10.0F);
    }
    const bool isMeasured = cell.measured != nullptr;
    const bool hasSmall = isMeasured || !cell.libraryPath.empty() || style.changed || mark == CellMark::Best;
    const double padding = tight ? kTightPadding : kPadding;
    const Rect inner{rect.x + padding, rect.y, rect.width - 2 * padding, rect.height};
    const Rect line{inner.x, inner.y + (hasSmall ? 3 : 0), inner.width, hasSmall ? 14 : inner.height};
    // Without a figure to show, the path type is shown alone: a distance must never be hidden.
    const bool word = style.values != AffinityValues::Bandwidth || unknown;
    const bool figure = style.values != AffinityValues::Path && !unknown;
    if (word)
        sketch.text(level::kWords, line, topology::toString(cell.reach), text.word);
    if (figure || (isMeasured && !word)) {
        const auto shown = isMeasured ? std::optional(cell.measured->measured) : cell.reach.bandwidth;
        if (isMeasured)
            text.figure.token = measuredToken(*cell.measured, mark);
        sketch.text(level::kWords, line, bandwidthText(shown), text.figure, Align::Right);
    }
    const Rect small{inner.x, line.bottom(), inner.width, 11};
    if (isMeasured && !style.changed)
        paintMeasuredLine(sketch, {rect.x + kTightPadding, small.y, rect.width - 2 * kTightPadding, 11},
                          *cell.measured, mark, text.small);
    else if (hasSmall)
        paintSmallLine(sketch, small, cell, style, mark, text.small);
}

} // namespace fabricscope::layout
