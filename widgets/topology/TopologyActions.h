// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

namespace fabricscope::widgets {

class TopologyToolbar;
class TopologyView;
enum class CopyAs;

/// The actions on the picture, by key and by its context menu.
class TopologyActions : public QObject {
    Q_OBJECT
public:
    /// The keys work in `screen`; single letters only in its view.
    TopologyActions(TopologyToolbar &toolbar, TopologyView &view, QWidget *screen);
    /// Those for a selected device: the menu shows the enabled ones first.
    void setDeviceActions(const QList<QAction *> &actions) { m_deviceActions = actions; }

Q_SIGNALS:
    void copyRequested(fabricscope::widgets::CopyAs form);
    void treeRequested(); ///< to be shown or hidden
    void unfoldRequested();
    void foldResetRequested();

private:
    void showMenu(const QPoint &where);

    TopologyView &m_view;
    QList<QAction *> m_deviceActions;
};

} // namespace fabricscope::widgets
