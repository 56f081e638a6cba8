// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with the Benchmarks screen.
#include "app/window/ActionRegistry.h"
#include "app/window/BenchController.h"
#include "app/window/BenchRuns.h"
#include "app/window/MainWindow.h"
#include "app/window/StatusLine.h"
#include "app/window/ThemeController.h"
#include "core/topology/Topology.h"
#include "widgets/bench/BenchRunPanel.h"
#include "widgets/bench/BenchScreen.h"

namespace fabricscope::app::window {

namespace {

constexpr std::uint16_t kAmd = 0x1002;

/// The collectives of whoever made the host's GPUs.
QString collectivesOf(const topology::Topology &topology) {
    for (const topology::Node &node : topology.nodes())
        if (node.kind == topology::NodeKind::Gpu && node.bdf)
            if (const host::PciFunction *function = topology.host().function(*node.bdf))
                return function->vendor.valueOr(0) == kAmd ? QStringLiteral("rccl-tests")
                                                           : QStringLiteral("nccl-tests");
    return {};
}

/// A sweep whose end is the plateau; the tool's own default is one size.
void offerCollective(widgets::BenchRunPanel &panel, const QString &tool) {
    panel.chooseTool(tool, QStringLiteral("all_reduce_perf"));
    for (const auto &[flag, value] : {std::pair{"-b", "1M"}, {"-e", "16G"}, {"-f", "2"}})
        panel.setOption(QLatin1String(flag), QLatin1String(value));
}

} // namespace

void MainWindow::connectBench() {
    connect(m_benching, &BenchController::said, m_status, &StatusLine::say);
    connect(m_benching, &BenchController::logShown, this, [this] { showScreen(Screen::Benchmarks); });
    connect(m_bench, &widgets::BenchScreen::shown, this, [this] {
        updatePanels();
        updateActions();
    });
    auto *runs = new BenchRuns(m_sessions, *m_benching, this);
    connect(runs, &BenchRuns::failed, m_status, &StatusLine::say);
    connect(&m_theme, &ThemeController::themeChanged, m_bench, &widgets::BenchScreen::themeChanged);
    connect(m_bench, &widgets::BenchScreen::runPanelOpened, this, [this, offered = QString()]() mutable {
        const HostSession *session = m_sessions.find(m_host);
        if (session == nullptr || session->isCapture())
            return;
        m_bench->runPanel()->setHost(session->target());
        if (const auto &topology = session->snapshot.topology)
            if (const QString tool = collectivesOf(*topology); !tool.isEmpty() && tool != offered)
                offerCollective(*m_bench->runPanel(), offered = tool);
    });
    // Files of hosts are none to run on.
    connect(&m_sessions, &SessionController::listChanged, this, [this] {
        QStringList hosts;
        for (const auto &session : m_sessions.sessions())
            if (!session->isCapture())
                hosts << session->target();
        m_benching->setHosts(hosts);
    });
}

void MainWindow::bindBench() {
    m_actions->bind(ActionId::OpenRun, [this] { m_benching->chooseLog(); });
    m_actions->bind(ActionId::RunPlan, [this] {
        showScreen(Screen::Benchmarks);
        m_bench->showRunPanel(true);
    });
}

} // namespace fabricscope::app::window
