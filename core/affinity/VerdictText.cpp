// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/VerdictText.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::affinity {

std::string usesText(const Fabric &fabric, const std::vector<const Pair *> &pairs) {
    std::map<std::size_t, std::vector<std::size_t>> nicsOf;
    std::vector<std::size_t> gpus; // in the order of pairs
    for (const Pair *pair : pairs) {
        auto &own = nicsOf[pair->gpu];
        if (own.empty())
            gpus.push_back(pair->gpu);
        if (std::find(own.begin(), own.end(), *pair->nic) == own.end())
            own.push_back(*pair->nic);
    }
    std::vector<std::string> parts;
    std::set<std::size_t> mentioned;
    for (const std::size_t gpu : gpus) {
        if (mentioned.contains(gpu))
            continue;
        std::vector<std::string> users, nics;
        for (const std::size_t other : gpus)
            if (nicsOf[other] == nicsOf[gpu]) {
                users.push_back(fabric.gpus[other].name);
                mentioned.insert(other);
            }
        for (const std::size_t nic : nicsOf[gpu])
            nics.push_back(fabric.nics[nic].name);
        parts.push_back(
            fmt::format("{} use{} {}", listed(users), users.size() == 1 ? "s" : "", listed(nics)));
    }
    return listed(parts);
}

Sharing sharingOf(const Fabric &fabric, const std::vector<const Pair *> &pairs) {
    std::map<std::size_t, std::set<std::size_t>> users;
    for (const Pair *pair : pairs)
        users[*pair->nic].insert(pair->gpu);
    std::vector<std::string> idle, parts;
    std::set<std::size_t> sharers;
    for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic)
        if (fabric.nics[nic].isCandidate() && !users.contains(nic))
            idle.push_back(fabric.nics[nic].name);
    for (const auto &[nic, gpus] : users) {
        if (gpus.size() < 2)
            continue;
        std::vector<std::string> names;
        for (const std::size_t gpu : gpus)
            names.push_back(fabric.gpus[gpu].name);
        parts.push_back(fmt::format("{} share {}", listed(names), fabric.nics[nic].name));
        sharers.insert(gpus.begin(), gpus.end());
    }
    if (parts.empty())
        return {};
    constexpr std::size_t kMost = 2;
    const std::string text = parts.size() > kMost
                                 ? fmt::format("{} of them share {} NICs", sharers.size(), parts.size())
                                 : listed(parts);
    if (idle.empty())
        return {text, false};
    return {fmt::format("{} while {} idle{}", text, listed(idle), idle.size() == 1 ? "s" : ""), true};
}

bool setSingleHostVerdict(const Judgement &judgement, const Inputs &inputs, Verdict &verdict) {
    const nccl::Decisions *library = inputs.library;
    const auto isRun = [](const Pair &pair) {
        return pair.basis == Basis::Run;
    };
    const auto needsNic = [](const nccl::GpuGpu &pair) {
        return pair.transport == nccl::Transport::Net;
    };
    if (inputs.nodes != 1 || !library || library->error || library->gpus.empty() ||
        std::any_of(judgement.pairs.begin(), judgement.pairs.end(), isRun) ||
        std::any_of(library->gpuGpu.begin(), library->gpuGpu.end(), needsNic))
        return false;
    verdict.why = fmt::format("In a multi-host job: {}{}{}", verdict.sentence, verdict.why.empty() ? "" : " ",
                              verdict.why);
    if (verdict.severity)
        verdict.severity = Severity::Note;
    verdict.sentence =
        fmt::format("A single-host job uses no NIC{}.",
                    library->gpus.size() > 1 ? ": its GPUs communicate directly or through host memory" : "");
    return true;
}

void addFindings(const Judgement &judgement, Verdict &verdict) {
    constexpr std::size_t kMost = 12;
    bool isSecondary = false; // what follows does not explain the sentence
    for (const findings::Finding &finding : judgement.findings) {
        const std::string stated = findings::claim(finding);
        const bool quiet = finding.severity == Severity::Note;
        const bool worse = !quiet && (!verdict.severity || *verdict.severity < finding.severity);
        std::string &to = worse ? verdict.sentence : verdict.why;
        to += (to.empty() ? "" : " ") + std::string(worse || isSecondary ? "" : "Also: ") + stated;
        isSecondary = isSecondary || !worse;
        if (quiet)
            continue;
        verdict.severity = std::max(verdict.severity, std::optional(finding.severity));
        if (const std::string why = findings::sentence(finding); !why.empty())
            verdict.why += (verdict.why.empty() ? "" : " ") + why;
        for (const std::string &line : findings::steps(finding))
            if (verdict.fix.size() < kMost &&
                std::find(verdict.fix.begin(), verdict.fix.end(), line) == verdict.fix.end())
                verdict.fix.push_back(line);
    }
}

} // namespace fabricscope::affinity
