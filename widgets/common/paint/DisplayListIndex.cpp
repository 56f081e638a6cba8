// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/DisplayListIndex.h"

#include "widgets/common/paint/DisplayListPainter.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fabricscope::widgets {

namespace {

/// Long enough to have few runs, short enough for a run to be a small part of the picture.
constexpr std::size_t kRun = 32;

bool intersectsAny(const std::vector<QRectF> &exposed, const QRectF &bounds) {
    return exposed.empty() || std::any_of(exposed.begin(), exposed.end(),
                                          [&](const QRectF &rect) { return rect.intersects(bounds); });
}

} // namespace

DisplayListIndex::DisplayListIndex(std::shared_ptr<const draw::DisplayList> list) : m_list(std::move(list)) {
    addRuns();
    addAreas();
}

void DisplayListIndex::addRuns() {
    const auto &items = m_list->items;
    m_bounds.reserve(items.size());
    for (const draw::Item &item : items)
        m_bounds.push_back(itemBounds(item, 1));
    for (std::size_t begin = 0; begin < items.size(); begin += kRun) {
        const std::size_t end = std::min(begin + kRun, items.size());
        Run run{m_bounds[begin], items[begin].minZoom, items[begin].maxZoom, begin, end};
        for (std::size_t at = begin + 1; at < end; ++at) {
            run.bounds |= m_bounds[at];
            run.minZoom = std::min(run.minZoom, items[at].minZoom);
            run.maxZoom = std::max(run.maxZoom, items[at].maxZoom);
        }
        m_runs.push_back(run);
    }
}

void DisplayListIndex::addAreas() {
    const auto &areas = m_list->areas;
    std::map<std::tuple<double, double, double, double>, std::uint32_t> first;
    for (std::size_t at = 0; at < areas.size(); ++at) {
        const draw::Rect &rect = areas[at].rect;
        m_firstOf.push_back(
            first.try_emplace({rect.x, rect.y, rect.width, rect.height}, areas[at].node).first->second);
        m_areaOf.try_emplace(areas[at].node, at);
        if (at % kRun == 0)
            m_areaRuns.push_back({toRect(areas[at].rect), at, at});
        m_areaRuns.back().bounds |= toRect(areas[at].rect);
        m_areaRuns.back().end = at + 1;
    }
}

void DisplayListIndex::visit(double zoom, const std::vector<QRectF> &exposed,
                             const std::function<void(const draw::Item &)> &paint) const {
    const auto level = static_cast<float>(zoom); // 80 % is 80 %, not a little less
    // A line thinner than a pixel, or at the edge of one, still paints that pixel.
    const double pixel = 1 / std::max(zoom, 0.01), grown = glyphGrowth(zoom) + pixel;
    const auto grow = [](const QRectF &bounds, double by) {
        return bounds.adjusted(-by, -by, by, by);
    };
    for (const Run &run : m_runs) {
        if (level < run.minZoom || level >= run.maxZoom || !intersectsAny(exposed, grow(run.bounds, grown)))
            continue;
        for (std::size_t at = run.begin; at < run.end; ++at) {
            const draw::Item &item = m_list->items[at];
            if (level < item.minZoom || level >= item.maxZoom)
                continue;
            const bool isGlyph = item.shape == draw::Item::Shape::Glyph;
            if (intersectsAny(exposed, grow(m_bounds[at], isGlyph ? grown : pixel)))
                paint(item);
        }
    }
}

const draw::Area *DisplayListIndex::areaAt(double x, double y) const {
    for (auto run = m_areaRuns.rbegin(); run != m_areaRuns.rend(); ++run) {
        if (!run->bounds.contains(x, y))
            continue;
        for (std::size_t at = run->end; at-- > run->begin;)
            if (m_list->areas[at].rect.contains(x, y))
                return &m_list->areas[at];
    }
    return nullptr;
}

const draw::Area *DisplayListIndex::areaOf(std::uint32_t node) const {
    const auto found = m_areaOf.find(node);
    return found == m_areaOf.end() ? nullptr : &m_list->areas[found->second];
}

std::optional<std::uint32_t> DisplayListIndex::representativeOf(std::uint32_t node) const {
    const auto found = m_areaOf.find(node);
    return found == m_areaOf.end() ? std::nullopt : std::optional(m_firstOf[found->second]);
}

} // namespace fabricscope::widgets
