// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/ComparePictures.h"

#include "core/topology/Topology.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/compare/SideView.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr int kInitialWidth = 700;
constexpr double kNarrowest = 560; ///< a picture is laid out this wide at least
constexpr double kScrollBar = 14;

} // namespace

ComparePictures::ComparePictures(QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_before(new SideView(tr("before"), true, this))
    , m_after(new SideView(tr("after"), false, this)) {
    setHandleWidth(1);
    setChildrenCollapsible(false);
    addWidget(m_before);
    addWidget(m_after);
    setStretchFactor(0, 1);
    setStretchFactor(1, 1);
    setSizes({kInitialWidth, kInitialWidth}); // equal parts
    connectViews(m_before, m_after);
    connectViews(m_after, m_before);
}

/// The views are destroyed one after another, and a last scroll event of one would access the other.
ComparePictures::~ComparePictures() {
    for (const SideView *side : {m_before, m_after})
        for (QObject *sender : {static_cast<QObject *>(side->view()),
                                static_cast<QObject *>(side->view()->horizontalScrollBar()),
                                static_cast<QObject *>(side->view()->verticalScrollBar())})
            sender->disconnect(this);
}

/// Zooms and scrolls the other side to the same part of its picture.
void ComparePictures::follow(const SideView *from, SideView *to) {
    if (to->view()->zoom() != from->view()->zoom())
        to->view()->setZoom(from->view()->zoom());
    const auto scroll = [](const QScrollBar *leader, QScrollBar *follower) {
        if (leader->maximum() > 0)
            follower->setValue(static_cast<int>(
                std::lround(double(leader->value()) * follower->maximum() / leader->maximum())));
    };
    scroll(from->view()->horizontalScrollBar(), to->view()->horizontalScrollBar());
    scroll(from->view()->verticalScrollBar(), to->view()->verticalScrollBar());
}

void ComparePictures::connectViews(SideView *from, SideView *to) {
    const auto sync = [this, from, to] {
        if (m_isSyncing)
            return;
        m_isSyncing = true;
        follow(from, to);
        m_isSyncing = false;
    };
    connect(from->view(), &TopologyView::zoomChanged, this, [this, sync] {
        m_isFitted = m_isFitted && m_isSyncing;
        sync();
    });
    connect(from->view(), &TopologyView::nodeSelected, this,
            [this, isBefore = from == m_before](std::optional<std::uint32_t> node) {
                if (!m_isSyncing)
                    Q_EMIT nodeSelected(isBefore, node);
            });
    connect(from->view()->horizontalScrollBar(), &QScrollBar::valueChanged, this, sync);
    connect(from->view()->verticalScrollBar(), &QScrollBar::valueChanged, this, sync);
}

void ComparePictures::setSides(const CompareSide &before, const CompareSide &after) {
    m_before->setSide(before);
    m_after->setSide(after);
    m_isFitted = true;
}

void ComparePictures::draw(const fleet::Comparison &comparison,
                           const std::function<bool(const fleet::Difference &)> &shown) {
    const double room = std::min(m_before->width(), m_after->width()) - kScrollBar;
    const double width = std::max(kNarrowest, room / uiScale());
    m_before->draw(comparison, width, shown);
    m_after->draw(comparison, width, shown);
    if (m_isFitted)
        fitWidth();
}

void ComparePictures::point(const fleet::Comparison *comparison,
                            const std::vector<std::size_t> &differences) {
    m_isSyncing = true; // each side scrolls to its own
    SideView *full = nullptr;
    SideView *empty = nullptr;
    for (SideView *view : {m_before, m_after}) {
        std::vector<std::uint32_t> nodes;
        for (std::size_t i = 0; comparison != nullptr && i < differences.size(); ++i)
            for (const std::uint32_t node : view->nodesOf(comparison->differences[differences[i]]))
                nodes.push_back(node);
        view->point(nodes);
        (nodes.empty() ? empty : full) = view;
    }
    if (full != nullptr && empty != nullptr) {
        follow(full, empty); // roughly where it would be
        empty->fade();
    }
    m_isSyncing = false;
}

void ComparePictures::selectPair(const fleet::Comparison &comparison, bool isBefore,
                                 std::optional<std::uint32_t> node) {
    SideView *side = isBefore ? m_before : m_after;
    SideView *other = isBefore ? m_after : m_before;
    m_isSyncing = true;
    side->point({});
    side->view()->select(node);
    other->point({});
    const topology::Topology &topology = *side->side().topology;
    const auto &own = node ? topology.node(*node).bdf : std::nullopt;
    for (const fleet::DevicePair &pair : comparison.pairs)
        if (own && (isBefore ? pair.before : pair.after) == own)
            other->view()->select(other->nodeAt(isBefore ? pair.after : pair.before));
    m_isSyncing = false;
}

void ComparePictures::fitWidth() {
    m_isSyncing = true;
    const double room = std::min(m_before->width(), m_after->width()) - kScrollBar;
    for (SideView *view : {m_before, m_after}) {
        const double width = view->scene()->list().width;
        view->view()->setZoom(width > 0 ? std::min(uiScale(), room / width) : uiScale(), QPointF(0, 0));
        view->view()->horizontalScrollBar()->setValue(0);
        view->view()->verticalScrollBar()->setValue(0);
    }
    m_isSyncing = false;
    m_isFitted = true;
}

void ComparePictures::zoomBy(int steps) {
    if (steps == 0)
        return fitWidth();
    m_before->view()->zoomBy(steps); // the other one follows
}

void ComparePictures::themeChanged() {
    m_before->themeChanged();
    m_after->themeChanged();
}

} // namespace fabricscope::widgets
