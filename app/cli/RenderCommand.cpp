// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Cli.h"
#include "app/cli/Collect.h"
#include "app/cli/Commands.h"
#include "app/cli/WindowProgram.h"
#include "app/jobs/JudgeHost.h"
#include "core/layout/AffinityPicture.h"
#include "core/layout/TopologyLayout.h"
#include "core/report/Svg.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

namespace fabricscope::app::cli {

namespace {

constexpr const char *kTopology = "topology";
constexpr const char *kAffinity = "affinity";

struct Arguments {
    std::string source, output, view = kTopology, theme = "light", size;
    CollectFlags collect;
};

/// The width of "WxH", or the layout's own.
double canvasWidth(const std::string &size) {
    int width = 0;
    int height = 0;
    if (std::sscanf(size.c_str(), "%dx%d", &width, &height) == 2 && width >= 400 && width <= 20000)
        return width;
    return layout::TopologyOptions{}.width;
}

layout::DisplayList affinityPicture(const Arguments &arguments, const Snapshot &snapshot,
                                    const affinity::Examination &examination) {
    layout::AffinityPictureOptions options;
    options.width = std::max(options.width, canvasWidth(arguments.size));
    options.topology = snapshot.topology.get();
    options.host = snapshot.topology->node(0).name;
    options.simulated = snapshot.capture->simulated;
    return layout::layoutAffinityPicture(examination, options);
}

layout::DisplayList topologyPicture(const Arguments &arguments, const Snapshot &snapshot,
                                    const affinity::Examination *examination) {
    layout::TopologyOptions options;
    options.judgement = examination != nullptr ? &examination->judgement : nullptr;
    options.width = canvasWidth(arguments.size);
    return layout::layoutTopology(*snapshot.topology, options);
}

int renderSvg(const Arguments &arguments, const Collected &collected) {
    const auto examination = judgeHost(collected.snapshot);
    const auto list = arguments.view == kAffinity && examination
                          ? affinityPicture(arguments, collected.snapshot, *examination)
                          : topologyPicture(arguments, collected.snapshot, examination.get());
    const std::string svg =
        report::toSvg(list, arguments.theme == "dark" ? layout::ThemeKind::Dark : layout::ThemeKind::Light);
    std::ofstream file(arguments.output, std::ios::binary);
    file << svg;
    file.close();
    if (!file) {
        fmt::print(stderr, "fabricscope: {} cannot be written\n", arguments.output);
        return kUnreachable;
    }
    return kDone;
}

/// PNG and PDF are painted by the window program, which reads a capture file.
int renderByWindow(const Arguments &arguments, const Collected &collected) {
    std::error_code error;
    std::string path = arguments.source;
    std::string temporary;
    if (!std::filesystem::is_regular_file(path, error)) {
        temporary = (std::filesystem::temp_directory_path() / "fabricscope-XXXXXX").string();
        const int fd = mkstemp(temporary.data());
        if (fd < 0 || !capture::save(*collected.snapshot.capture, temporary)) {
            fmt::print(stderr, "fabricscope: no room for a temporary capture in {}\n", temporary);
            return kUnreachable;
        }
        close(fd);
        path = temporary;
    }
    std::vector<std::string> line{"--render",      path,     "-o",          arguments.output, "--theme",
                                  arguments.theme, "--view", arguments.view};
    if (!arguments.size.empty())
        line.insert(line.end(), {"--size", arguments.size});
    const int status = runWindow(line, true);
    if (!temporary.empty())
        std::filesystem::remove(temporary, error);
    if (status == 127)
        fmt::print(stderr,
                   "fabricscope: PNG and PDF need the window program, which cannot be started; SVG works "
                   "without it\n");
    return status == 127 ? kUsage : status;
}

int execute(const Arguments &arguments) {
    const std::string extension = std::filesystem::path(arguments.output).extension().string();
    if (extension != ".svg" && extension != ".png" && extension != ".pdf") {
        fmt::print(stderr, "fabricscope render: {} should end with .svg, .png or .pdf\n", arguments.output);
        return kUsage;
    }
    const Collected collected = openSource(arguments.source, arguments.collect);
    if (const int status = reportFailure(collected); !collected.snapshot.topology)
        return status;
    return extension == ".svg" ? renderSvg(arguments, collected) : renderByWindow(arguments, collected);
}

} // namespace

void addRender(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = app.add_subcommand("render", "The picture that the window draws, without a display");
    command->footer("Example: fabricscope render gpu-07.fscope -o gpu-07.svg --theme dark");
    command
        ->add_option("SOURCE", arguments->source,
                     "A file or folder that import reads, or a TARGET that is collected on the spot")
        ->required();
    command->add_option("-o,--output", arguments->output, "FILE.svg, FILE.png or FILE.pdf")->required();
    command->add_option("--view", arguments->view, "What to draw")
        ->check(CLI::IsMember({kTopology, kAffinity}))
        ->capture_default_str();
    command->add_option("--theme", arguments->theme, "Colours")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    command->add_option("--size", arguments->size, "WxH in pixels, for example 1440x900");
    arguments->collect.addTo(*command);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
