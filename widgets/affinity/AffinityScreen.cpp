// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityScreen.h"

#include "widgets/affinity/AffinityTables.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/affinity/LibraryErrorStrip.h"
#include "widgets/affinity/MatrixLayout.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/affinity/TriedPairs.h"
#include "widgets/affinity/WhatIfStrip.h"
#include "widgets/common/controls/ContentWithPanel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/HostTitle.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/topology/Banner.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

namespace {

using layout::AffinityId;

constexpr int kRouteWidth = 304, kLeastMatrix = 440; ///< of the design
constexpr int kMinWidth = 480;
constexpr int kMinToolbarWidth = 360;
constexpr int kMinWidthForRoute = 1030; ///< px; below it the route appears once a cell is selected

} // namespace

AffinityScreen::AffinityScreen(QWidget *parent)
    : QWidget(parent)
    , m_verdict(new VerdictBar(this))
    , m_errorStrip(new LibraryErrorStrip(this))
    , m_whatIf(new WhatIfStrip(this))
    , m_toolbar(new AffinityToolbar(this))
    , m_banner(new Banner(this))
    , m_stack(new QStackedWidget(this))
    , m_statePage(new AffinityStatePage(this))
    , m_view(new AffinityView(this))
    , m_tables(new AffinityTables(this))
    , m_matrices(new MatrixLayout(*m_view, *m_toolbar, this))
    , m_tried(new TriedPairs(this))
    , m_route(new RoutePanel(this))
    , m_actions(new CellActions(*this, *m_route)) {
    build();
    connectSignals();
    connectView();
    showState();
}

AffinityScreen::~AffinityScreen() = default;

void AffinityScreen::build() {
    for (QWidget *page : {static_cast<QWidget *>(m_statePage), static_cast<QWidget *>(m_view),
                          static_cast<QWidget *>(m_tables)})
        m_stack->addWidget(page);
    auto *matrices = new QWidget(this);
    auto *left = new QVBoxLayout(matrices);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(0);
    left->addWidget(m_toolbar);
    left->addWidget(m_banner);
    left->addWidget(m_stack, 1);
    m_columns = new ContentWithPanel(matrices, m_route, {kLeastMatrix, kRouteWidth, kRouteWidth}, this);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_errorStrip);
    column->addWidget(m_columns, 1);
    column->addWidget(m_whatIf); // below, so that a drop target does not move
    // Narrower than the sum of its parts: parts without space are hidden (route, switches), and the sidebar
    // stays.
    setMinimumWidth(kMinWidth);
    m_toolbar->setMinimumWidth(kMinToolbarWidth);
}

void AffinityScreen::connectSignals() {
    connect(m_matrices, &MatrixLayout::laidOut, this, &AffinityScreen::showRoute);
    connect(m_statePage, &StatePage::actionRequested, this, &AffinityScreen::connectRequested);
    connect(m_banner, &Banner::sudoRequested, this, &AffinityScreen::sudoRequested);
    connect(m_toolbar, &AffinityToolbar::tableRequested, this, [this] { showState(); });
    connect(m_toolbar, &AffinityToolbar::copyRequested, m_actions, &CellActions::copyAs);
    connect(m_toolbar, &AffinityToolbar::saveRequested, m_actions, &CellActions::saveAs);
    connect(m_tables, &AffinityTables::chosen, this, [this](quint32 cell) {
        if (m_cell != cell)
            cellChosen(cell);
    });
    connect(m_route, &RoutePanel::tryPairRequested, this, [this] {
        if (const auto id = selectedCell(); id && id->part == layout::AffinityId::Part::Cell)
            tryPair(id->row, id->column);
    });
    connect(m_route, &RoutePanel::measurementRequested, m_actions, &CellActions::measure);
    connect(m_route, &RoutePanel::nodeRequested, this, &AffinityScreen::topologyRequested);
    connect(m_whatIf->undoButton(), &QPushButton::clicked, m_tried, &TriedPairs::undo);
    connect(m_whatIf->redoButton(), &QPushButton::clicked, m_tried, &TriedPairs::redo);
    connect(m_whatIf->resetButton(), &QPushButton::clicked, m_tried, &TriedPairs::reset);
    connect(m_tried, &TriedPairs::shownChanged, this, [this] {
        rejudge();
        showState();
    });
}

void AffinityScreen::connectView() {
    connect(m_view, &AffinityView::chosen, this, &AffinityScreen::cellChosen);
    connect(m_view, &AffinityView::dropped, this, [this](quint32 gpu, quint32 nic) { tryPair(gpu, nic); });
    connect(m_view, &AffinityView::dragOver, this, [this](quint32 gpu, quint32 nic) {
        if (m_shown)
            m_whatIf->setPreview(QString::fromStdString(m_shown->predicted(gpu, nic).sentence));
    });
    connect(m_view, &AffinityView::dragLeft, this, [this] { m_whatIf->setPreview({}); });
    connect(m_view, &AffinityView::menuRequested, this, [this](quint32 cell, const QPoint &where) {
        if (const auto id = layout::AffinityId::decoded(cell)) {
            QMenu *menu = m_actions->menuFor(*id);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->popup(where);
        }
    });
    connect(m_view, &AffinityView::opened, this, [this](quint32 cell) {
        const auto id = layout::AffinityId::decoded(cell);
        if (id && m_shown)
            if (const auto node = m_shown->table().fabric().gpus[id->row].node)
                Q_EMIT topologyRequested(*node);
    });
}

void AffinityScreen::setContent(const AffinityContent &content) {
    const bool sameHost = content.host.host == m_content.host.host;
    const bool same = sameHost && content.examination == m_content.examination &&
                      content.host.topology == m_content.host.topology &&
                      content.hypervisor == m_content.hypervisor && content.measured == m_content.measured;
    m_content = content;
    m_tried->show(content.host.host);
    if (!sameHost) {
        m_cell.reset();
        m_cellChosenByUser = false;
    }
    if (!same)
        rejudge();
    showState();
}

void AffinityScreen::rejudge() {
    const std::shared_ptr<const AffinityPresentation> before = std::move(m_shown);
    m_shown = nullptr;
    if (m_content.examination)
        m_shown = std::make_shared<const AffinityPresentation>(m_content, m_tried->shown().current());
    const auto id = selectedCell();
    std::optional<AffinityId> cell;
    if (before && m_shown && id)
        cell = m_shown->cellFrom(*before, *id);
    if (!cell && m_shown)
        cell = m_shown->initialCell();
    m_cell = cell ? std::optional(cell->encoded()) : std::nullopt;
    m_isDue = true;
    if (isVisible())
        showContent();
}

/// Not while hidden: this is called for each host that is read, and takes as long as a frame.
void AffinityScreen::showContent() {
    if (!std::exchange(m_isDue, false))
        return;
    m_tables->setShown(m_shown);
    m_matrices->show(m_shown, m_cell);
    showRoute();
}

void AffinityScreen::showEvent(QShowEvent *event) {
    if (m_isDue) {
        showContent();
        showState();
    }
    QWidget::showEvent(event);
}

// States

void AffinityScreen::showState() {
    const TopologyContent &host = m_content.host;
    const bool page = m_statePage->setContent(m_content, m_shown.get());
    m_toolbar->title()->setHost(host.name, host.simulated);
    m_toolbar->title()->setAge(host.age, host.stale);
    m_toolbar->title()->setOffline(host.error ? host.error->since : QString());
    m_toolbar->setVisible(!host.name.isEmpty());
    m_toolbar->setUsable(!page);
    m_banner->setContent(host);
    m_stack->setCurrentWidget(page                              ? static_cast<QWidget *>(m_statePage)
                              : m_toolbar->table()->isChecked() ? static_cast<QWidget *>(m_tables)
                                                                : static_cast<QWidget *>(m_view));
    const bool route = !page && m_routeRequested.value_or(hasRoomForRoute() || m_cellChosenByUser);
    const bool visibilityChanges = m_route->isHidden() == route;
    m_columns->setPanelShown(route);
    showVerdict();
    if (visibilityChanges)
        Q_EMIT routeVisibilityChanged();
}

void AffinityScreen::showVerdict() {
    if (!m_shown) {
        m_verdict->clear();
        m_errorStrip->setDecisions(nullptr);
        m_whatIf->setMoves(nullptr, 0, false, false);
        return;
    }
    m_verdict->setVerdict(
        bench::withLosses(m_shown->judgement().verdict, m_shown->table().measured(), m_shown->judgement()));
    m_verdict->setNotes(m_shown->judgement().notes);
    m_verdict->setWhatIf(m_shown->isHypothesis());
    m_errorStrip->setDecisions(&m_shown->decisions());
    const TriedPairs::History &tried = m_tried->shown();
    m_whatIf->setMoves(&m_shown->hypothesis(), static_cast<int>(tried.current().size()), tried.canUndo(),
                       tried.canRedo());
}

void AffinityScreen::showRoute() {
    if (m_isDue)
        return; // set together with the matrices
    m_route->setCell(m_shown, m_cell);
}

// What the user chooses

void AffinityScreen::cellChosen(std::uint32_t cell) {
    const auto id = AffinityId::decoded(cell);
    if (!id || !m_shown)
        return;
    m_cell = cell;
    m_cellChosenByUser = true;
    m_matrices->reveal(*id);
    m_matrices->select(cell);
    m_tables->select(*id);
    showRoute();
    showState();
    if (const auto node = m_shown->table().fabric().gpus[id->row].node)
        Q_EMIT nodeChosen(*node);
}

std::optional<AffinityId> AffinityScreen::selectedCell() const {
    return m_cell ? AffinityId::decoded(*m_cell) : std::nullopt;
}

void AffinityScreen::selectCell(const AffinityId &cell) {
    showContent();
    m_matrices->reveal(cell);
    m_view->choose(cell.encoded());
}

void AffinityScreen::selectNode(std::optional<topology::NodeId> node) {
    if (!node || !m_shown)
        return;
    const auto nodeGpu = m_shown->gpuOf(*node), nodeNic = m_shown->nicOf(*node);
    const auto current = selectedCell();
    if (current &&
        (nodeGpu == current->row || (current->part == AffinityId::Part::Cell && nodeNic == current->column)))
        return; // it is chosen already
    const auto cell = m_shown->pairedCell(*node);
    if (!cell)
        return;
    m_cell = cell->encoded();
    m_matrices->select(m_cell);
    showRoute();
}

void AffinityScreen::tryPair(std::size_t gpu, std::size_t nic) {
    if (!m_shown || gpu >= m_shown->table().fabric().gpus.size() ||
        nic >= m_shown->table().fabric().nics.size() || m_shown->table().cell(gpu, nic).pair != nullptr)
        return;
    m_cell = AffinityId{AffinityId::Part::Cell, gpu, nic}.encoded();
    m_tried->add(workspace::moveOf(m_shown->table().fabric(), gpu, nic));
}

void AffinityScreen::showTable(bool table) {
    m_toolbar->table()->setChecked(table);
}

void AffinityScreen::setRouteShown(std::optional<bool> requested) {
    if (m_routeRequested == requested) // the window repeats it whenever a host changes
        return;
    m_routeRequested = requested;
    showState();
}

bool AffinityScreen::hasRoomForRoute() const {
    return width() >= scaledToUi(kMinWidthForRoute);
}

// Events

void AffinityScreen::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    showState();
    m_matrices->schedule();
}

/// The matrices grow with the UI font: they are laid out for another width then.
bool AffinityScreen::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange) {
        m_matrices->schedule();
        m_tables->fit();
        showState();
    }
    return QWidget::event(event);
}

void AffinityScreen::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_F4 && event->modifiers() == Qt::NoModifier)
        m_toolbar->table()->toggle();
    else if (event->matches(QKeySequence::Copy))
        m_actions->copySelection();
    else if (event->keyCombination() == (Qt::CTRL | Qt::SHIFT | Qt::Key_C))
        Q_EMIT pictureRequested();
    else
        QWidget::keyPressEvent(event);
}

bool AffinityScreen::hasPicture() const {
    return m_shown && !m_shown->table().rows().empty();
}

void AffinityScreen::themeChanged() {
    m_view->viewport()->update();
    showRoute();
    update();
}

void AffinityScreen::settle() {
    showContent();
    if (m_matrices->finish())
        showRoute();
}

} // namespace fabricscope::widgets
