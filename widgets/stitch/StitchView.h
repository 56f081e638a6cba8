// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"

#include <QAbstractScrollArea>
#include <QPointF>

#include <cstdint>
#include <memory>
#include <optional>

class QTimer;

namespace fabricscope::widgets {

/// Host and guest beside each other: rows are chosen by mouse and keys, and what is under the pointer keeps
/// its colour while all else fades. Numbers of rows are StitchId::encoded().
class StitchView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit StitchView(QWidget *parent = nullptr);

    /// nullptr: nothing is there. What is chosen stays where it is still drawn.
    void setList(std::shared_ptr<const layout::DisplayList> list);
    [[nodiscard]] const layout::DisplayList &list() const { return *m_list; }
    /// Not told to anybody.
    void select(std::optional<std::uint32_t> row);
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return m_selected; }
    /// As a person does it: rowChosen() follows.
    void choose(std::uint32_t row);
    /// What keeps its colour: a row under the pointer, or a curve of the list.
    [[nodiscard]] std::optional<std::uint32_t> hovered() const { return m_hovered; }
    [[nodiscard]] std::optional<std::uint32_t> hoveredCurve() const { return m_hoveredCurve; }
    /// Whether a row keeps its colour by what is hovered.
    [[nodiscard]] bool keepsColour(std::uint32_t row) const;
    /// Where it stands in the viewport; empty where it is not drawn.
    [[nodiscard]] QRect viewRect(std::uint32_t row) const;

Q_SIGNALS:
    void rowChosen(quint32 row);
    void opened(quint32 row); ///< Enter, or a double click
    void cleared();           ///< Esc
    void menuWanted(quint32 row, const QPoint &where);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    [[nodiscard]] QPointF origin() const;
    [[nodiscard]] std::optional<std::uint32_t> rowUnder(const QPoint &inView) const;
    [[nodiscard]] std::optional<std::uint32_t> curveUnder(const QPoint &inView) const;
    void setHover(std::optional<std::uint32_t> row, std::optional<std::uint32_t> curve);
    void hoverWhereThePointerIs();
    void fitScrollBars();
    void reveal(std::uint32_t row);
    void step(int key);
    void stepAcross(bool toGuest);
    void outline(QPainter &painter, std::uint32_t row, layout::Token token, double width) const;

    std::shared_ptr<const layout::DisplayList> m_list;
    std::optional<std::uint32_t> m_selected, m_hovered, m_hoveredCurve;
    QPoint m_pointer;
    QTimer *m_hoverTimer;
};

} // namespace fabricscope::widgets
