// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/MainWindow.h"

#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchScreenController.h"
#include "app/window/bench/MeasuredRuns.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/dialogs/AboutDialog.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/dialogs/PreferencesController.h"
#include "app/window/dialogs/PromptController.h"
#include "app/window/hostvm/HostVmController.h"
#include "app/window/screens/AffinityController.h"
#include "app/window/screens/ChecksController.h"
#include "app/window/screens/CompareController.h"
#include "app/window/screens/InspectorController.h"
#include "app/window/screens/PanelController.h"
#include "app/window/screens/SavedView.h"
#include "app/window/screens/ScreenExport.h"
#include "app/window/screens/SearchController.h"
#include "app/window/screens/StatusController.h"
#include "app/window/screens/TopologyController.h"
#include "app/window/screens/WindowActions.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/ExportController.h"
#include "app/window/shell/MenuBarStyle.h"
#include "app/window/shell/MenuCorners.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/ThemeController.h"
#include "app/window/shell/Workbench.h"
#include "app/window/workspace/CloseController.h"
#include "app/window/workspace/FleetController.h"
#include "app/window/workspace/OpenController.h"
#include "app/window/workspace/SessionRestore.h"
#include "app/window/workspace/WelcomeController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceFileController.h"
#include "app/window/workspace/WorkspaceTitle.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/controls/WheelFocus.h"
#include "widgets/common/dialog/EnterKey.h"
#include "widgets/common/theme/StyleSheetSuspender.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/connect/WelcomePage.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QCloseEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>

namespace fabricscope::app::window {

namespace {

constexpr QSize kDefaultSize{1440, 900};
constexpr QSize kSmallestSize{1100, 700};

/// Shows the messages of all of these in the status line.
template<typename... Senders> void showMessagesOf(StatusLine *status, Senders *...senders) {
    (QObject::connect(senders, &Senders::statusMessageRequested, status, &StatusLine::showMessage), ...);
}

/// Repaints these, in this order, when the theme changes.
template<typename... Screens> void followTheme(ThemeController &theme, Screens *...screens) {
    (QObject::connect(&theme, &ThemeController::themeChanged, screens, &Screens::themeChanged), ...);
}

} // namespace

MainWindow::MainWindow(SessionController &sessions, ThemeController &theme, Settings &settings,
                       QWidget *parent)
    : QMainWindow(parent)
    , m_building(std::make_unique<widgets::StyleSheetSuspender>())
    , m_sessions(sessions)
    , m_theme(theme)
    , m_settings(settings)
    , m_widgets(sessions, this)
    , m_shown(new ShownHost(sessions, this))
    , m_navigation(
          new Navigation({sessions, *m_shown, *m_widgets.modes, *m_widgets.pages, *m_widgets.topology}, this))
    , m_prompts(new PromptController(this))
    , m_hostDialogs(new HostDialogs(sessions, settings, this))
    , m_workspace(new WorkspaceController(sessions, this))
    , m_exports(new ExportController(this))
    , m_hostVmController(new HostVmController(sessions, *m_workspace, *m_navigation, *m_widgets.hostVm, this))
    , m_benchController(new BenchController(
          *m_widgets.bench,
          [this](const Result<> &result, const QString &file) { m_exports->report(result, file); }, this))
    , m_preferences(new PreferencesController(sessions, theme, settings, *m_benchController->history(), this))
    , m_panels(new PanelController({sessions, m_widgets}, this))
    , m_compareController(new CompareController(sessions, *m_navigation, *m_widgets.compare, this))
    , m_statusController(new StatusController({sessions, *m_shown, m_widgets}, this))
    , m_topologyController(new TopologyController(
          {sessions, *m_shown, *m_navigation, *m_hostDialogs, *m_widgets.topology}, this))
    , m_screenExport(new ScreenExport(
          {*m_shown, *m_navigation, m_widgets, m_benchController->files(), *m_exports}, this))
    , m_files(new OpenController(sessions, *m_benchController, settings.pastedFolder(), this)) {
    widgets::makeEnterPressFocusedButton();
    widgets::requireFocusForWheel();
    setMinimumSize(kSmallestSize);
    resize(kDefaultSize);
    m_widgets.arrange(this);
    buildMenus();
    connectSessions();
    connectScreens();
    connectShownHost();
    connectWorkspace();
    connectSavedView();
    connectActions();
    m_preferences->apply();
    m_sessions.setOwnKnownHosts(m_settings.knownHostsFile().toStdString());
    m_prompts->setOwnKnownHosts(QString::fromStdString(m_sessions.ownKnownHosts().string()));
    listChanged();
    showScreen(Screen::Topology);
    m_building.reset();
}

MainWindow::~MainWindow() {
    delete m_preferences; // while the window that it signals exists
    m_sessions.disconnect(this);
    for (const QObject *controller : children()) // they use widgets that are deleted before them
        m_sessions.disconnect(controller);
}

void MainWindow::buildMenus() {
    menuBar()->setNativeMenuBar(false);
    MenuBarStyle::install(menuBar());
    m_corners = new MenuCorners(menuBar());
    m_actions = new ActionRegistry(menuBar(), this);
    m_hostDialogs->bindTo(*m_actions, *m_shown);
    m_files->bindTo(*m_actions);
    m_screenExport->bindTo(*m_actions);
    m_topologyController->bindTo(*m_actions);
    m_panels->bindTo(*m_actions);
    m_hostVmController->bindTo(*m_actions);
    m_actions->bind(ActionId::Quit, [this] { close(); });
    m_actions->bind(ActionId::Preferences, [this] { openPreferences(); });
    m_actions->bind(ActionId::FullScreen, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    m_actions->bind(ActionId::KeyboardMap, [this] { showKeyMap(*m_actions, this); });
    m_actions->bind(ActionId::About, [this] { showAbout(this); });
    m_actions->bind(ActionId::Licence, [this] { showLicence(this); });
    QMenu *view = m_actions->menu(MenuId::View);
    view->addSeparator();
    m_widgets.workbench->addTo(*view);
    m_theme.addTo(*view);
    m_windowActions = new WindowActions({*m_actions, m_sessions, *m_shown, *m_navigation, *m_workspace,
                                         *m_screenExport, *m_topologyController, m_widgets},
                                        this);
    new SearchController(
        {m_sessions, *m_shown, *m_navigation, *m_actions, *m_widgets.topology, *m_widgets.affinity},
        m_widgets.modes->search(), this);
}

void MainWindow::connectSessions() {
    connect(&m_sessions, &SessionController::changed, m_shown, &ShownHost::update);
    connect(&m_sessions, &SessionController::listChanged, this, &MainWindow::listChanged);
    connect(&m_sessions, &SessionController::asked, m_prompts, &PromptController::ask);
    connect(&m_sessions, &SessionController::questionsDropped, m_prompts, &PromptController::drop);
    connect(m_widgets.strip, &widgets::JobsLogStrip::cancelRequested, &m_sessions,
            &SessionController::cancelJob);
    m_welcomeController = new WelcomeController(m_sessions, m_settings, *m_files, *m_widgets.welcome, this);
    connect(m_welcomeController, &WelcomeController::hostRequested, this, &MainWindow::showHost);
    connect(m_hostDialogs, &HostDialogs::accepted, this, [this](quint64 id) {
        showScreen(Screen::Topology);
        showHost(id);
    });
    connect(m_files, &OpenController::hostRequested, this, &MainWindow::showHost);
    connect(m_files, &OpenController::workspaceRequested, this, &MainWindow::openWorkspace);
}

/// In the order in which a selection in Topology reaches them: Affinity, Host <-> VM, the inspector.
void MainWindow::connectScreens() {
    auto *measured = new MeasuredRuns(
        *m_benchController, [this] { return m_sessions.runStore(); }, this);
    m_affinityController = new AffinityController(
        {m_sessions, *m_shown, *m_navigation, *m_hostDialogs, *m_hostVmController, *m_workspace, *measured,
         *m_widgets.affinity, *m_widgets.topology, *m_widgets.verdict},
        this);
    m_affinityController->bindTo(*m_actions);
    m_hostVmController->connectTopology(*m_widgets.topology);
    m_inspectorController = new InspectorController(
        {m_sessions, *m_shown, *m_navigation, *m_widgets.topology, *m_widgets.inspector, *m_widgets.strip},
        this);
    m_inspectorController->bindTo(*m_actions);
    connect(m_affinityController, &AffinityController::verdictUpdated, m_inspectorController,
            &InspectorController::updateRelated);
    m_benchScreenController = new BenchScreenController(
        {m_sessions, *m_shown, *m_navigation, *m_benchController, *m_widgets.bench, *m_widgets.affinity},
        this);
    m_benchScreenController->bindTo(*m_actions);
    auto *checks = new ChecksController({m_sessions, *m_shown, *m_navigation, *m_hostDialogs, *m_workspace,
                                         *m_files, *m_actions, *m_widgets.checks},
                                        this);
    connect(m_benchController, &BenchController::hostTextChosen, this, &MainWindow::openPath);
    connect(m_widgets.compare, &widgets::CompareScreen::openRequested, m_files, &OpenController::chooseFiles);
    connect(m_widgets.welcome, &widgets::WelcomePage::connectRequested, this,
            [this] { openConnectDialog(); });
    connect(m_widgets.hostVm, &widgets::HostVmScreen::connectRequested, this,
            [this] { openConnectDialog(); });
    followTheme(m_theme, m_widgets.hostVm, m_widgets.bench, m_widgets.topology, m_widgets.compare,
                m_widgets.affinity);
    showMessagesOf(m_widgets.status, &m_widgets.affinity->actions(), m_widgets.hostVm, m_widgets.topology,
                   m_inspectorController, checks, m_benchController, m_benchScreenController, m_exports,
                   m_screenExport, m_files);
}

/// Each part a reaction to a new host, in this order. Affinity first, so that a selection in Topology finds
/// its cell.
void MainWindow::connectShownHost() {
    m_shown->addPart([this] { m_affinityController->update(); });
    m_shown->addPart([this] { m_hostVmController->show(host()); });
    m_shown->addPart([this] { m_topologyController->update(); });
    m_shown->addPart([this] { m_affinityController->updateVerdict(); });
    m_shown->addPart([this] {
        m_inspectorController->update();
        m_statusController->update();
    });
    connect(m_shown, &ShownHost::chosen, m_widgets.sidebar, &widgets::FleetSidebar::setCurrent);
    connect(m_shown, &ShownHost::chosen, m_widgets.compare, &widgets::CompareScreen::setShown);
    connect(m_shown, &ShownHost::chosen, m_benchScreenController, &BenchScreenController::hostChosen);
    connect(m_widgets.sidebar, &widgets::FleetSidebar::chosen, this, &MainWindow::showHost);
    connect(m_widgets.modes->filter(), &QLineEdit::textChanged, m_widgets.sidebar,
            &widgets::FleetSidebar::setFilter);
}

void MainWindow::connectWorkspace() {
    RunCloseGuard &runs = *m_benchScreenController->closeGuard();
    m_view = new SavedView({m_sessions, *m_shown, *m_navigation, *m_panels, *m_topologyController, m_widgets},
                           this);
    const auto state = [this] {
        return m_view->state();
    };
    m_workspaceFiles = new WorkspaceFileController(*m_workspace, m_settings, runs, state, this);
    m_workspaceFiles->bindTo(*m_actions);
    connect(m_workspaceFiles, &WorkspaceFileController::openFailed, m_hostDialogs,
            qOverload<const QString &, const Error &>(&HostDialogs::showNotOpened));
    m_session = new SessionRestore({*m_workspace, *m_workspaceFiles, runs, m_settings}, state, this);
    m_closing = new CloseController({m_sessions, *m_workspace, *m_workspaceFiles, *m_session, runs}, this);
    auto *title = new WorkspaceTitle({*m_workspace, runs, *m_corners, *m_actions}, this);
    connect(title, &WorkspaceTitle::updated, m_windowActions, &WindowActions::update);
    connect(m_workspace, &WorkspaceController::refused, m_widgets.status, &StatusLine::showMessage);
    auto *fleet = new FleetController(
        {m_sessions, *m_workspace, runs, *m_widgets.sidebar}, [this] { return host(); }, this);
    fleet->bindTo(*m_actions);
    connect(fleet, &FleetController::hostRequested, this, &MainWindow::showHost);
    connect(fleet, &FleetController::screenRequested, this, &MainWindow::showScreen);
    showMessagesOf(m_widgets.status, m_workspaceFiles, m_session);
    title->update();
}

void MainWindow::connectSavedView() {
    connect(m_widgets.workbench, &Workbench::arranged, m_session, &SessionRestore::scheduleWrite);
    connect(m_widgets.topology, &widgets::TopologyScreen::foldsChosen, m_session,
            &SessionRestore::scheduleWrite);
    connect(m_workspace, &WorkspaceController::opened, m_view, &SavedView::apply);
    connect(m_view, &SavedView::applied, m_session, &SessionRestore::scheduleWrite);
    connect(m_preferences, &PreferencesController::applied, m_panels, &PanelController::fitFilter);
}

/// Panels, status line and actions follow what is shown, in this order.
void MainWindow::connectActions() {
    const auto update = [this](auto *sender, auto signal) {
        connect(sender, signal, m_windowActions, &WindowActions::update);
    };
    connect(m_navigation, &Navigation::shown, m_panels, &PanelController::update);
    connect(m_navigation, &Navigation::shown, m_statusController, &StatusController::update);
    connect(m_hostVmController, &HostVmController::shown, m_statusController, &StatusController::updateNote);
    update(m_navigation, &Navigation::shown);
    update(m_shown, &ShownHost::shown);
    update(m_hostVmController, &HostVmController::shown);
    update(m_inspectorController, &InspectorController::filled);
    update(m_topologyController, &TopologyController::foundChanged);
    update(m_widgets.bench, &widgets::BenchScreen::shown);
    update(m_widgets.sidebar, &widgets::FleetSidebar::currentRowChanged);
}

void MainWindow::listChanged() {
    m_statusController->updateHosts();
    m_compareController->markChanged();
    if (m_sessions.sessions().empty())
        m_welcomeController->update();
    if (m_shown->session() == nullptr)
        showHost(0);
    showScreen(screen());
}

void MainWindow::openConnectDialog(const widgets::ConnectRequest &request) {
    m_hostDialogs->openConnect(request);
}

void MainWindow::openPreferences() {
    m_preferences->open();
}

PreferencesDialog *MainWindow::preferencesDialog() const {
    return m_preferences->dialog();
}

widgets::DeviceSearchBar *MainWindow::findBar() const {
    return m_topologyController->findBar();
}

void MainWindow::openWorkspace(const QString &path) {
    m_workspaceFiles->open(path);
}

void MainWindow::openPath(const QString &path) {
    m_files->open(path);
}

workspace::WindowState MainWindow::currentState() const {
    return m_view->state();
}

void MainWindow::autosaveSession(const QString &file) {
    m_session->setFile(file);
}

bool MainWindow::restoreSession() {
    return m_session->restore();
}

void MainWindow::resizeEvent(QResizeEvent *event) {
    QMainWindow::resizeEvent(event);
    m_panels->update();
}

void MainWindow::showEvent(QShowEvent *event) {
    QMainWindow::showEvent(event);
    // Not to the filter, which is first in the window.
    QWidget *first =
        m_widgets.pages->currentIndex() == 0 ? static_cast<QWidget *>(m_widgets.welcome) : centralWidget();
    first->setFocus();
}

void MainWindow::closeEvent(QCloseEvent *event) {
    event->setAccepted(m_closing->mayClose());
}

} // namespace fabricscope::app::window
