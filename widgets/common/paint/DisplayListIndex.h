// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QRectF>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace fabricscope::widgets {

/// Finds the items of a display list to be painted, and areas by node or position, without examining all of
/// it. Items that are adjacent in painting order are also close in the picture, so runs of them are skipped
/// together.
class DisplayListIndex {
public:
    explicit DisplayListIndex(std::shared_ptr<const draw::DisplayList> list);

    [[nodiscard]] const draw::DisplayList &list() const { return *m_list; }
    /// In painting order: items painted at this zoom that intersect one of these rectangles.
    void visit(double zoom, const std::vector<QRectF> &exposed,
               const std::function<void(const draw::Item &)> &paint) const;

    /// The innermost area at this point; nullptr if there is none.
    [[nodiscard]] const draw::Area *areaAt(double x, double y) const;
    [[nodiscard]] const draw::Area *areaOf(std::uint32_t node) const;
    /// The node that represents all nodes with the same area (for folded ones); std::nullopt if it has no
    /// area.
    [[nodiscard]] std::optional<std::uint32_t> representativeOf(std::uint32_t node) const;

private:
    struct Run {
        QRectF bounds;
        float minZoom, maxZoom;
        std::size_t begin, end;
    };
    struct AreaRun {
        QRectF bounds;
        std::size_t begin, end;
    };
    void addRuns();
    void addAreas();

    std::shared_ptr<const draw::DisplayList> m_list;
    std::vector<QRectF> m_bounds; ///< of each item at 100 %
    std::vector<Run> m_runs;
    std::vector<AreaRun> m_areaRuns;
    std::unordered_map<std::uint32_t, std::size_t> m_areaOf;
    std::vector<std::uint32_t> m_firstOf; ///< by area: the node with the first area at this place
};

} // namespace fabricscope::widgets
