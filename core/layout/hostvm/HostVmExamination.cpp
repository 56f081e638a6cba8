// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/hostvm/HostVmExamination.h"

#include "core/layout/hostvm/HostVmChecks.h"

#include <algorithm>
#include <map>

namespace fabricscope::layout {

using findings::Severity;

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

/// Edits for notes are left to the user, and problems outside the file cannot be fixed in its text.
bool isAsItShouldBe(const hostvm::Verification &verification) {
    return verification.worst() != Severity::Error &&
           std::none_of(verification.findings.begin(), verification.findings.end(),
                        [](const hostvm::FileFinding &one) {
                            return one.finding.severity > Severity::Note && !one.edit.isEmpty();
                        });
}

} // namespace

std::shared_ptr<const HostVmExamination> examineHostVm(const HostVmQuestion &question) {
    hostvm::GuestMapping guestMapping;
    if (question.host && question.guest)
        guestMapping =
            hostvm::mapGuest(*question.host, *question.guest,
                             {question.overrides, question.earlier ? &question.earlier->host() : nullptr});
    std::optional<hostvm::Verification> verification;
    hostvm::Generated generated;
    std::vector<HostVmClaim> claims;
    if (question.guest) {
        const hostvm::GuestOnHost sides{*question.guest, question.host.get(), guestMapping};
        hostvm::GenerateOptions options;
        if (question.file) {
            options.path = question.file->path;
            hostvm::VerifyOptions verify;
            verify.path = question.file->path;
            verify.installed = question.file->text;
            verification = hostvm::verify(question.file->text, sides, verify);
            claims = claimsOf(verification->judgement);
        }
        if (question.host)
            generated = hostvm::generate(sides, options);
    }
    HostVmTable table({question.host.get(), question.guest.get(),
                       question.host && question.guest ? &guestMapping : nullptr, question.vmName,
                       question.file.has_value(), claims});
    std::vector<HostVmCheck> checks;
    if (verification)
        checks = hostVmChecks({*verification, table, *question.guest, question.file->text, claims.size()});
    auto result = std::make_shared<HostVmExamination>(HostVmExamination{question.host,
                                                                        question.guest,
                                                                        question.vmName,
                                                                        std::move(guestMapping),
                                                                        std::move(table),
                                                                        {},
                                                                        {},
                                                                        {},
                                                                        std::move(verification),
                                                                        std::move(generated),
                                                                        std::move(checks),
                                                                        {}});
    if (question.file) {
        result->path = question.file->path;
        result->text = question.file->text;
    }
    if (result->verification && isAsItShouldBe(*result->verification))
        result->expected = result->text;
    else if (result->verification && !result->verification->corrected.empty())
        result->expected = result->verification->corrected;
    else
        result->expected = result->generated.text;
    if (!result->expected.empty())
        result->difference = differenceOf(result->text, result->expected);
    return result;
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

} // namespace fabricscope::layout
