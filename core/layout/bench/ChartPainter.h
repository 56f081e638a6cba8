// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/ChartMarks.h"

namespace fabricscope::layout {

/// Paints one chart into a list: what layoutChart() does, in its steps.
class ChartPainter {
public:
    ChartPainter(const present::ChartSpec &spec, const ChartOptions &options, draw::DisplayList &list);
    void paint();

private:
    void findRange();
    void head();
    void grid(const std::vector<present::Tick> &ticks);
    void running();
    void ceiling();
    struct LegendRow {
        std::string text;
        std::optional<std::size_t> line; ///< unset: the band
    };
    [[nodiscard]] std::vector<LegendRow> legendRows() const;
    void findFrame(double left, double right);
    void placeLegend(double left);
    void legend();
    void legendKey(const draw::Rect &rect, std::optional<std::size_t> line);
    void peak();
    [[nodiscard]] bool isCrossed(const draw::Rect &box) const;
    /// What the curve reaches, larger, in the corner below it.
    void inset();
    void insetAxes(const ChartFrame &frame, const std::vector<present::ChartLine> &lines);
    void xLabels();
    void areas();
    [[nodiscard]] std::string xText(double x) const;

    const present::ChartSpec &m_spec;
    const ChartOptions &m_options;
    draw::Sketch m_sketch;
    ChartFrame m_frame;
    draw::Rect m_legend; ///< empty where there is none
    double m_lowX = 0, m_highX = 1, m_lowY = 0, m_highY = 0;
};

} // namespace fabricscope::layout
