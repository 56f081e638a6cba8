// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// CPU time of the window's thread for charts, with software rendering: a chart of 8 lines of 300 noisy points
// that grow, shown again ten times a second, as a share of a core; and frames of a line of a million points,
// whole, zoomed and panned. run_charts.sh prints it.
#include "core/present/bench/ChartExtent.h"
#include "core/present/bench/ChartZoom.h"
#include "tests/bench/GuiTurns.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/common/theme/Theme.h"

#include <cstdlib>

namespace {

using namespace fabricscope;
using present::ChartSpec;

constexpr int kFrames = 60;

ChartSpec noisy(std::size_t lines, std::size_t points) {
    ChartSpec spec;
    spec.title = "power";
    spec.unit = "W";
    spec.axis = bench::Axis::Seconds;
    unsigned state = 1; // the same at each run
    for (std::size_t line = 0; line < lines; ++line) {
        spec.lines.push_back({"GPU " + std::to_string(line), {}});
        for (std::size_t at = 0; at < points; ++at) {
            state = state * 1664525U + 1013904223U;
            const double noise = static_cast<double>(state >> 8U) / (1U << 24U);
            spec.lines.back().points.push_back(
                {static_cast<double>(at), 100.0 * static_cast<double>(line + 1) + 60 * noise});
        }
    }
    return spec;
}

/// What is pending, painted once into the window.
void paint() {
    QApplication::processEvents();
}

double live(widgets::RunChart &chart) {
    bench::Times times;
    const ChartSpec all = noisy(8, 300 + kFrames);
    for (int frame = 0; frame < kFrames; ++frame) {
        ChartSpec spec = all;
        for (present::ChartLine &line : spec.lines)
            line.points.resize(static_cast<std::size_t>(300 + frame));
        times.add([&] {
            chart.setSpec(std::move(spec), QStringLiteral("live"));
            paint();
        });
    }
    return times.at(50);
}

} // namespace

int main(int argc, char **argv) {
    bench::TimedApplication application(argc, argv);
    widgets::applyTheme(application, widgets::ThemeKind::Dark);
    widgets::RunChart chart;
    chart.resize(630, 420);
    chart.show();
    paint();
    const double frame = live(chart);
    fmt::print("8 lines of 300 points: {:.1f} ms a frame; ten times a second {:.1f} % of a core\n", frame,
               frame);

    chart.setSpec(noisy(1, 1'000'000), QStringLiteral("million"));
    paint();
    bench::Times whole, zoomed, hovered;
    widgets::LinePlot &plot = *chart.plot();
    for (int index = 0; index < kFrames; ++index) {
        whole.add([&] {
            plot.restyle(); // what a resize does
            paint();
        });
        const double low = 1000.0 * index;
        zoomed.add([&] {
            plot.setZoom(present::ChartRange{low, low + 600'000});
            paint();
        });
        hovered.add([&] {
            plot.selectX(low + 5000);
            paint();
        });
    }
    fmt::print("a line of a million points: {:.1f} ms a frame whole (95 %: {:.1f}), {:.1f} panned over 600 "
               "000 (95 %: "
               "{:.1f}), {:.1f} with another point selected\n",
               whole.at(50), whole.at(95), zoomed.at(50), zoomed.at(95), hovered.at(50));
    return EXIT_SUCCESS;
}
