// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QtCharts/QChartView>

#include <cstdint>
#include <optional>

namespace fabricscope::widgets {

/// A Qt chart without frame, title and legend, in the colours of the theme, with a display list over it: what
/// is written on the chart, and the areas that are selected, described and spoken. In pixels of the design,
/// scaled with the UI font.
class ChartSurface : public QChartView {
    Q_OBJECT
public:
    explicit ChartSurface(const QString &name, QWidget *parent = nullptr);
    ~ChartSurface() override;

    [[nodiscard]] const draw::DisplayList &list() const { return m_notes; }
    /// The selected area.
    [[nodiscard]] virtual std::optional<std::uint32_t> selected() const { return m_selected; }
    /// Like a selection by the user; emits chosen().
    virtual void choose(std::uint32_t area);
    [[nodiscard]] const draw::Area *areaUnder(const QPoint &inView) const;
    /// Its position in the viewport; empty if it is not there.
    [[nodiscard]] QRect viewRect(std::uint32_t area) const;
    /// After a change of colours or of the UI font.
    virtual void restyle() {}

Q_SIGNALS:
    void chosen(quint32 area);

protected:
    void setNotes(draw::DisplayList notes);
    /// Below the curves.
    void setGround(draw::DisplayList ground) { m_ground = std::move(ground); }
    void setSelected(std::optional<std::uint32_t> area);
    /// px of the design.
    [[nodiscard]] QSizeF roomOf() const;
    [[nodiscard]] QPointF toList(const QPointF &inView) const;

    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    /// What is around the chart scrolls.
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void paintList(QPainter &painter, const draw::DisplayList &list) const;

    draw::DisplayList m_notes, m_ground;
    std::optional<std::uint32_t> m_selected;
};

} // namespace fabricscope::widgets
