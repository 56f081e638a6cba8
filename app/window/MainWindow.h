// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/ModeBar.h"
#include "app/window/SessionController.h"
#include "app/window/Settings.h"

#include <QMainWindow>

class QSplitter;
class QStackedWidget;

namespace fabricscope::widgets {
class AffinityScreen;
class CompareScreen;
class ConnectDialog;
class FleetSidebar;
class InspectorPanel;
class JobsLogStrip;
class TopologyScreen;
class VerdictBar;
class WelcomePage;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ExportController;
class PromptController;
class StatusLine;
class ThemeController;

/// The shell: menu, mode bar, sidebar, screens, inspector, jobs and log, status line. What happens behind
/// them is the controllers'.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionController &sessions, ThemeController &theme, Settings &settings,
               QWidget *parent = nullptr);
    ~MainWindow() override;

    void showScreen(Screen screen);
    [[nodiscard]] Screen screen() const { return m_modes->screen(); }
    /// Shows this host; 0: whichever is first.
    void showHost(quint64 id);
    [[nodiscard]] quint64 host() const { return m_host; }
    void openConnectDialog(const widgets::ConnectRequest &request = {});

    [[nodiscard]] widgets::TopologyScreen *topology() const { return m_topology; }
    [[nodiscard]] widgets::AffinityScreen *affinity() const { return m_affinity; }
    /// Above the picture of Topology; Affinity has its own.
    [[nodiscard]] widgets::VerdictBar *verdictBar() const { return m_verdict; }
    [[nodiscard]] widgets::CompareScreen *compare() const { return m_compare; }
    [[nodiscard]] widgets::InspectorPanel *inspector() const { return m_inspector; }
    [[nodiscard]] widgets::FleetSidebar *sidebar() const { return m_sidebar; }
    [[nodiscard]] widgets::JobsLogStrip *strip() const { return m_strip; }
    [[nodiscard]] widgets::WelcomePage *welcome() const { return m_welcome; }
    [[nodiscard]] ModeBar *modes() const { return m_modes; }
    [[nodiscard]] PromptController *prompts() const { return m_prompts; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildShell();
    [[nodiscard]] QWidget *buildTopologyPage();
    void buildMenus();
    void buildFileMenu();
    void buildViewMenu();
    void buildFleetMenu();
    void buildHelpMenu();
    void buildShortcuts();
    void connectSessions();
    void connectWidgets();
    void connectAffinity();
    QAction *act(QMenu *menu, const QString &text, const QKeySequence &keys, std::function<void()> does);
    void openCaptures();
    void openTogether();
    void openFolder();
    void showNotOpened(const QString &path, const QString &what);
    void importHostList();
    void showHostList(const QString &path, const Result<workspace::HostList> &list);
    void startDemo();
    void editConnection();
    void contentChanged(quint64 id);
    void listChanged();
    void updatePanels();
    void updateStatus();
    void updateActions();
    void updateInspector();
    void updateVerdict(const HostSession *session);
    void exportPicture();

    SessionController &m_sessions;
    ThemeController &m_theme;
    Settings &m_settings;
    PromptController *m_prompts;
    ExportController *m_exports;
    quint64 m_host = 0;
    /// Set by the person; unset: as the window's size allows.
    std::optional<bool> m_inspectorWanted, m_stripWanted;

    ModeBar *m_modes;
    QSplitter *m_body;
    QSplitter *m_middle;
    QStackedWidget *m_screens;
    widgets::FleetSidebar *m_sidebar;
    widgets::WelcomePage *m_welcome;
    widgets::TopologyScreen *m_topology;
    widgets::VerdictBar *m_verdict;
    widgets::AffinityScreen *m_affinity;
    widgets::CompareScreen *m_compare;
    widgets::InspectorPanel *m_inspector;
    widgets::JobsLogStrip *m_strip;
    StatusLine *m_status;
    QAction *m_inspectorAction = nullptr;
    QAction *m_stripAction = nullptr;
    std::vector<QAction *> m_needHost;    ///< enabled with a live host
    std::vector<QAction *> m_needPicture; ///< enabled with a picture
};

} // namespace fabricscope::app::window
