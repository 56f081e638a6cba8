// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyDeclared.h"

#include <QTreeView>

#include <memory>
#include <optional>

namespace fabricscope::widgets {

class HardwareTreeModel;

/// The picture's twin: the same host as a tree with columns, with the same selection.
class TopologyTree : public QTreeView {
    Q_OBJECT
public:
    explicit TopologyTree(QWidget *parent = nullptr);

    /// What is unfolded stays so, device by device, where it is the same host as before.
    void setTopology(std::shared_ptr<const topology::Topology> topology,
                     std::shared_ptr<const affinity::Judgement> judgement, bool sameHost);
    /// Unfolds what is above it and scrolls to it; emits no signal.
    void select(std::optional<topology::NodeId> node);
    [[nodiscard]] std::optional<topology::NodeId> selected() const;
    [[nodiscard]] HardwareTreeModel *hardware() const { return m_model; }

Q_SIGNALS:
    void nodeChosen(std::optional<topology::NodeId> node); ///< by the user
    void opened(topology::NodeId node);                    ///< Enter, or a double click
    void left();                                           ///< Esc, with nothing selected

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void expandInitially();
    void fitColumns();
    void notifySelection();

    HardwareTreeModel *m_model;
    bool m_notifies = true;
    bool m_fitting = false;
    bool m_userWidths = false; ///< the user moved the columns
};

} // namespace fabricscope::widgets
