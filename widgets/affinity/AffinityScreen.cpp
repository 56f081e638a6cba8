// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityScreen.h"

#include "core/report/AffinityPlainText.h"
#include "widgets/affinity/AffinityCellMenu.h"
#include "widgets/affinity/AffinityCopy.h"
#include "widgets/affinity/AffinityTables.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/affinity/LibraryErrorStrip.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/affinity/WhatIfStrip.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/HostTitle.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/topology/Banner.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

namespace {

using layout::AffinityId;

constexpr int kLayoutDelayMs = 60;
constexpr int kRouteWidth = 304;
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
    , m_routeRule(rule(this))
    , m_route(new RoutePanel(this))
    , m_layoutTimer(new QTimer(this)) {
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
    m_routeRule->setFixedHeight(QWIDGETSIZE_MAX);
    m_routeRule->setMinimumHeight(0);
    m_routeRule->setFixedWidth(1);
    setScaledFixedWidth(m_route, kRouteWidth);
    auto *left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_toolbar);
    left->addWidget(m_banner);
    left->addWidget(m_stack, 1);
    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    body->addLayout(left, 1);
    body->addWidget(m_routeRule);
    body->addWidget(m_route);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_errorStrip);
    column->addLayout(body, 1);
    column->addWidget(m_whatIf); // below, so that a drop target does not move
    // Narrower than the sum of its parts: parts without space are hidden (route, switches), and the sidebar
    // stays.
    setMinimumWidth(kMinWidth);
    m_toolbar->setMinimumWidth(kMinToolbarWidth);
    m_layoutTimer->setSingleShot(true);
    m_layoutTimer->setInterval(kLayoutDelayMs);
}

void AffinityScreen::connectSignals() {
    connect(m_layoutTimer, &QTimer::timeout, this, &AffinityScreen::relayout);
    connect(m_layoutTimer, &QTimer::timeout, this, &AffinityScreen::showRoute);
    connect(m_statePage, &StatePage::actionRequested, this, &AffinityScreen::connectRequested);
    connect(m_banner, &Banner::sudoRequested, this, &AffinityScreen::sudoRequested);
    connect(m_toolbar, &AffinityToolbar::valuesChanged, this, [this](int values) {
        m_values = static_cast<layout::AffinityValues>(values);
        relayout();
    });
    connect(m_toolbar, &AffinityToolbar::tableRequested, this, [this] { showState(); });
    connect(m_toolbar, &AffinityToolbar::othersRequested, this, [this](bool drawn) {
        m_othersRequested = drawn;
        relayout();
    });
    connect(m_toolbar, &AffinityToolbar::copyRequested, this, &AffinityScreen::copyAs);
    connect(m_toolbar, &AffinityToolbar::saveRequested, this, &AffinityScreen::saveAs);
    connect(m_tables, &AffinityTables::chosen, this, [this](quint32 cell) {
        if (m_cell != cell)
            cellChosen(cell);
    });
    connect(m_route, &RoutePanel::tryPairRequested, this, [this] {
        if (const auto id = selectedCell(); id && id->part == layout::AffinityId::Part::Cell)
            tryPair(id->row, id->column);
    });
    connect(m_route, &RoutePanel::measurementRequested, this, &AffinityScreen::measure);
    connect(m_route, &RoutePanel::nodeRequested, this, &AffinityScreen::topologyRequested);
    connect(m_whatIf->undoButton(), &QPushButton::clicked, this, &AffinityScreen::undo);
    connect(m_whatIf->redoButton(), &QPushButton::clicked, this, &AffinityScreen::redo);
    connect(m_whatIf->resetButton(), &QPushButton::clicked, this, &AffinityScreen::reset);
}

void AffinityScreen::connectView() {
    connect(m_view, &AreasView::visibleWidthChanged, this, &AffinityScreen::scheduleRelayout);
    connect(m_view, &AffinityView::chosen, this, &AffinityScreen::cellChosen);
    connect(m_view, &AffinityView::dropped, this, [this](quint32 gpu, quint32 nic) { tryPair(gpu, nic); });
    connect(m_view, &AffinityView::dragOver, this, [this](quint32 gpu, quint32 nic) {
        if (m_shown)
            m_whatIf->setPreview(QString::fromStdString(m_shown->predicted(gpu, nic).sentence));
    });
    connect(m_view, &AffinityView::dragLeft, this, [this] { m_whatIf->setPreview({}); });
    connect(m_view, &AffinityView::menuRequested, this, [this](quint32 cell, const QPoint &where) {
        if (const auto id = layout::AffinityId::decoded(cell)) {
            QMenu *menu = menuFor(*id);
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
    if (!sameHost) {
        m_cell.reset();
        m_cellChosenByUser = false;
    }
    if (!same)
        rejudge();
    showState();
}

workspace::History<workspace::WhatIfMoves> &AffinityScreen::history() {
    return m_histories[m_content.host.host];
}

void AffinityScreen::rejudge() {
    const std::shared_ptr<const AffinityPresentation> before = std::move(m_shown);
    m_shown = nullptr;
    if (m_content.examination)
        m_shown = std::make_shared<const AffinityPresentation>(m_content, history().current());
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
    relayout();
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
    m_route->setVisible(route);
    m_routeRule->setVisible(route);
    showVerdict();
    if (visibilityChanges)
        Q_EMIT routeVisibilityChanged();
}

void AffinityScreen::showVerdict() {
    if (!m_shown) {
        m_verdict->clear();
        m_errorStrip->setDecisions(nullptr);
        m_whatIf->setMoves({}, 0, false, false);
        return;
    }
    m_verdict->setVerdict(
        bench::withLosses(m_shown->judgement().verdict, m_shown->table().measured(), m_shown->judgement()));
    m_verdict->setNotes(m_shown->judgement().notes);
    m_verdict->setWhatIf(m_shown->isHypothesis());
    m_errorStrip->setDecisions(&m_shown->decisions());
    const workspace::Hypothesis &hypothesis = m_shown->hypothesis();
    QString sentence = hypothesis.sentences.empty() ? QString() : toQString(hypothesis.sentences.back());
    if (hypothesis.impossible > 0)
        sentence +=
            hypothesis.impossible == 1
                ? tr(" 1 tried pair refers to a device that no longer exists.")
                : tr(" %1 tried pairs refer to devices that no longer exist.").arg(hypothesis.impossible);
    m_whatIf->setMoves(sentence, static_cast<int>(history().current().size()), history().canUndo(),
                       history().canRedo());
}

void AffinityScreen::relayout() {
    m_layoutTimer->stop();
    if (m_isDue)
        return;
    if (!m_shown) {
        m_view->setPicture(nullptr, nullptr);
        return;
    }
    layout::AffinityMatrixOptions options;
    options.width = m_view->visibleWidth();
    options.values = m_values;
    options.measure = windowMeasure();
    options.before = m_shown->isHypothesis() ? &m_shown->before() : nullptr;
    options.separateIdle = m_othersRequested.value_or(true);
    auto list = std::make_shared<draw::DisplayList>(layout::layoutAffinity(m_shown->table(), options));
    const present::AffinityTable &table = m_shown->table();
    const auto others = static_cast<int>(table.columns().size() - table.usedColumns().size());
    if (!m_othersRequested && others > 0 && list->width > options.width) {
        options.separateIdle = false; // the fabric before all others
        *list = layout::layoutAffinity(table, options);
    }
    m_toolbar->setOthers(others, options.separateIdle);
    m_view->setPicture(m_shown, std::move(list));
    m_view->select(m_cell);
}

void AffinityScreen::showRoute() {
    if (m_isDue)
        return; // set together with the matrices
    m_route->setCell(m_shown, m_cell);
}

void AffinityScreen::scheduleRelayout() {
    if (m_shown)
        m_layoutTimer->start();
}

// What the user chooses

void AffinityScreen::cellChosen(std::uint32_t cell) {
    const auto id = AffinityId::decoded(cell);
    if (!id || !m_shown)
        return;
    m_cell = cell;
    m_cellChosenByUser = true;
    revealColumn(*id);
    m_view->select(cell);
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
    revealColumn(cell);
    m_view->choose(cell.encoded());
}

/// A NIC outside the fabric that was selected elsewhere: its column is added to the picture.
void AffinityScreen::revealColumn(const AffinityId &cell) {
    if (!m_shown || cell.part != AffinityId::Part::Cell || areaOf(m_view->list(), cell.encoded()) != nullptr)
        return;
    m_othersRequested = true;
    relayout();
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
    m_view->select(m_cell);
    showRoute();
}

void AffinityScreen::tryPair(std::size_t gpu, std::size_t nic) {
    if (!m_shown || gpu >= m_shown->table().fabric().gpus.size() ||
        nic >= m_shown->table().fabric().nics.size() || m_shown->table().cell(gpu, nic).pair != nullptr)
        return;
    workspace::WhatIfMoves moves = history().current();
    moves.push_back(workspace::moveOf(m_shown->table().fabric(), gpu, nic));
    history().change(std::move(moves));
    m_cell = AffinityId{AffinityId::Part::Cell, gpu, nic}.encoded();
    moved();
}

void AffinityScreen::moved() {
    rejudge();
    showState();
    Q_EMIT movesChanged(m_content.host.host);
}

const workspace::WhatIfMoves &AffinityScreen::moves(quint64 host) {
    return m_histories[host].current();
}

void AffinityScreen::setMoves(quint64 host, const workspace::WhatIfMoves &moves) {
    auto &history = m_histories[host];
    if (history.current() == moves)
        return;
    if (history.previous() != nullptr && *history.previous() == moves)
        history.undo();
    else if (history.next() != nullptr && *history.next() == moves)
        history.redo();
    else
        history.change(moves);
    if (host != m_content.host.host)
        return;
    rejudge();
    showState();
}

void AffinityScreen::undo() {
    if (history().undo())
        moved();
}

void AffinityScreen::redo() {
    if (history().redo())
        moved();
}

void AffinityScreen::reset() {
    if (history().current().empty())
        return;
    history().change({});
    moved();
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

// Actions for a cell, and copies

QMenu *AffinityScreen::menuFor(const AffinityId &cell) {
    auto *menu = new AffinityCellMenu(m_shown.get(), cell, m_isMeasurable, this);
    connect(menu, &AffinityCellMenu::pairRequested, this, [this, cell] { tryPair(cell.row, cell.column); });
    connect(menu, &AffinityCellMenu::measurementRequested, this, [this, cell] {
        Q_EMIT measurementRequested(static_cast<quint32>(cell.row), static_cast<quint32>(cell.column));
    });
    connect(menu, &AffinityCellMenu::topologyRequested, this, &AffinityScreen::topologyRequested);
    connect(menu, &AffinityCellMenu::copyRequested, this, &AffinityScreen::copyAs);
    connect(menu, &AffinityCellMenu::saveRequested, this, &AffinityScreen::saveAs);
    return menu;
}

void AffinityScreen::setMeasurable(bool measurable) {
    m_isMeasurable = measurable;
    m_route->setMeasurable(measurable);
}

bool AffinityScreen::canMeasure() const {
    if (!m_isMeasurable || !m_shown || !m_cell)
        return false;
    const AffinityId id = AffinityId::decoded(*m_cell).value_or(AffinityId{AffinityId::Part::Peer, 0, 0});
    return id.part == AffinityId::Part::Cell && m_shown->table().fabric().nics[id.column].rdma;
}

void AffinityScreen::measure() {
    if (!canMeasure())
        return;
    if (const auto id = selectedCell())
        Q_EMIT measurementRequested(static_cast<quint32>(id->row), static_cast<quint32>(id->column));
}

void AffinityScreen::copySelection() {
    if (!m_shown)
        return;
    if (m_cell && m_cellChosenByUser) {
        const QString simulated =
            m_content.host.simulated.isEmpty() ? QString() : tr("Simulated host.") + QLatin1Char('\n');
        copyText(simulated + m_route->title() + QLatin1Char('\n') + m_route->accessibleText());
        Q_EMIT statusMessageRequested(tr("Copied the selected cell as text"));
        return;
    }
    if (m_shown->isHypothesis()) // tried moves are not part of the examination
        return copyAs(static_cast<int>(report::AffinityFormat::TopoM));
    copyText(toQString(report::affinityPlainText(*m_content.examination, {0, m_shown->topology()})));
    Q_EMIT statusMessageRequested(tr("Copied as text"));
}

void AffinityScreen::copyAs(int format) {
    if (!m_shown)
        return;
    copyText(matricesText(*m_shown, static_cast<report::AffinityFormat>(format)));
    Q_EMIT statusMessageRequested(tr("Copied the matrices"));
}

void AffinityScreen::saveAs() {
    if (!m_shown)
        return;
    const QString done = saveMatrices(this, *m_shown);
    if (!done.isEmpty())
        Q_EMIT statusMessageRequested(done);
}

// Events

void AffinityScreen::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    showState();
    scheduleRelayout();
}

/// The matrices grow with the UI font: they are laid out for another width then.
bool AffinityScreen::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange) {
        m_layoutTimer->start();
        m_tables->fit();
        showState();
    }
    return QWidget::event(event);
}

void AffinityScreen::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_F4 && event->modifiers() == Qt::NoModifier)
        m_toolbar->table()->toggle();
    else if (event->matches(QKeySequence::Copy))
        copySelection();
    else if (event->keyCombination() == (Qt::CTRL | Qt::SHIFT | Qt::Key_C))
        Q_EMIT pictureRequested();
    else
        QWidget::keyPressEvent(event);
}

QTableView *AffinityScreen::nicTable() const {
    return m_tables->nicTable();
}

QTableView *AffinityScreen::gpuTable() const {
    return m_tables->gpuTable();
}

QLabel *AffinityScreen::libraryError() const {
    return m_errorStrip->text();
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
    if (m_layoutTimer->isActive()) {
        relayout();
        showRoute();
    }
}

} // namespace fabricscope::widgets
