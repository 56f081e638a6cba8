// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::present {

using topology::NodeId;

/// What is said about a pair in few words, next to the name of its other end: "mispaired with ionic_3", seen
/// from the GPU, or from the NIC. Empty if there is none.
[[nodiscard]] std::string pairText(const affinity::Judgement &judgement, const affinity::Pair &pair,
                                   bool fromGpu);

/// The pairs of one host that are drawn: those it works by, at known distance. Draws no conclusions
/// itself.
class Pairing {
public:
    struct Drawn {
        NodeId gpu = 0, nic = 0; ///< of the boxes: a VF's is its PF's, a partition's its GPU's
        topology::Reach reach;
        std::optional<findings::Severity> severity; ///< only warnings and errors
        bool mispaired = false;
        std::string words;              ///< for a chip: "NODE, mispaired"; else the distance alone, "PIX"
        std::optional<NodeId> expected; ///< the NIC that should be in its place
        topology::Reach expectedReach;
        std::string label; ///< "GPU2, ionic_3: NODE, mispaired"
        std::string hint;  ///< the same in a sentence; for a finding also what to do
    };

    /// Bound on what is drawn; findings come first.
    static constexpr std::size_t kMost = 1024;

    /// `boxOf`: the node whose box stands for a node.
    Pairing(const affinity::Judgement *judgement, const std::function<NodeId(NodeId)> &boxOf);

    [[nodiscard]] const std::vector<Drawn> &drawn() const { return m_drawn; }
    /// It is not known which pairs are used: these are the ones that the hardware suggests.
    [[nodiscard]] bool isIdealOnly() const { return m_idealOnly; }
    /// The worst severity among the pairs of this device; warnings and errors.
    [[nodiscard]] std::optional<findings::Severity> severity(NodeId node) const;
    /// For its accessible name: "error: mispaired with ionic_3".
    [[nodiscard]] const std::vector<std::string> &findings(NodeId node) const;

private:
    struct NodeFindings {
        findings::Severity severity = findings::Severity::Note;
        std::vector<std::string> findings;
    };
    void addFinding(NodeId node, findings::Severity severity, const std::string &words);

    std::vector<Drawn> m_drawn;
    std::map<NodeId, NodeFindings> m_findings;
    bool m_idealOnly = false;
};

/// The pair in force of the GPU that a finding "pair.*" is about; none where there is no judgement of it.
[[nodiscard]] std::optional<std::size_t> pairOf(const affinity::Judgement *judgement,
                                                const findings::Finding &finding);
/// Gives such a finding a title of a few words, without the GPU's name; its sentence is the reason.
void describePair(findings::Finding &finding, const affinity::Judgement &judgement,
                  const affinity::Pair &pair);

} // namespace fabricscope::present
