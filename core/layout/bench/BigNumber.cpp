// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/CommandText.h"
#include "core/layout/Sketch.h"
#include "core/layout/bench/Chart.h"
#include "core/layout/bench/TelemetryPicture.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {
namespace {

constexpr float kMax = 220, kLeast = 36;
constexpr double kSide = 32;

/// The best value of a picture: the highest of its first line, or the lowest of times.
const ChartPoint *bestOf(const ChartSpec &spec) {
    const bool less = bench::lowerIsBetter(spec.unit);
    const ChartPoint *best = nullptr;
    if (!spec.lines.empty())
        for (const ChartPoint &point : spec.lines.front().points)
            if (point.y && (best == nullptr || (less ? *point.y < *best->y : *point.y > *best->y)))
                best = &point;
    return best;
}

std::string whereOf(const BenchChart &chart, double x) {
    if (chart.axis == bench::Axis::Bytes)
        return " at " + byteLabel(x);
    if (chart.axis == bench::Axis::Rate)
        return " at " + valueLabel(x, decimalsOf(x)) + " requests/s";
    return chart.axis == bench::Axis::Batch ? " at batch " + valueLabel(x, 0) : std::string();
}

std::string lowered(std::string title) {
    if (title.starts_with("Bus "))
        title[0] = 'b';
    return title;
}

} // namespace

BigNumber bigNumberOf(const BenchView &view) {
    BigNumber number;
    const auto charts = benchCharts(*view.results);
    const auto chart = std::find_if(charts.begin(), charts.end(), [](const BenchChart &each) {
        return each.kind != BenchChart::Kind::Matrix;
    });
    if (chart == charts.end())
        return number;
    const ChartSpec spec = chartSpecOf(view, *chart);
    const ChartPoint *best = bestOf(spec);
    if (best == nullptr)
        return number;
    number.figure = valueLabel(*best->y, decimalsOf(*best->y));
    number.unit = chart->unit;
    number.what = view.results->test + (view.results->test.empty() ? "" : ", ") + lowered(chart->title) +
                  whereOf(*chart, best->x);
    if (spec.ceiling && spec.ceiling->value > 0)
        number.against =
            fmt::format("{:.0f} % of the {}", 100 * *best->y / spec.ceiling->value, spec.ceiling->words);
    return number;
}

DisplayList layoutBigNumber(const BenchView &view, double width, double height, const MeasureText &measure) {
    DisplayList list;
    Sketch sketch(list, measure);
    list.width = width;
    list.height = height;
    const BigNumber number = bigNumberOf(view);
    const std::string figure = number.figure.empty() ? "–" : number.figure;
    float size = std::clamp(static_cast<float>(height * 0.36), kLeast, kMax);
    const double room = std::max(width - 2 * kSide, 20.0);
    const auto style = [&size] {
        return TextStyle{Font::SansSemibold, size, Token::Text};
    };
    while (size > kLeast && sketch.width(figure, style()) > room)
        size *= 0.9F;
    const float small = std::clamp(size * 0.14F, 13.0F, 28.0F);
    const double row = small * 1.6, top = (height - size * 1.15 - 3 * row) / 2;
    sketch.text(level::kAlways, {kSide, top, room, size * 1.15}, figure, style(), Align::Centre);
    double y = top + size * 1.15;
    const auto line = [&](const std::string &words, Font font, Token token) {
        const TextStyle text{font, small, token};
        sketch.text(level::kAlways, {kSide, y, room, row}, sketch.elided(words, text, room), text,
                    Align::Centre);
        y += row;
    };
    line(number.unit, Font::SansSemibold, Token::Text2);
    line(number.figure.empty() ? "No measurements yet" : number.what, Font::Sans, Token::Text2);
    line(number.against, Font::Sans, Token::Text3);
    sketch.area(0, {kSide, top, room, y - top},
                figure + " " + number.unit + ", " + number.what +
                    (number.against.empty() ? "" : ", " + number.against));
    return list;
}

} // namespace fabricscope::layout
