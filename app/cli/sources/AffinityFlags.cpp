// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/AffinityFlags.h"

#include "app/jobs/collect/OpenFiles.h"
#include "core/affinity/Hypervisor.h"
#include "core/base/Print.h"
#include "core/hostvm/mapping/GuestMapping.h"
#include "core/topology/HardwarePath.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace fabricscope::app::cli {

namespace {

namespace fs = std::filesystem;

bool isGuest(const Snapshot &snapshot) {
    return topology::HardwarePaths(*snapshot.topology).isGuest();
}

/// Other captures in the folder of this one; none if there are too many.
std::vector<fs::path> siblingCaptures(const std::string &source) {
    constexpr std::size_t kMaxFiles = 64; // more is a whole fleet: name it
    constexpr std::uintmax_t kMaxBytes = std::uintmax_t{64} << 20;
    std::error_code error;
    if (!isFileSource(source) || !fs::is_regular_file(source, error))
        return {};
    const fs::path own = fs::absolute(source, error);
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(own.parent_path(), error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".fscope" && entry->path().filename() != own.filename() &&
            entry->file_size(error) <= kMaxBytes && !error)
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files.size() > kMaxFiles ? std::vector<fs::path>() : files;
}

/// A capture in the same folder that contains the VMM of this guest.
std::optional<JudgePeer> siblingHypervisor(const std::string &source, const host::Host &guest) {
    std::vector<JudgePeer> candidates; // those that run such a VM: one, as a rule
    std::vector<const host::Host *> hosts;
    for (const fs::path &file : siblingCaptures(source)) {
        auto snapshot = openFile(file);
        const auto running = snapshot && snapshot->topology
                                 ? affinity::runningVm(snapshot->topology->host(), guest)
                                 : std::nullopt;
        if (!running)
            continue;
        hosts.push_back(&snapshot->topology->host());
        candidates.push_back({file.string(), std::move(*snapshot)});
        if (running->by == affinity::RunningVm::By::Uuid)
            break;
    }
    const auto at = affinity::hypervisorAmong(hosts, guest);
    if (!at)
        return std::nullopt;
    printText(stderr, "{} runs this VM ({}); the distances of that host are used (another one: --host)\n",
              candidates[*at].source, affinity::runningVm(*hosts[*at], guest)->label());
    return std::move(candidates[*at]);
}

} // namespace

void AffinityFlags::addTo(CLI::App &command, const char *group, std::span<const std::string_view> only) {
    for (const JudgeOption &row : judgeOptions()) {
        if (!only.empty() && std::find(only.begin(), only.end(), row.name) == only.end())
            continue;
        const auto take = [this, &row](const std::string &value) {
            if (const auto taken = row.take(options, value); !taken)
                throw CLI::ValidationError(taken.error().toString());
            given.emplace_back(&row, value);
        };
        const std::string name = fmt::format("--{}", row.name);
        CLI::Option *option = row.repeatable
                                  ? command
                                        .add_option_function<std::vector<std::string>>(
                                            name,
                                            [take](const std::vector<std::string> &values) {
                                                std::for_each(values.begin(), values.end(), take);
                                            },
                                            row.helpText())
                                        ->allow_extra_args(false)
                                  : command.add_option_function<std::string>(name, take, row.helpText());
        option->type_name(std::string(row.value))->group(group);
    }
}

const Snapshot *AffinityContext::hypervisorSnapshot() const {
    return hypervisor ? &hypervisor->snapshot : nullptr;
}

AffinityContext affinityContext(const std::string &source, const Collected &collected,
                                const JudgeOptions &options, const CollectFlags &collect) {
    AffinityContext context;
    const auto open = [&](const std::string &other) -> std::optional<JudgePeer> {
        Collected opened = openSource(other, collect);
        if (const int failed = reportFailure(opened); failed != 0)
            context.status = failed;
        return opened.snapshot.topology ? std::optional(JudgePeer{other, std::move(opened.snapshot)})
                                        : std::nullopt;
    };
    const host::Host &guest = collected.snapshot.topology->host();
    if (!options.hypervisor.empty())
        context.hypervisor = open(options.hypervisor);
    else if (isGuest(collected.snapshot))
        context.hypervisor = siblingHypervisor(source, guest);
    if (context.hypervisor && !affinity::runningVm(context.hypervisor->snapshot.topology->host(), guest)) {
        const topology::Topology &onHost = *context.hypervisor->snapshot.topology;
        if (onHost.host().vms.empty() &&
            !hostvm::mapGuest(onHost, *collected.snapshot.topology).matches.empty())
            printText(
                stderr,
                "--host {}: no VMM process of it is known, its devices match those of {} by a guess only; "
                "its distances are not used\n"
                "To see the guess: fabricscope show HOST VM --view host-vm\n",
                options.hypervisor, collected.target);
        else
            printText(stderr, "--host {}: runs no VM that matches {}; its distances are not used\n",
                      options.hypervisor, collected.target);
        context.hypervisor.reset();
    }
    for (const std::string &peer : options.peers)
        if (auto opened = open(peer))
            context.peers.push_back(std::move(*opened));
    return context;
}

} // namespace fabricscope::app::cli
