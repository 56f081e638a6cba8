// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityLegend.h"

#include "core/layout/affinity/AffinityCellPainter.h"

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
using present::AffinityTable;
using present::CellMark;
using present::isRelayed;
using present::PathStyle;
using present::pathStyles;
using present::wordsOf;

namespace {

using topology::PathWord;

constexpr double kLine = 23, kChip = 36, kChipHeight = 15, kGap = 8, kEntryGap = 18;
constexpr TextStyle kText{Font::Sans, 11, Token::Text2};
constexpr TextStyle kChipText{Font::SansSemibold, 9.5F, Token::Text};
constexpr double kChipPadding = 6;
constexpr TextStyle kNote{Font::Sans, 11, Token::Text3};
constexpr std::size_t kPathWords = static_cast<std::size_t>(PathWord::Unknown) + 1;
constexpr std::size_t kMarks = static_cast<std::size_t>(CellMark::Error) + 1;

/// What the drawn cells contain, collected in one pass.
struct Census {
    std::array<bool, kPathWords> words{};
    std::array<bool, kMarks> marks{};
    bool relayed = false, noBandwidth = false;
    const bench::MeasuredPair *measured = nullptr; ///< the measured pair with the largest loss

    Census(const AffinityTable &table, const std::vector<std::size_t> &nics) {
        const std::size_t rows = std::min(table.rows().size(), AffinityMatrixOptions::kMaxRows);
        const std::size_t columns = std::min(nics.size(), AffinityMatrixOptions::kMaxColumns);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                add(table.cell(table.rows()[row], nics[column]));
    }
    void add(const AffinityCell &cell) {
        words[static_cast<std::size_t>(cell.reach.word)] = true;
        marks[static_cast<std::size_t>(markOf(cell))] = true;
        relayed = relayed || (cell.library != nullptr && isRelayed(cell.library->type));
        if (cell.measured != nullptr &&
            (measured == nullptr || cell.measured->lostShare() > measured->lostShare()))
            measured = cell.measured;
        noBandwidth = noBandwidth || (cell.reach.word != PathWord::Unknown && !cell.reach.bandwidth);
    }
};

class Flow {
public:
    Flow(Sketch &sketch, double x, double y, double width)
        : m_sketch(sketch), m_x(x), m_width(width), m_left(x), m_top(y) {}

    /// Returns the place of a mark of this width; its text is drawn after it.
    Rect entry(double mark, const std::string &text) {
        const double needed = mark + kGap + m_sketch.width(text, kText);
        if (m_left > m_x && m_left + needed > m_x + m_width)
            newLine();
        const Rect rect{m_left, m_top + (kLine - kChipHeight) / 2, mark, kChipHeight};
        m_sketch.text(level::kWords, {m_left + mark + kGap, m_top, needed - mark - kGap, kLine}, text, kText);
        m_left += needed + kEntryGap;
        return rect;
    }
    /// Draws a caption for the entries after it.
    void label(const std::string &text) {
        const double needed = m_sketch.width(text, kNote);
        m_sketch.text(level::kWords, {m_left, m_top, needed, kLine}, text, kNote);
        m_left += needed + kEntryGap;
    }
    void newLine() {
        m_left = m_x;
        m_top += kLine;
    }
    void note(const std::string &text) {
        if (m_left > m_x)
            newLine();
        m_sketch.text(level::kWords, {m_x, m_top, m_width, kLine}, m_sketch.elided(text, kNote, m_width),
                      kNote);
        newLine();
    }
    [[nodiscard]] bool isAtStart() const { return m_left == m_x; }
    [[nodiscard]] double bottom() const { return isAtStart() ? m_top : m_top + kLine; }

private:
    Sketch &m_sketch;
    double m_x, m_width, m_left, m_top;
};

void paintPaths(Sketch &sketch, Flow &flow, const Census &census, bool isClaimed) {
    if (std::find(census.words.begin(), census.words.end(), true) == census.words.end())
        return; // no cell is drawn
    flow.label(isClaimed ? "Path in the file:" : "Hardware path:");
    for (const PathStyle &look : pathStyles()) {
        if (!census.words[static_cast<std::size_t>(look.word)])
            continue;
        const std::string word(topology::toString(look.word));
        const Rect chip = flow.entry(std::max(kChip, sketch.width(word, kChipText) + 2 * kChipPadding),
                                     std::string(look.meaning));
        sketch.box(level::kShapes, chip, tint(look.token, look.percent, Token::Canvas), solid(look.token), 2);
        sketch.text(level::kWords, chip, word, kChipText, Align::Centre);
    }
    if (census.words[static_cast<std::size_t>(PathWord::Unknown)]) {
        const Rect chip = flow.entry(kChip, "unknown");
        sketch.box(level::kShapes, chip, kNoPaint, solid(Token::Line2), 2);
        sketch.text(level::kWords, chip, "?", {Font::SansSemibold, 9.5F, Token::Text3}, Align::Centre);
    }
    if (!flow.isAtStart())
        flow.newLine();
}

void paintMarks(Sketch &sketch, Flow &flow, const Census &census, const AffinityTable &table, bool whatIf) {
    const std::string assigned =
        whatIf ? std::string("assigned: your changes") : fmt::format("assigned: {}", wordsOf(table.basis()));
    const std::array<std::pair<CellMark, std::string>, 5> kEntries{{
        {CellMark::Assigned, assigned},
        {CellMark::Best, "best, not used"},
        {CellMark::Error, "mispaired"},
        {CellMark::Slow, "slow for its path"},
        {CellMark::Warning, "assigned, with a warning"},
    }};
    for (const auto &[mark, text] : kEntries)
        if (census.marks[static_cast<std::size_t>(mark)])
            paintCellMark(sketch, flow.entry(24, text), mark);
    if (census.relayed) {
        Item &edge = sketch.box(level::kShapes, flow.entry(24, "routed through another GPU or CPU"), kNoPaint,
                                solid(Token::PathPxb), 1);
        edge.dash = 2;
        edge.gap = 2;
    }
    if (census.noBandwidth)
        sketch.text(level::kWords, flow.entry(8, "rate unknown"), "·", kText, Align::Centre);
}

/// Explains the figures with an example from this host.
std::string measuredNote(const bench::MeasuredPair &pair) {
    std::string sample = fmt::format("{:.1f}", pair.measured.value), meaning = "GB/s measured by perftest";
    if (pair.expected) {
        sample += fmt::format(" of {:.1f}", pair.expected->value);
        meaning += ", expected";
    }
    if (pair.isLoss()) {
        sample += fmt::format(" −{:.0f} %", pair.lostShare() * 100);
        meaning += ", loss";
    }
    return fmt::format("\"{}\": {}.", sample, meaning);
}

std::string cutText(const AffinityTable &table) {
    const auto part = [](std::size_t all, std::size_t most, std::string_view what) {
        return all > most ? fmt::format("the first {} of {} {}", most, all, what) : std::string();
    };
    std::string text = part(table.rows().size(), AffinityMatrixOptions::kMaxRows, "GPUs");
    const std::string nics = part(table.columns().size(), AffinityMatrixOptions::kMaxColumns, "NICs");
    if (!text.empty() && !nics.empty())
        text += " and ";
    return text + nics;
}

} // namespace

double paintAffinityLegend(Sketch &sketch, const AffinityTable &table, const AffinityMatrixOptions &options,
                           double x, double y, double width) {
    sketch.setNode(Item::kNoNode);
    const Census census(table, drawnNics(table, options));
    Flow flow(sketch, x, y, width);
    paintPaths(sketch, flow, census, table.fabric().claimOnly);
    paintMarks(sketch, flow, census, table, options.before != nullptr);
    if (census.measured != nullptr)
        flow.note(measuredNote(*census.measured));
    if (const std::string cut = cutText(table); !cut.empty())
        flow.note("Only " + cut + " are drawn; table and exports list all.");
    if (const std::size_t hidden =
            options.separateIdle ? 0 : table.columns().size() - table.usedColumns().size();
        hidden > 0)
        flow.note(hidden == 1 ? std::string("One other NIC (front-end or unused) is not drawn.")
                              : fmt::format("{} other NICs (front-end or unused) are not drawn.", hidden));
    if (table.hiddenVirtual() > 0)
        flow.note(
            table.hiddenVirtual() == 1
                ? std::string("One virtual function of these NICs is not drawn.")
                : fmt::format("{} virtual functions of these NICs are not drawn.", table.hiddenVirtual()));
    if (!table.fabric().source.empty() && !table.columns().empty())
        flow.note("Distances: " + table.fabric().source);
    return flow.bottom() - y;
}

} // namespace fabricscope::layout
