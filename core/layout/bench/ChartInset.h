// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/ChartMarks.h"

#include <vector>

namespace fabricscope::layout {

/// What the curve reaches, larger, in the corner below it. Refers to all that it is made of.
class ChartInset {
public:
    /// `frame`: of the chart itself; `extent`: what is seen of it.
    ChartInset(const present::ChartSpec &spec, const present::ChartExtent &extent, const ChartFrame &frame)
        : m_spec(spec), m_extent(extent), m_frame(frame) {}

    /// Where it is; empty where it has no place, or nothing to show. `lines`: as far as they are seen.
    [[nodiscard]] draw::Rect paint(draw::Sketch &sketch, const std::vector<present::ChartLine> &lines,
                                   const draw::Rect &legend) const;

private:
    void axes(draw::Sketch &sketch, const ChartFrame &frame, const present::ChartLine &line,
              double from) const;
    [[nodiscard]] std::string xText(double x) const;

    const present::ChartSpec &m_spec;
    const present::ChartExtent &m_extent;
    const ChartFrame &m_frame;
};

/// The line that peak and plateau are of: the first that is shown; nullptr if none is.
[[nodiscard]] const present::ChartLine *mainLine(const present::ChartSpec &spec);

} // namespace fabricscope::layout
