// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/ChartMarks.h"

namespace fabricscope::layout {

/// Paints one chart into a list: what layoutChart() does, in its steps.
class ChartPainter {
public:
    /// `visible`: of the spec.
    ChartPainter(const present::ChartSpec &spec, present::VisibleChart visible, const ChartOptions &options,
                 draw::DisplayList &list);
    void paint();
    /// Over curves that others paint in a plot at this place.
    void paintNotes(const draw::Rect &plot, const ChartPointer &pointer);
    void paintGround(const draw::Rect &plot);

private:
    void head();
    [[nodiscard]] std::vector<present::Tick> gridTicks() const;
    void grid();
    void gridLabels();
    void running();
    void ceiling();
    void ceilingText();
    void spreads();
    struct LegendRow {
        std::string text;
        std::optional<std::size_t> line; ///< unset: the band
    };
    [[nodiscard]] std::vector<LegendRow> legendRows() const;
    void findFrame(double left, double right);
    void placeLegend(double left);
    void legend();
    void peak();
    [[nodiscard]] bool isCrossed(const draw::Rect &box) const;
    void xLabels();
    void areas();
    [[nodiscard]] std::string xText(double x) const;

    const present::ChartSpec &m_spec;
    const ChartOptions &m_options;
    draw::Sketch m_sketch;
    ChartFrame m_frame;
    draw::Rect m_legend, m_inset; ///< empty where there is none
    present::ChartExtent m_extent;
    std::vector<present::ChartLine> m_lines; ///< as far as they are seen; hidden ones are empty
};

} // namespace fabricscope::layout
