// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/StatusController.h"

#include "app/window/screens/WindowWidgets.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ModeBar.h"
#include "app/window/shell/ScreenNote.h"
#include "app/window/shell/StatusLine.h"
#include "core/present/hostvm/HostVmTable.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/TriedPairs.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QDateTime>
#include <QTimer>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

constexpr qint64 kLongestWaitMs = qint64{24} * 3600 * 1000; ///< clocks are adjusted, and computers sleep

} // namespace

StatusController::StatusController(const Parts &parts, QObject *parent)
    : QObject(parent), m_parts(parts), m_ageTimer(new QTimer(this)) {
    m_ageTimer->setSingleShot(true);
    connect(m_ageTimer, &QTimer::timeout, this, &StatusController::updateAge);
    connect(m_parts.widgets.topology, &widgets::TopologyScreen::zoomChanged, this, &StatusController::update);
    connect(&m_parts.sessions, &SessionController::compared, this, &StatusController::updateNote);
    connect(m_parts.widgets.checks, &widgets::ChecksScreen::listed, this, &StatusController::updateNote);
}

qint64 StatusController::taken() const {
    const HostSession *session = m_parts.shown.session();
    return session != nullptr && session->snapshot.capture ? session->snapshot.capture->takenMs : 0;
}

void StatusController::update() {
    const HostSession *session = m_parts.shown.session();
    const bool picture = session != nullptr && session->snapshot.capture &&
                         m_parts.widgets.modes->screen() == Screen::Topology &&
                         !m_parts.widgets.topology->view()->isHidden();
    if (const qint64 time = taken(); time > 0) {
        const qint64 age = QDateTime::currentMSecsSinceEpoch() - time;
        m_parts.widgets.status->setSnapshot(tr("Snapshot %1, %2").arg(widgets::clockText(time), ageText(age)),
                                            m_parts.widgets.topology->content().stale,
                                            !session->simulated().isEmpty());
    } else {
        m_parts.widgets.status->setSnapshot({}, false, false);
    }
    m_parts.widgets.status->setZoom(m_parts.widgets.topology->view()->zoom() / widgets::uiScale(), picture);
    updateNote();
    scheduleAge();
}

void StatusController::updateNote() {
    const Screen screen = m_parts.widgets.modes->screen();
    const present::HostVmTable *table = screen == Screen::HostVm ? m_parts.widgets.hostVm->table() : nullptr;
    m_parts.widgets.status->setNote(
        table != nullptr ? QString::fromStdString(table->status())
                         : screenNote(screen, m_parts.shown.session(),
                                      screen == Screen::Checks ? m_parts.widgets.checks->verdict()
                                                               : m_parts.widgets.compare->verdict(),
                                      !m_parts.widgets.affinity->tried().of(m_parts.shown.id()).empty()));
}

void StatusController::updateHosts() {
    int connected = 0;
    for (const auto &session : m_parts.sessions.sessions())
        connected +=
            session->link == widgets::HostLink::Connected && session->endpoint.target != "local:" ? 1 : 0;
    const FailedHosts failed = failedHosts(m_parts.sessions.sessions());
    m_parts.widgets.status->setConnections(connected, failed.text, failed.names);
    const widgets::FleetSums &sums = m_parts.sessions.fleet()->sums();
    m_parts.widgets.modes->setFindings(sums.errors + sums.warnings);
    m_parts.widgets.modes->setHasHosts(!m_parts.sessions.sessions().empty());
}

/// The text of a snapshot's age changes every second at first and every day in the end: the program wakes up
/// only that often, and not at all if there is nothing to show.
void StatusController::scheduleAge() {
    const qint64 time = taken();
    if (time <= 0)
        return m_ageTimer->stop();
    const qint64 age = QDateTime::currentMSecsSinceEpoch() - time;
    m_ageTimer->start(static_cast<int>(std::min<qint64>(msToOlder(age), kLongestWaitMs)));
}

void StatusController::updateAge() {
    if (m_parts.shown.content().stale && !m_parts.widgets.topology->content().stale)
        m_parts.shown.refresh();
    update();
}

} // namespace fabricscope::app::window
