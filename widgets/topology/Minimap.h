// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace fabricscope::widgets {

class TopologyView;

/// The whole picture in a corner of its view, with a frame around what is seen; dragging moves it. There only
/// while much of the picture is out of sight. The keyboard needs none: it walks the tree.
class Minimap : public QWidget {
    Q_OBJECT
public:
    explicit Minimap(TopologyView *view);

    /// After the picture, its place in the view, or the view's size has changed.
    void follow();
    /// The picture or its colours are others.
    void repaintPicture();
    /// What is seen, in this widget.
    [[nodiscard]] QRectF frame() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] double scale() const; ///< widget by scene
    void centreAt(const QPointF &at);

    TopologyView *m_view;
    QPixmap m_picture;
    QPointF m_grabbed; ///< from the frame's middle to where it was taken hold of
};

} // namespace fabricscope::widgets
