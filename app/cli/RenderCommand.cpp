// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/HostVmView.h"
#include "app/cli/RunPicture.h"
#include "app/cli/WindowProgram.h"
#include "app/cli/sources/AffinityFlags.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/sources/FileStatus.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/jobs/judge/HostVmQuestion.h"
#include "core/base/OutputFile.h"
#include "core/base/Print.h"
#include "core/layout/affinity/AffinityPicture.h"
#include "core/layout/hostvm/HostVmLayout.h"
#include "core/layout/topology/TopologyLayout.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "core/report/Svg.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace fabricscope::app::cli {

namespace {

constexpr const char *kTopology = "topology";
constexpr const char *kAffinity = "affinity";

struct Arguments {
    std::string source, output, view = kTopology, theme = "light", size;
    unsigned run = 0; ///< of a log with several; 0: the last with a chart
    CollectFlags collect;
    AffinityFlags affinity;
};

/// The width of "WxH", or the default of the layout.
double canvasWidth(const std::string &size) {
    int width = 0;
    int height = 0;
    if (std::sscanf(size.c_str(), "%dx%d", &width, &height) == 2 && width >= 400 && width <= 20000)
        return width;
    return layout::TopologyOptions{}.width;
}

draw::DisplayList affinityPicture(const Arguments &arguments, const Snapshot &snapshot,
                                  const Snapshot *hypervisor, const affinity::Examination &examination) {
    layout::AffinityPictureOptions options;
    options.width = std::max(options.width, canvasWidth(arguments.size));
    options.topology = snapshot.topology.get();
    options.hypervisor = hypervisor != nullptr ? hypervisor->topology.get() : nullptr;
    options.host = snapshot.topology->node(0).name;
    options.simulated = snapshot.capture->simulated;
    return layout::layoutAffinityPicture(examination, options);
}

draw::DisplayList topologyPicture(const Arguments &arguments, const Snapshot &snapshot,
                                  const affinity::Examination *examination) {
    layout::TopologyOptions options;
    options.judgement = examination != nullptr ? &examination->judgement : nullptr;
    options.width = canvasWidth(arguments.size);
    return layout::layoutTopology(*snapshot.topology, options);
}

draw::DisplayList hostVmPicture(const Arguments &arguments, const Snapshot &snapshot,
                                const Snapshot *hypervisor) {
    const auto examination = present::examineHostVm(hostVmQuestionOf(snapshot, hypervisor));
    layout::HostVmOptions options;
    options.width = std::max(options.width, canvasWidth(arguments.size));
    return layout::layoutHostVmPicture(examination->table, snapshot.capture->simulated, options);
}

int writeSvg(const Arguments &arguments, const draw::DisplayList &list) {
    const std::string svg =
        report::toSvg(list, arguments.theme == "dark" ? draw::ThemeKind::Dark : draw::ThemeKind::Light);
    return writeWhole(arguments.output, svg, ReadableBy::Others)
               ? kDone
               : StandardStreams::cannotWrite(arguments.output);
}

int renderSvg(const Arguments &arguments, const Collected &collected, const AffinityContext &context) {
    const auto judged = judgeHostWith(arguments.affinity.options, collected.snapshot,
                                      context.hypervisorSnapshot(), context.peers);
    if (!judged) {
        printText(stderr, "{}\n", judged.error().toString());
        return kUsage;
    }
    const auto &examination = *judged;
    const auto list =
        arguments.view == kHostVmView
            ? hostVmPicture(arguments, collected.snapshot, context.hypervisorSnapshot())
        : arguments.view == kAffinity && examination
            ? affinityPicture(arguments, collected.snapshot, context.hypervisorSnapshot(), *examination)
            : topologyPicture(arguments, collected.snapshot, examination.get());
    return writeSvg(arguments, list);
}

/// A log or a saved run: no host is asked.
int renderRun(const Arguments &arguments) {
    const auto runs = runViews(arguments.source);
    if (!runs) {
        printText(stderr, "fabricscope render: {}\n", runs.error().toString());
        return statusOfFile(arguments.source);
    }
    const auto list = runPicture(*runs, arguments.run, arguments.source, arguments.size);
    if (!list) {
        printText(stderr, "fabricscope render: {}\n", list.error().toString());
        return arguments.run > runs->size() ? kUsage : kBadInput;
    }
    return writeSvg(arguments, *list);
}

/// Sources as files that the window program can read; removed with this object.
class SourceFiles {
public:
    SourceFiles() = default;
    SourceFiles(const SourceFiles &) = delete;
    SourceFiles &operator=(const SourceFiles &) = delete;
    ~SourceFiles() {
        std::error_code error;
        for (const std::string &file : m_temporary)
            std::filesystem::remove(file, error);
    }

    /// nullptr after a message if there is no space for one.
    std::optional<std::string> of(const std::string &source, const Snapshot &snapshot) {
        std::error_code error;
        if (std::filesystem::is_regular_file(source, error))
            return source;
        std::string path = (std::filesystem::temp_directory_path(error) / "fabricscope-XXXXXX").string();
        const int fd = mkstemp(path.data());
        if (fd >= 0) {
            close(fd);
            m_temporary.push_back(path);
        }
        if (fd >= 0 && capture::save(*snapshot.capture, path))
            return path;
        printText(stderr, "fabricscope: no space for a temporary capture in {}\n", path);
        return std::nullopt;
    }

private:
    std::vector<std::string> m_temporary;
};

/// PNG and PDF are painted by the window program, which has the same options but reads only files.
int renderByWindow(const Arguments &arguments, const Collected &collected, const AffinityContext &context) {
    SourceFiles files;
    const auto source = files.of(arguments.source, collected.snapshot);
    if (!source)
        return kUnreachable;
    std::vector<std::string> line{"--render", *source,         "-o",     arguments.output,
                                  "--theme",  arguments.theme, "--view", arguments.view};
    if (!arguments.size.empty())
        line.insert(line.end(), {"--size", arguments.size});
    for (const auto &[option, value] : arguments.affinity.given)
        if (!option->isSource)
            line.push_back(fmt::format("--{}={}", option->name, value));
    std::vector<std::pair<const char *, const JudgePeer *>> relatedHosts;
    if (context.hypervisor)
        relatedHosts.emplace_back("--host", &*context.hypervisor);
    for (const JudgePeer &peer : context.peers)
        relatedHosts.emplace_back("--peer", &peer);
    for (const auto &[option, peer] : relatedHosts) {
        const auto file = files.of(peer->source, peer->snapshot);
        if (!file)
            return kUnreachable;
        line.push_back(fmt::format("{}={}", option, *file));
    }
    constexpr int kNotStarted = 127;
    const int status = runWindow(line, true);
    if (status != kNotStarted)
        return status;
    printText(stderr, "fabricscope: PNG and PDF need the window program, which cannot be started\n  use SVG, "
                      "which works without it\n");
    return kUsage;
}

int execute(const Arguments &arguments) {
    const std::string extension = std::filesystem::path(arguments.output).extension().string();
    if (extension != ".svg" && extension != ".png" && extension != ".pdf") {
        printText(stderr, "fabricscope render: {}: unknown format\n  use .svg, .png or .pdf\n",
                  arguments.output);
        return kUsage;
    }
    if (arguments.view == kRunView) {
        if (extension == ".svg")
            return renderRun(arguments);
        printText(stderr,
                  "fabricscope render: {}: a run is drawn as SVG\n  use .svg, or export the picture in "
                  "the window\n",
                  arguments.output);
        return kUsage;
    }
    const Collected collected = openSource(arguments.source, arguments.collect);
    if (const int status = reportFailure(collected); !collected.snapshot.topology)
        return status;
    const AffinityContext context =
        affinityContext(arguments.source, collected, arguments.affinity.options, arguments.collect);
    const int status = extension == ".svg" ? renderSvg(arguments, collected, context)
                                           : renderByWindow(arguments, collected, context);
    return status == kDone ? context.status : status;
}

} // namespace

void addRender(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        app.add_subcommand("render", "Draw a view of the window to a file, without a display");
    command->footer(std::string(kTargetText) +
                    "\nExample: fabricscope render gpu-07.fscope -o gpu-07.svg --theme dark");
    command
        ->add_option(
            "SOURCE", arguments->source,
            "File or folder that `import` reads, or a TARGET to collect; --view run: a benchmark log, or "
            "the ID of a saved run")
        ->required();
    command->add_option("-o,--output", arguments->output, "FILE.svg, FILE.png or FILE.pdf")->required();
    command->add_option("--view", arguments->view, "View to draw")
        ->transform(olderViewName())
        ->check(CLI::IsMember({kTopology, kAffinity, kHostVmView, kRunView}))
        ->capture_default_str();
    command->add_option("--theme", arguments->theme, "Colours")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    command->add_option("--size", arguments->size, "WxH in pixels, for example 1440x900");
    command->add_option("--run", arguments->run, "Run of a log with several, from 1 (default: the last)");
    arguments->collect.addTo(*command);
    arguments->affinity.addTo(*command, "Affinity (all views)");
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
