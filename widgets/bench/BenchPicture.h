// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/areas/AreasView.h"
#include "widgets/common/paint/HeaderBands.h"

#include <functional>

namespace fabricscope::widgets {

/// A chart, a heat map or telemetry: a display list laid out for the available space, in the size of the UI
/// font. Its areas are selected by mouse and arrow keys, and have descriptions.
class BenchPicture : public AreasView {
    Q_OBJECT
public:
    /// In pixels of the design.
    using Renderer = std::function<draw::DisplayList(double width, double height)>;
    enum class Fit {
        Room,    ///< as large as the widget; scrolls where the list is larger
        Contents ///< the widget is as high as the list
    };

    explicit BenchPicture(const QString &name, Fit fit, QWidget *parent = nullptr);
    /// The selection stays if the area of that number still exists.
    void setRenderer(Renderer renderer);
    /// The first px of the list stay visible while the areas are scrolled: names of columns; 0: none.
    void setHeaderHeight(double height);
    /// The column names that currently cover areas; nullptr: they are at their normal position.
    [[nodiscard]] const HeaderBand *columnHeaders() const;
    [[nodiscard]] const draw::Area *areaUnder(const QPoint &inView) const override;
    /// The text of the selected area, else of the one under the pointer.
    [[nodiscard]] QString areaText() const;

Q_SIGNALS:
    void activated(); ///< Enter, or a double click anywhere

protected:
    [[nodiscard]] int frozenHeight() const override;
    void step(int key) override;
    [[nodiscard]] QString tipAt(const QPoint &inView) const override;
    void paintOverList(QPainter &painter) const override;
    void paintOverViewport(QPainter &painter) const override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void relayout();

    Renderer m_renderer;
    Fit m_fit;
    double m_headerHeight = 0;
    HeaderBands m_headers;
};

} // namespace fabricscope::widgets
