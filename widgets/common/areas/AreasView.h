// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QPointF>

#include <cstdint>
#include <memory>
#include <optional>

class QScrollBar;

namespace fabricscope::widgets {

struct DisplayListOptions;

/// A display list whose areas are selected by mouse and keys, in a scroll area that grows with the UI font:
/// the list is painted uiScale() times as large. An area is identified by its node.
class AreasView : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// What the whole and one area are to a screen reader.
    struct Roles {
        QAccessible::Role view, area;
    };

    ~AreasView() override;

    [[nodiscard]] const draw::DisplayList &list() const { return *m_list; }
    /// Emits no signal. An area that is not in the list is not selected.
    void select(std::optional<std::uint32_t> area);
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return m_selected; }
    /// Like a selection by the user: scrolls to it, and emits chosen().
    void choose(std::uint32_t area);
    /// The area below the pointer, which keeps its colour or gets an outline.
    [[nodiscard]] std::optional<std::uint32_t> hovered() const { return m_hovered; }
    /// Its position in the viewport; empty if it is not drawn.
    [[nodiscard]] QRect viewRect(std::uint32_t area) const;
    /// nullptr: none.
    [[nodiscard]] virtual const draw::Area *areaUnder(const QPoint &inView) const;
    [[nodiscard]] Roles roles() const { return m_roles; }
    /// px of the list visible at once, horizontally.
    [[nodiscard]] double visibleWidth() const;

Q_SIGNALS:
    void chosen(quint32 area);
    void opened(quint32 area); ///< Enter, or a double click
    void menuRequested(quint32 area, const QPoint &where);
    void visibleWidthChanged(); ///< visibleWidth() is another: the window, or what stands beside this view,
                                ///< came or went

protected:
    AreasView(const QString &name, Roles roles, int scrollStep, QWidget *parent);

    /// nullptr: none. The selection stays if it is still drawn.
    void showList(std::shared_ptr<const draw::DisplayList> list);
    void setHovered(std::optional<std::uint32_t> area);
    /// From the viewport to the list.
    [[nodiscard]] QPointF toList(const QPointF &inView) const;
    [[nodiscard]] QPointF scrolled() const; ///< px of the view
    [[nodiscard]] std::optional<std::uint32_t> choosableUnder(const QPoint &inView) const;
    /// The rectangle around an area, `out` px of the list outside of it; empty if it is not drawn.
    void outline(QPainter &painter, std::uint32_t area, draw::Token token, double width, double out,
                 double radius) const;

    /// Only these areas can be selected and opened.
    [[nodiscard]] virtual bool isChoosable(std::uint32_t) const { return true; }
    /// px of the view that cover scrolled content, at the left.
    [[nodiscard]] virtual int frozenWidth() const { return 0; }
    /// Likewise, at the top.
    [[nodiscard]] virtual int frozenHeight() const { return 0; }
    /// Handles arrows, Home and End.
    virtual void step(int key) = 0;
    [[nodiscard]] virtual QString tipAt(const QPoint &inView) const;
    /// The pointer has left the view.
    virtual void leave();
    virtual void addOptions(DisplayListOptions &) const {}
    /// Paints on the list, in its coordinates.
    virtual void paintOverList(QPainter &) const {}
    /// Paints above everything, in coordinates of the viewport.
    virtual void paintOverViewport(QPainter &) const {}

    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void fitScrollBars();
    void reveal(std::uint32_t area);

    Roles m_roles;
    std::shared_ptr<const draw::DisplayList> m_list;
    std::optional<std::uint32_t> m_selected, m_hovered;
};

} // namespace fabricscope::widgets
