// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityPicture.h"

#include "core/draw/TextColumn.h"
#include "core/layout/affinity/AffinityRoute.h"

#include <algorithm>
#include <optional>

namespace fabricscope::layout {

using draw::Area;
using draw::DisplayList;
using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::kNoPaint;
using draw::Point;
using draw::Sketch;
using draw::TextColumn;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::AffinityTable;
using present::isCommand;

namespace {

constexpr double kMargin = 16, kRouteWidth = 304, kLeast = 560;
constexpr TextStyle kHost{Font::SansSemibold, 14, Token::Text};
constexpr TextStyle kSentence{Font::SansSemibold, 15, Token::Text};
constexpr TextStyle kWhy{Font::Sans, 12.5F, Token::Text2};
constexpr TextStyle kFix{Font::Mono, 12, Token::Text};
constexpr TextStyle kHead{Font::Sans, 12, Token::Text3};

struct Look {
    Token token;
    Glyph glyph;
};
Look lookOf(const affinity::Verdict &verdict) {
    if (!verdict.severity)
        return verdict.conclusive ? Look{Token::Ok, Glyph::Ok} : Look{Token::Unreachable, Glyph::Unreachable};
    switch (*verdict.severity) {
    case findings::Severity::Error:
        return {Token::Error, Glyph::Error};
    case findings::Severity::Warning:
        return {Token::Warning, Glyph::Warning};
    case findings::Severity::Note:
        break;
    }
    return {Token::Note, Glyph::Note};
}

void append(DisplayList &list, DisplayList part, double dx, double dy) {
    for (Item &item : part.items) {
        item.rect.x += dx;
        item.rect.y += dy;
        for (Point &point : item.points)
            point = {point.x + dx, point.y + dy};
        list.items.push_back(std::move(item));
    }
    for (Area &area : part.areas) {
        area.rect.x += dx;
        area.rect.y += dy;
        list.areas.push_back(std::move(area));
    }
}

class Page {
public:
    Page(const affinity::Examination &examination, const AffinityPictureOptions &options)
        : m_examination(examination)
        , m_options(options)
        , m_judgement(options.hypothesis != nullptr ? *options.hypothesis : examination.judgement)
        , m_table(m_judgement, &examination.decisions)
        , m_sketch(m_list, options.measure) {
        m_table.setMeasured(options.measured);
    }

    DisplayList paint() {
        const double inner = std::max(m_options.width, kLeast + kRouteWidth);
        DisplayList matrix, route;
        if (!m_table.rows().empty()) {
            matrix =
                layoutAffinity(m_table, {inner - kRouteWidth, m_options.values,
                                         m_options.hypothesis != nullptr ? &m_examination.judgement : nullptr,
                                         m_options.measure});
            route = this->route();
        }
        m_list.width = std::max(inner, matrix.width + kRouteWidth);
        double y = 8;
        y = paintHost(y);
        y = paintVerdict(y);
        if (m_table.rows().empty()) {
            m_sketch.text(level::kAlways, {kMargin, y + 12, inner, 20}, "No GPU found; nothing to pair.",
                          kWhy);
            m_list.height = y + 48;
            return std::move(m_list);
        }
        const double height = std::max(matrix.height, route.height);
        const double left = m_list.width - kRouteWidth;
        m_sketch.box(level::kAlways, {left, y, kRouteWidth, height}, solid(Token::Panel));
        m_sketch.box(level::kAlways, {left, y, 1, height}, solid(Token::Line));
        append(m_list, std::move(matrix), 0, y);
        append(m_list, std::move(route), left, y);
        m_list.height = y + height;
        return std::move(m_list);
    }

private:
    DisplayList route() {
        std::optional<AffinityId> cell = m_options.cell;
        if (const affinity::Pair *pair = m_table.initialPair(); !cell && pair != nullptr)
            cell = AffinityId{AffinityId::Part::Cell, pair->gpu, *pair->nic};
        if (!cell)
            return {};
        std::optional<topology::HardwarePaths> own, above;
        const auto machine = [](const topology::Topology *topology,
                                std::optional<topology::HardwarePaths> &paths) {
            return RouteMachine{topology, topology != nullptr ? &paths.emplace(*topology) : nullptr};
        };
        return layoutAffinityRoute(m_table, *cell,
                                   {kRouteWidth, machine(m_options.topology, own),
                                    machine(m_options.hypervisor, above), m_options.measure})
            .list;
    }

    double paintHost(double y) {
        if (m_options.host.empty())
            return y;
        std::string text = m_options.host;
        if (!m_options.simulated.empty())
            text += "  (simulated)";
        m_sketch.text(level::kAlways, {kMargin, y, m_list.width - 2 * kMargin, 22}, std::move(text), kHost);
        return y + 28;
    }

    double paintVerdict(double y) {
        const affinity::Verdict verdict =
            bench::withLosses(m_judgement.verdict, m_options.measured, m_judgement);
        if (verdict.sentence.empty())
            return y;
        const std::size_t background = m_list.items.size();
        m_sketch.box(level::kAlways, {}, kNoPaint);
        m_sketch.box(level::kAlways, {}, kNoPaint);
        const Look look = lookOf(verdict);
        m_sketch.glyph(level::kAlways, kMargin, y + 20, 18, look.glyph, look.token);
        TextColumn column{m_sketch, kMargin + 28, y + 10, m_list.width - 2 * kMargin - 28, {}};
        column.paragraph(verdict.sentence, kSentence, 20);
        column.gap(2);
        const auto part = [&](const std::string &head, const std::string &text, const TextStyle &style) {
            m_sketch.text(level::kAlways, {column.x, column.y, 30, 18}, head, kHead);
            TextColumn inner{m_sketch, column.x + 34, column.y, column.width - 34, {}};
            inner.paragraph(text, style, 18);
            column.y = inner.y;
        };
        if (!verdict.why.empty())
            part("Why", verdict.why, kWhy);
        for (std::size_t i = 0; i < verdict.fix.size(); ++i)
            part(i == 0 ? "Fix" : "", verdict.fix[i], isCommand(verdict.fix[i]) ? kFix : kWhy);
        const double height = column.y + 8 - y;
        const bool highlighted = verdict.severity.has_value();
        m_list.items[background].rect = {0, y, m_list.width, height};
        m_list.items[background].fill =
            highlighted ? tint(look.token, 10, Token::Panel) : solid(Token::Chrome);
        m_list.items[background + 1].rect = {0, y, highlighted ? 3.0 : 0.0, height};
        m_list.items[background + 1].fill = solid(look.token);
        return y + height + 4;
    }

    const affinity::Examination &m_examination;
    const AffinityPictureOptions &m_options;
    const affinity::Judgement &m_judgement;
    AffinityTable m_table;
    DisplayList m_list;
    Sketch m_sketch;
};

} // namespace

DisplayList layoutAffinityPicture(const affinity::Examination &examination,
                                  const AffinityPictureOptions &options) {
    return Page(examination, options).paint();
}

} // namespace fabricscope::layout
