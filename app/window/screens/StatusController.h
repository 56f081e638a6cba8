// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QTimer;

namespace fabricscope::app::window {

class SessionController;
class ShownHost;
struct WindowWidgets;

/// The status line: connections, the age of the snapshot, the zoom, a note about the screen; and the tabs'
/// number of findings.
class StatusController : public QObject {
    Q_OBJECT
public:
    /// What is reported, and where.
    struct Parts {
        SessionController &sessions;
        ShownHost &shown;
        const WindowWidgets &widgets;
    };
    /// Create it after what shows comparisons: their verdict is the note of Compare.
    StatusController(const Parts &parts, QObject *parent);

    /// Snapshot, zoom and note. Shows a host again once its data has become stale.
    void update();
    void updateNote();
    /// Connections and findings of all hosts.
    void updateHosts();

private:
    /// Milliseconds since the epoch; 0: there is no snapshot.
    [[nodiscard]] qint64 taken() const;
    void scheduleAge();
    void updateAge();

    Parts m_parts;
    QTimer *m_ageTimer; ///< until a text with the snapshot's age changes
};

} // namespace fabricscope::app::window
