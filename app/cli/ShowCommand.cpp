// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AffinityView.h"
#include "app/cli/Commands.h"
#include "app/cli/HostVmView.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/jobs/judge/CheckHost.h"
#include "app/jobs/judge/JudgeHost.h"
#include "core/base/Print.h"
#include "core/json/FindingsJson.h"
#include "core/json/host/HostJson.h"
#include "core/json/host/TreeJson.h"
#include "core/report/TextChecks.h"
#include "core/report/host/TextViews.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <span>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string source;
    std::string view; ///< empty: those of the source
    AffinityPrint print;
    CollectFlags collect;
    AffinityFlags affinity;
    HostVmFlags hostVm;

    /// An option was given that only one view has.
    [[nodiscard]] bool showsAffinity() const {
        return !affinity.given.empty() || !print.format.empty() || !print.corrected.empty();
    }
};

/// It has options of its own, and reads NCCL files, too.
constexpr const char *kAffinity = "affinity";
constexpr const char *kTree = "tree";
/// It has two sources.

using Render = std::string (*)(const Snapshot &);

struct View {
    const char *name;
    Render text;
    Render json;
};

/// As wide as the terminal; not cut if the output goes to a file or a pipe.
report::TextOptions textOptions(const Snapshot &snapshot) {
    report::TextOptions options;
    winsize size{};
    options.width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    options.capture = snapshot.capture.get();
    return options;
}

/// As `check` has it, without what needs other hosts.
report::CheckedHost checkedAlone(const Snapshot &snapshot) {
    const auto examination = judgeHost(snapshot);
    return {checkHost(snapshot, examination.get()), snapshot.topology.get(), snapshot.capture.get()};
}

/// One line adds a view.
constexpr std::array<View, 5> kViews = {{
    {kTree, [](const Snapshot &s) { return report::treeText(*s.topology, textOptions(s)); },
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
    {"findings",
     [](const Snapshot &s) {
         const report::CheckedHost host = checkedAlone(s);
         return report::checksText(std::span(&host, 1), textOptions(s));
     },
     [](const Snapshot &s) {
         const report::CheckedHost host = checkedAlone(s);
         return json::findingsDocument(std::span(&host.report, 1));
     }},
}};

std::vector<std::string> viewNames() {
    std::vector<std::string> names;
    names.reserve(kViews.size());
    for (const View &view : kViews)
        names.emplace_back(view.name);
    names.emplace_back(kAffinity);
    names.emplace_back(kHostVmView);
    return names;
}

/// The options that no other view has, for messages.
std::string affinityOptions(const Arguments &arguments) {
    std::string names = arguments.print.format.empty() ? "" : "--format";
    if (!arguments.print.corrected.empty())
        names += names.empty() ? "--corrected" : ", --corrected";
    for (const auto &[option, value] : arguments.affinity.given)
        if (const std::string name = fmt::format("--{}", option->name); names.find(name) == std::string::npos)
            names += (names.empty() ? "" : ", ") + name;
    return names;
}

int showView(const Arguments &arguments, const Collected &collected) {
    const int status = reportFailure(collected);
    if (!collected.snapshot.topology)
        return status;
    const std::string name = arguments.view.empty() ? kTree : arguments.view;
    for (const View &view : kViews)
        if (name == view.name && arguments.print.json)
            printVerbatim(view.json(collected.snapshot));
        else if (name == view.name)
            printLines(view.text(collected.snapshot));
    if (isNcclFileOnly(collected.snapshot))
        printText(stderr, "{}: an NCCL file names only GPUs and NICs; use --view {}\n", arguments.source,
                  kAffinity);
    return status;
}

int execute(const Arguments &arguments) {
    const bool isOpen = arguments.view.empty();
    if (!isOpen && arguments.view != kAffinity && arguments.showsAffinity()) {
        printText(stderr, "--view {} does not take {}; use --view {}\n", arguments.view,
                  affinityOptions(arguments), kAffinity);
        return kUsage;
    }
    if (arguments.view == kHostVmView)
        return showHostVm(arguments.source, arguments.hostVm, arguments.print.json, arguments.collect);
    if (arguments.hostVm.isSet()) {
        printText(stderr, "a second source, --pair and --earlier require --view {}\n", kHostVmView);
        return kUsage;
    }
    const bool isFile = isOpen && isNcclFile(arguments.source);
    if (isFile)
        printText(stderr, "{}: NCCL file, shown with --view {}\n", arguments.source, kAffinity);
    if (isFile || arguments.view == kAffinity || (isOpen && arguments.showsAffinity()))
        return showAffinity(arguments.source, arguments.affinity, arguments.print, arguments.collect);
    const Collected collected = openSource(arguments.source, arguments.collect);
    if (isOpen && isNcclFileOnly(collected.snapshot)) {
        printText(stderr, "{}: contains only an NCCL file, shown with --view {}\n", arguments.source,
                  kAffinity);
        return showAffinityOf(collected, arguments.affinity, arguments.print, arguments.collect);
    }
    return showView(arguments, collected);
}

} // namespace

void addShow(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = app.add_subcommand("show", "Show a host as text or JSON");
    command->footer(std::string(kTargetText) +
                    "\nExample: fabricscope show gpu-07.fscope --view tree --json");
    command
        ->add_option("SOURCE", arguments->source,
                     "File or folder that `import` reads, or a TARGET to collect")
        ->required();
    arguments->hostVm.addTo(*command);
    command
        ->add_option("--view", arguments->view,
                     "View (default: tree; affinity for NCCL files and affinity options)")
        ->transform(olderViewName())
        ->check(CLI::IsMember(viewNames()));
    CLI::Option *json =
        command->add_flag("--json", arguments->print.json, "One JSON document on standard output");
    arguments->collect.addTo(*command);
    constexpr const char *kGroup = "With --view affinity";
    arguments->affinity.addTo(*command, kGroup);
    command->add_option("--format", arguments->print.format, "Output format (default: text)")
        ->check(CLI::IsMember(affinityFormatNames()))
        ->excludes(json)
        ->group(kGroup);
    command->add_option("--corrected", arguments->print.corrected, "Write the corrected NCCL file to FILE")
        ->type_name("FILE")
        ->group(kGroup);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
