// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Redaction.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/sources/Targets.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/cli/terminal/TerminalQuestion.h"
#include "app/jobs/collect/RootNote.h"
#include "app/jobs/script/SudoPassword.h"
#include "core/base/Print.h"
#include "core/capture/redact/Redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <unordered_set>

namespace fabricscope::app::cli {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::vector<std::string> targets, lists;
    std::string output;
    bool printScript = false;
    RedactFlags redact;
    std::string redactKey; ///< if redaction is requested
    CollectFlags collect;
};

/// The target as a file name: characters other than letters, digits, dots, dashes and underscores become
/// dashes.
std::string fileName(const std::string &target) {
    std::string name;
    for (const char c : target)
        name += (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_') ? c : '-';
    while (!name.empty() && (name.back() == '-' || name.front() == '.'))
        name.front() == '.' ? name.erase(0, 1) : name.erase(name.size() - 1);
    return (name.empty() ? "host" : name) + ".fscope";
}

/// Where the captures of these hosts are written: one path for each of them, all different.
std::vector<fs::path> outputPaths(const std::string &output, const std::vector<workspace::HostEntry> &hosts) {
    std::error_code error;
    if (hosts.size() == 1 && !output.empty() && output.back() != '/' && !fs::is_directory(output, error))
        return {output};
    std::vector<fs::path> paths;
    std::unordered_set<std::string> used;
    for (const workspace::HostEntry &host : hosts) {
        const fs::path name = fileName(host.name);
        fs::path unused = name;
        for (int number = 2; !used.insert(unused.string()).second; ++number)
            unused = fmt::format("{}-{}{}", name.stem().string(), number, name.extension().string());
        paths.push_back(output / unused);
    }
    return paths;
}

void printScript() {
    // For running it anywhere and importing the output: the four parts one after another, each with its own
    // frame.
    for (const auto part :
         {capture::Part::Safe, capture::Part::Touch, capture::Part::Tools, capture::Part::Root})
        printVerbatim(collectorScript(part, "printed", "text", ScriptForm::Readable));
}

/// What gives root, before the line for sudoers: nothing if no password of this user does.
std::string_view rootAdvice(const capture::Capture &capture, bool usedSudo) {
    if (!usedSudo)
        return "use --sudo, or ";
    const bool isUseless =
        std::any_of(capture.notes.begin(), capture.notes.end(), [](const std::string &note) {
            return note.starts_with(kNotReadAsRoot) && isPasswordUseless(note);
        });
    return isUseless ? "" : "run again and enter the sudo password, or ";
}

/// The sudoers line is the same for all that needs root: once, last.
void reportMissing(const std::string &target, const host::Host &host, std::string_view rootAdvice) {
    const std::string prefix = messagePrefix(target);
    std::string sudoersLine;
    for (const host::Missing &missing : host.missing) {
        const bool hasOwnRemedy = !missing.remedy.empty() && !missing.isSudoersLine;
        printText(stderr, "{}missing: {} ({}){}{}\n", prefix, missing.what, missing.why,
                  hasOwnRemedy ? "; " : "", hasOwnRemedy ? missing.remedy : "");
        if (missing.isSudoersLine)
            sudoersLine = missing.remedy;
    }
    if (!sudoersLine.empty())
        printText(stderr,
                  "{}to read what requires root, {}allow this in sudoers (grants full root access): {}\n",
                  prefix, rootAdvice, sudoersLine);
}

bool keep(const Arguments &arguments, const Collected &collected, const fs::path &path) {
    std::error_code error;
    if (path.has_parent_path())
        fs::create_directories(path.parent_path(), error);
    const capture::Capture &capture = *collected.snapshot.capture;
    std::FILE *report = StandardStreams::reportStreamFor(path.string());
    const Result<> saved = capture::save(
        arguments.redact.isRequested() ? capture::redacted(capture, arguments.redactKey) : capture, path);
    if (!saved) {
        StandardStreams::endIfReaderClosed(path.string());
        printText(stderr, "fabricscope: {}\n", saved.error().toString());
        return false;
    }
    const host::Host &host = collected.snapshot.topology->host();
    printText(report, "{}: {}{}{}\n", path.string(), hostCounts(host),
              host.simulated.empty() ? "" : "; " + host.simulated,
              arguments.redact.isRequested() ? ", redacted" : "");
    for (const std::string &note : capture.notes)
        printText(stderr, "{}{}\n", messagePrefix(collected.target), note);
    reportMissing(collected.target, host, rootAdvice(capture, arguments.collect.sudo));
    return true;
}

int execute(Arguments &arguments) {
    if (arguments.printScript) {
        printScript();
        return kDone;
    }
    if (arguments.targets.empty() && arguments.lists.empty()) {
        printText(stderr, "fabricscope capture: no TARGET given\n  for example root@gpu-07 or local:, or a "
                          "list with --hosts FILE\n");
        return kUsage;
    }
    const auto hosts = namedHosts(arguments.targets, arguments.lists);
    if (!hosts) {
        printText(stderr, "fabricscope capture: {}\n", hosts.error().toString());
        return kUsage;
    }
    auto key = arguments.redact.key();
    if (!key) { // before anything is read from anywhere
        printText(stderr, "fabricscope capture: {}\n", key.error().toString());
        return kUsage;
    }
    arguments.redactKey = std::move(*key);
    const std::vector<fs::path> paths = outputPaths(arguments.output, *hosts);
    int status = kDone;
    collectEach(*hosts, arguments.collect, [&](std::size_t index, const Collected &collected) {
        if (isAsking()) // another host waits for a password on this line
            printText(stderr, "\n");
        if (const int failed = reportFailure(collected); failed != kDone)
            status = failed;
        if (collected.snapshot.capture && !keep(arguments, collected, paths[index]))
            status = kUnreachable;
        if (collected.snapshot.isRootPartMissing)
            status = kUnreachable;
    });
    return status;
}

} // namespace

void addCapture(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        app.add_subcommand("capture", "Collect hosts over SSH, one capture (.fscope) per host");
    command->footer(
        "Example: fabricscope capture root@gpu-07 gpu-08 -o captures/ --accept-new\n"
        "Exit status: 3 if a host could not be reached or read completely, or --sudo was given and "
        "sudo failed;\nwhat was read is saved.");
    command->add_option("TARGET", arguments->targets,
                        "[user@]host[:port], an alias of the ssh configuration, a range (mi300x-[001-064]), "
                        "local:, a container on one of them (HOST/docker:NAME, HOST/podman:NAME, "
                        "HOST/crictl:ID), or a pod (kubectl:NAMESPACE/POD)");
    command
        ->add_option("--hosts", arguments->lists,
                     "List of hosts (repeatable; - for standard input): one per line, mpirun hostfile, "
                     "Ansible inventory, output of dstack fleet, output of sinfo or scontrol, /etc/hosts")
        ->take_all()
        ->expected(1);
    command->add_option("-o,--output", arguments->output, "Output file, or a folder for several hosts");
    arguments->redact.addTo(*command);
    command->add_flag("--print-script", arguments->printScript, "Print the collector script, run nothing");
    arguments->collect.addTo(*command);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
