// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"

#include <QAbstractScrollArea>

#include <cstdint>
#include <functional>
#include <optional>

namespace fabricscope::widgets {

/// A chart, a heat map or telemetry: a display list that is made for the room it has, in the size of the UI
/// font. Its areas are chosen by mouse and arrow keys, and say what stands there.
class BenchPicture : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// In pixels of the design.
    using Maker = std::function<layout::DisplayList(double width, double height)>;
    enum class Fit {
        Room,    ///< as large as the widget; scrolls where the list is larger
        Contents ///< the widget is as high as the list
    };

    explicit BenchPicture(const QString &name, Fit fit, QWidget *parent = nullptr);
    /// What is chosen stays where the area of that number still is.
    void setMaker(Maker maker);
    [[nodiscard]] const layout::DisplayList &list() const { return m_list; }
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return m_selected; }
    void choose(std::optional<std::uint32_t> area);
    /// In the viewport.
    [[nodiscard]] QRect viewRect(const layout::Area &area) const;
    [[nodiscard]] const layout::Area *areaUnder(const QPoint &inView) const;
    /// What the chosen area, else the one under the pointer, says.
    [[nodiscard]] QString said() const;

Q_SIGNALS:
    void chosen(const QString &what); ///< an area, by mouse or keys
    void opened();                    ///< Enter, or a double click

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void layOut();
    void step(int key);
    void outline(QPainter &painter, std::uint32_t area, layout::Token token, double width) const;
    [[nodiscard]] QPointF toList(const QPoint &inView) const;

    Maker m_maker;
    Fit m_fit;
    layout::DisplayList m_list;
    std::optional<std::uint32_t> m_selected, m_hovered;
};

} // namespace fabricscope::widgets
