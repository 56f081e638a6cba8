// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QPushButton;

namespace fabricscope::widgets {
class AffinityScreen;
class TopologyScreen;
class VerdictBar;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ActionRegistry;
class HostDialogs;
class HostVmController;
class MeasuredRuns;
class Navigation;
class SessionController;
class ShownHost;
class TopologyVerdict;
class WorkspaceController;

/// Shows how the host was judged: on the Affinity screen, and in the verdict above Topology. The selection is
/// shared: a cell selects its GPU in Topology, a device there selects its cell.
class AffinityController : public QObject {
    Q_OBJECT
public:
    /// What is judged, and where that is shown.
    struct Parts {
        SessionController &sessions;
        ShownHost &shown;
        Navigation &navigation;
        HostDialogs &dialogs;
        HostVmController &hostVm;       ///< generates a corrected file
        WorkspaceController &workspace; ///< stores the what-if moves
        MeasuredRuns &measured;
        widgets::AffinityScreen &screen;
        widgets::TopologyScreen &topology;
        widgets::VerdictBar &verdict;
    };
    AffinityController(const Parts &parts, QObject *parent);

    /// Implements the actions of pairs.
    void bindTo(ActionRegistry &actions);
    void update();
    /// Of Topology, which has to show the host already.
    void updateVerdict();

Q_SIGNALS:
    void verdictUpdated();

private:
    void connectSignals();
    void connectSelection();

    Parts m_parts;
    TopologyVerdict *m_verdict;
    QPushButton *m_correct; ///< next to the verdict on Affinity, if a VM's file can be corrected
};

} // namespace fabricscope::app::window
