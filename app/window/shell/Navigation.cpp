// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/Navigation.h"

#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "widgets/topology/TopologyScreen.h"

#include <QStackedWidget>

namespace fabricscope::app::window {

Navigation::Navigation(const Parts &parts, QObject *parent) : QObject(parent), m_parts(parts) {
    connect(&m_parts.modes, &ModeBar::screenRequested, this, &Navigation::showScreen);
}

quint64 Navigation::host() const {
    return m_parts.shown.id();
}

void Navigation::showScreen(Screen screen) {
    m_parts.modes.setScreen(screen);
    Q_EMIT chosen(screen);
    m_parts.pages.setCurrentIndex(
        m_parts.sessions.sessions().empty() && screen == Screen::Topology ? 0 : 1 + static_cast<int>(screen));
    Q_EMIT shown();
}

void Navigation::showHost(quint64 id) {
    m_parts.shown.show(id);
}

void Navigation::showDevice(quint64 host, std::optional<quint32> node) {
    if (m_parts.sessions.find(host) == nullptr)
        return;
    showHost(host);
    showScreen(Screen::Topology);
    if (node)
        m_parts.topology.select(*node);
}

} // namespace fabricscope::app::window
