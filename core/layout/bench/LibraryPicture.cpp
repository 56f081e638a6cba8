// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/LibraryPicture.h"

#include "core/draw/Sketch.h"
#include "core/draw/TextColumn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope::layout {

using bench::LibraryPage;
using bench::TransportFact;
using draw::DisplayList;
using draw::Font;
using draw::Glyph;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;

namespace {

using Rating = TransportFact::Rating;

constexpr TextStyle kTitle{Font::SansSemibold, 12.5F, Token::Text};
constexpr TextStyle kCaption{Font::Sans, 12, Token::Text3};
constexpr TextStyle kHead{Font::Sans, 11.5F, Token::Text3};
constexpr TextStyle kWhat{Font::Sans, 12, Token::Text};
constexpr TextStyle kValue{Font::Mono, 11.5F, Token::Text};
constexpr TextStyle kNote{Font::Sans, 12, Token::Text2};
constexpr double kSide = 16, kGlyphSpace = 22, kTitleRow = 32, kHeadRow = 20, kRow = 24, kLine = 18,
                 kSpacing = 12, kGap = 14;
constexpr std::size_t kMaxLines = 4; ///< of a sentence
/// The share of the width for each column: names are short if values are long.
constexpr std::array<double, 3> kShares{0.34, 0.40, 0.26};

/// In the order of TransportFact::Standing.
constexpr struct {
    Glyph glyph;
    Token token;
    const char *word;
} kLooks[] = {
    {Glyph::Ok, Token::Ok, "good"},
    {Glyph::None, Token::Text3, ""},
    {Glyph::Warning, Token::Warning, "warning"},
    {Glyph::Error, Token::Error, "wrong"},
    {Glyph::Unreachable, Token::Text3, "unknown"},
};

class Painter {
public:
    Painter(const ChartOptions &options, DisplayList &list)
        : m_width(options.width), m_list(list), m_sketch(list, options.measure) {}

    void paint(const LibraryPage &page) {
        m_y = kSpacing / 2;
        for (const LibraryPage::Section &section : page.sections) {
            head(section);
            for (const LibraryPage::Row &row : section.rows)
                paintRow(row, section.prose);
            if (section.more > 0) {
                m_sketch.text(level::kAlways, {kSide + kGlyphSpace, m_y, m_width - 2 * kSide, kRow},
                              fmt::format("and {} more", section.more), kCaption);
                m_y += kRow;
            }
            m_y += kSpacing;
        }
        m_list.width = m_width;
        m_list.height = m_y;
    }

private:
    [[nodiscard]] Rect cell(std::size_t column) const {
        const double room = m_width - 2 * kSide - kGlyphSpace;
        double x = kSide + kGlyphSpace;
        for (std::size_t before = 0; before < column; ++before)
            x += m_shares[before] * room;
        return {x, m_y, m_shares[column] * room - kGap, kRow};
    }

    /// The usual shares, unless they would cut a text although all fit.
    [[nodiscard]] std::array<double, 3> sharesOf(const LibraryPage::Section &section) {
        std::array<double, 3> needed{};
        for (std::size_t column = 0; column < needed.size(); ++column)
            needed[column] = m_sketch.width(section.columns[column], kHead);
        for (const LibraryPage::Row &row : section.rows) {
            needed[0] = std::max(needed[0], m_sketch.width(row.what, kWhat));
            needed[1] = std::max(needed[1], m_sketch.width(row.value, kValue));
            needed[2] = std::max(needed[2], m_sketch.width(row.note, kNote));
        }
        const double room = m_width - 2 * kSide - kGlyphSpace;
        double sum = 0;
        bool isCut = false;
        for (std::size_t column = 0; column < needed.size(); ++column) {
            needed[column] += kGap;
            sum += needed[column];
            isCut = isCut || needed[column] > kShares[column] * room;
        }
        if (!isCut || sum > room)
            return kShares;
        for (double &each : needed)
            each = (each + (room - sum) / static_cast<double>(needed.size())) / room;
        return needed;
    }

    void head(const LibraryPage::Section &section) {
        m_shares = section.prose ? kShares : sharesOf(section);
        const double title = m_sketch.width(section.title, kTitle);
        m_sketch.words(level::kAlways, {kSide, m_y, std::min(title, m_width - 2 * kSide), kTitleRow},
                       section.title, kTitle);
        if (const double room = m_width - 2 * kSide - title - 10; room > 60)
            m_sketch.words(level::kAlways, {kSide + title + 10, m_y, room, kTitleRow}, section.caption,
                           kCaption);
        m_y += kTitleRow;
        if (section.columns[0].empty())
            return;
        for (std::size_t column = 0; column < section.columns.size(); ++column) {
            Rect at = cell(column);
            at.height = kHeadRow;
            m_sketch.words(level::kAlways, at, section.columns[column], kHead);
        }
        m_y += kHeadRow;
    }

    /// Subject, value and note side by side, or one below another, if present; sentences wrap, and one that
    /// is cut even so is shown in full as a hint.
    double paintTexts(const LibraryPage::Row &row, bool prose) {
        if (!prose) {
            m_sketch.words(level::kAlways, cell(0), row.what, kWhat);
            m_sketch.words(level::kAlways, cell(1), row.value, kValue);
            m_sketch.words(level::kAlways, cell(2), row.note, row.rating == Rating::Bad ? kWhat : kNote);
            return kRow;
        }
        Rect line{kSide + kGlyphSpace, m_y + 3, m_width - 2 * kSide - kGlyphSpace, kLine};
        for (const auto &[text, style] :
             {std::pair(&row.what, kWhat), std::pair(&row.value, kNote), std::pair(&row.note, kNote)}) {
            if (text->empty())
                continue;
            const Rect first = line;
            for (std::string &each : wrapped(m_sketch, *text, style, line.width, kMaxLines)) {
                m_sketch.text(level::kAlways, line, std::move(each), style);
                line.y += kLine;
            }
            m_sketch.hint({first.x, first.y, first.width, line.y - first.y}, *text);
        }
        return line.y - m_y + 3;
    }

    void paintRow(const LibraryPage::Row &row, bool prose) {
        const auto &look = kLooks[static_cast<std::size_t>(row.rating)];
        m_sketch.line(level::kAlways, {{kSide, m_y + 0.5}, {m_width - kSide, m_y + 0.5}}, solid(Token::Line));
        if (look.glyph != Glyph::None)
            m_sketch.glyph(level::kAlways, kSide, m_y + kRow / 2, 13, look.glyph, look.token);
        const double height = paintTexts(row, prose);
        std::string label = look.word;
        for (const std::string &part : {row.what, row.value, row.note})
            if (!part.empty())
                label += (label.empty() ? "" : ", ") + part;
        m_sketch.area(m_row++, {kSide - 4, m_y + 1, m_width - 2 * kSide + 8, height - 1}, std::move(label));
        m_y += height;
    }

    double m_width, m_y = 0;
    std::array<double, 3> m_shares = kShares; ///< of the section
    std::uint32_t m_row = 0;
    DisplayList &m_list;
    Sketch m_sketch;
};

} // namespace

DisplayList layoutLibraryPage(const LibraryPage &page, const ChartOptions &options) {
    DisplayList list;
    Painter(options, list).paint(page);
    return list;
}

} // namespace fabricscope::layout
