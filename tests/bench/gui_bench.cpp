// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// CPU time of the window's thread, with software rendering (QT_QPA_PLATFORM=offscreen):
//   gui_bench frames FILE...   a frame while panning and zooming: the largest of these hosts, a sample scene
//                              of 64 hosts, and one of 10 000 devices
//   gui_bench open FILE...     the window with all of these open (64 in run_gui.sh): turns of its event
//                              loop, memory of the process, and CPU time of all its threads in 10 s of idling
//   gui_bench collect PROGRAM  64 hosts collected over SSH, simulated by PROGRAM (fabricscope): turns of the
//                              event loop, and when idle with their connections open
//   gui_bench first FILE       until the window has painted this capture; then exits
//   gui_bench empty            until an empty Qt window has been painted; then exits
// run_gui.sh prints the table.
#include "app/demo/confine/TemporaryFolder.h"
#include "app/demo/data/DemoFleet.h"
#include "app/jobs/collect/OpenFiles.h"
#include "app/window/MainWindow.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/Settings.h"
#include "app/window/shell/ThemeController.h"
#include "core/layout/topology/TopologyLayout.h"
#include "tests/bench/GuiTurns.h"
#include "tests/support/samples/SampleDomains.h"
#include "tests/support/samples/SampleHosts.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QElapsedTimer>
#include <QMainWindow>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

using namespace fabricscope;
using bench::cpuMs;
using bench::TimedApplication;
using bench::Times;

constexpr QSize kCanvas(1200, 800); ///< more than a window of 1440x900 leaves
constexpr int kHosts = 64;
constexpr unsigned kDomains = 3334; ///< with three devices each

void settle() {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

// ---- frames ----

/// Pans diagonally, back and forth, at each level of detail.
Times panned(widgets::TopologyView &view) {
    Times times;
    for (const double zoom : {2.0, 1.0, 0.6, 0.3, 0.1}) {
        view.setZoom(zoom);
        settle();
        QScrollBar *bars[] = {view.horizontalScrollBar(), view.verticalScrollBar()};
        if (bars[0]->maximum() == 0 && bars[1]->maximum() == 0)
            continue; // everything is visible
        int step[] = {23, 37};
        for (int frame = 0; frame < 80; ++frame)
            times.add([&] {
                for (int axis = 0; axis < 2; ++axis) {
                    QScrollBar &bar = *bars[axis];
                    if (bar.value() + step[axis] > bar.maximum() || bar.value() + step[axis] < 0)
                        step[axis] = -step[axis];
                    bar.setValue(bar.value() + step[axis]);
                }
                settle();
            });
    }
    return times;
}

/// Zooms from 5 to 400 % and back, in steps of a tenth of a wheel notch.
Times zoomed(widgets::TopologyView &view) {
    Times times;
    view.setZoom(widgets::TopologyView::kSmallest);
    settle();
    for (const double factor : {1.04, 1 / 1.04})
        for (int frame = 0; frame < 112; ++frame)
            times.add([&] {
                view.setZoom(view.zoom() * factor);
                settle();
            });
    return times;
}

void printFrames(const std::string &scene, widgets::TopologyView &view) {
    const auto *shown = view.topologyScene();
    const struct {
        const char *what;
        Times times;
    } measured[] = {{"pan", panned(view)}, {"zoom", zoomed(view)}};
    for (const auto &[what, times] : measured)
        fmt::print("{:34} {:6} {:7} {:6} {:7} {:8.2f} {:8.2f} {:8.2f}\n", scene, shown->list().areas.size(),
                   shown->list().items.size(), what, times.ms.size(), times.at(50), times.at(99),
                   times.at(100));
    std::fflush(stdout);
}

void measureScreen(const std::string &name, std::shared_ptr<const topology::Topology> topology) {
    widgets::TopologyScreen screen;
    screen.resize(kCanvas);
    screen.show();
    widgets::TopologyContent content;
    content.host = 1;
    content.name = QString::fromStdString(name);
    content.topology = std::move(topology);
    content.capture = std::make_shared<const capture::Capture>();
    screen.setContent(content);
    screen.settle();
    settle();
    printFrames(name, *screen.view());
}

/// One list with 64 hosts in a square.
draw::DisplayList manyHosts() {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    layout::TopologyOptions options;
    options.measure = widgets::windowMeasure();
    const draw::DisplayList one = layout::layoutTopology(*topology, options);
    draw::DisplayList all;
    constexpr int kRow = 8;
    for (int host = 0; host < kHosts; ++host) {
        const double x = host % kRow * one.width, y = host / kRow * one.height;
        const auto offset = static_cast<std::uint32_t>(host * 1000);
        const auto move = [x, y](draw::Rect &rect) {
            rect.x += x;
            rect.y += y;
        };
        for (draw::Item item : one.items) {
            move(item.rect);
            for (draw::Point &point : item.points)
                point = {point.x + x, point.y + y};
            item.ribbon = draw::Item::kNoRibbon;
            all.items.push_back(std::move(item));
        }
        for (draw::Area area : one.areas) {
            move(area.rect);
            area.node += offset;
            all.areas.push_back(std::move(area));
        }
    }
    all.width = kRow * one.width;
    all.height = kHosts / kRow * one.height;
    return all;
}

void measureManyHosts() {
    widgets::TopologyScene scene;
    widgets::TopologyView view(&scene);
    view.setMinimapEnabled(true);
    view.resize(kCanvas);
    view.show();
    scene.setList(std::make_shared<const draw::DisplayList>(manyHosts()));
    view.listChanged();
    settle();
    printFrames("64 hosts in one picture (made)", view);
}

int frames(const std::vector<std::string> &files) {
    std::shared_ptr<const topology::Topology> largest;
    std::string name;
    for (const std::string &file : files) {
        const auto opened = app::openFile(file);
        if (!opened || !opened->topology ||
            (largest && opened->topology->nodes().size() <= largest->nodes().size()))
            continue;
        largest = opened->topology;
        name = std::filesystem::path(file).filename().string();
    }
    fmt::print("{:34} {:>6} {:>7} {:6} {:>7} {:>8} {:>8} {:>8}   ms of CPU\n", "scene", "areas", "items", "",
               "frames", "median", "99 %", "most");
    if (largest)
        measureScreen(name, largest);
    measureManyHosts();
    measureScreen("10 000 devices (made)", samples::topologyOf(samples::manyDomains(kDomains)));
    return largest ? 0 : 1;
}

// ---- the window ----

/// MainWindow with temporary settings.
struct Window {
    explicit Window(app::window::SshFiles files = {}) : sessions(std::move(files)) {}

    QTemporaryDir folder;
    app::window::Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    app::window::ThemeController theme{*qApp, settings};
    app::window::SessionController sessions;
    app::window::MainWindow window{sessions, theme, settings};
};

double residentMiB(const char *field) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(field))
            return std::atof(line.c_str() + std::string(field).size() + 1) / 1024;
    return 0;
}

void printTurns(const TimedApplication &application, std::size_t hosts, const char *what) {
    const Times &turns = application.turns;
    fmt::print("{} hosts {}: a turn of the event loop meanwhile, of {}: median {:.2f}, 99 % {:.2f}, most "
               "{:.2f} ms of CPU\n",
               hosts, what, turns.ms.size(), turns.at(50), turns.at(99), turns.at(100));
}

void wait(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

/// The idle costs of the process, once ages are shown in minutes.
void measureIdle(TimedApplication &application, int settleMs) {
    wait(settleMs);
    application.resetTurns();
    const double cpu = cpuMs(CLOCK_PROCESS_CPUTIME_ID);
    QElapsedTimer rest;
    rest.start();
    wait(10000);
    const double used = cpuMs(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    fmt::print("at rest: {:.1f} ms of CPU in {:.1f} s ({:.3f} %)", used,
               static_cast<double>(rest.elapsed()) / 1000, used / static_cast<double>(rest.elapsed()) * 100);
    for (const auto &[event, count] : application.events)
        fmt::print("; {} x event {}", count, event);
    fmt::print("\n");
}

int open(TimedApplication &application, const std::vector<std::string> &files) {
    const double before = residentMiB("VmRSS");
    Window shown;
    shown.window.show();
    settle();
    const double empty = residentMiB("VmRSS");
    application.resetTurns();
    for (std::size_t host = 0; host < files.size(); ++host)
        shown.sessions.openCapture(QString::fromStdString(files[host]));
    shown.window.showHost(0);
    while (shown.sessions.busy())
        application.turn();
    settle();
    printTurns(application, shown.sessions.sessions().size(), "open");
    fmt::print("memory: {:.1f} MiB before the window, {:.1f} with it, {:.1f} with all open ({:.2f} a host)\n",
               before, empty, residentMiB("VmRSS"),
               (residentMiB("VmRSS") - empty) / static_cast<double>(shown.sessions.sessions().size()));
    measureIdle(application, 2000);
    return 0;
}

/// A configuration with `n` hosts, each of them one of the simulated hosts.
std::string manyInOne(const app::demo::DemoFleet &fleet) {
    std::string text;
    for (int host = 0; host < kHosts; ++host) {
        const app::demo::DemoFleetHost &played =
            fleet.hosts()[static_cast<std::size_t>(host) % fleet.hosts().size()];
        text += fmt::format("Host node-{:02}\n    HostName 127.0.0.1\n    Port {}\n    User {}\n"
                            "    IdentityFile \"{}\"\n    IdentitiesOnly yes\n    IdentityAgent none\n",
                            host, played.port, played.user, fleet.identity().string());
    }
    return text;
}

int collect(TimedApplication &application, const std::string &program) {
    app::demo::DemoFleetOptions options;
    options.program = program;
    options.timeout = std::chrono::minutes(2);
    const auto fleet = app::demo::DemoFleet::start(options);
    const auto folder = app::demo::TemporaryFolder::make();
    if (!fleet || !folder) {
        fmt::print(stderr, "gui_bench: {}\n", fleet ? folder.error().toString() : fleet.error().toString());
        return 1;
    }
    const std::filesystem::path config = (*folder)->path() / "ssh_config";
    std::ofstream(config) << manyInOne(**fleet);
    Window shown({config, (*fleet)->knownHosts()});
    shown.window.show();
    settle();
    application.resetTurns();
    shown.window.showHost(shown.sessions.connectTo({QStringLiteral("node-[00-63]"), {}, 0, {}, false}));
    while (shown.sessions.busy())
        application.turn();
    settle();
    std::size_t read = 0;
    for (const auto &session : shown.sessions.sessions())
        read += session->snapshot.topology && !session->failure ? 1 : 0;
    printTurns(application, read, "collected over SSH");
    application.printSlow();
    measureIdle(application, 61000);
    return read == kHosts ? 0 : 1;
}

/// Ends the process as soon as `isIt` is true after a paint event: later work is not part of the startup.
void endAfterPaint(TimedApplication &application, std::function<bool(QObject *)> isIt) {
    application.delivered = [isIt = std::move(isIt)](QObject *receiver, QEvent *event) {
        if (event->type() == QEvent::Paint && isIt(receiver)) {
            fmt::print("{:.1f}\n", cpuMs(CLOCK_PROCESS_CPUTIME_ID));
            std::fflush(stdout);
            std::_Exit(0);
        }
    };
}

int first(TimedApplication &application, const std::string &file) {
    Window shown;
    widgets::TopologyView *view = shown.window.topology()->view();
    endAfterPaint(application, [view](QObject *receiver) {
        return receiver == view->viewport() && !view->topologyScene()->list().items.empty();
    });
    shown.sessions.openCapture(QString::fromStdString(file));
    shown.window.showHost(0);
    shown.window.show();
    return QApplication::exec();
}

int empty(TimedApplication &application) {
    QMainWindow window;
    window.resize(1440, 900);
    endAfterPaint(application, [&window](QObject *receiver) { return receiver == &window; });
    window.show();
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv) {
    TimedApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("fabricscope-bench"));
    const std::string mode = argc > 1 ? argv[1] : "";
    const std::vector<std::string> files(argv + std::min(argc, 2), argv + argc);
    if (mode == "empty")
        return empty(application);
    if (mode == "first" && files.size() == 1)
        return first(application, files.front());
    widgets::applyTheme(application, widgets::ThemeKind::Dark);
    if (mode == "frames")
        return frames(files);
    if (mode == "open" && !files.empty())
        return open(application, files);
    if (mode == "collect" && files.size() == 1)
        return collect(application, files.front());
    fmt::print(stderr, "gui_bench frames|open FILE..., collect PROGRAM, first FILE, empty\n");
    return 2;
}
