// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/search/Findings.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::search {

/// A host, VM or capture that can be found, and what is known about it.
struct HostSource {
    enum class State : std::uint8_t { Other, Connected, Unreachable, Capture };

    std::uint64_t id = 0;
    std::string name;
    std::string target; ///< as the user named it, or the file's path
    std::string badge;  ///< "MI355X ×8"; may be empty
    State state = State::Other;
    std::shared_ptr<const topology::Topology> topology;   ///< nullptr: nothing was read
    std::shared_ptr<const affinity::Judgement> judgement; ///< of that topology, or nullptr
};

/// What keywords test about one host's devices, computed once for all of them. Keeps views into `topology`.
class HostFacts {
public:
    HostFacts(const topology::Topology &topology, const affinity::Judgement *judgement);

    [[nodiscard]] const topology::Topology &topology() const { return m_topology; }
    [[nodiscard]] const std::vector<LocatedFinding> &findings() const { return m_findings; }
    /// By the pairs that the host works by.
    [[nodiscard]] bool isMispaired(topology::NodeId node) const { return m_marks[node].mispaired; }
    /// A NIC of the fabric that no GPU uses.
    [[nodiscard]] bool isUnused(topology::NodeId node) const { return m_marks[node].unused; }
    /// The worst severity of its findings.
    [[nodiscard]] std::optional<findings::Severity> worst(topology::NodeId node) const {
        return m_marks[node].worst;
    }
    [[nodiscard]] bool has(findings::Severity severity) const;
    /// Other names of the function: net and RDMA devices, what the kernel lists, the slot's label.
    [[nodiscard]] std::span<const std::pair<std::uint64_t, std::string_view>>
    names(const pci::Address &address) const;

private:
    struct Marks {
        bool mispaired = false, unused = false;
        std::optional<findings::Severity> worst;
    };
    void mark(const affinity::Judgement &judgement);
    void collectNames();

    const topology::Topology &m_topology;
    std::vector<LocatedFinding> m_findings;
    std::vector<Marks> m_marks;                                      ///< by node
    std::vector<std::pair<std::uint64_t, std::string_view>> m_names; ///< sorted by Address::key()
};

} // namespace fabricscope::search
