// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/CommandText.h"
#include "core/bench/run/OutputParser.h"
#include "core/draw/DisplayList.h"
#include "core/draw/Sketch.h"
#include "core/layout/bench/Chart.h"
#include "core/present/bench/ChartScale.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using bench::BenchView;
using draw::Align;
using draw::DisplayList;
using draw::Font;
using draw::Item;
using draw::kNoPaint;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::BenchChart;
using present::ChartScale;
using present::decimalsOf;
using present::ScaleKind;
using present::valueLabel;

namespace {

constexpr TextStyle kTitle{Font::SansSemibold, 12.5F, Token::Text};
constexpr TextStyle kSubtitle{Font::Sans, 12, Token::Text3};
constexpr TextStyle kName{Font::Sans, 12, Token::Text2};
constexpr TextStyle kValue{Font::Mono, 11.5F, Token::Text};
constexpr double kSide = 16, kHead = 44, kRow = 34, kBarHeight = 16, kMaxNames = 200, kValueSpace = 96;
constexpr std::size_t kMaxBars = 256;

struct Bar {
    std::string name;
    std::optional<double> value;
};

std::vector<Bar> barsOf(const BenchView &view, const BenchChart &chart) {
    std::vector<Bar> bars;
    for (const std::size_t index : chart.series) {
        const bench::Series &series = view.results->series[index];
        auto value = series.points.empty() ? std::nullopt : series.points.front().y;
        if (value && !std::isfinite(*value))
            value.reset();
        if (bars.size() < kMaxBars)
            bars.push_back({series.name, value});
    }
    return bars;
}

} // namespace

DisplayList layoutBars(const BenchView &view, const BenchChart &chart, const ChartOptions &options) {
    DisplayList list;
    Sketch sketch(list, options.measure);
    const std::vector<Bar> bars = barsOf(view, chart);
    const bool hasCeiling = view.ceiling && bench::sameUnit(view.ceiling->unit, chart.unit);
    double names = 0, highest = hasCeiling ? view.ceiling->value : 0;
    int decimals = 0;
    for (const Bar &bar : bars) {
        names = std::max(names, std::min(sketch.width(bar.name, kName), kMaxNames));
        highest = std::max(highest, bar.value.value_or(0));
        decimals = std::max(decimals, bar.value ? decimalsOf(*bar.value) : 0);
    }
    const double title = sketch.width(chart.title, kTitle), left = kSide + names + 12;
    list.width = options.width;
    list.height = std::max(options.height, kHead + kRow * static_cast<double>(bars.size()) + 16);
    sketch.text(level::kAlways, {kSide, 8, title, 24}, chart.title, kTitle);
    sketch.text(level::kAlways, {kSide + title + 8, 8, 200, 24}, chart.subtitle(), kSubtitle);
    const double room = std::max(options.width - left - kSide - kValueSpace, 20.0);
    const ChartScale scale(ScaleKind::Linear, 0, std::max(highest, 1e-12), left, left + room);
    for (std::size_t index = 0; index < bars.size(); ++index) {
        const Bar &bar = bars[index];
        const double y = kHead + kRow * static_cast<double>(index), middle = y + kRow / 2;
        const std::string value = bar.value ? valueLabel(*bar.value, decimals) : "unknown";
        sketch.words(level::kAlways, {kSide, y, names, kRow}, bar.name, kName);
        sketch.box(level::kAlways, {left, middle - kBarHeight / 2, room, kBarHeight}, solid(Token::Raised),
                   kNoPaint, 2);
        if (bar.value && *bar.value > 0)
            sketch.box(level::kAlways,
                       {left, middle - kBarHeight / 2, scale.at(*bar.value) - left, kBarHeight},
                       solid(Token::Series1), kNoPaint, 2);
        sketch.text(level::kAlways, {left + room + 8, y, kValueSpace - 8, kRow}, value, kValue, Align::Right);
        sketch.area(static_cast<std::uint32_t>(index), {kSide, y, options.width - 2 * kSide, kRow},
                    bar.name + ": " + value + (bar.value ? " " + chart.unit : ""));
    }
    if (hasCeiling) {
        const double x = std::round(scale.at(view.ceiling->value)) + 0.5, end = list.height - 12;
        Item &line = sketch.line(level::kAlways, {{x, kHead - 4}, {x, end}}, solid(Token::Text2), 1.5F);
        line.dash = 6;
        line.gap = 4;
        sketch.hint({x - 4, kHead, 8, end - kHead}, view.ceiling->words);
    }
    return list;
}

} // namespace fabricscope::layout
