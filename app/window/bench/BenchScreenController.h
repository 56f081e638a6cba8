// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <utility>
#include <vector>

namespace fabricscope::widgets {
class AffinityScreen;
class BenchScreen;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ActionRegistry;
class BenchController;
class BenchRuns;
class Navigation;
class RunCloseGuard;
class SessionController;
class ShownHost;

/// What the Benchmarks screen has to do with the hosts of the window: runs that are started on them, followed
/// and ended; what is proposed for the host shown; the devices of findings.
class BenchScreenController : public QObject {
    Q_OBJECT
public:
    /// What runs, where, and what it is proposed for.
    struct Parts {
        SessionController &sessions;
        ShownHost &shown;
        Navigation &navigation;
        BenchController &controller;
        widgets::BenchScreen &screen;
        const widgets::AffinityScreen &affinity; ///< names the pairs that are measured
    };
    /// `window` is also the parent of the dialogs.
    BenchScreenController(const Parts &parts, QWidget *window);

    /// Implements the actions that run something.
    void bindTo(ActionRegistry &actions);
    [[nodiscard]] RunCloseGuard *closeGuard() const { return m_closeGuard; }
    /// Runs are proposed for the host that is selected, not for the previous one.
    void hostChosen(quint64 host);
    /// Fills in a loopback over this NIC with this GPU's memory, as the planner does; starts nothing. Both
    /// are indexes of the fabric on the Affinity screen.
    void measurePair(quint32 gpu, quint32 nic);

Q_SIGNALS:
    void statusMessageRequested(const QString &text);

private:
    void connectRuns(BenchRuns &runs, QWidget *window);
    void connectScreen();
    void propose();
    void showDevice(const QString &host, const QString &bdf);
    void listChanged();

    Parts m_parts;
    RunCloseGuard *m_closeGuard = nullptr;
    QString m_offered; ///< the tool last proposed for the host shown
    /// Targets on which tools can run, and their data.
    std::vector<std::pair<QString, const void *>> m_hosts;
};

} // namespace fabricscope::app::window
