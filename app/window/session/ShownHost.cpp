// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/ShownHost.h"

#include "app/window/session/SessionController.h"

#include <QDateTime>

#include <utility>

namespace fabricscope::app::window {

ShownHost::ShownHost(SessionController &sessions, QObject *parent) : QObject(parent), m_sessions(sessions) {}

void ShownHost::addPart(std::function<void()> part) {
    m_parts.push_back(std::move(part));
}

const HostSession *ShownHost::session() const {
    return m_sessions.find(m_id);
}

widgets::TopologyContent ShownHost::content() const {
    const HostSession *host = session();
    return host != nullptr ? contentOf(*host, QDateTime::currentMSecsSinceEpoch())
                           : widgets::TopologyContent{};
}

void ShownHost::show(quint64 id) {
    if (id == 0 && !m_sessions.sessions().empty())
        id = m_sessions.sessions().front()->id;
    m_id = id;
    Q_EMIT chosen(id);
    if (m_id == id) // otherwise all parts show another host already
        refresh();
    Q_EMIT shown();
}

void ShownHost::update(quint64 id) {
    if (id != m_id)
        return;
    if (!m_sessions.isSettling())
        return refresh();
    for (std::size_t part = 0; part < m_parts.size(); ++part)
        m_sessions.scheduleOnEventLoop(this, [this, part, id] {
            if (m_id == id) // otherwise all parts show another host already
                m_parts[part]();
        });
}

void ShownHost::refresh() {
    for (const auto &part : m_parts)
        part();
}

} // namespace fabricscope::app::window
