// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/areas/AreasView.h"
#include "widgets/common/paint/HeaderBands.h"

namespace fabricscope::layout {
struct AffinityId;
}

namespace fabricscope::widgets {

class AffinityPresentation;

/// The two matrices as a picture: cells are selected by mouse and arrow keys, and a NIC can be dragged onto a
/// GPU. Numbers of areas are AffinityId::encoded(). The names of rows and columns stay visible.
class AffinityView : public AreasView {
    Q_OBJECT
public:
    explicit AffinityView(QWidget *parent = nullptr);
    ~AffinityView() override;

    /// Both of the same table; nullptr: none.
    void setPicture(std::shared_ptr<const AffinityPresentation> shown,
                    std::shared_ptr<const draw::DisplayList> list);
    /// The visible area at this position of the viewport, considering that the row names cover scrolled
    /// cells.
    [[nodiscard]] const draw::Area *areaUnder(const QPoint &inView) const override;
    /// The column names that currently cover rows; nullptr: they are at their normal position.
    [[nodiscard]] const HeaderBand *columnHeaders() const;
    [[nodiscard]] bool isDragging() const { return m_dragging; }

Q_SIGNALS:
    /// Emitted while a NIC is dragged over a GPU (indices of the fabric); dragLeft() when it leaves it.
    void dragOver(quint32 gpu, quint32 nic);
    void dragLeft();
    void dropped(quint32 gpu, quint32 nic);

protected:
    [[nodiscard]] bool isChoosable(std::uint32_t area) const override;
    [[nodiscard]] int frozenWidth() const override;
    [[nodiscard]] int frozenHeight() const override;
    void step(int key) override;
    void paintOverList(QPainter &painter) const override;
    void paintOverViewport(QPainter &painter) const override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] std::optional<layout::AffinityId> idUnder(const QPoint &inView) const;
    void dragTo(const QPoint &inView);
    void endDrag();
    void paintFrozen(QPainter &painter) const;
    void ring(QPainter &painter, std::uint32_t area, draw::Token token) const;
    void paintDragged(QPainter &painter) const;

    std::shared_ptr<const AffinityPresentation> m_shown;
    std::shared_ptr<const draw::DisplayList> m_frozen; ///< the rows' heads
    HeaderBands m_headers;                             ///< the columns', of both matrices
    std::optional<std::uint32_t> m_pressedNic;         ///< NIC of the fabric
    std::optional<std::uint32_t> m_target;             ///< GPU below the dragged NIC
    QPoint m_pressedAt, m_dragAt;
    bool m_dragging = false;
};

} // namespace fabricscope::widgets
