// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow for the Benchmarks screen.
#include "app/window/MainWindow.h"
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/BenchRuns.h"
#include "app/window/bench/DetachedRuns.h"
#include "app/window/bench/PairRuns.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/ThemeController.h"
#include "core/bench/plan/DeviceChoice.h"
#include "core/bench/plan/Plan.h"
#include "core/topology/Topology.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/bench/BenchRunPanel.h"
#include "widgets/bench/BenchScreen.h"

#include <utility>
#include <vector>

namespace fabricscope::app::window {

namespace {

constexpr std::uint16_t kAmd = 0x1002;
constexpr std::string_view kPairTest = "perftest:ib_write_bw"; ///< of a GPU with a NIC

/// The collective tests of the vendor of the host's GPUs.
QString collectivesOf(const topology::Topology &topology) {
    for (const topology::Node &node : topology.nodes())
        if (node.kind == topology::NodeKind::Gpu && node.bdf)
            if (const host::PciFunction *function = topology.host().function(*node.bdf))
                return function->vendor.valueOr(0) == kAmd ? QStringLiteral("rccl-tests")
                                                           : QStringLiteral("nccl-tests");
    return {};
}

/// A sweep that ends at the plateau; the tool's own default is a single size.
void offerCollective(widgets::BenchRunPanel &panel, const QString &tool) {
    panel.chooseTool(tool, QStringLiteral("all_reduce_perf"));
    for (const auto &[flag, value] : {std::pair{"-b", "1M"}, {"-e", "16G"}, {"-f", "2"}})
        panel.setOption(QLatin1String(flag), QLatin1String(value));
}

} // namespace

void MainWindow::connectBench() {
    connect(m_benchController, &BenchController::statusMessageRequested, m_status, &StatusLine::showMessage);
    connect(m_benchController, &BenchController::logShown, this, [this] { showScreen(Screen::Benchmarks); });
    connect(m_benchController, &BenchController::hostTextChosen, this, &MainWindow::openPath);
    connect(m_bench, &widgets::BenchScreen::factsChosen, this, &MainWindow::requestInspector);
    connect(m_bench, &widgets::BenchScreen::factsVisibilityChanged, this, &MainWindow::updatePanels);
    connect(m_bench, &widgets::BenchScreen::shown, this, [this] {
        updatePanels();
        updateActions();
    });
    auto *runs = new BenchRuns(m_sessions, *m_benchController, this);
    connect(runs, &BenchRuns::failed, m_status, &StatusLine::showMessage);
    m_closeGuard = new RunCloseGuard(m_sessions, *runs->queue(), this);
    connect(m_closeGuard, &RunCloseGuard::statusMessageRequested, m_status, &StatusLine::showMessage);
    connect(m_closeGuard, &RunCloseGuard::decided, this, &QWidget::close);
    connect(m_closeGuard, &RunCloseGuard::cancelled, this, [this] { m_leaving = false; });
    auto *detached = new DetachedRuns(m_sessions, *m_benchController, this);
    connect(detached, &DetachedRuns::reported, m_status, &StatusLine::showMessage);
    runs->queue()->setFollowed([detached](const std::string &group) { return detached->follows(group); });
    auto *pairs = new PairRuns(m_sessions, *runs->queue(), this);
    connect(pairs, &PairRuns::failed, m_status, &StatusLine::showMessage);
    connect(m_bench, &widgets::BenchScreen::twoHostsRequested, this, [this, pairs] {
        const HostSession *session = m_sessions.find(m_host);
        pairs->open(session != nullptr ? session->target() : QString());
    });
    m_benchController->history()->setPath(m_sessions.runStore());
    connect(m_bench, &widgets::BenchScreen::deviceRequested, this,
            [this](const QString &host, const QString &bdf) { showBenchDevice(host, bdf); });
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
    // Tools cannot run on files of hosts.
    using Offered = std::vector<std::pair<QString, const void *>>;
    connect(&m_sessions, &SessionController::listChanged, this, [this, offered = Offered()]() mutable {
        Offered now; // proposals depend on the examination of the host
        for (const auto &session : m_sessions.sessions())
            if (!session->isCapture())
                now.emplace_back(session->target(), session->snapshot.examination.get());
        if (std::exchange(offered, now) == now) // not for other changes of a host that is being read
            return;
        QStringList hosts;
        for (const auto &[target, examination] : now)
            hosts << target;
        m_benchController->setHosts(hosts);
    });
}

/// Shows the device that a finding of a run is about, if its host was read.
void MainWindow::showBenchDevice(const QString &host, const QString &bdf) {
    const auto address = pci::Address::parse(bdf.toStdString());
    for (const auto &session : m_sessions.sessions()) {
        if (session->target() != host || !session->snapshot.topology)
            continue;
        const auto node = address ? session->snapshot.topology->find(*address) : std::nullopt;
        return showDevice(session->id, node ? std::optional<quint32>(*node) : std::nullopt);
    }
    m_status->showMessage(tr("%1 is not open in this window.").arg(host));
}

/// Fills in a loopback over this NIC with this GPU's memory, as the planner does; starts nothing.
void MainWindow::measurePair(quint32 gpu, quint32 nic) {
    const HostSession *session = m_sessions.find(m_host);
    const widgets::AffinityPresentation *shown = m_affinity->shown();
    if (session == nullptr || session->isCapture() || !session->snapshot.topology ||
        !session->snapshot.examination || shown == nullptr)
        return;
    const affinity::Fabric &fabric = shown->table().fabric();
    if (gpu >= fabric.gpus.size() || nic >= fabric.nics.size())
        return;
    showScreen(Screen::Benchmarks);
    m_bench->showRunPanel(true);
    widgets::BenchRunPanel &panel = *m_bench->runPanel();
    panel.setHost(session->target());
    const bench::BindingRequest usual =
        bench::defaultRequest({*session->snapshot.topology, *session->snapshot.examination}, {}, kPairTest);
    panel.chooseTool(QString::fromStdString(usual.tool), QString::fromStdString(usual.test));
    for (const bench::OptionValue &option : usual.options)
        panel.setOption(QString::fromStdString(option.flag),
                        option.value.empty() ? tr("on") : QString::fromStdString(option.value));
    panel.choosePair({bench::choiceOf(fabric.gpus[gpu]), bench::choiceOf(fabric.nics[nic]), true});
}

void MainWindow::bindBench() {
    m_actions->bind(ActionId::OpenRun, [this] { m_benchController->chooseLog(); });
    m_actions->bind(ActionId::RunPlan, [this] {
        showScreen(Screen::Benchmarks);
        m_bench->showRunPanel(true);
    });
    m_actions->bind(ActionId::RunPairs, [this] {
        showScreen(Screen::Benchmarks);
        Q_EMIT m_bench->twoHostsRequested();
    });
}

} // namespace fabricscope::app::window
