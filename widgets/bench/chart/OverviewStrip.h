// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/ChartOverview.h"

#include <QWidget>

namespace fabricscope::widgets {

/// The whole chart below a zoomed one: its frame is dragged, and resized at its edges. Keys zoom in the plot.
class OverviewStrip : public QWidget {
    Q_OBJECT
public:
    explicit OverviewStrip(QWidget *parent = nullptr);
    /// From px to px of the design, as the plot above has it.
    void show(const present::ChartSpec &spec, double left, double right);
    [[nodiscard]] const layout::ChartOverview &overview() const { return m_overview; }

Q_SIGNALS:
    void zoomRequested(std::optional<fabricscope::present::ChartRange> zoom);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    enum class Part { None, Window, Low, High };
    [[nodiscard]] Part partAt(double x) const;
    [[nodiscard]] double placeAt(double x) const; ///< on the ruler

    layout::ChartOverview m_overview;
    present::ChartRange m_whole, m_zoom;
    present::ScaleKind m_kind = present::ScaleKind::Linear;
    Part m_dragged = Part::None;
    double m_from = 0;           ///< px of the design
    present::ChartRange m_begin; ///< the zoom when the drag began
};

} // namespace fabricscope::widgets
