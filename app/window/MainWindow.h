// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/SessionController.h"
#include "app/window/shell/ActionTable.h"
#include "app/window/shell/ModeBar.h"
#include "app/window/shell/Settings.h"

#include <QMainWindow>

class QStackedWidget;
class QPushButton;
class QTimer;

namespace fabricscope::widgets {
class StyleSheetSuspender;
class AffinityScreen;
class BenchScreen;
class CompareScreen;
class DeviceSearchBar;
enum class CopyAs;
class FleetSidebar;
class InspectorPanel;
class JobsLogStrip;
class HostVmScreen;
class TopologyScreen;
class VerdictBar;
class WelcomePage;
} // namespace fabricscope::widgets

namespace fabricscope::workspace {
struct WindowState;
}

namespace fabricscope::app::window {

class ActionRegistry;
class BenchController;
class RunCloseGuard;
class ExportController;
class HostDialogs;
class MeasuredRuns;
class PreferencesController;
class PreferencesDialog;
class PromptController;
class SessionRestore;
enum class Panel;
class StatusLine;
class HostVmController;
class ThemeController;
class Workbench;
class WorkspaceController;
class WorkspaceFileController;

/// The main window: menu, mode bar, sidebar, screens, inspector, jobs and log, status line. The controllers
/// implement what these do.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionController &sessions, ThemeController &theme, Settings &settings,
               QWidget *parent = nullptr);
    ~MainWindow() override;

    void showScreen(Screen screen);
    [[nodiscard]] Screen screen() const { return m_modes->screen(); }
    /// Shows this host; 0: the first one.
    void showHost(quint64 id);
    [[nodiscard]] quint64 host() const { return m_host; }
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

    [[nodiscard]] widgets::TopologyScreen *topology() const { return m_topology; }
    [[nodiscard]] widgets::AffinityScreen *affinity() const { return m_affinity; }
    [[nodiscard]] widgets::HostVmScreen *hostVm() const { return m_hostVm; }
    [[nodiscard]] HostVmController *hostVmController() const { return m_hostVmController; }
    [[nodiscard]] widgets::BenchScreen *bench() const { return m_bench; }
    [[nodiscard]] BenchController *benchController() const { return m_benchController; }
    /// Above the picture of Topology; Affinity has its own.
    [[nodiscard]] widgets::VerdictBar *verdictBar() const { return m_verdict; }
    [[nodiscard]] widgets::CompareScreen *compare() const { return m_compare; }
    [[nodiscard]] widgets::InspectorPanel *inspector() const { return m_inspector; }
    [[nodiscard]] widgets::FleetSidebar *sidebar() const { return m_sidebar; }
    [[nodiscard]] widgets::JobsLogStrip *strip() const { return m_strip; }
    [[nodiscard]] widgets::WelcomePage *welcome() const { return m_welcome; }
    [[nodiscard]] Workbench *workbench() const { return m_workbench; }
    [[nodiscard]] ModeBar *modes() const { return m_modes; }
    [[nodiscard]] const ActionRegistry &actions() const { return *m_actions; }
    [[nodiscard]] widgets::DeviceSearchBar *findBar() const { return m_find; }
    [[nodiscard]] PromptController *prompts() const { return m_prompts; }
    [[nodiscard]] WorkspaceController *workspace() const { return m_workspace; }
    [[nodiscard]] PreferencesDialog *preferencesDialog() const;

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
    void bindFile();
    void bindEdit();
    void bindView();
    void bindFleet();
    void bindTools();
    void connectSessions();
    void connectWidgets();
    void connectAffinity();
    void connectHostVm();
    void connectBench();
    void bindBench();
    void measurePair(quint32 gpu, quint32 nic);
    void showBenchDevice(const QString &host, const QString &bdf);
    void connectWorkspace();
    void showDevice(quint64 host, std::optional<quint32> node);
    void workspaceChanged();
    void scheduleAge();
    void updateAge();
    void applyWindowState(const workspace::WindowState &state);
    void selectPending();
    void openCaptures();
    void openTogether();
    void openFolder();
    void startDemo();
    void contentChanged(quint64 id);
    void contentArrived(quint64 id);
    [[nodiscard]] widgets::TopologyContent contentShown() const;
    void updateAffinity();
    void updateHostVm();
    void updateTopology();
    void updateFindings();
    void updateDetails();
    static void (MainWindow::*const kContentParts[])();
    void listChanged();
    void updatePanels();
    [[nodiscard]] QString hiddenSidePanel() const;
    void arranged();
    void hidePanel(Panel panel);
    void requestSidebar(bool requested);
    void requestInspector(std::optional<bool> requested);
    void requestStrip(bool requested);
    void updateStatus();
    void updateActions();
    void updateNote();
    [[nodiscard]] WindowState stateNow() const;
    void copyOfDevice(const QString &text);
    void copyAsText();
    void copyPicture(widgets::CopyAs form);
    void updateInspector();
    void fillInspector();
    void updateVerdict(const HostSession *session);
    void generateFile();
    bool updateRelatedViews();
    void exportPicture();

    std::unique_ptr<widgets::StyleSheetSuspender> m_building; ///< first: while the widgets below are created
    SessionController &m_sessions;
    ThemeController &m_theme;
    Settings &m_settings;
    PromptController *m_prompts;
    ExportController *m_exports;
    HostDialogs *m_hostDialogs;
    WorkspaceController *m_workspace;
    WorkspaceFileController *m_workspaceFiles = nullptr;
    SessionRestore *m_session = nullptr;
    QTimer *m_ageTimer;          ///< until a text with the snapshot's age changes
    bool m_sidesChanged = true;  ///< the choices of Compare
    bool m_inspectorDue = false; ///< an update is scheduled on the event loop
    bool m_leaving = false;      ///< the user has decided about unsaved changes
    quint64 m_host = 0;
    /// A device to select once its host was read.
    struct PendingSelection {
        quint64 host = 0;
        std::string device;
    } m_pendingSelection;
    /// Set by the user; unset: depends on the size of the window.
    std::optional<bool> m_sidebarRequested, m_inspectorRequested, m_stripRequested;

    ModeBar *m_modes;
    QStackedWidget *m_screens;
    widgets::FleetSidebar *m_sidebar;
    widgets::WelcomePage *m_welcome;
    widgets::TopologyScreen *m_topology;
    widgets::VerdictBar *m_verdict;
    QPushButton *m_correct = nullptr; ///< next to the verdict on Affinity, if a VM's file can be corrected
    widgets::AffinityScreen *m_affinity;
    widgets::HostVmScreen *m_hostVm;
    HostVmController *m_hostVmController;
    widgets::BenchScreen *m_bench;
    BenchController *m_benchController;
    RunCloseGuard *m_closeGuard = nullptr;
    MeasuredRuns *m_measured;
    PreferencesController *m_preferences;
    widgets::CompareScreen *m_compare;
    widgets::InspectorPanel *m_inspector;
    widgets::JobsLogStrip *m_strip;
    Workbench *m_workbench; ///< the screens and the panels around them
    StatusLine *m_status;
    QAction *m_sidebarAction = nullptr;
    QAction *m_inspectorAction = nullptr;
    QAction *m_stripAction = nullptr;
    ActionRegistry *m_actions = nullptr;
    widgets::DeviceSearchBar *m_find = nullptr;
};

} // namespace fabricscope::app::window
