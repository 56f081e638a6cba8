// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/Chart.h"
#include "widgets/bench/chart/ChartSurface.h"
#include "widgets/bench/chart/PlotSeries.h"

#include <QtCharts/QValueAxis>

namespace fabricscope::widgets {

/// The plot of a chart with lines: curves of Qt, and what a pointer or keys do in it. A point is
/// identified by its x, so that it stays selected while rows come.
class LinePlot : public ChartSurface {
    Q_OBJECT
public:
    explicit LinePlot(const QString &name, QWidget *parent = nullptr);

    void setSpec(present::ChartSpec spec);
    /// As it is seen: zoomed, and without what is switched off.
    [[nodiscard]] const present::ChartSpec &spec() const { return m_spec; }
    /// The same, with long lines thinned.
    [[nodiscard]] const present::ChartSpec &coarseSpec() const { return m_coarse ? *m_coarse : m_spec; }
    /// Emits seenChanged() if it is another.
    void setSeen(present::ChartSeen seen);
    [[nodiscard]] const present::ChartSeen &seen() const { return m_seen; }
    void setZoom(std::optional<present::ChartRange> zoom);
    void setLogarithmic(bool logarithmic);

    /// Emits no signal; unset: none. A point outside of the zoom moves into it.
    void selectX(std::optional<double> x);
    [[nodiscard]] std::optional<double> selectedX() const { return m_selected; }
    /// What is below the pointer.
    [[nodiscard]] std::optional<double> pointedX() const { return m_pointed; }
    /// The selected point in words: "16M: out of place 101.6 GB/s"; empty: none.
    [[nodiscard]] QString pointText() const;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) override;
    /// px of the design, in the viewport.
    [[nodiscard]] draw::Rect plotRect() const { return m_plot; }
    void restyle() override;

Q_SIGNALS:
    void pointChosen(double x);
    void pointUnchosen();
    void seenChanged();
    void menuRequested(const QPoint &where);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    enum class Drag { None, Zoom, Pan };
    void refresh();
    void applySeen(present::ChartSpec &spec) const;
    [[nodiscard]] const present::ChartSpec &source(std::size_t columns) const;
    void placePlot(const std::vector<present::Tick> &yTicks);
    void setRanges(double lowX, double highX, double lowY, double highY);
    void refreshNotes();
    void chooseX(std::optional<double> x);
    void stepTo(int key);
    void panBy(double share);
    void zoomAround(double x, double factor);
    bool zoomByKey(int key);
    void point(std::optional<double> x);
    [[nodiscard]] double xAt(const QPointF &inView) const;
    [[nodiscard]] present::ScaleKind kind() const { return present::xKind(m_spec.axis); }

    present::ChartSpec m_spec;
    std::optional<present::ChartSpec> m_coarse; ///< only of long lines
    present::ChartSeen m_seen;
    std::optional<bench::BenchCeiling> m_ceiling; ///< also while it is switched off
    std::vector<bench::BandPoint> m_band;
    std::string m_bandText;
    present::VisibleChart m_visible;
    std::vector<double> m_xs; ///< of the areas
    std::optional<double> m_selected, m_pointed;
    bool m_byKey = false; ///< the values are shown without a pointer
    Drag m_drag = Drag::None;
    QPointF m_dragFrom, m_dragTo;
    draw::Rect m_plot;
    QValueAxis *m_x, *m_y;
    PlotSeries m_series;
};

} // namespace fabricscope::widgets
