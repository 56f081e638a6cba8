// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/host/HostMaxSpeeds.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fabricscope::topology {

/// What the other tables of a host state about a PCI function, found by its address.
class Joins {
public:
    explicit Joins(const host::Host &host);

    using Entry = std::pair<std::uint64_t, std::uint32_t>; ///< Address::key(), index into the host's table
    /// All entries of this address, in the order of the table.
    [[nodiscard]] static std::span<const Entry> at(const std::vector<Entry> &entries,
                                                   const pci::Address &address) {
        if (entries.empty()) // many hosts have none of a kind, and each function asks
            return {};
        return search(entries, address);
    }
    [[nodiscard]] static std::optional<std::uint32_t> first(const std::vector<Entry> &entries,
                                                            const pci::Address &address) {
        const std::span<const Entry> found = at(entries, address);
        return found.empty() ? std::nullopt : std::optional(found.front().second);
    }

    /// The KFD nodes, render nodes or ROCm devices of a GPU, whichever are most: at most one if it
    /// is not partitioned.
    [[nodiscard]] std::size_t partitionsOf(const host::GpuFacts &gpu) const {
        return std::max({gpu.kfdNodes.size(), gpu.renderMinors.size(), at(rocm, gpu.address).size()});
    }

    /// What the port above a GPU supports, where only a tool states it.
    [[nodiscard]] std::optional<pci::LinkSpeed> hostMaxSpeed(const pci::Address &gpu) const {
        return m_hostMaxSpeeds.above(gpu);
    }

    std::vector<Entry> rdma, net, gpus, vms; ///< sorted
    /// OS devices of ROCm SMI ("rsmi3"): hwloc has one for each partition of a GPU, all below its function.
    std::vector<Entry> rocm; ///< sorted

private:
    [[nodiscard]] static std::span<const Entry> search(const std::vector<Entry> &entries,
                                                       const pci::Address &address);

    host::HostMaxSpeeds m_hostMaxSpeeds;
};

} // namespace fabricscope::topology
