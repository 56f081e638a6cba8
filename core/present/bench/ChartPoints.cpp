// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartPoints.h"

#include "core/base/HostText.h"
#include "core/present/bench/ChartExtent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricscope::present {

namespace {

using Points = std::vector<ChartPoint>;

Points::const_iterator firstFrom(const Points &points, double x) {
    return std::lower_bound(points.begin(), points.end(), x,
                            [](const ChartPoint &point, double at) { return point.x < at; });
}

/// nullptr: the line has none there.
const ChartPoint *pointAt(const ChartLine &line, double x) {
    const auto found = firstFrom(line.points, x);
    return found != line.points.end() && found->x == x ? &*found : nullptr;
}

const bench::BandPoint *bandAt(const ChartSpec &spec, double x) {
    const auto found = std::find_if(spec.band.begin(), spec.band.end(),
                                    [x](const bench::BandPoint &point) { return point.x == x; });
    return found != spec.band.end() && found->low && found->high ? &*found : nullptr;
}

std::string figure(double value) {
    return valueLabel(value, decimalsOf(value));
}

bool isSeen(const ChartSpec &spec, double x) {
    return !spec.zoom || spec.zoom->holds(x);
}

/// Calls with each x next to this one, in both directions.
template<typename Take> void neighbours(const ChartSpec &spec, double x, Take take) {
    for (const ChartLine &line : spec.lines) {
        if (line.hidden)
            continue;
        const auto at = firstFrom(line.points, x);
        for (auto after = at; after != line.points.end(); ++after) {
            take(after->x);
            if (after->x > x)
                break;
        }
        if (at != line.points.begin())
            take((at - 1)->x);
    }
    if (spec.running)
        take(*spec.running);
}

} // namespace

std::optional<double> nearestX(const ChartSpec &spec, double x) {
    const ScaleKind kind = xKind(spec.axis);
    const double place = onRuler(kind, x);
    std::optional<double> best;
    const auto distance = [&](double other) {
        return std::abs(onRuler(kind, other) - place);
    };
    const double within = spec.zoom ? std::clamp(x, spec.zoom->low, spec.zoom->high) : x;
    neighbours(spec, within, [&](double other) {
        if (isSeen(spec, other) && (!best || distance(other) < distance(*best)))
            best = other;
    });
    return best;
}

std::optional<double> nextX(const ChartSpec &spec, double x, int direction) {
    std::optional<double> best;
    neighbours(spec, x, [&](double other) {
        const bool fits = direction > 0 ? other > x : other < x;
        if (fits && (!best || (direction > 0 ? other < *best : other > *best)))
            best = other;
    });
    return best;
}

bool hasX(const ChartSpec &spec, double x) {
    return spec.running == x || std::any_of(spec.lines.begin(), spec.lines.end(), [x](const ChartLine &line) {
               return !line.hidden && pointAt(line, x) != nullptr;
           });
}

std::vector<double> seenXs(const ChartSpec &spec, std::size_t most) {
    std::vector<double> xs;
    for (const ChartLine &line : spec.lines) {
        if (line.hidden)
            continue;
        std::size_t before = xs.size();
        for (auto at = spec.zoom ? firstFrom(line.points, spec.zoom->low) : line.points.begin();
             at != line.points.end() && isSeen(spec, at->x); ++at) {
            xs.push_back(at->x);
            if (xs.size() - before > most)
                return {};
        }
        std::sort(xs.begin(), xs.end());
        xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
        if (xs.size() > most)
            return {};
    }
    if (spec.running && isSeen(spec, *spec.running) &&
        !std::binary_search(xs.begin(), xs.end(), *spec.running))
        xs.insert(std::upper_bound(xs.begin(), xs.end(), *spec.running), *spec.running);
    return xs;
}

std::vector<ChartReading> readingsAt(const ChartSpec &spec, double x) {
    std::vector<ChartReading> readings;
    for (std::size_t index = 0; index < spec.lines.size(); ++index) {
        const ChartLine &line = spec.lines[index];
        if (const ChartPoint *point = line.hidden ? nullptr : pointAt(line, x))
            readings.push_back({index, line.name, point->y ? figure(*point->y) : "unknown"});
    }
    if (const bench::BandPoint *point = bandAt(spec, x); point != nullptr && !readings.empty())
        readings.push_back(
            {std::nullopt, "baseline",
             point->middle ? figure(*point->middle) : figure(*point->low) + " to " + figure(*point->high)});
    return readings;
}

std::string pointText(const ChartSpec &spec, double x) {
    std::string text;
    for (const ChartLine &line : spec.lines) {
        const ChartPoint *point = line.hidden ? nullptr : pointAt(line, x);
        if (point == nullptr)
            continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", line.name,
                            point->y ? figure(*point->y) + " " + spec.unit : std::string("unknown"));
        if (point->spread)
            text += fmt::format(" ({} to {})", figure(point->spread->first), figure(point->spread->second));
    }
    if (text.empty() && spec.running == x)
        text = "running";
    else if (const bench::BandPoint *band = bandAt(spec, x))
        text += fmt::format(", baseline {} to {}", figure(*band->low), figure(*band->high));
    const ChartRange whole = wholeX(spec);
    return xLabel(spec.axis, x, whole.high - whole.low) + ": " + text;
}

std::optional<double> firstValueAt(const ChartSpec &spec, double x) {
    for (const ChartLine &line : spec.lines)
        if (const ChartPoint *point = line.hidden ? nullptr : pointAt(line, x); point != nullptr && point->y)
            return point->y;
    return std::nullopt;
}

std::string chartCsv(const ChartSpec &spec) {
    static constexpr std::array kNames = {"size", "time [s]", "row", "rate [1/s]", "batch"};
    const std::string unit = spec.unit.empty() ? "" : " [" + spec.unit + "]";
    std::string out = kNames[static_cast<std::size_t>(spec.axis)];
    for (const ChartLine &line : spec.lines)
        if (!line.hidden)
            out += "," + HostText(line.name + unit).csv();
    if (!spec.band.empty())
        out += "," + HostText("baseline low" + unit).csv() + "," + HostText("baseline high" + unit).csv();
    out += spec.simulated ? ",simulated\r\n" : "\r\n";
    const auto cell = [](const std::optional<double> &value) {
        return value ? fmt::format(",{}", *value) : std::string(",");
    };
    for (const double x : seenXs(spec, static_cast<std::size_t>(-2))) {
        if (readingsAt(spec, x).empty())
            continue; // being measured
        out += fmt::format("{}", x);
        for (const ChartLine &line : spec.lines)
            if (!line.hidden) {
                const ChartPoint *point = pointAt(line, x);
                out += cell(point != nullptr ? point->y : std::nullopt);
            }
        if (!spec.band.empty()) {
            const bench::BandPoint *band = bandAt(spec, x);
            out += cell(band != nullptr ? band->low : std::nullopt) +
                   cell(band != nullptr ? band->high : std::nullopt);
        }
        out += spec.simulated ? ",yes\r\n" : "\r\n"; // in each row: rows are copied without their header
    }
    return out;
}

} // namespace fabricscope::present
