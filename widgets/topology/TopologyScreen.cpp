// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyScreen.h"

#include "core/present/hostvm/SeenByGuest.h"
#include "core/topology/Topology.h"
#include "core/topology/UnplacedDevices.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/CurrentPageStack.h"
#include "widgets/common/controls/HostTitle.h"
#include "widgets/common/paint/PictureClipboard.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/topology/Banner.h"
#include "widgets/topology/StatePage.h"
#include "widgets/topology/TopologyActions.h"
#include "widgets/topology/TopologyCopy.h"
#include "widgets/topology/TopologyParts.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyTree.h"
#include "widgets/topology/TopologyView.h"
#include "widgets/unplaced/UnplacedView.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QScrollBar>
#include <QSet>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kLayoutDelayMs = 60;
constexpr double kNarrowest = 440;
/// 10 px in the style sheet, plus a margin.
constexpr double kScrollBar = 14;

} // namespace

TopologyScreen::TopologyScreen(QWidget *parent)
    : QWidget(parent)
    , m_toolbar(new TopologyToolbar(this))
    , m_banner(new Banner(this))
    , m_stack(new CurrentPageStack(this))
    , m_statePage(new StatePage(this))
    , m_errorPage(new UnreachablePage(this))
    , m_scene(new TopologyScene(this))
    , m_view(new TopologyView(m_scene, this))
    , m_unplaced(new UnplacedView(this))
    , m_tree(new TopologyTree(this))
    , m_actions(new TopologyActions(*m_toolbar, *m_view, this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_uiScale(uiScale())
    , m_layoutTimer(new QTimer(this)) {
    m_options.measure = windowMeasure();
    m_options.header = false; // the toolbar shows it
    m_view->setMinimapEnabled(true);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(m_view);
    m_splitter->addWidget(m_unplaced);
    m_splitter->addWidget(m_tree);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(2, 1);
    m_splitter->setChildrenCollapsible(false);
    m_tree->hide();
    m_stack->addWidget(m_statePage);
    m_stack->addWidget(m_errorPage);
    m_stack->addWidget(m_splitter);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    m_layoutTimer->setSingleShot(true);
    m_layoutTimer->setInterval(kLayoutDelayMs);
    connectSignals();
    connectTree();
    connectActions();
    showState();
}

void TopologyScreen::addAbovePicture(QWidget *row) {
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_stack), row);
}

void TopologyScreen::connectTree() {
    connect(m_tree, &TopologyTree::nodeChosen, this, &TopologyScreen::select);
    connect(m_tree, &TopologyTree::opened, this, &TopologyScreen::inspectorRequested);
    connect(m_tree, &TopologyTree::left, this, [this] { m_view->setFocus(); });
    connect(m_toolbar, &TopologyToolbar::treeRequested, this, [this] { setTreeShown(!treeShown()); });
    connect(m_view, &TopologyView::opened, this, &TopologyScreen::inspectorRequested);
    connect(m_view, &TopologyView::foldRequested, this, &TopologyScreen::setFold);
    connect(this, &TopologyScreen::nodeSelected, this, [this] { m_tree->select(selected()); });
}

void TopologyScreen::setTreeShown(bool shown) {
    const bool had = m_view->hasFocus() || m_tree->hasFocus();
    m_tree->setVisible(shown);
    m_toolbar->setTreeShown(shown);
    if (shown && !std::exchange(m_treeSized, true))
        m_splitter->setSizes(
            {3 * m_splitter->height() / 5, m_unplaced->height(), 2 * m_splitter->height() / 5});
    QCoreApplication::sendPostedEvents(m_splitter, QEvent::LayoutRequest); // a row is scrolled to below
    updateTree();
    if (selected()) // the picture got smaller
        m_view->reveal(*selected());
    if (shown)
        m_tree->setFocus();
    else if (had)
        m_view->setFocus();
}

bool TopologyScreen::treeShown() const {
    return !m_tree->isHidden();
}

/// Only the visible view is filled: a tree of ten thousand devices takes time.
void TopologyScreen::updateTree() {
    if (!treeShown())
        return;
    m_tree->setTopology(m_content.topology, m_content.judgement, m_content.host == m_treeHost);
    m_treeHost = m_content.host;
    m_tree->select(selected());
}

void TopologyScreen::setFold(const QString &id, bool open) {
    m_options.folds.setOpen(id.toStdString(), open);
    foldsChanged();
}

void TopologyScreen::foldsChanged() {
    m_folds[m_content.host] = m_options.folds;
    relayout();
    Q_EMIT foldsChosen(m_content.host);
}

void TopologyScreen::setFolds(quint64 host, const layout::Folds &folds) {
    m_folds[host] = folds;
    if (host != m_content.host || m_options.folds == folds)
        return;
    m_options.folds = folds;
    relayout();
}

void TopologyScreen::copy(CopyAs form) {
    if (!m_content.topology)
        return;
    Q_EMIT statusMessageRequested(copyToClipboard(m_content, m_options, selected(), form));
}

void TopologyScreen::connectSignals() {
    connect(m_layoutTimer, &QTimer::timeout, this, &TopologyScreen::relayout);
    connect(m_view, &TopologyView::nodeSelected, this, [this] { Q_EMIT nodeSelected(); });
    connect(m_view, &TopologyView::zoomChanged, this, &TopologyScreen::zoomChanged);
    connect(m_view, &TopologyView::evidenceRequested, this, &TopologyScreen::evidenceRequested);
    connect(m_toolbar, &TopologyToolbar::zoomStepRequested, m_view, &TopologyView::zoomBy);
    connect(m_toolbar, &TopologyToolbar::fitRequested, m_view, &TopologyView::fit);
    connect(m_toolbar, &TopologyToolbar::colourByChanged, this, [this](int choice) {
        m_options.colourBy = static_cast<layout::ColourBy>(choice);
        relayout();
    });
    connect(m_toolbar, &TopologyToolbar::groupTagsChanged, this, [this](bool on) {
        m_options.groupTags = on;
        relayout();
    });
    connect(m_toolbar, &TopologyToolbar::ribbonsChanged, this, [this](bool on) {
        m_options.ribbons = on;
        relayout();
    });
    connect(m_banner, &Banner::sudoRequested, this, &TopologyScreen::sudoRequested);
    connect(m_statePage, &StatePage::actionRequested, this, &TopologyScreen::connectRequested);
    connect(m_errorPage, &UnreachablePage::retryRequested, this, &TopologyScreen::retryRequested);
    connect(m_errorPage, &UnreachablePage::snapshotRequested, this, &TopologyScreen::snapshotRequested);
    connect(m_errorPage, &UnreachablePage::editRequested, this, &TopologyScreen::editRequested);
}

void TopologyScreen::setContent(const TopologyContent &content) {
    const bool sameHost = content.host == m_content.host;
    const bool sameTopology = sameHost && content.topology == m_content.topology;
    const auto kept = [&](std::optional<topology::NodeId> node) -> std::optional<topology::NodeId> {
        if (!sameHost || !node || !m_content.topology || !content.topology)
            return std::nullopt;
        return sameNode(*m_content.topology, *node, *content.topology);
    };
    const std::optional<topology::NodeId> keep = kept(selected());
    m_options.traced = kept(m_options.traced);
    const bool newJudgement =
        content.judgement != m_content.judgement || !sameValue(content.muted, m_content.muted);
    if (!sameHost)
        m_options.folds = m_folds.value(content.host);
    m_content = content;
    m_view->setJudgement(m_content.judgement);
    if (sameTopology && newJudgement) {
        relayout();
        Q_EMIT nodeSelected(); // its facts have changed
    }
    if (!sameTopology) {
        m_view->setTopology(m_content.topology);
        m_view->select(std::nullopt);
        relayout();
        m_view->select(keep);
        if (!sameHost) {
            m_view->setZoom(uiScale());
            m_view->horizontalScrollBar()->setValue(0);
            m_view->verticalScrollBar()->setValue(0);
        }
        if (!m_hits.text().isEmpty())
            find(QString(m_hits.text()));
    }
    if (!sameTopology || newJudgement)
        updateTree();
    if (!sameTopology)
        Q_EMIT nodeSelected();
    showState();
}

void TopologyScreen::showState() {
    m_toolbar->title()->setHost(m_content.name, m_content.simulated);
    m_toolbar->title()->setAge(m_content.age, m_content.stale);
    m_toolbar->title()->setOffline(m_content.error ? m_content.error->since : QString());
    m_toolbar->setVisible(state() != ViewState::Empty);
    m_toolbar->setHasPicture(state() == ViewState::Partial || state() == ViewState::Stale ||
                             state() == ViewState::Ready);
    m_banner->setContent(m_content);
    switch (state()) {
    case ViewState::Empty:
        m_statePage->showEmpty(
            tr("No host yet"),
            tr("Connect to a host, or open a capture, to see its PCIe, NUMA and IOMMU tree."),
            tr("Connect…"));
        m_stack->setCurrentWidget(m_statePage);
        return;
    case ViewState::Loading:
        m_statePage->showLoading(tr("Reading %1").arg(m_content.name), m_content.steps);
        m_stack->setCurrentWidget(m_statePage);
        return;
    case ViewState::Error:
        m_errorPage->setInfo(*m_content.error);
        m_stack->setCurrentWidget(m_errorPage);
        return;
    case ViewState::Partial:
    case ViewState::Stale:
    case ViewState::Ready:
        m_unplaced->setTopology(m_content.topology);
        const bool hasTree = m_unplaced->isEmpty() || !topology::hasNoTree(*m_content.topology);
        m_view->setVisible(hasTree);
        m_toolbar->setHasPicture(hasTree);
        m_stack->setCurrentWidget(m_splitter);
    }
}

void TopologyScreen::settle() {
    if (m_layoutTimer->isActive())
        relayout();
}

void TopologyScreen::relayout() {
    m_layoutTimer->stop();
    auto list = std::make_shared<draw::DisplayList>();
    m_options.judgement = m_content.judgement.get();
    m_options.muted = m_content.muted;
    if (m_content.topology) {
        // Space for the scroll bar is always reserved: else the layout would depend on its own height.
        m_options.width = std::max(kNarrowest, (m_stack->width() - kScrollBar) / uiScale());
        *list = layout::layoutTopology(*m_content.topology, m_options);
    }
    m_scene->setList(std::move(list));
    m_view->listChanged();
    updateHighlight();
}

void TopologyScreen::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    if (m_content.topology)
        m_layoutTimer->start();
}

/// The picture grows with the UI font, like a zoom; the user's zoom stays relative to it.
bool TopologyScreen::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange && m_uiScale != uiScale()) {
        m_view->setZoom(m_view->zoom() * uiScale() / m_uiScale);
        m_uiScale = uiScale();
        relayout();
    }
    return QWidget::event(event);
}

std::optional<topology::NodeId> TopologyScreen::selected() const {
    return m_view->selected();
}

void TopologyScreen::select(std::optional<topology::NodeId> node) {
    m_view->select(node);
    if (node)
        m_view->reveal(*node);
    Q_EMIT nodeSelected();
}

int TopologyScreen::find(const QString &text) {
    m_hits.find(text, m_content.topology.get(), m_content.judgement.get(), *m_scene);
    updateHighlight();
    return m_hits.text().isEmpty() ? -1 : static_cast<int>(m_hits.nodes().size());
}

void TopologyScreen::findNext(int direction) {
    if (const auto next = m_hits.next(selected(), direction))
        select(next);
}

void TopologyScreen::updateHighlight() {
    QSet<std::uint32_t> hits;
    if (m_hits.text().isEmpty()) {
        if (!m_options.seenBy || !m_content.topology)
            return m_scene->setHighlight({});
        hits = seenNodes(*m_content.topology, *m_options.seenBy);
    }
    for (const topology::NodeId node : m_hits.nodes())
        hits.insert(node);
    m_scene->setHighlight([hits = std::move(hits)](std::uint32_t node) { return hits.contains(node); });
}

void TopologyScreen::setSeenBy(std::shared_ptr<const present::SeenByGuest> seenBy) {
    if (sameValue(seenBy, m_options.seenBy))
        return;
    m_options.seenBy = std::move(seenBy);
    relayout();
}

void TopologyScreen::setColourBy(layout::ColourBy colourBy) {
    m_toolbar->colourControl()->setCurrent(static_cast<int>(colourBy));
}

void TopologyScreen::trace(std::optional<topology::NodeId> device) {
    m_options.traced = device;
    relayout();
}

void TopologyScreen::themeChanged() {
    m_scene->themeChanged();
    m_view->listChanged();
}

void TopologyScreen::connectActions() {
    connect(m_actions, &TopologyActions::copyRequested, this, &TopologyScreen::copy);
    connect(m_actions, &TopologyActions::treeRequested, this, [this] { setTreeShown(!treeShown()); });
    connect(m_actions, &TopologyActions::unfoldRequested, this, [this] {
        m_options.folds.setAllOpen(true);
        foldsChanged();
    });
    connect(m_actions, &TopologyActions::foldResetRequested, this, [this] {
        m_options.folds.reset();
        foldsChanged();
    });
}

void TopologyScreen::setDeviceActions(const QList<QAction *> &actions) {
    m_actions->setDeviceActions(actions);
}

} // namespace fabricscope::widgets
