// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/SearchController.h"

#include "app/window/session/SearchableHosts.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "core/search/Search.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/search/SearchField.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"
#include "widgets/unplaced/UnplacedView.h"

#include <QAction>

namespace fabricscope::app::window {

SearchController::SearchController(const Parts &parts, widgets::SearchField *field, QObject *parent)
    : QObject(parent), m_parts(parts) {
    using widgets::SearchField;
    field->setSource([this] { return source(); });
    connect(field, &SearchField::left, this, &SearchController::focusScreen);
    connect(field, &SearchField::hostChosen, this, [this](quint64 host) { goTo(host, std::nullopt); });
    connect(field, &SearchField::deviceChosen, this,
            [this](quint64 host, quint32 node) { goTo(host, node); });
    connect(field, &SearchField::findingChosen, this, &SearchController::goTo);
    connect(field, &SearchField::actionChosen, this, [this](int index) {
        QAction *action = m_found[static_cast<std::size_t>(index)];
        if (action != nullptr && action->isEnabled()) // it may have been removed or disabled since
            action->trigger();
    });
}

widgets::SearchSource SearchController::source() {
    auto corpus = std::make_shared<search::Corpus>();
    corpus->current = m_parts.shown.id();
    corpus->hosts = searchableHosts(m_parts.sessions.sessions());
    widgets::SearchSource source;
    m_found.clear();
    for (const ActionRegistry::Entry &entry : m_parts.actions.entries()) {
        corpus->actions.push_back(
            {entry.name.toStdString(), entry.menu.toStdString(), entry.keys.toStdString()});
        const bool isEnabled = entry.action->isEnabled();
        source.whyNot.push_back(isEnabled ? QString() : entry.action->toolTip());
        m_found.push_back(entry.action);
    }
    m_corpus = corpus;
    source.corpus = std::move(corpus);
    return source;
}

/// A device is shown on Affinity or Topology; a host, on the current screen.
void SearchController::goTo(quint64 host, std::optional<quint32> node) {
    m_parts.navigation.showHost(host);
    if (!node)
        return;
    if (m_parts.navigation.screen() != Screen::Affinity)
        m_parts.navigation.showScreen(Screen::Topology);
    if (const auto there = present(host, *node); there && m_parts.topology.content().topology) {
        m_parts.topology.select(*there);
        m_parts.topology.view()->reveal(*there);
    }
    focusScreen();
}

std::optional<quint32> SearchController::present(quint64 host, quint32 node) const {
    const auto corpus = m_corpus.lock();
    const HostSession *session = m_parts.sessions.find(host);
    if (!corpus || session == nullptr || !session->snapshot.topology)
        return std::nullopt;
    return presentNode(*corpus, host, node, *session->snapshot.topology);
}

void SearchController::focusScreen() {
    if (m_parts.navigation.screen() == Screen::Affinity)
        m_parts.affinity.view()->setFocus(Qt::OtherFocusReason);
    else if (!m_parts.topology.view()->isHidden())
        m_parts.topology.view()->setFocus(Qt::OtherFocusReason);
    else
        m_parts.topology.unplaced()->setFocus(Qt::OtherFocusReason);
}

} // namespace fabricscope::app::window
