// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/HeatMap.h"

#include "core/bench/command/CommandText.h"
#include "core/bench/run/MatrixPairs.h"
#include "core/draw/CellEdge.h"
#include "core/draw/Sketch.h"
#include "core/draw/TextColumn.h"
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/ChartScale.h"
#include "core/present/bench/MatrixVerdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using bench::BenchView;
using bench::HeatDomain;
using draw::Align;
using draw::DisplayList;
using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::kNoPaint;
using draw::Paint;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::cellValue;
using present::decimalsOf;
using present::domainOf;
using present::matrixVerdict;
using present::valueLabel;

namespace {

constexpr double kMaxCallout = 720; ///< px
constexpr TextStyle kTitle{Font::SansSemibold, 12.5F, Token::Text};
constexpr TextStyle kSubtitle{Font::Sans, 12, Token::Text3};
constexpr TextStyle kVerdict{Font::Sans, 12.5F, Token::Text};
constexpr TextStyle kName{Font::Mono, 10.5F, Token::Text3};
constexpr TextStyle kCallTitle{Font::SansSemibold, 12.5F, Token::Text};
constexpr TextStyle kCallText{Font::Sans, 11.5F, Token::Text2};

constexpr double kSide = 16, kHead = 34, kNames = kHeatMapNames, kGap = 2, kLine = 18, kBar = 12,
                 kBarSpace = 48;
constexpr double kMinCell = 3, kMaxCell = 84, kMaxHeight = 46;
constexpr double kPrintFrom = 28; ///< px: from here on a cell has its value printed
constexpr float kCellText = 11, kSmallCellText = 10;
constexpr std::size_t kMaxCells = 20000; ///< more have no names of their own
constexpr std::size_t kMaxCallouts = 6;
constexpr int kBarSteps = 48;
constexpr double kMaxRowNames = 120;

class Painter {
public:
    Painter(const BenchView &view, std::size_t index, const ChartOptions &options, DisplayList &list)
        : m_view(view)
        , m_matrix(view.results->matrices[index])
        , m_unit(bench::shownUnit(m_matrix.unit))
        , m_index(index)
        , m_options(options)
        , m_domain(domainOf(view, index))
        , m_list(list)
        , m_sketch(list, options.measure)
        , m_rows(std::max(m_matrix.rows.size(), m_matrix.values.size()))
        , m_columns(m_matrix.columns.size()) {
        for (const auto &row : m_matrix.values)
            m_columns = std::max(m_columns, row.size());
    }

    void paint() {
        m_list.width = m_options.width;
        head();
        if (m_rows == 0 || m_columns == 0) {
            m_list.height = std::max(m_options.height, m_head);
            return;
        }
        place();
        names();
        for (std::size_t row = 0; row < m_rows; ++row)
            for (std::size_t column = 0; column < m_columns; ++column)
                cell(row, column);
        bar();
        const double end = callouts(m_top + static_cast<double>(m_rows) * m_height + 12);
        m_list.height = std::max(m_options.height, end + 8);
    }

private:
    void head() {
        const double room = m_options.width - 2 * kSide, unit = m_sketch.width(m_unit, kSubtitle);
        m_sketch.words(level::kAlways, {kSide, 6, std::max(room - unit - 12, 0.0), 24}, m_matrix.title,
                       kTitle);
        m_sketch.text(level::kAlways, {kSide + room - unit, 6, unit, 24}, m_unit, kSubtitle, Align::Right);
        constexpr std::size_t kMaxLines = 4;
        m_head = kHead;
        for (const std::string &line :
             wrapped(m_sketch, matrixVerdict(m_view, m_index), kVerdict, room, kMaxLines)) {
            m_sketch.text(level::kAlways, {kSide, m_head - 4, room, kLine}, line, kVerdict);
            m_head += kLine;
        }
    }

    [[nodiscard]] static std::string nameOf(const std::vector<std::string> &names, std::size_t index) {
        return index < names.size() ? names[index] : std::to_string(index);
    }

    void place() {
        double names = 0;
        for (std::size_t row = 0; row < std::min<std::size_t>(m_rows, 256); ++row)
            names = std::max(names, m_sketch.width(nameOf(m_matrix.rows, row), kName));
        m_left = kSide + std::min(names, kMaxRowNames) + 6;
        m_top = m_head + kNames;
        const double room = m_options.width - m_left - kBarSpace - 6;
        m_width = std::clamp(room / static_cast<double>(m_columns), kMinCell, kMaxCell);
        const double height = (m_options.height - m_top - 20) / static_cast<double>(m_rows);
        m_height = std::clamp(height, std::min(m_width, 24.0), std::min(m_width, kMaxHeight));
        m_gap = m_width >= 12 ? kGap : 0;
        double greatest = 0;
        for (std::size_t row = 0; row < m_matrix.values.size(); ++row)
            for (std::size_t column = 0; column < m_columns; ++column)
                greatest = std::max(greatest, std::abs(cellValue(m_matrix, row, column).value_or(0)));
        m_textSize = m_width >= 34 ? kCellText : kSmallCellText;
        const TextStyle style{Font::Mono, m_textSize, Token::Text};
        m_decimals = 2;
        while (m_decimals > 0 && m_sketch.width(valueLabel(greatest, m_decimals), style) > m_width - 6)
            --m_decimals;
        if (greatest >= 100)
            m_decimals = 0;
        m_prints = m_width >= kPrintFrom && m_height >= 14 &&
                   m_sketch.width(valueLabel(greatest, m_decimals), style) <= m_width - 4;
    }

    void names() {
        double free = 0;
        for (std::size_t column = 0; column < m_columns; ++column) {
            const std::string name = nameOf(m_matrix.columns, column);
            const double width = m_sketch.width(name, kName);
            const double x = m_left + (static_cast<double>(column) + 0.5) * m_width - width / 2;
            if (x < free)
                continue;
            m_sketch.text(level::kAlways, {x, m_top - kNames, width, kNames}, name, kName);
            free = x + width + 6;
        }
        double below = 0;
        for (std::size_t row = 0; row < m_rows; ++row) {
            const double middle = m_top + (static_cast<double>(row) + 0.5) * m_height;
            if (middle - 7 < below)
                continue;
            m_sketch.text(level::kAlways, {kSide, middle - 8, m_left - kSide - 6, 16},
                          m_sketch.elided(nameOf(m_matrix.rows, row), kName, kMaxRowNames), kName,
                          Align::Right);
            below = middle + 7;
        }
    }

    [[nodiscard]] const findings::Finding *findingOf(std::size_t row, std::size_t column) const {
        const findings::MatrixCell target{m_index, row, column};
        for (const findings::Finding &finding : m_view.findings)
            if (finding.place.cell == target)
                return &finding;
        return nullptr;
    }

    void cell(std::size_t row, std::size_t column) {
        const Rect rect{m_left + static_cast<double>(column) * m_width,
                        m_top + static_cast<double>(row) * m_height, m_width - m_gap, m_height - m_gap};
        const auto value = cellValue(m_matrix, row, column);
        const bool self = bench::isSelf(m_matrix, row, column);
        Paint ground = solid(Token::Raised);
        Paint ink = solid(Token::Text2);
        if (value && !self) {
            ground = heatPaint(*value, m_domain);
            ink = inkOn(ground);
        } else if (!value) {
            ground = solid(Token::Canvas);
            ink = solid(Token::Text3);
        }
        m_sketch.box(level::kAlways, rect, ground, value ? kNoPaint : draw::kEmptyCellEdge,
                     m_gap > 0 ? 2 : 0);
        if (m_prints) {
            Item &text = m_sketch.text(level::kAlways, rect, value ? valueLabel(*value, m_decimals) : "·",
                                       {Font::Mono, m_textSize, Token::Text}, Align::Centre);
            text.fill = ink;
        }
        const findings::Finding *finding = findingOf(row, column);
        if (finding != nullptr)
            mark(rect);
        if (m_rows * m_columns <= kMaxCells)
            m_sketch.area(
                static_cast<std::uint32_t>(row * m_columns + column), rect,
                bench::pairName(m_matrix, row, column) + ": " +
                    (value ? valueLabel(*value, decimalsOf(*value)) + " " + m_unit : std::string("unknown")) +
                    (finding != nullptr ? ", " + findings::title(*finding) : std::string()),
                2);
    }

    /// A ring in the canvas colour, one in the error's colour around it, and a corner.
    void mark(const Rect &rect) {
        m_sketch.box(level::kAlways, rect, kNoPaint, solid(Token::Canvas), 2).strokeWidth = 3;
        m_sketch
            .box(level::kAlways, {rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2}, kNoPaint,
                 solid(Token::Error), 3)
            .strokeWidth = 2;
        const double corner = std::min({8.0, rect.width / 2, rect.height / 2});
        m_sketch
            .line(level::kAlways,
                  {{rect.right() - corner, rect.y}, {rect.right(), rect.y}, {rect.right(), rect.y + corner}},
                  kNoPaint)
            .fill = solid(Token::Error);
    }

    void bar() {
        const double x = m_left + static_cast<double>(m_columns) * m_width + 6;
        const double height = static_cast<double>(m_rows) * m_height - m_gap;
        for (int step = 0; step < kBarSteps; ++step) {
            const double share = (kBarSteps - 0.5 - step) / kBarSteps;
            // Each goes to the lower end, below the next ones: at no scale a line between two remains empty.
            const double from = m_top + height * step / kBarSteps;
            m_sketch.box(level::kAlways, {x, from, kBar, m_top + height - from},
                         heatPaint(m_domain.low + share * (m_domain.high - m_domain.low), m_domain));
        }
        const auto label = [&](double value, double y) {
            m_sketch.text(level::kAlways, {x + kBar + 4, y, kBarSpace - kBar - 4, 14},
                          valueLabel(value, decimalsOf(value)), kName);
        };
        label(m_domain.high, m_top - 2);
        label(m_domain.low, m_top + height - 12);
        constexpr double kMiddleSpace = 60;
        if (height >= kMiddleSpace)
            label((m_domain.low + m_domain.high) / 2, m_top + height / 2 - 7);
        const std::string unit = m_unit.substr(0, m_unit.find(',')); // "Gb/s, both directions"
        m_sketch.text(level::kAlways, {x, m_top - kNames, m_options.width - x, kNames},
                      m_sketch.elided(unit, kName, m_options.width - x), kName);
        m_sketch.hint({x, m_top, kBar, height},
                      "Colour range: " + m_domain.words + (m_unit.empty() ? "." : ", in " + m_unit + "."));
    }

    /// Below the matrix, the first few; returns their lower end.
    double callouts(double y) {
        const double width = std::min(m_options.width - 2 * kSide, kMaxCallout);
        std::size_t shown = 0;
        for (const findings::Finding &finding : m_view.findings) {
            if (!finding.place.cell || finding.place.cell->matrix != m_index || ++shown > kMaxCallouts)
                continue;
            const double text = width - 44;
            const auto title = wrapped(m_sketch, findings::claim(finding), kCallTitle, text, 3);
            const auto lines = wrapped(m_sketch, findings::sentence(finding), kCallText, text, 6);
            const double height =
                16 + 18 * static_cast<double>(title.size()) + 16 * static_cast<double>(lines.size());
            m_sketch.box(level::kAlways, {kSide, y, width, height}, tint(Token::Error, 10, Token::Panel),
                         solid(Token::Error), 4);
            m_sketch.glyph(level::kAlways, kSide + 10, y + 17, 14, Glyph::Error, Token::Error);
            double line = y + 8;
            for (const std::string &each : title) {
                m_sketch.text(level::kAlways, {kSide + 32, line, text, 18}, each, kCallTitle);
                line += 18;
            }
            for (const std::string &each : lines) {
                m_sketch.text(level::kAlways, {kSide + 32, line, text, 16}, each, kCallText);
                line += 16;
            }
            y += height + 8;
        }
        return y;
    }

    const BenchView &m_view;
    const bench::Matrix &m_matrix;
    std::string m_unit; ///< as it is shown
    std::size_t m_index;
    const ChartOptions &m_options;
    HeatDomain m_domain;
    DisplayList &m_list;
    Sketch m_sketch;
    std::size_t m_rows, m_columns;
    double m_head = kHead, m_left = 0, m_top = 0, m_width = 0, m_height = 0, m_gap = 0;
    float m_textSize = kCellText;
    int m_decimals = 0;
    bool m_prints = false;
};

} // namespace

DisplayList layoutHeatMap(const BenchView &view, std::size_t matrix, const ChartOptions &options) {
    DisplayList list;
    if (matrix < view.results->matrices.size())
        Painter(view, matrix, options, list).paint();
    return list;
}

} // namespace fabricscope::layout
