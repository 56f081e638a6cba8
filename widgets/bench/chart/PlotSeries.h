// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/layout/bench/ChartMarks.h"
#include "core/present/bench/ChartExtent.h"

#include <QPen>

#include <vector>

class QAbstractAxis;
class QAbstractSeries;
class QAreaSeries;
class QChart;
class QLineSeries;
class QScatterSeries;

namespace fabricscope::widgets {

/// The curves, the band and the ceiling of a chart as series of Qt. They are kept and refilled, one replace()
/// each; made anew only where a line or a gap more is needed. Values are on the rulers of the axes.
class PlotSeries {
public:
    PlotSeries(QChart *chart, QAbstractAxis *x, QAbstractAxis *y);
    void show(const present::ChartSpec &spec, const present::VisibleChart &visible, double plotWidth);
    void restyle();
    /// Long curves are empty until show().
    void clearLong();

private:
    struct Line {
        std::vector<QLineSeries *> parts; ///< between gaps
        QScatterSeries *markers = nullptr;
        std::size_t points = 0;
    };
    void rebuild(const std::vector<std::size_t> &parts);
    void add(QAbstractSeries *series);
    void showBand(const present::ChartSpec &spec, const present::VisibleChart &visible, double plotWidth);
    void showCeiling(const present::ChartSpec &spec);
    void showLine(Line &line, std::vector<QList<QPointF>> parts, const layout::MarkedPoints &marked);
    void style(std::size_t index);

    QChart *m_chart;
    QAbstractAxis *m_x, *m_y;
    QLineSeries *m_low = nullptr, *m_high = nullptr,
                *m_ceiling = nullptr; ///< the first two: edges of the band
    QAreaSeries *m_band = nullptr;
    std::vector<Line> m_lines;
};

/// A pen in a colour of the theme, as wide and dashed as in the display list.
[[nodiscard]] QPen chartPen(draw::Token token, double width, double dash = 0, double gap = 0);

} // namespace fabricscope::widgets
