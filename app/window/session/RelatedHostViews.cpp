// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a host in the side panels of a screen: its VMs, and its findings.
#include "app/window/session/RelatedHostViews.h"

#include "core/affinity/Examine.h"
#include "core/checks/Report.h"
#include "core/present/affinity/Pairing.h"
#include "core/search/Findings.h"

#include <algorithm>

namespace fabricscope::app::window {

namespace {

using findings::Severity;

bool runsOn(const HostSession &guest, const HostSession &hypervisor) {
    return &guest != &hypervisor && hypervisor.snapshot.topology &&
           guest.judgedIn.hypervisor == hypervisor.snapshot.topology;
}

/// What the checks of the host found, which includes what its tree and its pairs have.
std::vector<search::LocatedFinding> locatedFindings(const HostSession &session,
                                                    const affinity::Judgement *judgement) {
    const auto report = session.report();
    if (!report)
        return search::findingsOf(*session.snapshot.topology, judgement);
    std::vector<search::LocatedFinding> located;
    for (const checks::ReportedFinding &reported : checks::findingsOf(*report))
        located.push_back({*reported.finding, nodeOf(session, *reported.finding),
                           present::pairOf(judgement, *reported.finding)});
    return located;
}

const widgets::FleetGroup *groupOf(const std::vector<widgets::FleetGroup> &groups, quint64 id) {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [id](const widgets::FleetGroup &group) { return group.id == id; });
    return found != groups.end() ? &*found : nullptr;
}

/// Why the host has no report.
QString unreadText(const HostSession &session) {
    switch (session.link) {
    case widgets::HostLink::Waiting:
    case widgets::HostLink::Connecting:
    case widgets::HostLink::Collecting:
        return QObject::tr("not read yet");
    default:
        return session.failure ? summaryText(*session.failure) : QObject::tr("not connected");
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

std::vector<widgets::ListedFinding> findingsOf(const HostSession &session) {
    std::vector<widgets::ListedFinding> findings;
    if (!session.snapshot.topology)
        return findings;
    const auto judgement = session.judgement();
    for (search::LocatedFinding &found : locatedFindings(session, judgement.get())) {
        if (found.finding.severity == Severity::Note)
            continue;
        if (found.pair)
            present::describePair(found.finding, *judgement, judgement->pairs[*found.pair]);
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

std::optional<quint32> nodeOf(const HostSession &session, const findings::Finding &finding) {
    if (!session.snapshot.topology)
        return std::nullopt;
    const topology::Topology &topology = *session.snapshot.topology;
    if (const auto address = pci::Address::parse(finding.place.address))
        return topology.find(*address);
    for (const topology::Node &node : topology.nodes())
        if (!finding.device.empty() && node.name == finding.device)
            return node.id;
    return std::nullopt;
}

std::vector<present::CheckedHost> checkedHosts(const std::vector<std::unique_ptr<HostSession>> &sessions,
                                               const std::vector<widgets::FleetGroup> &groups) {
    std::vector<present::CheckedHost> hosts;
    for (const auto &session : sessions) {
        present::CheckedHost host;
        host.id = session->id;
        host.name = session->name().toStdString();
        if (const widgets::FleetGroup *group = groupOf(groups, session->group))
            host.group = group->name.toStdString();
        host.report = session->report();
        host.judgement = session->judgement();
        if (session->snapshot.capture)
            host.takenMs = session->snapshot.capture->takenMs;
        if (!host.report)
            host.unread = unreadText(*session).toStdString();
        hosts.push_back(std::move(host));
    }
    return hosts;
}

} // namespace fabricscope::app::window
