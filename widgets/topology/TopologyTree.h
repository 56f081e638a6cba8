// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyDeclared.h"

#include <QTreeView>

#include <memory>
#include <optional>

namespace fabricscope::widgets {

class HardwareTreeModel;

/// The same host as the picture, as a tree with columns and the same selection.
class TopologyTree : public QTreeView {
    Q_OBJECT
public:
    explicit TopologyTree(QWidget *parent = nullptr);

    /// Keeps the expanded devices if it is the same host as before.
    void setTopology(std::shared_ptr<const topology::Topology> topology,
                     std::shared_ptr<const affinity::Judgement> judgement, bool sameHost);
    /// Expands its parents and scrolls to it; emits no signal.
    void select(std::optional<topology::NodeId> node);
    [[nodiscard]] std::optional<topology::NodeId> selected() const;
    [[nodiscard]] HardwareTreeModel *hardware() const { return m_model; }

Q_SIGNALS:
    void nodeChosen(std::optional<topology::NodeId> node); ///< by the user
    void opened(topology::NodeId node);                    ///< Enter, or a double click
    void left();                                           ///< Esc, with nothing selected

protected:
    void drawRow(QPainter *painter, const QStyleOptionViewItem &options,
                 const QModelIndex &index) const override;
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
