// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace fabricscope::widgets {

class TopologyView;

/// The whole picture in a corner of its view, with a frame around the visible part; dragging moves it. Shown
/// only while much of the picture is out of view, and in a corner where it covers no device: without one it
/// is hidden. It has no keyboard control, since keys move through the tree.
class Minimap : public QWidget {
    Q_OBJECT
public:
    explicit Minimap(TopologyView *view);

    /// Call after the picture, its position in the view, or the view's size has changed.
    void follow();
    /// Call after the picture or its colours have changed.
    void repaintPicture();
    /// The visible part, in coordinates of this widget.
    [[nodiscard]] QRectF frame() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] double scale() const; ///< widget by scene
    void centreAt(const QPointF &at);
    [[nodiscard]] std::optional<QRect> freePlace(QSize size) const;
    [[nodiscard]] bool isFree(const QRect &place) const; ///< in coordinates of the view

    TopologyView *m_view;
    QPixmap m_picture;
    bool m_isHeld = false; ///< by the pointer
    QPointF m_grabbed;     ///< from the centre of the frame to the point where it was grabbed
};

} // namespace fabricscope::widgets
