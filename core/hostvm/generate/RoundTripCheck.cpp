// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/generate/RoundTripCheck.h"

#include "core/affinity/Examine.h"
#include "core/affinity/Sentences.h"
#include "core/base/HostText.h"
#include "core/nccl/machine/Merge.h"

#include <fmt/format.h>

namespace fabricscope::hostvm {

using affinity::Fabric;

bool RoundTripCheck::isOtherLibrary() const {
    return m_machine.flavorKnown && m_machine.flavor != m_options.version->flavor;
}

std::string RoundTripCheck::differs(std::string_view text) const {
    const auto tree = nccl::readXml(text, *m_options.version);
    if (!tree)
        return tree.error().toString();
    if (isOtherLibrary())
        return claimsDiffer(*tree);
    const nccl::Merged merged = nccl::merge(*tree, m_machine, m_options);
    if (merged.error)
        return merged.error->toString();
    const nccl::Decisions decisions = nccl::decide(merged.tree, m_options);
    if (decisions.error)
        return decisions.error->toString();
    Fabric read = m_fabric;
    affinity::joinLibrary(read, decisions);
    for (const SwitchGroup &group : m_groups)
        if (std::string wrong = groupDiffers(group, read, decisions); !wrong.empty())
            return wrong;
    return {};
}

std::string RoundTripCheck::claimsDiffer(const nccl::XmlTree &tree) const {
    std::set<std::pair<std::size_t, std::size_t>> claims, expected;
    for (const affinity::StatedPair &claim : affinity::claimedPairs(tree, m_fabric))
        claims.emplace(claim.gpu, claim.nic);
    for (const SwitchGroup &group : m_groups)
        for (const std::size_t gpu : group.gpus)
            for (const std::size_t nic : group.nics)
                expected.emplace(gpu, nic);
    return claims == expected ? "" : "it reads other pairs";
}

std::string RoundTripCheck::groupDiffers(const SwitchGroup &group, const Fabric &read,
                                         const nccl::Decisions &decisions) const {
    std::set<int> own;
    for (const std::size_t nic : group.nics)
        for (const std::size_t port : read.nics[nic].ports)
            own.insert(static_cast<int>(port));
    for (const std::size_t gpu : group.gpus) {
        const auto &library = read.gpus[gpu].library;
        if (!library || own.empty())
            continue; // not used by the job, or without an active port: already reported
        if (std::string wrong = gpuDiffers(*library, own, read.gpus[gpu].name, decisions); !wrong.empty())
            return wrong;
    }
    return {};
}

std::string RoundTripCheck::gpuDiffers(std::size_t library, const std::set<int> &own, const std::string &name,
                                       const nccl::Decisions &decisions) const {
    const auto nicName = [&](int nic) {
        return HostText(decisions.nics[static_cast<std::size_t>(nic)].name).plain(64);
    };
    for (const int nic : own)
        if (const auto type = decisions.pair(library, static_cast<std::size_t>(nic)).type;
            type > nccl::PathType::Pix)
            return fmt::format("{} sees {} from {} to {}", affinity::libraryName(*m_options.version),
                               m_options.version->pathName(type), name, nicName(nic));
    for (std::size_t channel = 0; channel < nccl::kReportedChannels; ++channel)
        if (const auto &nic = decisions.localNic(library, channel); !nic || !own.contains(*nic))
            return fmt::format("{} would use {}", name, nic ? nicName(*nic) : std::string("no NIC"));
    return {};
}

} // namespace fabricscope::hostvm
