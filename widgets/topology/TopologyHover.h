// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyDeclared.h"

#include <QObject>
#include <QPoint>

#include <memory>
#include <optional>

class QGraphicsView;
class QTimer;

namespace fabricscope::widgets {

class TopologyScene;

/// The item below the pointer, or the one that the keyboard asks about: its route is highlighted, and its
/// tooltip is shown.
class TopologyHover : public QObject {
    Q_OBJECT
public:
    /// `scene` is that of `view`.
    TopologyHover(TopologyScene &scene, QGraphicsView &view);
    void setTopology(std::shared_ptr<const topology::Topology> topology);
    void setJudgement(std::shared_ptr<const affinity::Judgement> judgement);
    /// The pointer is at this place of the viewport: the tooltip appears once it rests.
    void pointerMoved(const QPoint &where);
    void pointerLeft();
    /// Shows the tooltip of `node` next to the area of `shown`, until hide().
    void peek(topology::NodeId shown, topology::NodeId node);
    [[nodiscard]] bool isPeeking() const { return m_isPeeking; }
    void hide();

private:
    void hover(std::optional<topology::NodeId> node);
    void update();
    void showTooltip(const QPoint &inViewport, const QString &text);

    TopologyScene &m_scene;
    QGraphicsView &m_view;
    std::shared_ptr<const topology::Topology> m_topology;
    std::shared_ptr<const affinity::Judgement> m_judgement;
    QTimer *m_timer;
    QPoint m_at;
    bool m_isPeeking = false; ///< the tooltip is the keyboard's
};

} // namespace fabricscope::widgets
