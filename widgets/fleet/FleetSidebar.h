// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FleetModel.h"

#include <QList>
#include <QSet>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QTreeView;

namespace fabricscope::widgets {

class FleetFilter;
class FleetFooter;

/// The hosts in their groups, their VMs and the captures. Selecting one changes the host of the screen, never
/// the screen. Hosts are dragged into groups, and renamed in place (F2).
class FleetSidebar : public QWidget {
    Q_OBJECT
public:
    explicit FleetSidebar(FleetModel *model, QWidget *parent = nullptr);
    /// While a text filters, all remaining rows are expanded; without one the previous state is restored.
    void setFilter(const QString &text);
    void setCurrent(quint64 id);
    [[nodiscard]] quint64 current() const;
    /// All selected hosts, including the current one if it is a host.
    [[nodiscard]] QList<quint64> selectedIds() const;
    /// Whether the current row is a VM without a connection of its own.
    [[nodiscard]] bool isUnconnectedVm() const;
    [[nodiscard]] QTreeView *view() const { return m_view; }
    [[nodiscard]] FleetFooter *foot() const { return m_foot; }
    void edit(quint64 id);
    void editGroup(quint64 group);
    [[nodiscard]] QList<quint64> collapsedGroups() const;
    void setCollapsedGroups(const QList<quint64> &groups);

Q_SIGNALS:
    void chosen(quint64 id);
    void currentRowChanged(); ///< including rows that are not hosts
    void contextMenuRequested(quint64 id, const QPoint &globalPosition);
    void groupMenuRequested(quint64 group, const QPoint &globalPosition);
    void removeRequested(const QList<quint64> &ids);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildView();
    void connectModel();
    [[nodiscard]] bool pressed(const QPoint &point);
    void toggle(const QModelIndex &index);
    void applyExpansion(const QModelIndex &parent = {});
    void remember(const QModelIndex &index, bool open);
    void restoreCurrent();
    void showStack();
    void menuAt(const QPoint &point);

    FleetModel *m_model;
    FleetFilter *m_filter;
    QStackedWidget *m_stack;
    QTreeView *m_view;
    QLabel *m_noMatch;
    FleetFooter *m_foot;
    /// Rows that the user collapsed, and folds that the user expanded, by FleetModel::KeyRole.
    QSet<QString> m_closed, m_opened;
    quint64 m_chosen = 0;    ///< stays chosen while the filter hides it
    bool m_updating = false; ///< rows are being updated: a change of selection is not the user's
    bool m_applying = false;
};

} // namespace fabricscope::widgets
