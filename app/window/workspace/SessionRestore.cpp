// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/SessionRestore.h"

#include "app/window/bench/RunCloseGuard.h"
#include "app/window/shell/Settings.h"
#include "app/window/workspace/SessionSlot.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceFileController.h"

#include <QFile>
#include <QFileInfo>
#include <QTimer>

#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr int kWaitMs = 2000; ///< the session is written after this time without changes

} // namespace

SessionRestore::SessionRestore(const Parts &parts, std::function<workspace::WindowState()> state,
                               QObject *parent)
    : QObject(parent), m_parts(parts), m_state(std::move(state)), m_timer(new QTimer(this)) {
    m_timer->setSingleShot(true);
    m_timer->setInterval(kWaitMs);
    connect(m_timer, &QTimer::timeout, this, &SessionRestore::write);
    connect(&m_parts.workspace, &WorkspaceController::changed, this, &SessionRestore::scheduleWrite);
}

void SessionRestore::setFile(const QString &file) {
    m_file = file;
    // One file per session, protected by the session's lock: two windows never have the same queue.
    m_parts.runs.setFile(SessionSlot::queueOf(file));
    // After the hosts of the session, on which the runs depend.
    QTimer::singleShot(0, this, [this] { m_parts.runs.restoreQueue(); });
}

void SessionRestore::scheduleWrite() {
    if (!m_file.isEmpty())
        m_timer->start();
}

void SessionRestore::stop() {
    m_timer->stop();
}

bool SessionRestore::write() {
    if (m_file.isEmpty())
        return false;
    if (!m_parts.settings.preferences().restoresSession) {
        QFile::remove(m_file);
        return false;
    }
    const auto written = m_parts.workspace.saveSession(m_file, m_state());
    if (!written) {
        Q_EMIT statusMessageRequested(
            tr("Session not saved: %1").arg(QString::fromStdString(written.error().toString())));
        return false;
    }
    if (*written != m_omitted && !written->isEmpty())
        Q_EMIT statusMessageRequested(tr("Session saved, but: %1").arg(written->join(QStringLiteral("; "))));
    m_omitted = *written;
    return true;
}

bool SessionRestore::restore() {
    const Preferences preferences = m_parts.settings.preferences();
    if (m_file.isEmpty() || !preferences.restoresSession || !QFileInfo::exists(m_file))
        return false;
    const auto opened = m_parts.workspace.openSession(m_file, preferences.connectsOnOpen);
    if (opened) {
        m_parts.files.askToConnect();
        return true;
    }
    // It would be overwritten, and its content may still be needed.
    const QString backup = m_file + QStringLiteral(".broken");
    QFile::remove(backup);
    QFile::rename(m_file, backup);
    Q_EMIT statusMessageRequested(tr("Cannot read the last session: %2. Its file was renamed to %1.")
                                      .arg(backup, QString::fromStdString(opened.error().what)));
    return false;
}

} // namespace fabricscope::app::window
