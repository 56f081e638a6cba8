// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/affinity/Pairing.h"

#include "core/present/affinity/FaultHint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace fabricscope::present {
namespace {

using affinity::Kind;
using findings::Severity;

struct KindText {
    Kind kind;
    std::string_view chip;             ///< after the distance
    std::string_view fromGpu, fromNic; ///< {}: the other end
};
constexpr std::array kWords{
    KindText{Kind::NoGdr, "no GDR", "no GDR with {}", "no GDR with {}"},
    KindText{Kind::RailSwapped, "other rail", "on another rail with {}", "on another rail with {}"},
    KindText{Kind::SharedWhileIdle, "shared", "shares {} while another NIC idles",
             "shared by {} while another NIC idles"},
    KindText{Kind::NearestDown, "nearest NIC down", "uses {} because its nearest NIC is down",
             "used by {} because its nearest NIC is down"},
    KindText{Kind::Mispaired, "mispaired", "mispaired with {}", "mispaired with {}"},
    KindText{Kind::CrossSocket, "across NUMA nodes", "across NUMA nodes from {}",
             "across NUMA nodes from {}"},
};

/// Mispaired takes precedence over all other kinds of a pair.
const KindText *wordsOf(const affinity::Pair &pair) {
    const Kind kind = pair.mispaired ? Kind::Mispaired : pair.kind;
    const auto found = std::find_if(kWords.begin(), kWords.end(),
                                    [kind](const KindText &words) { return words.kind == kind; });
    return found == kWords.end() ? nullptr : &*found;
}

bool isFinding(const std::optional<Severity> &severity) {
    return severity && *severity != Severity::Note;
}

bool isKnown(const topology::Reach &reach) {
    return reach.word != topology::PathWord::Unknown;
}

} // namespace

std::string pairText(const affinity::Judgement &judgement, const affinity::Pair &pair, bool fromGpu) {
    const KindText *words = wordsOf(pair);
    if (words == nullptr || !pair.nic)
        return {};
    const std::string &other =
        fromGpu ? judgement.fabric.nics[*pair.nic].name : judgement.fabric.gpus[pair.gpu].name;
    return fmt::format(fmt::runtime(fromGpu ? words->fromGpu : words->fromNic), other);
}

Pairing::Pairing(const affinity::Judgement *judgement, const std::function<NodeId(NodeId)> &boxOf) {
    if (judgement == nullptr)
        return;
    const affinity::Fabric &fabric = judgement->fabric;
    m_idealOnly = judgement->leading() == affinity::Basis::Ideal;
    std::set<std::pair<NodeId, NodeId>> known;
    for (const affinity::Pair &pair : judgement->pairs) {
        if (!judgement->isLeading(pair) || !pair.nic || pair.kind == Kind::Unknown)
            continue;
        const affinity::Gpu &gpu = fabric.gpus[pair.gpu];
        const affinity::Nic &nic = fabric.nics[*pair.nic];
        if (!gpu.node || !nic.node)
            continue;
        Drawn drawn;
        drawn.gpu = boxOf(*gpu.node);
        drawn.nic = boxOf(*nic.node);
        drawn.reach = pair.reach;
        drawn.mispaired = pair.mispaired;
        const KindText *words = wordsOf(pair);
        if (isFinding(pair.severity) && words != nullptr) {
            drawn.severity = pair.severity;
            addFinding(drawn.gpu, *pair.severity, pairText(*judgement, pair, true));
            addFinding(drawn.nic, *pair.severity, pairText(*judgement, pair, false));
        }
        if (!isKnown(pair.reach))
            continue;
        drawn.words = toString(pair.reach);
        drawn.hint = drawn.severity ? pairFault(pair) : pairHint(gpu.name, nic.name, pair.reach, m_idealOnly);
        if (drawn.severity)
            drawn.words += fmt::format(", {}", words->chip);
        drawn.label = fmt::format("{}, {}: {}", gpu.name, nic.name, drawn.words);
        if (pair.mispaired && !pair.idealNics.empty() && fabric.nics[pair.idealNics.front()].node) {
            drawn.expected = boxOf(*fabric.nics[pair.idealNics.front()].node);
            drawn.expectedReach = fabric.reach(pair.gpu, pair.idealNics.front());
        }
        if (known.emplace(drawn.gpu, drawn.nic).second)
            m_drawn.push_back(std::move(drawn));
    }
    std::stable_sort(m_drawn.begin(), m_drawn.end(), [](const Drawn &a, const Drawn &b) {
        return static_cast<int>(a.severity.value_or(Severity::Note)) <
               static_cast<int>(b.severity.value_or(Severity::Note)); // findings are painted last, on top
    });
    if (m_drawn.size() > kMost)
        m_drawn.erase(m_drawn.begin(), m_drawn.end() - static_cast<std::ptrdiff_t>(kMost));
}

void Pairing::addFinding(NodeId node, Severity severity, const std::string &words) {
    NodeFindings &entry = m_findings[node];
    entry.severity = std::max(entry.severity, severity);
    const std::string finding = fmt::format("{}: {}", findings::toString(severity), words);
    if (std::find(entry.findings.begin(), entry.findings.end(), finding) == entry.findings.end())
        entry.findings.push_back(finding);
}

std::optional<Severity> Pairing::severity(NodeId node) const {
    const auto found = m_findings.find(node);
    return found == m_findings.end() ? std::nullopt : std::optional(found->second.severity);
}

const std::vector<std::string> &Pairing::findings(NodeId node) const {
    static const std::vector<std::string> kNone;
    const auto found = m_findings.find(node);
    return found == m_findings.end() ? kNone : found->second.findings;
}

std::optional<std::size_t> pairOf(const affinity::Judgement *judgement, const findings::Finding &finding) {
    if (judgement == nullptr || !finding.rule.starts_with("pair."))
        return std::nullopt;
    for (std::size_t index = 0; index < judgement->pairs.size(); ++index)
        if (const affinity::Pair &pair = judgement->pairs[index];
            judgement->isLeading(pair) && judgement->fabric.gpus[pair.gpu].name == finding.device)
            return index;
    return std::nullopt;
}

void describePair(findings::Finding &finding, const affinity::Judgement &judgement,
                  const affinity::Pair &pair) {
    finding.device = judgement.fabric.gpus[pair.gpu].name;
    std::string words = pairText(judgement, pair, true);
    if (words.empty())
        return;
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    finding.set("words", std::move(words));
}

} // namespace fabricscope::present
