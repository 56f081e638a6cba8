// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AffinityView.h"
#include "app/cli/Cli.h"
#include "app/cli/Collect.h"
#include "app/cli/Commands.h"
#include "core/json/HostJson.h"
#include "core/json/TreeJson.h"
#include "core/report/TextViews.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <memory>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string source, view = "tree";
    bool json = false;
    CollectFlags collect;
    AffinityFlags affinity;
};

/// It has options of its own, and reads NCCL files, too.
constexpr const char *kAffinity = "affinity";

using Render = std::string (*)(const Snapshot &);

struct View {
    const char *name;
    Render text;
    Render json;
};

/// As wide as the terminal; not cut where the output goes into a file or a pipe.
report::TextOptions textOptions(const Snapshot &snapshot) {
    report::TextOptions options;
    winsize size{};
    options.width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    options.capture = snapshot.capture.get();
    return options;
}

/// A new view is a line here.
constexpr std::array<View, 4> kViews = {{
    {"tree", [](const Snapshot &s) { return report::treeText(*s.topology, textOptions(s)); },
     [](const Snapshot &s) {
         return json::treeDocument(*s.topology);
     }},
    {"devices", [](const Snapshot &s) { return report::devicesText(*s.topology, textOptions(s)); },
     [](const Snapshot &s) {
         return json::devicesDocument(*s.topology, s.capture.get());
     }},
    {"numa", [](const Snapshot &s) { return report::numaText(*s.topology, textOptions(s)); },
     [](const Snapshot &s) {
         return json::numaDocument(*s.topology);
     }},
    {"iommu", [](const Snapshot &s) { return report::iommuText(*s.topology, textOptions(s)); },
     [](const Snapshot &s) {
         return json::iommuDocument(*s.topology);
     }},
}};

std::vector<std::string> viewNames() {
    std::vector<std::string> names;
    names.reserve(kViews.size());
    for (const View &view : kViews)
        names.emplace_back(view.name);
    names.emplace_back(kAffinity);
    return names;
}

int execute(const Arguments &arguments) {
    if (arguments.view == kAffinity)
        return showAffinity(arguments.source, arguments.affinity, arguments.json, arguments.collect);
    const Collected collected = openSource(arguments.source, arguments.collect);
    const int status = reportFailure(collected);
    if (!collected.snapshot.topology)
        return status;
    for (const View &view : kViews)
        if (arguments.view == view.name)
            fmt::print("{}", (arguments.json ? view.json : view.text)(collected.snapshot));
    return status;
}

} // namespace

void addShow(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = app.add_subcommand("show", "A host as text or JSON");
    command->footer("Example: fabricscope show gpu-07.fscope --view tree --json");
    command
        ->add_option("SOURCE", arguments->source,
                     "A file or folder that import reads, or a TARGET that is collected on the spot")
        ->required();
    command->add_option("--view", arguments->view, "What to show")
        ->check(CLI::IsMember(viewNames()))
        ->capture_default_str();
    command->add_flag("--json", arguments->json, "One JSON document on standard output");
    arguments->collect.addTo(*command);
    arguments->affinity.addTo(*command);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
