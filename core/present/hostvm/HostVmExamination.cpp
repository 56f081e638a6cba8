// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmExamination.h"

#include "core/present/hostvm/HostVmChecks.h"

#include <algorithm>
#include <map>

namespace fabricscope::present {

namespace {

/// The claims of the file as parsed by the library.
std::vector<HostVmClaim> claimsOf(const affinity::Judgement &judgement) {
    std::vector<HostVmClaim> claims;
    const affinity::Fabric &fabric = judgement.fabric;
    for (const affinity::Pair &pair : judgement.pairs)
        if (pair.basis == affinity::Basis::File && pair.nic && fabric.gpus[pair.gpu].bdf &&
            fabric.nics[*pair.nic].bdf && claims.size() < HostVmLimits::kClaims)
            claims.push_back({*fabric.gpus[pair.gpu].bdf, *fabric.nics[*pair.nic].bdf, pair.line});
    return claims;
}

/// The judgement for the same devices on the host; devices that are not there have no node.
affinity::Judgement onHostNodes(affinity::Judgement judgement, const hostvm::GuestMapping &guestMapping,
                                const topology::Topology &host) {
    std::map<pci::Address, topology::NodeId> nodes;
    for (const hostvm::Match &match : guestMapping.matches)
        if (const auto node = host.find(match.onHost))
            nodes.emplace(match.guest, *node);
    const auto move = [&nodes](auto &devices) {
        for (auto &device : devices) {
            const auto found = device.bdf ? nodes.find(*device.bdf) : nodes.end();
            device.node = found == nodes.end() ? std::nullopt : std::optional(found->second);
        }
    };
    move(judgement.fabric.gpus);
    move(judgement.fabric.nics);
    return judgement;
}

} // namespace

std::shared_ptr<const HostVmExamination> examineHostVm(const hostvm::Question &question) {
    hostvm::Examination known = hostvm::examine(question);
    const std::vector<HostVmClaim> claims =
        known.verification ? claimsOf(known.verification->judgement) : std::vector<HostVmClaim>();
    HostVmTable table({known.host.get(), known.guest.get(),
                       known.host && known.guest ? &known.guestMapping : nullptr, known.vmName,
                       question.file.has_value(), claims});
    std::vector<HostVmCheck> checks;
    if (known.verification)
        checks = hostVmChecks({*known.verification, table, *known.guest, known.text, claims.size()});
    std::vector<HostVmFileLine> difference;
    if (!known.expected.empty())
        difference = differenceOf(known.text, known.expected);
    return std::make_shared<const HostVmExamination>(
        HostVmExamination{std::move(known), std::move(table), std::move(checks), std::move(difference)});
}

std::shared_ptr<const SeenByGuest> seenByGuest(const HostVmExamination &examination,
                                               const affinity::Judgement *judgement) {
    if (!examination.guest || !examination.host || examination.guestMapping.matches.empty())
        return nullptr;
    auto seen = std::make_shared<SeenByGuest>();
    seen->guest = examination.table.guestName();
    for (const hostvm::Match &match : examination.guestMapping.matches)
        if (const auto node = examination.guest->find(match.guest))
            seen->onHost[match.onHost] = {match.guest.toString(), examination.guest->node(*node).name};
    seen->host = examination.host;
    if (judgement != nullptr)
        seen->judgement = std::make_shared<const affinity::Judgement>(
            onHostNodes(*judgement, examination.guestMapping, *examination.host));
    return seen;
}

} // namespace fabricscope::present
