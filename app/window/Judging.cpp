// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SessionController that judges hosts beside each other: a VM's distances are its hypervisor's,
// and rails show only beside hosts of the same kind. Each host by itself is judged where it is read.
#include "app/jobs/JudgeHost.h"
#include "app/window/SessionController.h"
#include "core/affinity/Hypervisor.h"

#include <algorithm>
#include <map>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;
using Topologies = std::vector<std::shared_ptr<const topology::Topology>>;

/// Beside more hosts than these, rails are not compared: the first ones of a fleet tell its pattern.
constexpr std::size_t kMostPeers = 64;

bool isBeingRead(const HostSession &session) {
    return session.link == HostLink::Waiting || session.link == HostLink::Connecting ||
           session.link == HostLink::Collecting;
}

using TopologyPointer = std::shared_ptr<const topology::Topology>;

/// Which hosts are looked at beside which: made once for all of them.
class Relations {
public:
    Relations(const std::vector<std::unique_ptr<HostSession>> &sessions, bool withPeers) {
        for (const auto &session : sessions)
            if (session->snapshot.topology)
                for (const host::VmProcess &vm : session->snapshot.topology->host().vms)
                    addGuest(*session, vm);
        for (const auto &session : sessions)
            if (withPeers && session->snapshot.topology && !hypervisorOf(*session))
                addPeer(*session);
    }

    /// The host itself, its hypervisor (or nullptr), and others of its kind.
    [[nodiscard]] Topologies companyOf(const HostSession &host) const {
        const TopologyPointer hypervisor = hypervisorOf(host);
        Topologies company{host.snapshot.topology, hypervisor};
        const auto peers = m_peers.find(kindOf(host));
        if (hypervisor || peers == m_peers.end())
            return company;
        for (const TopologyPointer &peer : peers->second)
            if (peer != host.snapshot.topology)
                company.push_back(peer);
        return company;
    }

private:
    using Name = std::pair<bool, QString>; ///< live hosts belong to live ones, captures to captures
    using Key = std::pair<bool, std::string>;
    using Found = std::map<Key, TopologyPointer>;

    static void add(Found &found, Key key, const TopologyPointer &hypervisor) {
        if (key.second.empty())
            return;
        const auto [place, isNew] = found.try_emplace(std::move(key), hypervisor);
        if (!isNew)
            place->second = nullptr; // two say so
    }

    void addGuest(const HostSession &hypervisor, const host::VmProcess &vm) {
        add(m_byUuid, {hypervisor.isCapture(), affinity::uuidKey(vm.uuid)}, hypervisor.snapshot.topology);
        add(m_byName, {hypervisor.isCapture(), vm.name}, hypervisor.snapshot.topology);
    }

    /// Candidates come from the maps; affinity::runningVm() has the word.
    [[nodiscard]] TopologyPointer hypervisorOf(const HostSession &guest) const {
        const host::Host &facts = guest.snapshot.topology->host();
        const auto candidate = [&](const Found &among, std::string key) -> TopologyPointer {
            const auto found = among.find({guest.isCapture(), std::move(key)});
            const bool runs = found != among.end() && found->second &&
                              found->second != guest.snapshot.topology &&
                              affinity::runningVm(found->second->host(), facts);
            return runs ? found->second : nullptr;
        };
        if (auto byUuid = candidate(m_byUuid, affinity::uuidKey(facts.productUuid.valueOr({}))))
            return byUuid;
        for (const std::string &name : {facts.id.target, facts.hostname.valueOr({})})
            if (auto byName = candidate(m_byName, name))
                return byName;
        return nullptr;
    }

    static Name kindOf(const HostSession &host) {
        return {host.isCapture(), gpuBadge(*host.snapshot.topology)};
    }

    void addPeer(const HostSession &host) {
        const Name kind = kindOf(host);
        if (std::vector<TopologyPointer> &peers = m_peers[kind];
            !kind.second.isEmpty() && peers.size() < kMostPeers)
            peers.push_back(host.snapshot.topology);
    }

    Found m_byUuid, m_byName;
    std::map<Name, std::vector<TopologyPointer>> m_peers;
};

bool isAlone(const Topologies &company) {
    return company.size() == 2 && company[1] == nullptr;
}

std::shared_ptr<const affinity::Examination> judge(const Snapshot &snapshot, const Topologies &company) {
    affinity::Question question;
    question.hypervisor = company[1].get();
    for (std::size_t peer = 2; peer < company.size(); ++peer)
        question.peers.push_back(company[peer].get());
    return judgeHost(snapshot, std::move(question));
}

} // namespace

void SessionController::judgeBesideOthers() {
    if (m_stopped)
        return;
    // Peers are looked at once all is read, since each that comes changes the answer of all.
    const bool allRead = std::none_of(m_sessions.begin(), m_sessions.end(),
                                      [](const auto &session) { return isBeingRead(*session); });
    Topologies present;
    for (const auto &host : m_sessions)
        present.push_back(host->snapshot.topology);
    if (m_related == present && m_relatedToPeers == allRead)
        return;
    m_related = std::move(present);
    m_relatedToPeers = allRead;
    const Relations relations(m_sessions, allRead);
    for (const auto &host : m_sessions)
        if (host->snapshot.topology)
            judgeBeside(*host, relations.companyOf(*host), allRead);
}

void SessionController::judgeBeside(HostSession &host, Topologies company, bool withPeers) {
    if (company == host.judgedWith)
        return;
    // While others are read again, what was said beside the peers of before holds.
    if (!withPeers && host.judgedWith.size() >= 2 &&
        std::equal(company.begin(), company.begin() + 2, host.judgedWith.begin()))
        return;
    const bool wasAlone = host.judgedWith.empty() || host.judgedWith.front() != host.snapshot.topology ||
                          isAlone(host.judgedWith);
    host.judgedWith = std::move(company);
    host.judging = false; // an answer that is still on its way is another question's
    if (wasAlone && isAlone(host.judgedWith))
        return;
    host.judging = true;
    m_workers->post([box = m_bridge.mailbox(), id = host.id, generation = host.generation,
                     snapshot = host.snapshot, with = host.judgedWith] {
        box->post({id, generation, bridge::Judged{with, judge(snapshot, with)}});
    });
}

void SessionController::apply(HostSession &host, const bridge::Judged &judged) {
    if (judged.company != host.judgedWith)
        return;
    host.judging = false;
    host.snapshot.examination = judged.examination;
    updateFleet();
    Q_EMIT changed(host.id);
}

} // namespace fabricscope::app::window
