// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchScreenController.h"

#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/BenchRuns.h"
#include "app/window/bench/DetachedRuns.h"
#include "app/window/bench/PairRuns.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "core/bench/plan/DeviceChoice.h"
#include "core/bench/plan/Plan.h"
#include "core/topology/Topology.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchRunPanel.h"

namespace fabricscope::app::window {

namespace {

using widgets::BenchScreen;

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

BenchScreenController::BenchScreenController(const Parts &parts, QWidget *window)
    : QObject(window), m_parts(parts) {
    auto *runs = new BenchRuns(m_parts.sessions, m_parts.controller, window);
    connect(runs, &BenchRuns::failed, this, &BenchScreenController::statusMessageRequested);
    m_closeGuard = new RunCloseGuard(m_parts.sessions, *runs->queue(), window);
    connect(m_closeGuard, &RunCloseGuard::statusMessageRequested, this,
            &BenchScreenController::statusMessageRequested);
    connectRuns(*runs, window);
    connectScreen();
    connect(&m_parts.controller, &BenchController::logShown, &m_parts.navigation,
            [&navigation = m_parts.navigation] { navigation.showScreen(Screen::Benchmarks); });
}

void BenchScreenController::connectRuns(BenchRuns &runs, QWidget *window) {
    auto *detached = new DetachedRuns(m_parts.sessions, m_parts.controller, window);
    connect(detached, &DetachedRuns::reported, this, &BenchScreenController::statusMessageRequested);
    runs.queue()->setFollowed([detached](const std::string &group) { return detached->follows(group); });
    auto *pairs = new PairRuns(m_parts.sessions, *runs.queue(), window);
    connect(pairs, &PairRuns::failed, this, &BenchScreenController::statusMessageRequested);
    connect(&m_parts.screen, &BenchScreen::twoHostsRequested, this, [this, pairs] {
        const HostSession *session = m_parts.shown.session();
        pairs->open(session != nullptr ? session->target() : QString());
    });
    m_parts.controller.history()->setPath(m_parts.sessions.runStore());
}

void BenchScreenController::connectScreen() {
    connect(&m_parts.screen, &BenchScreen::deviceRequested, this, &BenchScreenController::showDevice);
    connect(&m_parts.screen, &BenchScreen::runPanelOpened, this, &BenchScreenController::propose);
    connect(&m_parts.affinity.actions(), &widgets::CellActions::measurementRequested, this,
            &BenchScreenController::measurePair);
    connect(&m_parts.sessions, &SessionController::listChanged, this, &BenchScreenController::listChanged);
}

void BenchScreenController::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::RunPlan, [this] {
        m_parts.navigation.showScreen(Screen::Benchmarks);
        m_parts.screen.showRunPanel(true);
    });
    actions.bind(ActionId::RunPairs, [this] {
        m_parts.navigation.showScreen(Screen::Benchmarks);
        Q_EMIT m_parts.screen.twoHostsRequested();
    });
}

void BenchScreenController::hostChosen(quint64 host) {
    if (const HostSession *session = m_parts.sessions.find(host);
        session != nullptr && !session->isCapture() && m_parts.screen.showsRunPanel())
        m_parts.screen.runPanel()->setHost(session->target());
}

void BenchScreenController::propose() {
    const HostSession *session = m_parts.shown.session();
    if (session == nullptr || session->isCapture())
        return;
    m_parts.screen.runPanel()->setHost(session->target());
    if (const auto &topology = session->snapshot.topology)
        if (const QString tool = collectivesOf(*topology); !tool.isEmpty() && tool != m_offered)
            offerCollective(*m_parts.screen.runPanel(), m_offered = tool);
}

/// Tools cannot run on files of hosts.
void BenchScreenController::listChanged() {
    std::vector<std::pair<QString, const void *>> now; // proposals depend on the examination of the host
    for (const auto &session : m_parts.sessions.sessions())
        if (!session->isCapture())
            now.emplace_back(session->target(), session->snapshot.examination.get());
    if (std::exchange(m_hosts, now) == now) // not for other changes of a host that is being read
        return;
    QStringList hosts;
    for (const auto &[target, examination] : now)
        hosts << target;
    m_parts.controller.setHosts(hosts);
}

/// Shows the device that a finding of a run is about, if its host was read.
void BenchScreenController::showDevice(const QString &host, const QString &bdf) {
    const auto address = pci::Address::parse(bdf.toStdString());
    for (const auto &session : m_parts.sessions.sessions()) {
        if (session->target() != host || !session->snapshot.topology)
            continue;
        const auto node = address ? session->snapshot.topology->find(*address) : std::nullopt;
        return m_parts.navigation.showDevice(session->id,
                                             node ? std::optional<quint32>(*node) : std::nullopt);
    }
    Q_EMIT statusMessageRequested(tr("%1 is not open in this window.").arg(host));
}

void BenchScreenController::measurePair(quint32 gpu, quint32 nic) {
    const HostSession *session = m_parts.shown.session();
    const widgets::AffinityPresentation *shown = m_parts.affinity.shown();
    if (session == nullptr || session->isCapture() || !session->snapshot.topology ||
        !session->snapshot.examination || shown == nullptr)
        return;
    const affinity::Fabric &fabric = shown->table().fabric();
    if (gpu >= fabric.gpus.size() || nic >= fabric.nics.size())
        return;
    m_parts.navigation.showScreen(Screen::Benchmarks);
    m_parts.screen.showRunPanel(true);
    widgets::BenchRunPanel &panel = *m_parts.screen.runPanel();
    panel.setHost(session->target());
    const bench::BindingRequest usual =
        bench::defaultRequest({*session->snapshot.topology, *session->snapshot.examination}, {}, kPairTest);
    panel.chooseTool(QString::fromStdString(usual.tool), QString::fromStdString(usual.test));
    for (const bench::OptionValue &option : usual.options)
        panel.setOption(QString::fromStdString(option.flag),
                        option.value.empty() ? tr("on") : QString::fromStdString(option.value));
    panel.choosePair({bench::choiceOf(fabric.gpus[gpu]), bench::choiceOf(fabric.nics[nic]), true});
}

} // namespace fabricscope::app::window
