// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmTable.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricscope::present {

/// Fills in a HostVmTable. For .cpp files of this folder; lives as long as one constructor.
class HostVmBuilder {
public:
    HostVmBuilder(const HostVmInput &input, HostVmTable &table);
    void build();

private:
    using Node = topology::Node;

    void addHostRows();
    void addGuestRows();
    [[nodiscard]] bool isForThisVm(const Node &node) const;
    void addHostRow(const Node &node);
    void addToBox(const Node &node, std::size_t row);
    void countOther(const Node &node);
    [[nodiscard]] const Node &holderOf(const Node &node) const;
    [[nodiscard]] bool isOfFrontEnd(const Node &node) const;
    [[nodiscard]] HostVmBox &boxOf(const Node &node);
    [[nodiscard]] HostVmBand &numaBandOf(const Node &node);
    [[nodiscard]] HostVmBand &frontEndBand();
    [[nodiscard]] HostVmBand &bandFor(int rank, int numa, const std::string &title);
    void finishBoxes();
    void addGuestRow(const Node &node);
    void putFrontEndLast();

    struct Claimed {
        HostVmClaim claim;
        std::size_t gpu = 0, nic = 0; ///< guest rows
        bool wrong = false;
        std::optional<std::size_t> expected; ///< guest row of the NIC that is nearest to the GPU
    };
    void readClaims();
    void numberPairs();
    void checkClaims();
    [[nodiscard]] std::vector<std::size_t> matchedNics() const;
    void addCurves();
    void addMarks();
    void markWrong();

    void addConflicts();
    void addLabels();
    void addTexts();
    [[nodiscard]] bool reportMissingInput();
    void reportMismatches();
    void setStatus();

    [[nodiscard]] std::string addressOnHost(const Node &node) const;
    [[nodiscard]] const Node &hostNode(std::size_t row) const;
    [[nodiscard]] std::optional<std::size_t> guestRowAt(const pci::Address &address) const;
    [[nodiscard]] std::optional<std::size_t> hostRowAt(const pci::Address &address) const;
    [[nodiscard]] std::optional<std::size_t> hostRowOf(std::size_t guestRow) const;

    const HostVmInput &m_input;
    HostVmTable &m_table;
    std::string m_vmName;
    bool m_oneDomain = false;                     ///< of the host: addresses do without it
    bool m_ownsAny = false;                       ///< devices of the host are known to be this VM's
    std::set<pci::Address> m_matched, m_passedIn; ///< of the host
    std::map<pci::Address, std::size_t> m_hostRowAt, m_guestRowAt;
    std::vector<const Node *> m_hostNodes, m_guestNodes; ///< by row
    std::vector<const hostvm::Match *> m_matchOf;        ///< by guest row; nullptr: none
    std::vector<Claimed> m_claims;

    /// Where a box is: bands and boxes may be made again while more are added.
    struct Place {
        std::size_t band = 0, box = 0;
    };
    using BoxKey = std::pair<topology::NodeId, bool>; ///< the node that the box is of; the front end's
    std::map<BoxKey, Place> m_placeOf;
    std::map<std::pair<int, int>, std::size_t> m_bands;             ///< by rank of its kind, and NUMA node
    std::set<std::string> m_frontEndAt;                             ///< "NUMA 0"
    std::map<std::pair<BoxKey, std::string>, std::size_t> m_others; ///< by box, owner
    std::map<std::size_t, std::size_t> m_hostsOwn;                  ///< by band
    std::unordered_map<topology::NodeId, std::size_t> m_busOf;
};

} // namespace fabricscope::present
