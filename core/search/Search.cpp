// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Search.h"

#include "core/search/Ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace fabricscope::search {

namespace {

using topology::Node;
using topology::NodeKind;

/// The host has its own entry, and a root complex has nothing to search for.
bool isDevice(const Node &node) {
    return node.kind != NodeKind::Host && node.kind != NodeKind::RootComplex;
}

/// Without the domain if the host uses only 0000.
std::string addressOf(const topology::Topology &topology, const Node &node) {
    if (!node.bdf)
        return {};
    const auto &functions = topology.host().functions;
    const bool oneDomain = functions.empty() || functions.back().address.domain == 0; // sorted
    return oneDomain ? node.bdf->toShortString() : node.bdf->toString();
}

std::string join(std::initializer_list<std::string_view> parts) {
    std::string result;
    for (const std::string_view part : parts)
        if (!part.empty())
            result += (result.empty() ? "" : ", ") + std::string(part);
    return result;
}

void fillDevice(Hit &hit, const Subject &subject) {
    const Node &node = *subject.node;
    hit.node = node.id;
    hit.kind = node.kind;
    hit.frontEnd = node.frontEnd;
    hit.severity = subject.facts->worst(node.id);
    hit.title = node.name;
    hit.address = addressOf(subject.facts->topology(), node);
    hit.detail =
        join({*node.model == node.name ? std::string_view() : *node.model, node.driver.value_or("")});
}

void fillHost(Hit &hit, const Subject &subject) {
    const HostSource &host = *subject.host;
    hit.title = host.name;
    hit.detail = join({host.badge, host.target == host.name ? std::string_view() : host.target});
    for (const auto severity : {findings::Severity::Error, findings::Severity::Warning})
        if (!hit.severity && subject.facts != nullptr && subject.facts->has(severity))
            hit.severity = severity;
}

void fillFinding(Hit &hit, const Subject &subject) {
    hit.node = subject.located->node;
    const findings::Finding &finding = subject.located->finding;
    hit.title = findings::capitalized(findings::headline(finding), finding);
    hit.detail = finding.rule;
}

void fillAction(Hit &hit, const ActionSource &action) {
    hit.title = action.name;
    hit.detail = action.menu;
}

constexpr struct {
    Group group;
    void (*fill)(Hit &, const Subject &);
} kFillers[] = {{kHosts, fillHost}, {kDevices, fillDevice}, {kFindings, fillFinding}};

std::size_t placeOf(Group group) {
    return static_cast<std::size_t>(std::find(Search::kGroups.begin(), Search::kGroups.end(), group) -
                                    Search::kGroups.begin());
}

/// Calls `visit` for the host, each of its devices and each of its findings.
template<class Visit>
void forEachSubject(const HostSource &host, const HostFacts *facts, const Visit &visit) {
    Subject subject;
    subject.host = &host;
    subject.facts = facts;
    subject.group = kHosts;
    visit(subject);
    if (facts == nullptr)
        return;
    subject.group = kDevices;
    for (const Node &node : facts->topology().nodes()) {
        subject.node = &node;
        if (isDevice(node))
            visit(subject);
    }
    subject.group = kFindings;
    for (const LocatedFinding &located : facts->findings()) {
        subject.located = &located;
        subject.node = located.node && *located.node < facts->topology().nodes().size()
                           ? &facts->topology().node(*located.node)
                           : nullptr;
        visit(subject);
    }
}

} // namespace

Search::Search(std::string_view text, std::shared_ptr<const Corpus> corpus, std::size_t most)
    : m_query(parse(text)), m_corpus(std::move(corpus)), m_most(most) {
    if (!m_query.errors.empty())
        m_next = m_corpus->hosts.size() + 1;
}

bool Search::advance() {
    if (m_next > m_corpus->hosts.size())
        return false;
    if (m_next < m_corpus->hosts.size())
        searchHost(m_next);
    else
        searchActions();
    ++m_next;
    return m_next <= m_corpus->hosts.size();
}

bool Search::isBetter(const Hit &hit, const Hit &than) const {
    // Errors rank before other entries of equal rank; the current host before others; then in their order.
    const auto key = [this](const Hit &each) {
        const bool isElsewhere = each.group != kActions && m_corpus->hosts[each.host].id != m_corpus->current;
        const int severityRank = each.group == kFindings
                                     ? 3 - static_cast<int>(each.severity.value_or(findings::Severity::Note))
                                     : 0;
        return std::tuple(-static_cast<int>(each.quality), -static_cast<int>(each.sum), severityRank,
                          isElsewhere);
    };
    return key(hit) < key(than);
}

template<class Fill> void Search::keep(Hit hit, const Fill &fill) {
    Hits &hits = m_hits[placeOf(hit.group)];
    ++hits.count;
    auto &best = hits.best;
    if (best.size() == m_most && (best.empty() || !isBetter(hit, best.back())))
        return;
    fill(hit);
    const auto place = std::upper_bound(best.begin(), best.end(), hit,
                                        [this](const Hit &a, const Hit &b) { return isBetter(a, b); });
    best.insert(place, std::move(hit));
    if (best.size() > m_most)
        best.pop_back();
}

void Search::searchHost(std::size_t index) {
    const HostSource &host = m_corpus->hosts[index];
    std::optional<HostFacts> facts;
    if (host.topology)
        facts.emplace(*host.topology, host.judgement.get());
    forEachSubject(host, facts ? &*facts : nullptr, [&](const Subject &subject) {
        if (m_query.isEmpty() && subject.group == kDevices)
            return;
        const auto rank = rankOf(m_query, subject);
        if (!rank)
            return;
        Hit hit;
        hit.group = subject.group;
        hit.quality = rank->worst;
        hit.sum = rank->sum;
        hit.host = index;
        if (subject.located != nullptr)
            hit.severity = subject.located->finding.severity;
        keep(std::move(hit), [&](Hit &kept) {
            for (const auto &[group, fill] : kFillers)
                if (group == subject.group)
                    fill(kept, subject);
        });
    });
}

void Search::searchActions() {
    if (m_query.isEmpty())
        return;
    for (std::size_t index = 0; index < m_corpus->actions.size(); ++index) {
        const ActionSource &action = m_corpus->actions[index];
        const auto rank = rankOf(m_query, {action.name, action.menu, action.keys});
        if (!rank)
            continue;
        Hit hit;
        hit.group = kActions;
        hit.quality = rank->worst;
        hit.sum = rank->sum;
        hit.action = index;
        keep(std::move(hit), [&](Hit &kept) { fillAction(kept, action); });
    }
}

const Hits &Search::hits(Group group) const {
    return m_hits[placeOf(group)];
}

std::optional<Group> Search::bestGroup() const {
    const Hit *best = nullptr;
    for (const Hits &hits : m_hits)
        if (!hits.best.empty() &&
            (best == nullptr || std::pair(hits.best.front().quality, hits.best.front().sum) >
                                    std::pair(best->quality, best->sum)))
            best = &hits.best.front();
    return best == nullptr ? std::nullopt : std::optional(best->group);
}

std::vector<topology::NodeId> matchingNodes(std::string_view text, const topology::Topology &topology,
                                            const affinity::Judgement *judgement, std::string_view host) {
    std::vector<topology::NodeId> found;
    const Query query = parse(text);
    if (query.terms.empty() || !query.errors.empty())
        return found;
    HostSource source;
    source.name = host;
    const HostFacts facts(topology, judgement);
    Subject subject;
    subject.host = &source;
    subject.facts = &facts;
    for (const Node &node : topology.nodes()) {
        subject.node = &node;
        if (isDevice(node) && rankOf(query, subject))
            found.push_back(node.id);
    }
    return found;
}

} // namespace fabricscope::search
