// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/HostVmView.h"
#include "app/cli/sources/AffinityFlags.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/sources/CopyToHost.h"
#include "app/cli/sources/FileStatus.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/jobs/copy/GuestFile.h"
#include "app/jobs/judge/JudgeHost.h"
#include "core/base/OutputFile.h"
#include "core/base/Print.h"
#include "core/findings/Severity.h"
#include "core/json/TopoVerifyJson.h"
#include "core/report/TopoVerifyText.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

namespace fabricscope::app::cli {

namespace {

constexpr std::array<std::string_view, 5> kOptions = {"host", "library", "env", "nodes", "bios"};

struct Arguments {
    std::string guest, flavor, output, path;
    std::string copyTo;
    bool yes = false;
    std::string file, failOn = "error"; ///< verify
    bool json = false;
    CollectFlags collect;
    AffinityFlags affinity;
    HostVmHints hints;
};

/// The data of both sides.
struct GuestFileSources {
    Collected guest;
    std::optional<JudgePeer> onHost;
    hostvm::GuestMapping guestMapping;
    int status = kDone; ///< of what could not be read
};

/// The given host, even if it does not list the VM by name; else the one whose capture is in the guest's
/// folder.
GuestFileSources openInputs(const Arguments &arguments) {
    GuestFileSources sides;
    const auto hints = readHints(arguments.hints, arguments.collect);
    sides.status = hints->status;
    if (sides.status == kUsage)
        return sides;
    sides.guest = openSource(arguments.guest, arguments.collect);
    if (const int failed = reportFailure(sides.guest); failed != kDone)
        sides.status = failed;
    if (!sides.guest.snapshot.topology)
        return sides;
    if (isNcclFileOnly(sides.guest.snapshot)) {
        printText(stderr,
                  "--guest {}: an NCCL topology file is no capture of a VM\n"
                  "  give the VM's capture, or a file with its `lspci -D -vvv`\n",
                  arguments.guest);
        sides.guest.snapshot.topology.reset();
        sides.status = kBadInput;
        return sides;
    }
    const std::string &named = arguments.affinity.options.hypervisor;
    if (named.empty()) {
        AffinityContext context =
            affinityContext(arguments.guest, sides.guest, arguments.affinity.options, arguments.collect);
        sides.onHost = std::move(context.hypervisor);
    } else {
        Collected host = openSource(named, arguments.collect);
        if (const int failed = reportFailure(host); failed != kDone)
            sides.status = failed;
        if (host.snapshot.topology)
            sides.onHost = JudgePeer{named, std::move(host.snapshot)};
    }
    sides.guestMapping = guestMappingOf(sides.guest.snapshot,
                                        sides.onHost ? &sides.onHost->snapshot : nullptr, hints->options);
    for (const std::string &unknown : sides.guestMapping.unknown)
        printText(stderr, "{}\n", unknown);
    return sides;
}

nccl::Flavor flavorOf(const Arguments &arguments) {
    return arguments.flavor == "rccl" ? nccl::Flavor::Rccl : nccl::Flavor::Nccl;
}

bool checkFlavor(const Arguments &arguments) {
    const std::string &library = arguments.affinity.options.library;
    const auto named = nccl::requestedLibrary(library);
    if (arguments.flavor.empty() || !named || named->modelled.model->flavor == flavorOf(arguments))
        return true;
    printText(stderr, "--flavor {} and --library {} conflict\n", arguments.flavor, library);
    return false;
}

/// If only a flavour was given, and another than that of the guest's GPUs: its library that is installed
/// there.
GuestFileInputs inputsOf(const Arguments &arguments, const GuestFileSources &sides) {
    GuestFileInputs inputs{sides.guest.snapshot, sides.onHost ? &sides.onHost->snapshot : nullptr,
                           sides.guestMapping, arguments.affinity.options, arguments.path};
    const topology::Topology &guest = *sides.guest.snapshot.topology;
    if (!arguments.flavor.empty() && inputs.options.library.empty() &&
        nccl::machineOf(guest.host(), guest).flavor != flavorOf(arguments))
        inputs.options.library =
            nccl::libraryOf(guest.host(), flavorOf(arguments), nullptr).modelled.model->name;
    return inputs;
}

bool writeTo(const std::string &file, const std::string &text) {
    return writeWhole(file, text, ReadableBy::Others).has_value();
}

int generate(const Arguments &arguments) {
    const GuestFileSources sides = openInputs(arguments);
    if (!sides.guest.snapshot.topology)
        return sides.status;
    const hostvm::Generated made = generateFile(inputsOf(arguments, sides));
    for (const std::string &sentence : made.notes)
        printText(stderr, "{}\n", sentence);
    if (!made.library.installed.empty() || !made.library.requested.empty())
        printText(stderr, "library {}\n", made.library.sentence());
    if (made.text.empty()) {
        printText(stderr, "no file generated; see the lines above\n");
        return sides.status != kDone ? sides.status : kFindings;
    }
    const bool toFile = !arguments.output.empty() && arguments.output != "-";
    if (toFile && !writeTo(arguments.output, made.text))
        return StandardStreams::cannotWrite(arguments.output);
    if (toFile)
        printText("{}: {} GPU-NIC pairs for {}\n", arguments.output, made.groups.size(), made.version->name);
    else if (arguments.copyTo.empty())
        printVerbatim(made.text);
    // For pasting; never between the lines of the file.
    printText(toFile ? stdout : stderr, "Required settings in the guest:\n{}",
              Lines{report::settingsText(made.settings)});
    if (arguments.copyTo.empty())
        return sides.status;
    const int copied =
        copyToHost({arguments.copyTo, pathInGuest(inputsOf(arguments, sides)), made.text, arguments.yes},
                   arguments.collect);
    return copied != kDone ? copied : sides.status;
}

std::optional<std::string> textOf(const std::string &file) {
    std::error_code error;
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file, error)) {
        printText(stderr, "{}: cannot be opened\n", file);
        return std::nullopt;
    }
    std::string text(nccl::XmlLimits::kBytes + 1,
                     '\0'); // one more than a file may have: its reader reports that
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

bool fails(const hostvm::Verification &verification, const std::string &failOn) {
    const auto least = findings::severityFromName(failOn);
    const auto worst = verification.worst();
    return worst && *worst >= *least;
}

/// The given file; else the one in the guest's capture at the path of --to.
std::optional<CapturedFile> fileOf(const Arguments &arguments, const GuestFileInputs &inputs) {
    if (!arguments.file.empty()) {
        auto text = textOf(arguments.file);
        return text ? std::optional(CapturedFile{arguments.file, std::move(*text)}) : std::nullopt;
    }
    auto captured = fileInGuest(inputs);
    if (!captured) { // the library would open none: use the path of --to
        GuestFileInputs there = inputs;
        there.path = pathInGuest(inputs);
        captured = fileInGuest(there);
    }
    if (!captured)
        printText(stderr, "{}: no NCCL file {} in this capture\n  give a file\n", arguments.guest,
                  pathInGuest(inputs));
    return captured;
}

int verify(const Arguments &arguments) {
    std::error_code error;
    if (!arguments.file.empty() && !std::filesystem::exists(arguments.file, error)) {
        printText(stderr, "{}: no such file\n", arguments.file);
        return kUnreachable; // before connecting to a host
    }
    const GuestFileSources sides = openInputs(arguments);
    if (!sides.guest.snapshot.topology)
        return sides.status;
    const GuestFileInputs inputs = inputsOf(arguments, sides);
    const auto file = fileOf(arguments, inputs);
    if (!file)
        return arguments.file.empty() ? kBadInput : statusOfFile(arguments.file);
    const hostvm::Verification found = verifyFile(file->text, inputs);
    if (arguments.json) {
        printVerbatim(
            fabricscope::json::topoVerifyDocument(found, file->path, *sides.guest.snapshot.topology));
    } else {
        winsize size{};
        const std::size_t width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
        printLines(report::topoVerifyText(found, file->path, width));
    }
    if (!arguments.output.empty() && found.corrected.empty())
        printText(stderr,
                  "{}: not written: there is nothing to correct, or correcting single lines is not enough\n  "
                  "if it is wrong, make a new file with `nccl-topo generate`\n",
                  arguments.output);
    else if (!arguments.output.empty() && !writeTo(arguments.output, found.corrected))
        return StandardStreams::cannotWrite(arguments.output);
    if (sides.status != kDone)
        return sides.status;
    return fails(found, arguments.failOn) ? kFindings : kDone;
}

void addCommon(CLI::App &command, Arguments &arguments) {
    command
        .add_option("--guest", arguments.guest, "The VM: a file or folder that `import` reads, or a TARGET")
        ->required();
    command.add_option("--flavor", arguments.flavor, "Library (default: detected)")
        ->check(CLI::IsMember({"nccl", "rccl"}));
    command.add_option(
        "--to", arguments.path,
        "Path of the topology file in the VM (default: its NCCL_TOPO_FILE, else /etc/nccl-topo.xml)");
    arguments.affinity.addTo(command, "Library settings", kOptions);
    arguments.hints.addTo(command, "Device mapping");
    arguments.collect.addTo(command);
}

void addGenerate(CLI::App &parent, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        parent.add_subcommand("generate", "Generate the NCCL topology file of a VM from its host's hardware");
    command->footer("Example: fabricscope nccl-topo generate --guest vm-03a.fscope --host gpu-07.fscope -o "
                    "topo.xml\n"
                    "Exit status: 1 if no file can be generated.");
    addCommon(*command, *arguments);
    command->add_option("-o,--output", arguments->output, "Output file (default: standard output)");
    command
        ->add_option("--copy-to", arguments->copyTo,
                     "Copy the file to this TARGET over SSH, to the path of --to; shows the commands and "
                     "asks first (or --yes)")
        ->type_name("TARGET");
    command->add_flag("--yes", arguments->yes, "Copy without asking")->needs("--copy-to");
    command->callback([arguments, &status] {
        if (!arguments->copyTo.empty())
            arguments->collect.keepSessions();
        status = checkFlavor(*arguments) ? generate(*arguments) : kUsage;
    });
}

void addVerify(CLI::App &parent, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        parent.add_subcommand("verify", "Show the effect of an NCCL file in a VM, and all its errors");
    command->footer(
        "Example: fabricscope nccl-topo verify topo.xml --guest vm-03a.fscope --host gpu-07.fscope\n"
        "Exit status: 1 if a problem reaches the severity of --fail-on.");
    command->add_option("TOPO", arguments->file, "NCCL file (default: the VM's file at the path of --to)");
    addCommon(*command, *arguments);
    command->add_option("-o,--output", arguments->output, "Output file with the corrected lines");
    command->add_flag("--json", arguments->json, "One JSON document on standard output");
    command->add_option("--fail-on", arguments->failOn, "Minimum severity for exit status 1")
        ->check(CLI::IsMember(
            std::vector<std::string>(findings::kSeverityNames.begin(), findings::kSeverityNames.end())))
        ->capture_default_str();
    command->callback(
        [arguments, &status] { status = checkFlavor(*arguments) ? verify(*arguments) : kUsage; });
}

} // namespace

void addNcclTopo(CLI::App &app, int &status) {
    CLI::App *command = app.add_subcommand("nccl-topo", "Generate and verify the NCCL file of a VM");
    command->require_subcommand(1);
    addGenerate(*command, status);
    addVerify(*command, status);
}

} // namespace fabricscope::app::cli
