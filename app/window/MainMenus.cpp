// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The menus and keys of MainWindow.
#include "app/window/AboutDialog.h"
#include "app/window/ExportController.h"
#include "app/window/MainWindow.h"
#include "app/window/ThemeController.h"
#include "widgets/common/Controls.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>

namespace fabricscope::app::window {

QAction *MainWindow::act(QMenu *menu, const QString &text, const QKeySequence &keys,
                         std::function<void()> does) {
    QAction *action = menu->addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [does = std::move(does)] { does(); });
    return action;
}

void MainWindow::buildMenus() {
    auto *brand = new QWidget(menuBar());
    auto *row = new QHBoxLayout(brand);
    row->setContentsMargins(12, 0, 12, 0);
    row->addWidget(widgets::label(QStringLiteral("fabricscope"), "title", 13, brand));
    menuBar()->setCornerWidget(brand, Qt::TopLeftCorner);
    menuBar()->setNativeMenuBar(false);
    auto *note = widgets::label(tr("reads only"), "caption", 12, menuBar());
    note->setContentsMargins(0, 5, 14, 5);
    menuBar()->setCornerWidget(note, Qt::TopRightCorner);
    buildFileMenu();
    buildViewMenu();
    buildFleetMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    QMenu *menu = menuBar()->addMenu(tr("&File"));
    act(menu, tr("&Connect…"), QKeySequence(Qt::CTRL | Qt::Key_N), [this] { openConnectDialog(); });
    act(menu, tr("Import a &list of hosts…"), QKeySequence(Qt::CTRL | Qt::Key_L),
        [this] { importHostList(); });
    act(menu, tr("&Open files…"), QKeySequence(Qt::CTRL | Qt::Key_O), [this] { openCaptures(); });
    act(menu, tr("Open &files of one host…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        [this] { openTogether(); });
    act(menu, tr("Open a fo&lder…"), {}, [this] { openFolder(); });
    act(menu, tr("Open the &demo hosts"), QKeySequence(Qt::CTRL | Qt::Key_D), [this] { startDemo(); });
    menu->addSeparator();
    m_needPicture.push_back(act(menu, tr("&Save capture…"), QKeySequence(Qt::CTRL | Qt::Key_S), [this] {
        if (const HostSession *session = m_sessions.find(m_host))
            m_exports->saveCapture(*session);
    }));
    m_needPicture.push_back(
        act(menu, tr("&Export picture…"), QKeySequence(Qt::CTRL | Qt::Key_E), [this] { exportPicture(); }));
    menu->addSeparator();
    act(menu, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void MainWindow::buildViewMenu() {
    QMenu *menu = menuBar()->addMenu(tr("&View"));
    QMenu *screens = menu->addMenu(tr("&Screen"));
    for (int index = 0; index < kScreens; ++index)
        act(screens, screenName(static_cast<Screen>(index)), QKeySequence(Qt::ALT | (Qt::Key_1 + index)),
            [this, index] { showScreen(static_cast<Screen>(index)); });
    m_theme.addTo(*menu);
    menu->addSeparator();
    m_inspectorAction = act(menu, tr("&Inspector"), QKeySequence(Qt::CTRL | Qt::Key_I), [this] {
        m_inspectorWanted = m_inspectorAction->isChecked();
        updatePanels();
    });
    m_stripAction = act(menu, tr("&Jobs and log"), QKeySequence(Qt::CTRL | Qt::Key_J), [this] {
        m_stripWanted = m_stripAction->isChecked();
        updatePanels();
    });
    for (QAction *action : {m_inspectorAction, m_stripAction})
        action->setCheckable(true);
    menu->addSeparator();
    widgets::TopologyView *view = m_topology->view();
    act(menu, tr("Zoom &in"), QKeySequence(Qt::CTRL | Qt::Key_Plus), [view] { view->zoomBy(1); });
    act(menu, tr("Zoom &out"), QKeySequence(Qt::CTRL | Qt::Key_Minus), [view] { view->zoomBy(-1); });
    act(menu, tr("&Actual size"), QKeySequence(Qt::CTRL | Qt::Key_1), [view] { view->setZoom(1); });
    act(menu, tr("&Fit"), QKeySequence(Qt::CTRL | Qt::Key_0), [view] { view->fit(); });
}

void MainWindow::buildFleetMenu() {
    QMenu *menu = menuBar()->addMenu(tr("F&leet"));
    m_needHost.push_back(act(menu, tr("Collect &again"), QKeySequence(Qt::CTRL | Qt::Key_R), [this] {
        if (const HostSession *session = m_sessions.find(m_host))
            m_sessions.collect(m_host, session->root);
    }));
    m_needHost.push_back(act(menu, tr("Collect with &sudo…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
                             [this] { m_sessions.collect(m_host, true); }));
    m_needHost.push_back(act(menu, tr("S&top"), QKeySequence(Qt::CTRL | Qt::Key_Period),
                             [this] { m_sessions.cancel(m_host); }));
    m_needHost.push_back(act(menu, tr("&Edit connection…"), {}, [this] { editConnection(); }));
    m_needHost.push_back(act(menu, tr("&Disconnect"), {}, [this] { m_sessions.disconnectFrom(m_host); }));
    m_needHost.push_back(act(menu, tr("&Remove from the fleet"), {}, [this] { m_sessions.remove(m_host); }));
    m_needHost.back()->setData(true); // captures, too, can be removed
}

void MainWindow::buildHelpMenu() {
    QMenu *menu = menuBar()->addMenu(tr("&Help"));
    act(menu, tr("&About fabricscope"), QKeySequence(Qt::Key_F1), [this] { showAbout(this); });
    act(menu, tr("&Licence"), {}, [this] { showLicence(this); });
}

void MainWindow::buildShortcuts() {
    const auto find = [this] {
        m_modes->search()->setFocus(Qt::ShortcutFocusReason);
        m_modes->search()->selectAll();
    };
    for (const int key : {Qt::Key_K, Qt::Key_F})
        connect(new QShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(key)), this),
                &QShortcut::activated, this, find);
    connect(new QShortcut(QKeySequence(Qt::Key_F3), this), &QShortcut::activated, this,
            [this] { m_topology->findNext(1); });
    connect(new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3), this), &QShortcut::activated, this,
            [this] { m_topology->findNext(-1); });
    auto *clear = new QShortcut(QKeySequence(Qt::Key_Escape), m_modes->search());
    clear->setContext(Qt::WidgetShortcut);
    connect(clear, &QShortcut::activated, this, [this] {
        m_modes->search()->clear();
        m_topology->view()->setFocus();
    });
}

} // namespace fabricscope::app::window
