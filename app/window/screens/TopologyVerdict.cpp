// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/TopologyVerdict.h"

#include "app/window/bench/MeasuredRuns.h"
#include "app/window/session/RelatedHostViews.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/Navigation.h"
#include "core/affinity/Examine.h"
#include "core/present/affinity/HostVerdict.h"
#include "core/topology/UnplacedDevices.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QPushButton>

namespace fabricscope::app::window {

namespace {

/// Of the pairs, with what was measured on them.
std::optional<affinity::Verdict> verdictOnPairs(const HostSession &session, MeasuredRuns &measured) {
    const auto judgement = session.judgement();
    if (!judgement || judgement->fabric.gpus.empty())
        return std::nullopt;
    const auto pairs = measured.pairs(session);
    return pairs ? bench::withLosses(judgement->verdict, *pairs, *judgement) : judgement->verdict;
}

} // namespace

TopologyVerdict::TopologyVerdict(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_affinity(widgets::button(tr("Show in Affinity"), "", &parts.bar))
    , m_device(widgets::button(tr("Show device"), "", &parts.bar)) {
    m_parts.bar.addAction(m_device);
    m_parts.bar.addAction(m_affinity);
    connect(m_affinity, &QPushButton::clicked, this,
            [this] { m_parts.navigation.showScreen(Screen::Affinity); });
    connect(m_device, &QPushButton::clicked, this, &TopologyVerdict::showDevice);
}

void TopologyVerdict::update() {
    const HostSession *session = m_parts.shown.session();
    const auto &topology = m_parts.screen.content().topology;
    if (session == nullptr || topology == nullptr)
        return m_parts.bar.clear();
    const auto pairs = verdictOnPairs(*session, m_parts.measured);
    std::vector<widgets::ListedFinding> listed;
    if (!topology::hasNoTree(*topology)) // else they precede its tables
        listed = findingsOf(*session);
    std::vector<findings::Finding> findings;
    for (const widgets::ListedFinding &each : listed)
        findings.push_back(each.finding);
    const present::HostVerdict shown = present::hostVerdict(pairs ? &*pairs : nullptr, findings);
    m_node = shown.finding ? listed[*shown.finding].node : std::nullopt;
    m_device->setVisible(m_node.has_value());
    m_affinity->setVisible(pairs && !shown.finding);
    if (shown.verdict.sentence.empty())
        return m_parts.bar.clear();
    m_parts.bar.setVerdict(shown.verdict);
    m_parts.bar.setNotes(shown.notes);
}

void TopologyVerdict::showDevice() {
    m_parts.navigation.showDevice(m_parts.shown.id(), m_node);
    Q_EMIT m_parts.screen.inspectorRequested();
}

} // namespace fabricscope::app::window
