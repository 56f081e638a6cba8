// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/areas/AreasView.h"

class QTimer;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this leads to.
namespace fabricscope::present {
class HostVmTable;
}

namespace fabricscope::widgets {

/// Host and guest side by side: rows are selected by mouse and keys, and the hovered row keeps its colour
/// while all others fade. Numbers of rows are HostVmId::encoded().
class HostVmView : public AreasView {
    Q_OBJECT
public:
    explicit HostVmView(QWidget *parent = nullptr);

    /// Lays out the picture, `width` px across, with room for the scroll bar if it is needed; nullptr: empty.
    void relayout(const present::HostVmTable *table, int width);
    /// A curve of the list that keeps its colour while the pointer is on no row.
    [[nodiscard]] std::optional<std::uint32_t> hoveredCurve() const { return m_hoveredCurve; }
    /// Whether a row keeps its colour for the hovered item.
    [[nodiscard]] bool isHighlighted(std::uint32_t row) const;

protected:
    void step(int key) override;
    [[nodiscard]] QString tipAt(const QPoint &inView) const override;
    void leave() override;
    void addOptions(DisplayListOptions &options) const override;
    void paintOverList(QPainter &painter) const override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] std::optional<std::uint32_t> curveUnder(const QPoint &inView) const;
    [[nodiscard]] bool isRibbonHighlighted(const draw::Ribbon &ribbon) const;
    void hover(std::optional<std::uint32_t> row, std::optional<std::uint32_t> curve);
    void updateHover();
    void stepAcross(bool toGuest);

    std::optional<std::uint32_t> m_hoveredCurve;
    QPoint m_pointer;
    QTimer *m_hoverTimer;
};

} // namespace fabricscope::widgets
