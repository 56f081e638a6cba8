// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/Block.h"
#include "core/layout/topology/Ribbons.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricscope::layout {

using draw::Point;
using draw::Rect;
using draw::Wiring;

namespace {

constexpr double kWidestGap = 64;                           ///< that a ribbon crosses straight
constexpr double kShallow = 9, kDeep = 28, kDeepFrom = 310; ///< of a curve below boxes; by its span
constexpr double kGutter = 4.5;              ///< from the right edge of a band to a ribbon down there
constexpr double kBelow = 11, kLaneStep = 8; ///< from the boxes to a ribbon below them, by its lane
constexpr double kMinGap = 20;               ///< in which a curve from one row to the next can be followed
constexpr double kBelowGap = 16; ///< from boxes side by side to the middle of a label below their gap
constexpr double kCorner = 8;
constexpr double kHalfTube = 4;
constexpr int kSegments = 28;

Point cubic(const std::array<Point, 4> &p, double t) {
    const double s = 1 - t;
    const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
            a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

RibbonPath curve(const std::array<Point, 4> &control) {
    RibbonPath path;
    for (int i = 0; i <= kSegments; ++i)
        path.points.push_back(cubic(control, static_cast<double>(i) / kSegments));
    for (const double t : {0.5, 0.34, 0.66, 0.2, 0.8})
        path.labels.push_back(cubic(control, t));
    return path;
}

double middleOf(const Rect &rect) {
    return std::floor(rect.x + rect.width / 2) + 0.5;
}

/// Rounds the corners of an axis-parallel line with quarter curves.
std::vector<Point> rounded(const std::vector<Point> &corners) {
    std::vector<Point> points{corners.front()};
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const Point &before = corners[i - 1], &corner = corners[i], &after = corners[i + 1];
        const auto toward = [&corner](const Point &other) {
            const double dx = other.x - corner.x, dy = other.y - corner.y;
            const double length = std::max(1.0, std::hypot(dx, dy));
            const double step = std::min(kCorner, length / 2);
            return Point{corner.x + dx / length * step, corner.y + dy / length * step};
        };
        const Point in = toward(before), out = toward(after);
        for (int step = 0; step <= 6; ++step)
            points.push_back(cubic({in, corner, corner, out}, step / 6.0));
    }
    points.push_back(corners.back());
    return points;
}

} // namespace

RibbonPaths::RibbonPaths(const Wiring &wiring) : m_wiring(wiring), m_obstacles(wiring.obstacles) {
    for (const auto &[node, box] : wiring.boxes)
        m_obstacles.push_back(box);
    for (const Rect &obstacle : m_obstacles)
        m_highest = std::max(m_highest, obstacle.height);
    std::sort(m_obstacles.begin(), m_obstacles.end(),
              [](const Rect &a, const Rect &b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
}

bool RibbonPaths::isFree(const Rect &rect) const {
    const auto begin = std::lower_bound(m_obstacles.begin(), m_obstacles.end(), rect.y - m_highest,
                                        [](const Rect &box, double y) { return box.y < y; });
    for (auto box = begin; box != m_obstacles.end() && box->y < rect.bottom(); ++box)
        if (box->bottom() > rect.y && box->x < rect.right() && box->right() > rect.x)
            return false;
    return true;
}

std::optional<RibbonPath> RibbonPaths::below(const Rect &from, const Rect &to) const {
    const double x0 = middleOf(from), x1 = middleOf(to), y = std::max(from.bottom(), to.bottom());
    const double depth = kShallow + (kDeep - kShallow) * std::min(1.0, std::abs(x1 - x0) / kDeepFrom);
    if (!isFree({std::min(x0, x1), y, std::abs(x1 - x0), depth + kHalfTube}))
        return std::nullopt;
    const double control = y + depth / 0.75; // a cubic reaches three quarters of the way to its controls
    return curve({Point{x0, from.bottom()}, Point{x0, control}, Point{x1, control}, Point{x1, to.bottom()}});
}

/// The gap between two boxes side by side, or one above the other.
std::optional<RibbonPath> RibbonPaths::across(const Rect &from, const Rect &to) const {
    constexpr double kBand = 18;
    const Rect &left = from.x <= to.x ? from : to, &right = from.x <= to.x ? to : from;
    const Rect &upper = from.y <= to.y ? from : to, &lower = from.y <= to.y ? to : from;
    RibbonPath path;
    const double top = std::max(from.y, to.y), bottom = std::min(from.bottom(), to.bottom());
    const double begin = std::max(from.x, to.x), end = std::min(from.right(), to.right());
    if (bottom - top >= kBand)
        path.gap = Rect{left.right(), std::floor((top + bottom - kBand) / 2), right.x - left.right(), kBand};
    else if (end - begin >= kBand)
        path.gap =
            Rect{std::floor((begin + end - kBand) / 2), upper.bottom(), kBand, lower.y - upper.bottom()};
    path.upright = bottom - top < kBand;
    if (!path.gap || std::max(path.gap->width, path.gap->height) > kWidestGap || path.gap->width <= 0 ||
        path.gap->height <= 0 || !isFree(*path.gap))
        return std::nullopt;
    const double centre = path.gap->x + path.gap->width / 2;
    path.labels = {{centre, path.gap->y + path.gap->height / 2},
                   {centre, std::max(from.bottom(), to.bottom()) + kBelowGap}};
    return path;
}

/// From a row of boxes to the next one.
std::optional<RibbonPath> RibbonPaths::downTo(const Rect &upper, const Rect &lower) const {
    const double gap = lower.y - upper.bottom();
    const double left = std::min(upper.x, lower.x), right = std::max(upper.right(), lower.right());
    if (gap < kMinGap || gap > kWidestGap || !isFree({left, upper.bottom(), right - left, gap}))
        return std::nullopt;
    const double x0 = middleOf(upper), x1 = middleOf(lower), bend = gap * 0.6;
    RibbonPath path = curve({Point{x0, upper.bottom()}, Point{x0, upper.bottom() + bend},
                             Point{x1, lower.y - bend}, Point{x1, lower.y}});
    constexpr double kCrossingOffset = 11; // two swapped ones cross in the middle, so that it is visible
    if (gap >= 4 * kCrossingOffset)
        path.labels.insert(path.labels.begin(), {{(x0 + x1) / 2, lower.y - kCrossingOffset},
                                                 {(x0 + x1) / 2, upper.bottom() + kCrossingOffset}});
    return path;
}

/// The point where a ribbon leaves its band: at its right edge, or between two bands side by side.
double RibbonPaths::edgeBetween(const Rect &from, const Rect &to) const {
    const auto frameOf = [this](const Rect &box) -> const Rect * {
        for (const Wiring::Band &band : m_wiring.bands)
            if (band.frame.contains(box.x, box.y))
                return &band.frame;
        return nullptr;
    };
    const Rect *a = frameOf(from), *b = frameOf(to);
    if (a == nullptr || b == nullptr)
        return std::max(from.right(), to.right()) + 2 * kCorner;
    return (a->x <= b->x ? a : b)->right() - kGutter;
}

/// Along below the boxes to the edge of the band, down or up there, and back.
std::optional<RibbonPath> RibbonPaths::around(const Rect &from, const Rect &to, int lane) const {
    const double edge = edgeBetween(from, to);
    const double below = kBelow + kLaneStep * std::clamp(lane, 0, kLanes - 1);
    const double x0 = middleOf(from), x1 = middleOf(to), y0 = from.bottom() + below, y1 = to.bottom() + below;
    const auto along = [&](double x, double y) {
        return isFree({std::min(x, edge), y - kHalfTube, std::abs(x - edge), 2 * kHalfTube});
    };
    if (!along(x0, y0) || !along(x1, y1) ||
        !isFree({edge - kHalfTube, std::min(y0, y1), 2 * kHalfTube, std::abs(y0 - y1)}))
        return std::nullopt;
    RibbonPath path;
    path.far = true;
    path.points =
        rounded({{x0, from.bottom()}, {x0, y0}, {edge, y0}, {edge, y1}, {x1, y1}, {x1, to.bottom()}});
    path.labels = {
        {(x0 + edge) / 2, y0}, {(x1 + edge) / 2, y1}, {(2 * x0 + edge) / 3, y0}, {(2 * x1 + edge) / 3, y1}};
    return path;
}

std::optional<RibbonPath> RibbonPaths::between(const Rect &from, const Rect &to, bool straight,
                                               int lane) const {
    std::optional<RibbonPath> path;
    if (straight)
        path = across(from, to);
    if (!path && std::abs(from.bottom() - to.bottom()) < 1)
        path = below(from, to);
    if (!path)
        path = downTo(from, to);
    if (!path)
        path = downTo(to, from);
    return path ? path : around(from, to, lane);
}

} // namespace fabricscope::layout
