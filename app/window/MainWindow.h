// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/screens/WindowWidgets.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/ActionTable.h"
#include "app/window/shell/Navigation.h"
#include "app/window/shell/Settings.h"

#include <QMainWindow>

namespace fabricscope::widgets {
class DeviceSearchBar;
class StyleSheetSuspender;
} // namespace fabricscope::widgets

namespace fabricscope::workspace {
struct WindowState;
}

namespace fabricscope::app::window {

class ActionRegistry;
class AffinityController;
class BenchController;
class BenchScreenController;
class CloseController;
class CompareController;
class ExportController;
class HostDialogs;
class HostVmController;
class InspectorController;
class MenuCorners;
class OpenController;
class PanelController;
class PreferencesController;
class PreferencesDialog;
class PromptController;
class SavedView;
class ScreenExport;
class SessionRestore;
class StatusController;
class ThemeController;
class TopologyController;
class WelcomeController;
class WindowActions;
class WorkspaceController;
class WorkspaceFileController;

/// The main window: menu, mode bar, sidebar, screens, inspector, jobs and log, status line. The controllers
/// implement what these do; the window creates them and connects them with each other.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionController &sessions, ThemeController &theme, Settings &settings,
               QWidget *parent = nullptr);
    ~MainWindow() override;

    void showScreen(Screen screen) { m_navigation->showScreen(screen); }
    [[nodiscard]] Screen screen() const { return m_navigation->screen(); }
    /// Shows this host; 0: the first one.
    void showHost(quint64 id) { m_navigation->showHost(id); }
    [[nodiscard]] quint64 host() const { return m_navigation->host(); }
    void openConnectDialog(const widgets::ConnectRequest &request = {});
    /// Opens a workspace, or any other file or folder that can be read.
    void openPath(const QString &path);
    /// Asks before unsaved changes are lost, and afterwards whether to connect to its hosts.
    void openWorkspace(const QString &path);
    void openPreferences();
    /// From now on writes what is open to this file, some time after each change and at the end.
    void autosaveSession(const QString &file);
    /// Restores what was open last. A file that cannot be read is renamed, and the window starts empty:
    /// false.
    bool restoreSession();
    /// The state of the view, as stored in a workspace.
    [[nodiscard]] workspace::WindowState currentState() const;

    [[nodiscard]] widgets::TopologyScreen *topology() const { return m_widgets.topology; }
    [[nodiscard]] widgets::AffinityScreen *affinity() const { return m_widgets.affinity; }
    [[nodiscard]] widgets::HostVmScreen *hostVm() const { return m_widgets.hostVm; }
    [[nodiscard]] HostVmController *hostVmController() const { return m_hostVmController; }
    [[nodiscard]] widgets::BenchScreen *bench() const { return m_widgets.bench; }
    [[nodiscard]] BenchController *benchController() const { return m_benchController; }
    /// Above the picture of Topology; Affinity has its own.
    [[nodiscard]] widgets::VerdictBar *verdictBar() const { return m_widgets.verdict; }
    [[nodiscard]] widgets::ChecksScreen *checks() const { return m_widgets.checks; }
    [[nodiscard]] widgets::CompareScreen *compare() const { return m_widgets.compare; }
    [[nodiscard]] widgets::InspectorPanel *inspector() const { return m_widgets.inspector; }
    [[nodiscard]] widgets::FleetSidebar *sidebar() const { return m_widgets.sidebar; }
    [[nodiscard]] widgets::JobsLogStrip *strip() const { return m_widgets.strip; }
    [[nodiscard]] widgets::WelcomePage *welcome() const { return m_widgets.welcome; }
    [[nodiscard]] Workbench *workbench() const { return m_widgets.workbench; }
    [[nodiscard]] ModeBar *modes() const { return m_widgets.modes; }
    [[nodiscard]] const ActionRegistry &actions() const { return *m_actions; }
    [[nodiscard]] widgets::DeviceSearchBar *findBar() const;
    [[nodiscard]] PromptController *prompts() const { return m_prompts; }
    [[nodiscard]] WorkspaceController *workspace() const { return m_workspace; }
    [[nodiscard]] PreferencesDialog *preferencesDialog() const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void buildMenus();
    void connectSessions();
    void connectScreens();
    void connectShownHost();
    void connectWorkspace();
    void connectSavedView();
    void connectActions();
    void listChanged();

    std::unique_ptr<widgets::StyleSheetSuspender> m_building; ///< first: while the widgets below are created
    SessionController &m_sessions;
    ThemeController &m_theme;
    Settings &m_settings;
    WindowWidgets m_widgets;
    ShownHost *m_shown;
    Navigation *m_navigation;
    PromptController *m_prompts;
    HostDialogs *m_hostDialogs;
    WorkspaceController *m_workspace;
    ExportController *m_exports;
    HostVmController *m_hostVmController;
    BenchController *m_benchController;
    PreferencesController *m_preferences;
    PanelController *m_panels;
    CompareController *m_compareController;
    StatusController *m_statusController;
    TopologyController *m_topologyController;
    ScreenExport *m_screenExport;
    OpenController *m_files;
    ActionRegistry *m_actions = nullptr;
    MenuCorners *m_corners = nullptr;
    WindowActions *m_windowActions = nullptr;
    WelcomeController *m_welcomeController = nullptr;
    AffinityController *m_affinityController = nullptr;
    InspectorController *m_inspectorController = nullptr;
    BenchScreenController *m_benchScreenController = nullptr;
    SavedView *m_view = nullptr;
    WorkspaceFileController *m_workspaceFiles = nullptr;
    SessionRestore *m_session = nullptr;
    CloseController *m_closing = nullptr;
};

} // namespace fabricscope::app::window
