// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartZoom.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::present {

namespace {

/// On the ruler of the axis.
struct Ruler {
    ScaleKind kind;
    double low, high;

    Ruler(ScaleKind of, const ChartRange &range)
        : kind(of), low(onRuler(of, range.low)), high(onRuler(of, range.high)) {}
    [[nodiscard]] double span() const { return high - low; }
};

/// Of this width from `low` on, moved inside the whole.
std::optional<ChartRange> placed(const Ruler &whole, double low, double span) {
    const double least = whole.kind == ScaleKind::Linear ? whole.span() * 1e-6 : 0.5;
    span = std::max(span, std::min(least, whole.span()));
    if (!(span < whole.span() * (1 - 1e-9)))
        return std::nullopt;
    low = std::clamp(low, whole.low, whole.high - span);
    return ChartRange{offRuler(whole.kind, low), offRuler(whole.kind, low + span)};
}

/// An end that is this value but for rounding is this value.
std::optional<ChartRange> ending(std::optional<ChartRange> range, double value) {
    const auto isNear = [value](double end) {
        return end != value && std::abs(end - value) <= std::abs(value) * 1e-9;
    };
    if (range && isNear(range->low))
        range->low = value;
    if (range && isNear(range->high))
        range->high = value;
    return range;
}

} // namespace

std::optional<ChartRange> zoomedBy(const ChartRange &whole, const std::optional<ChartRange> &zoom,
                                   ScaleKind kind, double at, double factor) {
    const Ruler all(kind, whole), seen(kind, zoom.value_or(whole));
    const double least = kind == ScaleKind::Linear ? all.span() * 1e-6 : 0.5;
    const double place = std::clamp(onRuler(kind, at), seen.low, seen.high);
    const double span = std::max(seen.span() * factor, std::min(least, seen.span()));
    return placed(all, place - (place - seen.low) * span / seen.span(), span);
}

std::optional<ChartRange> pannedBy(const ChartRange &whole, const std::optional<ChartRange> &zoom,
                                   ScaleKind kind, double share) {
    if (!zoom)
        return std::nullopt;
    const Ruler seen(kind, *zoom);
    return placed(Ruler(kind, whole), seen.low + share * seen.span(), seen.span());
}

std::optional<ChartRange> zoomedTo(const ChartRange &whole, ScaleKind kind, double from, double to) {
    const double low = onRuler(kind, std::min(from, to)), high = onRuler(kind, std::max(from, to));
    const Ruler all(kind, whole);
    const double begin = std::clamp(low, all.low, all.high), end = std::clamp(high, all.low, all.high);
    return ending(ending(placed(all, begin, end - begin), from), to);
}

std::optional<ChartRange> revealing(const ChartRange &whole, const std::optional<ChartRange> &zoom,
                                    ScaleKind kind, double x) {
    if (!zoom || zoom->holds(x))
        return zoom;
    const Ruler seen(kind, *zoom);
    const double at = onRuler(kind, x);
    return ending(placed(Ruler(kind, whole), at < seen.low ? at : at - seen.span(), seen.span()), x);
}

} // namespace fabricscope::present
