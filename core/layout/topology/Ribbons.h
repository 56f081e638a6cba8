// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <optional>
#include <vector>

namespace fabricscope::layout {

/// Over the painted bands: a ribbon for each pair of Scene::pairing(), and the routes of those that are
/// mispaired or traced.
void paintRibbons(Scene &scene);

/// Where a ribbon runs.
struct RibbonPath {
    /// Straight across the gap between two boxes; else `points` from box to box.
    std::optional<draw::Rect> gap;
    bool upright = false;            ///< the gap is one between a box and another below it
    std::vector<draw::Point> points; ///< a curve, as a polyline
    std::vector<draw::Point> labels; ///< where the middle of a label may be, the best first
    bool far = false;                ///< along the edge of a band, to another row
};

/// Finds routes for ribbons between what was painted.
class RibbonPaths {
public:
    explicit RibbonPaths(const draw::Wiring &wiring);
    /// How many can run a long way along each other and still be told apart.
    static constexpr int kLanes = 2;
    /// `straight`: across the gap where there is one, else below the boxes in any case.
    /// `lane` separates those that run along each other: less than kLanes. nullopt if every route runs
    /// over text.
    [[nodiscard]] std::optional<RibbonPath> between(const draw::Rect &from, const draw::Rect &to,
                                                    bool straight, int lane = 0) const;

    /// No text lies there.
    [[nodiscard]] bool isFree(const draw::Rect &rect) const;

private:
    [[nodiscard]] std::optional<RibbonPath> across(const draw::Rect &from, const draw::Rect &to) const;
    [[nodiscard]] std::optional<RibbonPath> downTo(const draw::Rect &upper, const draw::Rect &lower) const;
    [[nodiscard]] std::optional<RibbonPath> below(const draw::Rect &from, const draw::Rect &to) const;
    [[nodiscard]] std::optional<RibbonPath> around(const draw::Rect &from, const draw::Rect &to,
                                                   int lane) const;
    [[nodiscard]] double edgeBetween(const draw::Rect &from, const draw::Rect &to) const;

    const draw::Wiring &m_wiring;
    std::vector<draw::Rect> m_obstacles; ///< by y
    double m_highest = 0;                ///< height of the highest
};

/// Paints the links of the path from GPU to NIC: up from both, over the CPU if necessary.
void paintRoute(Scene &scene, const present::Pairing::Drawn &pair, draw::Token token);

} // namespace fabricscope::layout
