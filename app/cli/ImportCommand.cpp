// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Redaction.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/sources/FileStatus.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/jobs/collect/OpenFiles.h"
#include "core/base/Plural.h"
#include "core/base/Print.h"
#include "core/capture/Capture.h"
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/UnrecognizedFiles.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::vector<std::string> files;
    std::string output;
    RedactFlags redact;
};

int execute(const Arguments &arguments) {
    const std::vector<std::filesystem::path> files(arguments.files.begin(), arguments.files.end());
    const auto key = arguments.redact.key();
    if (!key) {
        printText(stderr, "fabricscope import: {}\n", key.error().toString());
        return kUsage;
    }
    auto capture = importFiles(files);
    if (capture && arguments.redact.isRequested())
        *capture = capture::redacted(*capture, *key);
    if (!capture) {
        printText(stderr, "fabricscope import: {}\n", Lines{toLines(capture.error())});
        int status = kBadInput;
        for (const std::string &file : arguments.files)
            status = std::min(status, statusOfFile(file)); // that one may not be read counts
        return status;
    }
    const std::filesystem::path output = arguments.output;
    std::error_code error;
    if (output.has_parent_path())
        std::filesystem::create_directories(output.parent_path(), error);
    std::FILE *report = StandardStreams::reportStreamFor(output.string());
    if (const auto saved = capture::save(*capture, output); !saved) {
        StandardStreams::endIfReaderClosed(output.string());
        printText(stderr, "fabricscope import: {}\n", saved.error().toString());
        return kUnreachable;
    }
    const host::Host host = formats::readHost(*capture);
    printText(report, "{}: {}: {}, {}{}{}\n", output.string(), capture->target, hostCounts(host),
              plural(capture->sections.size(), "section", "sections"),
              host.simulated.empty() ? "" : "; " + host.simulated,
              arguments.redact.isRequested() ? ", redacted" : "");
    for (const std::string &note : capture->notes)
        printText(stderr, "{}\n", note);
    for (const std::string &warning : host.warnings)
        printText(stderr, "{}\n", warning);
    return kDone;
}

} // namespace

void addImport(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        app.add_subcommand("import", "Convert files about one host, in any known format, into a capture");
    command->footer(
        std::string("Example: fabricscope import lspci-vvv.txt hwloc.xml gpu-07-sys.tar.gz -o gpu-07.fscope\n"
                    "Formats are recognised by content. All files must be about one host.\nKnown formats: ") +
        formats::knownKinds() + ".");
    command
        ->add_option("FILE", arguments->files,
                     "Captures, collector script output, archives or folders of /sys and /proc, hwloc XML, "
                     "tool output, support bundles")
        ->required();
    command->add_option("-o,--output", arguments->output, "Capture file to write (.fscope)")->required();
    arguments->redact.addTo(*command);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
