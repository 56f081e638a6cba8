// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps both pictures, the list and the evidence of CompareScreen at the same difference.
#include "widgets/compare/CompareScreen.h"
#include "widgets/compare/DifferenceModel.h"
#include "widgets/compare/SideView.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/inspector/EvidenceViewer.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QListView>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

/// Zooms and scrolls the other side to the same part of its picture.
void CompareScreen::follow(const SideView *from, SideView *to) {
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

void CompareScreen::connectViews(SideView *from, SideView *to) {
    const auto sync = [this, from, to] {
        if (m_syncing)
            return;
        m_syncing = true;
        follow(from, to);
        m_syncing = false;
    };
    connect(from->view(), &TopologyView::zoomChanged, this, [this, sync] {
        m_fitted = m_fitted && m_syncing;
        sync();
    });
    connect(from->view()->horizontalScrollBar(), &QScrollBar::valueChanged, this, sync);
    connect(from->view()->verticalScrollBar(), &QScrollBar::valueChanged, this, sync);
}

void CompareScreen::rowChosen(const QModelIndex &index) {
    const fleet::DifferenceGroup *group = index.isValid() ? m_model->groupAt(index.row()) : nullptr;
    const bool chosen = group != nullptr && m_comparison;
    m_syncing = true; // each side scrolls to its own
    SideView *full = nullptr;
    SideView *empty = nullptr;
    for (SideView *view : {m_before, m_after}) {
        std::vector<std::uint32_t> nodes;
        for (std::size_t i = 0; chosen && i < group->members.size(); ++i)
            for (const std::uint32_t node : view->nodesOf(m_comparison->differences[group->members[i]]))
                nodes.push_back(node);
        view->point(nodes);
        (nodes.empty() ? empty : full) = view;
    }
    if (full != nullptr && empty != nullptr) {
        follow(full, empty); // roughly where it would be
        empty->fade();
    }
    m_syncing = false;
    showDifferenceEvidence(chosen ? &m_comparison->differences[group->members.front()] : nullptr,
                           index.isValid());
}

/// Where both ends of this difference were read; nullptr if none is selected, or a side does not have it.
void CompareScreen::showDifferenceEvidence(const fleet::Difference *difference, bool anyChosen) {
    m_evidenceOf = {};
    const auto showSide = [&](EvidenceBox *box, const SideView *view, const fleet::End &end,
                              const QString &word, host::EvidenceRef &kept) {
        const auto evidence =
            view->side().capture ? evidenceText(*view->side().capture, end.evidence) : std::nullopt;
        kept = end.evidence;
        if (evidence && end.evidence.exists())
            box->show(word, *evidence);
        else
            box->showNothing(end.value ? tr("%1: %2").arg(word, QString::fromStdString(*end.value))
                                       : tr("%1: absent").arg(word));
    };
    if (difference == nullptr) {
        m_beforeEvidence->showNothing(anyChosen ? tr("This fact is unknown on one side.")
                                                : tr("Select a difference to see its sources."));
        m_afterEvidence->showNothing({});
        return;
    }
    const bool named = difference->before.value || difference->after.value;
    if (!named) {
        m_beforeEvidence->showNothing(QString::fromStdString(difference->text()));
        m_afterEvidence->showNothing({});
        return;
    }
    showSide(m_beforeEvidence, m_before, difference->before, tr("Before"), m_evidenceOf.first);
    showSide(m_afterEvidence, m_after, difference->after, tr("After"), m_evidenceOf.second);
}

void CompareScreen::openRaw(bool isBefore) {
    const SideView *side = isBefore ? m_before : m_after;
    const auto &capture = side->side().capture;
    const auto place =
        capture ? rawPlace(*capture, isBefore ? m_evidenceOf.first : m_evidenceOf.second) : std::nullopt;
    if (!place)
        return;
    if (m_viewer == nullptr)
        m_viewer = new EvidenceViewer(this);
    m_viewer->show(capture, *place, side->side().name);
}

void CompareScreen::nodeChosen(bool isBefore, std::optional<std::uint32_t> node) {
    if (m_syncing || !m_comparison)
        return;
    SideView *side = isBefore ? m_before : m_after;
    SideView *other = isBefore ? m_after : m_before;
    for (std::size_t i = 0; node && i < m_comparison->differences.size(); ++i) {
        const fleet::Difference &difference = m_comparison->differences[i];
        if (!m_model->shows(difference))
            continue;
        const auto nodes = side->nodesOf(difference);
        if (std::find(nodes.begin(), nodes.end(), *node) == nodes.end())
            continue;
        m_list->setCurrentIndex(m_model->index(m_model->rowOf(i)));
        m_list->scrollTo(m_list->currentIndex());
        side->view()->select(node);
        return;
    }
    m_list->setCurrentIndex({});
    m_syncing = true;
    side->point({});
    side->view()->select(node);
    other->point({});
    const topology::Topology &topology = *side->side().topology;
    const auto &own = node ? topology.node(*node).bdf : std::nullopt;
    for (const fleet::DevicePair &pair : m_comparison->pairs)
        if (own && (isBefore ? pair.before : pair.after) == own)
            other->view()->select(other->nodeAt(isBefore ? pair.after : pair.before));
    m_syncing = false;
}

} // namespace fabricscope::widgets
