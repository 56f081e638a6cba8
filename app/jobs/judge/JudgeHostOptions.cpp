// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/JudgeHostOptions.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/LibraryChoice.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::app {
namespace {

constexpr int kMaxNodes = 1'000'000;
constexpr int kMaxLinks = 1024;

tl::unexpected<Error> wrong(std::string_view option, const std::string &value, std::string how) {
    return failure(fmt::format("invalid value '{}'", HostText(value).plain(200)), fmt::format("--{}", option),
                   std::move(how));
}

Result<> takeNumber(std::string_view option, const std::string &value, int least, int most, int &number) {
    const auto given = parseInteger<int>(value);
    if (!given || *given < least || *given > most)
        return wrong(option, value, fmt::format("expected a number from {} to {}", least, most));
    number = *given;
    return {};
}

std::vector<std::string_view> libraryNames() {
    std::vector<std::string_view> names;
    for (const nccl::Version &version : nccl::versions())
        names.push_back(version.name);
    return names;
}

Result<> takeLibrary(JudgeOptions &options, const std::string &value) {
    if (!nccl::requestedLibrary(value))
        return wrong("library", value,
                     fmt::format("expected one of {}, or another release, such as nccl-2.27.6",
                                 fmt::join(libraryNames(), ", ")));
    options.library = value;
    return {};
}

Result<> takeVariable(JudgeOptions &options, const std::string &value) {
    const auto equals = value.find('=');
    if (equals == std::string::npos || equals == 0)
        return wrong("env", value, "expected NAME=VALUE");
    options.environment.push_back({value.substr(0, equals), value.substr(equals + 1)});
    return {};
}

Result<> takeNodes(JudgeOptions &options, const std::string &value) {
    return takeNumber("nodes", value, 1, kMaxNodes, options.nodes);
}

Result<> takeLinks(JudgeOptions &options, const std::string &value) {
    int links = 0;
    auto taken = takeNumber("nvswitch", value, 0, kMaxLinks, links);
    if (taken)
        options.nvswitchLinks = links;
    return taken;
}

Result<> takePair(JudgeOptions &options, const std::string &value) {
    const auto equals = value.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == value.size())
        return wrong("used", value, "expected GPU=NIC, such as GPU2=ionic_3, or both as BDFs");
    options.used.push_back(value);
    return {};
}

constexpr JudgeOption kOptions[] = {
    {"library", "NAME", "Library (default: as installed, else nccl-2.30 or rccl-2.21)", false, false,
     takeLibrary, libraryNames},
    {"env", "NAME=VALUE", "Variable of the run's environment; repeatable", true, false, takeVariable},
    {"nodes", "N", "Hosts in the job (default: 2)", false, false, takeNodes},
    {"bios", "TEXT", "BIOS version text (default: as captured)", false, false,
     [](JudgeOptions &options, const std::string &value) {
         options.bios = value;
         return Result<>();
     }},
    {"nvswitch", "LINKS", "Number of NVLinks from each GPU to NVSwitch, if the topology file omits them",
     false, false, takeLinks},
    {"host", "SOURCE", "The hypervisor of a VM (default: searched for in the folder of SOURCE)", false, true,
     [](JudgeOptions &options, const std::string &value) {
         options.hypervisor = value;
         return Result<>();
     }},
    {"peer", "SOURCE", "Another host of the job, to compare rails; repeatable", true, true,
     [](JudgeOptions &options, const std::string &value) {
         options.peers.push_back(value);
         return Result<>();
     }},
    {"used", "GPU=NIC", "Pair that a run used, as names (GPU2=ionic_3) or BDFs; repeatable", true, false,
     takePair},
};

template<class Device> std::string namesOf(const std::vector<Device> &devices) {
    constexpr std::size_t kMost = 16;
    std::string names;
    for (std::size_t i = 0; i < std::min(devices.size(), kMost); ++i)
        names += (i == 0 ? "" : ", ") + HostText(devices[i].name).plain(64);
    return devices.size() > kMost ? fmt::format("{} and {} more", names, devices.size() - kMost) : names;
}

template<class Device>
Result<pci::Address> addressOf(const std::string &pair, std::string_view word, const char *what,
                               const std::vector<Device> &devices, std::optional<std::size_t> found) {
    if (found && devices[*found].bdf)
        return *devices[*found].bdf;
    return failure(
        fmt::format("'{}': no {} named {}", HostText(pair).plain(200), what, HostText(word).plain(100)),
        "--used",
        devices.empty() ? fmt::format("this host has no {}", what) : "available: " + namesOf(devices));
}

using RunPair = std::pair<pci::Address, pci::Address>;

Result<RunPair> runPair(const std::string &pair, const affinity::Fabric &fabric) {
    std::string_view rest = pair;
    const std::string_view gpu = takeUntil(rest, '=');
    const auto gpuBdf = pci::Address::parse(gpu);
    std::optional<std::size_t> foundGpu = gpuBdf ? fabric.gpuAt(*gpuBdf) : std::nullopt;
    for (std::size_t i = 0; i < fabric.gpus.size() && !foundGpu; ++i)
        if (fabric.gpus[i].name == gpu)
            foundGpu = i;
    const auto first = addressOf(pair, gpu, "GPU", fabric.gpus, foundGpu);
    if (!first)
        return tl::unexpected(first.error());
    const auto second = addressOf(pair, rest, "NIC", fabric.nics, fabric.nicNamed(rest));
    if (!second)
        return tl::unexpected(second.error());
    return RunPair{*first, *second};
}

/// A peer is identified by its host name, and by its source if another one has the same name.
void addPeers(const std::string &own, std::span<const JudgePeer> peers, affinity::Question &question) {
    std::multiset<std::string> names = {own};
    for (const JudgePeer &peer : peers)
        if (const auto examined = judgeHost(peer.snapshot)) {
            affinity::PeerRails rails = affinity::railsUsed(*examined);
            names.insert(rails.host);
            if (names.count(rails.host) > 1)
                rails.host += fmt::format(" ({})", HostText(peer.source).plain(200));
            auto meeting = meetingOf(*examined);
            if (meeting && meeting->host != own) { // another capture of this host is not a peer
                meeting->host = rails.host;
                question.meeting.push_back(std::move(*meeting));
            }
            question.peerRails.push_back(std::move(rails));
        }
}

} // namespace

std::span<const JudgeOption> judgeOptions() {
    return kOptions;
}

std::string JudgeOption::helpText() const {
    return choices == nullptr ? std::string(help) : fmt::format("{}: {}", help, fmt::join(choices(), ", "));
}

affinity::Question questionOf(const JudgeOptions &options) {
    affinity::Question question;
    if (const auto library = nccl::requestedLibrary(options.library)) {
        question.library = library->modelled.model;
        question.release = library->release;
    }
    question.environment = options.environment;
    question.nodes = options.nodes;
    question.bios = options.bios;
    question.nvswitchLinks = options.nvswitchLinks;
    return question;
}

Result<std::shared_ptr<const affinity::Examination>> judgeHostWith(const JudgeOptions &options,
                                                                   const Snapshot &snapshot,
                                                                   const Snapshot *hypervisor,
                                                                   std::span<const JudgePeer> peers) {
    affinity::Question question = questionOf(options);
    question.hypervisor = hypervisor != nullptr ? hypervisor->topology.get() : nullptr;
    auto examination = judgeHost(snapshot, question);
    if (!examination || (peers.empty() && options.used.empty()))
        return examination;
    addPeers(examination->inputs.hostName, peers, question);
    for (const std::string &used : options.used) {
        const auto pair = runPair(used, examination->judgement.fabric);
        if (!pair)
            return tl::unexpected(pair.error());
        question.run.push_back(*pair);
    }
    return judgeHost(snapshot, std::move(question));
}

} // namespace fabricscope::app
