// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AffinityView.h"

#include "app/cli/Cli.h"
#include "app/jobs/JudgeHost.h"
#include "app/jobs/OpenFiles.h"
#include "core/affinity/Hypervisor.h"
#include "core/json/AffinityJson.h"
#include "core/nccl/Version.h"
#include "core/report/AffinityPlainText.h"
#include "core/report/AffinityText.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace fabricscope::app::cli {

namespace {

namespace fs = std::filesystem;

/// The form for people; the others are report::affinityFormats().
constexpr const char *kPlain = "text";

constexpr std::string_view kSpace = " \t\r\n";

/// The beginning of an NCCL file, as people have them: behind a byte order mark, a declaration, comments,
/// which the library itself dies of, `<system`.
bool beginsWithSystem(std::string_view text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    constexpr std::string_view kSystem = "<system";
    if (text.starts_with(kMark))
        text.remove_prefix(kMark.size());
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
        const std::string_view end = text.starts_with("<!--") ? "-->" : (text.starts_with("<?") ? "?>" : "");
        if (end.empty())
            break;
        const auto at = text.find(end);
        if (at == std::string_view::npos)
            return false;
        text.remove_prefix(at + end.size());
    }
    if (!text.starts_with(kSystem) || text.size() == kSystem.size())
        return false;
    const char next = text[kSystem.size()];
    return next == '>' || next == '/' || kSpace.find(next) != std::string_view::npos;
}

/// The text of an NCCL file; nothing where it is none.
std::optional<std::string> ncclFile(const std::string &source) {
    std::error_code error;
    if (!isFileSource(source) || !fs::is_regular_file(source, error) ||
        fs::file_size(source, error) > nccl::XmlLimits::kBytes || error)
        return std::nullopt;
    std::ifstream stream(source, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    return beginsWithSystem(text) ? std::optional(std::move(text)) : std::nullopt;
}

/// False, with a message, where an option cannot be.
bool fill(affinity::Question &question, const AffinityFlags &flags) {
    if (!flags.library.empty())
        question.library = nccl::findVersion(flags.library);
    for (const std::string &variable : flags.environment) {
        const auto equals = variable.find('=');
        if (equals == std::string::npos || equals == 0) {
            fmt::print(stderr, "--env {}: write it as NAME=VALUE\n", variable);
            return false;
        }
        question.environment.push_back({variable.substr(0, equals), variable.substr(equals + 1)});
    }
    for (const std::string &pair : flags.used) {
        const auto equals = std::min(pair.find('='), pair.size());
        const auto gpu = pci::Address::parse(std::string_view(pair).substr(0, equals));
        const auto nic =
            pci::Address::parse(std::string_view(pair).substr(std::min(equals + 1, pair.size())));
        if (!gpu || !nic) {
            fmt::print(stderr, "--used {}: write it as GPU=NIC, both as BDFs: 0000:23:00.0=0000:24:00.0\n",
                       pair);
            return false;
        }
        question.run.emplace_back(*gpu, *nic);
    }
    question.nodes = flags.nodes;
    question.bios = flags.bios;
    question.nvswitchLinks = flags.nvswitchLinks;
    return true;
}

bool isGuest(const Snapshot &snapshot) {
    return topology::HardwarePaths(*snapshot.topology).isGuest();
}

/// Other captures in the folder of this one; none where there are too many.
std::vector<fs::path> capturesBeside(const std::string &source) {
    constexpr std::size_t kMostFiles = 64; // more is a whole fleet: name it
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{64} << 20;
    std::error_code error;
    if (!isFileSource(source) || !fs::is_regular_file(source, error))
        return {};
    const fs::path own = fs::absolute(source, error);
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(own.parent_path(), error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".fscope" && entry->path().filename() != own.filename() &&
            entry->file_size(error) <= kMostBytes && !error)
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files.size() > kMostFiles ? std::vector<fs::path>() : files;
}

/// A capture in the same folder that shows the VMM of this guest.
std::optional<Snapshot> hypervisorBeside(const std::string &source, const host::Host &guest) {
    std::vector<Snapshot> snapshots; // those that run such a VM: one, as a rule
    std::vector<const host::Host *> hosts;
    std::vector<fs::path> files;
    for (const fs::path &file : capturesBeside(source)) {
        auto snapshot = openFile(file);
        const auto running = snapshot && snapshot->topology
                                 ? affinity::runningVm(snapshot->topology->host(), guest)
                                 : std::nullopt;
        if (!running)
            continue;
        hosts.push_back(&snapshot->topology->host());
        files.push_back(file);
        snapshots.push_back(std::move(*snapshot));
        if (running->by == affinity::RunningVm::By::Uuid)
            break;
    }
    const auto at = affinity::hypervisorAmong(hosts, guest);
    if (!at)
        return std::nullopt;
    fmt::print(stderr, "{} runs this VM ({}): its distances are used (--host names another)\n",
               files[*at].string(), affinity::runningVm(*hosts[*at], guest)->label());
    return std::move(snapshots[*at]);
}

std::size_t terminalWidth() {
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void print(const affinity::Examination &examination, const topology::Topology *topology,
           const AffinityFlags &flags, bool json) {
    if (json) {
        fmt::print("{}", fabricscope::json::affinityDocument(examination, topology));
        return;
    }
    if (flags.format == kPlain)
        fmt::print("{}", report::affinityPlainText(examination, {terminalWidth(), topology}));
    for (const report::AffinityFormatName &format : report::affinityFormats())
        if (flags.format == format.name)
            fmt::print("{}", report::affinityText({examination.judgement, &examination.decisions, topology},
                                                  format.format));
}

/// What is at hand beside the host; false where a source that was named cannot be read.
struct Company {
    std::optional<Snapshot> hypervisor;
    std::vector<Snapshot> peers;
};

int showHost(const std::string &source, affinity::Question question, const AffinityFlags &flags, bool json,
             const CollectFlags &collect) {
    const Collected collected = openSource(source, collect);
    int status = reportFailure(collected);
    if (!collected.snapshot.topology)
        return status;
    Company company;
    const auto open = [&](const std::string &other) -> std::optional<Snapshot> {
        Collected opened = openSource(other, collect);
        if (const int failed = reportFailure(opened); failed != 0)
            status = failed;
        return opened.snapshot.topology ? std::optional(std::move(opened.snapshot)) : std::nullopt;
    };
    if (!flags.hypervisor.empty())
        company.hypervisor = open(flags.hypervisor);
    else if (isGuest(collected.snapshot))
        company.hypervisor = hypervisorBeside(source, collected.snapshot.topology->host());
    if (company.hypervisor &&
        affinity::runningVm(company.hypervisor->topology->host(), collected.snapshot.topology->host()))
        question.hypervisor = company.hypervisor->topology.get();
    else if (company.hypervisor)
        fmt::print(stderr, "--host {}: shows no VM that is {}; its distances are not used\n",
                   flags.hypervisor, collected.target);
    for (const std::string &peer : flags.peers)
        if (auto snapshot = open(peer))
            company.peers.push_back(std::move(*snapshot));
    for (const Snapshot &peer : company.peers)
        if (const auto examined = judgeHost(peer))
            question.peerRails.push_back(affinity::railsUsed(*examined));
    if (const auto examination = judgeHost(collected.snapshot, std::move(question)))
        print(*examination, collected.snapshot.topology.get(), flags, json);
    return status;
}

std::vector<std::string> libraryNames() {
    std::vector<std::string> names;
    for (const nccl::Version &version : nccl::versions())
        names.emplace_back(version.name);
    return names;
}

} // namespace

void AffinityFlags::addTo(CLI::App &command) {
    constexpr const char *kGroup = "With --view affinity";
    std::vector<std::string> formats = {kPlain};
    for (const report::AffinityFormatName &row : report::affinityFormats())
        formats.emplace_back(row.name);
    command.add_option("--library", library, "Which library (default: by the GPUs' vendor, the newest)")
        ->check(CLI::IsMember(libraryNames()))
        ->group(kGroup);
    command.add_option("--env", environment, "NAME=VALUE of the run's environment, repeatable")
        ->allow_extra_args(false)
        ->group(kGroup);
    command.add_option("--nodes", nodes, "Hosts in the job")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str()
        ->group(kGroup);
    command.add_option("--bios", bios, "The firmware's version text (default: as captured)")->group(kGroup);
    command.add_option("--nvswitch", nvswitchLinks, "Links of each GPU to NVSwitches that a file leaves out")
        ->check(CLI::Range(0, 1024))
        ->group(kGroup);
    command
        .add_option("--host", hypervisor,
                    "Capture of the hypervisor of a VM (default: looked for beside SOURCE)")
        ->group(kGroup);
    command.add_option("--peer", peers, "Another host of the kind, for rails, repeatable")
        ->allow_extra_args(false)
        ->group(kGroup);
    command.add_option("--used", used, "GPU=NIC that a run used, as BDFs, repeatable")
        ->allow_extra_args(false)
        ->group(kGroup);
    command.add_option("--format", format, "How to print it")
        ->check(CLI::IsMember(formats))
        ->capture_default_str()
        ->group(kGroup);
}

bool leaveAffinity(const fs::path &folder, const std::vector<Collected> &hosts) {
    bool good = true;
    const auto write = [&](const std::string &name, const std::string &text) {
        std::ofstream file(folder / name, std::ios::binary);
        file << text;
        file.close();
        good = good && file;
    };
    std::vector<const host::Host *> facts;
    facts.reserve(hosts.size());
    for (const Collected &host : hosts)
        facts.push_back(host.snapshot.topology ? &host.snapshot.topology->host() : nullptr);
    for (const Collected &host : hosts) {
        if (!host.snapshot.topology)
            continue;
        affinity::Question question;
        if (const auto at = affinity::hypervisorAmong(facts, host.snapshot.topology->host()))
            question.hypervisor = hosts[*at].snapshot.topology.get();
        const auto examination = judgeHost(host.snapshot, std::move(question));
        write(host.target + ".affinity.txt",
              report::affinityPlainText(*examination, {0, host.snapshot.topology.get()}));
        write(host.target + ".affinity.json",
              fabricscope::json::affinityDocument(*examination, host.snapshot.topology.get()));
        fmt::print("{}: {}\n", host.target, examination->judgement.verdict.sentence);
    }
    return good;
}

int showAffinity(const std::string &source, const AffinityFlags &flags, bool json,
                 const CollectFlags &collect) {
    constexpr int kWrongUsage = 2;
    affinity::Question question;
    if (!fill(question, flags))
        return kWrongUsage;
    if (const auto text = ncclFile(source)) {
        question.fileName = source;
        print(affinity::examineFile(*text, question), nullptr, flags, json);
        return 0;
    }
    return showHost(source, std::move(question), flags, json, collect);
}

} // namespace fabricscope::app::cli
