// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/HostJudging.h"

#include "app/jobs/collect/ReleaseOnWorker.h"
#include "app/jobs/judge/CheckHost.h"
#include "app/jobs/judge/JudgeHost.h"
#include "core/affinity/Hypervisor.h"

#include <algorithm>
#include <map>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;
using RailsPointer = std::shared_ptr<const affinity::PeerRails>;
using MeetingPointer = std::shared_ptr<const nccl::BootstrapPeer>;
using TopologyPointer = std::shared_ptr<const topology::Topology>;

/// Maximum number of rail patterns compared: the first ones of a fleet suffice.
constexpr std::size_t kMaxPatterns = 64;
/// A few hosts suffice to check whether hosts of a job can connect; with more, each new host would change the
/// input of all others.
constexpr std::size_t kMaxMeeting = 8;

bool isBeingRead(const HostSession &session) {
    return session.link == HostLink::Waiting || session.link == HostLink::Connecting ||
           session.link == HostLink::Collecting;
}

bool hasNoSubnets(const affinity::PeerRails &rails) {
    return std::all_of(rails.byGpu.begin(), rails.byGpu.end(),
                       [](const std::vector<std::string> &subnets) { return subnets.empty(); });
}

/// Hosts whose GPUs use the same rails give the same result for another host: one of them is used. The second
/// replaces the first when the first one, or another capture of it, is judged, because a host gives no result
/// for itself.
struct RailPattern {
    RailsPointer first, second; ///< of two different hosts

    [[nodiscard]] const RailsPointer &railsFor(const affinity::PeerRails &judged) const {
        return first->host == judged.host ? second : first;
    }
};

/// Which hosts are compared with which: built once for all of them.
class Relations {
public:
    Relations(const std::vector<std::unique_ptr<HostSession>> &sessions, bool withPeers) {
        for (const auto &session : sessions)
            if (session->snapshot.topology)
                for (const host::VmProcess &vm : session->snapshot.topology->host().vms)
                    addGuest(*session, vm);
        for (const auto &session : sessions)
            if (session->snapshot.topology)
                m_contexts[session.get()] = {session->snapshot.topology, hypervisorOf(*session), {}, {}};
        if (withPeers)
            addPeers(sessions);
    }

    [[nodiscard]] JudgementContext contextOf(const HostSession &host) const { return m_contexts.at(&host); }

private:
    using Kind = std::pair<bool, QString>; ///< live hosts with live hosts, captures with captures
    using Key = std::pair<bool, std::string>;
    using Found = std::map<Key, TopologyPointer>;
    using Patterns = std::map<std::vector<std::vector<std::string>>, std::size_t>;

    static void add(Found &found, Key key, const TopologyPointer &hypervisor) {
        if (key.second.empty())
            return;
        const auto [place, isNew] = found.try_emplace(std::move(key), hypervisor);
        if (!isNew)
            place->second = nullptr; // two hypervisors claim it
    }

    void addGuest(const HostSession &hypervisor, const host::VmProcess &vm) {
        add(m_byUuid, {hypervisor.isCapture(), affinity::uuidKey(vm.uuid)}, hypervisor.snapshot.topology);
        add(m_byName, {hypervisor.isCapture(), vm.name}, hypervisor.snapshot.topology);
    }

    /// Takes candidates from the maps; affinity::runningVm() decides.
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

    void addPeers(const std::vector<std::unique_ptr<HostSession>> &sessions) {
        std::map<Kind, std::vector<HostSession *>> kinds;
        for (const auto &session : sessions)
            if (session->snapshot.rails && !m_contexts.at(session.get()).hypervisor)
                if (const QString badge = gpuBadge(*session->snapshot.topology); !badge.isEmpty())
                    kinds[{session->isCapture(), badge}].push_back(session.get());
        for (const auto &[kind, hosts] : kinds) {
            const std::vector<RailPattern> patterns = patternsOf(hosts);
            addMeeting(hosts);
            for (const HostSession *host : hosts)
                for (const RailPattern &pattern : patterns)
                    if (const RailsPointer &patternRails = pattern.railsFor(*host->snapshot.rails))
                        m_contexts.at(host).peers.push_back(patternRails);
        }
    }

    /// Whether these are two hosts: captures of one host have all their addresses in common.
    static bool areTwo(const HostSession &a, const HostSession &b) {
        return &a != &b && a.snapshot.rails->host != b.snapshot.rails->host;
    }

    void addMeeting(const std::vector<HostSession *> &hosts) {
        std::vector<const HostSession *> first;
        for (const HostSession *host : hosts)
            if (host->snapshot.meeting && first.size() <= kMaxMeeting) // one more: a host skips itself
                first.push_back(host);
        for (const HostSession *host : hosts)
            for (const HostSession *other : first)
                if (auto &meeting = m_contexts.at(host).meeting;
                    areTwo(*host, *other) && meeting.size() < kMaxMeeting)
                    meeting.push_back(other->snapshot.meeting);
    }

    static std::vector<RailPattern> patternsOf(const std::vector<HostSession *> &hosts) {
        std::vector<RailPattern> patterns;
        Patterns known;
        for (const HostSession *host : hosts) {
            const RailsPointer &rails = host->snapshot.rails;
            if (hasNoSubnets(*rails))
                continue;
            const auto [place, isNew] = known.try_emplace(rails->byGpu, patterns.size());
            if (isNew && patterns.size() < kMaxPatterns)
                patterns.push_back({rails, nullptr});
            else if (place->second < patterns.size() && !patterns[place->second].second &&
                     patterns[place->second].first->host != rails->host)
                patterns[place->second].second = rails;
        }
        return patterns;
    }

    Found m_byUuid, m_byName;
    std::map<const HostSession *, JudgementContext> m_contexts;
};

bool isSame(const RailsPointer &a, const RailsPointer &b) {
    return a == b || (a->host == b->host && a->byGpu == b->byGpu);
}

bool isSame(const MeetingPointer &a, const MeetingPointer &b) {
    return a == b || (a->host == b->host && a->interface == b->interface && a->address == b->address &&
                      a->addresses == b->addresses);
}

template<class Pointer> bool areSame(const std::vector<Pointer> &a, const std::vector<Pointer> &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Pointer &x, const Pointer &y) { return isSame(x, y); });
}

bool isSame(const JudgementContext &a, const JudgementContext &b) {
    return a.host == b.host && a.hypervisor == b.hypervisor && areSame(a.peers, b.peers) &&
           areSame(a.meeting, b.meeting);
}

affinity::Question questionIn(const JudgementContext &context) {
    affinity::Question question;
    question.hypervisor = context.hypervisor.get();
    for (const RailsPointer &peer : context.peers)
        question.peerRails.push_back(*peer);
    for (const MeetingPointer &other : context.meeting)
        question.meeting.push_back(*other);
    return question;
}

} // namespace

HostJudging::HostJudging(SessionJobs &jobs, SessionHosts &hosts)
    : m_jobs(jobs)
    , m_hosts(hosts)
    , m_judge(judgeHost)
    , m_judged(jobs.mailbox(), [this](bridge::Origin from, const Judged &judged) { take(from, judged); }) {}

void HostJudging::judgeInContexts() {
    if (m_jobs.isStopped())
        return;
    // Peers are considered once all hosts are read, since each new one changes the results of all.
    const bool allRead = std::none_of(m_hosts.hosts().begin(), m_hosts.hosts().end(),
                                      [](const auto &session) { return isBeingRead(*session); });
    std::vector<TopologyPointer> present;
    for (const auto &host : m_hosts.hosts())
        present.push_back(host->snapshot.topology);
    if (m_related == present && m_relatedToPeers == allRead)
        return;
    m_related = std::move(present);
    m_relatedToPeers = allRead;
    const Relations relations(m_hosts.hosts(), allRead);
    for (const auto &host : m_hosts.hosts())
        if (host->snapshot.topology)
            judgeInContext(*host, relations.contextOf(*host), allRead);
}

void HostJudging::judgeInContext(HostSession &host, JudgementContext context, bool withPeers) {
    JudgementContext &known = host.judgedIn;
    if (isSame(context, known))
        return;
    // While others are read again, the result with the previous peers stays valid.
    if (!withPeers && known.host == context.host && known.hypervisor == context.hypervisor)
        return;
    const bool wasAlone = known.host != host.snapshot.topology || known.isAlone();
    known = std::move(context);
    host.judging = false; // a pending result is of an earlier request
    ++host.judgingQuestion;
    if (wasAlone && known.isAlone())
        return; // a host alone is judged when it is read
    host.judging = true;
    m_jobs.workers().post([to = m_judged.sender(), judge = m_judge, release = m_jobs.release(),
                           from = host.origin(), question = host.judgingQuestion, snapshot = host.snapshot,
                           with = known] {
        auto examination = judge(snapshot, questionIn(with));
        auto report = std::make_shared<const checks::HostReport>(checkHost(snapshot, examination.get()));
        to.post(from, {question, releasedOn(release, std::move(examination)),
                       releasedOn(release, std::move(report))});
    });
}

void HostJudging::take(bridge::Origin from, const Judged &judged) {
    HostSession *host = m_hosts.find(from.id);
    if (host == nullptr || host->generation != from.generation || judged.question != host->judgingQuestion)
        return;
    host->judging = false;
    host->snapshot.examination = judged.examination;
    host->snapshot.report = judged.report;
    m_jobs.queue().changeFleet();
    m_jobs.queue().changeHost(host->id);
}

} // namespace fabricscope::app::window
