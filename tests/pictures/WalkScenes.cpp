// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes for visual inspection in addition to scenes(): dialogs, menus, message boxes and screen states.
#include "app/window/bench/PairDialog.h"
#include "app/window/dialogs/AboutDialog.h"
#include "app/window/hostvm/HostVmController.h"
#include "app/window/shell/ActionRegistry.h"
#include "core/bench/judge/MeasuredPairs.h"
#include "core/present/hostvm/HostVmTable.h"
#include "tests/pictures/Stage.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/affinity/TriedPairs.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/connect/HostListDialog.h"
#include "widgets/connect/SecretDialog.h"
#include "widgets/hostvm/HostVmCopyDialog.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/inspector/EvidenceViewer.h"
#include "widgets/topology/TopologyScreen.h"

#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

namespace fabricscope::test {

namespace {

using app::window::MainWindow;
using app::window::MenuId;
using app::window::Screen;

MainWindow &shown(Stage &stage, const char *host, Screen screen) {
    MainWindow &window = stage.full().window;
    window.showScreen(screen);
    window.showHost(stage.host(QLatin1String(host)));
    window.show();
    stage.settle();
    return window;
}

template<Screen screen> QWidget *pageOf(Stage &stage) {
    return &shown(stage, "mi355x-01", screen);
}

QWidget *affinityTable(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Affinity);
    window.affinity()->showTable(true);
    return &window;
}

void restoreAffinityTable(Stage &stage) {
    stage.full().window.affinity()->showTable(false);
}

QWidget *whatIf(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Affinity);
    window.affinity()->tryPair(0, 1);
    return &window;
}

void restoreWhatIf(Stage &stage) {
    stage.full().window.affinity()->tried().reset();
}

/// Each pair in use has a measurement; mispaired ones are a fifth slower.
QWidget *measured(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Affinity);
    widgets::AffinityContent content = window.affinity()->content();
    if (content.examination == nullptr)
        return &window;
    std::vector<bench::MeasuredPair> pairs;
    for (const affinity::Pair &pair : content.examination->judgement.pairs) {
        const bool isKnown = std::any_of(pairs.begin(), pairs.end(), [&](const bench::MeasuredPair &each) {
            return each.gpu == pair.gpu && pair.nic && each.nic == *pair.nic;
        });
        if (!pair.nic || isKnown)
            continue;
        bench::MeasuredPair &found = pairs.emplace_back();
        found.gpu = pair.gpu;
        found.nic = *pair.nic;
        constexpr std::size_t kNarrow = 5; // its link has 8 lanes
        found.measured = GigabytesPerSecond(pair.gpu == kNarrow ? 30.1 : pair.mispaired ? 37.6 : 48.4);
        found.expected = GigabytesPerSecond(48.5);
        found.least = GigabytesPerSecond(46);
        found.source = "92 to 97 % of 400 Gb/s on large writes";
        found.test = "ib_write_bw";
        found.whenMs = 1795250000000;
    }
    content.measured = std::make_shared<const std::vector<bench::MeasuredPair>>(std::move(pairs));
    window.affinity()->setContent(content);
    return &window;
}

QWidget *verdictUnfolded(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    for (int step = 0; step < 2 && window.verdictBar()->detail() != widgets::VerdictBar::Detail::Full; ++step)
        window.verdictBar()->moreButton()->click();
    return &window;
}

QWidget *compareSelected(Stage &stage) {
    MainWindow &window = shown(stage, "mi355x-01", Screen::Compare);
    widgets::CompareScreen &screen = *window.compare();
    screen.choose(stage.host(QStringLiteral("mi355x-01")), stage.host(QStringLiteral("mi355x-02")));
    waitFor([&screen] { return !screen.comparing(); });
    if (const QAbstractItemModel *model = screen.list()->model(); model != nullptr && model->rowCount() > 0)
        screen.list()->setCurrentIndex(model->index(0, 0));
    return &window;
}

QWidget *hostVmTable(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::HostVm);
    waitFor([&window] { return window.hostVmController()->isSettled(); });
    window.hostVm()->showTable(true);
    return &window;
}

void restoreHostVmTable(Stage &stage) {
    stage.full().window.hostVm()->showTable(false);
}

template<class Dialog> QWidget *keep(Stage &stage, std::unique_ptr<Dialog> dialog) {
    static_cast<QWidget &>(*dialog).show();
    return stage.keep(std::move(dialog));
}

QWidget *secret(Stage &stage, const char *title, const char *note, std::vector<const char *> fields) {
    widgets::SecretPrompt prompt;
    prompt.title = QLatin1String(title);
    prompt.note = QLatin1String(note);
    prompt.accept = QStringLiteral("Log in");
    for (const char *field : fields)
        prompt.fields.push_back({QLatin1String(field), false});
    return keep(stage, std::make_unique<widgets::SecretDialog>(prompt));
}

QWidget *hostList(Stage &stage) {
    auto list =
        workspace::readHostList("login\n[gpu]\nmi300x-[01:03] ansible_user=root\nbad/host\n", "inventory");
    return keep(stage, std::make_unique<widgets::HostListDialog>(list.value_or(workspace::HostList()),
                                                                 QStringLiteral("inventory")));
}

QWidget *pairDialog(Stage &stage) {
    app::window::PairDialog::Sources sources;
    sources.hosts = {QStringLiteral("mi355x-01"), QStringLiteral("mi355x-02")};
    sources.tests = {QStringLiteral("ib_write_bw"), QStringLiteral("ib_read_lat")};
    sources.devices = [](const QString &) {
        QStringList devices;
        for (int nic = 0; nic < 8; ++nic)
            devices << QStringLiteral("ionic_%1").arg(nic);
        return devices;
    };
    sources.software = [](const QString &) {
        return QStringList();
    };
    sources.preview = [](const app::window::PairChoice &) {
        return app::window::PairPreview{QStringLiteral("64 pairs in 8 rounds, about 4 min"),
                                        QStringLiteral("ib_write_bw -d ionic_0 -D 2 --report_gbits"),
                                        {}};
    };
    return keep(stage, std::make_unique<app::window::PairDialog>(sources, QStringLiteral("mi355x-01")));
}

QWidget *copyToVm(Stage &stage) {
    widgets::HostVmCopyPlan plan;
    plan.state = widgets::HostVmCopyPlan::State::Ready;
    plan.target = QStringLiteral("user@vm-03a");
    plan.path = QStringLiteral("/etc/rccl/topo.xml");
    plan.exists = true;
    plan.before = "<a/>\n<b/>\n";
    plan.text = "<b/>\n<a/>\n";
    plan.commands = {widgets::copyCommand(plan.target, plan.path, plan.text.size())};
    return keep(stage, std::make_unique<widgets::HostVmCopyDialog>(plan));
}

QWidget *evidence(Stage &stage) {
    const auto capture = std::make_shared<capture::Capture>();
    capture::Section::Meta meta;
    meta.name = "dmesg";
    meta.part = capture::Part::Tools;
    capture->sections.emplace_back(meta, "[ 12.1] amdgpu 0000:05:00.0: ready\n"
                                         "[ 99.2] pcieport 0000:00:01.1: AER: Corrected error\n");
    auto viewer = std::make_unique<widgets::EvidenceViewer>();
    viewer->show(capture, {0, {35, 50}}, QStringLiteral("Corrected errors"));
    return keep(stage, std::move(viewer));
}

/// The last message box opened by the window.
QWidget *boxOf(MainWindow &window) {
    const auto boxes = window.findChildren<QDialog *>();
    QWidget *last = &window;
    for (QDialog *box : boxes)
        if (box->isVisible())
            last = box;
    return last;
}

void closeBoxes(Stage &stage) {
    for (QDialog *box : stage.full().window.findChildren<QDialog *>())
        if (box->isVisible())
            box->close();
    stage.settle();
}

QWidget *openError(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    window.openPath(QStringLiteral("/nowhere/mi355x-09.fscope"));
    waitFor([&window] { return boxOf(window) != &window; });
    return boxOf(window);
}

QWidget *about(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    app::window::showAbout(&window);
    return boxOf(window);
}

QWidget *licence(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Topology);
    app::window::showLicence(&window);
    return boxOf(window);
}

template<MenuId menu> QWidget *menuOf(Stage &stage) {
    QMenu *shownMenu = shown(stage, "vm-02a", Screen::Topology).actions().menu(menu);
    shownMenu->popup(QPoint(0, 0));
    return shownMenu;
}

template<MenuId menu> void restoreMenu(Stage &stage) {
    stage.full().window.actions().menu(menu)->close();
}

QWidget *cellMenu(Stage &stage) {
    widgets::AffinityScreen &screen = *shown(stage, "vm-02a", Screen::Affinity).affinity();
    const auto cell = screen.selectedCell();
    return popped(cell ? screen.actions().menuFor(*cell) : nullptr, &screen);
}

QWidget *affinityCopyMenu(Stage &stage) {
    widgets::AffinityScreen &screen = *shown(stage, "vm-02a", Screen::Affinity).affinity();
    return popped(screen.toolbar()->copyButton()->menu(), &screen);
}

QWidget *hostVmMenu(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::HostVm);
    waitFor([&window] { return window.hostVmController()->isSettled(); });
    window.hostVm()->settle();
    constexpr topology::NodeId kMost = 4096;
    for (topology::NodeId node = 1; node < kMost; ++node) // the first guest device with a row
        if (const present::HostVmId id{true, node}; window.hostVm()->table()->row(id) != nullptr)
            return popped(window.hostVm()->menuFor(id.encoded()), &window);
    return popped(nullptr, &window);
}

QWidget *benchMenu(Stage &stage) {
    MainWindow &window = shown(stage, "vm-02a", Screen::Benchmarks);
    static quint64 contents = 1'000'000;
    widgets::BenchContent content;
    content.id = ++contents;
    content.runs = {samples::meshView()};
    window.bench()->setContent(std::move(content));
    constexpr int kStep = 60;
    for (int width = window.width(); width > window.minimumWidth(); width -= kStep) {
        window.resize(width, window.height());
        stage.settle();
        if (!window.bench()->head()->moreButton()->isHidden())
            break;
    }
    QMenu *menu = window.bench()->head()->moreButton()->menu();
    Q_EMIT menu->aboutToShow();
    return popped(menu->isEmpty() ? nullptr : menu, &window); // a small font leaves nothing for it
}

} // namespace

const std::vector<Scene> &walkScenes() {
    static const std::vector<Scene> kScenes{
        {"walk-fleet", true, pageOf<Screen::Fleet>},
        {"walk-checks", true, pageOf<Screen::Checks>},
        {"walk-affinity-table", true, affinityTable, restoreAffinityTable},
        {"walk-affinity-what-if", true, whatIf, restoreWhatIf},
        {"walk-affinity-measured", true, measured},
        {"walk-verdict-unfolded", true, verdictUnfolded},
        {"walk-host-vm-table", true, hostVmTable, restoreHostVmTable},
        {"walk-compare-selected", true, compareSelected},
        {"walk-secret-password", false,
         [](Stage &stage) {
             return secret(stage, "Password for ops@gpu-07",
                           "It is sent to the host and kept in memory until the collection is over.",
                           {"Password"});
         }},
        {"walk-secret-multi-factor", false,
         [](Stage &stage) {
             return secret(stage, "Log in to gpu-07", "Step two of two.", {"Verification code:", "PIN:"});
         }},
        {"walk-host-list", false, hostList},
        {"walk-two-hosts", false, pairDialog},
        {"walk-copy-to-vm", false, copyToVm},
        {"walk-evidence", false, evidence},
        {"walk-not-opened", false, openError, closeBoxes},
        {"walk-about", false, about, closeBoxes},
        {"walk-licence", false, licence, closeBoxes},
        {"walk-menu-file", false, menuOf<MenuId::File>, restoreMenu<MenuId::File>},
        {"walk-menu-edit", false, menuOf<MenuId::Edit>, restoreMenu<MenuId::Edit>},
        {"walk-menu-view", false, menuOf<MenuId::View>, restoreMenu<MenuId::View>},
        {"walk-menu-fleet", false, menuOf<MenuId::Fleet>, restoreMenu<MenuId::Fleet>},
        {"walk-menu-run", false, menuOf<MenuId::Run>, restoreMenu<MenuId::Run>},
        {"walk-menu-tools", false, menuOf<MenuId::Tools>, restoreMenu<MenuId::Tools>},
        {"walk-menu-help", false, menuOf<MenuId::Help>, restoreMenu<MenuId::Help>},
        {"walk-menu-cell", false, cellMenu, closePopup},
        {"walk-menu-affinity-copy", false, affinityCopyMenu, closePopup},
        {"walk-menu-stitch-row", false, hostVmMenu, closePopup},
        {"walk-menu-bench-more", false, benchMenu, closePopup},
    };
    return kScenes;
}

} // namespace fabricscope::test
