// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartExtent.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::present {

namespace {

constexpr double kAir = 0.06; ///< above the highest of all, as a share of y

/// Least and greatest of what it is given.
class Bounds {
public:
    void take(double value) {
        m_low = m_any ? std::min(m_low, value) : value;
        m_high = m_any ? std::max(m_high, value) : value;
        m_any = true;
    }
    [[nodiscard]] bool any() const { return m_any; }
    [[nodiscard]] ChartRange range() const { return {m_low, m_high}; }

private:
    double m_low = 0, m_high = 0;
    bool m_any = false;
};

/// A single value is in the middle.
ChartRange widened(const ChartRange &range, ScaleKind kind) {
    if (range.high > range.low)
        return range;
    return kind == ScaleKind::Linear ? ChartRange{range.low - 1, range.low + 1}
                                     : ChartRange{range.low / 2, std::max(range.low * 2, 1e-9)};
}

/// The place where the line crosses this x.
std::optional<ChartPoint> crossing(const ChartPoint &before, const ChartPoint &after, double x,
                                   const ChartSpec &spec) {
    if (!before.y || !after.y)
        return std::nullopt;
    const ScaleKind kx = xKind(spec.axis), ky = yKind(spec);
    const double from = onRuler(kx, before.x), to = onRuler(kx, after.x);
    if (!(to > from))
        return std::nullopt;
    const double share = (onRuler(kx, x) - from) / (to - from);
    const double low = onRuler(ky, *before.y), high = onRuler(ky, *after.y);
    return ChartPoint{x, offRuler(ky, low + share * (high - low))};
}

std::vector<ChartPoint> visibleLine(const ChartLine &line, const ChartSpec &spec, std::size_t columns) {
    if (!spec.zoom)
        return thinned(line.points, columns);
    const auto less = [](const ChartPoint &point, double x) {
        return point.x < x;
    };
    const auto &all = line.points;
    const auto first = std::lower_bound(all.begin(), all.end(), spec.zoom->low, less);
    const auto last = std::upper_bound(first, all.end(), spec.zoom->high,
                                       [](double x, const ChartPoint &point) { return x < point.x; });
    std::vector<ChartPoint> seen = thinned({first, last}, columns);
    if (first != all.begin() && first != all.end())
        if (const auto edge = crossing(*(first - 1), *first, spec.zoom->low, spec))
            seen.insert(seen.begin(), *edge);
    if (last != all.begin() && last != all.end())
        if (const auto edge = crossing(*(last - 1), *last, spec.zoom->high, spec))
            seen.push_back(*edge);
    return seen;
}

/// A logarithm has no place for what is not positive: there the line has a gap.
void dropBelowZero(std::vector<ChartPoint> &points) {
    for (ChartPoint &point : points)
        if (point.y && !(*point.y > 0))
            point.y.reset();
}

Bounds boundsOf(const ChartSpec &spec, const VisibleChart &visible) {
    Bounds bounds;
    const auto take = [&](const std::optional<double> &value) {
        if (value && (!spec.logarithmic || *value > 0))
            bounds.take(*value);
    };
    for (const std::vector<ChartPoint> &line : visible.lines)
        for (const ChartPoint &point : line) {
            take(point.y);
            if (point.spread) {
                take(point.spread->first);
                take(point.spread->second);
            }
        }
    for (const bench::BandPoint &point : spec.band)
        if (visible.extent.x.holds(point.x)) {
            take(point.low);
            take(point.high);
        }
    if (spec.ceiling)
        take(spec.ceiling->value);
    return bounds;
}

ChartRange yRange(const ChartSpec &spec, const VisibleChart &visible) {
    const Bounds bounds = boundsOf(spec, visible);
    if (spec.logarithmic) {
        const ChartRange all = widened(bounds.any() ? bounds.range() : ChartRange{0.1, 1}, ScaleKind::Decade);
        const double air = std::pow(all.high / all.low, kAir);
        return {all.low / air, all.high * air};
    }
    if (!spec.zoom || !bounds.any()) {
        const double low = bounds.any() ? std::min(bounds.range().low, 0.0) : 0;
        const double high = bounds.any() ? std::max(bounds.range().high, 0.0) : 0;
        return {low, high > low ? low + (high - low) * (1 + kAir) : low + 1};
    }
    const ChartRange all = bounds.range();
    const double air = std::max((all.high - all.low) * kAir, std::abs(all.high) * 1e-3);
    const double low = all.low >= 0 ? std::max(all.low - air, 0.0) : all.low - air;
    return {low, all.high + air > low ? all.high + air : low + 1};
}

} // namespace

ScaleKind xKind(bench::Axis axis) {
    return axis == bench::Axis::Bytes ? ScaleKind::Doubling : ScaleKind::Linear;
}

ChartRange wholeX(const ChartSpec &spec) {
    Bounds bounds;
    for (const ChartLine &line : spec.lines)
        if (!line.points.empty()) {
            bounds.take(line.points.front().x);
            bounds.take(line.points.back().x);
        }
    if (spec.expectedRange) {
        bounds.take(spec.expectedRange->first);
        bounds.take(spec.expectedRange->second);
    }
    if (spec.running)
        bounds.take(*spec.running);
    return bounds.any() ? widened(bounds.range(), xKind(spec.axis)) : ChartRange{0, 1};
}

VisibleChart visibleOf(const ChartSpec &spec, std::size_t columns) {
    VisibleChart visible;
    visible.extent.x = spec.zoom.value_or(wholeX(spec));
    for (const ChartLine &line : spec.lines) {
        visible.lines.push_back(line.hidden ? std::vector<ChartPoint>() : visibleLine(line, spec, columns));
        if (spec.logarithmic)
            dropBelowZero(visible.lines.back());
    }
    visible.extent.y = yRange(spec, visible);
    return visible;
}

ChartSpec thinnedSpec(const ChartSpec &spec, std::size_t columns) {
    ChartSpec thin;
    thin.title = spec.title;
    thin.subtitle = spec.subtitle;
    thin.unit = spec.unit;
    thin.axis = spec.axis;
    thin.ceiling = spec.ceiling;
    thin.band = spec.band;
    thin.bandText = spec.bandText;
    thin.running = spec.running;
    thin.expectedRange = spec.expectedRange;
    thin.peak = spec.peak;
    thin.zoom = spec.zoom;
    thin.logarithmic = spec.logarithmic;
    thin.simulated = spec.simulated;
    for (const ChartLine &line : spec.lines)
        thin.lines.push_back({line.name, thinned(line.points, columns), line.hidden});
    return thin;
}

bool fillsColumns(const ChartSpec &coarse, const ChartSpec &spec, std::size_t columns) {
    for (std::size_t index = 0; index < coarse.lines.size() && index < spec.lines.size(); ++index) {
        const auto &few = coarse.lines[index].points;
        if (few.size() == spec.lines[index].points.size() || !coarse.zoom)
            continue;
        const auto less = [](const ChartPoint &point, double x) {
            return point.x < x;
        };
        const auto first = std::lower_bound(few.begin(), few.end(), coarse.zoom->low, less),
                   last = std::lower_bound(first, few.end(), coarse.zoom->high, less);
        if (static_cast<std::size_t>(last - first) < 4 * columns)
            return false;
    }
    return true;
}

// Ticks

std::string xLabel(bench::Axis axis, double x, double span) {
    if (axis == bench::Axis::Bytes)
        return byteLabel(x);
    if (axis == bench::Axis::Seconds)
        return timeLabel(x, span);
    return valueLabel(x, decimalsOf(x));
}

std::vector<Tick> xTicks(bench::Axis axis, const ChartRange &range, double px) {
    constexpr double kByteLabel = 36, kLabel = 90;
    if (axis != bench::Axis::Bytes) {
        const int most = static_cast<int>(px / kLabel) + 2;
        return axis == bench::Axis::Seconds ? timeTicks(range.low, range.high, most)
                                            : roundTicks(range.low, range.high, most);
    }
    const double low = onRuler(ScaleKind::Doubling, range.low),
                 span = onRuler(ScaleKind::Doubling, range.high) - low;
    const int first = static_cast<int>(std::ceil(low - 1e-9)),
              last = static_cast<int>(std::floor(low + span + 1e-9));
    const double step = span > 0 ? px / span : px;
    const int every = std::max(1, static_cast<int>(std::ceil(kByteLabel / std::max(step, 0.5))));
    std::vector<Tick> ticks;
    for (int power = first; power <= last; ++power)
        ticks.push_back({std::exp2(power), (last - power) % every == 0 ? byteLabel(std::exp2(power)) : ""});
    return ticks;
}

std::vector<Tick> yTicks(ScaleKind kind, const ChartRange &range, int most) {
    if (kind != ScaleKind::Decade || range.high < range.low * 8)
        return roundTicks(range.low, range.high, most);
    const int first = static_cast<int>(std::floor(std::log10(range.low))),
              last = static_cast<int>(std::ceil(std::log10(range.high)));
    const int decades = last - first, every = std::max(1, decades / std::max(most, 1));
    std::vector<Tick> ticks;
    for (int power = first; power <= last; power += every)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(10.0, power);
            if (range.holds(value) && (factor == 1.0 || 2 * decades <= most))
                ticks.push_back({value, valueLabel(value, decimalsOf(value))});
        }
    return ticks;
}

} // namespace fabricscope::present
