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
    std::optional<Rect> gap;
    bool upright = false;      ///< the gap is one between a box and another below it
    std::vector<Point> points; ///< a curve, as a polyline
    std::vector<Point> labels; ///< where the middle of a label may be, the best first
    bool far = false;          ///< along the edge of a band, to another row
};

/// Finds routes for ribbons between what was painted.
class RibbonPaths {
public:
    explicit RibbonPaths(const Wiring &wiring);
    /// How many can run a long way along each other and still be told apart.
    static constexpr int kLanes = 2;
    /// `straight`: across the gap where there is one, else below the boxes in any case.
    /// `lane` separates those that run along each other: less than kLanes. nullopt if every route runs
    /// over text.
    [[nodiscard]] std::optional<RibbonPath> between(const Rect &from, const Rect &to, bool straight,
                                                    int lane = 0) const;

    /// No text lies there.
    [[nodiscard]] bool isFree(const Rect &rect) const;

private:
    [[nodiscard]] std::optional<RibbonPath> across(const Rect &from, const Rect &to) const;
    [[nodiscard]] std::optional<RibbonPath> downTo(const Rect &upper, const Rect &lower) const;
    [[nodiscard]] std::optional<RibbonPath> below(const Rect &from, const Rect &to) const;
    [[nodiscard]] std::optional<RibbonPath> around(const Rect &from, const Rect &to, int lane) const;
    [[nodiscard]] double edgeBetween(const Rect &from, const Rect &to) const;

    const Wiring &m_wiring;
    std::vector<Rect> m_obstacles; ///< by y
    double m_highest = 0;          ///< height of the highest
};

/// Paints the links of the path from GPU to NIC: up from both, over the CPU if necessary.
void paintRoute(Scene &scene, const Pairing::Drawn &pair, Token token);

} // namespace fabricscope::layout
