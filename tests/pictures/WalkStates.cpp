// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes for visual inspection: states of the screens (selections, colours, zoom, searches, forms) and hosts
// of which only a tool's text is known.
#include "app/window/hostvm/HostVmController.h"
#include "app/window/shell/ActionRegistry.h"
#include "core/bench/catalogue/Tools.h"
#include "tests/pictures/Stage.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/common/text/QtText.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/compare/SideChooser.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/search/SearchField.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>

#include <map>

namespace fabricscope::test {

namespace {

using app::window::MainWindow;
using app::window::Screen;
using topology::NodeKind;

MainWindow &shown(Stage &stage, const char *host, Screen screen) {
    MainWindow &window = stage.full().window;
    window.showScreen(screen);
    window.showHost(stage.host(QLatin1String(host)));
    window.show();
    stage.settle();
    return window;
}

template<NodeKind kind> QWidget *selected(Stage &stage) {
    MainWindow &window = shown(stage, "mi355x-01", Screen::Topology);
    for (const topology::Node &node : window.topology()->content().topology->nodes())
        if (node.kind == kind) {
            window.topology()->select(node.id);
            break;
        }
    return &window;
}

template<layout::ColourBy colour> QWidget *coloured(Stage &stage) {
    MainWindow &window = shown(stage, "mi355x-02", Screen::Topology);
    window.topology()->setColourBy(colour);
    return &window;
}

template<int percent> QWidget *zoomed(Stage &stage) {
    constexpr double kWhole = 100;
    MainWindow &window = shown(stage, "mi355x-02", Screen::Topology);
    window.topology()->view()->setZoom(percent / kWhole);
    return &window;
}

void restoreTopology(Stage &stage) {
    widgets::TopologyScreen &screen = *stage.full().window.topology();
    screen.select(std::nullopt);
    screen.setColourBy(layout::ColourBy::Kind);
    screen.view()->setZoom(1);
    stage.full().window.findBar()->close();
}

QWidget *findHere(Stage &stage) {
    MainWindow &window = shown(stage, "mi355x-01", Screen::Topology);
    window.findBar()->open();
    window.findBar()->field()->setText(QStringLiteral("kind:nic numa:0"));
    window.findBar()->step(1);
    return &window;
}

QWidget *searched(Stage &stage, const char *text) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    window.modes()->search()->open(QLatin1String(text));
    window.modes()->search()->settle();
    return &window;
}

void restoreSearch(Stage &stage) {
    stage.full().window.modes()->search()->clear();
    stage.full().window.modes()->search()->close();
}

QWidget *runPanelOf(Stage &stage, const char *tool) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Benchmarks);
    widgets::BenchRunPanel &panel = *window.bench()->runPanel();
    panel.setHosts({QStringLiteral("vm-02a")});
    const bench::Tool *row = bench::toolOf(tool);
    panel.chooseTool(QLatin1String(tool), row == nullptr || row->tests.empty()
                                              ? QString()
                                              : widgets::toQString(row->tests.front().name));
    window.bench()->showRunPanel(true);
    return &window;
}

void restoreRunPanel(Stage &stage) {
    stage.full().window.bench()->showRunPanel(false);
    stage.full().window.bench()->runPanel()->setHosts({});
}

QWidget *findingsStrip(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    window.strip()->setTab(widgets::JobsLogStrip::Findings);
    return &window;
}

QWidget *filtered(Stage &stage, const char *text) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    window.sidebar()->setFilter(QLatin1String(text));
    return &window;
}

void restoreFilter(Stage &stage) {
    stage.full().window.sidebar()->setFilter({});
}

QWidget *connectFilled(Stage &stage) {
    auto dialog = std::make_unique<widgets::ConnectDialog>();
    dialog->setRecent({QStringLiteral("ops@mi355x-05"), QStringLiteral("gpu-07")});
    dialog->setAliases({{QStringLiteral("rack12-gpu-01"), QStringLiteral("ops@10.0.0.7")},
                        {QStringLiteral("rack12-gpu-02"), QStringLiteral("ops@10.0.0.8")}});
    widgets::ConnectRequest request;
    request.target = QStringLiteral("rack12-gpu-01");
    request.root = true;
    dialog->setRequest(request);
    dialog->showResolved(request.target,
                         widgets::ResolvedTarget{QStringLiteral("10.0.0.7"), QStringLiteral("ops"), 2222,
                                                 QStringLiteral("bastion.example.org")});
    dialog->show();
    return stage.keep(std::move(dialog));
}

QWidget *connectEdited(Stage &stage) {
    auto dialog = std::make_unique<widgets::ConnectDialog>();
    dialog->setEdited(QStringLiteral("mi355x-05"));
    widgets::ConnectRequest request;
    request.target = QStringLiteral("mi355x-05");
    request.user = QStringLiteral("ops");
    request.port = 2222;
    request.keyFile = QStringLiteral("/home/ops/.ssh/id_ed25519_for_the_cluster");
    dialog->setRequest(request);
    dialog->show();
    return stage.keep(std::move(dialog));
}

QWidget *hostMenu(Stage &stage) {
    MainWindow &window = shown(stage, "mi355x-01", Screen::Topology);
    Q_EMIT window.sidebar()->contextMenuRequested(window.host(), QPoint(0, 0));
    return popped(qobject_cast<QMenu *>(QApplication::activePopupWidget()), &window);
}

QWidget *deviceMenu(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    selected<NodeKind::Gpu>(stage);
    Q_EMIT window.topology()->view()->customContextMenuRequested(QPoint(0, 0));
    return popped(qobject_cast<QMenu *>(QApplication::activePopupWidget()), &window);
}

QWidget *sideMenu(Stage &stage) {
    return popped(shown(stage, "mi355x-01", Screen::Compare).compare()->beforeChooser()->menu(),
                  &stage.full().window);
}

QWidget *chartMenu(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Benchmarks);
    static quint64 contents = 2'000'000;
    widgets::BenchContent content;
    content.id = ++contents;
    content.runs = {samples::allReduceView()};
    window.bench()->setContent(std::move(content));
    stage.settle();
    static QMenu menu;
    menu.clear();
    window.bench()->runChart()->fillMenu(menu);
    return popped(&menu, &window);
}

/// Texts of tools without a tree: each is opened once as a host of its own.
constexpr struct {
    const char *name;
    const char *text;
} kTexts[] = {
    {"topo-m.txt", "\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
                   "GPU0\t X \tNV18\tNV18\tNV18\tPIX\tSYS\t0-47\t0\t\tN/A\n"
                   "GPU1\tNV18\t X \tNV18\tNV18\tNODE\tSYS\t0-47\t0\t\tN/A\n"
                   "GPU2\tNV18\tNV18\t X \tNV18\tSYS\tPIX\t48-95\t1\t\tN/A\n"
                   "GPU3\tNV18\tNV18\tNV18\t X \tSYS\tNODE\t48-95\t1\t\tN/A\n"
                   "NIC0\tPIX\tNODE\tSYS\tSYS\t X \tSYS\n"
                   "NIC1\tSYS\tSYS\tPIX\tNODE\tSYS\t X \n"
                   "\n"
                   "Legend:\n"
                   "\n"
                   "  X    = Self\n"
                   "  SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes\n"
                   "\n"
                   "NIC Legend:\n"
                   "\n"
                   "  NIC0: mlx5_0\n"
                   "  NIC1: mlx5_1\n"},
    {"dmesg.txt",
     "[    0.000000] Linux version 6.8.0-45-generic (buildd@lcy02) #45-Ubuntu SMP\n"
     "[  812.110233] NVRM: Xid (PCI:0000:18:00): 79, pid=4242, name=python3, GPU has fallen off the bus.\n"
     "[  812.110240] NVRM: GPU 0000:18:00.0: GPU has fallen off the bus.\n"
     "[  900.000001] pcieport 0000:00:01.1: AER: Corrected error received: 0000:18:00.0\n"
     "[  900.000009] nvidia 0000:18:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, "
     "(Receiver ID)\n"},
    {"ibstat.txt", "CA 'mlx5_0'\n"
                   "\tCA type: MT4129\n"
                   "\tNumber of ports: 1\n"
                   "\tFirmware version: 28.39.1002\n"
                   "\tHardware version: 0\n"
                   "\tNode GUID: 0xb83fd20300aa0001\n"
                   "\tSystem image GUID: 0xb83fd20300aa0001\n"
                   "\tPort 1:\n"
                   "\t\tState: Down\n"
                   "\t\tPhysical state: Polling\n"
                   "\t\tRate: 10\n"
                   "\t\tBase lid: 65535\n"
                   "\t\tLMC: 0\n"
                   "\t\tSM lid: 0\n"
                   "\t\tCapability mask: 0xa651e848\n"
                   "\t\tPort GUID: 0xb83fd20300aa0001\n"
                   "\t\tLink layer: InfiniBand\n"},
};

/// The host of this text, opened once.
quint64 textHost(Stage &stage, std::size_t text) {
    static QTemporaryDir folder;
    static std::map<std::size_t, quint64> opened;
    if (const auto known = opened.find(text); known != opened.end())
        return known->second;
    QFile file(folder.filePath(QLatin1String(kTexts[text].name)));
    if (file.open(QIODevice::WriteOnly))
        file.write(kTexts[text].text);
    file.close();
    const quint64 host = opened[text] = stage.full().sessions.openCapture(file.fileName());
    waitFor([&stage] { return !stage.full().sessions.busy(); });
    return host;
}

/// The window with the host of this text, on this screen.
template<std::size_t text, Screen screen> QWidget *textOnly(Stage &stage) {
    MainWindow &window = stage.full().window;
    const quint64 host = textHost(stage, text);
    window.showScreen(screen);
    window.showHost(host);
    window.show();
    if constexpr (screen == Screen::HostVm) {
        waitFor([&window] { return window.hostVmController()->isSettled(); });
        window.hostVm()->settle();
    }
    return &window;
}

} // namespace

const std::vector<Scene> &walkStates() {
    using layout::ColourBy;
    static const std::vector<Scene> kScenes{
        {"state-select-numa", true, selected<NodeKind::Numa>, restoreTopology},
        {"state-select-root-port", true, selected<NodeKind::RootPort>, restoreTopology},
        {"state-select-switch", true, selected<NodeKind::Switch>, restoreTopology},
        {"state-select-nic", true, selected<NodeKind::Nic>, restoreTopology},
        {"state-select-nvme", true, selected<NodeKind::Nvme>, restoreTopology},
        {"state-by-group", true, coloured<ColourBy::IommuGroup>, restoreTopology},
        {"state-by-link", true, coloured<ColourBy::Link>, restoreTopology},
        {"state-by-owner", true, coloured<ColourBy::Owner>, restoreTopology},
        {"state-zoom-20", true, zoomed<20>, restoreTopology},
        {"state-zoom-40", true, zoomed<40>, restoreTopology},
        {"state-zoom-60", true, zoomed<60>, restoreTopology},
        {"state-zoom-200", true, zoomed<200>, restoreTopology},
        {"state-find-here", true, findHere, restoreTopology},
        {"state-search-empty", true, [](Stage &stage) { return searched(stage, ""); }, restoreSearch},
        {"state-search-action", true, [](Stage &stage) { return searched(stage, "fit"); }, restoreSearch},
        {"state-search-finding", true, [](Stage &stage) { return searched(stage, "slow link"); },
         restoreSearch},
        {"state-search-nothing", true, [](Stage &stage) { return searched(stage, "is:broken"); },
         restoreSearch},
        {"state-strip-findings", true, findingsStrip},
        {"state-filter", true, [](Stage &stage) { return filtered(stage, "02"); }, restoreFilter},
        {"state-filter-nothing", true, [](Stage &stage) { return filtered(stage, "b200"); }, restoreFilter},
        {"state-run-nccl-tests", true, [](Stage &stage) { return runPanelOf(stage, "nccl-tests"); },
         restoreRunPanel},
        {"state-run-perftest", true, [](Stage &stage) { return runPanelOf(stage, "perftest"); },
         restoreRunPanel},
        {"state-run-rvs", true, [](Stage &stage) { return runPanelOf(stage, "rvs"); }, restoreRunPanel},
        {"state-run-nvbandwidth", true, [](Stage &stage) { return runPanelOf(stage, "nvbandwidth"); },
         restoreRunPanel},
        {"state-run-vllm", true, [](Stage &stage) { return runPanelOf(stage, "vllm"); }, restoreRunPanel},
        {"state-run-custom", true, [](Stage &stage) { return runPanelOf(stage, "custom"); }, restoreRunPanel},
        {"state-connect-filled", false, connectFilled},
        {"state-connect-edited", false, connectEdited},
        {"state-menu-host", false, hostMenu, closePopup},
        {"state-menu-device", false, deviceMenu, closePopup},
        {"state-menu-side", false, sideMenu, closePopup},
        {"state-menu-chart", false, chartMenu, closePopup},
        {"state-text-matrix", true, textOnly<0, Screen::Topology>},
        {"state-text-matrix-affinity", true, textOnly<0, Screen::Affinity>},
        {"state-text-matrix-host-vm", true, textOnly<0, Screen::HostVm>},
        {"state-text-kernel", true, textOnly<1, Screen::Topology>},
        {"state-text-kernel-affinity", true, textOnly<1, Screen::Affinity>},
        {"state-text-ports", true, textOnly<2, Screen::Topology>},
        {"state-text-ports-affinity", true, textOnly<2, Screen::Affinity>},
    };
    return kScenes;
}

} // namespace fabricscope::test
