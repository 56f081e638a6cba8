// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a host in the side panels of a screen: its VMs, and its findings.
#include "app/window/session/RelatedHostViews.h"

#include "core/affinity/Examine.h"
#include "core/present/affinity/Pairing.h"
#include "core/search/Findings.h"

#include <cctype>

namespace fabricscope::app::window {

namespace {

using findings::Severity;

bool runsOn(const HostSession &guest, const HostSession &hypervisor) {
    return &guest != &hypervisor && hypervisor.snapshot.topology &&
           guest.judgedIn.hypervisor == hypervisor.snapshot.topology;
}

/// For a pair, the sentence is the reason, and a few words in front of it suffice.
void describePair(findings::Finding &finding, const affinity::Judgement &judgement,
                  const affinity::Pair &pair) {
    finding.device = judgement.fabric.gpus[pair.gpu].name;
    std::string words = present::pairText(judgement, pair, true);
    if (words.empty())
        return;
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    finding.set("words", std::move(words));
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

std::vector<widgets::ListedFinding> findingsOf(const HostSession &session) {
    std::vector<widgets::ListedFinding> findings;
    if (!session.snapshot.topology)
        return findings;
    const auto judgement = session.judgement();
    for (search::LocatedFinding &found : search::findingsOf(*session.snapshot.topology, judgement.get())) {
        if (found.finding.severity == Severity::Note)
            continue;
        if (found.pair)
            describePair(found.finding, *judgement, judgement->pairs[*found.pair]);
        found.finding.host = session.name().toStdString();
        findings.push_back({std::move(found.finding), {}, session.id, found.node});
    }
    return findings;
}

std::vector<widgets::ListedFinding>
findingsWithGuests(const std::vector<std::unique_ptr<HostSession>> &sessions, const HostSession &host) {
    std::vector<widgets::ListedFinding> findings = findingsOf(host);
    for (const auto &session : sessions)
        if (runsOn(*session, host))
            for (widgets::ListedFinding &finding : findingsOf(*session)) {
                finding.hypervisor = host.name();
                findings.push_back(std::move(finding));
            }
    return findings;
}

} // namespace fabricscope::app::window
