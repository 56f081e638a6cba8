// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/AreasView.h"
#include "widgets/common/HeadBands.h"

#include <functional>

namespace fabricscope::widgets {

/// A chart, a heat map or telemetry: a display list that is made for the room it has, in the size of the UI
/// font. Its areas are chosen by mouse and arrow keys, and say what stands there.
class BenchPicture : public AreasView {
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
    /// So many px above the first area stay in view while the others are scrolled: names of columns; 0: none.
    void setHeadHeight(double height);
    /// Those that stand over other areas now; nullptr: they stand where they belong.
    [[nodiscard]] const HeadBand *columnHeads() const;
    [[nodiscard]] const layout::Area *areaUnder(const QPoint &inView) const override;
    /// What the chosen area, else the one under the pointer, says.
    [[nodiscard]] QString said() const;

Q_SIGNALS:
    void activated(); ///< Enter, or a double click, wherever

protected:
    [[nodiscard]] int keptAtTop() const override;
    void step(int key) override;
    [[nodiscard]] QString tipAt(const QPoint &inView) const override;
    void paintUpon(QPainter &painter) const override;
    void paintOver(QPainter &painter) const override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void layOut();

    Maker m_maker;
    Fit m_fit;
    double m_headHeight = 0;
    HeadBands m_heads;
};

} // namespace fabricscope::widgets
