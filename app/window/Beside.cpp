// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the panels beside a screen say of a host: its VMs, and its findings.
#include "app/window/Beside.h"

#include "core/affinity/Examine.h"
#include "core/layout/Pairing.h"

namespace fabricscope::app::window {

namespace {

using topology::Severity;

bool runsOn(const HostSession &guest, const HostSession &hypervisor) {
    return &guest != &hypervisor && hypervisor.snapshot.topology &&
           guest.judgedWith.hypervisor == hypervisor.snapshot.topology;
}

bool isFinding(const std::optional<Severity> &severity) {
    return severity == Severity::Error || severity == Severity::Warning;
}

widgets::Finding findingOf(const HostSession &session, Severity severity, const std::string &title) {
    widgets::Finding finding;
    finding.severity = severity;
    finding.title = QString::fromStdString(title);
    if (!finding.title.isEmpty())
        finding.title[0] = finding.title[0].toUpper();
    finding.host = session.name();
    finding.hostId = session.id;
    return finding;
}

void addPairs(std::vector<widgets::Finding> &findings, const HostSession &session,
              const affinity::Judgement &judgement) {
    for (const affinity::Pair &pair : judgement.pairs) {
        if (!judgement.isLeading(pair) || !isFinding(pair.severity))
            continue;
        const affinity::Gpu &gpu = judgement.fabric.gpus[pair.gpu];
        const std::string words = layout::pairWords(judgement, pair, true);
        widgets::Finding finding = findingOf(session, *pair.severity, words.empty() ? pair.reason : words);
        finding.device = QString::fromStdString(gpu.name);
        finding.why = words.empty() ? QString() : QString::fromStdString(pair.reason);
        finding.node = gpu.node;
        findings.push_back(std::move(finding));
    }
}

} // namespace

std::vector<widgets::GuestView> guestViews(const std::vector<std::unique_ptr<HostSession>> &sessions,
                                           const HostSession &hypervisor) {
    std::vector<widgets::GuestView> guests;
    for (const auto &session : sessions)
        if (runsOn(*session, hypervisor) && session->judgement())
            guests.push_back({session->id, session->name(), session->judgement()});
    return guests;
}

std::vector<widgets::Finding> findingsOf(const HostSession &session) {
    std::vector<widgets::Finding> findings;
    if (!session.snapshot.topology)
        return findings;
    for (const topology::Node &node : session.snapshot.topology->nodes())
        for (const topology::Remark &remark : node.remarks) {
            if (!isFinding(remark.severity))
                continue;
            widgets::Finding finding = findingOf(session, remark.severity, remark.text);
            finding.device = QString::fromStdString(node.name);
            finding.node = node.id;
            findings.push_back(std::move(finding));
        }
    if (const auto judgement = session.judgement())
        addPairs(findings, session, *judgement);
    return findings;
}

std::vector<widgets::Finding> findingsBeside(const std::vector<std::unique_ptr<HostSession>> &sessions,
                                             const HostSession &host) {
    std::vector<widgets::Finding> findings = findingsOf(host);
    for (const auto &session : sessions)
        if (runsOn(*session, host))
            for (widgets::Finding &finding : findingsOf(*session))
                findings.push_back(std::move(finding));
    return findings;
}

} // namespace fabricscope::app::window
