// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::widgets {
class InspectorPanel;
class JobsLogStrip;
class TopologyScreen;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ActionRegistry;
class Navigation;
class SessionController;
class ShownHost;

/// Fills the inspector with the device that is selected in Topology, and with what other open hosts add to
/// it: the VMs of a hypervisor, the hypervisor of a VM, and the findings of both below the screens.
class InspectorController : public QObject {
    Q_OBJECT
public:
    /// Where the data is from, and where it is shown.
    struct Parts {
        SessionController &sessions;
        ShownHost &shown;
        Navigation &navigation;
        widgets::TopologyScreen &topology;
        widgets::InspectorPanel &inspector;
        widgets::JobsLogStrip &strip;
    };
    InspectorController(const Parts &parts, QObject *parent);

    /// Implements the actions of the selected device's facts.
    void bindTo(ActionRegistry &actions);
    /// Shows the selected device.
    void update();
    /// Shows what other hosts add. Returns whether the inspector's VMs or its hypervisor have changed.
    bool updateRelated();

Q_SIGNALS:
    void filled(); ///< another device may be shown
    void statusMessageRequested(const QString &text);

private:
    void connectSignals();
    void fill();
    void copy(const QString &text);

    Parts m_parts;
    bool m_isDue = false; ///< an update is scheduled on the event loop
};

} // namespace fabricscope::app::window
