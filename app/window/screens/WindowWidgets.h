// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QStackedWidget;
class QWidget;

namespace fabricscope::widgets {
class AffinityScreen;
class BenchScreen;
class ChecksScreen;
class CompareScreen;
class FleetSidebar;
class HostVmScreen;
class InspectorPanel;
class JobsLogStrip;
class TopologyScreen;
class VerdictBar;
class WelcomePage;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ModeBar;
class SessionController;
class StatusLine;
class Workbench;

/// The widgets of the main window, which owns them.
struct WindowWidgets {
    /// In the order of the Tab key.
    WindowWidgets(SessionController &sessions, QMainWindow *window);
    /// Puts them into their places.
    void arrange(QMainWindow *window);

    ModeBar *modes;
    QStackedWidget *pages; ///< the welcome page, then the screens in their order
    widgets::FleetSidebar *sidebar;
    widgets::WelcomePage *welcome;
    widgets::TopologyScreen *topology;
    widgets::VerdictBar *verdict; ///< above the picture of Topology
    widgets::AffinityScreen *affinity;
    widgets::HostVmScreen *hostVm;
    widgets::ChecksScreen *checks;
    widgets::BenchScreen *bench;
    widgets::CompareScreen *compare;
    widgets::InspectorPanel *inspector;
    widgets::JobsLogStrip *strip;
    Workbench *workbench; ///< the screens and the panels around them
    StatusLine *status;

private:
    void addPages();
    [[nodiscard]] QWidget *buildTopologyPage();
};

} // namespace fabricscope::app::window
