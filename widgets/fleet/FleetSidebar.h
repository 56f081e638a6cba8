// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FleetModel.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QStackedWidget;
class QTreeView;

namespace fabricscope::widgets {

/// The hosts, their VMs and the captures. Selecting one retargets the screen and never switches it.
class FleetSidebar : public QWidget {
    Q_OBJECT
public:
    explicit FleetSidebar(FleetModel *model, QWidget *parent = nullptr);
    void setFilter(const QString &text);
    void setCurrent(quint64 id);
    [[nodiscard]] quint64 current() const;
    [[nodiscard]] QTreeView *view() const { return m_view; }
    /// The sums at the foot.
    void setSums(int errors, int warnings, int hosts);

Q_SIGNALS:
    void chosen(quint64 id);
    void contextMenuWanted(quint64 id, const QPoint &globalPosition);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fold(const QModelIndex &index);
    void updateEmpty();

    FleetModel *m_model;
    QSortFilterProxyModel *m_filter;
    QStackedWidget *m_stack;
    QTreeView *m_view;
    QWidget *m_foot;
    QLabel *m_errors, *m_warnings, *m_hosts;
};

} // namespace fabricscope::widgets
