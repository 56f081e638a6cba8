// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyDeclared.h"

#include <QGraphicsView>

#include <memory>
#include <optional>

namespace fabricscope::draw {
struct Action;
}

namespace fabricscope::widgets {

class Minimap;
class TopologyHover;
class TopologyScene;
enum class Step;

/// Pan, zoom, hover, selection, folds and keyboard control of one display list.
class TopologyView : public QGraphicsView {
    Q_OBJECT
public:
    static constexpr double kSmallest = 0.05;
    static constexpr double kLargest = 4;

    explicit TopologyView(TopologyScene *scene, QWidget *parent = nullptr);

    /// For names, tooltips and the arrow keys.
    void setTopology(std::shared_ptr<const topology::Topology> topology);
    /// Of that topology; for tooltips. May be nullptr.
    void setJudgement(std::shared_ptr<const affinity::Judgement> judgement);
    void select(std::optional<topology::NodeId> node);
    /// Like a selection by the user: nodeSelected() is emitted.
    void choose(std::optional<topology::NodeId> node);
    [[nodiscard]] std::optional<topology::NodeId> selected() const;
    /// The outlined node: the selected one, or the one whose box represents it.
    [[nodiscard]] std::optional<topology::NodeId> shown() const;

    [[nodiscard]] TopologyScene *topologyScene() const { return m_scene; }
    /// Call after the scene got another list or other colours.
    void listChanged();
    /// The control of this node's fold; nullptr if it has none.
    [[nodiscard]] const draw::Action *foldOf(topology::NodeId node) const;
    /// Like a click on it; returns false if it has none.
    bool toggleFold(topology::NodeId node);
    /// Shows the tooltip next to the selection; a second call hides it.
    void peek();

    /// A picture that does not fit gets a map in a corner.
    void setMinimapEnabled(bool enabled);
    [[nodiscard]] Minimap *minimap() const { return m_minimap; }
    /// Of the scene.
    [[nodiscard]] QRectF seen() const;

    /// 1 is 100 % of the design, at the UI font of the design: with a larger font it means uiScale().
    [[nodiscard]] double zoom() const { return transform().m11(); }
    /// Clamped to 5 to 400 %; the point at `anchor` (viewport coordinates) stays there.
    void setZoom(double zoom, const QPointF &anchor);
    void setZoom(double zoom);
    void zoomBy(int steps);
    /// Shows the whole picture, at most at 100 % of the UI font.
    void fit();
    void fitSelection();
    /// Scrolls to this node; no effect if it is not drawn.
    void reveal(topology::NodeId node);

Q_SIGNALS:
    void nodeSelected(std::optional<topology::NodeId> node);
    void zoomChanged(double zoom);
    void evidenceRequested();
    void opened(topology::NodeId node); ///< Enter, or a double click, on an item without a fold
    void foldRequested(const QString &id, bool open);

protected:
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void paintEvent(QPaintEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void step(Step direction);
    void pan(const QPoint &to);
    void endPan();
    void pressSpace();
    void releaseSpace();
    void followMap();
    [[nodiscard]] bool isStop(topology::NodeId node) const;

    TopologyScene *m_scene;
    std::shared_ptr<const topology::Topology> m_topology;
    TopologyHover *m_hover;
    std::optional<QPoint> m_panFrom;
    bool m_spaceHeld = false;
    bool m_panned = false; ///< since Space was pressed
    Minimap *m_minimap = nullptr;
};

} // namespace fabricscope::widgets
