// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/TopologyController.h"

#include "app/window/dialogs/HostDialogs.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyView.h"

#include <QAction>
#include <QActionGroup>

namespace fabricscope::app::window {

namespace {

using Id = ActionId;
using widgets::TopologyScreen;

Id nth(Id first, int index) {
    return static_cast<Id>(static_cast<int>(first) + index);
}

/// Keeps an action and a switch of a toolbar equal.
void tie(QAction *action, QAbstractButton *button) {
    action->setChecked(button->isChecked());
    QObject::connect(action, &QAction::toggled, button, &QAbstractButton::setChecked);
    QObject::connect(button, &QAbstractButton::toggled, action, &QAction::setChecked);
}

} // namespace

TopologyController::TopologyController(const Parts &parts, QObject *parent)
    : QObject(parent), m_parts(parts) {
    connectSignals();
}

void TopologyController::connectSignals() {
    connect(&m_parts.screen, &TopologyScreen::connectRequested, this,
            [this] { m_parts.dialogs.openConnect(); });
    connect(&m_parts.screen, &TopologyScreen::sudoRequested, this,
            [this] { m_parts.sessions.collect(m_parts.shown.id(), true); });
    connect(&m_parts.screen, &TopologyScreen::retryRequested, this, [this] {
        if (const HostSession *session = m_parts.shown.session())
            m_parts.sessions.collect(session->id, session->root);
    });
    connect(&m_parts.screen, &TopologyScreen::snapshotRequested, this,
            [this] { m_parts.sessions.showSnapshot(m_parts.shown.id()); });
    connect(&m_parts.screen, &TopologyScreen::editRequested, this,
            [this] { m_parts.dialogs.editConnection(m_parts.shown.id()); });
}

void TopologyController::bindTo(ActionRegistry &actions) {
    m_find = new widgets::DeviceSearchBar(&m_parts.screen);
    connect(m_find, &widgets::DeviceSearchBar::changed, this, &TopologyController::foundChanged);
    actions.bind(Id::FindHere, [this] { m_find->open(); });
    actions.bind(Id::FindNext, [this] { m_find->step(1); });
    actions.bind(Id::FindPrevious, [this] { m_find->step(-1); });
    bindColours(actions);
    bindZoom(actions);
    actions.bind(Id::TracePath, [this] {
        m_parts.navigation.showScreen(Screen::Topology);
        m_parts.screen.trace(m_parts.screen.selected());
    });
    m_parts.screen.setDeviceActions({actions.action(Id::Evidence), actions.action(Id::CopyName),
                                     actions.action(Id::CopyAddress), actions.action(Id::TracePath),
                                     actions.action(Id::ShowPair)});
}

void TopologyController::bindColours(ActionRegistry &actions) {
    auto *colours = new QActionGroup(&actions);
    constexpr int kColours = 4;
    for (int index = 0; index < kColours; ++index) {
        const Id id = nth(Id::ColourByKind, index);
        colours->addAction(actions.action(id));
        actions.bind(id, [this, index] { m_parts.screen.setColourBy(static_cast<layout::ColourBy>(index)); });
    }
    const widgets::TopologyToolbar *toolbar = m_parts.screen.toolbar();
    connect(toolbar, &widgets::TopologyToolbar::colourByChanged, &actions,
            [&actions](int index) { actions.action(nth(Id::ColourByKind, index))->setChecked(true); });
    actions.action(Id::ColourByKind)->setChecked(true);
    tie(actions.action(Id::Ribbons), toolbar->ribbons());
    tie(actions.action(Id::GroupTags), toolbar->groupTags());
    for (const Id id : {Id::Ribbons, Id::GroupTags})
        actions.bind(id, [] {}); // their switches implement them
}

void TopologyController::bindZoom(ActionRegistry &actions) {
    widgets::TopologyView *view = m_parts.screen.view();
    actions.bind(Id::ZoomIn, [view] { view->zoomBy(1); });
    actions.bind(Id::ZoomOut, [view] { view->zoomBy(-1); });
    actions.bind(Id::ActualSize, [view] { view->setZoom(widgets::uiScale()); });
    actions.bind(Id::Fit, [view] { view->fit(); });
    actions.bind(Id::FitSelection, [view] { view->fitSelection(); });
}

void TopologyController::update() {
    m_parts.screen.setContent(m_parts.shown.content());
    selectPending();
}

void TopologyController::selectWhenRead(const std::string &address) {
    m_pending = {m_parts.shown.id(), address};
    selectPending();
}

void TopologyController::selectPending() {
    const auto &topology = m_parts.screen.content().topology;
    if (m_pending.device.empty() || m_pending.host != m_parts.shown.id() || !topology)
        return;
    const auto address = pci::Address::parse(m_pending.device);
    m_pending = {};
    if (const auto node = address ? topology->find(*address) : std::nullopt)
        m_parts.screen.select(*node);
}

} // namespace fabricscope::app::window
