// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SearchableHosts.h"

#include <QCoreApplication>

namespace fabricscope::app::window {

namespace {

search::HostSource::State stateOf(const HostSession &session) {
    if (session.isCapture())
        return search::HostSource::State::Capture;
    switch (session.link) {
    case widgets::HostLink::Connected:
        return search::HostSource::State::Connected;
    case widgets::HostLink::Unreachable:
        return search::HostSource::State::Unreachable;
    default:
        return search::HostSource::State::Other;
    }
}

search::HostSource sourceOf(const HostSession &session) {
    search::HostSource source;
    source.id = session.id;
    source.name = session.name().toStdString();
    source.target = session.target().toStdString();
    source.state = stateOf(session);
    source.topology = session.snapshot.topology;
    source.judgement = session.judgement();
    if (source.topology)
        source.badge = gpuBadge(*source.topology).toStdString();
    return source;
}

search::HostSource sourceOf(const widgets::FleetEntry &hypervisor, const widgets::FleetEntry::Guest &guest) {
    search::HostSource source;
    source.id = hypervisor.id;
    source.name = source.target = guest.name.toStdString();
    source.badge = QCoreApplication::translate("Search", "VM on %1, %2 GPU")
                       .arg(hypervisor.name)
                       .arg(guest.gpus)
                       .toStdString();
    return source;
}

} // namespace

std::vector<search::HostSource> searchableHosts(const std::vector<std::unique_ptr<HostSession>> &sessions) {
    std::vector<search::HostSource> hosts;
    for (const auto &session : sessions)
        hosts.push_back(sourceOf(*session));
    for (const widgets::FleetEntry &entry : fleetEntries(sessions))
        for (const widgets::FleetEntry::Guest &guest : entry.guests)
            hosts.push_back(sourceOf(entry, guest));
    return hosts;
}

std::optional<topology::NodeId> presentNode(const search::Corpus &searched, quint64 host,
                                            topology::NodeId node, const topology::Topology &now) {
    for (const search::HostSource &source : searched.hosts) {
        if (source.id != host || !source.topology)
            continue;
        if (source.topology.get() == &now)
            return node;
        const auto &bdf = source.topology->node(node).bdf;
        return bdf ? now.find(*bdf) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace fabricscope::app::window
