// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"

#include <QAbstractScrollArea>
#include <QPointF>

#include <memory>
#include <optional>

namespace fabricscope::layout {
struct AffinityId;
}

namespace fabricscope::widgets {

class AffinityShown;

/// The two matrices as a picture: cells are chosen by mouse and arrow keys, and a NIC can be dragged onto a
/// GPU.
class AffinityView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit AffinityView(QWidget *parent = nullptr);
    ~AffinityView() override;

    /// Both of the same table; nullptr: nothing is there.
    void setPicture(std::shared_ptr<const AffinityShown> shown,
                    std::shared_ptr<const layout::DisplayList> list);
    [[nodiscard]] const layout::DisplayList &list() const { return *m_list; }
    /// A cell by AffinityId::encoded(); not told to anybody.
    void select(std::optional<std::uint32_t> cell);
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return m_selected; }
    /// As a person does it: cellChosen() follows.
    void choose(std::uint32_t cell);
    /// Where it stands in the viewport; empty where it is not drawn.
    [[nodiscard]] QRect viewRect(std::uint32_t area) const;
    [[nodiscard]] bool isDragging() const { return m_dragging; }

Q_SIGNALS:
    void cellChosen(quint32 cell);
    void opened(quint32 cell); ///< Enter, or a double click
    /// A NIC hovers over a GPU (indices of the fabric); dragLeft() when it does so no more.
    void dragOver(quint32 gpu, quint32 nic);
    void dragLeft();
    void dropped(quint32 gpu, quint32 nic);
    void menuWanted(quint32 cell, const QPoint &where);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void updateScrollBars();
    [[nodiscard]] QPointF toList(const QPointF &inView) const;
    [[nodiscard]] const layout::Area *areaUnder(const QPoint &inView) const;
    [[nodiscard]] std::optional<layout::AffinityId> idUnder(const QPoint &inView) const;
    void ensureVisible(std::uint32_t area);
    void step(int key);
    void dragTo(const QPoint &inView);
    void endDrag();
    void paintFrozen(QPainter &painter) const;
    void paintOutline(QPainter &painter, std::uint32_t area, layout::Token token) const;
    void paintDragged(QPainter &painter) const;

    std::shared_ptr<const AffinityShown> m_shown;
    std::shared_ptr<const layout::DisplayList> m_list;
    std::shared_ptr<const layout::DisplayList> m_frozen; ///< the rows' heads
    std::optional<std::uint32_t> m_selected, m_hovered;
    std::optional<std::uint32_t> m_pressedNic; ///< NIC of the fabric
    std::optional<std::uint32_t> m_target;     ///< GPU below the dragged NIC
    QPoint m_pressedAt, m_dragAt;
    bool m_dragging = false;
};

} // namespace fabricscope::widgets
