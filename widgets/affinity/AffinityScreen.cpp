// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityScreen.h"

#include "core/nccl/Version.h"
#include "widgets/affinity/AffinityModel.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/affinity/WhatIfStrip.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/HostTitle.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/topology/Banner.h"
#include "widgets/topology/StatePage.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

using layout::AffinityId;

constexpr int kMinWidthForRoute = 1030; ///< px; below it the route appears once a cell is selected

/// The device with the same name in another judgement.
template<class Device>
std::optional<std::size_t> sameDevice(const std::vector<Device> &devices, const Device &requested) {
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const Device &device) {
        return device.name == requested.name && device.busIdText == requested.busIdText;
    });
    if (found == devices.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - devices.begin());
}

} // namespace

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
    restoreCell(before.get());
    if (!m_cell)
        chooseDefault();
    m_isDue = true;
    if (isVisible())
        showContent();
}

/// Not while hidden: this is called for each host that is read, and takes as long as a frame.
void AffinityScreen::showContent() {
    if (!std::exchange(m_isDue, false))
        return;
    m_nicModel->setShown(m_shown);
    m_gpuModel->setShown(m_shown);
    fitTables();
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

/// Cells are numbered by the fabric: another fabric has other numbers.
void AffinityScreen::restoreCell(const AffinityPresentation *before) {
    const auto id = m_cell ? AffinityId::decoded(*m_cell) : std::nullopt;
    m_cell.reset();
    if (before == nullptr || !m_shown || !id)
        return;
    const affinity::Fabric &from = before->table().fabric(), &to = m_shown->table().fabric();
    const auto row = sameDevice(to.gpus, from.gpus[id->row]);
    const auto column = id->part == AffinityId::Part::Peer ? sameDevice(to.gpus, from.gpus[id->column])
                                                           : sameDevice(to.nics, from.nics[id->column]);
    if (row && column)
        m_cell = AffinityId{id->part, *row, *column}.encoded();
}

void AffinityScreen::chooseDefault() {
    if (!m_shown)
        return;
    if (const affinity::Pair *pair = m_shown->table().initialPair())
        m_cell = AffinityId{AffinityId::Part::Cell, pair->gpu, *pair->nic}.encoded();
}

// States

bool AffinityScreen::showStatePage() {
    const TopologyContent &host = m_content.host;
    const bool nothing = !host.topology && !m_content.examination;
    const bool noGpu = m_shown && m_shown->table().rows().empty();
    if (nothing && host.error)
        m_statePage->showEmpty(host.error->title, tr("Topology shows the failed step and what to do."));
    else if ((nothing || noGpu) && host.loading)
        m_statePage->showLoading(tr("Reading %1").arg(host.name), host.steps);
    else if (nothing)
        m_statePage->showEmpty(
            tr("No host yet"),
            tr("Connect to a host, or open a capture, to see which NIC each GPU should use "
               "and which it uses."),
            tr("Connect…"));
    else if (!m_shown)
        m_statePage->showLoading(tr("Checking %1").arg(host.name),
                                 {{tr("Paths between GPUs and NICs"), LoadStep::State::Running}});
    else if (noGpu)
        m_statePage->showEmpty(tr("No GPU"), tr("%1 has no GPUs to pair.").arg(host.name));
    else
        return false;
    return true;
}

void AffinityScreen::showState() {
    const TopologyContent &host = m_content.host;
    const bool page = showStatePage();
    m_toolbar->title()->setHost(host.name, host.simulated);
    m_toolbar->title()->setAge(host.age, host.stale);
    m_toolbar->title()->setOffline(host.error ? host.error->since : QString());
    m_toolbar->setVisible(!host.name.isEmpty());
    m_toolbar->setUsable(!page);
    m_banner->setContent(host);
    m_stack->setCurrentWidget(page                              ? static_cast<QWidget *>(m_statePage)
                              : m_toolbar->table()->isChecked() ? m_tables
                                                                : static_cast<QWidget *>(m_view));
    m_gpuTable->setVisible(m_gpuModel->rowCount() > 1);
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
        m_errorStrip->hide();
        m_whatIf->setMoves({}, 0, false, false);
        return;
    }
    m_verdict->setVerdict(
        bench::withLosses(m_shown->judgement().verdict, m_shown->table().measured(), m_shown->judgement()));
    m_verdict->setNotes(m_shown->judgement().notes);
    m_verdict->setWhatIf(m_shown->isHypothesis());
    const auto &error = m_shown->decisions().error;
    m_errorStrip->setVisible(error.has_value());
    if (error) {
        const std::string name = m_shown->decisions().library != nullptr
                                     ? std::string(m_shown->decisions().library->name)
                                     : std::string("The library");
        m_libraryError->setText(tr("%1 fails: %2").arg(toQString(name), toQString(error->toString())));
        m_libraryError->setAccessibleName(m_libraryError->text());
    }
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
    for (const auto &[table, model] : {std::pair{m_nicTable, m_nicModel}, {m_gpuTable, m_gpuModel}})
        if (const QModelIndex index = model->indexOf(*id); index.isValid())
            table->setCurrentIndex(index);
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
    const present::AffinityTable &table = m_shown->table();
    const auto nodeGpu = m_shown->gpuOf(*node), nodeNic = m_shown->nicOf(*node);
    const auto current = selectedCell();
    if (current &&
        (nodeGpu == current->row || (current->part == AffinityId::Part::Cell && nodeNic == current->column)))
        return; // it is chosen already
    for (const std::size_t gpu : table.rows())
        for (const affinity::Pair *pair : table.pairsOf(gpu)) {
            if (!pair->nic || (nodeGpu != gpu && nodeNic != *pair->nic))
                continue;
            m_cell = AffinityId{AffinityId::Part::Cell, gpu, *pair->nic}.encoded();
            m_view->select(m_cell);
            return showRoute();
        }
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
        fitTables();
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
