// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/MainWindow.h"

#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/MeasuredRuns.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/dialogs/PreferencesController.h"
#include "app/window/dialogs/PromptController.h"
#include "app/window/hostvm/HostVmController.h"
#include "app/window/shell/ExportController.h"
#include "app/window/shell/PlaceholderPage.h"
#include "app/window/shell/ScreenNote.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/ThemeController.h"
#include "app/window/shell/Workbench.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceFileController.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/bench/BenchRunPanel.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/controls/CurrentPageStack.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/common/controls/WheelFocus.h"
#include "widgets/common/dialog/EnterKey.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/StyleSheetSuspender.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/connect/WelcomePage.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;

constexpr QSize kDefaultSize{1440, 900};
constexpr QSize kSmallestSize{1100, 700};
/// Below this width of the picture, without the panels, the inspector is hidden; below this height of the
/// window, the strip.
constexpr int kPictureNeeds = 724;
constexpr int kStripNeeds = 720;

} // namespace

MainWindow::MainWindow(SessionController &sessions, ThemeController &theme, Settings &settings,
                       QWidget *parent)
    : QMainWindow(parent)
    , m_building(std::make_unique<widgets::StyleSheetSuspender>())
    , m_sessions(sessions)
    , m_theme(theme)
    , m_settings(settings)
    , m_prompts(new PromptController(this))
    , m_exports(new ExportController(this))
    , m_hostDialogs(new HostDialogs(sessions, settings, this))
    , m_workspace(new WorkspaceController(sessions, this))
    , m_ageTimer(new QTimer(this))
    , m_modes(new ModeBar(this))
    , m_screens(new widgets::CurrentPageStack(this))
    , m_sidebar(new widgets::FleetSidebar(sessions.fleet(), this))
    , m_welcome(new widgets::WelcomePage(this))
    , m_topology(new widgets::TopologyScreen(this))
    , m_verdict(new widgets::VerdictBar(this))
    , m_affinity(new widgets::AffinityScreen(this))
    , m_hostVm(new widgets::HostVmScreen(this))
    , m_hostVmController(new HostVmController(sessions, *m_workspace, *m_hostVm, this))
    , m_bench(new widgets::BenchScreen(this))
    , m_benchController(new BenchController(
          *m_bench, [this](const Result<> &result, const QString &file) { m_exports->report(result, file); },
          this))
    , m_measured(new MeasuredRuns(
          *m_benchController, [this] { return m_sessions.runStore(); }, this))
    , m_preferences(new PreferencesController(sessions, theme, settings, *m_benchController->history(), this))
    , m_compare(new widgets::CompareScreen(this))
    , m_inspector(new widgets::InspectorPanel(this))
    , m_strip(new widgets::JobsLogStrip(sessions.jobs(), sessions.log(), this))
    , m_workbench(new Workbench(m_screens, {m_sidebar, m_inspector, m_strip}, this))
    , m_status(new StatusLine(this)) {
    widgets::makeEnterPressFocusedButton();
    widgets::requireFocusForWheel();
    setMinimumSize(kSmallestSize);
    resize(kDefaultSize);
    setAcceptDrops(true);
    buildShell();
    buildMenus();
    connectSessions();
    connectWidgets();
    connectWorkspace();
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
}

void MainWindow::buildShell() {
    m_screens->addWidget(m_welcome);
    for (int index = 0; index < kScreens; ++index) {
        const auto each = static_cast<Screen>(index);
        m_screens->addWidget(each == Screen::Topology     ? buildTopologyPage()
                             : each == Screen::Affinity   ? static_cast<QWidget *>(m_affinity)
                             : each == Screen::HostVm     ? static_cast<QWidget *>(m_hostVm)
                             : each == Screen::Compare    ? static_cast<QWidget *>(m_compare)
                             : each == Screen::Benchmarks ? static_cast<QWidget *>(m_bench)
                                                          : new PlaceholderPage(each, m_screens));
    }
    auto *central = new QWidget(this);
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_modes);
    column->addWidget(m_workbench, 1);
    column->addWidget(m_status);
    setCentralWidget(central);
    connect(m_workbench, &Workbench::arranged, this, &MainWindow::arranged);
    connect(m_workbench, &Workbench::hideRequested, this, &MainWindow::hidePanel);
}

void MainWindow::connectSessions() {
    connect(&m_sessions, &SessionController::changed, this,
            [this](quint64 id) { m_sessions.isSettling() ? contentArrived(id) : contentChanged(id); });
    connect(&m_sessions, &SessionController::listChanged, this, &MainWindow::listChanged);
    connect(&m_sessions, &SessionController::asked, m_prompts, &PromptController::ask);
    connect(&m_sessions, &SessionController::questionsDropped, m_prompts, &PromptController::drop);
    connect(&m_sessions, &SessionController::finished, this, [this](quint64 id) {
        const HostSession *session = m_sessions.find(id);
        if (session == nullptr || session->failure || !session->simulated().isEmpty() ||
            !session->joined.isEmpty() || !session->label.isEmpty()) // hosts of a list are found by the list
            return;
        using Kind = widgets::RecentEntry::Kind;
        m_settings.addRecent(session->isCapture() ? Kind::Capture : Kind::Host, session->target(),
                             session->snapshot.topology ? gpuBadge(*session->snapshot.topology) : QString());
        m_welcome->setRecent(m_settings.recent());
    });
    connect(m_hostDialogs, &HostDialogs::accepted, this, [this](quint64 id) {
        showScreen(Screen::Topology);
        showHost(id);
    });
    m_ageTimer->setSingleShot(true);
    connect(m_ageTimer, &QTimer::timeout, this, &MainWindow::updateAge);
}

void MainWindow::connectWidgets() {
    connect(m_modes, &ModeBar::screenRequested, this, &MainWindow::showScreen);
    connect(m_modes->filter(), &QLineEdit::textChanged, m_sidebar, &widgets::FleetSidebar::setFilter);
    connect(m_sidebar, &widgets::FleetSidebar::chosen, this, &MainWindow::showHost);
    connect(m_welcome, &widgets::WelcomePage::connectRequested, this, [this] { openConnectDialog(); });
    connect(m_welcome, &widgets::WelcomePage::openRequested, this, &MainWindow::openCaptures);
    connect(m_welcome, &widgets::WelcomePage::demoRequested, this, &MainWindow::startDemo);
    connect(m_welcome, &widgets::WelcomePage::clearRecentRequested, this, [this] {
        m_settings.clearRecent();
        m_welcome->setRecent({});
    });
    connect(m_welcome, &widgets::WelcomePage::recentChosen, this,
            [this](widgets::RecentEntry::Kind kind, const QString &key) {
                if (kind == widgets::RecentEntry::Kind::Host)
                    showHost(m_sessions.connectTo({key, {}, 0, {}, false}));
                else
                    openPath(key);
            });
    connectAffinity();
    connectHostVm();
    connectBench();
    connect(m_compare, &widgets::CompareScreen::openRequested, this, &MainWindow::openCaptures);
    m_compare->setComparer(
        [this](quint64 question, const widgets::CompareSide &before, const widgets::CompareSide &after) {
            m_sessions.compare(question, before, after);
        });
    connect(&m_sessions, &SessionController::compared, m_compare, &widgets::CompareScreen::showComparison);
    connect(&m_sessions, &SessionController::compared, this, &MainWindow::updateNote);
    connect(m_topology, &widgets::TopologyScreen::nodeSelected, this, &MainWindow::updateInspector);
    connect(m_topology, &widgets::TopologyScreen::zoomChanged, this, &MainWindow::updateStatus);
    connect(m_topology, &widgets::TopologyScreen::evidenceRequested, m_inspector,
            &widgets::InspectorPanel::revealEvidence);
    connect(m_topology, &widgets::TopologyScreen::inspectorRequested, this, [this] {
        requestInspector(true);
        m_inspector->setFocus();
    });
    connect(m_topology, &widgets::TopologyScreen::statusMessageRequested, m_status, &StatusLine::showMessage);
    connect(m_inspector, &widgets::InspectorPanel::fixRequested, this,
            [this] { showScreen(Screen::Affinity); });
    connect(m_inspector, &widgets::InspectorPanel::traceRequested, this,
            [this](quint32 node) { m_topology->trace(node); });
    connect(m_topology, &widgets::TopologyScreen::connectRequested, this, [this] { openConnectDialog(); });
    connect(m_topology, &widgets::TopologyScreen::sudoRequested, this,
            [this] { m_sessions.collect(m_host, true); });
    connect(m_topology, &widgets::TopologyScreen::retryRequested, this, [this] {
        if (const HostSession *session = m_sessions.find(m_host))
            m_sessions.collect(m_host, session->root);
    });
    connect(m_topology, &widgets::TopologyScreen::snapshotRequested, this,
            [this] { m_sessions.showSnapshot(m_host); });
    connect(m_topology, &widgets::TopologyScreen::editRequested, this,
            [this] { m_hostDialogs->editConnection(m_host); });
    connect(m_strip, &widgets::JobsLogStrip::hideRequested, this, [this] { m_stripAction->trigger(); });
    connect(m_strip, &widgets::JobsLogStrip::cancelRequested, &m_sessions, &SessionController::cancelJob);
    connect(m_status, &StatusLine::sidePanelRequested, this, [this] { requestInspector(true); });
    connect(m_status, &StatusLine::bottomPanelRequested, this, [this] { requestStrip(true); });
    connect(m_exports, &ExportController::statusMessageRequested, m_status, &StatusLine::showMessage);
    connect(m_preferences, &PreferencesController::applied, this,
            [this] { m_modes->setSidebarWidth(m_workbench->size(Panel::Sidebar)); });
    connect(&m_theme, &ThemeController::themeChanged, m_topology, &widgets::TopologyScreen::themeChanged);
    connect(&m_theme, &ThemeController::themeChanged, m_compare, &widgets::CompareScreen::themeChanged);
    connect(&m_theme, &ThemeController::themeChanged, m_affinity, &widgets::AffinityScreen::themeChanged);
}

void MainWindow::showScreen(Screen screen) {
    m_modes->setScreen(screen);
    if (screen == Screen::Compare && std::exchange(m_sidesChanged, false)) // only Compare shows them
        m_compare->setSides(compareSides(m_sessions.sessions()));
    m_screens->setCurrentIndex(
        m_sessions.sessions().empty() && screen == Screen::Topology ? 0 : 1 + static_cast<int>(screen));
    updatePanels();
    updateStatus();
    updateActions();
}

void MainWindow::showHost(quint64 id) {
    if (id == 0 && !m_sessions.sessions().empty())
        id = m_sessions.sessions().front()->id;
    m_host = id;
    m_sidebar->setCurrent(id);
    m_compare->setShown(id);
    // Runs are proposed for the host that is selected, not for the previous one.
    if (const HostSession *session = m_sessions.find(id);
        session != nullptr && !session->isCapture() && m_bench->showsRunPanel())
        m_bench->runPanel()->setHost(session->target());
    contentChanged(id);
    updateActions();
}

void MainWindow::listChanged() {
    int connected = 0;
    for (const auto &session : m_sessions.sessions())
        connected += session->link == HostLink::Connected && session->endpoint.target != "local:" ? 1 : 0;
    const FailedHosts failed = failedHosts(m_sessions.sessions());
    m_status->setConnections(connected, failed.text, failed.names);
    const widgets::FleetSums &sums = m_sessions.fleet()->sums();
    m_modes->setFindings(sums.errors + sums.warnings);
    m_modes->setHasHosts(!m_sessions.sessions().empty());
    m_sidesChanged = true;
    if (m_sessions.sessions().empty()) // lists what was closed
        m_welcome->setRecent(m_settings.recent());
    if (m_sessions.find(m_host) == nullptr)
        showHost(0);
    showScreen(m_modes->screen());
    updateActions();
}

void MainWindow::updatePanels() {
    const bool hasHosts = !m_sessions.sessions().empty();
    const bool picture = hasHosts && m_modes->screen() == Screen::Topology;
    const bool roomForInspector =
        m_workbench->isFloating(Panel::Inspector) ||
        width() >=
            widgets::scaledToUi(Workbench::kMinSidebarWidth + Workbench::kMinInspectorWidth) + kPictureNeeds;
    // Affinity, Host <-> VM and Benchmarks need the height: there the strip is shown only on request.
    const bool roomForStrip =
        m_workbench->isFloating(Panel::Strip) ||
        (height() >= kStripNeeds && m_modes->screen() != Screen::Affinity &&
         m_modes->screen() != Screen::HostVm && m_modes->screen() != Screen::Benchmarks);
    m_affinity->setRouteShown(m_inspectorRequested);
    m_hostVm->setPanelShown(m_inspectorRequested);
    m_bench->setFactsShown(m_inspectorRequested);
    m_workbench->show(Panel::Sidebar, m_sidebarRequested.value_or(true));
    m_workbench->show(Panel::Inspector, picture && m_inspectorRequested.value_or(roomForInspector));
    m_workbench->show(Panel::Strip, hasHosts && m_stripRequested.value_or(roomForStrip));
    const QString hidden = hiddenSidePanel();
    m_status->setHidden(hidden,
                        hasHosts && !m_workbench->isShown(Panel::Strip) ? tr("Jobs and log") : QString());
    if (m_inspectorAction != nullptr) {
        m_sidebarAction->setChecked(m_sidebarRequested.value_or(true));
        // These two screens decide themselves whether there is room.
        const bool hides = (m_modes->screen() == Screen::HostVm || m_modes->screen() == Screen::Benchmarks) &&
                           !hidden.isEmpty();
        m_inspectorAction->setChecked(!hides && m_inspectorRequested.value_or(roomForInspector));
        m_stripAction->setChecked(m_stripRequested.value_or(roomForStrip));
    }
}

/// The name of this screen's hidden right panel; empty: it is shown, or there is none.
QString MainWindow::hiddenSidePanel() const {
    switch (m_modes->screen()) {
    case Screen::Topology:
        return !m_sessions.sessions().empty() && !m_workbench->isShown(Panel::Inspector) ? tr("Inspector")
                                                                                         : QString();
    case Screen::HostVm:
        return m_hostVm->hidesPanel() ? tr("NCCL file") : QString();
    case Screen::Affinity:
        return m_affinity->hasPicture() && m_affinity->routePanel()->isHidden() ? tr("Route") : QString();
    case Screen::Benchmarks:
        return m_bench->hidesFacts() ? tr("Details") : QString();
    default:
        return {};
    }
}

void MainWindow::updateStatus() {
    const HostSession *session = m_sessions.find(m_host);
    const bool picture =
        session != nullptr && session->snapshot.capture && m_modes->screen() == Screen::Topology;
    const qint64 taken =
        session != nullptr && session->snapshot.capture ? session->snapshot.capture->takenMs : 0;
    const auto &content = m_topology->content();
    if (taken > 0) {
        const qint64 age = QDateTime::currentMSecsSinceEpoch() - taken;
        QString text = tr("Snapshot %1, %2").arg(widgets::clockText(taken), ageText(age));
        if (!session->simulated().isEmpty())
            text += tr(", simulated");
        m_status->setSnapshot(text, content.stale);
    } else {
        m_status->setSnapshot({}, false);
    }
    m_status->setZoom(m_topology->view()->zoom() / widgets::uiScale(), picture);
    updateNote();
    scheduleAge();
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

void MainWindow::openWorkspace(const QString &path) {
    m_workspaceFiles->open(path);
}

void MainWindow::openCaptures() {
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Open files, one host each"), {},
        tr("All files: captures, archives, lspci, hwloc, bundles (*);;Captures (*.fscope)"));
    for (const QString &file : files)
        openPath(file);
}

void MainWindow::openPath(const QString &path) {
    if (WorkspaceController::isWorkspaceFile(path))
        openWorkspace(path);
    else if (BenchController::isBenchLog(path))
        m_benchController->openLog(path);
    else
        showHost(m_sessions.openCapture(path));
}

void MainWindow::openTogether() {
    const QStringList files = QFileDialog::getOpenFileNames(this, tr("Open files of one host"));
    if (!files.isEmpty())
        showHost(m_sessions.openTogether(files));
}

void MainWindow::openFolder() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open the folder of one host: a copy of /sys, or the files of a support bundle"));
    if (!folder.isEmpty())
        showHost(m_sessions.openCapture(folder));
}

void MainWindow::startDemo() {
    const QString sibling = QCoreApplication::applicationDirPath() + QStringLiteral("/fabricscope");
    const QString program = QFileInfo(sibling).isExecutable() ? sibling : QStringLiteral("fabricscope");
    if (QProcess::startDetached(program, {QStringLiteral("demo")}))
        m_status->showMessage(tr("The demo hosts open in a new window"));
    else
        m_status->showMessage(tr("The program fabricscope was not found next to this one or in PATH"));
}

void MainWindow::resizeEvent(QResizeEvent *event) {
    QMainWindow::resizeEvent(event);
    updatePanels();
}

void MainWindow::showEvent(QShowEvent *event) {
    QMainWindow::showEvent(event);
    // Not to the filter, which is first in the window.
    QWidget *first = m_screens->currentIndex() == 0 ? static_cast<QWidget *>(m_welcome) : centralWidget();
    first->setFocus();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
    const auto urls = event->mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), [](const QUrl &url) { return url.isLocalFile(); }))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event) {
    for (const QUrl &url : event->mimeData()->urls())
        if (url.isLocalFile())
            openPath(url.toLocalFile());
    event->acceptProposedAction();
}

} // namespace fabricscope::app::window
