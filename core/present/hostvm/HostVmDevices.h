// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmTable.h"

#include <map>
#include <optional>
#include <vector>

namespace fabricscope::present {

/// Which row of a HostVmTable is which device. Refers to the topologies and the mapping.
struct HostVmDevices {
    std::vector<const topology::Node *> hostNodes, guestNodes; ///< by row
    std::vector<const hostvm::Match *> matchOf;                ///< by guest row; nullptr: none
    std::map<pci::Address, std::size_t> hostRows, guestRows;

    [[nodiscard]] std::optional<std::size_t> guestRowAt(const pci::Address &address) const;
    [[nodiscard]] std::optional<std::size_t> hostRowAt(const pci::Address &address) const;
    [[nodiscard]] std::optional<std::size_t> hostRowOf(std::size_t guestRow) const; ///< the same device
};

} // namespace fabricscope::present
