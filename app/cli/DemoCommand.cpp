// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AffinityView.h"
#include "app/cli/Commands.h"
#include "app/cli/DemoRuns.h"
#include "app/cli/WindowProgram.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/demo/data/DemoFleet.h"
#include "core/base/OutputFile.h"
#include "core/base/Print.h"
#include "core/json/host/TreeJson.h"
#include "core/layout/topology/TopologyLayout.h"
#include "core/report/Svg.h"
#include "core/report/host/TextViews.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace fabricscope::app::cli {

namespace {

namespace fs = std::filesystem;

bool write(const fs::path &path, std::string_view text) {
    const bool isWritten = writeWhole(path, text, ReadableBy::Others).has_value();
    if (!isWritten)
        printText(stderr, "fabricscope: {} cannot be written\n", path.string());
    return isWritten;
}

struct Theme {
    draw::ThemeKind kind;
    const char *name;
};
constexpr std::array<Theme, 2> kThemes = {
    {{draw::ThemeKind::Dark, "dark"}, {draw::ThemeKind::Light, "light"}}};

/// Writes everything that the program can report about one host: the capture, the tree as text and as JSON,
/// the picture in both themes.
bool leave(const fs::path &folder, const Collected &collected) {
    const Snapshot &snapshot = collected.snapshot;
    report::TextOptions text;
    text.capture = snapshot.capture.get();
    const std::string &name = collected.target;
    if (const Result<> saved = capture::save(*snapshot.capture, folder / (name + ".fscope")); !saved) {
        printText(stderr, "fabricscope: {}\n", saved.error().toString());
        return false;
    }
    bool good = write(folder / (name + ".tree.txt"), report::treeText(*snapshot.topology, text)) &&
                write(folder / (name + ".tree.json"), json::treeDocument(*snapshot.topology));
    const draw::DisplayList list = layout::layoutTopology(*snapshot.topology);
    for (const Theme &theme : kThemes)
        good = write(folder / fmt::format("{}.{}.svg", name, theme.name), report::toSvg(list, theme.kind)) &&
               good;
    return good;
}

/// Creates the folder if it is missing. Returns false after a message if nothing can be written there.
bool isFolderReady(const fs::path &folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    const bool isReady =
        !error && fs::is_directory(folder, error) && ::access(folder.c_str(), W_OK | X_OK) == 0;
    if (!isReady)
        printText(stderr, "fabricscope: cannot write to folder {}\n", folder.string());
    return isReady;
}

int runHeadless(const demo::DemoFleet &fleet, const fs::path &folder, CollectFlags flags) {
    std::error_code error;
    std::vector<std::string> targets;
    for (const demo::DemoFleetHost &host : fleet.hosts())
        targets.push_back(host.name);
    flags.sshConfig = fleet.configFile().string();
    int status = kDone;
    std::vector<std::string> tour{"--screenshot-tour", (folder / "window").string()};
    const std::vector<Collected> hosts = collectAll(targets, flags);
    for (const Collected &collected : hosts) {
        if (const int failed = reportFailure(collected); failed != kDone)
            status = failed;
        if (!collected.snapshot.topology)
            continue;
        if (!leave(folder, collected))
            status = kUnreachable;
        const host::Host &host = collected.snapshot.topology->host();
        printText("{}: {}; {}\n", collected.target, hostCounts(host), host.simulated);
        tour.push_back((folder / (collected.target + ".fscope")).string());
    }
    if (!writeAffinity(folder, hosts))
        status = kUnreachable;
    const WrittenRuns runs = writeRuns(folder, targets, flags);
    if (!runs.isWritten)
        status = kUnreachable;
    for (const fs::path &log : runs.logs)
        tour.push_back(log.string());
    if (const int shown = runWindow(tour, true); shown == 127)
        printText(stderr, "fabricscope: no pictures of the window: fabricscope-window is not installed\n");
    else if (shown != 0)
        status = kUnreachable;
    const std::string place = fs::absolute(folder, error).string();
    if (status == kDone)
        printText("Captures, trees, runs and pictures of the demo hosts are in {}\n", place);
    else
        printText(stderr, "fabricscope: the output in {} is incomplete; see the errors above\n", place);
    return status;
}

int runInWindow(const demo::DemoFleet &fleet) {
    std::vector<std::string> line{"--ssh-config", fleet.configFile().string(), "--known-hosts",
                                  fleet.knownHosts().string()};
    for (const demo::DemoFleetHost &host : fleet.hosts())
        line.insert(line.end(), {"--connect", host.name});
    if (!fleet.isConfined())
        line.insert(line.end(), {"--notice", fleet.notConfined()});
    printText("While the window is open, the hosts also answer to: fabricscope show --ssh-config {} {}\n",
              fleet.configFile().string(), fleet.hosts().back().name);
    std::fflush(stdout);
    const int status = runWindow(line, false);
    if (status == 127)
        printText(stderr,
                  "fabricscope: the window program cannot be started; try fabricscope demo --headless DIR\n");
    return status == 127 ? kUsage : status;
}

bool hasDisplay() {
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY"})
        if (const char *value = std::getenv(name); value != nullptr && *value != '\0')
            return true;
    return false;
}

struct Arguments {
    std::string headless;
    CollectFlags collect;
};

int execute(const Arguments &arguments) {
    const bool isHeadless = !arguments.headless.empty() || !hasDisplay();
    const fs::path folder = arguments.headless.empty() ? "fabricscope-demo" : arguments.headless;
    if (isHeadless && !isFolderReady(folder)) // before anything is started
        return kUnreachable;
    const auto fleet = demo::DemoFleet::start();
    if (!fleet) {
        printText(stderr, "fabricscope: {}\n", fleet.error().toString());
        return kUnreachable;
    }
    if (const std::string text = (*fleet)->notConfined(); !text.empty())
        printText(stderr, "fabricscope: {}\n", text);
    return isHeadless ? runHeadless(**fleet, folder, arguments.collect) : runInWindow(**fleet);
}

} // namespace

void addDemo(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        app.add_subcommand("demo", "Start simulated hosts (real SSH on 127.0.0.1) and open them");
    command->footer("Example: fabricscope demo --headless demo-output\n"
                    "The demo hosts of the window also answer on the command line; the program prints how.");
    command->add_option(
        "--headless", arguments->headless,
        "No window: collect, render and save into this folder (default without a display: fabricscope-demo)");
    command->add_flag("--timing", arguments->collect.timing, "Print the time of each part on standard error");
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
