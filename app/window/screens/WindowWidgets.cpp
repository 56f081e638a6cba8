// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/WindowWidgets.h"

#include "app/window/session/SessionController.h"
#include "app/window/shell/PlaceholderPage.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/Workbench.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/common/controls/CurrentPageStack.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/connect/WelcomePage.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/TopologyScreen.h"

#include <QVBoxLayout>

namespace fabricscope::app::window {

namespace {

QVBoxLayout *columnIn(QWidget *widget) {
    auto *column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

WindowWidgets::WindowWidgets(SessionController &sessions, QMainWindow *window)
    : modes(new ModeBar(window))
    , pages(new widgets::CurrentPageStack(window))
    , sidebar(new widgets::FleetSidebar(sessions.fleet(), window))
    , welcome(new widgets::WelcomePage(window))
    , topology(new widgets::TopologyScreen(window))
    , verdict(new widgets::VerdictBar(window))
    , affinity(new widgets::AffinityScreen(window))
    , hostVm(new widgets::HostVmScreen(window))
    , checks(new widgets::ChecksScreen(window))
    , bench(new widgets::BenchScreen(window))
    , compare(new widgets::CompareScreen(window))
    , inspector(new widgets::InspectorPanel(window))
    , strip(new widgets::JobsLogStrip(sessions.jobs(), sessions.log(), window))
    , workbench(new Workbench(pages, {sidebar, inspector, strip}, window))
    , status(new StatusLine(window)) {}

void WindowWidgets::arrange(QMainWindow *window) {
    addPages();
    auto *central = new QWidget(window);
    QVBoxLayout *column = columnIn(central);
    column->addWidget(modes);
    column->addWidget(workbench, 1);
    column->addWidget(status);
    window->setCentralWidget(central);
}

void WindowWidgets::addPages() {
    pages->addWidget(welcome);
    for (int index = 0; index < kScreens; ++index) {
        const auto each = static_cast<Screen>(index);
        pages->addWidget(each == Screen::Topology     ? buildTopologyPage()
                         : each == Screen::Affinity   ? static_cast<QWidget *>(affinity)
                         : each == Screen::HostVm     ? static_cast<QWidget *>(hostVm)
                         : each == Screen::Checks     ? static_cast<QWidget *>(checks)
                         : each == Screen::Compare    ? static_cast<QWidget *>(compare)
                         : each == Screen::Benchmarks ? static_cast<QWidget *>(bench)
                                                      : new PlaceholderPage(each, pages));
    }
}

/// The verdict is above the picture, visible without a click.
QWidget *WindowWidgets::buildTopologyPage() {
    auto *page = new QWidget(pages);
    QVBoxLayout *column = columnIn(page);
    column->addWidget(verdict);
    column->addWidget(topology, 1);
    return page;
}

} // namespace fabricscope::app::window
