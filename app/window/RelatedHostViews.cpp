// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the side panels of a screen show about a host: its VMs, and its findings.
#include "app/window/RelatedHostViews.h"

#include "core/affinity/Examine.h"
#include "core/layout/Pairing.h"
#include "core/search/Findings.h"

namespace fabricscope::app::window {

namespace {

using findings::Severity;

bool runsOn(const HostSession &guest, const HostSession &hypervisor) {
    return &guest != &hypervisor && hypervisor.snapshot.topology &&
           guest.judgedIn.hypervisor == hypervisor.snapshot.topology;
}

bool isFinding(const std::optional<Severity> &severity) {
    return severity == Severity::Error || severity == Severity::Warning;
}

QString capitalized(const std::string &words) {
    QString text = QString::fromStdString(words);
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

/// Of a pair the sentence is the reason, and few words are enough in front of it.
void describePair(widgets::Finding &finding, const affinity::Judgement &judgement,
                  const affinity::Pair &pair) {
    finding.device = QString::fromStdString(judgement.fabric.gpus[pair.gpu].name);
    if (const std::string words = layout::pairText(judgement, pair, true); !words.empty()) {
        finding.title = capitalized(words);
        finding.why = QString::fromStdString(pair.reason);
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

widgets::HypervisorView hypervisorView(const std::vector<std::unique_ptr<HostSession>> &sessions,
                                       const HostSession &guest) {
    for (const auto &session : sessions)
        if (runsOn(guest, *session))
            return {session->id, session->name(), session->snapshot.topology};
    return {};
}

std::vector<widgets::Finding> findingsOf(const HostSession &session) {
    std::vector<widgets::Finding> findings;
    if (!session.snapshot.topology)
        return findings;
    const auto judgement = session.judgement();
    for (const search::Finding &found : search::findingsOf(*session.snapshot.topology, judgement.get())) {
        if (!isFinding(found.severity))
            continue;
        widgets::Finding finding;
        finding.severity = found.severity;
        finding.title = capitalized(found.words);
        finding.device = QString::fromStdString(found.device);
        finding.why = QString::fromStdString(found.why);
        finding.host = session.name();
        finding.hostId = session.id;
        finding.node = found.node;
        if (found.pair)
            describePair(finding, *judgement, judgement->pairs[*found.pair]);
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::vector<widgets::Finding> findingsWithGuests(const std::vector<std::unique_ptr<HostSession>> &sessions,
                                                 const HostSession &host) {
    std::vector<widgets::Finding> findings = findingsOf(host);
    for (const auto &session : sessions)
        if (runsOn(*session, host))
            for (widgets::Finding &finding : findingsOf(*session)) {
                finding.hypervisor = host.name();
                findings.push_back(std::move(finding));
            }
    return findings;
}

} // namespace fabricscope::app::window
