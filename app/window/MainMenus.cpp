// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Implements the actions of MainWindow and when they are enabled; ActionTable.cpp lists them.
#include "app/window/MainWindow.h"
#include "app/window/SearchController.h"
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchExport.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/dialogs/AboutDialog.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/ExportController.h"
#include "app/window/shell/MenuBarStyle.h"
#include "app/window/shell/PanelDock.h"
#include "app/window/shell/PlaceholderPage.h"
#include "app/window/shell/ScreenNote.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/ThemeController.h"
#include "app/window/shell/Workbench.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "core/report/HostVmText.h"
#include "core/report/TextViews.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/WhatIfStrip.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmToolbar.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/search/SearchField.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyView.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

namespace fabricscope::app::window {

namespace {

using Id = ActionId;

/// Undoes or redoes a step. If that removes hosts, asks about their runs, as when the user removes hosts.
void step(RunCloseGuard &runs, WorkspaceController &workspace, const QString &verb,
          QList<quint64> (WorkspaceController::*taken)() const, void (WorkspaceController::*go)()) {
    const QList<quint64> ids = (workspace.*taken)();
    if (ids.isEmpty())
        return (workspace.*go)();
    runs.whenEnded({ids.begin(), ids.end()}, verb, [&workspace, ids, taken, go] {
        if ((workspace.*taken)() == ids) // otherwise another step was made meanwhile
            (workspace.*go)();
    });
}

Id nth(Id first, int index) {
    return static_cast<Id>(static_cast<int>(first) + index);
}

/// Keeps an action and a switch of a toolbar equal.
void tie(QAction *action, QAbstractButton *button) {
    action->setChecked(button->isChecked());
    QObject::connect(action, &QAction::toggled, button, &QAbstractButton::setChecked);
    QObject::connect(button, &QAbstractButton::toggled, action, &QAction::setChecked);
}

/// The program's logo, in the accent colour of the theme.
class BrandMark : public QWidget {
public:
    explicit BrandMark(QWidget *parent) : QWidget(parent) { setFixedSize(16, 16); }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        widgets::paintIcon(painter, "fabricscope", rect(), widgets::tokenColour(draw::Token::Accent));
    }
};

} // namespace

void MainWindow::buildMenus() {
    menuBar()->setNativeMenuBar(false);
    MenuBarStyle::install(menuBar());
    auto *brand = new QWidget(menuBar());
    auto *row = new QHBoxLayout(brand);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(new BrandMark(brand));
    row->addWidget(widgets::label(QStringLiteral("fabricscope"), "title", 13, brand));
    menuBar()->setCornerWidget(brand, Qt::TopLeftCorner);
    auto *note = widgets::label(tr("read-only collection"), "caption", 12, menuBar());
    note->setContentsMargins(0, 5, 14, 5);
    menuBar()->setCornerWidget(note, Qt::TopRightCorner);
    m_actions = new ActionRegistry(menuBar(), this);
    m_find = new widgets::DeviceSearchBar(m_topology);
    bindFile();
    bindEdit();
    bindView();
    bindFleet();
    bindTools();
    bindBench();
    connect(m_find, &widgets::DeviceSearchBar::changed, this, &MainWindow::updateActions);
    for (int index = 0; index < kMenus; ++index) // the undo step changes without a signal
        connect(m_actions->menu(static_cast<MenuId>(index)), &QMenu::aboutToShow, this,
                &MainWindow::updateActions);
    for (const PlaceholderPage *page : findChildren<PlaceholderPage *>())
        connect(page, &PlaceholderPage::alternativeRequested, this, [this](Screen screen, Id id) {
            showScreen(screen);
            m_actions->action(id)->trigger();
        });
    new SearchController(*this, m_sessions, *m_actions, m_modes->search());
}

void MainWindow::bindFile() {
    m_actions->bind(Id::Connect, [this] { openConnectDialog(); });
    m_actions->bind(Id::ImportList, [this] { m_hostDialogs->importList(); });
    m_actions->bind(Id::OpenFiles, [this] { openCaptures(); });
    m_actions->bind(Id::OpenTogether, [this] { openTogether(); });
    m_actions->bind(Id::OpenFolder, [this] { openFolder(); });
    m_actions->bind(Id::OpenDemo, [this] { startDemo(); });
    m_actions->bind(Id::SaveCapture, [this] {
        if (const HostSession *session = m_sessions.find(m_host))
            m_exports->saveCapture(*session);
    });
    m_actions->bind(Id::ExportPicture, [this] { exportPicture(); });
    m_actions->bind(Id::Quit, [this] { close(); });
}

void MainWindow::bindEdit() {
    m_actions->bind(Id::Undo, [this] {
        step(*m_closeGuard, *m_workspace, tr("undo"), &WorkspaceController::takenByUndo,
             &WorkspaceController::undo);
    });
    m_actions->bind(Id::Redo, [this] {
        step(*m_closeGuard, *m_workspace, tr("redo"), &WorkspaceController::takenByRedo,
             &WorkspaceController::redo);
    });
    m_actions->bind(Id::CopyName, [this] { copyOfDevice(m_inspector->facts().name); });
    m_actions->bind(Id::CopyAddress, [this] { copyOfDevice(m_inspector->facts().bdf); });
    m_actions->bind(Id::CopyText, [this] { copyAsText(); });
    m_actions->bind(Id::CopyPng, [this] { copyPicture(widgets::CopyAs::Png); });
    m_actions->bind(Id::CopySvg, [this] { copyPicture(widgets::CopyAs::Svg); });
    m_actions->bind(Id::GoTo, [this] {
        updateActions();
        m_modes->search()->open();
    });
    m_actions->bind(Id::FindHere, [this] { m_find->open(); });
    m_actions->bind(Id::FindNext, [this] { m_find->step(1); });
    m_actions->bind(Id::FindPrevious, [this] { m_find->step(-1); });
    m_actions->bind(Id::Preferences, [this] { openPreferences(); });
}

void MainWindow::bindView() {
    for (int index = 0; index < kScreens; ++index)
        m_actions->bind(nth(Id::ShowFleet, index), [this, index] { showScreen(static_cast<Screen>(index)); });
    auto *colours = new QActionGroup(m_actions);
    constexpr int kColours = 4;
    for (int index = 0; index < kColours; ++index) {
        const Id id = nth(Id::ColourByKind, index);
        colours->addAction(m_actions->action(id));
        m_actions->bind(id, [this, index] { m_topology->setColourBy(static_cast<layout::ColourBy>(index)); });
    }
    connect(m_topology->toolbar(), &widgets::TopologyToolbar::colourByChanged, m_actions,
            [this](int index) { m_actions->action(nth(Id::ColourByKind, index))->setChecked(true); });
    m_actions->action(Id::ColourByKind)->setChecked(true);
    tie(m_actions->action(Id::Ribbons), m_topology->toolbar()->ribbons());
    tie(m_actions->action(Id::GroupTags), m_topology->toolbar()->groupTags());
    for (const Id id : {Id::Ribbons, Id::GroupTags})
        m_actions->bind(id, [] {}); // their switches implement them
    m_actions->bind(Id::AsTree, [this] {
        if (m_modes->screen() == Screen::Topology)
            m_topology->setTreeShown(!m_topology->treeShown());
        else if (m_modes->screen() == Screen::Benchmarks)
            m_bench->toggleTable();
        else if (m_modes->screen() == Screen::HostVm)
            m_hostVm->showTable(!m_hostVm->tableShown());
        else
            m_affinity->toolbar()->table()->toggle();
    });
    m_actions->bind(Id::Sidebar, [this] { requestSidebar(m_sidebarAction->isChecked()); });
    m_actions->bind(Id::Inspector, [this] { requestInspector(m_inspectorAction->isChecked()); });
    m_actions->bind(Id::JobsAndLog, [this] { requestStrip(m_stripAction->isChecked()); });
    m_sidebarAction = m_actions->action(Id::Sidebar);
    m_inspectorAction = m_actions->action(Id::Inspector);
    m_stripAction = m_actions->action(Id::JobsAndLog);
    widgets::TopologyView *view = m_topology->view();
    m_actions->bind(Id::ZoomIn, [view] { view->zoomBy(1); });
    m_actions->bind(Id::ZoomOut, [view] { view->zoomBy(-1); });
    m_actions->bind(Id::ActualSize, [view] { view->setZoom(widgets::uiScale()); });
    m_actions->bind(Id::Fit, [view] { view->fit(); });
    m_actions->bind(Id::FitSelection, [view] { view->fitSelection(); });
    m_actions->bind(Id::FullScreen, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    m_actions->menu(MenuId::View)->addSeparator();
    m_workbench->addTo(*m_actions->menu(MenuId::View));
    m_theme.addTo(*m_actions->menu(MenuId::View));
}

void MainWindow::requestSidebar(bool requested) {
    m_sidebarRequested = requested;
    updatePanels();
}

void MainWindow::requestInspector(std::optional<bool> requested) {
    m_inspectorRequested = requested;
    updatePanels();
}

void MainWindow::requestStrip(bool requested) {
    m_stripRequested = requested;
    updatePanels();
}

void MainWindow::hidePanel(Panel panel) {
    QAction *const actions[] = {m_sidebarAction, m_inspectorAction, m_stripAction}; // in the order of Panel
    if (QAction *action = actions[static_cast<int>(panel)]; action->isChecked())
        action->trigger();
}

/// A panel in its own window needs no room next to the picture; the filter is above the sidebar.
void MainWindow::arranged() {
    const bool isDocked = m_workbench->isShown(Panel::Sidebar) && !m_workbench->isFloating(Panel::Sidebar);
    // The width of the dock: its content is resized later.
    m_modes->setSidebarWidth(isDocked ? m_workbench->dock(Panel::Sidebar)->width()
                                      : m_workbench->size(Panel::Sidebar));
    updatePanels();
}

/// The other actions of hosts are those of FleetController.
void MainWindow::bindFleet() {
    m_actions->bind(Id::Stop, [this] {
        if (m_modes->screen() != Screen::Benchmarks || !m_bench->stop())
            m_sessions.cancel(m_host);
    });
    m_actions->bind(Id::EditConnection, [this] { m_hostDialogs->editConnection(m_host); });
}

void MainWindow::bindTools() {
    m_actions->bind(Id::Evidence, [this] {
        if (!m_inspectorAction->isChecked())
            m_inspectorAction->trigger();
        m_inspector->revealEvidence();
    });
    m_actions->bind(Id::TracePath, [this] {
        showScreen(Screen::Topology);
        m_topology->trace(m_topology->selected());
    });
    m_actions->bind(Id::WriteTopologyFile, [this] { generateFile(); });
    m_actions->bind(Id::ShowPair, [this] { showScreen(Screen::Affinity); });
    m_topology->setDeviceActions({m_actions->action(Id::Evidence), m_actions->action(Id::CopyName),
                                  m_actions->action(Id::CopyAddress), m_actions->action(Id::TracePath),
                                  m_actions->action(Id::ShowPair)});
    m_actions->bind(Id::MeasurePair, [this] { m_affinity->measure(); });
    m_actions->bind(Id::KeyboardMap, [this] { showKeyMap(*m_actions, this); });
    m_actions->bind(Id::About, [this] { showAbout(this); });
    m_actions->bind(Id::Licence, [this] { showLicence(this); });
}

WindowState MainWindow::stateNow() const {
    const HostSession *session = m_sessions.find(m_host);
    WindowState state;
    state.screen = m_modes->screen();
    state.canUndo = m_workspace->canUndo();
    state.canRedo = m_workspace->canRedo();
    const bool isBench = state.screen == Screen::Benchmarks;
    state.hasPicture = isBench && m_bench->hasPicture();
    state.isBusy = isBench && m_bench->canStop();
    if (session == nullptr)
        return state;
    state.hasHost = true;
    state.isVmSelected = m_sidebar->isUnconnectedVm();
    state.isLive = !session->isCapture();
    state.isBusy = state.isBusy || session->job != nullptr;
    state.hasFacts = session->snapshot.topology != nullptr;
    state.hasGuestFile = m_hostVm->toolbar()->generateButton()->isEnabled();
    state.hasPicture = state.hasPicture || (state.screen == Screen::HostVm && m_hostVm->hasPicture()) ||
                       (state.screen == Screen::Topology && m_topology->content().topology != nullptr) ||
                       (state.screen == Screen::Affinity && m_affinity->hasPicture());
    state.hasHits = m_find->hits() > 0;
    state.hasDevice = m_topology->selected().has_value();
    state.hasAddress = state.hasDevice && !m_inspector->facts().bdf.isEmpty();
    state.hasPair = state.hasDevice && !m_inspector->pairing().section.rows.empty();
    state.canMeasure =
        state.isLive && m_affinity->canMeasure() && (state.hasPair || state.screen == Screen::Affinity);
    return state;
}

void MainWindow::updateActions() {
    m_actions->update(stateNow());
}

void MainWindow::copyOfDevice(const QString &text) {
    widgets::copyText(text);
    m_status->showMessage(tr("Copied: %1").arg(text));
}

/// Copies the selection of the screen, or all of its content.
void MainWindow::copyAsText() {
    if (m_modes->screen() == Screen::Benchmarks && m_bench->hasPicture())
        return m_benchController->files().exportAs(widgets::BenchScreen::Export::CopyRows);
    const HostSession *session = m_sessions.find(m_host);
    if (session == nullptr || !session->snapshot.topology)
        return;
    if (m_modes->screen() == Screen::Topology)
        return m_topology->copy(widgets::CopyAs::Text);
    if (m_modes->screen() == Screen::HostVm && m_hostVm->hasPicture())
        return widgets::copyText(QString::fromStdString(
            report::hostVmText(*m_hostVm->content().examination, !m_hostVm->content().simulated.isEmpty())));
    if (m_modes->screen() == Screen::Affinity && m_affinity->hasPicture())
        return m_affinity->copySelection();
    widgets::copyText(QString::fromStdString(
        report::treeText(*session->snapshot.topology, {0, session->snapshot.capture.get()})));
    m_status->showMessage(tr("Copied as text"));
}

void MainWindow::copyPicture(widgets::CopyAs form) {
    if (m_modes->screen() == Screen::Benchmarks && m_bench->hasPicture())
        return m_benchController->files().copyPicture(form);
    const HostSession *session = m_sessions.find(m_host);
    if (session == nullptr)
        return;
    if (m_modes->screen() == Screen::HostVm && m_hostVm->hasPicture())
        m_exports->copyHostVm(*m_hostVm, form);
    else if (m_modes->screen() == Screen::Affinity)
        m_exports->copyAffinity(*session, *m_affinity, form);
    else
        m_topology->copy(form);
}

void MainWindow::updateNote() {
    const present::HostVmTable *hostVmTable =
        m_modes->screen() == Screen::HostVm ? m_hostVm->table() : nullptr;
    m_status->setNote(hostVmTable != nullptr
                          ? QString::fromStdString(hostVmTable->status())
                          : screenNote(m_modes->screen(), m_sessions.find(m_host), m_compare->verdict(),
                                       !m_affinity->moves(m_host).empty()));
}

} // namespace fabricscope::app::window
