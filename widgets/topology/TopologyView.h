// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsView>

#include <cstdint>
#include <memory>
#include <optional>

class QTimer;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::topology {
class Topology;
using NodeId = std::uint32_t;
} // namespace fabricscope::topology

namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::widgets {

class TopologyScene;
enum class Step;

/// Pan, zoom, hover, selection and the arrow keys over one display list.
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
    /// The same as a person does it: nodeSelected() follows.
    void choose(std::optional<topology::NodeId> node);
    [[nodiscard]] std::optional<topology::NodeId> selected() const;

    [[nodiscard]] double zoom() const { return transform().m11(); }
    /// Clamped to 5 to 400 %; what stands at `anchor` (viewport coordinates) stays there.
    void setZoom(double zoom, const QPointF &anchor);
    void setZoom(double zoom);
    void zoomBy(int steps);
    /// The whole picture, at 100 % at most.
    void fit();
    void fitSelection();

Q_SIGNALS:
    void nodeSelected(std::optional<topology::NodeId> node);
    void zoomChanged(double zoom);
    void evidenceWanted();

protected:
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void step(Step direction);
    [[nodiscard]] QString tooltipOf(topology::NodeId node) const;

    TopologyScene *m_scene;
    std::shared_ptr<const topology::Topology> m_topology;
    std::shared_ptr<const affinity::Judgement> m_judgement;
    QTimer *m_hoverTimer;
    QPoint m_hoverAt;
    std::optional<QPoint> m_panFrom;
    bool m_spaceHeld = false;
};

} // namespace fabricscope::widgets
