// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/dialogs/PreferencesDialog.h"
#include "app/window/hostvm/HostVmController.h"
#include "app/window/shell/ActionRegistry.h"
#include "core/affinity/Affinity.h"
#include "tests/pictures/Stage.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchFindingBox.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/bench/form/BenchSweepRow.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/search/SearchField.h"
#include "widgets/topology/TopologyScreen.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

namespace fabricscope::test {

namespace {

using app::window::ActionId;
using app::window::Screen;

/// The window with this host on this screen.
app::window::MainWindow &shown(Stage &stage, const char *host, Screen screen) {
    app::window::MainWindow &window = stage.full().window;
    window.showScreen(screen);
    window.showHost(stage.host(QLatin1String(host)));
    window.show();
    return window;
}

/// Selects the first mispaired GPU, otherwise the first with a finding.
void selectGpuWithFinding(app::window::MainWindow &window) {
    const widgets::TopologyContent &content = window.topology()->content();
    if (content.judgement)
        for (const affinity::Pair &pair : content.judgement->pairs)
            if (pair.mispaired)
                return window.topology()->select(content.judgement->fabric.gpus[pair.gpu].node);
    for (const topology::Node &node : content.topology->nodes())
        if (node.kind == topology::NodeKind::Gpu && !node.findings.empty())
            return window.topology()->select(node.id);
    for (const topology::Node &node : content.topology->nodes())
        if (node.kind == topology::NodeKind::Gpu)
            return window.topology()->select(node.id);
}

QWidget *topologyOf(Stage &stage, const char *host) {
    app::window::MainWindow &window = shown(stage, host, Screen::Topology);
    selectGpuWithFinding(window);
    window.strip()->setTab(widgets::JobsLogStrip::Jobs);
    return &window;
}

void unselect(Stage &stage) {
    stage.full().window.topology()->select(std::nullopt);
}

QWidget *welcome(Stage &stage) {
    stage.empty().window.show();
    return &stage.empty().window;
}

QWidget *server(Stage &stage) {
    return topologyOf(stage, "mi355x-01");
}

QWidget *guest(Stage &stage) {
    return topologyOf(stage, "vm-02a");
}

QWidget *tree(Stage &stage) {
    QWidget *window = topologyOf(stage, "mi355x-02");
    stage.full().window.topology()->setTreeShown(true);
    return window;
}

void restoreTree(Stage &stage) {
    stage.full().window.topology()->setTreeShown(false);
    unselect(stage);
}

QWidget *affinityOf(Stage &stage, const char *host) {
    return &shown(stage, host, Screen::Affinity);
}

QWidget *hostAndVm(Stage &stage, const char *host) {
    app::window::MainWindow &window = shown(stage, host, Screen::HostVm);
    waitFor([&window] { return window.hostVmController()->isSettled(); });
    window.hostVm()->settle();
    return &window;
}

QWidget *compare(Stage &stage) {
    app::window::MainWindow &window = shown(stage, "mi355x-01", Screen::Compare);
    waitFor([&window] { return !window.compare()->comparing(); });
    return &window;
}

QWidget *benchOf(Stage &stage, std::vector<bench::BenchView> runs, widgets::BenchHeader::Look look = {}) {
    static quint64 contents = 0;
    constexpr qint64 kNow = 1795250302000;
    app::window::MainWindow &window = shown(stage, "vm-02a", Screen::Benchmarks);
    widgets::BenchContent content;
    content.id = ++contents;
    content.title = QStringLiteral("Plan");
    content.subtitle = QStringLiteral("2-node bring-up, 16 GPUs");
    content.current = runs.empty() ? 0 : runs.size() - 1;
    content.runs = std::move(runs);
    window.bench()->setClock([] { return kNow; });
    window.bench()->setContent(std::move(content));
    window.bench()->settle();
    window.bench()->head()->viewSwitch()->setCurrent(static_cast<int>(look));
    window.sidebar()->setFocus();
    return &window;
}

/// An open finding, with earlier runs on the left.
QWidget *benchEvidence(Stage &stage) {
    QWidget *window = benchOf(stage, {samples::slowView(1795250000000)});
    widgets::BenchScreen &screen = *stage.full().window.bench();
    widgets::BenchContent content = screen.content();
    ++content.id;
    for (const char *note : {"22 Nov 18:04, 368.1 GB/s, vm-01a", "21 Nov 09:30, 366.9 GB/s, vm-01a"}) {
        widgets::BenchContent::Earlier &earlier = content.earlier.emplace_back();
        earlier.id = QLatin1String(note);
        earlier.step = {"all_reduce_perf", note, bench::Phase::Ended, {}, 312};
    }
    screen.setContent(std::move(content));
    screen.settle();
    if (!screen.facts()->boxes().empty())
        screen.facts()->boxes().front()->setOpen(true);
    return window;
}

QWidget *benchSweep(Stage &stage) {
    QWidget *window = benchOf(stage, {});
    widgets::BenchScreen &screen = *stage.full().window.bench();
    widgets::BenchRunPanel &panel = *screen.runPanel();
    panel.setHosts({QStringLiteral("vm-02a")});
    panel.chooseTool(QStringLiteral("rccl-tests"), QStringLiteral("all_reduce_perf"));
    panel.sweepRow()->variable()->setCurrentText(QStringLiteral("-n"));
    panel.sweepRow()->values()->setText(QStringLiteral("10..40*2"));
    panel.sweepRow()->repeats()->setValue(3);
    screen.showRunPanel(true);
    stage.full().window.sidebar()->setFocus();
    return window;
}

void restoreSweep(Stage &stage) {
    stage.full().window.bench()->showRunPanel(false);
    stage.full().window.bench()->runPanel()->setHosts({});
}

QWidget *unreachable(Stage &stage) {
    return &shown(stage, "localhost", Screen::Topology);
}

/// Without a selected device it shows the host; as tall as its content.
QWidget *inspector(Stage &stage) {
    shown(stage, "mi355x-01", Screen::Topology);
    unselect(stage);
    return stage.full().window.inspector();
}

QWidget *stripOf(Stage &stage, widgets::JobsLogStrip::Tab tab) {
    app::window::MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    window.strip()->setTab(tab);
    return window.strip();
}

QWidget *search(Stage &stage) {
    app::window::MainWindow &window = shown(stage, "mi355x-01", Screen::Topology);
    unselect(stage);
    widgets::SearchField *field = window.modes()->search();
    field->open(QStringLiteral("kind:gpu numa:1"));
    field->settle();
    return &window;
}

void restoreSearch(Stage &stage) {
    widgets::SearchField *field = stage.full().window.modes()->search();
    field->clear();
    field->close();
}

widgets::HostKeyPrompt keyOf() {
    widgets::HostKeyPrompt prompt;
    prompt.host = QStringLiteral("mi355x-05");
    prompt.address = QStringLiteral("10.0.12.25, port 22");
    prompt.keyType = QStringLiteral("ssh-ed25519");
    prompt.fingerprint = QStringLiteral("SHA256:uR4kQm0VtWw8Jp1fx2Hn7cZLb9GdEa5sKy3oTqXv0lE");
    return prompt;
}

template<class Dialog> QWidget *keep(Stage &stage, std::unique_ptr<Dialog> dialog) {
    dialog->show();
    return stage.keep(std::move(dialog));
}

QWidget *unknownKey(Stage &stage) {
    return keep(stage, std::make_unique<widgets::HostKeyDialog>(keyOf()));
}

QWidget *matchingKey(Stage &stage) {
    auto dialog = std::make_unique<widgets::HostKeyDialog>(keyOf());
    dialog->findChild<QLineEdit *>()->setText(keyOf().fingerprint);
    return keep(stage, std::move(dialog));
}

QWidget *changedKey(Stage &stage) {
    widgets::HostKeyPrompt prompt = keyOf();
    prompt.changed = true;
    prompt.knownFingerprint = QStringLiteral("SHA256:p0Fh3VbNeJwKx7Yr2TqLm9Gd4sZc6Ua1iXo5Bn8EsYw");
    prompt.knownKeyType = QStringLiteral("ssh-ed25519");
    prompt.knownIn = QStringLiteral("~/.ssh/known_hosts, line 12");
    return keep(stage, std::make_unique<widgets::HostKeyDialog>(prompt));
}

QWidget *preferences(Stage &stage) {
    return keep(stage,
                std::make_unique<app::window::PreferencesDialog>(app::window::Preferences(), QString()));
}

QWidget *connecting(Stage &stage) {
    return keep(stage, std::make_unique<widgets::ConnectDialog>());
}

QWidget *keyMap(Stage &stage) {
    return keep(stage, std::make_unique<app::window::KeyMapDialog>(
                           app::window::keyMapRows(stage.full().window.actions()), nullptr));
}

} // namespace

/// One line per picture.
const std::vector<Scene> &scenes() {
    using Strip = widgets::JobsLogStrip;
    static const std::vector<Scene> kScenes{
        {"welcome", true, welcome},
        {"topology-server", true, server, unselect},
        {"topology-guest", true, guest, unselect},
        {"topology-tree", true, tree, restoreTree},
        {"affinity-server", true,
         [](Stage &stage) {
             return affinityOf(stage, "mi355x-01");
         }},
        {"affinity-guest", true,
         [](Stage &stage) {
             return affinityOf(stage, "vm-02a");
         }},
        {"host-vm-swapped", true,
         [](Stage &stage) {
             return hostAndVm(stage, "vm-02a");
         }},
        {"host-vm-right", true,
         [](Stage &stage) {
             return hostAndVm(stage, "mi355x-01");
         }},
        {"compare", true, compare},
        {"benchmarks-empty", true,
         [](Stage &stage) {
             return benchOf(stage, {});
         }},
        {"benchmarks-finished", true,
         [](Stage &stage) {
             return benchOf(stage, {samples::allReduceView()});
         }},
        {"benchmarks-running", true,
         [](Stage &stage) {
             return benchOf(
                 stage, {samples::meshView(), samples::streamView(), samples::runningView(1795250000000)});
         }},
        {"benchmarks-perftest", true,
         [](Stage &stage) {
             return benchOf(stage, {samples::perftestView()});
         }},
        {"benchmarks-mesh", true,
         [](Stage &stage) {
             return benchOf(stage, {samples::meshView()});
         }},
        {"benchmarks-telemetry", true,
         [](Stage &stage) {
             return benchOf(stage, {samples::telemetryView()});
         }},
        {"benchmarks-number", true,
         [](Stage &stage) {
             return benchOf(stage, {samples::allReduceView()}, widgets::BenchHeader::Look::Number);
         }},
        {"benchmarks-evidence", true, benchEvidence},
        {"benchmarks-repeats", true,
         [](Stage &stage) {
             return benchOf(stage, {samples::repeatsView()});
         }},
        {"benchmarks-library", true,
         [](Stage &stage) {
             return benchOf(stage, {samples::libraryView()});
         }},
        {"benchmarks-sweep", true, benchSweep, restoreSweep},
        {"unreachable", true, unreachable},
        {"search", true, search, restoreSearch},
        {"inspector-host", false, inspector},
        {"strip-log", false,
         [](Stage &stage) {
             return stripOf(stage, Strip::Log);
         }},
        {"strip-findings", false,
         [](Stage &stage) {
             return stripOf(stage, Strip::Findings);
         }},
        {"hostkey-unknown", false, unknownKey},
        {"hostkey-matches", false, matchingKey},
        {"hostkey-changed", false, changedKey},
        {"preferences", false, preferences},
        {"connect", false, connecting},
        {"keyboard-map", false, keyMap},
    };
    return kScenes;
}

} // namespace fabricscope::test
