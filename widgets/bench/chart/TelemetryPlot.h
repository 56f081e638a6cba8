// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"
#include "widgets/bench/chart/ChartSurface.h"

#include <vector>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace fabricscope::widgets {

/// Counters of the hosts below one another, each with its course: one chart whose axes are px. As high as its
/// rows.
class TelemetryPlot : public ChartSurface {
    Q_OBJECT
public:
    explicit TelemetryPlot(const QString &name, QWidget *parent = nullptr);
    void setLines(std::vector<bench::TelemetryLine> lines);
    void restyle() override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    struct Course {
        QAreaSeries *fill;
        QLineSeries *top, *bottom, *line; ///< the first two: edges of the fill
    };
    void refresh();
    void addCourse();

    std::vector<bench::TelemetryLine> m_lines;
    std::vector<Course> m_courses;
    QValueAxis *m_x, *m_y;
};

} // namespace fabricscope::widgets
